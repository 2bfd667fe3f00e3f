// The replay, made smooth: the next moment is fetched and its parts are put in place, keys press the links,
// and the match plays by itself. Without this file every link leads to a page of its own.
(function () {
  "use strict";

  const SPEEDS = ["0.5", "1", "2", "4"];
  const BEAT_MS = 1600;
  const MOST_AHEAD = 4;
  const root = document.getElementById("replay");
  const speed = document.getElementById("speed");
  const play = document.getElementById("play");
  const ahead = new Map(); // address -> promise of its page
  let asked = 0;
  let isReturning = false; // by the browser's Back or Forward, and not there yet
  let isPlaying = false;
  let beat = 0;
  let at = location.search; // of the moment that is shown

  const wayTo = (id) => document.getElementById(id)?.getAttribute("href") && document.getElementById(id).href;

  function setUp() {
    for (const node of root.querySelectorAll("[data-js-only], [data-copy]")) {
      node.hidden = false;
    }
    for (const node of root.querySelectorAll("[data-no-js]")) {
      node.hidden = true;
    }
  }

  async function load(address) {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { page, shown: answer.redirected ? answer.url : address };
  }

  // The next moment is there when it is wanted, so nothing flickers.
  function loadAhead(address) {
    if (!address || ahead.has(address)) {
      return;
    }
    const coming = load(address);
    coming.catch(() => ahead.delete(address));
    ahead.set(address, coming);
    if (ahead.size > MOST_AHEAD) {
      ahead.delete(ahead.keys().next().value);
    }
  }

  // A running match may have gone on since its newest moment was fetched ahead.
  async function fetched(address) {
    const found = await ahead.get(address);
    const hasWayOn = found?.page.getElementById("way-after")?.hasAttribute("href");
    return hasWayOn ? found : load(address);
  }

  function say(words) {
    document.getElementById("replay-said").textContent = words;
  }

  function sayMoment() {
    const lines = [...document.querySelectorAll("#now li")].map((line) => line.innerText.replace(/\s+/g, " "));
    say(`${document.querySelector(".replay__where b").textContent}. ${lines.join(" ")}`);
  }

  function putInPlace(page) {
    const held = root.contains(document.activeElement) ? document.activeElement.id : "";
    const mine = root.querySelector("[data-mine]")?.dataset.key;
    const scrolled = [...root.querySelectorAll("[data-keep-scroll]")].map((n) => [n.id, n.scrollLeft, n.scrollTop]);
    for (const part of page.querySelectorAll("#replay [data-part]")) {
      document.getElementById(part.id)?.replaceWith(document.adoptNode(part));
      window.htmx.process(part);
    }
    document.title = page.title;
    setUp();
    // The part of the table that is shown on a phone stays.
    for (const [id, left, top] of scrolled) {
      document.getElementById(id)?.scrollTo({ left, top, behavior: "instant" });
    }
    document.dispatchEvent(new CustomEvent("replay:shown", { detail: { mine } }));
    if (held && document.activeElement?.id !== held) {
      document.getElementById(held)?.focus({ preventScroll: true });
    }
  }

  // Show the moment at the address; history: "push", "replace" or "keep". Returns whether it is shown.
  async function show(address, history_) {
    const mine = (asked += 1);
    isReturning = history_ === "keep";
    let found;
    try {
      found = await fetched(address);
    } catch {
      found = null;
    }
    ahead.delete(address);
    if (mine !== asked) {
      return false;
    }
    isReturning = false;
    if (!found?.page.getElementById("replay-now")) {
      location.assign(address);
      return false;
    }
    putInPlace(found.page);
    if (history_ === "push") {
      history.pushState(null, "", found.shown);
    } else if (history_ === "replace") {
      history.replaceState(null, "", found.shown);
    }
    at = location.search;
    if (!isPlaying) {
      sayMoment();
    }
    return true;
  }

  async function go(address) {
    stop();
    if (address && (await show(address, "push"))) {
      loadAhead(wayTo("way-after"));
    }
  }

  // --- Playing by itself -------------------------------------------------------------------------------

  function drawPlay() {
    play.querySelector(".replay__sign").textContent = isPlaying ? "❚❚" : "▶";
    play.querySelector(".replay__word").textContent = isPlaying ? "Pause" : "Play";
  }

  function stop(words) {
    clearTimeout(beat);
    if (isPlaying) {
      isPlaying = false;
      asked += 1; // what is still on its way isn't shown
      drawPlay();
      say(words || `Stopped. ${document.querySelector(".replay__where b").textContent}.`);
    }
  }

  async function start() {
    isPlaying = true;
    drawPlay();
    say("Playing.");
    // At the end it begins again.
    const first = wayTo("way-after") || wayTo("way-first");
    if (!first) {
      stop();
      return;
    }
    await playOn(first, "push");
  }

  async function playOn(address, history_) {
    if (!(await show(address, history_)) || !isPlaying) {
      return;
    }
    const next = wayTo("way-after");
    if (!next) {
      stop("That is the newest step.");
      return;
    }
    loadAhead(next);
    beat = setTimeout(() => playOn(next, "replace"), BEAT_MS / Number(speed.value));
  }

  function setSpeed(value) {
    speed.value = value;
    try {
      localStorage.setItem("replay-speed", value);
    } catch {
      // Not remembered, but in force on this page.
    }
  }

  function rememberedSpeed() {
    try {
      return localStorage.getItem("replay-speed");
    } catch {
      return null;
    }
  }

  play.addEventListener("click", () => (isPlaying ? stop() : start()));
  speed.addEventListener("change", () => setSpeed(speed.value));
  document.addEventListener("visibilitychange", () => document.hidden && stop());

  // --- Links, keys and the scrubber --------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const way = event.target.closest("a[data-way], .replay__whose a, #mode");
    const isPlain = !event.defaultPrevented && event.button === 0;
    if (way && way.href && isPlain && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) {
      event.preventDefault();
      go(way.href);
    } else if (event.target.closest("[data-copy]")) {
      drawPicture();
    }
  });

  // Whoever copies the link is about to share it. The answer leads to this moment with its picture.
  async function drawPicture() {
    const form = document.getElementById("draw");
    try {
      const answer = form && (await fetch(form.action, { method: "POST", body: new FormData(form) }));
      const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
      const made = page && page.getElementById("share-picture");
      // The moment may have been shown anew meanwhile; if it is another one, its own button stays.
      const now = document.getElementById("draw");
      if (made && now?.action === form.action) {
        now.replaceWith(document.adoptNode(made));
      }
    } catch {
      // The link is copied all the same, and the button stays.
    }
  }

  function isTaken(target, key) {
    if (target.closest("input[type=range]")) {
      return !(key === " " || SPEEDS[Number(key) - 1]);
    }
    if (target.closest("#panel")) {
      return true; // they scroll what one reads there
    }
    const presses = key === " " ? ", button, summary" : "";
    return target.closest(`input, select, textarea, [contenteditable]${presses}`) !== null;
  }

  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || isTaken(event.target, event.key)) {
      return;
    }
    const way = root.querySelector(`a[href][data-way="${CSS.escape(event.key)}"]`);
    if (way) {
      go(way.href);
    } else if (event.key === " ") {
      play.click();
    } else if (SPEEDS[Number(event.key) - 1] && window.singleKeysAreOn()) {
      setSpeed(SPEEDS[Number(event.key) - 1]);
    } else {
      return;
    }
    event.preventDefault();
  });

  // While one drags, only the number follows; the moment is fetched when one lets go. Another that came meanwhile
  // would take away what is dragged.
  root.addEventListener("input", (event) => {
    if (event.target.id === "scrubber") {
      stop();
      asked += 1;
      document.querySelector(".replay__where b").textContent = `Step ${event.target.value}`;
    }
  });
  root.addEventListener("change", (event) => {
    if (event.target.id === "scrubber") {
      const asked_ = new URLSearchParams(new FormData(event.target.form));
      go(`${location.pathname}?${asked_}`);
    }
  });

  // A link within the page, such as "Share", comes here too, and leaves the moment as it is.
  addEventListener("popstate", () => {
    if (location.search !== at) {
      stop();
      show(location.href, "keep");
    } else if (isReturning) {
      asked += 1; // what is on its way is left again
      isReturning = false;
    }
  });

  const known = rememberedSpeed();
  if (SPEEDS.includes(known)) {
    speed.value = known;
  }
  setUp();
})();
