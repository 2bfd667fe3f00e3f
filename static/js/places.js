// Closes the ways to place a Scrapbot once one presses elsewhere, so that they don't lie over what is pressed next.
// They open and close by their "+" without this script too. Escape is in match.js.
(function () {
  "use strict";

  document.addEventListener("pointerdown", (event) => {
    // What failed is tried again from beside the place.
    if (event.target.closest("#failed-move")) {
      return;
    }
    document.querySelectorAll("#board .junk-place[open]").forEach((place) => {
      if (!place.contains(event.target)) {
        place.open = false;
      }
    });
  });
})();
