// Clocks that tick. The server decides when time is up; here it is only counted between two answers.
(function () {
  "use strict";

  const HOUR = 3600;
  const UNITS = [[24 * HOUR, "day"], [HOUR, "hour"], [60, "minute"]];
  const counted = new WeakMap(); // since when each clock counts, by the browser's own watch
  const announcer = document.querySelector("#announcer");
  let warned = false;

  // Seconds left: as many as the server said, less what has passed since, once the player's rest is over.
  function left(clock) {
    if (!counted.has(clock)) {
      counted.set(clock, performance.now());
    }
    const passed = (performance.now() - counted.get(clock)) / 1000;
    const rest = Number(clock.dataset.rest || 0);
    return Math.max(0, Number(clock.dataset.left) - Math.max(0, passed - rest));
  }

  // 4:09 below an hour, else the two largest units.
  function words(seconds) {
    const whole = Math.ceil(seconds);
    if (whole < HOUR) {
      return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    }
    let rest = Math.round(whole / 60) * 60;
    const parts = UNITS.map(([size, name]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count && `${count} ${name}${count === 1 ? "" : "s"}`;
    });
    return parts.filter(Boolean).slice(0, 2).join(" ");
  }

  // In a player's bar there is little room: 3 d, 5 h.
  function shortWords(seconds) {
    const unit = UNITS.find(([size]) => seconds >= size && size >= HOUR);
    return unit ? `${Math.floor(seconds / unit[0])} ${unit[1][0]}` : words(seconds);
  }

  function tick() {
    let title = "";
    for (const clock of document.querySelectorAll("[data-left]")) {
      const seconds = left(clock);
      const isLow = seconds <= Number(clock.dataset.warnAt || 0);
      const text = words(seconds);
      say(clock.querySelector("[data-words]") || clock, text, isLow);
      const bar = document.querySelector(`[data-clock-of="${clock.dataset.seat}"]`);
      if (bar) {
        bar.hidden = false;
        say(bar, shortWords(seconds), isLow);
      }
      if ("mine" in clock.dataset) {
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
    if (isLow && !warned && announcer) {
      announcer.textContent = `Time is short: ${text} left.`;
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
