// The form of a draft's card. Why a press doesn't get through stands at its head, and what was filled in stays. So
// does what is typed while a press is on its way when its answer brings the form anew. Without this file the form
// still works.
(function () {
  "use strict";

  // A token of this form doesn't hold for who signs in anew, so the press can't come again from here.
  const SIGNED_OUT =
    "This wasn’t saved because you seem to be signed out, or the draft is gone. " +
    "What you filled in stays here: sign in and open the card in another tab to copy it there.";
  const WHY = {
    0: "This wasn’t saved because the site didn’t answer. Check your connection, then press again.",
    403: SIGNED_OUT,
    404: SIGNED_OUT,
    429: "This wasn’t saved because you pressed a lot in a short time. Wait a minute, then press again.",
  };
  const TROUBLE = "This wasn’t saved because the site had a problem. Press again in a moment.";

  function sayWhy({ detail }) {
    if (detail.target.id !== "card-edit") {
      return;
    }
    document.getElementById("card-failed")?.remove();
    const notice = window.errorNotice(WHY[detail.xhr.status] ?? TROUBLE, "card-failed");
    notice.tabIndex = -1;
    document.getElementById("card-form").prepend(notice);
    notice.focus();
  }

  for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, sayWhy);
  }

  const form = () => document.getElementById("card-form");
  const values = () => new Map(form() ? new FormData(form()) : []);
  let sent = new Map();
  let typed = [];

  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.target.id === "card-edit") {
      sent = values();
    }
  });

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id === "card-edit") {
      typed = [...values()].filter(([name, value]) => sent.get(name) !== value);
    }
  });

  // The preview follows, so it must be ready. A field that came back otherwise than it was sent is the press's own, or
  // one of another effect.
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (detail.target.id !== "card-edit") {
      return;
    }
    for (const [name, value] of typed) {
      const field = form()?.elements[name];
      if (field && field.value === sent.get(name)) {
        field.value = value;
        const kind = field instanceof HTMLSelectElement ? "change" : "input";
        (field instanceof Element ? field : form()).dispatchEvent(new Event(kind, { bubbles: true }));
      }
    }
    typed = [];
  });
})();
