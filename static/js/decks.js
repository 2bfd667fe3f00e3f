// Comforts of the deck builder: a button to print, a new focus when the focused button has disappeared, no
// notice that has become wrong, and cards that stay in sight while a search is half typed.
(function () {
  "use strict";

  function showPrinting() {
    for (const button of document.querySelectorAll("[data-print]")) {
      button.hidden = false;
      button.addEventListener("click", () => window.print());
    }
  }

  // The button of a removed card disappears with it; the next button is in the same list.
  function keepPlace(event) {
    const built = event.target.id === "deck-builder" || event.target.id === "deck-form";
    if (built && (document.activeElement === document.body || !document.activeElement)) {
      document.getElementById("deck-title")?.focus({ preventScroll: true });
    }
  }

  // “… has been saved” is no longer true of a deck that was changed since.
  function dropNotices() {
    if (document.querySelector("#deck-builder [data-unsaved]")) {
      document.querySelector(".notices")?.remove();
    }
  }

  // Half a condition (“typ”, “heat<”) finds nothing or is a mistake, which is said when the typist has paused.
  const PAUSE = 900;
  const PAUSED = "deck:paused";
  let pausing = 0;

  function waitForPause(event) {
    const { target, requestConfig, serverResponse } = event.detail;
    const isTyping = target.id === "deck-found" && requestConfig.triggeringEvent?.type !== PAUSED;
    if (isTyping && !serverResponse.includes('<li class="find')) {
      event.detail.shouldSwap = false;
      clearTimeout(pausing);
      pausing = setTimeout(() => htmx.trigger("#deck-q", PAUSED), PAUSE);
    }
  }

  // On phones the ways between pages about decks are one row, which scrolls.
  function showWhere() {
    document.querySelector(".deck-nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  showPrinting();
  showWhere();
  document.addEventListener("input", () => clearTimeout(pausing));
  document.addEventListener("htmx:beforeSwap", waitForPause);
  document.addEventListener("htmx:afterSettle", keepPlace);
  document.addEventListener("htmx:afterSettle", dropNotices);
})();
