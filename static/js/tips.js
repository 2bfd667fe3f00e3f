// Shows what a word means, or the face of a card, beside a link that has the class `tip`: when it is pointed at,
// focused, or touched once. It stays while the pointer is on either; Escape puts it away. The link itself stays
// a link, so without this script one reads the same by following it.
(function () {
  "use strict";

  const GAP = 8;
  const CLOSING = 200;
  const faces = new Map();

  let box = null;
  let shown = null;
  let described = null;
  let closing = 0;
  let lastPointer = "mouse";

  function makeBox() {
    const made = document.createElement("div");
    made.className = "tip-box";
    made.id = "tip-box";
    made.setAttribute("role", "tooltip");
    if ("popover" in made) {
      made.popover = "manual";
    } else {
      made.hidden = true;
    }
    made.addEventListener("mouseenter", () => clearTimeout(closing));
    made.addEventListener("mouseleave", closeSoon);
    return made;
  }

  function words(link) {
    const said = document.getElementById(link.getAttribute("aria-describedby"));
    return link.dataset.tip ?? said?.textContent.trim() ?? "";
  }

  // A promise of the card's face as HTML; it is fetched once.
  function face(address) {
    if (!faces.has(address)) {
      const fetched = fetch(address, { headers: { Accept: "text/html" } }).then((answer) => {
        if (!answer.ok) {
          throw new Error(answer.statusText);
        }
        return answer.text();
      });
      fetched.catch(() => faces.delete(address));
      faces.set(address, fetched);
    }
    return faces.get(address);
  }

  async function open(link, byTouch) {
    clearTimeout(closing);
    if (shown === link) {
      return;
    }
    close();
    shown = link;
    try {
      const html = link.dataset.face ? await face(link.dataset.face) : null;
      if (shown === link && (html || words(link))) {
        show(link, html, byTouch);
      }
    } catch {
      // It is a link all the same.
      shown = shown === link ? null : shown;
    }
  }

  function show(link, html, byTouch) {
    box ??= makeBox();
    box.classList.toggle("tip-box--card", html !== null);
    if (html === null) {
      box.textContent = words(link);
    } else {
      box.innerHTML = html;
    }
    if (byTouch) {
      const next = document.createElement("p");
      next.className = "tip-box__next";
      next.textContent = html === null ? "Touch again to go there." : "Touch again for its page.";
      box.append(next);
    }
    (document.querySelector("dialog[open]") ?? document.getElementById("main") ?? document.body).append(box);
    if (!link.hasAttribute("aria-describedby")) {
      link.setAttribute("aria-describedby", box.id);
      described = link;
    }
    if (box.showPopover) {
      box.showPopover();
    } else {
      box.hidden = false;
    }
    place();
  }

  // Below the word, or above it where that has more room; never past the edge of the window.
  function place() {
    const lines = [...shown.getClientRects()];
    const last = lines.at(-1);
    const first = lines[0];
    const size = box.getBoundingClientRect();
    const fitsBelow = last.bottom + GAP + size.height <= window.innerHeight;
    const isBelow = fitsBelow || window.innerHeight - last.bottom >= first.top;
    const line = isBelow ? last : first;
    const top = isBelow ? line.bottom + GAP : line.top - GAP - size.height;
    const left = Math.min(line.left, document.documentElement.clientWidth - size.width - GAP);
    box.style.top = `${Math.round(Math.max(GAP, top))}px`;
    box.style.left = `${Math.round(Math.max(GAP, left))}px`;
  }

  function close() {
    clearTimeout(closing);
    shown = null;
    described?.removeAttribute("aria-describedby");
    described = null;
    box?.remove();
  }

  function closeSoon() {
    clearTimeout(closing);
    closing = setTimeout(() => {
      if (shown !== document.activeElement || !shown.matches(":focus-visible")) {
        close();
      }
    }, CLOSING);
  }

  function tipOf(event) {
    return event.target.closest?.(".tip");
  }

  document.addEventListener("pointerover", (event) => {
    const link = tipOf(event);
    if (link && event.pointerType !== "touch") {
      open(link, false);
    }
  });
  document.addEventListener("pointerout", (event) => {
    const link = tipOf(event);
    if (link && event.pointerType !== "touch" && !link.contains(event.relatedTarget)) {
      closeSoon();
    }
  });
  document.addEventListener("focusin", (event) => {
    const link = tipOf(event);
    if (link && link.matches(":focus-visible")) {
      open(link, false);
    }
  });
  document.addEventListener("focusout", (event) => {
    if (tipOf(event) && tipOf(event) === shown) {
      closeSoon();
    }
  });
  document.addEventListener("pointerdown", (event) => {
    lastPointer = event.pointerType;
    if (shown && !tipOf(event) && !box?.contains(event.target)) {
      close();
    }
  });
  // The first touch explains, the second follows the link.
  document.addEventListener(
    "click",
    (event) => {
      const link = tipOf(event);
      if (!link || lastPointer !== "touch" || event.detail === 0) {
        return;
      }
      if (shown !== link && (link.dataset.face || words(link))) {
        event.preventDefault();
        event.stopPropagation();
        open(link, true);
      }
    },
    true,
  );
  // Escape puts away the explanation and nothing else.
  document.addEventListener(
    "keydown",
    (event) => {
      lastPointer = "keyboard";
      if (event.key === "Escape" && shown) {
        event.preventDefault();
        event.stopPropagation();
        close();
      }
    },
    true,
  );
  window.addEventListener("scroll", () => shown && box?.isConnected && place(), { capture: true, passive: true });
  document.addEventListener("htmx:afterSwap", () => shown && !shown.isConnected && close());
})();
