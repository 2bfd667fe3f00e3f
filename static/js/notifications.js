// Push messages in this browser: asks it, and tells the site where to send them.
(function () {
  "use strict";

  const button = document.getElementById("push-start");
  const words = document.getElementById("push-words");

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
    return new Promise((resolve) => {
      worker.addEventListener("statechange", () => {
        if (worker.state === "activated") {
          resolve(registration);
        }
      });
    });
  }

  async function subscription() {
    const registration = await whenActive(await navigator.serviceWorker.register(button.dataset.worker));
    const known = await registration.pushManager.getSubscription();
    if (known && textOf(known.options.applicationServerKey) === button.dataset.key) {
      return known;
    }
    await known?.unsubscribe(); // It was made for another key of the site.
    return registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(button.dataset.key),
    });
  }

  async function tell(found) {
    const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
    const answer = await fetch(button.dataset.url, {
      method: "POST",
      headers: { "X-CSRFToken": token },
      body: new URLSearchParams({
        endpoint: found.endpoint,
        p256dh: textOf(found.getKey("p256dh")),
        auth: textOf(found.getKey("auth")),
      }),
    });
    return answer.ok;
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
        say("The browser was told not to show messages. Its settings for this site can change that.");
      } else if (await tell(await subscription())) {
        await retireEarlier();
        say("This browser shows your messages from now on.");
      } else {
        say("The site doesn’t know this browser’s push service.");
      }
    } catch {
      say("The browser couldn’t be asked just now. Try again later.");
    }
    button.disabled = false;
  }

  if (button && "serviceWorker" in navigator && "PushManager" in window) {
    button.hidden = false;
    say("");
    button.addEventListener("click", start);
  }
})();
