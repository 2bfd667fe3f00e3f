// A choice among exports that doesn't get through: its menus go back to what is shown, and say so. Without this file
// the forms still work.
(function () {
  "use strict";

  const WAYS_ON = {
    0: "The site didn’t answer. Check your connection, then choose again.",
    429: "That was a lot in a short time. Wait a minute, then choose again.",
  };
  const TROUBLE = "The site had a problem with that. Choose again in a moment.";

  // What is shown is what the form goes back to.
  function keep(form, chosen) {
    for (const option of form.querySelectorAll("option")) {
      option.defaultSelected = option.value === chosen[option.parentElement.name];
    }
  }

  function say(form, words) {
    const notice = document.createElement("p");
    notice.className = "notice notice--error";
    notice.setAttribute("role", "alert");
    notice.textContent = words;
    form.append(notice);
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
      say(form, WAYS_ON[detail.xhr.status] ?? TROUBLE);
    }
  });
})();
