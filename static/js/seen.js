// Tells the site what its player has looked at; without this file a button does.
(function () {
  "use strict";

  const WAIT = 1500;
  let told = -1;
  let timer = 0;

  function tell() {
    const board = document.querySelector("#board[data-seen-url]");
    const seen = board ? Number(board.dataset.seq) : -1;
    if (seen <= told || document.visibilityState !== "visible") {
      return;
    }
    told = seen;
    const headers = JSON.parse(document.body.getAttribute("hx-headers"));
    const body = new URLSearchParams({ seen });
    const again = () => {
      told = -1;
    };
    const noted = (response) => response.status >= 500 && again();
    fetch(board.dataset.seenUrl, { method: "POST", headers, body, redirect: "manual" }).then(noted, again);
  }

  // Who only passes by hasn't looked at it.
  function soon() {
    clearTimeout(timer);
    timer = setTimeout(tell, WAIT);
  }

  document.addEventListener("htmx:afterSettle", soon);
  document.addEventListener("visibilitychange", soon);
  soon();
})();
