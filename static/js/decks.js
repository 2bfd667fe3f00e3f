// Comforts of the deck builder: a button to print, a new focus when the focused button has disappeared, no
// notice that has become wrong, cards that stay in sight while a search is half typed, and words that stay while a
// card comes.
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

  // What the fields held when a change was asked for. What is typed since isn't in the answer.
  const TYPED = ["deck-name", "deck-q"];
  const values = () => new Map(TYPED.map((id) => [id, document.getElementById(id)?.value]));
  let held = new Map();
  let typed = [];

  function holdValues({ detail }) {
    if (detail.target.id === "deck-builder") {
      held = values();
    }
  }

  function noteTyped({ detail }) {
    typed = detail.target.id === "deck-builder" ? [...values()].filter(([id, value]) => value !== held.get(id)) : [];
  }

  function putBack() {
    for (const [id, value] of typed) {
      const field = document.getElementById(id);
      if (field) {
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
    typed = [];
  }

  // On phones the ways between pages about decks are one row, which scrolls.
  function showWhere() {
    document.querySelector(".deck-nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  showPrinting();
  showWhere();
  document.addEventListener("input", () => clearTimeout(pausing));
  document.addEventListener("htmx:beforeRequest", holdValues);
  document.addEventListener("htmx:beforeSwap", waitForPause);
  document.addEventListener("htmx:beforeSwap", noteTyped);
  document.addEventListener("htmx:afterSettle", putBack);
  document.addEventListener("htmx:afterSettle", keepPlace);
  document.addEventListener("htmx:afterSettle", dropNotices);
})();
