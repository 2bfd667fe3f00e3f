// The lobby's lists follow what happens: when the server says that open matches have changed, they are
// fetched again. Without this file the page shows how it was when it was opened.
(function () {
  "use strict";

  const EVERY_MS = 30_000;
  const FULL = 4429;
  const WHEN_FULL = 5 * 60_000;
  const FIRST_WAIT = 1_000;
  const LONGEST_WAIT = 60_000;
  // Everybody hears at the same moment, and shouldn't ask at the same moment, nor again at once.
  const SPREAD_MS = 700;
  const LEAST_GAP_MS = 3_000;
  let wait = FIRST_WAIT;
  let missedAt = 0; // since when the lists haven't followed
  let coming = 0;
  let asked = -LEAST_GAP_MS;

  // What is under the pointer stays while it is pressed, or may be in a moment: it would be another match's seat. A
  // list on which the pointer is left behind follows all the same.
  let isPressed = false;

  function isHeld() {
    const isPointedAt = document.querySelector("#lobby-live button:hover") !== null;
    return isPressed || (isPointedAt && (!missedAt || performance.now() - missedAt < EVERY_MS));
  }

  function waits() {
    const isWaiting = document.hidden || isHeld();
    if (isWaiting) {
      missedAt ||= performance.now();
    }
    return isWaiting;
  }

  function catchUp() {
    if (missedAt) {
      refresh();
    }
  }

  function refresh() {
    if (!waits() && !coming) {
      coming = setTimeout(ask, Math.max(0, asked + LEAST_GAP_MS - performance.now()) + Math.random() * SPREAD_MS);
    }
  }

  function ask() {
    coming = 0;
    if (waits()) {
      return;
    }
    asked = performance.now();
    htmx.trigger("#lobby-live", "lobby:changed");
  }

  function listen() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/lobby/`);
    let isHeard = false;
    socket.addEventListener("message", () => {
      wait = FIRST_WAIT;
      // The first word only says that the socket stays; what was missed before it comes with it.
      refresh();
      isHeard = true;
    });
    socket.addEventListener("close", (event) => {
      wait = isHeard ? FIRST_WAIT : Math.min(wait * 2, LONGEST_WAIT);
      setTimeout(listen, (event.code === FULL ? WHEN_FULL : wait) * (0.75 + Math.random() / 2));
    });
  }

  // Whoever is at a link of the lists stays there; what has an id htmx finds by itself.
  let link = "";

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id !== "lobby-live") {
      return;
    }
    if (detail.shouldSwap && waits()) {
      detail.shouldSwap = false;
    } else {
      missedAt = 0;
      link = detail.target.contains(document.activeElement) ? document.activeElement.getAttribute("href") : "";
    }
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (link && document.activeElement === document.body) {
      document.querySelector(`#lobby-live a[href="${CSS.escape(link)}"]`)?.focus({ preventScroll: true });
    }
  });

  document.addEventListener("pointerdown", ({ target }) => {
    isPressed = target.closest("#lobby-live") !== null;
  });
  for (const name of ["pointerup", "pointercancel", "pointerout"]) {
    document.addEventListener(name, () => {
      isPressed = isPressed && name === "pointerout";
      setTimeout(catchUp, 50); // a press comes first
    });
  }
  document.addEventListener("visibilitychange", catchUp);
  setInterval(refresh, EVERY_MS);
  listen();
})();
