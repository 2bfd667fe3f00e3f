// Forms that need a passkey: <form data-passkey="make|use|sign-in"> gets its credential from the browser before it goes out.
(function () {
  "use strict";

  const { create, get, supported } = window.webauthnJSON;

  async function optionsOf(form) {
    if (form.dataset.passkey === "sign-in") {
      const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
      if (!answer.ok) {
        throw new Error("refused");
      }
      return answer.json();
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
    } catch {
      error.textContent = "That didn’t work. Perhaps it was cancelled or took too long, or the passkey isn’t on this device.";
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
