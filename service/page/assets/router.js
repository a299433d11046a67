// Which screen an address shows, and the links to the main ones.

import { html, signal } from "./lib.js";
import { t } from "./words.js";

const SCREENS = [
  [/^\/$/, () => import("./screens/home.js")],
  [/^\/new$/, () => import("./screens/new_game.js")],
  [/^\/open$/, () => import("./screens/open_tables.js")],
  [/^\/settings$/, () => import("./screens/settings.js")],
  [/^\/help$/, () => import("./screens/help.js")],
  [/^\/sign-in$/, () => import("./screens/sign_in.js")],
  [/^\/confirm-address$/, async () => ({ default: (await import("./screens/sign_in.js")).ConfirmAddress })],
  [/^\/g\/(?<game>[^/]+)$/, () => (fragment.has("invite") ? import("./screens/join.js") : import("./table/table.js"))],
  [/^\/g\/(?<game>[^/]+)\/end$/, () => import("./screens/result.js")],
  [/^\/g\/(?<game>[^/]+)\/audit$/, () => import("./screens/audit.js")],
  [/^\/g\/(?<game>[^/]+)\/statistics$/, () => import("./screens/charts.js")],
  [/^\/p\/(?<player>[^/]+)$/, () => import("./screens/profile.js")],
];

const MAIN = { "/": "my-games", "/open": "open-tables", "/new": "new-game", "/help": "help", "/settings": "settings" };

export function Menu() {
  return html`<nav aria-label=${t("nav")}>
    ${Object.entries(MAIN).map(([href, key]) => html`<a href=${href} aria-current=${place.value.path === href ? "page" : undefined}>${t(key)}</a>`)}
  </nav>`;
}

export const place = signal(read());
export const screen = signal(null); // {Screen, names}

function read() {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

/** What came behind the `#`: secrets travel there, since no server sees it. It is gone from the address at once. */
export const fragment = takeFragment();

function takeFragment() {
  const facts = new URLSearchParams(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  return facts;
}

export function go(address, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  return show();
}

export async function show() {
  const now = read();
  const [pattern, load] = SCREENS.find(([shape]) => shape.test(now.path)) ?? SCREENS[0];
  const { default: Screen } = await load().catch(missed);
  const moved = now.path !== place.value.path;
  place.value = now;
  screen.value = { Screen, names: { ...now.path.match(pattern)?.groups } };
  if (moved) window.scrollTo(0, 0);
}

/** A file that is not there belongs to an older version: the document of today names those that are. */
function missed() {
  if (screen.value && navigator.onLine) location.reload();
  return { default: () => html`<p class="bar warning">${t("unreachable")}</p>` };
}

window.addEventListener("popstate", show);

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !plain || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
  if (!SCREENS.some(([shape]) => shape.test(link.pathname))) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
