// What was pressed and didn't get through: said beside the thing, and sent again by a press. A link is only said.
(function () {
  "use strict";

  const GAP = 8;
  const UNMADE = "The site answers again. Your last move wasn’t made.";
  const notice = document.querySelector("#failed-move");
  const words = notice.querySelector("#failed-words");
  const again = notice.querySelector("#failed-again");
  const reload = notice.querySelector("#failed-reload");
  let failed = {}; // the form that didn't get through and the button that sent it, or the link
  const beside = () => failed.link ?? failed.button;

  document.addEventListener("submit", (event) => {
    if (event.target.method !== "dialog") {
      hide();
    }
  }, true);

  function show({ reason, canRepeat, ...what }) {
    failed = what;
    words.textContent = reason;
    again.hidden = !(canRepeat && failed.form?.isConnected);
    reload.hidden = canRepeat;
    notice.hidden = false;
    place();
  }

  function hide() {
    notice.hidden = true;
  }

  // The focus would be lost with the notice.
  function goBack(node) {
    if (node?.isConnected) {
      node.focus({ preventScroll: true });
    }
  }

  // On a desk it stands below the thing, or above it where there is no room; on a phone above the action bar.
  function place() {
    notice.style.inset = "";
    const thing = beside()?.getBoundingClientRect();
    if (!thing?.width || !matchMedia("(min-width: 50rem)").matches) {
      return;
    }
    const { offsetWidth: width, offsetHeight: height } = notice;
    const { clientWidth, clientHeight } = document.documentElement;
    const isRoomBelow = thing.bottom + GAP + height < clientHeight;
    const top = isRoomBelow ? thing.bottom + GAP : Math.max(GAP, thing.top - GAP - height);
    const left = Math.min(Math.max(GAP, thing.left), clientWidth - width - GAP);
    notice.style.inset = `${top}px auto auto ${left}px`;
  }

  document.addEventListener("match:failed", (event) => show(event.detail));
  // That the line is back clears what it was the fault of, but for what didn't happen because of it.
  function clear() {
    if (words.textContent !== UNMADE) {
      hide();
    }
  }

  function sayUnmade() {
    words.textContent = UNMADE;
    notice.hidden = false;
    place();
  }

  document.addEventListener("match:live", clear);
  document.addEventListener("match:unmade", sayUnmade);
  window.addEventListener("online", clear);
  window.addEventListener("resize", place);

  // A newer board says itself what happened. The board that is still there has the same move, with the same
  // id: if the server had taken it after all, it isn't made twice.
  document.addEventListener("htmx:afterSwap", () => {
    if (!(failed.form ?? failed.link)?.isConnected) {
      hide();
    }
  });

  again.addEventListener("click", () => {
    const { form, button } = failed;
    goBack(button);
    hide();
    form.requestSubmit(button?.isConnected ? button : null);
  });

  notice.querySelector("[data-dismiss]").addEventListener("click", () => {
    goBack(beside());
    hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !notice.hidden) {
      hide();
      event.stopPropagation();
    }
  }, true);
})();
