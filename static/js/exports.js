// A choice among exports that doesn't get through: its menus go back to what is shown, and say so. Without this file
// the forms still work.
(function () {
  "use strict";

  // What is shown is what the form goes back to.
  function keep(form, chosen) {
    for (const option of form.querySelectorAll("option")) {
      option.defaultSelected = option.value === chosen[option.parentElement.name];
    }
  }

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const form = detail.elt;
    if (!form.matches(".export-choice")) {
      return;
    }
    form.querySelector("[role=alert]")?.remove();
    if (detail.successful) {
      keep(form, detail.requestConfig.parameters);
    } else {
      form.reset();
      form.append(window.errorNotice(window.whyFailed(detail.xhr.status, "choose")));
    }
  });
})();
