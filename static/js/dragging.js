// Dragging a thing to where it goes presses the button that does the same. A mouse drags at once, a finger
// when it moves after a long press, so that it can still scroll, and look at a card without moving (tips.js).
//
// The board says what can be dragged (data-drag), where it can be put down (data-zone), and which button stands
// for both: its data-onto names the zone, and it is inside the thing or names the thing in data-from. Some buttons
// are there only when the thing is picked up: then data-drag-pick names the link that does that.
(function () {
  "use strict";

  const SLACK = 8; // pixels by which a press may slip
  const LEAST = 20; // what is let go nearer to where it was taken goes nowhere: a hand trembles
  const LONG_PRESS = 350;
  const EDGE = 70; // so near to the edge of the window a drag scrolls
  const SCROLL = 14;
  const PICKED = "#board .is-picked[data-zone]";
  let pending = null; // a press that may become a drag
  let drag = null;
  let hasDragged = false; // the click that ends a drag is none
  let wanted = null; // what is pressed as soon as the thing is picked up

  function buttonsOf(source) {
    return [...document.querySelectorAll("#board button[data-onto]")].filter((button) => {
      const { from } = button.dataset;
      return !button.disabled && (from ? from === source.dataset.drag : source.contains(button));
    });
  }

  function zonesOf(button) {
    return document.querySelectorAll(`#board [data-zone="${CSS.escape(button.dataset.onto)}"]`);
  }

  const pickOf = (source) => document.getElementById(source.dataset.dragPick);

  // A thing that has to be picked up first goes where the one goes that is picked up now, and where that one
  // is, but not where it is itself.
  function goalsOf(source, buttons) {
    if (buttons.length || !pickOf(source)) {
      return new Set(buttons.flatMap((button) => [...zonesOf(button)]).filter((zone) => zone !== source));
    }
    const pressed = [...document.querySelectorAll("#board button[data-onto]")];
    const zones = [...pressed.flatMap((button) => [...zonesOf(button)]), ...document.querySelectorAll(PICKED)];
    return new Set(zones.filter((zone) => zone !== source));
  }

  document.addEventListener("pointerdown", (event) => {
    hasDragged = false;
    wanted = null;
    const source = event.target.closest?.("[data-drag]");
    if (!source || !event.isPrimary || event.button || event.target.closest("input, select, textarea, label")) {
      return;
    }
    pending = { source, id: event.pointerId, x: event.clientX, y: event.clientY };
    if (event.pointerType === "touch") {
      pending.timer = setTimeout(lift, LONG_PRESS);
    }
  });

  document.addEventListener("pointermove", (event) => {
    const isOurs = (drag ?? pending)?.id === event.pointerId;
    if (isOurs && !event.buttons && event.pointerType !== "touch") {
      giveUp(); // it was let go where nobody saw it, such as over another window
    } else if (drag?.id === event.pointerId) {
      follow(event.clientX, event.clientY);
    } else if (pending?.id === event.pointerId && hasSlipped(event)) {
      if (pending.timer && !pending.isLifted) {
        forget();
      } else {
        begin();
        if (drag) {
          follow(event.clientX, event.clientY);
        }
      }
    }
  });

  const hasSlipped = (event) => Math.hypot(event.clientX - pending.x, event.clientY - pending.y) > SLACK;

  function forget() {
    clearTimeout(pending?.timer);
    pending?.source.classList.remove("is-dragged");
    pending = null;
  }

  function lift() {
    if (!goalsOf(pending.source, buttonsOf(pending.source)).size) {
      forget();
      return;
    }
    pending.isLifted = true;
    pending.source.classList.add("is-dragged");
  }

  function begin() {
    const { source, id, x, y } = pending;
    forget();
    const buttons = source.isConnected ? buttonsOf(source) : [];
    const zones = goalsOf(source, buttons);
    if (!source.isConnected || !zones.size) {
      return;
    }
    drag = { source, id, buttons, zones, ghost: ghostOf(source), from: { x, y } };
    source.setPointerCapture?.(id);
    source.classList.add("is-dragged");
    drag.zones.forEach((zone) => zone.classList.add("is-target"));
    document.body.append(drag.ghost);
    document.documentElement.classList.add("has-drag");
    document.dispatchEvent(new CustomEvent("match:drag", { detail: { zones: [...drag.zones] } }));
    follow(x, y);
    requestAnimationFrame(scrollAtEdges);
  }

  // A picture of what is dragged: no control, and nothing that a page has once only.
  function ghostOf(source) {
    const ghost = document.createElement("div");
    const face =
      source.querySelector(":scope > summary, .program__press, .card, .pawn, .cube, .junk-robot") ||
      source.parentElement.querySelector(":scope > details > summary") ||
      source;
    const copy = face.cloneNode(true);
    for (const node of [copy, ...copy.querySelectorAll("*")]) {
      ["id", "name", "form", "data-drag", "data-zone", "data-key"].forEach((name) => node.removeAttribute(name));
    }
    ghost.className = "drag-ghost";
    ghost.inert = true;
    ghost.setAttribute("aria-hidden", "true");
    ghost.append(copy);
    return ghost;
  }

  function follow(x, y) {
    drag.x = x;
    drag.y = y;
    drag.ghost.style.translate = `${x + 6}px ${y + 6}px`;
    drag.over?.classList.remove("is-over");
    drag.over = Math.hypot(x - drag.from.x, y - drag.from.y) < LEAST ? null : zoneAt(x, y);
    drag.over?.classList.add("is-over");
  }

  function zoneAt(x, y) {
    const zone = document.elementFromPoint(x, y)?.closest("[data-zone]");
    return drag.zones.has(zone) ? zone : null;
  }

  // Only towards a place to put it down: what is in sight already shouldn't move away.
  function scrollAtEdges() {
    if (!drag) {
      return;
    }
    const places = [...drag.zones].map((zone) => zone.getBoundingClientRect());
    const isAbove = drag.y < EDGE && places.some(({ top }) => top < 0);
    const isBelow = drag.y > innerHeight - 2 * EDGE && places.some(({ bottom }) => bottom > innerHeight);
    const step = isAbove ? -SCROLL : isBelow ? SCROLL : 0;
    if (step) {
      scrollBy({ top: step, behavior: "instant" });
      follow(drag.x, drag.y);
    }
    requestAnimationFrame(scrollAtEdges);
  }

  document.addEventListener("pointerup", (event) => {
    hasDragged = Boolean(pending?.isLifted);
    forget();
    if (drag?.id === event.pointerId) {
      hasDragged = true;
      const { source, over, buttons } = drag;
      end();
      if (over) {
        drop(source, over, buttons.filter((button) => button.dataset.onto === over.dataset.zone));
      }
    }
  });

  const isRare = (button) => button.closest("[data-rare]");

  // Where the thing can do several things, or what it would do gives something up, one is asked.
  function drop(source, zone, ways) {
    const usual = ways.filter((button) => !isRare(button));
    const buttons = usual.length ? usual : ways;
    const asking = buttons[0]?.closest("details:not([data-rare])");
    if (usual.length === 1) {
      buttons[0].click();
    } else if (asking) {
      asking.open = true;
      for (const button of buttons) {
        isRare(button)?.setAttribute("open", "");
      }
      buttons[0].focus();
    } else if (!buttons.length && pickOf(source)) {
      wanted = { from: source.dataset.drag, onto: zone.dataset.zone };
      pickOf(source).click();
    }
  }

  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (wanted && detail.target.id === "board") {
      const isIt = ({ dataset }) => dataset.from === wanted.from && dataset.onto === wanted.onto;
      const button = [...document.querySelectorAll("#board button[data-onto]")].find(isIt);
      wanted = null;
      button?.click();
    }
  });

  function end() {
    drag.ghost.remove();
    document.documentElement.classList.remove("has-drag");
    drag.source.classList.remove("is-dragged");
    drag.zones.forEach((zone) => zone.classList.remove("is-target", "is-over"));
    drag = null;
  }

  function giveUp() {
    forget();
    if (drag) {
      end();
    }
  }

  document.addEventListener("pointercancel", giveUp);

  document.addEventListener("keydown", (event) => {
    hasDragged = false;
    if (event.key === "Escape" && drag) {
      event.stopPropagation();
      hasDragged = true;
      end();
    }
  }, true);

  window.takePresses(() => {
    const isEnd = hasDragged;
    hasDragged = false;
    return isEnd;
  });

  // The browser’s own dragging of links and pictures, its scrolling and its menu would end ours.
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("[data-drag]")) {
      event.preventDefault();
    }
  });
  document.addEventListener("contextmenu", (event) => {
    if (drag || pending?.isLifted) {
      event.preventDefault();
    }
  });
  document.addEventListener("touchmove", (event) => {
    if (drag || pending?.isLifted) {
      event.preventDefault();
    }
  }, { passive: false });
})();
