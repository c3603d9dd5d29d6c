// What is told to whoever serves the page: every ply at once, every game at its end, every press. A page that was opened
// as a file has nobody to tell.
"use strict";

const ledger = {
  served: location.protocol === "http:",

  post(what, body) {
    if (!ledger.served) return Promise.resolve();
    const text = JSON.stringify(body);
    return fetch(what, { method: "POST", body: text, keepalive: true }).catch(() => {});
  },
};
