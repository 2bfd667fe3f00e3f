// Parts of a table that stand side by side on phones. Without this file the links above them lead to them.
(function () {
  "use strict";

  const LOOK_MS = 1800;
  const FOCUSABLE = "a[href], button, input, select, summary, textarea, [tabindex]";
  const whole = document.documentElement;
  let turning = 0; // the timer of a turn to another pane
  const board = () => document.querySelector("#board, #replay-board");
  const row = () => board().querySelector(".panes");
  const tabs = () => [...board().querySelectorAll(".pane-tabs > a")];
  const paneOf = (tab) => document.querySelector(tab.hash);
  const areSideBySide = () => tabs().some((tab) => tab.checkVisibility());
  // The style sheet says where a decision waits: it marks the tab too.
  const waits = (tab) => getComputedStyle(tab).getPropertyValue("--waits").trim() === "1";
  const isGliding = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

  function current() {
    const width = row().clientWidth || 1;
    return tabs()[Math.round(row().scrollLeft / width)];
  }

  function show(tab, isSoft) {
    const left = tabs().indexOf(tab) * row().clientWidth;
    row().scrollTo({ left, behavior: isSoft ? "smooth" : "instant" });
    mark(tab);
  }

  function mark(shown = current()) {
    if (!shown) {
      return;
    }
    for (const tab of tabs()) {
      if (tab === shown) {
        tab.setAttribute("aria-current", "true");
      } else {
        tab.removeAttribute("aria-current");
      }
    }
  }

  // One function for all boards: a row that stays listens once.
  const markShown = () => mark();

  // Give the panes the height that is left, so that what is pressed needs no scrolling of the page.
  function measure() {
    keepHeights();
    const gap = parseFloat(getComputedStyle(row().parentElement).rowGap) || 0;
    const above = row().getBoundingClientRect().top + scrollY;
    const docks = [...board().querySelectorAll("[data-dock]")].filter((dock) => dock.checkVisibility());
    const heightOf = (some) => some.reduce((sum, dock) => sum + dock.offsetHeight + gap, 0);
    const isFloating = (dock) => getComputedStyle(dock).position === "fixed";
    const isStuck = (one) => getComputedStyle(one).position === "sticky";
    const floating = docks.filter(isFloating);
    const bar = [...document.querySelectorAll("#board .actions, .replay__bar")].filter((one) => isFloating(one) || isStuck(one));
    whole.style.setProperty("--panes-rest", `${above + gap + heightOf(docks) + (bar[0]?.offsetHeight || 0)}px`);
    whole.style.setProperty("--dock-height", `${heightOf(floating)}px`);
    whole.style.setProperty("--docks", `${heightOf(docks)}px`);
    for (const box of [row(), ...tabs().map(paneOf)]) {
      box.tabIndex = scrolls(box) && !hasStops(box) ? 0 : -1;
    }
  }

  // Within a turn nothing moves below a finger: what gets lower leaves its place empty.
  function keepHeights() {
    for (const part of board().querySelectorAll("[data-steady]")) {
      whole.style.setProperty(`--least-${part.dataset.steady}`, `${part.offsetHeight}px`);
    }
  }

  function forgetHeights() {
    for (const part of board().querySelectorAll("[data-steady]")) {
      whole.style.removeProperty(`--least-${part.dataset.steady}`);
    }
  }

  // Keys scroll what has the focus: a box in which nothing can have it takes it itself.
  const scrolls = (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
  const hasStops = (box) => [...box.querySelectorAll(FOCUSABLE)].some(
    (stop) => stop.tabIndex >= 0 && !stop.disabled && stop.checkVisibility());

  // A place that is larger than its pane shows where the player's own pawn has come. As long as that is in
  // sight nothing moves: the next press is on its way already.
  function centre(was, isTurn) {
    const mine = board().querySelector(".pane [data-mine]");
    if (mine && (isTurn || mine.dataset.key !== was) && !(was && isInSight(mine))) {
      bring(mine);
    }
  }

  // In a replay the place that the words speak of comes into sight: of several the one where a pawn is now.
  function reveal() {
    const changed = [...board().querySelectorAll("#pane-1 .was-changed")];
    const goal = changed.find((node) => node.querySelector("[data-figure]")) || changed[0];
    if (goal && !isInSight(goal)) {
      bring(goal);
    }
  }

  function isInSight(node) {
    const [spot, frame] = [node, node.closest(".pane")].map((one) => one.getBoundingClientRect());
    return spot.left >= frame.left && spot.right <= frame.right && spot.top >= frame.top && spot.bottom <= frame.bottom;
  }

  function bring(node) {
    const scroller = node.closest(".pane");
    const [spot, frame] = [node, scroller].map((one) => one.getBoundingClientRect());
    scroller.scrollBy({
      left: spot.left + spot.width / 2 - frame.left - frame.width / 2,
      top: spot.top + spot.height / 2 - frame.top - frame.height / 2,
      behavior: "instant",
    });
  }

  // Where a field or a hand goes on beyond the edge of the screen, the edge says so.
  const strips = () => board().querySelectorAll(".field-box, .program__hand.is-docked, .hand__cards, .workshop__draft");

  function shade() {
    for (const box of strips()) {
      box.classList.toggle("has-more-left", box.scrollLeft > 1);
      box.classList.toggle("has-more-right", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    }
  }

  // Another pane comes only when the player has done something or is asked anew, and this one asks for nothing.
  // What has just changed in this one is looked at before, for as long as nothing else is pressed.
  function turnToDecision() {
    const shown = current();
    const asking = tabs().find(waits);
    const isInHand = board().querySelector("[data-dock] .can-act");
    if (board().dataset.myTurn !== "yes" || !asking || isInHand || waits(shown)) {
      return;
    }
    if (paneOf(shown).querySelector("[data-news] .is-changed")) {
      turning = setTimeout(() => show(asking, isGliding()), LOOK_MS);
    } else {
      show(asking, false);
    }
  }

  for (const name of ["pointerdown", "keydown"]) {
    document.addEventListener(name, () => clearTimeout(turning), true);
  }

  function setUp(old) {
    if (!row()) {
      return;
    }
    clearTimeout(turning);
    const isNewTurn = !old || old.myTurn !== board().dataset.myTurn;
    if (isNewTurn) {
      forgetHeights();
    }
    strips().forEach((box) => box.addEventListener("scroll", shade, { passive: true }));
    shade();
    if (!areSideBySide()) {
      keepHeights();
      return;
    }
    measure();
    centre(old?.mine, isNewTurn && board().dataset.myTurn === "yes");
    if (old?.pane && !tabs().some(({ hash }) => hash === old.pane)) {
      show(tabs()[0], false); // the part that was open is gone: the last one would stand there by chance
    }
    const mayTurn = !old?.isReading && (isNewTurn || old.isOwn);
    if (mayTurn && old?.myTurn && isNewTurn && "watch" in row().dataset) {
      show(tabs()[0], false);
    } else if (mayTurn) {
      turnToDecision();
    }
    mark();
    shade();
    row().addEventListener("scroll", markShown, { passive: true });
  }

  let before = null;

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id === "board" && detail.shouldSwap) {
      const { seq, myTurn } = board().dataset;
      const mine = board().querySelector(".pane [data-mine]")?.dataset.key;
      // A link on the board asks for another address than the board's own, and what comes may be newer as well.
      const isOwn = detail.requestConfig.verb === "post" || detail.requestConfig.path !== board().dataset.url;
      // Who reads what a thing says goes on reading when somebody else has moved.
      const open = !isOwn && board().querySelector(".panes details[data-thing][open]");
      const isReading = Boolean(open && paneOf(current()).contains(open));
      const pane = row() && areSideBySide() ? current()?.hash : "";
      before = { seq, myTurn, mine, isOwn, isReading, pane };
    }
  });

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target.id === "board") {
      // The same step, shown otherwise: something was picked up or put down.
      setUp(before && { ...before, isOwn: before.isOwn || before.seq === board().dataset.seq });
      before = null;
    }
  });

  // A replay puts the next moment in place by itself.
  document.addEventListener("replay:shown", ({ detail }) => {
    setUp({ mine: detail.mine });
    if (row() && areSideBySide()) {
      reveal();
    }
  });

  document.addEventListener("click", (event) => {
    const tab = event.target.closest(".pane-tabs > a");
    if (tab) {
      event.preventDefault();
      show(tab, isGliding());
      paneOf(tab).focus({ preventScroll: true });
    }
  });

  // What is dragged needs a place to go in sight.
  document.addEventListener("match:drag", ({ detail }) => {
    if (!row() || !areSideBySide()) {
      return;
    }
    const panes = detail.zones.map((zone) => zone.closest(".pane"));
    if (panes.length && panes.every((pane) => pane && pane !== paneOf(current()))) {
      show(tabs().find((tab) => paneOf(tab) === panes[0]), false);
    }
  });

  setUp(null);
  // A letter's shape that comes late, a notice, another window: what stands above or below has another height.
  new ResizeObserver(() => {
    if (row() && areSideBySide()) {
      measure();
      mark();
    }
    shade();
  }).observe(document.body);
})();
