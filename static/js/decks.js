// Comforts of the deck builder: a button to print, a new focus when the focused button has disappeared, no
// notice that has become wrong, cards that stay in sight while a search is half typed, words that stay and presses
// that wait while a card comes, and why a press came to nothing.
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
      window.dropNotices();
    }
  }

  // While somebody types, only what is found comes anew, not the field.
  function markMistake() {
    const field = document.getElementById("deck-q");
    if (document.querySelector("#deck-found .mistake")) {
      field?.setAttribute("aria-invalid", "true");
    } else {
      field?.removeAttribute("aria-invalid");
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
  const TYPED = ["deck-name", "deck-q", "deck-type"];
  const values = () => new Map(TYPED.map((id) => [id, document.getElementById(id)?.value]));
  let held = new Map();
  const typed = new Map();
  let isChanging = false;

  function holdValues({ detail }) {
    document.getElementById("deck-failed")?.remove();
    if (detail.target.id === "deck-builder") {
      held = values();
      isChanging = true;
    }
  }

  function noteTyped({ detail }) {
    if (detail.target.id === "deck-builder") {
      [...values()].filter(([id, value]) => value !== held.get(id)).forEach(([id, value]) => typed.set(id, value));
    }
  }

  function putBack(id) {
    const field = document.getElementById(id);
    if (field && typed.has(id)) {
      field.value = typed.get(id);
      typed.delete(id);
      field.dispatchEvent(new Event(field.matches("select") ? "change" : "input", { bubbles: true }));
    }
  }

  // What is pressed while a change is on its way is pressed again when it has come, if it still does the same. So a
  // double press adds a card once. Words to search for wait longest: they may hide what is to be pressed.
  let waiting = [];
  const doing = (button) => [button.name, button.value, button.getAttribute("formaction")].join(" ");

  function wait(event, element) {
    event.preventDefault();
    const { id } = element;
    const action = element.getAttribute("formaction");
    const place = id ? `#${CSS.escape(id)}` : action && `[formaction="${CSS.escape(action)}"]`;
    if (place && element.matches("button")) {
      waiting.push({ place, does: doing(element) });
    }
  }

  function pressWaiting() {
    while (waiting.length && !isChanging) {
      const { place, does } = waiting.shift();
      const button = document.querySelector(`#deck-form ${place}`);
      if (button && doing(button) === does) {
        button.click();
      }
    }
  }

  function goOn(hasCome) {
    if (hasCome) {
      putBack("deck-name");
      pressWaiting();
      if (!isChanging) {
        TYPED.forEach(putBack);
      }
    } else if (document.getElementById("deck-q")?.value !== held.get("deck-q")) {
      htmx.trigger("#deck-q", PAUSED);
    }
  }

  // At what was pressed, for the rest of the page may be far away.
  function sayWhy({ detail }) {
    if (!detail.target.closest("#deck-form")) {
      return;
    }
    const place = detail.elt.closest("li, .deck-part, .deck-search") ?? document.getElementById("deck-builder");
    document.getElementById("deck-failed")?.remove();
    place.append(window.errorNotice(window.whyFailed(detail.xhr.status, "press"), "deck-failed"));
    waiting = [];
    typed.clear();
  }

  // On phones the ways between pages about decks are one row, which scrolls.
  function showWhere() {
    document.querySelector(".deck-nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  showPrinting();
  showWhere();
  document.addEventListener("input", () => clearTimeout(pausing));
  document.addEventListener("htmx:confirm", (event) => {
    if (isChanging && event.detail.elt.closest("#deck-form")) {
      wait(event, event.detail.elt);
    }
  });
  document.addEventListener("submit", (event) => {
    if (isChanging && event.target.id === "deck-form" && event.submitter) {
      wait(event, event.submitter);
    }
  });
  document.addEventListener("htmx:beforeRequest", holdValues);
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.target.id === "deck-builder") {
      isChanging = false;
      setTimeout(goOn, 0, detail.successful); // htmx sends nothing before it is done with this one
    }
  });
  for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, sayWhy);
  }
  document.addEventListener("htmx:beforeSwap", waitForPause);
  document.addEventListener("htmx:beforeSwap", noteTyped);
  document.addEventListener("htmx:afterSettle", keepPlace);
  document.addEventListener("htmx:afterSettle", dropNotices);
  document.addEventListener("htmx:afterSettle", markMistake);
})();
