// Comforts of the rulebook: contents that follow the reader, an edition picker that keeps one's place, copying,
// and a menu for each paragraph. Without it all of that is links.
(function () {
  "use strict";

  const KEY = "rules-place";
  const laws = [...document.querySelectorAll(".law")];

  // --- One's place ---------------------------------------------------------------------------------------

  function isBelowTop(law) {
    return law.getBoundingClientRect().top >= -1;
  }

  // The paragraph one reads: the one the address names while it is in view, else the topmost in view.
  function lawInView() {
    const named = laws.find((law) => `#${law.id}` === location.hash);
    if (named && isBelowTop(named) && named.getBoundingClientRect().top < window.innerHeight) {
      return named;
    }
    if (window.scrollY < window.innerHeight / 2) {
      return null;
    }
    return laws.find(isBelowTop) ?? null;
  }

  // Remembers the paragraph and those before it, for the text one goes to may lack it.
  function keepPlace(link) {
    const law = lawInView();
    link.hash = law?.id ?? "";
    if (!law) {
      return;
    }
    const before = laws.slice(0, laws.indexOf(law) + 1).map((one) => one.id);
    remember({ wanted: law.id, name: law.dataset.law, before: before.reverse() });
  }

  function remember(place) {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(place));
    } catch {
      // Then the address alone has to do.
    }
  }

  function remembered() {
    try {
      const place = JSON.parse(sessionStorage.getItem(KEY));
      sessionStorage.removeItem(KEY);
      return place;
    } catch {
      return null;
    }
  }

  function fragment(hash) {
    try {
      return decodeURIComponent(hash.slice(1));
    } catch {
      return "";
    }
  }

  // Says so when the address names a paragraph that this text hasn't, and goes to the nearest one before it.
  function findPlace() {
    const wanted = fragment(location.hash);
    const place = remembered();
    const said = document.querySelector("[data-lost-place]");
    if (said) {
      said.hidden = true;
    }
    if (!wanted || !said || document.getElementById(wanted)) {
      return;
    }
    const known = place?.wanted === wanted ? place : null;
    const nearest = known?.before.map((id) => laws.find((law) => law.id === id)).find(Boolean);
    said.textContent = known
      ? `What was ${known.name} where you came from isn’t in this text.`
      : `This text has no paragraph “${wanted}”.`;
    if (nearest) {
      said.textContent += ` The nearest paragraph before it is: ${nearest.dataset.law}.`;
    }
    said.hidden = false;
    nearest?.scrollIntoView({ behavior: "instant", block: "start" });
  }

  // --- Contents ------------------------------------------------------------------------------------------

  function followReader(contents) {
    const links = new Map();
    for (const link of contents.querySelectorAll("a")) {
      const heading = document.getElementById(fragment(link.hash));
      if (heading) {
        links.set(heading, link);
      }
    }
    const headings = [...links.keys()];
    const rail = contents.closest(".rail");
    let current = null;

    function mark() {
      const line = window.innerHeight / 4;
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= line);
      const link = links.get(passed.at(-1) ?? headings[0]);
      if (link === current) {
        return;
      }
      current?.removeAttribute("aria-current");
      link.setAttribute("aria-current", "location");
      current = link;
      const above = link.offsetTop < rail.scrollTop + 40;
      if (above || link.offsetTop > rail.scrollTop + rail.clientHeight - 80) {
        rail.scrollTop = link.offsetTop - rail.clientHeight / 3;
      }
    }

    if (!headings.length) {
      return;
    }
    let waiting = false;
    const markSoon = () => {
      if (!waiting) {
        waiting = true;
        requestAnimationFrame(() => {
          waiting = false;
          mark();
        });
      }
    };
    window.addEventListener("scroll", markSoon, { passive: true });
    window.addEventListener("resize", markSoon, { passive: true });
    contents.classList.add("contents--follows");
    mark();
  }

  // --- Copying -------------------------------------------------------------------------------------------

  // What a citation says: “Scrapbots 3.6, rule 4.2: …”, and where to find it.
  function citation(law) {
    const book = law.closest("[data-book]").dataset.book;
    const words = law.querySelector(".law__words").innerText.replace(/\s+/g, " ").trim();
    const link = law.querySelector("[data-copy-link]");
    return `${book}, ${law.dataset.law}: ${words}\n${link.href}`;
  }

  async function copy(control, text) {
    let words = "Copied";
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      words = "Your browser doesn’t allow copying";
    }
    window.sayDone(control, words);
  }

  // --- The menu of a paragraph ---------------------------------------------------------------------------

  const menu = document.querySelector("[data-law-menu]");
  let menuLaw = null;

  function openMenu(opener) {
    menuLaw = opener.closest("[data-law]");
    menu.querySelector("[data-menu-name]").textContent =
      menuLaw.dataset.law[0].toUpperCase() + menuLaw.dataset.law.slice(1);
    for (const link of menu.querySelectorAll("[data-menu-page]")) {
      link.href = opener.href + link.dataset.menuPage;
    }
    for (const field of menu.querySelectorAll("[data-menu-anchor]")) {
      field.value = menuLaw.id;
    }
    opener.focus();
    menu.showPopover();
    if (window.matchMedia("(min-width: 36rem)").matches) {
      placeMenu(opener.getBoundingClientRect());
    } else {
      menu.removeAttribute("style");
    }
    menu.querySelector("button, a").focus();
  }

  function placeMenu(at) {
    const size = menu.getBoundingClientRect();
    const fits = at.bottom + size.height < window.innerHeight;
    menu.style.inset = "auto";
    menu.style.margin = "0";
    menu.style.top = `${Math.max(8, fits ? at.bottom + 4 : at.top - size.height - 4)}px`;
    menu.style.left = `${Math.max(8, Math.min(at.left, document.documentElement.clientWidth - size.width - 8))}px`;
  }

  menu?.addEventListener("toggle", (event) => {
    menuLaw?.classList.toggle("law--open", event.newState === "open");
  });

  // --- All of it -----------------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const target = event.target.closest("[data-copy-link], [data-copy-citation], [data-law-more], [data-keep-place]");
    if (!target) {
      return;
    }
    if (target.matches("[data-keep-place]")) {
      keepPlace(target);
    } else if (target.matches("[data-copy-link]") && isPlain) {
      if (!target.hash) {
        event.preventDefault(); // the link of a paragraph's own page would only fetch the page anew
      }
      copy(target, target.href);
    } else if (target.matches("[data-copy-citation]")) {
      copy(target, citation(target.closest("[data-law]") ?? menuLaw));
    } else if (target.matches("[data-law-more]") && isPlain && menu?.showPopover) {
      event.preventDefault();
      openMenu(target);
    }
  });

  for (const button of document.querySelectorAll("[data-copy-citation]")) {
    button.hidden = false;
  }
  const contents = document.querySelector("[data-contents]");
  if (contents) {
    contents.open = !window.matchMedia("(max-width: 60rem)").matches;
    followReader(contents);
  }
  findPlace();
  window.addEventListener("hashchange", findPlace);

  // What stands in the foot of each printed page.
  const book = document.querySelector("[data-book]");
  if (book) {
    const from = `${book.dataset.book} · ${location.host}${location.pathname}`;
    document.documentElement.style.setProperty("--printed-from", JSON.stringify(from));
  }
})();
