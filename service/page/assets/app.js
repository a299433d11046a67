// The page: a frame around the screen that the address names.

import "./focus.js";
import { refreshPlayer } from "./identity.js";
import { effect, html, render, trusted } from "./lib.js";
import { connection } from "./live.js";
import "./looks.js";
import { Menu, place, screen, show } from "./router.js";
import { t, time } from "./words.js";

function Frame() {
  const shown = screen.value;
  const inGame = /^\/g\/[^/]+$/.test(place.value.path); // at a table, not on one of its other screens
  return html`
    <a class="skip" href="#main">${t("skip")}</a>
    <header class="top" data-in-game=${inGame}>
      <a class="brand" href="/"><span class="logo" aria-hidden="true"></span><span>${t("short-title")}</span></a>
      <${Menu} />
    </header>
    <${Connection} />
    <main id="main" tabindex="-1">${shown && html`<${shown.Screen} ...${shown.names} key=${place.value.path} />`}</main>
  `;
}

function Connection() {
  const { state, since } = connection.value;
  if (state === "live") return null;
  return html`<p class="bar warning" role="alert">${t("no-connection", { since: time(since) })}</p>`;
}

render(html`<${Frame} />`, document.getElementById("page"));
show();
refreshPlayer();

effect(() => {
  document.body.dataset.screen = place.value.path.split("/")[1] || "home";
});

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(trusted.createScriptURL("/sw.js")).catch(() => {
    // the page works without it; only an offline start and push need it
  });
}
