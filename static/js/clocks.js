// Clocks that tick. The server decides when time is up; here it is only counted between two answers.
(function () {
  "use strict";

  const MINUTE = 60;
  const HOUR = 3600;
  const DAY = 24 * HOUR;
  const UNITS = [[DAY, "day"], [HOUR, "hour"], [MINUTE, "minute"]];
  const said = document.querySelector("#clock-said"); // news has an element of its own, and is read out too
  const EXACT = 2; // seconds: the time of an answer is whole seconds, and a little old
  let ahead = 0; // how many seconds the server's watch is ahead of the browser's
  let hasAsked = false;
  let warned = false;

  function hear(date) {
    const told = Date.parse(date);
    if (told) {
      const found = (told - Date.now()) / 1000;
      ahead = Math.abs(found) < EXACT ? 0 : found;
    }
  }

  document.addEventListener("htmx:afterRequest", ({ detail }) => hear(detail.xhr.getResponseHeader("Date")));

  // Nothing on the page itself tells how late it is on the server.
  async function askForTheTime() {
    hasAsked = true;
    try {
      hear((await fetch("/healthz", { cache: "no-store" })).headers.get("Date"));
    } catch {
      // The next answer tells.
    }
  }

  const left = (clock) =>
    "left" in clock.dataset
      ? Number(clock.dataset.left)
      : Math.max(0, Number(clock.dataset.due) - Date.now() / 1000 - ahead);

  // As the server says it: in the two largest units, rounded. Below an hour 4:09.
  function words(seconds) {
    if (seconds < HOUR) {
      const whole = Math.ceil(seconds);
      return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
    }
    const unit = seconds < 2 * DAY ? MINUTE : HOUR;
    let whole = Math.round(seconds / unit) * unit;
    const parts = [];
    for (const [size, name] of UNITS) {
      const count = Math.floor(whole / size);
      whole %= size;
      if (count) {
        parts.push(`${count} ${name}${count === 1 ? "" : "s"}`);
      }
    }
    return parts.slice(0, 2).join(" ");
  }

  // There is little room in a player's bar: 2 d 23 h.
  const inShort = (text) => text.replace(/ ([a-z])[a-z]+/g, " $1");

  function tick() {
    let title = "";
    const clocks = document.querySelectorAll("[data-due], [data-left]");
    if (clocks.length && !hasAsked) {
      askForTheTime();
    }
    for (const clock of clocks) {
      const seconds = left(clock);
      const runs = "due" in clock.dataset;
      const isLow = runs && seconds <= Number(clock.dataset.warnAt || 0);
      const rests = "rests" in clock.dataset;
      const told = clock.querySelector("[data-words]") || clock;
      // Only the server knows of weekends and time off on the way.
      const text = seconds < HOUR || "ticks" in clock.dataset || !runs ? words(seconds) : told.textContent;
      if (!rests) {
        say(told, text, isLow);
      }
      const bar = document.querySelector(`[data-clock-of="${clock.dataset.seat}"]`);
      if (bar) {
        bar.hidden = false;
        bar.classList.toggle("is-paused", !runs);
        say(bar, rests ? "paused" : inShort(text), isLow);
      }
      if ("mine" in clock.dataset && !rests) {
        title = seconds < HOUR ? `(${text}) ` : "";
        warn(isLow, text);
      }
    }
    nameTab(title);
  }

  function say(node, text, isLow) {
    if (node.textContent !== text) {
      node.textContent = text;
    }
    node.classList.toggle("is-low", isLow);
  }

  function warn(isLow, text) {
    if (isLow && !warned && said) {
      said.textContent = `Time is short: ${text} left.`;
      document.dispatchEvent(new CustomEvent("clock:low"));
    }
    warned = isLow;
  }

  function nameTab(sign) {
    const title = document.title.replace(/\(\d+:\d\d\) /, "");
    if (document.title !== sign + title) {
      document.title = sign + title;
    }
  }

  // The words of the server stand until the first tick, and where there are no scripts.
  setInterval(tick, 250);
  document.addEventListener("htmx:afterSettle", tick);
  tick();
})();
