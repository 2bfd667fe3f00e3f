// Push messages in this browser: asks it, and tells the site where to send them. After somebody's first move in
// a match over days, its page asks whether they want them; whoever says no isn't asked again.
(function () {
  "use strict";

  const SLOW = 12 * 3600; // seconds: who has so long to decide won't sit and wait
  const STORED = 204;
  const NOT_KNOWN = 422;
  const button = document.querySelector("[data-push]");
  const words = document.getElementById("push-words");
  const question = document.getElementById("push-ask");

  function say(text) {
    words.textContent = text;
  }

  function bytesOf(text) {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (char) => char.charCodeAt(0));
  }

  function textOf(buffer) {
    const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
    return plain.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  function whenActive(registration) {
    const worker = registration.installing || registration.waiting;
    if (registration.active || !worker) {
      return Promise.resolve(registration);
    }
    return new Promise((resolve, reject) => {
      worker.addEventListener("statechange", () => {
        if (worker.state === "activated") {
          resolve(registration);
        } else if (worker.state === "redundant") {
          reject(new Error("The worker couldn’t begin."));
        }
      });
    });
  }

  function isForOurKey(known) {
    return textOf(known.options.applicationServerKey) === button.dataset.key;
  }

  // A sign-out takes it away together with the worker; the permission stays.
  async function knownHere() {
    const known = await (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();
    return known && isForOurKey(known) ? known : null;
  }

  async function subscription() {
    const registration = await whenActive(await navigator.serviceWorker.register(button.dataset.worker));
    const known = await registration.pushManager.getSubscription();
    if (known && isForOurKey(known)) {
      return known;
    }
    await known?.unsubscribe(); // It was made for another key of the site.
    return registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(button.dataset.key),
    });
  }

  async function tell(found) {
    const answer = await fetch(button.dataset.url, {
      method: "POST",
      redirect: "manual", // to the page for signing in, which would answer that all is well
      headers: JSON.parse(document.body.getAttribute("hx-headers")),
      body: new URLSearchParams({
        endpoint: found.endpoint,
        p256dh: textOf(found.getKey("p256dh")),
        auth: textOf(found.getKey("auth")),
      }),
    }).catch(() => null); // the line was cut
    return answer ? answer.status : 0;
  }

  // Browsers that were asked earlier have a worker for push messages alone: they would show each one twice.
  async function retireEarlier() {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      if (new URL(registration.scope).pathname === "/static/js/") {
        await registration.unregister();
      }
    }
  }

  async function start() {
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") {
        remember("push-asked", "yes");
        say("Your browser blocks messages from this site. You can change that in its settings for this site.");
      } else {
        const found = await subscription();
        await sayHowItWent(await tell(found), found);
      }
    } catch {
      remember("push-asked", "yes");
      say("The browser didn’t answer. Try again later.");
    }
    button.disabled = false;
  }

  async function sayHowItWent(status, found) {
    if (status === STORED) {
      await retireEarlier();
      remember("push-asked", "yes");
      remember("push-viewer", document.body.dataset.viewer);
      say("This browser will show your messages.");
    } else if (status === NOT_KNOWN) {
      remember("push-asked", "yes");
      say("The site doesn’t know this browser’s push service.");
    } else {
      await found.unsubscribe(); // or it would seem to be known, and nobody would be asked again
      say("That wasn’t stored. Reload the page, sign in if need be, and try again.");
    }
  }

  function remember(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Then it is as if nobody had answered.
    }
  }

  // --- On the page of settings ------------------------------------------------------------------------

  async function digestOf(text) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // The browser may have a subscription of which the site knows no more, and the other way round.
  async function sayWhetherHere() {
    const known = await knownHere();
    const isHere = known !== null && button.dataset.known.split(" ").includes(await digestOf(known.endpoint));
    button.hidden = isHere;
    if (isHere) {
      remember("push-viewer", document.body.dataset.viewer);
    }
    say(isHere ? "This browser shows your messages." : "This browser doesn’t show your messages so far.");
  }

  // --- The question on the page of a match ------------------------------------------------------------

  async function isSettled() {
    try {
      if (Notification.permission === "denied" || localStorage.getItem("push-asked") !== null) {
        return true;
      }
      return Notification.permission === "granted" && (await knownHere()) !== null;
    } catch {
      return true; // what is answered couldn't be remembered
    }
  }

  function isOverDays() {
    const clocks = [...document.querySelectorAll("#board [data-due]")];
    return clocks.length > 0 && clocks.every((clock) => Number(clock.dataset.due) - Date.now() / 1000 > SLOW);
  }

  function settle() {
    question.hidden = true;
    remember("push-asked", "yes");
  }

  function setUpQuestion() {
    document.addEventListener("match:came", async ({ detail }) => {
      const { myTurn, status } = document.querySelector("#board").dataset;
      if (detail.isPost && myTurn === "no" && status === "running" && isOverDays() && !(await isSettled())) {
        question.hidden = false;
      }
    });
    question.querySelector("[data-dismiss]").addEventListener("click", settle);
  }

  if (button && "serviceWorker" in navigator && "PushManager" in window) {
    button.hidden = false;
    say("");
    button.addEventListener("click", start);
    if (question) {
      setUpQuestion();
    } else {
      sayWhetherHere().catch(() => {});
    }
  }
})();
