// Comforts of table talk and of one's notes: new lines come by themselves, what was said leaves the box, and what
// was typed meanwhile stays in it, even when the page loads itself anew. Without this file the forms still work.
(function () {
  "use strict";

  // --- Notes -----------------------------------------------------------------------------------------

  const note = document.querySelector("#note");
  const noteBox = () => note.querySelector("textarea");
  let added = null; // what the box held that wasn't sent with the rest, and where in it one was

  note?.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { value, selectionStart: start, selectionEnd: end } = noteBox();
    added = value === detail.requestConfig.parameters.text ? null : { value, start, end };
  });

  note?.addEventListener("htmx:afterSwap", () => {
    if (added) {
      noteBox().value = added.value;
      noteBox().setSelectionRange(added.start, added.end);
      note.querySelector("[role=status]").textContent = "";
      added = null;
    }
  });

  // --- What was typed when the page loads itself anew ------------------------------------------------

  const UNSENT = "unsent";
  const whose = `${document.body.dataset.viewer} ${location.pathname}`;
  const messageBox = () => document.querySelector("#talk-text");

  // With the mark of the note it was written over: if that was changed elsewhere, saving says so as before.
  function unsavedNote() {
    const box = note && noteBox();
    const isUnsaved = box && (box.value !== box.defaultValue || note.querySelector("[role=alert]"));
    return isUnsaved ? { text: box.value, shown: box.form.elements.shown.value } : null;
  }

  document.addEventListener("match:reloads", () => {
    try {
      sessionStorage.setItem(UNSENT, JSON.stringify({ whose, note: unsavedNote(), message: messageBox()?.value }));
    } catch {
      // What was typed is lost.
    }
  });

  // Whoever is signed in now may be somebody else: it isn't theirs, and goes.
  function takeUnsent() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(UNSENT));
      sessionStorage.removeItem(UNSENT);
      return kept?.whose === whose ? kept : {};
    } catch {
      return {};
    }
  }

  const unsent = takeUnsent();
  if (unsent.note && note) {
    noteBox().value = unsent.note.text;
    noteBox().form.elements.shown.value = unsent.note.shown;
  }
  if (unsent.message && messageBox()) {
    messageBox().value = unsent.message;
  }

  // --- Talk ------------------------------------------------------------------------------------------

  const SLACK = 20; // so near to its end in pixels a list is read there
  const talk = document.querySelector("#talk");
  if (!talk) {
    return;
  }
  const lines = document.querySelector("#talk-lines");
  const form = document.querySelector("#talk-form");
  const sign = document.querySelector("[data-talk-sign]");
  const list = () => lines.querySelector("[data-talk-list]");
  const newest = () => Number(list()?.lastElementChild?.dataset.message || 0);
  let seen = 0;

  // What hasn't been looked at is still new after a reload.
  function remember(number) {
    seen = number;
    try {
      sessionStorage.setItem(talk.dataset.url, number);
    } catch {
      // Known on this page only.
    }
  }

  function remembered() {
    try {
      return sessionStorage.getItem(talk.dataset.url);
    } catch {
      return null;
    }
  }

  // Nothing is fetched while a reason is being typed: the box would be gone.
  const isBusy = () => lines.contains(document.activeElement) && document.activeElement.matches("input");
  let isMissed = false;

  function refresh() {
    isMissed = isBusy();
    if (!isMissed) {
      window.htmx.ajax("GET", talk.dataset.url, { source: talk, target: "#talk-lines", swap: "innerHTML" })
        .catch(() => {}); // without a line it comes with the next news
    }
  }

  // Once the box is left. A press on its button sends what was typed first.
  lines.addEventListener("focusout", () => setTimeout(() => {
    if (isMissed && !lines.contains(document.activeElement)) {
      refresh();
    }
  }));

  function toEnd() {
    const box = list();
    if (box) {
      box.scrollTop = box.scrollHeight;
    }
  }

  function isInSight() {
    const { top, bottom } = talk.getBoundingClientRect();
    return !document.hidden && bottom > 0 && top < innerHeight;
  }

  function tell() {
    if (!sign) {
      return;
    }
    if (isInSight()) {
      remember(newest());
    }
    sign.textContent = newest() > seen ? "Chat (new)" : "Chat";
  }

  // Who reads it changes when the match is over.
  function sayWhoReads() {
    const isOver = document.querySelector("#board").dataset.status === "finished";
    for (const [sign, isOff] of [["until", isOver], ["from", !isOver]]) {
      document.querySelectorAll(`[data-talk-${sign}="over"]`).forEach((words) => {
        words.hidden = isOff;
      });
    }
  }

  document.addEventListener("htmx:afterSettle", sayWhoReads);
  document.addEventListener("match:talk", refresh);
  // Who has taken a seat can be muted.
  document.addEventListener("match:came", ({ detail }) => {
    if (detail.status === "open") {
      refresh();
    }
  });
  for (const name of ["scroll", "focus"]) {
    window.addEventListener(name, tell, { passive: true });
  }

  const reasons = () => [...lines.querySelectorAll("[name=reason]")];
  const folds = () => [...lines.querySelectorAll("details")];
  const foldOf = (fold) => fold.closest("[data-message]")?.dataset.message ?? "others";
  let open = new Set();
  let hadFocus = false;
  let wasAtEnd = true;
  let typed = new Map(); // reasons that weren't sent, by their messages

  lines.addEventListener("htmx:beforeSwap", ({ detail }) => {
    // A refusal brings its reason along with the lines.
    if (detail.isError && detail.serverResponse.includes("data-talk-list")) {
      detail.shouldSwap = true;
      detail.isError = false;
    }
    detail.swapOverride = "lines";
    if (detail.requestConfig.verb === "post" && detail.shouldSwap) {
      lines.querySelector(".talk__notice")?.remove(); // it was of what was sent before
    }
    const box = list();
    open = new Set(folds().filter((fold) => fold.open).map(foldOf));
    typed = new Map(reasons().map((box) => [foldOf(box), box.value]));
    hadFocus = lines.contains(document.activeElement);
    wasAtEnd = !box || box.scrollTop + box.clientHeight > box.scrollHeight - SLACK;
  });

  lines.addEventListener("htmx:afterSwap", () => {
    folds().forEach((fold) => {
      fold.open = open.has(foldOf(fold));
    });
    reasons().forEach((box) => {
      box.value ||= typed.get(foldOf(box)) ?? "";
    });
    if (hadFocus && !lines.contains(document.activeElement)) {
      const others = open.has("others") ? lines.querySelector(".talk__others > summary") : null;
      (others ?? list())?.focus({ preventScroll: true });
    }
    if (wasAtEnd) {
      toEnd();
    }
    tell();
  });

  // What was typed since it was sent is the next message.
  function takeAway(sent) {
    const box = form.elements.text;
    if (box.value.startsWith(sent)) {
      box.value = box.value.slice(sent.length).trimStart();
    }
  }

  form?.addEventListener("htmx:afterRequest", ({ target, detail }) => {
    if (target === form && detail.successful && detail.xhr.status < 400) {
      takeAway(detail.requestConfig.parameters.text);
      remember(newest());
      toEnd();
      tell();
    }
  });

  // Enter says it, as people are used to; with Shift it begins a line.
  form?.querySelector("textarea").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  });

  remember(Number(remembered() ?? newest()));
  toEnd();
  tell();
})();
