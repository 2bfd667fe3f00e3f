// Forms that need a passkey: <form data-passkey="make|use|sign-in"> gets its credential from the browser before it goes out.
(function () {
  "use strict";

  const { create, get, supported } = window.webauthnJSON;

  const NO_ANSWER = "The site didn’t answer. Check your connection, then try again.";
  const TOO_MANY = "Too many tries. Wait a minute, then try again.";
  const TROUBLE = "The site had a problem with that. Try again in a moment.";
  const NOT_GIVEN = "That didn’t work. Perhaps it was cancelled or took too long, or the passkey isn’t on this device.";

  // What the site is the cause of, and no passkey.
  class Unanswered extends Error {}

  async function askSite(url) {
    let answer;
    try {
      answer = await fetch(url, { headers: { Accept: "application/json" } });
    } catch {
      throw new Unanswered(NO_ANSWER);
    }
    if (!answer.ok) {
      throw new Unanswered(answer.status === 429 ? TOO_MANY : TROUBLE);
    }
    return answer.json();
  }

  async function optionsOf(form) {
    if (form.dataset.passkey === "sign-in") {
      return askSite(form.action);
    }
    return JSON.parse(document.getElementById("passkey-options").textContent);
  }

  async function credentialOf(form) {
    const options = await optionsOf(form);
    if (form.dataset.passkey !== "make") {
      return get(options.request_options);
    }
    const wanted = options.creation_options;
    if (form.elements.passwordless?.checked) {
      Object.assign(wanted.publicKey.authenticatorSelection, {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      });
    }
    return create(wanted);
  }

  let isAsking = false; // a second press while the browser asks would end its question

  async function send(form) {
    if (isAsking) {
      return;
    }
    const error = form.querySelector("[data-passkey-error]");
    error.hidden = true;
    isAsking = true;
    try {
      form.elements.credential.value = JSON.stringify(await credentialOf(form));
    } catch (reason) {
      error.textContent = reason instanceof Unanswered ? reason.message : NOT_GIVEN;
      error.hidden = false;
      return;
    } finally {
      isAsking = false;
    }
    form.submit();
  }

  if (!supported()) {
    return;
  }
  for (const note of document.querySelectorAll("[data-passkey-missing]")) {
    note.hidden = true;
  }
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      send(form);
    });
  }
})();
