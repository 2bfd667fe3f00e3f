// Checks the record of a match with the browser's own arithmetic (Web Crypto): the same checks, each told in the
// same words, as docs/verify_match.py. It asks nothing of the site; js/verify.js is the page around it.
(function () {
  "use strict";

  const VERSIONS = { "scrapsite-match-1": 1, "scrapsite-match-2": 2 };
  const PINS = ["match", "game", "edition", "engine_version", "cards_hash", "options"];
  const SECRET = ["commitment", "seed", "salt", "nonces"];
  const STEP = ["seq", "kind", "seat", "move", "events", "draws", "drawn", "head", "undoes", "link"];
  const VALUE = /^[0-9a-f]{64}$/;
  const OLD_NONCE = /^([0-9a-f]{2}){1,32}$/;
  const LESS =
    "This record is of version 1, which proves less: only a link, not the commitment, tells that game, edition, " +
    "options and seats weren’t changed, and the site may have chosen its own parts late.";

  class Unfit extends Error {}

  // Nobody can say whether something fits.
  class Unknown extends Error {}

  // --- The file ------------------------------------------------------------------------------------

  const version = (record) => VERSIONS[record.format];
  const compact = (value) => JSON.stringify(value);
  const isText = (value) => typeof value === "string";
  const isWhole = (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 31;
  const pinNames = (record) => (version(record) === 1 ? PINS : [...PINS, "bots", "begins"]);

  // Returns the record as plain data, all of whose values have the right form.
  function read(bytes) {
    let text, record;
    try {
      // A mark for the order of bytes is kept, so that it is found.
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      record = JSON.parse(text);
    } catch {
      throw new TypeError("it isn’t a JSON file. The record is the file that the link below saves");
    }
    if (!Object.hasOwn(VERSIONS, record?.format)) {
      throw new TypeError(`its format isn’t ${Object.keys(VERSIONS).join(" or ")}, so it isn’t a record of a match`);
    }
    const names = ["format", ...pinNames(record), ...SECRET, "steps", "digest"];
    demand(compact(Object.keys(record)) === compact(names), "its fields aren’t those of its version");
    demand(pinNames(record).every((name) => isText(record[name])), "its fields aren’t those of its version");
    const values = [record.commitment, record.seed, record.salt, ...record.steps.map((step) => step.link)];
    const nonce = version(record) === 1 ? OLD_NONCE : VALUE;
    const whole =
      values.every((value) => isText(value) && VALUE.test(value)) &&
      record.nonces.every((value) => isText(value) && nonce.test(value));
    demand(whole && record.steps.length && record.nonces.length, "a value has the wrong length");
    record.steps.forEach(checkStep);
    // Half of a surrogate pair can't be written as bytes, and the site writes none.
    demand(!/\\ud[89a-f]/i.test(text), "it has broken text");
    return record;
  }

  function checkStep(step) {
    const texts = [step.kind, step.move, step.events, ...step.draws.map((draw) => draw[0])];
    const numbers = [step.seq, step.drawn, step.head, ...step.draws.flatMap((draw) => draw.slice(1))];
    numbers.push(...[step.seat, step.undoes].filter((number) => number !== -1 && number !== null));
    const formed = texts.every(isText) && numbers.every(isWhole) && step.seat !== null && step.undoes !== -1;
    const named = compact(Object.keys(step)) === compact(STEP);
    demand(formed && named && step.draws.every((draw) => draw.length === 3), "a step has the wrong form");
  }

  function demand(fits, told) {
    if (!fits) {
      throw new TypeError(told);
    }
  }

  async function wholeFile(record, bytes) {
    const head = compact(Object.fromEntries(["format", ...pinNames(record), ...SECRET].map((name) => [name, record[name]])));
    const body = `${head.slice(0, -1)},"steps":[\n${record.steps.map(compact).join(",\n")}\n]`;
    const digest = await sha256(encoder.encode(body));
    const written = encoder.encode(`${body},"digest":"${digest}"}\n`);
    const same = written.length === bytes.length && written.every((byte, place) => byte === bytes[place]);
    expect(same, "the file isn’t, byte for byte, as the site made it");
    return "the file is, byte for byte, as the site made it";
  }

  function fromCompact(text) {
    const value = JSON.parse(text);
    expect(compact(value) === text, "a text isn’t written as the site writes it");
    return value;
  }

  function expect(fits, told) {
    if (!fits) {
      throw new Unfit(told);
    }
  }

  // --- The sums ------------------------------------------------------------------------------------

  const encoder = new TextEncoder();
  const toHex = (buffer) =>
    [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const fromHex = (text) => new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
  const sha256 = async (bytes) => toHex(await crypto.subtle.digest("SHA-256", bytes));

  // The label and the texts as bytes, each after its length in four bytes.
  function framed(label, texts) {
    const parts = [`scrapsite-2 ${label}`, ...texts].map((text) => encoder.encode(text));
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
    let place = 0;
    for (const part of parts) {
      new DataView(bytes.buffer).setUint32(place, part.length);
      bytes.set(part, place + 4);
      place += 4 + part.length;
    }
    return bytes;
  }

  // A function that makes HMAC-SHA256 of bytes with this key.
  async function keyed(bytes) {
    const how = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", bytes, how, false, ["sign"]);
    return async (message) => toHex(await crypto.subtle.sign("HMAC", key, message));
  }

  async function commitmentFits(record) {
    let what = "seed and salt";
    let message = new Uint8Array([...fromHex(record.seed), ...fromHex(record.salt)]);
    if (version(record) === 2) {
      what = "seed, salt, game, edition, options and seats";
      message = framed("commitment", [record.seed, record.salt, ...pinNames(record).map((name) => record[name])]);
    }
    const fits = (await sha256(message)) === record.commitment;
    expect(fits, `${what} aren’t those that the commitment promised before the deal`);
    return `${what} are those that the commitment promised before the deal`;
  }

  async function partsFit(record) {
    if (version(record) === 1) {
      return `there are the numbers of ${record.nonces.length} seats`;
    }
    const bots = fromCompact(record.bots);
    expect(bots.length === record.nonces.length && bots.every(isText), "there isn’t one number for each seat");
    const sum = await keyed(fromHex(record.salt));
    const own = [];
    for (const [seat, nonce] of record.nonces.entries()) {
      const ofSite = nonce === (await sum(framed("part", [`${seat}`])));
      expect(ofSite || !bots[seat], `the number of seat ${seat + 1}, a bot, isn’t the one that was fixed with the salt`);
      own.push(...(ofSite ? [] : [seat + 1]));
    }
    const given = own.length ? `seats that added their own number: ${own.join(", ")}` : "no seat added its own number";
    return `the site’s numbers were fixed by the commitment; ${given}`;
  }

  async function chainHolds(record) {
    const sum = await keyed(fromHex(record.salt));
    const old = version(record) === 1;
    const linkOf = (label, texts) => sum(old ? encoder.encode(texts.join("\n")) : framed(label, texts));
    const pins = old ? PINS.map((name) => record[name]) : [];
    let link = await linkOf("opening", [...pins, record.commitment, ...record.nonces]);
    for (const [number, step] of record.steps.entries()) {
      const told = [step.seq, step.kind, step.seat, step.move, step.events, compact(step.draws)];
      link = await linkOf("link", [link, ...[...told, step.drawn, step.head, step.undoes ?? ""].map(String)]);
      expect(step.seq === number, `step ${number} is missing or out of order`);
      expect(step.link === link, `the chain breaks at step ${number}: something up to there was changed`);
    }
    return `the chain is unbroken from before the deal to the last of ${record.steps.length} steps`;
  }

  // --- The course of the match ---------------------------------------------------------------------

  const SYSTEM = {
    resign: ["resigned", "handed-to-bot"],
    timeout: ["timed-out"],
    rules: ["rules-change"],
    ask: ["undo-asked", "undo-allowed", "undo-refused", "undo-withdrawn"],
  };
  const KINDS = ["start", "move", "undo", ...Object.keys(SYSTEM)];

  async function courseFits(record) {
    const course = new Course(record);
    record.steps.forEach((step) => course.goOn(step));
    expect(course.isOver, "the record ends before the match is over");
    return "the steps follow one another without a gap to the end of the match, and no move was undone that couldn’t be undone";
  }

  // Where a match stands. *heads*, *drawn:* after each step. *bots:* by seat, null where it isn't known.
  class Course {
    constructor(record) {
      this.steps = record.steps;
      this.heads = [];
      this.drawn = [];
      this.bots = "bots" in record ? fromCompact(record.bots) : null;
      this.seats = record.nonces.length;
      this.asker = null;
      this.granted = new Set();
      this.isOver = false;
    }

    goOn(step) {
      const { kind } = step;
      const number = step.seq;
      const must = (fits, told) => expect(fits, `step ${number} ${told}`);
      const events = fromCompact(step.events);
      const types = events.map((event) => event.type);
      must(KINDS.includes(kind), "has an unknown kind");
      must(number === this.heads.length && !this.isOver, "comes after the end");
      must((kind === "start") === (number === 0) && (step.seat === -1) === (number === 0), "isn’t the deal");
      must(step.seat < this.seats, "is no seat’s");
      must((kind === "move") === (step.move !== ""), "has a move or none, wrongly");
      must((kind === "undo") === (step.undoes !== null), "takes back what it can’t");
      must(kind === "start" || kind === "move" || !step.draws.length, "draws, which isn’t allowed");
      if (kind === "move") {
        must(isText(fromCompact(step.move).type), "has no move");
      }
      if (kind === "undo") {
        this.takeBack(step, events, must);
      } else {
        const drawn = (this.drawn.at(-1) ?? 0) + step.draws.length;
        must(step.drawn === drawn, "leaves draws out, or counts them wrongly");
        must(step.head === (kind === "ask" ? this.heads.at(-1) : number), "gives the wrong step that counts");
      }
      if (kind in SYSTEM) {
        const fits = events.length === 1 && SYSTEM[kind].includes(types[0]) && events[0].seat === step.seat;
        must(fits, "says something wrong about itself");
        this.systemStep(step, events[0], must);
      }
      this.isOver = this.isOver || types.includes("game-ended");
      this.heads.push(step.head);
      this.drawn.push(step.drawn);
    }

    systemStep(step, event, must) {
      const { seat } = step;
      const kind = event.type;
      const last = { "timed-out": ["forfeit"], "rules-change": ["draw", "late"] }[kind] ?? [];
      this.isOver = kind === "resigned" || last.includes(event.then);
      if (kind === "handed-to-bot" || event.then === "bot") {
        must(this.seats > 2 || kind === "timed-out", "hands a seat over illegally");
        if (this.bots) {
          this.bots[seat] ||= "bot";
        }
      }
      if (kind === "undo-asked") {
        this.asker = seat;
        this.granted = new Set();
      } else if (step.kind === "ask") {
        const fits = this.asker !== null && (seat === this.asker) === (kind === "undo-withdrawn");
        must(fits && !this.granted.has(seat), "answers a request that nobody made");
        this.granted.add(seat);
        this.asker = kind === "undo-allowed" ? this.asker : null;
      }
    }

    // An undo: a free one of the newest move, without draws, or one that the others allowed.
    takeBack(step, events, must) {
      const undone = step.undoes;
      must(undone > 0 && undone < step.seq, "takes back what it can’t");
      const target = this.steps[undone];
      const types = events.map((event) => event.type).join();
      const seats = events.map((event) => event.seat).join();
      let head = this.heads.at(-1);
      while (types !== "move-taken-back" && head > undone && this.steps[head].seat !== target.seat) {
        head = this.heads[head - 1];
      }
      must(head === undone && target.kind === "move", "takes back what isn’t its newest move");
      let fits = types === "undo-allowed,turned-back" && seats === `${step.seat},${this.asker}`;
      if (types === "move-taken-back") {
        fits = seats === `${step.seat}` && target.seat === step.seat && !target.draws.length;
      } else if (types === "turned-back") {
        fits = seats === `${step.seat}` && target.seat === step.seat && !this.people(step.seat).length;
      } else if (fits) {
        const asked = this.people(this.asker).every((seat) => seat === step.seat || this.granted.has(seat));
        fits = target.seat === this.asker && this.asker !== step.seat && asked;
      }
      must(fits, "takes back what nobody allowed");
      must(step.head === this.heads[undone - 1], "gives the wrong step that counts");
      must(step.drawn === this.drawn[undone - 1], "counts the draws wrongly");
      this.asker = null;
    }

    // The seats of all people but one; of nobody where that isn't known.
    people(but) {
      return [...(this.bots ?? []).keys()].filter((seat) => !this.bots[seat] && seat !== but);
    }
  }

  // --- The draws -----------------------------------------------------------------------------------

  async function drawsFit(record) {
    expect(Object.hasOwn(DRAWS, record.game), "this page doesn’t know the game");
    const draws = new Draws(record, await drawnAgain(record));
    if (!Object.hasOwn(DRAWS[record.game], record.edition)) {
      for (const step of record.steps) {
        draws.begin(step);
        step.draws.forEach(([purpose, bound]) => draws.take(purpose, bound));
      }
      throw new Unknown(
        "each draw is what the seed gives, but which draws this edition makes isn’t known here; if the site knows, " +
          "the page of the match checks it",
      );
    }
    const table = DRAWS[record.game][record.edition];
    const memories = [];
    for (const step of record.steps) {
      draws.memory = { ...memories.at(step.undoes === null ? -1 : step.undoes - 1) };
      draws.begin(step);
      const events = fromCompact(step.events);
      if (step.kind === "start" && !record.begins && events.length) {
        draws.follow(table.deal, {}, {});
      }
      for (const event of step.kind === "start" || step.kind === "move" ? events : []) {
        draws.follow(Object.hasOwn(table.events, event.type) ? table.events[event.type] : [], event, {});
      }
      expect(!draws.left.length, `step ${step.seq} makes a draw that its events don’t mention`);
      memories.push(draws.memory);
    }
    const count = record.steps.reduce((sum, step) => sum + step.draws.length, 0);
    if (count === 0) {
      return "the game made no draws";
    }
    return count === 1
      ? "the game made exactly 1 draw, and it follows from the seed and the players’ numbers"
      : `the game made exactly ${count} draws, and each follows from the seed and the players’ numbers`;
  }

  // What the seed gives for each draw of each step, by the purpose and the limit that the record tells.
  async function drawnAgain(record) {
    const old = version(record) === 1;
    const mixed = old ? encoder.encode(record.nonces.join("|")) : framed("played", record.nonces);
    const sum = await keyed(fromHex(await (await keyed(fromHex(record.seed)))(mixed)));
    const values = [];
    for (const step of record.steps) {
      const first = step.seq > 0 ? (record.steps[step.seq - 1]?.drawn ?? 0) : 0;
      const found = step.draws.map(async ([purpose, bound], place) => {
        const number = first + place;
        const message = old ? encoder.encode(`${purpose}|${number}`) : framed("draw", [purpose, `${number}`, `${bound}`]);
        return bound ? Number(BigInt(`0x${await sum(message)}`) % BigInt(bound)) : -1;
      });
      values.push(await Promise.all(found));
    }
    return values;
  }

  // The draws of a record, taken one after the other. *memory:* what the rules have set.
  // games/engine/draws.py of the site's source says what the rules mean.
  class Draws {
    constructor(record, values) {
      this.steps = record.steps;
      this.values = values;
      this.options = fromCompact(record.options);
      this.seats = record.nonces.length;
      this.isWhole = !record.begins && record.steps[0].events !== "[]";
      this.memory = {};
      this.last = {};
    }

    begin(step) {
      this.step = step.seq;
      this.left = step.draws.map((draw, place) => [...draw, this.values[step.seq][place]]);
      this.number = step.seq ? this.steps[step.seq - 1].drawn : 0;
    }

    follow(rules, event, names) {
      for (const [word, ...rest] of rules) {
        RULES[word](this, event, names, ...rest);
      }
    }

    // Takes the next draw, which must be this one, and returns what came out.
    take(purpose, bound) {
      expect(this.left.length, `step ${this.step} leaves out a draw (${purpose})`);
      const [named, told, value, drawn] = this.left.shift();
      const draw = `draw ${this.number} (${named}, step ${this.step})`;
      expect(named === purpose && told === bound && bound > 0, `${draw} isn’t the one that the game makes`);
      expect(value === drawn, `${draw} isn’t what the seed gives`);
      this.number += 1;
      this.last[purpose] = value;
      return value;
    }

    text(template, event, names) {
      const known = { ...this.memory, ...event, ...names };
      return template.replace(/\{(\w+)\}/g, (_, name) => {
        demand(Object.hasOwn(known, name), `nothing is known about ${name}`);
        return String(known[name]);
      });
    }

    // The number that a rule means, or a text that only looks like one.
    size(text, event, names) {
      if (!isText(text)) {
        return text;
      }
      if (text === "seats") {
        return this.seats;
      }
      if (text.startsWith("#")) {
        return this.known(this.text(text.slice(1), event, names));
      }
      if (text.startsWith("@")) {
        return this.options[text.slice(1)];
      }
      if (!text.includes("$")) {
        return text;
      }
      const told = event[text.replace(/^-?\$/, "")];
      expect(isWhole(told) || isText(told), `step ${this.step} names a number that isn’t one`);
      return text.startsWith("-") ? -told : told;
    }

    // What is remembered; a match that began in the middle of another lacks some of it.
    known(name) {
      if (!Object.hasOwn(this.memory, name) && !this.isWhole && this.left.length) {
        return this.left[0][1];
      }
      return Object.hasOwn(this.memory, name) ? this.memory[name] : 0;
    }
  }

  const RULES = {
    shuffle(draws, event, names, purpose, size) {
      for (let bound = draws.size(size, event, names); bound > 1; bound -= 1) {
        draws.take(draws.text(purpose, event, names), bound);
      }
    },
    some(draws, event, names, purpose, size, count) {
      const first = draws.size(size, event, names);
      for (let taken = 0; taken < draws.size(count, event, names); taken += 1) {
        draws.take(draws.text(purpose, event, names), first - taken);
      }
    },
    dice(draws, event, names, purpose, sides, field) {
      for (const shown of event[field]) {
        const value = draws.take(draws.text(purpose, event, names), sides);
        expect(value + 1 === shown, `step ${draws.step} shows a different roll from the one that was drawn`);
      }
    },
    told(draws, event, names, purpose, field, values) {
      const drawn = draws.last[draws.text(purpose, event, names)];
      const same = drawn !== undefined && compact(values[drawn]) === compact(event[field]);
      expect(same, `step ${draws.step} shows something different from what was drawn`);
    },
    set(draws, event, names, name, number) {
      draws.memory[draws.text(name, event, names)] = draws.size(number, event, names);
    },
    add(draws, event, names, name, number) {
      const named = draws.text(name, event, names);
      draws.memory[named] = draws.known(named) + draws.size(number, event, names);
    },
    option(draws, event, names, name, value, rules) {
      demand(Object.hasOwn(draws.options, name), `the options don’t say ${name}`);
      if (compact(draws.options[name]) === compact(value)) {
        draws.follow(rules, event, names);
      }
    },
    seats(draws, event, names, rules) {
      for (let seat = 0; seat < draws.seats; seat += 1) {
        draws.follow(rules, event, { ...names, n: seat });
      }
    },
    case(draws, event, names, purpose, rules) {
      draws.follow(rules[draws.last[purpose]] ?? [], event, names);
    },
  };

  // Which draws each game makes, by edition; the site's program writes this table.
  const DRAWS = JSON.parse(`
{"scrapbots":{"3.6-2020-07":{"deal":[["shuffle", "main-deck", 64], ["seats", [["shuffle", "deck:{n}", 8]]],
["some", "first-player", 2, 1]], "events":{"first-player-drawn":[["told", "first-player", "seat", [0, 1]]],
"attacked":[["set", "source", "$card"]], "component-activated":[["set", "source", "$card"]],
"coin-flipped":[["some", "coin:{source}", 2, 1], ["told", "coin:{source}", "heads", [false, true]]],
"deck-reshuffled":[["shuffle", "deck:{seat}", "$count"]]}}, "3.6":{"deal":[["shuffle", "main-deck", 64],
["seats", [["shuffle", "deck:{n}", 8]]], ["some", "first-player", 2, 1]],
"events":{"first-player-drawn":[["told", "first-player", "seat", [0, 1]]], "attacked":[["set", "source",
"$card"]], "component-activated":[["set", "source", "$card"]], "coin-flipped":[["some", "coin:{source}", 2,
1], ["told", "coin:{source}", "heads", [false, true]]], "deck-reshuffled":[["shuffle", "deck:{seat}",
"$count"]]}}, "3.4":{"deal":[["shuffle", "main-deck", 64], ["seats", [["shuffle", "deck:{n}", 8]]], ["some",
"first-player", 2, 1]], "events":{"first-player-drawn":[["told", "first-player", "seat", [0, 1]]],
"attacked":[["set", "source", "$card"]], "component-activated":[["set", "source", "$card"]],
"coin-flipped":[["some", "coin:{source}", 2, 1], ["told", "coin:{source}", "heads", [false, true]]],
"deck-reshuffled":[["shuffle", "deck:{seat}", "$count"]]}}}, "junkyard":{"0.1":{"deal":[["option", "box", 1,
[["shuffle", "box", 22]]], ["shuffle", "yard", 108], ["seats", [["shuffle", "deck:{n}", 12]]], ["shuffle",
"order", "seats"], ["set", "pile:0", 12], ["set", "pile:1", 12], ["set", "pile:2", 12], ["set", "pile:3",
12], ["set", "pile:4", 12], ["set", "pile:5", 12], ["set", "pile:6", 12], ["set", "pile:7", 12], ["set",
"pile:8", 12]], "events":{"cards-salvaged":[["set", "pile:{pile}", "$left"]], "pile-shuffled":[["shuffle",
"pile:{pile}", "#pile:{pile}"]], "deck-reshuffled":[["shuffle", "deck:{seat}", "$count"]]}}},
"scrapyard":{"1.0":{"deal":[["shuffle", "field", 54], ["seats", [["shuffle", "tiles:{n}", 6]]]],
"events":{"dice-rolled":[["dice", "die:{purpose}:{seat}", 6, "dice"]]}}},
"scrap-knights":{"b.0.0":{"deal":[["option", "decks", 2, [["seats", [["some", "deck:ult", 12, 1], ["some",
"deck:acts", 36, 6], ["some", "deck:bots", 8, 3], ["case", "deck:ult", {"9":[["some", "deck:prep", 18, 3]],
"10":[["some", "deck:prep", 30, 12]]}]]]]]], "events":{"mech-shown":[["set", "prep:{seat}", "$prep_count"]],
"cards-shuffled-in":[["add", "prep:{seat}", "$shuffled"], ["some", "prep:{seat}", "#prep:{seat}", "$drawn"],
["add", "prep:{seat}", "-$drawn"]], "coin-tossed":[["some", "coin:chain", 2, 1], ["told", "coin:chain",
"seat", [1, 0]]]}}}}
`);

  // --- What was noted ------------------------------------------------------------------------------

  function seen(record, value, whose) {
    const noted = value.trim().toLowerCase();
    if (noted === record.commitment) {
      return [true, `the commitment is the one that ${whose} noted`];
    }
    const part = version(record) === 1 ? noted : noted.padEnd(64, "0");
    if (record.nonces.includes(part)) {
      return [true, `the part of seat ${record.nonces.indexOf(part) + 1} is the one that ${whose} noted`];
    }
    if (!VALUE.test(noted)) {
      return [false, `${value}, which ${whose} noted, isn’t whole: a value has 64 digits, 0 to 9 and a to f`];
    }
    const step = record.steps.find((one) => one.link === noted);
    return step
      ? [true, `the link of step ${step.seq} is the one that ${whose} noted`]
      : [false, `${value}, which ${whose} noted, isn’t a value of this match`];
  }

  // --- All of it -----------------------------------------------------------------------------------

  const CHECKS = [wholeFile, commitmentFits, partsFit, chainHolds, courseFits, drawsFit];

  // What is true of the record by itself: whether each check holds, null if nobody can say, and what it is
  // about or what is wrong.
  async function checks(record, bytes) {
    const found = [];
    for (const check of CHECKS) {
      try {
        found.push([true, await check(record, bytes)]);
      } catch (error) {
        const isClear = error instanceof Unfit || error instanceof Unknown;
        const told = isClear ? error.message : `this can’t be checked: ${error.message}`;
        found.push([error instanceof Unknown ? null : false, told]);
      }
    }
    return found;
  }

  // Takes in the draws of one more edition, such as a draft; those above stay as they are.
  function learn(table) {
    for (const [game, editions] of Object.entries(table)) {
      DRAWS[game] = { ...editions, ...DRAWS[game] };
    }
  }

  window.scrapsiteRecords = { LESS, learn, read, checks, seen, version };
})();
