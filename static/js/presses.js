// A press that isn't meant for what lies there does nothing: the second of two quick ones, when something else has
// come below the finger or the focus meanwhile, and any before what has come can have been seen.
(function () {
  "use strict";

  // In milliseconds.
  const SECOND = 600; // from one press to the next nobody has read what came between them
  const UNREAD = 400; // after something came
  const LONGEST = 1200; // after something came a press counts, however many quick ones came before it
  const ANEW = 1500; // after a phase, a question or a film's end came, which a press for the one before isn't meant for
  const NEAR = 24; // pixels by which a finger misses the spot
  const BLINK = 300; // ms in which a control shows that it didn't hear a press
  const CONTROLS = "button, summary, input, select, textarea, label, a[href]";
  const KEPT = "last-press"; // for the page that a press leads to

  let last = null; // the last press: when, where, on what, and when the last came that did something
  let came = -Infinity; // when what is shown came
  let phase = null; // its words
  let anewCame = -Infinity; // when another phase came, a question opened, or a film ended
  let thoughtAt = -Infinity; // when a key that can press nothing, such as Tab, or a pointer was pressed last
  let letterAt = -Infinity; // when a letter or digit was heard last: Enter is meant for where it led
  let deafUntil = -Infinity; // until then no press on the board counts, wherever it is
  let typed = ""; // the key that is being heard
  let letter = { key: "", at: -Infinity, done: -Infinity }; // the last key that pressed something, as *last*
  let unseen = null; // what has the focus without showing it
  const takers = [];

  /** Lets *take* have each press before all others: it returns whether nobody else is to hear of it. */
  window.takePresses = (take) => takers.push(take);

  /** Lets no press on the board count until what comes now has been on the screen for *ms* milliseconds. */
  window.hearNothing = (ms) => {
    noteChange(true);
    const others = Number.isFinite(deafUntil) ? deafUntil : 0; // one film may end just after another
    deafUntil = Infinity;
    onceShown((now) => {
      deafUntil = Math.max(others, now + ms);
    });
  };

  function onceShown(then) {
    requestAnimationFrame(() => then(performance.now()));
  }

  // asksAnew: what has come asks something else.
  function noteChange(asksAnew) {
    came = Infinity;
    anewCame = asksAnew ? Infinity : anewCame;
    onceShown((now) => {
      came = now;
      anewCame = asksAnew ? now : anewCame;
    });
  }

  function noteBoard() {
    const words = document.querySelector("#board .yard-status h2")?.textContent;
    noteChange(words !== phase);
    phase = words;
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
    return [tagName, ...(id ? [id] : [name, value, addressOf(control), textContent])].join(" ");
  }

  const addressOf = (control) => control?.getAttribute("href") ?? "";

  const hasGone = ({ control, x, y, isKey: wasKey }) =>
    wasKey ? !control?.checkVisibility() : document.elementFromPoint(x, y)?.closest(CONTROLS) !== control;

  // The same button on another board is another move; what a press has opened or picked up the next would shut, or
  // put back.
  const isMove = (control) => control?.type === "submit" && control.form?.method === "post";
  const isAnew = (control) => isMove(control) || Boolean(control?.matches("summary, [aria-current]"));

  const isNear = (event) => Math.hypot(event.clientX - last.x, event.clientY - last.y) <= NEAR;

  function isHasty(event, control) {
    const isWatched = last?.isOfBefore || event.target.closest?.("#board, #panel, .film");
    if (!last || !isWatched || isHarmless(control)) {
      return false;
    }
    const now = event.timeStamp;
    const hasCome = came >= last.done;
    const isThere = isKey(event) ? last.isKey : isNear(event);
    if (event.target.closest?.(".film")) {
      return isThere && now < last.done + SECOND; // later than that it is to be skipped
    }
    const isElsewhere = last.isOfBefore && addressOf(control) !== last.address;
    const isOther = nameOf(control) !== last.name || isElsewhere;
    const isUnread = isOther ? hasCome || hasGone(last) : hasCome && isAnew(control) && !last.isOfBefore;
    return isThere && isUnread && (isTooSoon(now, last) || (hasCome && now < came + UNREAD));
  }

  // Quick presses are one, but not for ever.
  const isTooSoon = (now, { at, done }) => now < Math.min(at + SECOND, Math.max(came, done) + LONGEST);

  // Pressed without a look, where something else is asked since: it was meant for a film, or for what stood there.
  function isForBefore(event, control) {
    const isThere = isKey(event) || Boolean(last && isNear(event));
    const isRisky = isThere && (isMove(control) || last?.isOfBefore);
    const since = isKey(event) ? Math.max(thoughtAt, letterAt) : last?.done;
    return isRisky && isBlind(event.timeStamp, since) && Boolean(control?.closest("#board"));
  }

  const isBlind = (now, since = thoughtAt) => since < anewCame && now < anewCame + ANEW;

  // What only shows another part of the table costs nothing.
  const isHarmless = (control) => Boolean(control?.matches('a[href^="#"]'));

  const isDeaf = (event, control) =>
    event.timeStamp < deafUntil && !isHarmless(control) && Boolean(event.target.closest?.("#board"));

  const isAgain = (key, now) => key === letter.key && came >= letter.done && isTooSoon(now, letter);

  // A letter or digit presses a control too, by a script: the first to act, and the next what has come since.
  function isTwice(event, control) {
    const now = event.timeStamp;
    const isRisky = letter.isOfBefore || (letter.isAnew && isAnew(control));
    const isStray = (isRisky && isAgain(typed, now)) || (isBlind(now) && isMove(control));
    letter = isStray
      ? { ...letter, at: now }
      : { key: typed, at: now, done: now, isAnew: isAnew(control) };
    return isStray;
  }

  // The first press of the key that ends something only goes to its button, from where the next would press it.
  function isOnItsWay({ key, timeStamp }) {
    const isUnread = (letter.isAnew && isAgain(key, timeStamp)) || isBlind(timeStamp);
    return isUnread && Boolean(document.querySelector(`.actions__end[data-shortcut="${CSS.escape(key)}"]`));
  }

  // --- Listening -------------------------------------------------------------------------------------

  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // A script's own press is meant, unless it is a key's.
  addEventListener("click", (event) => {
    const control = controlOf(event);
    if (!event.isTrusted) {
      if (typed && isTwice(event, control)) {
        stop(event);
      }
      return;
    }
    const isStray = [isDeaf, isHasty, isForBefore].some((is) => is(event, control));
    const isTaken = !isStray && takers.some((take) => take(event));
    if (isTaken) {
      noteChange(false); // what lay over the rest has gone
    } else if (isStray) {
      control?.animate([{ opacity: 0.4 }, { opacity: 1 }], BLINK);
    }
    if (isTaken || isStray) {
      stop(event);
    }
    if (!isStray && !isKey(event)) {
      thoughtAt = event.timeStamp;
    }
    last = {
      at: event.timeStamp,
      x: event.clientX,
      y: event.clientY,
      isKey: isKey(event),
      control,
      name: isTaken || isStray ? "" : nameOf(control),
      done: isStray && last ? last.done : event.timeStamp,
    };
  }, true);

  // Another key between two presses: the second is thought of. A key that is held down presses once, and what has the
  // focus without showing it, as after a press of the mouse, shows it first.
  addEventListener("keydown", (event) => {
    const control = event.target.closest?.("#board :is(button, summary, a)");
    if (event.key !== "Enter" && event.key !== " ") {
      const isOthers = event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea");
      const isLetter = event.key.length === 1 && !isOthers; // one of the browser's or of a field's isn't the board's
      if (isLetter && document.querySelector(".film")) {
        letter = { key: event.key, at: event.timeStamp, done: event.timeStamp, isAnew: true }; // it skips the film
        return;
      }
      if (isLetter && (isOnItsWay(event) || event.timeStamp < deafUntil)) {
        letter.at = event.timeStamp;
        stop(event);
        return;
      }
      last = null;
      deafUntil = -Infinity;
      if (isLetter) {
        letterAt = event.timeStamp;
      } else {
        thoughtAt = event.timeStamp;
      }
      letter.isAnew &&= event.key === letter.key;
      typed = event.key;
      setTimeout(() => {
        typed = "";
      });
    } else if (control && (event.repeat || (control === unseen && control !== last?.control))) {
      event.preventDefault();
    } else if (document.querySelector(".film") && last?.isKey && event.timeStamp < last.at + SECOND) {
      stop(event); // it would skip the film that the first has begun
    }
    unseen = null; // browsers show it from the first key on
  }, true);

  addEventListener("focusin", ({ target }) => {
    unseen = target.matches(":focus-visible") ? null : target;
  });

  document.addEventListener("toggle", (event) => {
    if (event.target.closest?.("#board")) {
      noteChange(event.target.matches(":is(.ask, .confirm)[open]"));
    }
  }, true);

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.matches("#board, #panel-body")) {
      noteBoard();
    }
  });

  // --- From one page to the next ---------------------------------------------------------------------

  addEventListener("pagehide", () => {
    const { x, y, name, at, control } = last ?? {};
    const press = last && !last.isKey ? { x, y, name, at, address: addressOf(control) } : null;
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ press, letter, of: performance.timeOrigin }));
    } catch {
      // Storage is switched off: the next page doesn't know.
    }
  });

  function recall() {
    try {
      const { press, letter: before, of } = JSON.parse(sessionStorage.getItem(KEPT));
      const since = of - performance.timeOrigin;
      sessionStorage.removeItem(KEPT);
      last = press && { ...press, at: press.at + since, done: -Infinity, isOfBefore: true };
      letter = { key: before.key, at: (before.at ?? -Infinity) + since, done: -Infinity, isOfBefore: true };
    } catch {
      // Nothing was pressed on the page before, or storage is switched off.
    }
  }

  recall();
  noteBoard();
})();
