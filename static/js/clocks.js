// Clocks that tick. The server decides when time is up; here it is only counted between two answers.
(function () {
  "use strict";

  const HOUR = 3600;
  const UNITS = [[24 * HOUR, "d"], [HOUR, "h"]];
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

  const left = (clock) => Math.max(0, Number(clock.dataset.due) - Date.now() / 1000 - ahead);

  // Below an hour 4:09; in a player's bar, where there is little room, 3 d or 5 h before that.
  function words(seconds) {
    const unit = UNITS.find(([size]) => seconds >= size);
    if (unit) {
      return `${Math.floor(seconds / unit[0])} ${unit[1]}`;
    }
    const whole = Math.ceil(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  }

  function tick() {
    let title = "";
    const clocks = document.querySelectorAll("[data-due]");
    if (clocks.length && !hasAsked) {
      askForTheTime();
    }
    for (const clock of clocks) {
      const seconds = left(clock);
      const isLow = seconds <= Number(clock.dataset.warnAt || 0);
      const rests = "rests" in clock.dataset;
      const text = rests ? "paused" : words(seconds);
      // From an hour on the server's words are as good, and it knows of weekends on the way.
      if (!rests && seconds < HOUR) {
        say(clock.querySelector("[data-words]") || clock, text, isLow);
      }
      const bar = document.querySelector(`[data-clock-of="${clock.dataset.seat}"]`);
      if (bar) {
        bar.hidden = false;
        say(bar, text, isLow);
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
