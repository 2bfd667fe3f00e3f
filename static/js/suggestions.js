// Suggestions below the search field, as a combobox with a list of options. The field works without them.
(function () {
  "use strict";

  const PAUSE = 120;
  const answers = new Map();

  async function fetched(url) {
    if (!answers.has(url)) {
      const answer = await fetch(url);
      if (!answer.ok) {
        return "";
      }
      answers.set(url, await answer.text());
    }
    return answers.get(url);
  }

  function setUp() {
    const field = document.getElementById("card-search-field");
    const list = document.getElementById("card-suggestions");
    const said = document.getElementById("suggestions-said");
    if (field && list && said && field.getAttribute("role") !== "combobox") {
      suggest(field, list, said);
    }
  }

  function suggest(field, list, said) {
    let timer = 0;
    let asked = "";

    function typed() {
      return field.value.slice(0, field.selectionStart);
    }

    function active() {
      return list.querySelector("[aria-selected=true]");
    }

    function close() {
      clearTimeout(timer);
      asked = "";
      list.hidden = true;
      list.replaceChildren();
      field.setAttribute("aria-expanded", "false");
      field.removeAttribute("aria-activedescendant");
      said.textContent = "";
    }

    function show(html) {
      // An answer that comes after an arrow key leaves what it went to.
      const kept = active()?.dataset.text;
      list.innerHTML = html;
      const count = list.children.length;
      if (!count || document.activeElement !== field) {
        close();
        return;
      }
      list.hidden = false;
      list.scrollTop = 0;
      field.setAttribute("aria-expanded", "true");
      field.removeAttribute("aria-activedescendant");
      said.textContent = count === 1 ? "1 suggestion" : `${count} suggestions`;
      const again = [...list.children].find((option) => option.dataset.text === kept);
      if (again) {
        activate(again);
      }
    }

    async function ask() {
      const text = typed();
      asked = text;
      try {
        const html = await fetched(`${field.dataset.suggestions}?${new URLSearchParams({ q: text })}`);
        // Somebody has typed on, or put the list away, in the meantime.
        if (asked === text && typed() === text) {
          show(html);
        }
      } catch {
        close();
      }
    }

    function activate(option) {
      active()?.setAttribute("aria-selected", "false");
      option.setAttribute("aria-selected", "true");
      option.scrollIntoView({ block: "nearest" });
      field.setAttribute("aria-activedescendant", option.id);
    }

    function step(by) {
      const options = [...list.children];
      const at = options.indexOf(active());
      const next = at < 0 && by < 0 ? options.length - 1 : (at + by + options.length) % options.length;
      activate(options[next]);
    }

    function choose(option) {
      const text = option.dataset.text;
      // The caret may have moved since the question; the option stands for what was asked.
      const after = field.value.slice(asked.length).replace(/^[^\s()"]*"?\s*/, "");
      close();
      field.value = text + after;
      field.setSelectionRange(text.length, text.length);
      field.focus();
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }

    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", list.id);
    field.setAttribute("aria-expanded", "false");

    field.addEventListener("input", () => {
      clearTimeout(timer);
      if (/\S$/.test(typed())) {
        timer = setTimeout(ask, PAUSE);
      } else {
        close();
      }
    });
    field.addEventListener("keydown", (event) => {
      const isOpen = !list.hidden;
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (isOpen) {
          step(event.key === "ArrowDown" ? 1 : -1);
        } else {
          ask();
        }
      } else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && isOpen && active()) {
        // Tab goes on to what is next, unless the condition still needs a value.
        if (event.key === "Enter" || active().dataset.text.endsWith(":")) {
          event.preventDefault();
        }
        choose(active());
      } else if (event.key === "Escape" && isOpen) {
        event.preventDefault();
        close();
      } else if (event.key === "Enter" || event.key === "Tab") {
        close();
      }
    });
    field.addEventListener("blur", close);
    field.form.addEventListener("submit", close);
    // The field keeps the focus while somebody presses an option.
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) {
        choose(option);
      }
    });
  }

  setUp();
  // Going back brings a new field.
  document.addEventListener("htmx:load", setUp);
  document.addEventListener("htmx:historyRestore", setUp);
})();
