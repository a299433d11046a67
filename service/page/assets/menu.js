// The main pages, named wherever one is.

import { html } from "./lib.js";
import { place } from "./router.js";
import { t } from "./words.js";

const PAGES = { "/": "my-games", "/open": "open-tables", "/new": "new-game", "/help": "help", "/settings": "settings" };

export function Menu() {
  return html`<nav aria-label=${t("nav")}>
    ${Object.entries(PAGES).map(([href, key]) => html`<a href=${href} aria-current=${place.value.path === href ? "page" : undefined}>${t(key)}</a>`)}
  </nav>`;
}
