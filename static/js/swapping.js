// A fresh board takes the place of the one that is shown. What is the same in both stays, so that the browser lays
// out and draws only what has changed. What a script had added to it goes, as if all of it were new. So do the lines
// of the chat: only what is new among them is spoken.
(function () {
  "use strict";

  // Elements that differ in one of these are two things. One with another state is new, so that it is seen to change.
  const NAMES = [
    "id", "name", "type", "data-key", "data-thing", "data-state", "data-figure", "data-card", "data-peek", "data-step",
    "hx-get", "hx-post",
  ];

  const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
  // What the style sheet calls it; what else its class says is how it is now.
  const kindOf = (node) => node.classList[0];
  const isEqual = (old, fresh) => old.isEqualNode(fresh);

  // A form is new each time: so is the id of the move that it sends.
  function isAlike(old, fresh) {
    if (old.nodeName !== fresh.nodeName || old.nodeName === "FORM") {
      return false;
    }
    const isOneThing = (name) => old.getAttribute(name) === fresh.getAttribute(name);
    return !isElement(old) || (kindOf(old) === kindOf(fresh) && NAMES.every(isOneThing));
  }

  // Make *old* like *fresh*, and add to *placed* the elements that are new.
  function become(old, fresh, placed) {
    if (!isElement(old)) {
      old.nodeValue = fresh.nodeValue;
      return;
    }
    for (const { name } of [...old.attributes].filter((one) => !fresh.hasAttribute(one.name))) {
      old.removeAttribute(name);
    }
    for (const { name, value } of [...fresh.attributes].filter((one) => old.getAttribute(one.name) !== one.value)) {
      old.setAttribute(name, value);
    }
    refill(old, [...old.childNodes], [...fresh.childNodes], placed);
  }

  // Put *freshes* in the place of *olds*, which are all that *parent* holds. What is equal at both ends stays.
  function refill(parent, olds, freshes, placed) {
    let next = null; // what comes after them
    const areLeft = () => olds.length && freshes.length;
    while (areLeft() && isEqual(olds[0], freshes[0])) {
      olds.shift();
      freshes.shift();
    }
    while (areLeft() && isEqual(olds.at(-1), freshes.at(-1))) {
      next = olds.pop();
      freshes.pop();
    }
    // As many as before: each takes the place of another. Otherwise some have come or gone between the others.
    const arePairs = olds.length === freshes.length;
    while (areLeft() && (arePairs || isAlike(olds[0], freshes[0]))) {
      replace(olds.shift(), freshes.shift(), placed);
    }
    while (areLeft() && isAlike(olds.at(-1), freshes.at(-1))) {
      const old = olds.pop();
      replace(old, freshes.pop(), placed);
      next = old;
    }
    olds.forEach((old) => old.remove());
    for (const fresh of freshes) {
      parent.insertBefore(fresh, next);
      placed.push(fresh);
    }
  }

  function replace(old, fresh, placed) {
    if (isEqual(old, fresh)) {
      return;
    }
    if (isAlike(old, fresh)) {
      become(old, fresh, placed);
    } else {
      old.replaceWith(fresh);
      placed.push(fresh);
    }
  }

  // What happened between the two is played on a copy of the table that was.
  const isFilmed = (old, fresh) => Number(fresh.dataset.film) > Number(old.dataset.seq);

  // Lines that are left out now go first: those that stay meet themselves then. Why a message was refused stays.
  function refillLines(old, fragment) {
    const placed = [];
    const kept = new Set([...fragment.querySelectorAll("[data-message]")].map((line) => line.dataset.message));
    for (const line of old.querySelectorAll("[data-message]")) {
      if (!kept.has(line.dataset.message)) {
        if (line.nextSibling && !isElement(line.nextSibling)) {
          line.nextSibling.remove();
        }
        line.remove();
      }
    }
    const olds = [...old.childNodes].filter((node) => !isElement(node) || !node.matches(".talk__notice"));
    refill(old, olds, [...fragment.childNodes], placed);
    return placed;
  }

  // Without taking leave of each node that goes, as htmx does: what it would undo goes with the nodes.
  window.htmx.defineExtension("board", {
    handleSwap(style, old, fragment, settling) {
      if (style === "lines") {
        return refillLines(old, fragment);
      }
      if (style !== "board") {
        return false;
      }
      const fresh = fragment.firstElementChild; // it comes alone
      if (isFilmed(old, fresh)) {
        document.dispatchEvent(new CustomEvent("match:films"));
      }
      const placed = [];
      become(old, fresh, placed);
      old.querySelectorAll("form").forEach((form) => form.reset());
      settling.elts = [old];
      return placed;
    },
  });
})();
