// On pages that are shown without a network: lists the boards that are kept, and goes on when there is one again.
(function () {
  "use strict";

  const LOOK_EVERY = 30_000;
  const KEPT_FOR = 14 * 24 * 3_600_000;
  const list = document.querySelector("#kept-boards");

  async function goOn() {
    try {
      // While the site starts anew something before it may answer that it isn't there.
      if ((await fetch("/healthz", { cache: "no-store" })).ok) {
        location.reload();
      }
    } catch {
      // There is no network yet.
    }
  }

  function lineOf(address, headers) {
    const link = document.createElement("a");
    link.href = address;
    link.textContent = decodeURIComponent(headers.get("Kept-Title"));
    const seen = new Date(Number(headers.get("Kept-At")));
    const line = document.createElement("li");
    line.append(link, `, seen ${seen.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}`);
    return line;
  }

  async function showBoards() {
    for (const name of (await caches.keys()).filter((one) => one.startsWith("boards-"))) {
      const cache = await caches.open(name);
      for (const key of (await cache.keys()).reverse()) {
        const { headers } = await cache.match(key);
        if (headers.has("Kept-Title") && Date.now() - Number(headers.get("Kept-At")) < KEPT_FOR) {
          list.append(lineOf(new URL(key.url).pathname, headers));
        }
      }
    }
    list.hidden = !list.children.length;
    document.querySelector("#kept-none").hidden = !list.hidden;
  }

  if (list) {
    showBoards().catch(() => {});
  }
  window.addEventListener("online", goOn);
  setInterval(goOn, LOOK_EVERY);
})();
