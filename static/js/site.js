// Small comforts of every page. Nothing here is needed: all of it works without.
(function () {
  "use strict";

  const THEMES = ["system", "light", "dark"];

  function theme() {
    return document.documentElement.dataset.theme || "system";
  }

  function setTheme(name) {
    if (name === "system") {
      delete document.documentElement.dataset.theme;
    } else {
      document.documentElement.dataset.theme = name;
    }
    try {
      localStorage.setItem("theme", name);
    } catch {
      // Not remembered, but in force on this page.
    }
  }

  function setUpThemeToggle(button) {
    const label = button.querySelector("[data-theme-name]");
    const show = () => {
      label.textContent = `Theme: ${theme()}`;
    };
    button.hidden = false;
    button.addEventListener("click", () => {
      setTheme(THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
      show();
    });
    show();
  }

  // What a button says when it has been pressed is spoken from here. It stands on the page before its words come.
  const spoken = document.createElement("p");
  spoken.className = "visually-hidden";
  spoken.setAttribute("role", "status");
  const keepSpoken = () => document.body.append(spoken);
  keepSpoken();

  /** Returns why a press brought nothing, by the status of the answer, and to *verb* again. */
  window.whyFailed = (status, verb) => {
    if (!status) {
      return `The site didn’t answer. Check your connection, then ${verb} again.`;
    }
    return status === 429
      ? `That was a lot in a short time. Wait a minute, then ${verb} again.`
      : `The site had a problem with that. ${verb[0].toUpperCase()}${verb.slice(1)} again in a moment.`;
  };

  /** Returns a notice of what went wrong, which is read out when it is put on the page. */
  window.errorNotice = (words, id = "") => {
    const notice = document.createElement("p");
    if (id) {
      notice.id = id;
    }
    notice.className = "notice notice--error";
    notice.setAttribute("role", "alert");
    notice.textContent = words;
    return notice;
  };

  // Have *control* say for a moment what pressing it has done.
  window.sayDone = (control, words) => {
    if (control.dataset.saying) {
      return;
    }
    const before = [...control.childNodes];
    control.dataset.saying = "yes";
    control.replaceChildren(words);
    spoken.textContent = words;
    setTimeout(() => {
      control.replaceChildren(...before);
      delete control.dataset.saying;
      spoken.textContent = "";
    }, 2000);
  };

  // <button data-copy="#id"> copies what the field holds and says so.
  async function copy(button) {
    const field = document.querySelector(button.dataset.copy);
    let words = "Copied";
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select();
      words = "Press Ctrl+C";
    }
    window.sayDone(button, words);
  }

  function setUpCopying(root) {
    for (const button of root.querySelectorAll("[data-copy]")) {
      button.hidden = false;
    }
  }

  // What was ticked stays ticked on the way back, and on the next page that asks the same.
  function keepTick(box) {
    const key = `tick-${box.dataset.keepTick}`;
    try {
      box.checked ||= sessionStorage.getItem(key) === "yes";
      box.addEventListener("change", () => sessionStorage.setItem(key, box.checked ? "yes" : ""));
    } catch {
      // Not remembered, but ticked on this page.
    }
  }

  // What the page said when it came is no longer true, or has been read.
  window.dropNotices = () => {
    document.querySelector(".notices")?.remove();
    document.documentElement.classList.remove("has-notices");
  };

  // The switch for single keys, which is on the page of a match, counts for all pages.
  window.singleKeysAreOn = () => {
    try {
      return localStorage.getItem("single-keys") !== "off";
    } catch {
      return true;
    }
  };

  const LOCKED = 5000;

  // A form that is on its way isn't sent twice; the server would cope, but the player needn't wonder. Where a file
  // is the answer, the page stays, and the file may be wanted again.
  function lock(form) {
    if (form.hasAttribute("hx-post") || form.method !== "post") {
      return;
    }
    const buttons = [...form.querySelectorAll("button:not([type=button])")];
    buttons.forEach((button) => button.setAttribute("aria-disabled", "true"));
    setTimeout(() => buttons.forEach((button) => button.removeAttribute("aria-disabled")), LOCKED);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) {
      copy(button);
    } else if (event.target.closest("[aria-disabled=true]")) {
      event.preventDefault();
    }
  });
  document.addEventListener("submit", (event) => setTimeout(() => lock(event.target)));
  window.addEventListener("pageshow", () => {
    for (const button of document.querySelectorAll("form [aria-disabled=true]")) {
      button.removeAttribute("aria-disabled");
    }
  });

  // Boards are kept under their viewer's name. Those of others go, and all of them when nobody is signed in.
  async function forgetOthers(viewer) {
    for (const name of await caches.keys()) {
      if (name.startsWith("boards-") && name !== `boards-${viewer}`) {
        await caches.delete(name);
      }
    }
  }

  // Nor does the browser go on showing push messages to whoever asked for them here before.
  async function endPushOfOthers(viewer) {
    const asked = localStorage.getItem("push-viewer");
    if (asked !== null && asked !== viewer) {
      const registration = await navigator.serviceWorker.getRegistration("/");
      await (await registration?.pushManager?.getSubscription())?.unsubscribe();
      localStorage.removeItem("push-viewer");
      localStorage.removeItem("push-asked");
    }
  }

  // Both exist on https and on this machine only.
  if ("caches" in window && "viewer" in document.body.dataset) {
    forgetOthers(document.body.dataset.viewer).catch(() => {});
    endPushOfOthers(document.body.dataset.viewer).catch(() => {});
  }
  if ("serviceWorker" in navigator) {
    // After the page: what the worker fetches has time.
    window.addEventListener("load", () => navigator.serviceWorker.register("/worker.js").catch(() => {}));
  }

  // A page that was open during a release has old scripts, and gets new parts.
  function tellOfRelease() {
    const notice = document.createElement("div");
    notice.className = "renewed";
    notice.setAttribute("role", "status");
    document.body.append(notice); // before its words, or they aren't spoken
    const words = document.createElement("p");
    words.textContent = "Scrapsite has been updated. Please reload the page when it suits you.";
    const reload = document.createElement("a");
    reload.className = "button";
    reload.href = "";
    reload.textContent = "Reload the page";
    const close = document.createElement("button");
    close.className = "button";
    close.type = "button";
    close.textContent = "Later";
    close.addEventListener("click", () => notice.remove());
    notice.append(words, reload, close);
  }

  // Each release is told once, though old and new answers take turns while several processes are restarted.
  const releases = new Set([document.body.dataset.files]);
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const files = detail.xhr.getResponseHeader("X-Site-Files");
    if (files && !releases.has(files)) {
      releases.add(files);
      document.querySelector(".renewed")?.remove();
      tellOfRelease();
    }
  });

  // A part of the page that has come anew is drawn for whoever is signed in then; the page knows for whom it was made.
  document.addEventListener("submit", ({ target }) => {
    if (document.body.dataset.viewer && target.action?.endsWith("/join/") && !target.elements.signed_in) {
      const mark = Object.assign(document.createElement("input"), { type: "hidden", name: "signed_in", value: "yes" });
      target.append(mark);
    }
  }, true);

  const setUpThemeToggles = () => {
    document.querySelectorAll("[data-theme-toggle][hidden]").forEach(setUpThemeToggle);
  };
  setUpThemeToggles();
  document.addEventListener("htmx:historyRestore", setUpThemeToggles); // the way back brings a whole page
  document.addEventListener("htmx:historyRestore", keepSpoken);
  document.querySelectorAll("[data-keep-tick]").forEach(keepTick);
  setUpCopying(document);
  document.addEventListener("htmx:afterSwap", (event) => setUpCopying(event.target));
})();
