// Checks the record of a match in the page, with the browser's own arithmetic (Web Crypto): the same checks,
// each told in the same words, as docs/verify_match.py. Nothing is asked of the site but the record.
(function () {
  "use strict";

  const FORMAT = "scrapsite-match-1";
  const TAIL = /,"digest":"([0-9a-f]{64})"\}\n$/;
  const PINS = ["match", "game", "edition", "engine_version", "cards_hash", "options", "commitment"];
  const KEY = "noted-matches";
  const section = document.querySelector("#check");
  const results = document.querySelector("#check-results");
  const notedField = document.querySelector("#noted");
  if (!section?.dataset.record) {
    return;
  }

  // --- Arithmetic ----------------------------------------------------------------------------------

  const encoder = new TextEncoder();
  const toHex = (buffer) =>
    [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  function fromHex(text) {
    if (!/^([0-9a-f]{2})*$/.test(text)) {
      throw new TypeError(`${text} isn’t a value in hexadecimal digits`);
    }
    return new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
  }

  const sha256 = async (bytes) => toHex(await crypto.subtle.digest("SHA-256", bytes));

  async function keyed(bytes) {
    const how = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", bytes, how, false, ["sign"]);
    return async (text) => toHex(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
  }

  // --- The checks ----------------------------------------------------------------------------------

  async function digestFits(bytes) {
    // Text can hide bytes that aren't text, so the digest is taken of the bytes themselves.
    const end = bytes.slice(-78);
    const tail = new TextDecoder().decode(end).match(TAIL);
    return tail !== null && (await sha256(bytes.slice(0, -end.length))) === tail[1];
  }

  async function commitmentFits(record) {
    const both = new Uint8Array([...fromHex(record.seed), ...fromHex(record.salt)]);
    return (await sha256(both)) === record.commitment;
  }

  async function brokenLink(record) {
    const linked = await keyed(fromHex(record.salt));
    let link = await linked([...PINS.map((name) => record[name]), ...record.nonces].join("\n"));
    for (const [number, step] of record.steps.entries()) {
      link = await linked([link, ...stepLines(step)].join("\n"));
      if (step.seq !== number) {
        return `step ${number} is missing or out of order`;
      }
      if (step.link !== link) {
        return `the chain breaks at step ${number}: something up to there was changed`;
      }
    }
    return record.steps.length ? "" : "there is no step";
  }

  function stepLines(step) {
    const draws = JSON.stringify(step.draws);
    const lines = [step.seq, step.kind, step.seat, step.move, step.events, draws];
    return [...lines, step.drawn, step.head, step.undoes ?? ""].map(String);
  }

  async function wrongDraw(record) {
    const mixed = await (await keyed(fromHex(record.seed)))(record.nonces.join("|"));
    const played = await keyed(fromHex(mixed));
    const drawn = [0];
    for (const step of record.steps) {
      let number = drawn.at(-1);
      for (const [purpose, bound, value] of step.draws) {
        const digest = BigInt(`0x${await played(`${purpose}|${number}`)}`);
        if (BigInt(value) !== digest % BigInt(bound)) {
          return `draw ${number} (${purpose}, step ${step.seq}) isn’t what the seed gives`;
        }
        number += 1;
      }
      if (step.drawn !== number && !goesBack(step, drawn)) {
        return `step ${step.seq} leaves draws out, or counts them wrongly`;
      }
      drawn.push(step.drawn);
    }
    return "";
  }

  // An undo goes back to the draws before the step it takes back.
  function goesBack(step, drawn) {
    const isUndo = step.kind === "undo" && step.undoes > 0 && step.undoes < drawn.length;
    return isUndo && !step.draws.length && step.drawn === drawn[step.undoes];
  }

  function seen(record, value, whose) {
    const noted = value.trim().toLowerCase();
    if (noted === record.commitment) {
      return [true, `what ${whose} noted is the commitment`];
    }
    if (!/^[0-9a-f]{64}$/.test(noted)) {
      return [false, `${value}, which ${whose} noted, isn’t whole: a value has 64 digits, 0 to 9 and a to f`];
    }
    const step = record.steps.find((one) => one.link === noted);
    return step
      ? [true, `what ${whose} noted is the link of step ${step.seq}`]
      : [false, `${value}, which ${whose} noted, isn’t a value of this match`];
  }

  // What is true of the record by itself.
  async function checks(bytes, record) {
    const steps = record.steps.length;
    const draws = record.steps.reduce((sum, step) => sum + step.draws.length, 0);
    const broken = await brokenLink(record);
    const wrong = await wrongDraw(record);
    return [
      [await digestFits(bytes), "the file is, byte for byte, as the site made it"],
      [
        await commitmentFits(record),
        "seed and salt are those that the commitment promised before the deal",
      ],
      [!broken, broken || `the chain holds, from before the deal over all ${steps} steps`],
      [!wrong, wrong || `all ${draws} draws follow from the seed and the seats’ parts`],
    ];
  }

  // Whether it is the record of the match that was seen while it was played.
  function sameMatch(record, isThisMatch) {
    const found = notes(record).map(([value, whose]) => seen(record, value, whose));
    found.push(...partOfThisBrowser(record));
    if (isThisMatch) {
      found.push([record.match === section.dataset.match, "it is the record of this match"]);
    }
    return found;
  }

  // --- What was noted during the match -------------------------------------------------------------

  function notes(record) {
    const own = notedField.value.split(/\s+/).filter(Boolean);
    return [...own.map((value) => [value, "you"]), ...ofThisBrowser(record.match)];
  }

  function noted(match) {
    try {
      return JSON.parse(localStorage.getItem(KEY))?.[match] ?? {};
    } catch {
      return {};
    }
  }

  function ofThisBrowser(match) {
    const { commitment, link } = noted(match);
    return [commitment, link].filter(Boolean).map((value) => [value, "this browser"]);
  }

  function partOfThisBrowser(record) {
    const { nonce } = noted(record.match);
    return nonce
      ? [[record.nonces.includes(nonce), "the part that this browser added is one of the seats’ parts"]]
      : [];
  }

  // --- The page ------------------------------------------------------------------------------------

  function read(bytes) {
    let record;
    try {
      record = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch {
      throw new TypeError("it is no JSON file. The record is the file that the link below saves");
    }
    if (record?.format !== FORMAT) {
      throw new TypeError(`its format isn’t ${FORMAT}, so it is no record of a match`);
    }
    return record;
  }

  function verdict(itself, match) {
    const fits = (found) => found.every(([good]) => good);
    if (!fits(itself)) {
      return ["This record does NOT fit together.", "bad"];
    }
    return fits(match)
      ? ["Everything fits.", "good"]
      : ["This record fits together, but it is NOT the match that was noted. See what fails below.", "bad"];
  }

  async function check(load, isThisMatch) {
    show("Checking …", [], "");
    try {
      if (!window.crypto?.subtle) {
        throw new TypeError("this browser does such sums only on https pages; use the script instead");
      }
      const bytes = new Uint8Array(await load());
      const record = read(bytes);
      const itself = await checks(bytes, record);
      const match = sameMatch(record, isThisMatch);
      const [words, how] = verdict(itself, match);
      show(words, [...itself, ...match], how);
    } catch (error) {
      show(`This can’t be checked: ${error.message}`, [], "bad");
    }
  }

  function show(verdict, found, how) {
    results.className = how ? `fair__results fair__results--${how}` : "fair__results";
    results.dataset.verdict = how;
    const list = element("ol", "fair__list");
    list.setAttribute("role", "list");
    for (const [fits, told] of found) {
      const line = element("li", "fair__check");
      const mark = element("span", `fair__mark fair__mark--${fits ? "good" : "bad"}`, fits ? "fits" : "FAILS");
      line.append(mark, element("span", "", told));
      list.append(line);
    }
    results.replaceChildren(element("p", "fair__verdict", verdict), ...(found.length ? [list] : []));
  }

  function element(name, kind, text = "") {
    const made = document.createElement(name);
    made.className = kind;
    made.textContent = text;
    return made;
  }

  async function fetchRecord() {
    const answer = await fetch(section.dataset.record, { cache: "no-store" });
    if (!answer.ok) {
      throw new TypeError(`the site answered ${answer.status}`);
    }
    return answer.arrayBuffer();
  }

  for (const part of section.querySelectorAll("[data-js-only], [data-no-js]")) {
    part.hidden = "noJs" in part.dataset;
  }
  section.querySelector("[data-check]").addEventListener("click", () => check(fetchRecord, true));
  section.querySelector("[data-check-file]").addEventListener("change", (event) => {
    const file = event.target.files[0];
    if (file) {
      check(() => file.arrayBuffer(), false);
      event.target.value = "";
    }
  });
})();
