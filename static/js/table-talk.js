// Comforts of table talk: new lines come by themselves, and what was said leaves the box. Without this file
// the forms still work.
(function () {
  "use strict";

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

  function refresh() {
    if (!isBusy()) {
      window.htmx.ajax("GET", talk.dataset.url, { source: talk, target: "#talk-lines", swap: "innerHTML" })
        .catch(() => {}); // without a line it comes with the next news
    }
  }

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

  const others = () => lines.querySelector(".talk__others");
  let wasOpen = false;
  let hadFocus = false;

  lines.addEventListener("htmx:beforeSwap", () => {
    wasOpen = Boolean(others()?.open);
    hadFocus = lines.contains(document.activeElement);
  });

  lines.addEventListener("htmx:afterSwap", () => {
    if (others()) {
      others().open = wasOpen;
    }
    if (hadFocus) {
      (wasOpen ? others()?.querySelector("summary") : list())?.focus({ preventScroll: true });
    }
    toEnd();
    tell();
  });

  form?.addEventListener("htmx:afterRequest", (event) => {
    if (event.target === form && event.detail.successful) {
      form.reset();
      remember(newest());
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
