// Whoever sits down adds a random part to the seed of the shuffle, after the commitment has been shown. It is
// made here, so that the site can't have known it, and noted for the page “Was this match fair?”.
(function () {
  "use strict";

  const KEY = "noted-matches";
  const BYTES = 32;

  function freshNonce() {
    const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // A form sent once more makes another part, and which of them counts only the site knows: all are kept.
  function note(field) {
    const { match, commitment } = field.dataset;
    try {
      const noted = JSON.parse(localStorage.getItem(KEY)) ?? {};
      const { nonces = [], ...before } = noted[match] ?? {};
      noted[match] = { commitment, ...before, nonces: [...nonces, field.value] };
      localStorage.setItem(KEY, JSON.stringify(noted));
    } catch {
      // The part counts even so.
    }
  }

  document.addEventListener(
    "submit",
    (event) => {
      const field = event.target.querySelector("input[data-nonce]");
      if (field && !field.value) {
        field.value = freshNonce();
        note(field);
      }
    },
    true,
  );
})();
