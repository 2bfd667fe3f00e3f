// Comforts of the deck builder: printing by a press, and a place for the keyboard when what was pressed is gone.
(function () {
  "use strict";

  function showPrinting() {
    for (const button of document.querySelectorAll("[data-print]")) {
      button.hidden = false;
      button.addEventListener("click", () => window.print());
    }
  }

  // A card taken out takes its button with it; the next thing to press is in the same list.
  function keepPlace(event) {
    const built = event.target.id === "deck-builder" || event.target.id === "deck-form";
    if (built && (document.activeElement === document.body || !document.activeElement)) {
      document.getElementById("deck-title")?.focus({ preventScroll: true });
    }
  }

  showPrinting();
  document.addEventListener("htmx:afterSettle", keepPlace);
})();
