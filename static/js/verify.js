// The page “Was this match fair?”: lets js/fair/checking.js check the record, and shows what it finds. Nothing is asked of
// the site but the record.
(function () {
  "use strict";

  const { LESS, learn, read, checks, seen, version } = window.scrapsiteRecords;
  const KEY = "noted-matches";
  const section = document.querySelector("#check");
  const results = document.querySelector("#check-results");
  const notedField = document.querySelector("#noted");
  if (!section?.dataset.record) {
    return;
  }
  if (section.dataset.draws) {
    learn(JSON.parse(section.dataset.draws));
  }

  // Whether it is the record of the match that was seen while it was played.
  function sameMatch(record, isThisMatch) {
    const found = notes(record).map(([value, whose]) => seen(record, value, whose));
    found.push(...partOfThisBrowser(record));
    if (isThisMatch) {
      found.push([record.match === section.dataset.match, "it is the record of this match"]);
      const promised = record.commitment === section.dataset.commitment;
      found.push([promised, "its commitment is the one that this page shows"]);
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

  // A part was noted when it was sent; whoever was refused the seat has added none.
  function partOfThisBrowser(record) {
    const { nonce, nonces = [nonce].filter(Boolean), sat = Boolean(nonce) } = noted(record.match); // *sat* came later
    const whole = (part) => (version(record) === 1 ? part : part.padEnd(64, "0"));
    return sat && nonces.length
      ? [
          [
            nonces.some((part) => record.nonces.includes(whole(part))),
            "the part that this browser added is one of the seats’ parts",
          ],
        ]
      : [];
  }

  // --- The page ------------------------------------------------------------------------------------

  function verdict(itself, match) {
    const fails = (found) => found.some(([good]) => good === false);
    if (fails(itself)) {
      return ["This record does NOT fit together.", "bad"];
    }
    const isGap = itself.some(([good]) => good === null);
    if (fails(match)) {
      const words = isGap ? "Not everything could be checked" : "The record itself fits together";
      return [`${words}, but NOT everything that was noted agrees with it. See what fails below.`, "bad"];
    }
    return isGap
      ? ["Not everything could be checked. The rest fits.", ""]
      : ["Everything fits.", "good"];
  }

  async function check(load, isThisMatch) {
    show("Checking …", [], "");
    try {
      if (!window.crypto?.subtle) {
        throw new TypeError("this browser can do the calculation only on https pages; use the script instead");
      }
      const bytes = new Uint8Array(await load());
      const record = read(bytes);
      const itself = await checks(record, bytes);
      const match = sameMatch(record, isThisMatch);
      const [words, how] = verdict(itself, match);
      show(words, [...itself, ...match], how, version(record) === 1 ? LESS : "");
    } catch (error) {
      show(`This can’t be checked: ${error.message}`, [], "bad");
    }
  }

  const MARKS = new Map([
    [true, ["fair__mark--good", "correct"]],
    [false, ["fair__mark--bad", "FAILS"]],
    [null, ["", "unknown"]],
  ]);

  function show(verdict, found, how, note = "") {
    results.className = how ? `fair__results fair__results--${how}` : "fair__results";
    results.dataset.verdict = how;
    const list = element("ol", "fair__list");
    list.setAttribute("role", "list");
    for (const [fits, told] of found) {
      const line = element("li", "fair__check");
      const [kind, word] = MARKS.get(fits);
      const mark = element("span", `fair__mark ${kind}`, word);
      line.append(mark, element("span", "", told));
      list.append(line);
    }
    const rest = [...(found.length ? [list] : []), ...(note ? [element("p", "", note)] : [])];
    results.replaceChildren(element("p", "fair__verdict", verdict), ...rest);
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
