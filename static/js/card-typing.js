// In the form of a draft's card: what is typed while a press is on its way stays when its answer brings the form
// anew. Without this file the form still works.
(function () {
  "use strict";

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
