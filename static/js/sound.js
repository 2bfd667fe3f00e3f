// Short sounds, made here, so that nothing has to be fetched: off until somebody wants them.
(function () {
  "use strict";

  // Notes in hertz, one after the other.
  const TUNES = {
    turn: [523, 784],
    moved: [392],
    won: [523, 659, 784],
    over: [523, 392],
    short: [880, 880, 880],
  };
  const NOTE = 0.11; // seconds
  const LOUD = 0.12; // of the loudest that there is

  const APART = 2000; // milliseconds by which two tabs may hear of the same thing one after the other
  const SOON = 1000; // milliseconds in which the air begins to move after a press

  const choice = document.querySelector("#sounds");
  let air = null;
  let pressedAt = -SOON;

  // Browsers let nothing be heard before somebody has pressed something, some nothing after a call either. What
  // would be played meanwhile would come later, all at once.
  function wake() {
    if (choice.checked) {
      air ||= new AudioContext();
      air.resume().catch(() => {});
    }
  }

  for (const name of ["click", "keydown"]) {
    document.addEventListener(name, () => {
      pressedAt = performance.now();
      wake();
    }, true);
  }

  // Returns whether it may be heard.
  function play(name) {
    if (!choice.checked) {
      return false;
    }
    wake();
    if (air.state !== "running" && performance.now() - pressedAt > SOON) {
      return false;
    }
    TUNES[name].forEach((hertz, place) => {
      const note = air.createOscillator();
      const volume = air.createGain();
      const start = air.currentTime + place * NOTE * 1.3;
      note.type = "triangle";
      note.frequency.value = hertz;
      volume.gain.setValueAtTime(LOUD, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE);
      note.connect(volume).connect(air.destination);
      note.start(start);
      note.stop(start + NOTE);
    });
    return true;
  }

  // Of several tabs with this match the first one that may sounds.
  function playInOneTab(name) {
    if (!choice.checked || !navigator.locks) {
      play(name);
      return;
    }
    const { seq } = document.querySelector("#board").dataset;
    const once = ["sound", document.querySelector(".match").dataset.match, seq, name].join(" ");
    navigator.locks.request(once, { ifAvailable: true }, async (lock) => {
      if (lock && play(name)) {
        await new Promise((done) => setTimeout(done, APART));
      }
    });
  }

  function nameOf(old) {
    const { status, myTurn, seq } = document.querySelector("#board").dataset;
    if (status === "finished" && old.status !== "finished") {
      return document.querySelector(".result--won") ? "won" : "over";
    }
    if (myTurn === "yes" && old.myTurn === "no") {
      return "turn";
    }
    return Number(seq) > old.seq ? "moved" : "";
  }

  document.addEventListener("match:came", ({ detail }) => {
    const name = nameOf(detail);
    if (name) {
      playInOneTab(name);
    }
  });
  document.addEventListener("clock:low", () => playInOneTab("short"));

  try {
    choice.checked = localStorage.getItem("sounds") === "on";
  } catch {
    // Storage is switched off: no sounds.
  }
  choice.addEventListener("change", () => {
    play("turn");
    try {
      localStorage.setItem("sounds", choice.checked ? "on" : "off");
    } catch {
      // Not remembered, but in force on this page.
    }
  });
})();
