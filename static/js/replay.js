// The replay, made smooth: the next moment is fetched and put in place, and keys press the links.
// Without this file every link leads to a page of its own.
(function () {
  "use strict";

  const replay = () => document.getElementById("replay");
  let asked = 0;

  function setUp() {
    for (const node of replay().querySelectorAll("[data-js-only], [data-copy]")) {
      node.hidden = false;
    }
  }

  async function show(address, isNew) {
    const mine = (asked += 1);
    const held = replay().contains(document.activeElement) ? document.activeElement.id : "";
    let page;
    let shown = address;
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
      shown = answer.redirected ? answer.url : address;
    } catch {
      location.assign(address);
      return;
    }
    const fresh = page.getElementById("replay");
    if (mine !== asked) {
      return;
    }
    if (!fresh) {
      location.assign(address);
      return;
    }
    replay().replaceWith(document.adoptNode(fresh));
    document.title = page.title;
    if (isNew) {
      history.pushState(null, "", shown);
    }
    setUp();
    if (held) {
      document.getElementById(held)?.focus({ preventScroll: true });
    }
  }

  document.addEventListener("click", (event) => {
    const way = event.target.closest("a[data-way], .replay__whose a, #mode");
    const isPlain = !event.defaultPrevented && event.button === 0;
    if (way && way.href && isPlain && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) {
      event.preventDefault();
      show(way.href, true);
    }
  });

  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, select, textarea, [contenteditable]");
    if (isTyping || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    const way = replay().querySelector(`a[href][data-way="${CSS.escape(event.key)}"]`);
    if (way) {
      event.preventDefault();
      show(way.href, true);
    }
  });

  addEventListener("popstate", () => show(location.href, false));

  setUp();
})();
