// Shows what a word means, or the face of a card, beside what stands for it: when that is pointed at or focused.
// A word's link that has the class `tip` is explained by the first touch; other links of cards and of rules, and
// cards on a board, by a long one. A link of a rule whose words the page doesn't have is explained by that rule. It stays while the pointer is on either; Escape puts it away. Links stay links, so
// without this script one reads the same by following them.
//
// A board says which card lies somewhere by data-peek or data-card, and the page around it where the faces of
// its edition are (data-cards, data-edition). What data-note says stands below the face.
(function () {
  "use strict";

  const GAP = 8;
  const POINTING = 250;
  const CLOSING = 200;
  const LONG_PRESS = 350; // as long as in dragging.js
  const SLACK = 8; // pixels by which a press may slip
  const CARD_PAGE = /^\/cards\/[\w-]+\/[\w-]+\/$/;
  // A card and a rule of a draft edition; not everybody may see them.
  const DRAFT_CARD = /^\/workshop\/[a-z2-9]+\/\d+\/cards\/[\w-]+\//;
  const DRAFT_RULE = /^\/workshop\/[a-z2-9]+\/\d+\/rulebook\/[\w-]+\/$/;
  // Keys that only look around. After all others the focus goes where somebody does something.
  const LOOKING = /^(Tab|Arrow\w+|Home|End|[fhlm])$/;
  const RULE_PAGE = /^\/rules\/[\w-]+\/[\w.-]+\/[\w-]+\/$/;
  const PRESSED = "#board :is(button, summary, select, label, a[href])";
  const fetched = new Map();

  let box = null;
  let shown = null;
  let described = null;
  let unexplained = null; // what no explanation came for: then it is a link and nothing else
  let untitled = null; // what has lost its title while the box is shown: the browser would show that too
  let pointed = null;
  let opening = 0;
  let closing = 0;
  let lastPointer = "mouse";
  let isLooking = true;
  let press = null; // a finger that rests on a card
  let hasPeeked = false; // the click that ends a long press is none
  let hasPutAway = false; // nor is one by a touch that puts a face away: what the face covered lies there
  let pressedAt = { x: -99, y: -99 }; // who has pressed there and not moved since wants to see nothing

  // --- What stands for what --------------------------------------------------------------------------------

  // The link or the thing around the node that stands for a word or a card, or null.
  function subjectOf(node) {
    const link = node?.closest?.("a[href]");
    if (link && isWord(link)) {
      return link;
    }
    if (link && isCardLink(link) && !link.closest(".tray, .card")) {
      return link;
    }
    const deed = node?.closest?.(".deed");
    const thing = deed?.parentElement.querySelector(":scope > details") ?? node?.closest?.("[data-peek], details");
    const isFace = !thing?.matches("details") || (!thing.open && (deed || node.closest("summary")?.parentElement === thing));
    return thing && isFace && slugOf(thing) && thing.closest("[data-cards]") ? thing : null;
  }

  // A word or a rule's name, not a card.
  const isWord = (subject) => subject.matches(".tip, .rule-link");
  const isCardLink = ({ pathname, search }) =>
    DRAFT_CARD.test(pathname) || (CARD_PAGE.test(pathname) && search.startsWith("?edition="));
  const slugOf = ({ dataset }) => dataset.peek || dataset.card;

  function addressOf(subject) {
    if (subject.dataset.face) {
      return subject.dataset.face;
    }
    if (subject.matches("a")) {
      return isCardLink(subject) ? `${subject.pathname}face/${subject.search}` : "";
    }
    const { cards, edition } = subject.closest("[data-cards]").dataset;
    return `${cards}${slugOf(subject)}/face/?edition=${encodeURIComponent(edition)}`;
  }

  function words(link) {
    const said = document.getElementById(link.getAttribute("aria-describedby"));
    return link.dataset.tip ?? said?.textContent.trim() ?? "";
  }

  // A promise of what the box shows: the face of a card as HTML, or a text.
  async function explanationOf(subject) {
    const address = addressOf(subject);
    if (address) {
      return { face: await fetchOnce(address) };
    }
    const isRule = !words(subject) && (RULE_PAGE.test(subject.pathname) || DRAFT_RULE.test(subject.pathname));
    return { text: isRule ? rule(await fetchOnce(subject.pathname)) : words(subject) };
  }

  // The words of a rule, out of its page.
  function rule(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const [title, said] = [".paragraph__title", ".paragraph__text"].map((one) => page.querySelector(one)?.textContent.trim());
    return said ? `${title}: ${said}` : "";
  }

  // A promise of HTML, which is fetched once. Mostly it is the same for everybody: without cookies the page cache answers.
  function fetchOnce(address) {
    if (!fetched.has(address)) {
      const isOfDraft = DRAFT_CARD.test(address) || DRAFT_RULE.test(address);
      const fetching = fetch(address, { credentials: isOfDraft ? "same-origin" : "omit", headers: { Accept: "text/html" } }).then((answer) => {
        if (!answer.ok) {
          throw new Error(answer.statusText);
        }
        return answer.text();
      });
      fetching.catch(() => fetched.delete(address));
      fetched.set(address, fetching);
    }
    return fetched.get(address);
  }

  // --- Opening and closing ---------------------------------------------------------------------------------

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

  async function open(subject, byTouch) {
    clearTimeout(opening);
    clearTimeout(closing);
    if (shown === subject) {
      return;
    }
    close();
    shown = subject;
    try {
      const { face, text } = await explanationOf(subject);
      if (shown === subject && subject.isConnected && (face || text)) {
        show(face, text, byTouch);
      }
    } catch {
      // It is a link all the same.
      shown = shown === subject ? null : shown;
      unexplained = subject;
    }
  }

  function openSoon(subject) {
    clearTimeout(opening);
    if (shown === subject) {
      clearTimeout(closing);
    } else {
      opening = setTimeout(() => subject.isConnected && open(subject, false), POINTING);
    }
  }

  function show(face, text, byTouch) {
    box ??= makeBox();
    box.classList.toggle("tip-box--card", Boolean(face));
    if (face) {
      box.innerHTML = face;
    } else {
      box.textContent = text;
    }
    untitle();
    say(shown.dataset.note ?? (isWord(shown) || shown.closest("[data-told]") ? "" : untitled?.title));
    if (byTouch && shown.matches(".tip")) {
      say(face ? "Tap again to open its page." : "Tap again to go there.");
    }
    (document.querySelector("dialog[open]") ?? document.getElementById("main") ?? document.body).append(box);
    describe();
    if (box.showPopover) {
      box.showPopover();
    } else {
      box.hidden = false;
    }
    place();
  }

  function say(sentence) {
    if (sentence) {
      const line = document.createElement("p");
      line.className = "tip-box__next";
      line.textContent = sentence;
      box.append(line);
    }
  }

  // Who hears the page hears the box as what describes the control, unless the same stands there anyway.
  function describe() {
    const active = document.activeElement;
    const control = shown.matches("a") ? shown : subjectOf(active) === shown ? active : null;
    const isTold = !isWord(shown) && control?.closest("[data-told]");
    if (control && !control.hasAttribute("aria-describedby") && !isTold) {
      control.setAttribute("aria-describedby", box.id);
      described = control;
    }
  }

  // The browser would show the title beside the box, which says it already.
  function untitle() {
    const titled = shown.closest("[title]");
    if (titled) {
      untitled = { titled, title: titled.title };
      titled.removeAttribute("title");
    }
  }

  function close() {
    clearTimeout(opening);
    putAway();
  }

  function putAway() {
    clearTimeout(closing);
    shown = null;
    described?.removeAttribute("aria-describedby");
    described = null;
    // With a fresh board its title has come again.
    if (untitled && !untitled.titled.title) {
      untitled.titled.setAttribute("title", untitled.title);
    }
    untitled = null;
    box?.remove();
  }

  function closeSoon() {
    clearTimeout(closing);
    closing = setTimeout(() => {
      const active = document.activeElement;
      if (shown && pointed !== shown && !(subjectOf(active) === shown && active.matches(":focus-visible"))) {
        // What is looked at next is on its way.
        putAway();
      }
    }, CLOSING);
  }

  // --- Placing ---------------------------------------------------------------------------------------------

  function place() {
    const { width, height } = box.getBoundingClientRect();
    const spot = isWord(shown) ? besideWord(width, height) : besideCard(width, height);
    box.style.top = `${Math.round(spot.top)}px`;
    box.style.left = `${Math.round(spot.left)}px`;
  }

  const within = (start, size, whole) => Math.max(GAP, Math.min(start, whole - size - GAP));
  const wide = () => document.documentElement.clientWidth;

  // Below the word, or above it where that has more room; never past the edge of the window.
  function besideWord(width, height) {
    const lines = [...shown.getClientRects()];
    const [first, last] = [lines[0], lines.at(-1)];
    const fitsBelow = last.bottom + GAP + height <= innerHeight;
    const isBelow = fitsBelow || innerHeight - last.bottom >= first.top;
    const line = isBelow ? last : first;
    const top = isBelow ? line.bottom + GAP : line.top - GAP - height;
    return { top: Math.max(GAP, top), left: within(line.left, width, wide()) };
  }

  // On the side of the card where the box covers least of what can be pressed, and never over the card itself
  // if there is room beside it. In a field of cards the box stands beside the field: whoever points at the next
  // card would else point at the box.
  function besideCard(width, height) {
    const at = shown.getBoundingClientRect();
    const [across, down] = [within(at.left, width, wide()), within(at.top, height, innerHeight)];
    const field = shown.closest("[data-grid]")?.getBoundingClientRect();
    const besideField = field ? [field.right + GAP, field.left - GAP - width] : [];
    const room = besideField.find((left) => left >= GAP && left + width <= wide() - GAP);
    if (room !== undefined && lastPointer !== "touch") {
      return { left: room, top: down };
    }
    const above = { left: across, top: within(at.top - GAP - height, height, innerHeight) };
    const below = { left: across, top: within(at.bottom + GAP, height, innerHeight) };
    const right = { left: within(at.right + GAP, width, wide()), top: down };
    const left = { left: within(at.left - GAP - width, width, wide()), top: down };
    const spots = lastPointer === "touch" ? [above, below, right, left] : [right, left, above, below];
    const others = [...document.querySelectorAll(PRESSED)].filter((node) => node.checkVisibility?.());
    const pressed = others.map((node) => node.getBoundingClientRect());
    const costs = spots.map((spot) => {
      const hidden = (rect) => overlap(rect, { ...spot, right: spot.left + width, bottom: spot.top + height });
      return 100 * hidden(at) + pressed.reduce((sum, rect) => sum + hidden(rect), 0);
    });
    return spots[costs.indexOf(Math.min(...costs))];
  }

  function overlap(one, other) {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return Math.max(0, across) * Math.max(0, down);
  }

  // --- Pointing and focus ----------------------------------------------------------------------------------

  document.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") {
      if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK) {
        rest();
      }
      return;
    }
    if (event.buttons || Math.hypot(event.clientX - pressedAt.x, event.clientY - pressedAt.y) <= SLACK) {
      return;
    }
    pressedAt = { x: -99, y: -99 };
    point(subjectOf(event.target), box?.contains(event.target));
  });
  document.addEventListener("pointerout", (event) => {
    if (event.pointerType !== "touch" && !event.relatedTarget) {
      point(null, false);
    }
  });

  function point(subject, isOnBox) {
    if (subject === pointed || (isOnBox && !subject)) {
      return;
    }
    pointed = subject;
    clearTimeout(opening);
    if (shown && shown !== subject) {
      closeSoon();
    }
    if (subject) {
      openSoon(subject);
    }
  }

  document.addEventListener("focusin", (event) => {
    const subject = subjectOf(event.target);
    if (!subject || !event.target.matches(":focus-visible")) {
      return;
    }
    if (subject.matches(".tip")) {
      open(subject, false);
    } else if (isLooking) {
      openSoon(subject);
    }
  });
  document.addEventListener("focusout", (event) => {
    clearTimeout(opening);
    if (shown && subjectOf(event.target) === shown) {
      closeSoon();
    }
  });

  // --- Presses ---------------------------------------------------------------------------------------------

  function rest() {
    clearTimeout(press?.timer);
    press = null;
  }

  document.addEventListener("pointerdown", (event) => {
    const { pointerType, clientX: x, clientY: y } = event;
    const subject = subjectOf(event.target);
    lastPointer = pointerType;
    isLooking = false;
    hasPeeked = false;
    rest();
    clearTimeout(opening);
    // A press on a face puts it away too: what it covers may be wanted.
    const isOnBox = shown && box?.contains(event.target);
    const isOnWords = isOnBox && shown.matches(".tip");
    hasPutAway = Boolean(isOnBox && !isOnWords && pointerType === "touch");
    if (shown && !isOnWords && !(subject === shown && shown.matches(".tip"))) {
      close();
    }
    if (pointerType !== "touch") {
      pressedAt = { x, y };
    } else if (event.isPrimary && subject && !subject.matches(".tip")) {
      press = { x, y, timer: setTimeout(peek, LONG_PRESS, subject) };
    }
  });

  function peek(subject) {
    if (subject.isConnected) {
      hasPeeked = true;
      open(subject, true);
    }
  }

  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, rest);
  }
  // The menu of the browser would lie over the face.
  document.addEventListener("contextmenu", (event) => {
    if (hasPeeked && lastPointer === "touch") {
      event.preventDefault();
    }
  });
  document.addEventListener("match:drag", close);

  // Of a card a long touch does nothing else.
  window.takePresses(() => {
    const isTaken = hasPeeked || hasPutAway;
    hasPeeked = hasPutAway = false;
    return isTaken;
  });

  // Of a word the first touch explains and the second follows the link.
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target.closest?.(".tip");
      if (!link || lastPointer !== "touch" || event.detail === 0) {
        if (shown && subjectOf(event.target) === shown) {
          close();
        }
        return;
      }
      const isNew = shown !== link && unexplained !== link;
      if (isNew && (addressOf(link) || words(link) || RULE_PAGE.test(link.pathname))) {
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
      isLooking = LOOKING.test(event.key);
      hasPeeked = hasPutAway = false;
      if (event.key !== "Escape") {
        // Where the mouse rests says no more what is looked at.
        pointed = null;
      } else if (shown) {
        event.preventDefault();
        event.stopPropagation();
        close();
      }
    },
    true,
  );

  // --- When the page changes -------------------------------------------------------------------------------

  window.addEventListener("scroll", () => shown && box?.isConnected && place(), { capture: true, passive: true });

  // A fresh board has the same card in the same place mostly: then its face stays.
  const keyOf = (subject) => subject.id || subject.dataset.key;

  function follow() {
    if (!shown) {
      return;
    }
    if (shown.isConnected) {
      // With a fresh board its title has come again, and what describes it has gone.
      if (untitled?.titled.title) {
        untitle();
      }
      if (box?.isConnected) {
        describe();
      }
      return;
    }
    const key = keyOf(shown);
    const same = key && document.querySelector(`#board :is([id="${CSS.escape(key)}"], [data-key="${CSS.escape(key)}"])`);
    if (!box?.isConnected || !same || same.open || slugOf(same) !== slugOf(shown)) {
      close();
      return;
    }
    pointed = pointed === shown ? same : pointed;
    shown = same;
    untitle();
    place();
  }

  document.addEventListener("htmx:afterSwap", follow);
})();
