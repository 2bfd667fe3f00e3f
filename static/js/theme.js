// Puts the remembered theme in force before anything is drawn. Without one the system decides.
(function () {
  "use strict";
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") {
      document.documentElement.dataset.theme = theme;
    }
  } catch {
    // Storage is switched off: the system decides.
  }
})();
