// Comforts of the deck builder: a button to print, and a new focus when the focused button has disappeared.
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

  showPrinting();
  document.addEventListener("htmx:afterSettle", keepPlace);
})();
