// Comforts of talk: quoting selected words of the paragraph, and errors of a form shown in their place.
(function () {
  "use strict";

  const LIVE = new Set([400, 403, 409, 422, 429]);
  const NO_ANSWER = "This wasn’t sent because the site didn’t answer. Check your connection, then send it again.";
  const TROUBLE = "This wasn’t sent because the site had a problem. Send it again in a moment.";
  const GONE = "This wasn’t sent because the thread can’t be read any more. Copy your text if you need it.";
  // A whole page instead of the thread.
  const SIGNED_OUT = "This wasn’t sent because you seem to be signed out. Copy your text, sign in and send it again.";

  // One's words stay in the form.
  function sayNotSent(thread, why) {
    const form = thread.querySelector("form[hx-post]");
    if (!form) {
      return;
    }
    const said = form.querySelector("[data-not-sent]") || document.createElement("p");
    said.className = "field__error";
    said.setAttribute("role", "alert");
    said.dataset.notSent = "";
    said.textContent = why;
    form.prepend(said);
  }

  // What the server refuses comes back as the thread with the reason and one's words in it.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target } = event.detail;
    if (target.id !== "thread") {
      return;
    }
    if (xhr.status >= 500) {
      sayNotSent(target, TROUBLE);
    } else if (xhr.status === 404) {
      sayNotSent(target, GONE);
    } else if (/^\s*<!doctype/i.test(xhr.response)) {
      event.detail.shouldSwap = false;
      sayNotSent(target, SIGNED_OUT);
    } else if (LIVE.has(xhr.status)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });

  // What is typed while it is on its way stays: behind what was sent if that comes back, else by itself.
  let typed = null;

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const value = detail.target.id === "thread" ? detail.target.querySelector("#reply-text")?.value : null;
    const sent = detail.requestConfig.parameters.text ?? "";
    typed = value && value !== sent ? { value, sent } : null;
  });

  document.addEventListener("htmx:afterSwap", () => {
    const box = document.querySelector("#reply-text");
    if (typed && box) {
      const { value, sent } = typed;
      box.value = box.value !== sent && value.startsWith(sent) ? value.slice(sent.length).trimStart() : value;
    }
    typed = null;
  });

  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, ({ detail }) => {
      if (detail.target.id === "thread") {
        sayNotSent(detail.target, NO_ANSWER);
      }
    });
  }

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
