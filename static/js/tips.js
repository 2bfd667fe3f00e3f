// Escape puts away the explanation of a word, until another word is pointed at or focused.
(function () {
  "use strict";

  const root = document.documentElement;

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      root.dataset.tips = "away";
    }
  });
  for (const kind of ["mouseover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      if (event.target.closest?.(".tip")) {
        delete root.dataset.tips;
      }
    });
  }
})();
