// The match page, made smooth. Without this file every link and form still works.
(function () {
  "use strict";

  const POLL_EVERY = 30_000;
  const FIRST_LOOK = 50; // after it each look that brings nothing waits twice as long
  const LOST_ANSWER = 300;
  const PATIENCE = 20_000; // for an answer, as base.html has it for htmx: a line may be cut without a word
  // A restart of the server takes less than a few minutes: until then the page is back soon after it.
  const BACKOFF = { first: 500, soon: 1400, later: 20_000, patience: 300_000 };
  const FULL = 4429; // the server's word for too many sockets
  const WHEN_FULL = 300_000;
  const page = document.querySelector(".match");
  const panel = document.querySelector("#panel");
  const announcer = document.querySelector("#announcer");

  const board = () => document.querySelector("#board");
  const pageSeat = seatIn(board().dataset.at);
  const seqOf = (node) => Number(node.dataset.seq);
  const things = (root) => [...root.querySelectorAll("details[data-thing]")];
  // A thing that does its only deed when it is pressed has a button over its face.
  const deedOf = (thing) => thing.parentElement.querySelector(":scope > .deed--whole");
  const faceOf = (thing) => (!thing.open && deedOf(thing)) || thing.querySelector(":scope > summary");
  const thingOf = (node) =>
    node.closest?.("details[data-thing]") || node.closest?.(".deed")?.parentElement.querySelector(":scope > details");
  const openThing = () => board().querySelector("details[data-thing][open]");
  const isWide = () => matchMedia("(min-width: 70rem)").matches;

  // --- Fetching ------------------------------------------------------------------------------------

  let posting = 0;
  let fetching = ""; // the address that a request is under way to
  let asked = ""; // the address of the board as a link on it asks to see it
  let newest = -1; // the newest step we have heard of, as everybody counts
  let isDoubtful = false; // news came since we looked, though perhaps of no step
  let looks = 0; // how many in a row have not brought the news we have heard of
  let coming = 0; // the timer of the next
  let isBack = false; // the line, since a press found none
  let unanswered = ""; // the id of a press whose answer hasn't come; a newer board says whether it got through

  // The board's own number counts what its seat did in secret as well.
  const isBehind = () => newest > Number(board().dataset.tick);

  // Fetch our own board, one request at a time.
  async function refresh() {
    clearTimeout(coming);
    coming = 0;
    if (fetching || posting || isHeld) {
      return; // what ends it catches up
    }
    isDoubtful = false;
    fetching = asked || board().dataset.url;
    const { seq, tick, status, at } = board().dataset;
    // A board that is shown already needn't come again, unless a link asks to see it otherwise.
    const values = asked ? {} : { shown: `${seq} ${status} ${at}`, ...(unanswered && { pressed: unanswered }) };
    try {
      // With a source of its own it doesn't wait in htmx's line for the talk, where a later one pushes it out.
      await window.htmx.ajax("GET", fetching, { source: page, target: "#board", swap: "outerHTML", values });
    } catch {
      // Without an answer the board stays as it is; the next look asks again.
      if (asked === fetching) {
        sayDead(askedLink());
      }
    } finally {
      asked = asked === fetching ? "" : asked;
      fetching = "";
      looks = isBehind() && board().dataset.tick === tick ? looks + 1 : 0;
    }
    catchUp();
  }

  // News that came while a request was under way may be of a newer step than the one it brought. While one is,
  // its end catches up. A server that is too busy to answer isn't asked faster and faster.
  function catchUp() {
    if (!fetching && !posting && (isBehind() || isDoubtful || asked)) {
      coming ||= setTimeout(refresh, asked ? FIRST_LOOK : Math.min(FIRST_LOOK * 2 ** looks, POLL_EVERY));
    }
  }

  // What is under the pointer stays there while it is pressed or dragged: a press on a board that is
  // replaced meanwhile would be lost.
  let isHeld = false;

  // Another button than the first opens a menu of the browser, which mostly keeps the end of the press for itself.
  function hold(event) {
    isHeld ||= !event.button;
    if (event.type === "dragstart") {
      event.target.addEventListener("dragend", release, { once: true });
    }
  }

  function release() {
    isHeld = false;
    setTimeout(catchUp, 50);
  }

  // A press whose end nobody heard of is over when the pointer moves without one. A finger never does.
  function noticeEnd(event) {
    if (isHeld && !event.buttons && event.pointerType !== "touch") {
      release();
    }
  }

  for (const [name, action] of [
    ["pointerdown", hold],
    ["pointermove", noticeEnd],
    ["pointerup", release],
    ["pointercancel", release],
    ["dragstart", hold],
    ["drop", release],
  ]) {
    document.addEventListener(name, action, true);
  }

  // --- The update socket ---------------------------------------------------------------------------

  let socket = null;
  let wait = BACKOFF.first;
  let lostAt = 0;
  let retrying = 0; // the timer of the next try
  let hasListened = false;

  // Ask for a line first: browsers put off sockets that have failed a few times.
  async function reconnect() {
    retrying = 0;
    try {
      await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE) });
    } catch {
      retry();
      return;
    }
    listen();
  }

  function retry() {
    lostAt ||= Date.now();
    retrying = setTimeout(reconnect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, Date.now() - lostAt < BACKOFF.patience ? BACKOFF.soon : BACKOFF.later);
  }

  // A device that wakes may have waited long between its tries.
  function retryNow() {
    if (retrying) {
      clearTimeout(retrying);
      reconnect();
    }
  }

  function listen() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/ws/matches/${page.dataset.match}/`);
    // A socket that is one too many opens as well; only a word from the server tells that it stays.
    let isHeard = false;
    const isAgain = hasListened;
    hasListened = true;
    socket.addEventListener("message", (event) => {
      if (!isHeard) {
        isHeard = true;
        wait = BACKOFF.first;
        lostAt = 0;
        showConnection("live", "Live");
        isBack ||= isAgain;
        document.dispatchEvent(new CustomEvent("match:live"));
        // A page just loaded knows of everything. Later there may have been news of no step.
        isDoubtful ||= isAgain;
        if (isAgain) {
          document.dispatchEvent(new CustomEvent("match:talk"));
        }
      }
      const told = JSON.parse(event.data);
      // Things change without a step, too: a match is put on hold, somebody is invited, there is a rematch. While
      // it is running, a word about talk is mostly about nothing else.
      isDoubtful ||= board().dataset.status !== "running" || (told.seq <= newest && !told.talk);
      newest = Math.max(newest, told.seq);
      if (told.talk) {
        document.dispatchEvent(new CustomEvent("match:talk"));
      }
      if (isBehind() || isDoubtful) {
        refresh();
      }
    });
    socket.addEventListener("close", (event) => {
      const isFull = event.code === FULL;
      showConnection("lost", isFull ? "Looks every 30 seconds" : "Reconnecting…");
      if (isFull) {
        setTimeout(listen, WHEN_FULL * (0.75 + Math.random() / 2));
      } else {
        retry();
      }
    });
  }

  // Without a socket nobody tells of what is said, either.
  function lookAround() {
    refresh();
    if (socket.readyState !== WebSocket.OPEN) {
      document.dispatchEvent(new CustomEvent("match:talk"));
    }
  }

  function showConnection(state, words) {
    const sign = document.querySelector("#connection");
    sign.hidden = false;
    sign.dataset.state = state;
    document.querySelector("#connection-words").textContent = words;
  }

  // --- What survives a swap ------------------------------------------------------------------------

  let before = null;

  function remember() {
    const root = board();
    const active = document.activeElement;
    const inside = root.contains(active) ? active : null;
    const thing = inside && thingOf(inside);
    return {
      seq: seqOf(root),
      phase: phaseOf(root),
      myTurn: root.dataset.myTurn,
      status: root.dataset.status,
      states: new Map([...root.querySelectorAll("[data-state]")].map((node) => [node.dataset.key, node.dataset.state])),
      open: openThing()?.dataset.thing,
      askedFor: root.querySelector(".ask[open] [data-sure]")?.dataset.sure,
      folded: new Map([...root.querySelectorAll("details[data-key]:not([data-thing])")].map((d) => [d.dataset.key, d.open])),
      choices: new Map(kept(root).map((field) => [nameOf(field), [field.value, field.checked]])),
      scrolls: new Map([...root.querySelectorAll("[data-keep-scroll]")].map((n) => [n.id, [n.scrollLeft, n.scrollTop]])),
      focus: inside && {
        id: inside.id,
        move: inside.name === "move" ? inside.value : "",
        thing: thing?.dataset.thing,
        group: thing?.closest("[data-group]")?.dataset.group,
        place: thing ? neighbours(thing).indexOf(thing) : -1,
        spot: spotOf(inside),
        isEnd: inside.matches(ENDS),
        besides: besidesInList(inside),
        isHere: Boolean(inside.closest(".here")),
      },
      lost: inside === null && active !== document.body,
      lesson: lessonWords(),
      notice: noticeWords(),
      pressed: pressed?.name === "move" ? pressed.value : "",
      bought: pressed?.closest(".market__rows > li")?.querySelector("[data-key]").dataset.key,
      form: "",
    };
  }

  function restore(old) {
    const root = board();
    for (const [key, isOpen] of old.folded) {
      const details = root.querySelector(`details[data-key="${CSS.escape(key)}"]:not([data-thing])`);
      if (details && !(key === "since" && turnCame(old))) {
        details.open = isOpen;
      }
    }
    for (const field of kept(root)) {
      // Words that have just been sent are gone from their field.
      if (!isTyped(field) || !old.form || field.form.id !== old.form) {
        rechoose(field, old.choices.get(nameOf(field)));
      }
    }
    reopen(old);
    askAgain(old);
    markChanges(old);
    // From here on the board is measured: what changes it comes before, or it is laid out twice.
    if (phaseOf(root) !== old.phase) {
      root.querySelectorAll(".panes > .pane").forEach((pane) => pane.scrollTo({ top: 0, behavior: "instant" }));
    }
    for (const [id, [left, top]] of old.scrolls) {
      document.getElementById(id)?.scrollTo({ left, top, behavior: "instant" });
    }
    refocus(old);
    isAskedAnew = board().dataset.myTurn === "yes" && (turnCame(old) || phaseOf(board()) !== old.phase);
    announce(old);
  }

  const HALF = 0.5;
  let isAskedAnew = false; // by the board that came last

  // What is asked changes with the phase; a table without phases asks the same all through a turn.
  const phaseOf = (root) => root.querySelector(".yard-status h2")?.textContent;

  // Whoever has scrolled away from where they go on sees it again.
  function bringDecision() {
    const goals = isAskedAnew ? GOING_ON.flatMap((selector) => [...board().querySelectorAll(selector)]) : [];
    const goal = goals.find((node) => !node.disabled && node.checkVisibility());
    if (goal) {
      window.bringIntoView(goal.closest("section") ?? goal, HALF);
    }
  }

  // What somebody is about to send: words, lists, ticks and the like that aren't hidden.
  const kept = (root) => [...root.querySelectorAll("form :is(select, input, textarea)")]
    .filter((field) => field.type !== "hidden");

  const isOneOfMany = (field) => field.type === "radio" || field.type === "checkbox";
  const isTyped = (field) => !field.options && !isOneOfMany(field);
  const nameOf = (field) => `${field.form.id} ${field.name} ${isOneOfMany(field) ? field.value : ""}`;

  function rechoose(field, was) {
    if (!was) {
      return;
    }
    if (isOneOfMany(field)) {
      field.checked = was[1];
    } else if (isTyped(field) || [...field.options].some((option) => option.value === was[0])) {
      field.value = was[0];
    }
  }

  const turnCame = (old) => board().dataset.myTurn === "yes" && old.myTurn === "no";

  // A copy that the move itself has drawn stands where the one that was used did, as if nothing had happened.
  const isDrawnAnew = (thing, old) => thing.matches(".held") && thing.dataset.state === old.states.get(thing.dataset.key);

  // A tray stays open over other people's moves; after one's own only while the same move is on offer.
  function reopen(old) {
    const thing = thingAt(old.open);
    if (thing && (!old.pressed || (buttonFor(thing, old.pressed) && !isDrawnAnew(thing, old)))) {
      thing.open = true;
    }
  }

  // Whoever is being asked goes on being asked while others move.
  function askAgain(old) {
    const ask = !old.isPost && board().querySelector(`.ask:has([data-sure="${old.askedFor}"])`);
    if (ask) {
      ask.open = true;
      ask.querySelector("[data-back]").hidden = false;
    }
  }

  const thingAt = (key) => key && board().querySelector(`details[data-thing="${CSS.escape(key)}"]`);

  function buttonFor(root, move) {
    return [...root.querySelectorAll("button[name=move]")].find((button) => button.value === move);
  }

  // The focus goes to where the player goes on: to the end of the match, to the field with the mistake, to
  // the same thing again, or else to what there is to do now.
  function refocus(old) {
    const isOver = board().dataset.status === "finished" && old.status !== "finished";
    if (isOver && !isTyping()) {
      look(board().querySelector(".result__title"));
      return;
    }
    if (!old.focus || old.lost) {
      return;
    }
    const { id, move, thing, group, place, spot, isEnd, besides: others, isHere } = old.focus;
    const same = thingAt(thing);
    // Whoever has just ended something doesn't end the next with the same key, nor does somebody else's move
    // put an end under the finger of who was at something else.
    const hasEnded = isEnd && old.isPost && seqOf(board()) !== old.seq;
    const mayTake = (node) => !node.matches(ENDS) || (!hasEnded && (old.isPost || isEnd));
    const target = [
      ...board().querySelectorAll('[aria-invalid="true"]'),
      same?.open && move && buttonFor(same, move),
      !hasEnded && id && document.getElementById(id),
      !hasEnded && !thing && [...board().querySelectorAll(PRESSED)].find((node) => spotOf(node) === spot),
      same && faceOf(same),
      besides(group, place),
      ...others.map((other) => document.getElementById(other)),
      others.length && headingOf(board()),
      id.startsWith("narration-") && document.querySelector("#narrate"),
      id.startsWith("lesson-") && document.querySelector("#lesson"),
      isHere && board().querySelector(".here button"),
      board().querySelector(".junk__asked button"), // it says all of what it does, and the yard's has no room for it
      ...GOING_ON.map((selector) => board().querySelector(selector)),
      headingOf(board()),
    ].find((node) => node && !node.disabled && node.checkVisibility?.() !== false && mayTake(node));
    target?.focus({ preventScroll: true });
  }

  // Who writes a message isn't taken from it.
  const isTyping = () => document.activeElement.matches("#talk :is(input, textarea)");

  // What a film told before has come now.
  document.addEventListener("match:filmed", () => {
    if (board().dataset.status === "finished" && document.activeElement === document.body) {
      look(board().querySelector(".result__title"));
    }
    bringDecision();
  });

  const ENDS = '[data-shortcut="e"], [data-sure]';
  const PRESSED = "button, summary, input:not([type=hidden]), select, a[href]";
  const GOING_ON = [
    "#narration-after:not([aria-disabled])",
    "#narration-before",
    ".plot[data-mine] .plot__press", // from where one walks on
    ".can-act :is(a, button, summary), button.can-act",
    '[data-press="1"]',
    ".asking button, .workshop button",
    `[form=moves][name=move]:not(${ENDS})`,
    ENDS,
  ];

  // What tells a control from the others, as far as it is the same on the next board.
  function spotOf(node) {
    const form = node.form?.getAttribute("action") || node.closest("form")?.getAttribute("action") || "";
    const fold = node.closest("details")?.dataset.key || "";
    const { name = "", value = "" } = node;
    if (name === "order") {
      return [fold, name, value].join(" "); // it is given by one form and taken back by another
    }
    return [node.tagName, fold, form, name, node.type === "text" ? "" : value, textOf(node)].join(" ");
  }

  // Nothing is to be done now: then the heading of the table.
  function headingOf(root) {
    const heading = root.querySelector(".result__title, .waiting > h2, .board__main h2");
    heading?.setAttribute("tabindex", "-1");
    return heading;
  }

  // Whoever puts something together goes on beside what has gone, and not at the first thing that could be brought.
  function besidesInList(node) {
    const list = [...(node.closest(".workshop ul")?.querySelectorAll("button[id]") || [])];
    const place = list.indexOf(node);
    return [...list.slice(place + 1), ...list.slice(0, Math.max(place, 0)).reverse()].map(({ id }) => id);
  }

  function besides(group, place) {
    const list = group ? [...board().querySelectorAll(`[data-group="${group}"] details[data-thing]`)] : [];
    const thing = list[Math.min(place, list.length - 1)];
    return thing && faceOf(thing);
  }

  function markChanges(old) {
    if (seqOf(board()) === old.seq) {
      return;
    }
    for (const node of board().querySelectorAll("[data-state]")) {
      const was = old.states.get(node.dataset.key);
      // Another copy of what was bought looks as if nothing had happened.
      if (was === undefined || was !== node.dataset.state || node.dataset.key === old.bought) {
        node.classList.add("is-changed");
        node.classList.toggle("is-struck", wasStruck(node, was));
      }
    }
    for (const line of board().querySelectorAll(".log__line[data-step]")) {
      line.classList.toggle("is-new", Number(line.dataset.step) > old.seq);
    }
  }

  // What has just changed fades, and the dots of whoever is thinking come and go, in steps: an animation would have
  // the browser draw sixty pictures a second, beside the next press.
  const BEAT = 220;
  const FADED_AFTER = 5;
  const DOTS = 3;
  const LAST_BEAT = 21; // nothing moves for more than five seconds, however long somebody thinks
  let beating = 0;

  function beginToBeat() {
    clearInterval(beating);
    let beat = 0;
    beating = setInterval(() => {
      if (page.classList.contains("is-filmed")) {
        return; // the frames come when the film is over
      }
      beat += 1;
      for (const node of board().querySelectorAll(".is-changed")) {
        node.style.setProperty("--faded", beat / FADED_AFTER);
        node.classList.toggle("is-changed", beat < FADED_AFTER);
      }
      for (const node of board().querySelectorAll(".thinking")) {
        node.style.setProperty("--dots", beat === LAST_BEAT ? DOTS : beat % (DOTS + 1));
      }
      if (beat === LAST_BEAT) {
        clearInterval(beating);
      }
    }, BEAT);
  }

  // A Lane whose Scrapbot has more damage than before, or is gone.
  function wasStruck(node, was) {
    if (!was || !node.classList.contains("lane")) {
      return false;
    }
    const [oldCard, oldDamage] = was.split(" ");
    const [card, damage] = node.dataset.state.split(" ");
    return Boolean(oldCard) && (card !== oldCard || Number(damage) > Number(oldDamage));
  }

  // --- Saying what happened ------------------------------------------------------------------------

  function announce(old) {
    const root = board();
    const words = linesAfter(old.seq);
    // A new notice speaks for itself; one that says the same again stays silent.
    if (old.isPost && noticeWords() && noticeWords() === old.notice) {
      words.push(noticeWords());
    }
    if (root.dataset.status === "finished" && old.status !== "finished") {
      words.push(textOf(root.querySelector(".result__title")));
    } else if (turnCame(old)) {
      words.push("It is your turn.");
    }
    if (lessonWords() !== old.lesson) {
      words.push(lessonWords());
      pointOut();
    }
    if (words.length) {
      announcer.textContent = words.join(" ");
    }
  }

  // Bring what the tutorial points at into sight, also in a hand that is swiped: such a row snaps to a card's start.
  function pointOut() {
    const goal = board().querySelector("[data-pointed]");
    const [spot, row] = [goal, goal?.closest("[data-keep-scroll]")].map((node) => node?.getBoundingClientRect());
    const isCut = row && (spot.left < row.left || spot.right > row.right);
    goal?.scrollIntoView({ block: "nearest", inline: isCut ? "start" : "nearest" });
  }

  function noticeWords() {
    const notice = board().querySelector(".board__notice");
    return notice ? textOf(notice) : "";
  }

  // What a tutorial says.
  function lessonWords() {
    const node = board().querySelector("[data-lesson-words]");
    return node ? textOf(node, ".rule-link, .rule-changed") : "";
  }

  // The newest lines, the oldest of them first; the log has the newest first.
  function linesAfter(seq) {
    return [...board().querySelectorAll(".log__line[data-step]")]
      .filter((line) => Number(line.dataset.step) > seq)
      .slice(0, 12)
      .reverse()
      .map((line) => textOf(line, ".rule-link, .rule-changed"));
  }

  function textOf(node, without) {
    const copy = node.cloneNode(true);
    if (without) {
      copy.querySelectorAll(without).forEach((part) => part.remove());
    }
    return copy.textContent.replace(/\s+/g, " ").trim();
  }

  const SIGN = "● Your turn · ";

  function nameTab() {
    const title = document.title.replace(/\s+/g, " ").trim().replace(SIGN, "");
    document.title = board().dataset.myTurn === "yes" ? SIGN + title : title;
  }

  // --- htmx ----------------------------------------------------------------------------------------

  let pressed = null;
  const SENT_BY = { moves: "move", order: "order", "order-back": "order" };

  document.addEventListener("submit", (event) => {
    // One move at a time: the next is made on the board that this one brings.
    if (posting && board().contains(event.target)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (event.target.method === "dialog") {
      return; // it only closes
    }
    pressed = event.submitter;
    // The press is seen at once, however long the answer takes.
    event.submitter?.classList.add("is-sending");
  }, true);

  // htmx looks for the button that was pressed neither outside its form nor where the focus has left it.
  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, parameters } = event.detail;
    const name = SENT_BY[elt.id];
    if (name) {
      parameters[name] = pressed?.name === name ? pressed.value : "";
    } else if (pressed?.name && pressed.form === elt) {
      parameters[pressed.name] = pressed.value;
    }
  });

  // Only what changes the board has it to itself until its answer comes: not a message, nor a note.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, target, requestConfig, xhr } = event.detail;
    if (requestConfig.verb !== "post") {
      return;
    }
    const isOfBoard = target.id === "board";
    if (isOfBoard) {
      before = { ...remember(), isPost: true, form: elt.id };
      posting += 1;
      asked = "";
      unanswered = "";
      board().setAttribute("aria-busy", "true");
    }
    // The form may be gone by then, and htmx tells nobody; the request itself always ends.
    xhr.addEventListener("loadend", () => endPost(xhr.status, isOfBoard));
  });

  function endPost(status, isOfBoard) {
    if (status && socket.readyState === WebSocket.OPEN) {
      showConnection("live", "Live");
    }
    posting -= Number(isOfBoard);
    if (posting) {
      return;
    }
    pressed = null;
    board().removeAttribute("aria-busy");
    page.querySelectorAll(".is-sending").forEach((node) => node.classList.remove("is-sending"));
    catchUp();
  }

  // A link's own request would be lost if a fresh board replaced the one it stands on: wait in line.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt } = event.detail;
    if (elt.matches("#board a[hx-target='#board']")) {
      event.preventDefault();
      asked = elt.getAttribute("hx-get");
      refresh();
    }
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { detail } = event;
    const isPost = detail.requestConfig.verb === "post";
    if (detail.target.id !== "board") {
      detail.ignoreTitle = true; // a card or a rule beside the board: the tab keeps the match's name
      if (isPost && detail.isError) {
        complain(detail.requestConfig, ...(COMPLAINTS[detail.xhr.status] || COMPLAINTS.written));
      } else if (detail.isError && detail.requestConfig.elt.matches("a")) {
        sayDead(detail.requestConfig.elt, detail.xhr.status);
      }
      return;
    }
    // A link on the board shows the same moment otherwise: with a card picked up, or as it was earlier.
    const isAsked = Boolean(asked) && asked === fetching;
    const seq = /id="board"[^>]*\sdata-seq="(-?\d+)"/.exec(detail.serverResponse);
    if (!seq) {
      detail.shouldSwap = false;
      if (detail.xhr.status === 204 && unanswered && isBack) {
        unanswered = "";
        document.dispatchEvent(new CustomEvent("match:unmade"));
      }
      if (detail.xhr.status === 404 && !isPost && !posting) {
        location.reload(); // whoever is signed in now may not see it
      } else if (isPost) {
        complain(detail.requestConfig, ...(COMPLAINTS[detail.xhr.status] || COMPLAINTS.other));
      } else if (isAsked && detail.isError) {
        sayDead(askedLink(), detail.xhr.status);
      }
      return;
    }
    const status = /data-status="(\w+)"/.exec(detail.serverResponse)[1];
    const isOlder = Number(seq[1]) < seqOf(board());
    const at = /data-at="([^"]*)"/.exec(detail.serverResponse)[1];
    const hint = /data-hint="(\w+)"/.exec(detail.serverResponse)?.[1];
    const { dataset } = board();
    // Somebody else has signed in, nobody is any more, or a bot has the seat: what stands around the board isn't
    // theirs either. It is so, too, after the answer to a press, which brings why it was refused.
    const isOthers = seatIn(at) !== "" && seatIn(at) !== pageSeat;
    if (isOthers && !isPost && !posting) {
      detail.shouldSwap = false;
      document.dispatchEvent(new CustomEvent("match:reloads"));
      location.reload();
      return;
    }
    const isSame =
      Number(seq[1]) === seqOf(board()) &&
      status === dataset.status &&
      at === dataset.at &&
      hint === dataset.hint;
    // The answer to a move needs the board it was sent from: nothing else replaces that meanwhile.
    const mayReplace = !posting && (isAsked || (!isSame && !isHeld));
    // Refusals bring the board along: show it.
    detail.shouldSwap = isPost ? isOthers || !isOlder : !isOlder && mayReplace;
    detail.isError = false;
    if (detail.shouldSwap && !isPost) {
      before = remember();
      unanswered = "";
    }
  });

  // What is about to be replaced can still be looked at.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id === "board" && event.detail.shouldSwap) {
      event.detail.swapOverride = "board";
      document.dispatchEvent(new CustomEvent("match:leaves"));
    }
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "board") {
      return;
    }
    setUp(board());
    if (before) {
      restore(before);
    }
    // What the page said when it came has been read once its player has moved on.
    if (before?.isPost && seqOf(board()) !== before.seq) {
      window.dropNotices();
    }
    const detail = before;
    before = null;
    // Who listens looks where things are, and moves them: all that the new board is given comes first. Last
    // comes the height of the bar, for another one gives everything its style anew.
    queueMicrotask(() => {
      if (detail) {
        document.dispatchEvent(new CustomEvent("match:came", { detail }));
      }
      measure(board());
      beginToBeat();
      if (!page.classList.contains("is-filmed")) {
        bringDecision();
      }
    });
  });

  // A board's answer brings the name that the tab should have then.
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id === "board") {
      nameTab();
    }
  });

  /** Returns for which seat a board was made, from what stands in `data-at`; empty if it doesn't say that. */
  function seatIn(at) {
    return /^-?\d+(?= |$)/.exec(at)?.[0] ?? "";
  }

  const COMPLAINTS = {
    none: ["The site didn’t answer. Check your connection, then try again.", true],
    429: ["Too many requests. Wait a moment, then try again.", true],
    503: ["The site is busy, and nothing was changed. Try again in a moment.", true],
    other: ["That wasn’t accepted. Reload the page to see the match as it is now.", false],
    shown: ["That can’t be shown. Reload the page to see the match as it is now.", false],
    written: ["That wasn’t accepted. Copy what you have written before you reload the page.", false],
  };

  function complain(config, reason, canRepeat) {
    unanswered = config.parameters.client_move_id || unanswered;
    const what = { form: config.elt, button: config.triggeringEvent?.submitter };
    document.dispatchEvent(new CustomEvent("match:failed", { detail: { reason, canRepeat, ...what } }));
    if (before && config.target.id === "board") {
      setTimeout(refocus, 0, before);
    }
  }

  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      if (event.detail.requestConfig.verb === "post") {
        complain(event.detail.requestConfig, ...COMPLAINTS.none);
        isBack = false;
        // Perhaps only the answer was lost, and nobody is told of what a seat does in secret.
        setTimeout(refresh, LOST_ANSWER);
      } else if (event.detail.elt.matches("a")) {
        sayDead(event.detail.elt);
      }
    });
  }

  const askedLink = () => board().querySelector(`a[hx-get="${CSS.escape(asked)}"]`);

  // A link that was pressed and brought nothing, or only an answer of this status.
  function sayDead(link, status = "none") {
    const [reason] = COMPLAINTS[status] || COMPLAINTS.shown;
    document.dispatchEvent(new CustomEvent("match:failed", { detail: { reason, canRepeat: false, link } }));
  }

  // --- Trays ---------------------------------------------------------------------------------------

  function setUp(root) {
    root.querySelectorAll("[data-js-only]").forEach((node) => {
      node.hidden = false;
    });
    // Where nothing can be pressed on a field, the arrow keys go over it from one's own pawn.
    const grid = root.querySelector("[data-grid]");
    if (grid && !grid.querySelector(".can-act > *")) {
      const start = grid.querySelector("[data-mine] .plot__press") ?? grid.querySelector(".plot__press");
      start?.setAttribute("tabindex", "0");
    }
    // On a phone the news is one line above the table until it is pressed.
    if (!isWide()) {
      root.querySelector("#since")?.removeAttribute("open");
    }
  }

  function measure(root) {
    // Where the window is too low the bar isn't held in it: nothing need keep clear of it.
    const isHeldIn = !matchMedia("(max-height: 17rem)").matches;
    const height = (isHeldIn && root.querySelector(".actions")?.offsetHeight) || 0;
    document.documentElement.style.setProperty("--actions-height", `${height}px`);
  }

  // In a narrower window the words in the bar take more lines.
  window.addEventListener("resize", () => measure(document));

  function close(thing) {
    thing.open = false;
    faceOf(thing).focus({ preventScroll: true });
  }

  /** Scrolls to what a question names, so that it lies above the question. */
  function showBeside(node, question) {
    if (!node) {
      return;
    }
    node.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
    const [it, box] = [node, question].map((one) => one.getBoundingClientRect());
    if (it.right > box.left && it.bottom > box.top) {
      scrollBy({ top: it.bottom - box.top + 8, behavior: "instant" });
    }
  }

  let asking = null; // the question whether one is sure that is being opened by a press

  document.addEventListener("toggle", (event) => {
    const thing = event.target;
    if (thing.matches?.("details[data-thing]") && thing.open && isWide()) {
      thing.querySelector(".tray")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else if (thing.matches?.(".ask") && thing.open) {
      const back = thing.querySelector("[data-back]");
      back.hidden = false;
      showBeside(document.getElementById(thing.dataset.about), thing.querySelector(".ask__sure"));
      // A quick second key has gone on to the answer already; what another board opens again was open before.
      if (event.oldState !== "open" && !document.activeElement.matches("[data-sure]")) {
        back.focus({ preventScroll: true });
      }
    } else if (thing === asking && thing.open) {
      asking = null;
      thing.querySelector("form").scrollIntoView({ block: "nearest" });
    }
  }, true);

  // On a phone a tap beside a question takes it back, and does nothing to what lies there.
  window.takePresses(({ target, detail }) => {
    const ask = board().querySelector(".ask[open]");
    const isElsewhere = ask && !target.closest(".ask") && target.closest("[data-table]");
    const isBeside = Boolean(detail && !isWide() && isElsewhere);
    if (isBeside) {
      ask.open = false;
    }
    return isBeside;
  });

  document.addEventListener("click", (event) => {
    const { target } = event;
    asking = target.closest(".confirm > summary")?.parentElement;
    const ask = board().querySelector(".ask[open]");
    if (ask && (!ask.contains(target) || target.closest("[data-back]"))) {
      ask.open = false;
      if (ask.contains(target)) {
        ask.querySelector("summary").focus({ preventScroll: true });
      }
    }
    if (target.closest("[data-close]")) {
      close(target.closest("details[data-thing]"));
    } else if (target.closest("[data-open]")) {
      document.querySelector(target.closest("[data-open]").dataset.open).showModal();
    } else if (!target.closest(".pile")) {
      board().querySelectorAll(".pile[open]").forEach((pile) => {
        pile.open = false;
      });
    }
  });

  // Whoever had the focus nowhere goes on at the table, and not at the page's end, where dialogs are.
  document.addEventListener("close", ({ target }) => {
    const active = document.activeElement;
    if (active === document.body || target.contains(active)) {
      headingOf(board())?.focus({ preventScroll: true });
    }
  }, true);

  // --- Keys ----------------------------------------------------------------------------------------

  const ROWS = ["far", "near", "market", "hand"];
  const keysSwitch = document.querySelector("#keys-on");

  function keysAreOn() {
    return keysSwitch.checked;
  }

  function setUpKeys() {
    keysSwitch.checked = window.singleKeysAreOn();
    keysSwitch.addEventListener("change", () => {
      try {
        localStorage.setItem("single-keys", keysSwitch.checked ? "on" : "off");
      } catch {
        // Not remembered, but in force on this page.
      }
    });
  }

  function neighbours(thing) {
    const group = thing.closest("[data-group]");
    return group ? things(group) : [thing];
  }

  function focusGroup(name) {
    const group = board().querySelector(`[data-group="${name}"]`);
    const list = group ? things(group) : [];
    const thing = list.find((one) => one.classList.contains("can-act")) || list[0];
    if (thing) {
      look(faceOf(thing));
    }
    return Boolean(thing);
  }

  // Of what the first of *selectors* finds that finds anything.
  function focusFirst(...selectors) {
    const node = selectors.map((selector) => board().querySelector(selector)).find(Boolean);
    if (node) {
      look(node);
    }
  }

  function look(node) {
    node.focus({ preventScroll: true });
    const { top, bottom } = node.getBoundingClientRect();
    // The bar is held in the window: to bring what is in it clear of the bar would scroll the table away.
    if (!node.closest(".actions") || top < 0 || bottom > innerHeight) {
      node.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  function pressHandCard(number) {
    const thing = [...board().querySelectorAll('[data-group="hand"] details[data-thing]')][number - 1];
    if (!thing) {
      return;
    }
    if (thing.open) {
      close(thing);
      return;
    }
    if (deedOf(thing)) {
      deedOf(thing).focus({ preventScroll: true });
      deedOf(thing).click();
      return;
    }
    thing.open = true;
    look(thing.querySelector(".tray__choice") || faceOf(thing));
  }

  // What a board itself says its keys press.
  function pressMarked(key) {
    const marked = board().querySelector(`[data-press="${CSS.escape(key)}"]`);
    if (marked && "look" in marked.dataset) {
      look(marked);
    } else if (marked) {
      marked.focus({ preventScroll: true });
      marked.click();
    }
    return Boolean(marked);
  }

  function pressShortcut(letter) {
    const sure = board().querySelector(`.ask[open] [data-sure="${letter}"]`);
    const button = sure || board().querySelector(`[data-shortcut="${letter}"]`);
    const other = !sure && board().querySelector(".ask[open] [data-back]"); // the key is of no use to what is asked
    if (other) {
      look(other);
      return;
    }
    if (!button || button.disabled) {
      return;
    }
    // Ending the turn can't be taken back, and asking to undo bothers others: the first press only looks.
    if ((letter === "e" || sure || "asks" in button.dataset) && document.activeElement !== button) {
      look(button);
    } else {
      button.click();
    }
  }

  function moveFocus(event, step) {
    const active = document.activeElement;
    const thing = thingOf(active);
    if (!thing) {
      return;
    }
    const isAcross = event.key === "ArrowLeft" || event.key === "ArrowRight";
    if (!isAcross && thing.open && active.closest(".tray, summary") && moveInTray(thing, active, step)) {
      event.preventDefault();
      return;
    }
    if (active !== faceOf(thing)) {
      return;
    }
    event.preventDefault();
    const list = neighbours(thing);
    const next = list[list.indexOf(thing) + step];
    if (!isAcross && next && isAbove(...(step > 0 ? [thing, next] : [next, thing]))) {
      look(faceOf(next));
      return;
    }
    if (isAcross) {
      look(faceOf(list[(list.indexOf(thing) + step + list.length) % list.length]));
      return;
    }
    const name = thing.closest("[data-group]").dataset.group;
    for (let row = ROWS.indexOf(name) + step; ROWS[row]; row += step) {
      if (focusGroup(ROWS[row])) {
        return;
      }
    }
  }

  function isAbove(upper, lower) {
    const [one, other] = [faceOf(upper), faceOf(lower)].map((face) => face.getBoundingClientRect());
    return other.top >= one.bottom - 1 && Math.abs(other.left - one.left) < one.width / 2;
  }

  // In a table of places, arrows go to the place beside.
  function moveInGrid(event) {
    const cell = document.activeElement.closest?.("[data-grid] td");
    const [down, across] = GRID_STEPS[event.key];
    const row = cell?.closest("table").rows[cell.parentElement.rowIndex + down];
    const place = row?.cells[cell.cellIndex + across]?.firstElementChild;
    if (place) {
      event.preventDefault();
      look(place);
    }
    return Boolean(cell);
  }

  function moveInTray(thing, active, step) {
    const stops = [faceOf(thing), ...thing.querySelectorAll(".tray__choice, .refusals > summary, .refusals[open] a")];
    const next = stops[stops.indexOf(active) + step];
    if (next) {
      look(next);
    }
    return Boolean(next);
  }

  function escape() {
    if (!panel.hidden) {
      return; // js/drawer.js closes it
    }
    // What one is asked lies over all else, and a pile over the cards.
    const over = [".ask[open]", ".advice[open]", ".pile[open]"].map((name) => board().querySelector(name)).find(Boolean);
    const thing = openThing();
    const open = over ?? (thing ? null : board().querySelector(".junk-place[open]"));
    if (open) {
      open.open = false;
      open.querySelector("summary").focus({ preventScroll: true });
      return;
    }
    if (thing) {
      close(thing);
      return;
    }
    pressMarked("escape");
  }

  const SINGLE_KEYS = {
    "?": () => document.querySelector("#keys").showModal(),
    e: () => pressShortcut("e"),
    u: () => pressShortcut("u"),
    f: () => focusFirst("[data-grid] .can-act > *", "[data-grid] .plot__press"),
    h: () => focusGroup("hand"),
    l: () => focusGroup("near"),
    m: () => focusGroup("market"),
    n: () => document.querySelector("[data-next]:not([hidden])")?.click(),
  };
  const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  const GRID_STEPS = { ArrowLeft: [0, -1], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0] };

  document.addEventListener("keydown", (event) => {
    const isField = event.target.matches?.("input, textarea, select");
    // What a dialog lies over can't be seen.
    const isElsewhere = isField || document.querySelector("dialog[open]");
    if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere) {
      return;
    }
    if (event.key === "Escape") {
      escape();
    } else if (STEPS[event.key]) {
      if (!moveInGrid(event) && !(keysAreOn() && pressMarked(event.key.toLowerCase()))) {
        moveFocus(event, STEPS[event.key]);
      }
    } else if (keysAreOn() && !event.repeat) {
      pressSingleKey(event);
    }
  });

  function pressSingleKey(event) {
    const key = event.key.toLowerCase();
    if (pressMarked(key)) {
      event.preventDefault();
    } else if (key >= "1" && key <= "9") {
      pressHandCard(Number(key));
    } else if (SINGLE_KEYS[key]) {
      event.preventDefault();
      SINGLE_KEYS[key]();
    }
  }

  // --- Begin ---------------------------------------------------------------------------------------

  // The new board is as it should be: nothing of the old one's classes is carried over.
  window.htmx.config.attributesToSettle = [];
  window.htmx.config.defaultSettleDelay = 0;

  page.querySelectorAll("[data-js-only]").forEach((node) => {
    node.hidden = false;
  });
  page.setAttribute("hx-ext", "board");
  setUp(board());
  measure(board());
  pointOut();
  setUpKeys();
  nameTab();
  beginToBeat();
  listen();
  setInterval(lookAround, POLL_EVERY);
  window.addEventListener("online", () => {
    isBack = true;
    if (socket.readyState === WebSocket.OPEN) {
      showConnection("live", "Live");
    }
  });
  // The socket may be the last to notice.
  window.addEventListener("offline", () => showConnection("lost", "Offline"));
  for (const name of ["focus", "online"]) {
    window.addEventListener(name, refresh);
  }
  window.addEventListener("online", retryNow);
  // A page just loaded is shown as well; only one that the browser had kept may be old.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) {
      refresh();
    }
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) {
      isDoubtful = true; // whoever is signed in may have changed since a look that is under way began
      refresh();
    }
  });
})();
