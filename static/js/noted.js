// Notes in this browser what a match page showed of its shuffle: the commitment, once, and the newest link; and
// whether this browser had a seat, as the part of one who was refused it counts for nothing. Afterwards the page
// “Was this match fair?” compares. Only the latest matches are kept.
(function () {
  "use strict";

  const KEY = "noted-matches";
  const MOST = 60;
  const match = document.querySelector("[data-match]")?.dataset.match;

  function note() {
    const proof = document.querySelector(".proof[data-commitment]");
    if (!match || !proof) {
      return;
    }
    try {
      const noted = JSON.parse(localStorage.getItem(KEY)) ?? {};
      const before = noted[match] ?? { commitment: proof.dataset.commitment };
      delete noted[match];
      noted[match] = { ...before, link: proof.dataset.link, sat: (!isOpen() && before.sat) || isSeated() };
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(noted).slice(-MOST))));
    } catch {
      // Then the player has to note it.
    }
  }

  // Until the cards are dealt, a seat can be given up again.
  const isOpen = () => document.querySelector("#board")?.dataset.status === "open";
  const isSeated = () => /^\d/.test(document.querySelector("#board")?.dataset.at ?? "");

  // When the match is over its page could show anything, so the notes end with it.
  const isOver = () => ["finished", "cancelled"].includes(document.querySelector("#board")?.dataset.status);

  function look() {
    if (!isOver()) {
      note();
    }
  }

  document.addEventListener("htmx:afterSettle", look);
  look();
})();
