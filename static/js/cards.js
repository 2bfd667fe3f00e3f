// The card list: keeps the search field in step with the list when a link changes it. Everything works without it.
(function () {
  "use strict";

  function keepInStep() {
    const field = document.getElementById("card-search-field");
    const found = document.getElementById("cards-found");
    if (!field || !found) {
      return;
    }
    if (document.activeElement !== field) {
      field.value = found.dataset.query;
    }
    if ("mistaken" in found.dataset) {
      field.setAttribute("aria-invalid", "true");
    } else {
      field.removeAttribute("aria-invalid");
    }
  }

  document.addEventListener("htmx:afterSettle", keepInStep);

  // Too many searches: the list stays as it is, so say why.
  document.addEventListener("htmx:responseError", (event) => {
    const said = document.getElementById("cards-echo");
    if (said && event.detail.xhr.status === 429) {
      said.textContent = "That was a lot of searches in a short time. Wait a minute, then search again.";
    }
  });
})();
