// The card list: keeps the search field in step with the list when a link changes it. Everything works without it.
(function () {
  "use strict";

  // What the field held when the list was asked for. Whoever has typed since is ahead of the answer.
  let held = null;

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target?.id === "cards-found") {
      held = document.getElementById("card-search-field")?.value ?? null;
    }
  });
  document.addEventListener("htmx:historyRestore", () => {
    held = null;
  });

  function keepInStep() {
    const field = document.getElementById("card-search-field");
    const found = document.getElementById("cards-found");
    if (!field || !found) {
      return;
    }
    const isAhead = held !== null && field.value !== held;
    if (document.activeElement !== field && !isAhead) {
      field.value = found.dataset.query;
    }
    if ("mistaken" in found.dataset) {
      field.setAttribute("aria-invalid", "true");
    } else {
      field.removeAttribute("aria-invalid");
    }
  }

  document.addEventListener("htmx:afterSettle", keepInStep);

  // What narrows the list stays open while somebody types; presses in there say so themselves.
  let isUnfolded = false;
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target.id === "card-fold") {
        isUnfolded = event.target.open;
      }
    },
    true,
  );
  document.addEventListener("htmx:afterSwap", () => {
    const fold = document.getElementById("card-fold");
    if (fold && isUnfolded) {
      fold.open = true;
    }
  });

  document.addEventListener("keydown", (event) => {
    const isField = event.target.closest?.("input, textarea, select, [contenteditable]");
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "/" && isPlain && !isField && window.singleKeysAreOn()) {
      const field = document.getElementById("card-search-field");
      event.preventDefault();
      field.focus();
      field.select();
    }
  });

  // The list stays as it is, so say why.
  function say(words) {
    const said = document.getElementById("cards-echo");
    if (said) {
      said.textContent = words;
    }
  }

  document.addEventListener("htmx:responseError", (event) => {
    const isTooMany = event.detail.xhr.status === 429;
    say(
      isTooMany
        ? "That was a lot of searches in a short time. Wait a minute, then search again."
        : window.whyFailed(event.detail.xhr.status, "search"),
    );
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, () => say(window.whyFailed(0, "search")));
  }
})();
