// The first line of a table: which game it is, whose turn, until when, and the tools of the map.

import { html } from "../lib.js";
import { Menu } from "../router.js";
import { fromNow, inWords, t, time } from "../words.js";
import { waiting } from "./do.js";

export function Headline({ store }) {
  const { status, waiting_for: seats, last_seat: last, title } = store.view.value;
  const board = boardTitle(store);
  const mine = store.at === null && seats.includes(store.seat) && status === "playing";
  const due = mine && store.view.value.seats[store.seat].clock?.deadline_at;
  return html`
    <div class="headline" data-mine=${mine}>
      <details class="home"><summary><span aria-hidden="true">☰</span><small>${t("menu")}</small></summary><${Menu} /></details>
      <h1>
        <small>${title ? `${title} · ${board}` : board}</small> <span>${stateOf(store, mine)}</span>
        ${due && html`<${Deadline} due=${due} />`}
      </h1>
      ${last !== null && status === "playing" && html`<span class="badge">${t("last-round")}</span>`}
      <div class="tools">
        ${status === "scored" && html`<a class="button primary" href=${`/g/${store.game}/end`}>${t("see-result")}</a>`}
        <div class="zoom" role="group" aria-label=${t("zoom")}>
          <button type="button" onClick=${() => store.zoom?.by(1 / 1.5)} aria-label=${t("zoom-out")}>−</button>
          <button type="button" onClick=${() => store.zoom?.by(1.5)} aria-label=${t("zoom-in")}>+</button>
          <button type="button" class="fit" onClick=${() => store.zoom?.fit()} aria-label=${t("zoom-fit")}>⤢</button>
        </div>
        ${store.at === null
          ? html`<${Tool} href=${`/g/${store.game}?at=${store.view.value.version}`} sign="↺" label=${t("look-back")} />`
          : html`<${Tool} href=${`/g/${store.game}`} sign="✕" label=${t("to-now")} />`}
      </div>
    </div>
  `;
}

/** A link that is a sign where there is little room. */
function Tool({ href, sign, label }) {
  return html`<a class="button tool" href=${href} aria-label=${label}><span aria-hidden="true">${sign}</span> <span class="wide-only">${label}</span></a>`;
}

function stateOf(store, mine) {
  if (store.at !== null) return t("history");
  return mine ? t("your-turn") : waiting(store);
}

/** Until when somebody has time; when that is, for those who point at it. */
export function Deadline({ due }) {
  return html`<time class="due" datetime=${due} title=${time(due)}>${t("due", { when: fromNow(due) })}</time>`;
}

function boardTitle(store) {
  return inWords(store.board.value.title);
}

/** What the tab of the browser says: whose turn it is first, since little of it is seen. */
export function tabTitle(store) {
  const mine = store.view.value.waiting_for.includes(store.seat);
  return mine ? `● ${t("your-turn")} – ${boardTitle(store)}` : `${waiting(store)} – ${boardTitle(store)}`;
}
