// A press that isn't meant for what lies there does nothing: the second of two quick ones, when something else has
// come below the finger or the focus meanwhile, and any before what has come can have been seen.
(function () {
  "use strict";

  // In milliseconds.
  const SECOND = 600; // from one press to the next nobody has read what came between them
  const UNREAD = 400; // after something came
  const LONGEST = 1200; // after something came a press counts, however many quick ones came before it
  const NEAR = 24; // pixels by which a finger misses the spot
  const BLINK = 300; // ms in which a control shows that it didn't hear a press
  const CONTROLS = "button, summary, input, select, textarea, label, a[href]";
  const KEPT = "last-press"; // for the page that a press leads to

  let last = null; // the last press: when, where, on what, and when the last came that did something
  let came = -Infinity; // when what is shown came
  let deafUntil = -Infinity; // until then no press on the board counts, wherever it is
  const takers = [];

  /** Has *take*, which gets each press before all others and returns whether it is done with it, looked to first. */
  window.takePresses = (take) => takers.push(take);

  /** Lets no press on the board count until what comes now has been on the screen for *ms* milliseconds. */
  window.hearNothing = (ms) => {
    deafUntil = Infinity;
    onceShown((now) => {
      deafUntil = now + ms;
    });
  };

  function onceShown(then) {
    requestAnimationFrame(() => then(performance.now()));
  }

  function noteChange() {
    came = Infinity;
    onceShown((now) => {
      came = now;
    });
  }

  // --- What is pressed -------------------------------------------------------------------------------

  const isKey = (event) => !event.detail;

  // A press on a label is one on its field, and is heard twice.
  function controlOf(event) {
    const control = event.target.closest?.(CONTROLS);
    return control?.control ?? control;
  }

  function nameOf(control) {
    const { tagName, id, name, value, textContent } = control ?? {};
    return id || [tagName, name, value, control?.getAttribute("href"), textContent].join(" ");
  }

  // The same button on another board is another move.
  const isMove = (control) => control?.type === "submit" && control.form?.method === "post";

  function isHasty(event, control) {
    const now = event.timeStamp;
    if (!event.target.closest?.("#board, #panel") || isHarmless(control) || !last || came < last.done) {
      return false;
    }
    const isThere = isKey(event) ? last.isKey : Math.hypot(event.clientX - last.x, event.clientY - last.y) <= NEAR;
    const isOther = isMove(control) || nameOf(control) !== last.name;
    return isThere && isOther && (now < came + UNREAD || now < Math.min(last.at + SECOND, came + LONGEST));
  }

  // What only shows another part of the table costs nothing.
  const isHarmless = (control) => Boolean(control?.matches('a[href^="#"]'));

  const isDeaf = (event, control) =>
    event.timeStamp < deafUntil && !isHarmless(control) && Boolean(event.target.closest?.("#board"));

  // --- Listening -------------------------------------------------------------------------------------

  // A script's own press is meant.
  addEventListener("click", (event) => {
    if (!event.isTrusted) {
      return;
    }
    const control = controlOf(event);
    const isTaken = takers.some((take) => take(event));
    const isNone = isTaken || isDeaf(event, control) || isHasty(event, control);
    if (isTaken) {
      noteChange(); // what lay over the rest has gone
    } else if (isNone) {
      control?.animate([{ opacity: 0.4 }, { opacity: 1 }], BLINK);
    }
    if (isNone) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    last = {
      at: event.timeStamp,
      x: event.clientX,
      y: event.clientY,
      isKey: isKey(event),
      name: isNone ? "" : nameOf(control),
      done: isNone && !isTaken && last ? last.done : event.timeStamp,
    };
  }, true);

  // Another key between two presses: the second is thought of. A key that is held down presses once.
  addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") {
      last = null;
      deafUntil = -Infinity;
    } else if (event.repeat && event.target.closest?.("#board :is(button, summary, a)")) {
      event.preventDefault();
    }
  }, true);

  document.addEventListener("toggle", (event) => {
    if (event.target.closest?.("#board")) {
      noteChange();
    }
  }, true);

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.matches("#board, #panel-body")) {
      noteChange();
    }
  });

  // --- From one page to the next ---------------------------------------------------------------------

  addEventListener("pagehide", () => {
    if (last && !last.isKey) {
      keep({ ...last, at: last.at + performance.timeOrigin });
    }
  });

  function keep(press) {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(press));
    } catch {
      // Storage is switched off: the next page doesn't know.
    }
  }

  function recall() {
    try {
      last = JSON.parse(sessionStorage.getItem(KEPT));
      sessionStorage.removeItem(KEPT);
    } catch {
      last = null;
    }
    if (last) {
      last = { ...last, name: "", at: last.at - performance.timeOrigin, done: -Infinity };
      noteChange();
    }
  }

  recall();
})();
