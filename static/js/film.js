// What happened plays itself: figures and cards glide to where they are now, and what a page has missed is shown
// scene by scene, in at most four seconds. Any key or press skips it. Without motion the board is simply new.
(function () {
  "use strict";

  const LENGTHS = { usual: 4000, fast: 2000 };
  const SCENE = 650; // no scene takes longer
  const GLIDE = 350;
  const DEAF = { skipped: 900, over: 400 }; // ms after a film
  const MOST = 0.75; // of a table is seen, or the page scrolls to it
  const PATIENCE = 1500; // for the film to come
  const KEPT_APART = ["id", "name", "for", "form", "hx-get", "hx-post"];
  const page = document.querySelector(".match");
  const choice = document.querySelector("#film-pace");
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");

  const board = () => document.querySelector("#board");
  const tableOf = (root) => root.querySelector("[data-table]");
  const isNow = () => !board().dataset.url.includes("tell=");

  let stage = null; // while a film plays: where it plays
  let was = null; // where everything stood on the board that goes, and if a film comes, the table to play it on

  // --- Whether and how fast --------------------------------------------------------------------------

  function setUp() {
    try {
      choice.value = localStorage.getItem("film-pace") || "usual";
    } catch {
      // Storage is switched off: the usual pace.
    }
    choice.addEventListener("change", () => {
      try {
        localStorage.setItem("film-pace", choice.value);
      } catch {
        // Not remembered, but in force on this page.
      }
    });
    const tell = () => {
      document.querySelector("#film-reduced").hidden = !reduced.matches;
    };
    reduced.addEventListener("change", tell);
    tell();
  }

  function isWanted() {
    return choice.value in LENGTHS && !reduced.matches && document.visibilityState === "visible";
  }

  // --- Gliding ---------------------------------------------------------------------------------------

  // What a closed list holds is nowhere: to ask where it is lays it out, each card for itself.
  const isUnfolded = (node) => !node.closest("details:not([open]) > :not(summary)");

  // Where the figures and cards below *root* are on the screen.
  function places(root) {
    const figures = new Map();
    for (const node of root?.querySelectorAll("[data-figure]") || []) {
      figures.set(node.dataset.figure, { node, box: node.getBoundingClientRect() });
    }
    const cards = [...(root?.querySelectorAll("[data-card]") || [])].filter(isUnfolded).map((node) => ({
      node,
      card: node.dataset.card,
      key: node.closest("[data-key]")?.dataset.key,
      count: Number(node.dataset.state) || 1,
      box: node.getBoundingClientRect(),
    }));
    return { figures, cards };
  }

  function glide(old, root) {
    if (!old || !root) {
      return;
    }
    const now = places(root);
    for (const [figure, { node, box }] of now.figures) {
      const from = old.figures.get(figure);
      if (from) {
        slide(node, from.box, box);
      }
    }
    const isSame = (one, other) => one.key === other.key && one.card === other.card;
    const fewer = (some, others) =>
      some.filter((one) => !others.some((other) => isSame(one, other) && other.count >= one.count));
    const lost = fewer(old.cards, now.cards);
    for (const gained of fewer(now.cards, old.cards)) {
      const from = lost.findIndex((one) => one.card === gained.card && one.key !== gained.key);
      if (from >= 0) {
        slide(gained.node, lost[from].box, gained.box);
        lost.splice(from, 1);
      }
    }
  }

  function slide(node, from, to) {
    const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
    if (from.width && to.width && Math.hypot(x, y) > 2) {
      // `translate` adds to what the style sheet does with `transform`, such as turning a Scrapbot.
      node.animate([{ translate: `${x}px ${y}px`, zIndex: 3 }, { translate: "0 0", zIndex: 3 }], {
        duration: GLIDE,
        easing: "ease-in-out",
      });
    }
  }

  // --- A film ----------------------------------------------------------------------------------------

  document.addEventListener("match:leaves", () => {
    if (!stage) {
      const table = tableOf(board());
      const lesson = board().querySelector("#lesson");
      was = isWanted() && table && isNow() ? { ...places(table), table, lesson } : null;
    }
  });

  // The copy comes before anybody measures the new board, so that both are laid out at once.
  document.addEventListener("match:films", () => {
    if (was) {
      was.film = staged(was.table);
      was.lesson &&= nameless(was.lesson.cloneNode(true));
    }
  });

  document.addEventListener("match:came", ({ detail }) => {
    const table = tableOf(board());
    hold(stage?.lesson);
    if (stage) {
      veil();
    }
    if (stage || !was) {
      return;
    }
    const old = was;
    was = null;
    if (old.film && table && isNow()) {
      window.bringIntoView(table, MOST);
      if (isInSight(table)) {
        play(detail, table, old);
        return;
      }
    }
    if (old.film) {
      strike(old.film);
    }
    if (table && isNow()) {
      glide(old, table);
    }
  });

  function isInSight(node) {
    const box = node.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  }

  // It is only to be looked at: nothing in it answers to a name of the real table.
  function nameless(node) {
    for (const one of [node, ...node.querySelectorAll("*")]) {
      KEPT_APART.forEach((name) => one.removeAttribute(name));
    }
    return node;
  }

  async function play({ seq: after, myTurn }, table, old) {
    const begun = performance.now();
    const mine = setTheStage(table, old, myTurn !== board().dataset.myTurn);
    Object.assign(mine, { after, untold: Infinity });
    veil();
    // The first frame comes first: nobody's board waits for the scenes.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const scenes = stage === mine ? await fetchScenes(after) : [];
    let due = performance.now();
    const latest = begun + (LENGTHS[choice.value] || 0);
    const pace = Math.min(SCENE, (latest - due) / Math.max(scenes.length, 1));
    mine.untold = scenes.reduce((sum, scene) => sum + Number(scene.dataset.lines), 0);
    for (const scene of scenes) {
      // A slow device shows what it can in the time there is.
      if (stage !== mine || pace < 40 || performance.now() > latest) {
        break;
      }
      show(scene);
      mine.untold -= Number(scene.dataset.lines);
      veil();
      due += pace;
      await new Promise((done) => setTimeout(done, due - performance.now()));
    }
    if (stage === mine) {
      end(DEAF.over);
    }
  }

  // Put a copy of *table* in its place, and return what holds it.
  function staged(table) {
    const node = document.createElement("div");
    node.className = "film";
    const copy = nameless(table.cloneNode(true));
    copy.inert = true;
    copy.querySelectorAll(".pile[open]").forEach((pile) => pile.removeAttribute("open"));
    copy.querySelectorAll(".can-act, .is-reached").forEach((one) => one.classList.remove("can-act", "is-reached"));
    node.setAttribute("aria-hidden", "true"); // the same is spoken, line by line
    const says = document.createElement("p");
    says.className = "film__says";
    says.textContent = "Here is what happened:"; // until the scenes come
    node.append(copy, says);
    place(node, table);
    page.append(node);
    page.classList.add("is-filmed"); // the style sheet hides how it ends: that moves the table
    return node;
  }

  function place(node, table) {
    const frame = table.getBoundingClientRect();
    const origin = page.getBoundingClientRect();
    node.style.top = `${frame.top - origin.top}px`;
    node.style.left = `${frame.left - origin.left}px`;
    node.style.width = `${frame.width}px`;
    node.style.minHeight = `${frame.height}px`;
  }

  function strike(node) {
    node.remove();
    page.classList.remove("is-filmed");
  }

  // isTurn: somebody else's turn is played, or was.
  function setTheStage(table, { film: node, lesson }, isTurn) {
    const old = tableOf(node);
    hold(lesson);
    place(node, table);
    // On the stage all scrollers are at their beginning; what the player looks at is what is played.
    const scrollers = (root) => [...root.querySelectorAll("[data-keep-scroll]")];
    const staged = new Map(scrollers(old).map((one) => [one.className, one]));
    for (const { className, scrollLeft, scrollTop } of scrollers(table)) {
      staged.get(className)?.scrollTo({ left: scrollLeft, top: scrollTop, behavior: "instant" });
    }
    // Whatever part of the table was looked at: it happens in the first one.
    const panes = old.querySelector(isTurn ? "[data-watch], [data-filmed]" : "[data-filmed]");
    if (panes) {
      panes.scrollTo({ left: 0, behavior: "instant" });
      old.querySelectorAll(".pane-tabs > a").forEach((tab, at) => tab.toggleAttribute("aria-current", at === 0));
    }
    stage = { node, says: node.querySelector(".film__says"), lesson };
    return stage;
  }

  // A tutorial goes on after the film: until then its panel says what it said before.
  function hold(lesson) {
    const next = lesson && board().querySelector("#lesson");
    if (next) {
      lesson.inert = true;
      lesson.setAttribute("aria-hidden", "true");
      next.before(lesson);
    }
  }

  async function fetchScenes(after) {
    try {
      const answer = await fetch(`${page.dataset.film}?after=${after}`, {
        headers: { "HX-Request": "true" },
        signal: AbortSignal.timeout(PATIENCE),
      });
      const html = answer.ok ? await answer.text() : "";
      return [...new DOMParser().parseFromString(html, "text/html").querySelectorAll(".scene")];
    } catch {
      return []; // the board shows how it ended
    }
  }

  // A thing and what lies in it with a state of its own, such as link tokens on a mech.
  const withState = (node) => [node, ...node.querySelectorAll("[data-state]")];

  function show(scene) {
    const table = tableOf(stage.node);
    const old = places(table);
    for (const { content } of scene.querySelectorAll("template")) {
      const fresh = content.firstElementChild;
      const gone = table.querySelector(`[data-key="${CSS.escape(fresh.dataset.key)}"]`);
      if (gone) {
        const copy = nameless(document.importNode(fresh, true));
        const states = new Map(withState(gone).map((part) => [part.dataset.key, part.dataset.state]));
        for (const part of withState(copy)) {
          part.classList.toggle("is-changed", states.get(part.dataset.key) !== part.dataset.state);
        }
        gone.replaceWith(copy);
      }
    }
    stage.says.textContent = scene.querySelector("p").textContent.replace(/\s+/g, " ").trim() || stage.says.textContent;
    glide(old, table);
  }

  // The log tells no more than the film has shown. Both are made of the same lines: as many of the newest as are
  // still to be shown are hidden.
  function veil() {
    for (const lines of [logLines(), [...board().querySelectorAll(".since [data-step]")].reverse()]) {
      lines.forEach((line, at) => {
        line.hidden = Number(line.dataset.step) > stage.after && at >= lines.length - stage.untold;
      });
    }
  }

  // The lines of the log, the oldest first; the heading of a turn is its first line.
  function logLines() {
    const turns = [...board().querySelectorAll(".log__turn")].reverse();
    return turns.flatMap((turn) => {
      const [first, ...others] = turn.querySelectorAll("[data-step]");
      return first?.matches(".log__head") ? [first, ...others.reverse()] : [first, ...others].filter(Boolean).reverse();
    });
  }

  // deaf: how long nothing below it is pressed, by somebody in a hurry or who was about to skip it.
  function end(deaf) {
    stage.untold = 0;
    veil();
    strike(stage.node);
    stage.lesson?.remove();
    stage = null;
    if (deaf) {
      window.hearNothing(deaf);
    }
    document.dispatchEvent(new CustomEvent("match:filmed"));
  }

  // --- Skipping --------------------------------------------------------------------------------------

  // The press that skips does nothing else: what is below the film isn't seen yet, and a hand at the window's lower
  // edge lies outside of it.
  window.takePresses(({ target }) => {
    const isSkip = Boolean(stage && [stage.node, board()].some((root) => root.contains(target)));
    if (isSkip) {
      end(DEAF.skipped);
    }
    return isSkip;
  });

  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, select, textarea, dialog");
    const isBare = !(event.metaKey || event.ctrlKey || event.altKey || event.key === "Shift");
    if (stage && isBare && !isTyping) {
      event.preventDefault();
      event.stopImmediatePropagation();
      end(event.key === "Enter" || event.key.length === 1 ? DEAF.skipped : 0);
    }
  }, true);

  setUp();
})();
