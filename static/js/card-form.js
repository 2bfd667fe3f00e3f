// A press in the form of a draft's card that doesn't get through: why, at the head of the form. What was filled
// in stays.
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
    const notice = document.createElement("p");
    notice.id = "card-failed";
    notice.className = "notice notice--error";
    notice.tabIndex = -1;
    notice.setAttribute("role", "alert");
    notice.textContent = WHY[detail.xhr.status] ?? TROUBLE;
    document.getElementById("card-form").prepend(notice);
    notice.focus();
  }

  for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, sayWhy);
  }
})();
