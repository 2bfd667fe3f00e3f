// The drawer beside a board: the rule, card or log that a link on the board asks htmx for. Without this file the
// links lead to pages of their own.
(function () {
  "use strict";

  const LINKS = ".rule-link, .card-link, .card-spot, .log-link";
  const panel = document.querySelector("#panel");
  const isWide = () => matchMedia("(min-width: 70rem)").matches;

  let cameFrom = null;

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[hx-get]");
    // What is pressed in the drawer goes with what it shows.
    if (link?.matches(LINKS) && !panel.contains(link)) {
      const thing = link.closest("details[data-thing]")?.dataset.thing;
      cameFrom = { link, thing, from: link.getAttribute("hx-get") };
    }
    if (event.target.closest("[data-close-panel]")) {
      hide();
    }
  }, true);

  // On a phone it covers most of the match: a tap beside it puts it away, and does nothing to what lies there.
  window.takePresses(({ target, detail }) => {
    const isBeside = Boolean(detail && !isWide() && !panel.hidden && !panel.contains(target) && target.closest("main"));
    if (isBeside) {
      hide();
    }
    return isBeside;
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "panel-body") {
      show();
    }
  });

  // Where nothing else says why it didn't come, its own page does.
  for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, ({ detail }) => {
      if (detail.elt.matches(LINKS) && !document.querySelector("#failed-move")) {
        location.assign(detail.elt.href);
      }
    });
  }

  function show() {
    panel.hidden = false;
    panel.scrollTop = 0;
    panel.focus({ preventScroll: true });
    // On a phone it covers the match, and the way back is the phone's own.
    if (!isWide() && !history.state?.panel) {
      history.pushState({ panel: true }, "");
    }
  }

  function hide() {
    panel.hidden = true;
    if (history.state?.panel) {
      history.back();
    }
    if (!cameFrom) {
      return;
    }
    const { link, thing, from } = cameFrom;
    const board = document.querySelector("#board, #replay");
    const root = (thing && board.querySelector(`details[data-thing="${CSS.escape(thing)}"]`)) || board;
    const again = link.isConnected ? link : root.querySelector(`a[hx-get="${CSS.escape(from)}"]`);
    again?.focus({ preventScroll: true });
  }

  addEventListener("popstate", () => {
    if (!panel.hidden) {
      hide();
    }
  });

  document.addEventListener("keydown", (event) => {
    const isElsewhere = event.target.matches?.("input, textarea, select") || document.querySelector("dialog[open]");
    if (event.key === "Escape" && !panel.hidden && !isElsewhere) {
      hide();
    }
  });
})();
