// Dragging a card onto a register presses the button that does the same.
(function () {
  "use strict";

  let dragged = null;

  function target(event) {
    const place = event.target.closest && event.target.closest("[data-register]");
    return dragged && place && buttonFor(place) ? place : null;
  }

  function buttonFor(place) {
    return dragged.querySelector(`button[data-slot="${place.dataset.register}"]`);
  }

  document.addEventListener("dragstart", (event) => {
    dragged = event.target.closest && event.target.closest(".program__card[draggable]");
    if (dragged) {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", "");
      dragged.classList.add("is-dragged");
    }
  });

  document.addEventListener("dragover", (event) => {
    const place = target(event);
    if (place) {
      event.preventDefault();
      place.classList.add("is-over");
    }
  });

  document.addEventListener("dragleave", (event) => {
    const place = event.target.closest && event.target.closest("[data-register]");
    if (place) {
      place.classList.remove("is-over");
    }
  });

  document.addEventListener("drop", (event) => {
    const place = target(event);
    if (place) {
      event.preventDefault();
      buttonFor(place).click();
    }
  });

  document.addEventListener("dragend", () => {
    if (dragged) {
      dragged.classList.remove("is-dragged");
    }
    dragged = null;
  });
})();
