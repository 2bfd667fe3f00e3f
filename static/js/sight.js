// What is to be looked at now comes into view, where one has scrolled away from it. Whoever writes isn't taken away.
(function () {
  "use strict";

  const NEARLY = 0.99;

  // How much of *node* shows above the bar of actions, from 0 to 1; of what is higher than the window, its beginning.
  function shareInView(node) {
    const style = getComputedStyle(document.documentElement);
    const end = innerHeight - (parseFloat(style.getPropertyValue("--actions-height")) || 0);
    const { top, height } = node.getBoundingClientRect();
    const size = Math.min(height, end);
    return size ? (Math.min(top + size, end) - Math.max(top, 0)) / size : 1;
  }

  /** Scrolls the page to *node* if less than that much of it shows, from 0 to 1. The focus stays where it is. */
  window.bringIntoView = (node, least) => {
    const isWriting = document.activeElement.matches(":is(#talk, #notes) :is(input, textarea)");
    if (isWriting || shareInView(node) >= least) {
      return;
    }
    // At its beginning the page shows the whole table, in most windows.
    scrollTo({ top: 0, behavior: "instant" });
    if (shareInView(node) < NEARLY) {
      scrollBy({ top: node.getBoundingClientRect().top, behavior: "instant" });
    }
  };
})();
