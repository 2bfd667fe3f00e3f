// Keeps the boards one looked at last in the browser, to be looked at without a network (see worker.js).
(function () {
  "use strict";

  const MOST_BOARDS = 10;
  const KEPT_FOR = 14 * 24 * 3_600_000;
  const SETTLED = 1000; // a new board is kept when it has come to rest
  const MATCH = /^\/matches\/[a-z2-9]{10}\/$/;
  const PARTS = /(?:href|src)="(\/static\/[^"#?]+)/g;
  const STYLED = /^\/static\/.+\.(?:woff2|css)$/;
  // What has no use without a network or is true at one moment only, and what is nobody's business on this disk: talk, notes, tokens.
  const LEFT_OUT =
    "script, style, dialog, .beside, .drawer, .tip-box, .match__tools, #announcer, #clock-said, .notices, .renewed, .push-ask, .failed-move, " +
    "[type=hidden], [data-theme-toggle], [rel=manifest], [rel=preload], [rel=apple-touch-icon], [name=htmx-config]";
  // Nothing can be sent from it, and only our own script runs.
  const POLICY =
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self'; " +
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
  const page = document.querySelector(".match");
  const { viewer } = document.body.dataset;
  const name = `boards-${viewer}`;
  let timer = 0;
  let isBusy = false;
  let hasAnother = false; // board to keep, which came while the one before was stored

  function isWorthKeeping() {
    const { status } = document.querySelector("#board").dataset;
    // While a film plays it lies over the board; its end is told.
    const isCovered = document.querySelector(".film") !== null;
    return MATCH.test(location.pathname) && !isCovered && (status === "running" || status === "finished");
  }

  function words() {
    const notice = document.createElement("p");
    notice.className = "notice notice--warning notice--offline";
    notice.id = "offline";
    notice.innerHTML =
      "<strong>You are offline.</strong> This is the board as you last saw it, <!--seen-->; " +
      'you can’t make moves until you are back online. <a href="">Try again</a>';
    return notice;
  }

  // Requests, and styles that a script has set: as attributes they aren't allowed.
  function withoutRequests(root) {
    for (const node of [root, ...root.querySelectorAll("*")]) {
      for (const attribute of [...node.attributes]) {
        if (attribute.name.startsWith("hx-") || attribute.name === "style") {
          node.removeAttribute(attribute.name);
        }
      }
    }
  }

  // The page as it is shown now, read-only.
  function copy() {
    const root = document.documentElement.cloneNode(true);
    root.querySelectorAll(LEFT_OUT).forEach((node) => node.remove());
    withoutRequests(root);
    root.querySelectorAll("form").forEach((form) => form.removeAttribute("action"));
    root.querySelectorAll("button, input, select, textarea").forEach((control) => {
      control.disabled = true;
    });
    // What only leads to such buttons isn't pressed either.
    root.querySelectorAll(".ask, .junk-place, .confirm").forEach((details) => {
      details.inert = true;
    });
    root.querySelector("main").prepend(words());
    const script = document.createElement("script");
    script.src = page.dataset.offline;
    script.defer = true;
    root.querySelector("head").append(script);
    return `<!DOCTYPE html>\n${root.outerHTML}`;
  }

  // What styles name, such as fonts, stands in no page, but the browser has fetched it.
  function partsOf(html) {
    const fetched = performance.getEntriesByType("resource").map((entry) => new URL(entry.name));
    const ours = fetched.filter((url) => url.origin === location.origin && STYLED.test(url.pathname));
    const named = Array.from(html.matchAll(PARTS), (found) => found[1]);
    return [...new Set([...named, ...ours.map((url) => url.pathname)])];
  }

  async function store(cache) {
    const html = copy();
    const parts = partsOf(html);
    const missing = [];
    for (const part of parts) {
      if (!(await cache.match(part))) {
        missing.push(part);
      }
    }
    await cache.addAll(missing);
    const headers = {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
      "Kept-At": String(Date.now()),
      "Kept-Title": encodeURIComponent(page.dataset.title.replace(/\s+/g, " ").trim()),
      "Kept-Parts": parts.join(" "),
    };
    await cache.put(location.pathname, new Response(html, { headers }));
  }

  // Drop the oldest boards, and what no board is drawn with any more.
  async function trim(cache) {
    const keys = await cache.keys();
    const boards = keys.filter((key) => MATCH.test(new URL(key.url).pathname)).reverse();
    const needed = new Set();
    for (const [place, board] of boards.entries()) {
      const { headers } = await cache.match(board);
      if (place >= MOST_BOARDS || Date.now() - Number(headers.get("Kept-At")) > KEPT_FOR) {
        await cache.delete(board);
      } else {
        needed.add(new URL(board.url).pathname);
        headers.get("Kept-Parts").split(" ").forEach((part) => needed.add(part));
      }
    }
    for (const key of keys.filter((one) => !needed.has(new URL(one.url).pathname))) {
      await cache.delete(key);
    }
  }

  async function keep() {
    // A sign-out takes the cache away, also from pages that are still open: they make none anew.
    hasAnother = isBusy;
    if (isBusy || !isWorthKeeping() || !(await caches.has(name))) {
      return;
    }
    isBusy = true;
    try {
      const cache = await caches.open(name);
      await store(cache);
      await trim(cache);
    } catch {
      // The disk is full, or the network went meanwhile: the board before stays.
    }
    isBusy = false;
    if (hasAnother) {
      keepSoon();
    }
  }

  function keepSoon() {
    clearTimeout(timer);
    timer = setTimeout(() => (window.requestIdleCallback || setTimeout)(keep), SETTLED);
  }

  async function begin() {
    await caches.open(name);
    document.addEventListener("htmx:afterSettle", keepSoon);
    document.addEventListener("match:filmed", keepSoon);
    keepSoon();
  }

  if (viewer && "caches" in window && "serviceWorker" in navigator) {
    begin().catch(() => {});
  }
})();
