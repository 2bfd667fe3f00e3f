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

  // The paragraph at the top of the window, or the one the address names while it can be seen.
  function place() {
    const named = location.hash && document.getElementById(location.hash.slice(1));
    const inView = (element) => {
      const box = element.getBoundingClientRect();
      return box.bottom > 0 && box.top < window.innerHeight;
    };
    if (named && inView(named)) {
      return location.hash;
    }
    const laws = [...document.querySelectorAll(".law")];
    const first = window.scrollY > 200 && laws.find((law) => law.getBoundingClientRect().top >= 0);
    return first ? `#${first.id}` : "";
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
