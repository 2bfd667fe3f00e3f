// Comforts of the rulebook: copying a paragraph's address, and changing the edition without losing one's place.
(function () {
  "use strict";

  const said = document.querySelector("[data-copy-said]");

  async function copyLink(link) {
    try {
      await navigator.clipboard.writeText(link.href);
      say(link, "Copied");
    } catch {
      say(link, "Copy it from the address bar");
    }
  }

  function say(link, words) {
    const before = link.innerHTML;
    if (link.dataset.saying) {
      return;
    }
    link.dataset.saying = "yes";
    link.textContent = words;
    said.textContent = words;
    setTimeout(() => {
      link.innerHTML = before;
      delete link.dataset.saying;
      said.textContent = "";
    }, 2000);
  }

  // The paragraph one reads: the one the address names while it is in view, else the topmost in view.
  function place() {
    const isBelowTop = (law) => law.getBoundingClientRect().top >= 0;
    const named = location.hash && document.getElementById(location.hash.slice(1));
    const namedIsInView = named && isBelowTop(named) && named.getBoundingClientRect().top < window.innerHeight;
    if (namedIsInView || window.scrollY < window.innerHeight / 2) {
      return location.hash;
    }
    const first = [...document.querySelectorAll(".law")].find(isBelowTop);
    return first ? `#${first.id}` : location.hash;
  }

  document.addEventListener("click", (event) => {
    const copied = event.target.closest("[data-copy-link]");
    if (copied) {
      copyLink(copied);
    }
    const kept = event.target.closest("[data-keep-place]");
    if (kept) {
      kept.hash = place();
    }
  });

  const contents = document.querySelector(".rail__box");
  if (contents && window.matchMedia("(max-width: 60rem)").matches) {
    contents.open = false;
  }
})();
