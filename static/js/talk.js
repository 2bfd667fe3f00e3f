// Comforts of talk: quoting selected words of the paragraph, and errors of a form shown in their place.
(function () {
  "use strict";

  const LIVE = new Set([400, 403, 409, 422, 429]);

  // A whole page instead of the thread: one isn't signed in any more. One's words stay in the form.
  function sayNotSent(thread) {
    const form = thread.querySelector("form[hx-post]");
    const said = form.querySelector("[data-not-sent]") || document.createElement("p");
    said.className = "field__error";
    said.setAttribute("role", "alert");
    said.dataset.notSent = "";
    said.textContent = "This wasn’t sent because you seem to be signed out. Copy your text, sign in and send it again.";
    form.prepend(said);
  }

  // What the server refuses comes back as the thread with the reason and one's words in it.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target } = event.detail;
    if (target.id !== "thread") {
      return;
    }
    if (/^\s*<!doctype/i.test(xhr.response)) {
      event.detail.shouldSwap = false;
      sayNotSent(target);
    } else if (LIVE.has(xhr.status)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });

  const form = document.querySelector("[data-quote-form]");
  const words = document.querySelector(".paragraph__text");
  if (!form || !words) {
    return;
  }

  const box = form.querySelector("[data-quote-box]");
  const field = box.querySelector("textarea");
  const whole = form.querySelector("[data-quote-whole]");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button quote-this";
  button.textContent = "Quote this";
  button.hidden = true;
  words.after(button);
  form.querySelector("[data-quote-hint]").hidden = false;

  let chosen = "";

  function selectedWords() {
    const selection = document.getSelection();
    if (!selection.rangeCount || selection.isCollapsed) {
      return "";
    }
    const range = selection.getRangeAt(0);
    return words.contains(range.commonAncestorContainer) ? selection.toString().trim() : "";
  }

  document.addEventListener("selectionchange", () => {
    const now = selectedWords();
    if (now || document.activeElement !== button) {
      chosen = now;
      button.hidden = !chosen;
    }
  });
  // The press must not take the selection away before it is read.
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    field.value = chosen;
    whole.checked = false;
    box.hidden = false;
    const details = form.closest("details");
    if (details) {
      details.open = true;
    }
    button.hidden = true;
    form.querySelector("[name=text]").focus();
  });
  whole.addEventListener("change", () => {
    if (whole.checked) {
      field.value = "";
      box.hidden = true;
    }
  });
})();
