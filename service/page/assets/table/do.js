// Everything that may be done now, as a list: the equal of the map, for fingers, keys and screen readers.

import { bound } from "../forms.js";
import { html, useMemo, useSignal } from "../lib.js";
import { list, statusText, t } from "../words.js";
import { CardChip } from "./cards.js";
import { pointing } from "./marks.js";
import { asSet, exactly, isOnTable, isPlain } from "./picks.js";
import { Orders, Say } from "./say.js";
import { Refusal } from "./sheet.js";
import { ticketName, ticketPlaces } from "./tickets.js";

const FEW = 6; // choices that are shown without a filter

export function Do({ store }) {
  const menu = store.menu.value;
  const moves = menu?.moves ?? [];
  return html`
    <section class="panel do" aria-labelledby="do-title">
      <h2 id="do-title">${t("do")}</h2>
      ${!store.picked.value && html`<${Refusal} store=${store} />`}
      ${moves.length === 0 ? html`<p class="quiet">${waiting(store)}</p>` : !isOnTable(menu) && html`<${Occasion} store=${store} key=${menu.decision} />`}
      ${[...moves, ...plainWishes(menu)].map((group) => html`<${Group} store=${store} group=${group} key=${group.type} />`)}
      ${menu?.refused.map(({ type, title, why }) => html`<details class="group" key=${type}><summary><h3>${title}</h3></summary><p class="quiet">${why}</p></details>`)}
      ${moves.length > 0 && !store.view.value.rated && html`<${Hint} store=${store} key=${menu.decision} />`}
      <${Orders} store=${store} />
      <${Say} store=${store} />
    </section>
  `;
}

/** Advice, loaded and asked for only when somebody wants it. */
function Hint({ store }) {
  const asked = useSignal(null);
  const Advice = asked.value;
  if (Advice) return html`<${Advice} store=${store} />`;
  const ask = async () => (asked.value = (await import("./hint.js")).Advice);
  return html`<button type="button" class="wide quiet ask-hint" onClick=${ask}>${t("hint")}</button>`;
}

/** What has to be answered now, such as the cards that a tunnel turned up. While the table opens, nothing is to move. */
function Occasion({ store }) {
  const opens = useMemo(() => store.story.entries.peek().length === 0, []);
  const last = store.story.entries.value.findLast(({ text }) => text);
  return last && !opens ? html`<p class="quiet">${last.text}</p>` : null;
}

/** What can be asked of the table without saying more, such as to take a move back or to go on after a pause. */
function plainWishes(menu) {
  return (menu?.table ?? []).filter(isPlain);
}

/** Who is to act, if it is not me. */
export function waiting(store) {
  const { status, waiting_for: seats } = store.view.value;
  if (status !== "playing" || !seats.length) return statusText(store.view.value);
  return t("waiting-for", { names: list(seats.map((seat) => store.name(seat))) });
}

function Group({ store, group }) {
  const set = asSet(group);
  if (set) return html`<${TickedSet} store=${store} group=${group} set=${set} />`;
  if (isPlain(group)) {
    return html`<button type="button" class="wide" onClick=${() => store.pick({ group, entry: group.entries[0] })}>${group.title}</button>`;
  }
  return html`<${Choices} store=${store} group=${group} />`;
}

function Choices({ store, group }) {
  const filter = useSignal("");
  const wanted = plain(filter.value);
  const shown = group.entries.filter(({ title, details }) => plain(`${title} ${details.join(" ")}`).includes(wanted));
  const many = group.entries.length > FEW;
  return html`
    <details class="group" open>
      <summary><h3>${group.title}</h3> <small>${group.entries.length}</small></summary>
      ${many &&
      html`<input type="search" aria-label=${t("filter")} placeholder=${t("filter")} ...${bound(filter)} />`}
      <ul class="entries">
        ${shown.map((entry) => html`<${Entry} store=${store} group=${group} entry=${entry} key=${entry.title + JSON.stringify(entry.about)} />`)}
      </ul>
    </details>
  `;
}

/** Without accents and case, so that "zurich" finds Zürich. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function Entry({ store, group, entry }) {
  const about = { routes: entry.about.route ?? [], cities: entry.about.city ?? [] };
  const { route: [route] = [], card: [card] = [] } = entry.about;
  return html`<li>
    <button type="button" class="entry" onClick=${() => store.pick({ group, entry })} ...${pointing(store, about)}>
      ${route ? html`<${Spaces} store=${store} route=${route} />` : card && html`<${CardChip} store=${store} card=${card} />`}
      <span class="entry-title">${entry.title}</span>
      ${entry.details.length > 0 && html`<small>${entry.details.join(" · ")}</small>`}
    </button>
  </li>`;
}

/** The colours of a route, as on the map. */
function Spaces({ store, route }) {
  const colour = store.board.value.routes.find(({ id }) => id === route)?.colour ?? "gray";
  return html`<span class="spaces" aria-hidden="true">
    ${colour.split("/").map((card) => html`<${CardChip} store=${store} card=${card} />`)}
  </span>`;
}

/** Tickets to keep, and whatever else is chosen as a set: ticked one by one. */
function TickedSet({ store, group, set }) {
  const ticked = useSignal(new Set());
  const entry = exactly(group, set.kind, ticked.value);
  const names = set.items.map((id) => itemName(store, group, set.kind, id));
  function toggle(id) {
    const next = new Set(ticked.value);
    if (!next.delete(id)) next.add(id);
    ticked.value = next;
  }
  return html`
    <fieldset class="group set">
      <legend>${group.title}</legend>
      <p class="quiet">${set.least === set.most ? t("choose", { count: set.least }) : t("choose-between", set)}</p>
      ${set.items.map(
        (id, place) => html`<label class="tick" ...${pointing(store, placesOf(store, set.kind, id))}>
          <input type="checkbox" checked=${ticked.value.has(id)} onChange=${() => toggle(id)} />
          ${names[place]}${names.indexOf(names[place]) < place && ` ${t("once-more")}`}
        </label>`,
      )}
      <button type="button" class="primary" disabled=${!entry} onClick=${() => store.pick({ group, entry })}>${t("choose-these")}</button>
    </fieldset>
  `;
}

function ticketOf(store, kind, id) {
  return kind === "ticket" ? store.board.value.tickets.find((ticket) => ticket.id === id) : null;
}

function placesOf(store, kind, id) {
  const ticket = ticketOf(store, kind, id);
  return ticket ? ticketPlaces(store.board.value, ticket) : null;
}

/** What an item is called: the title of the choice of it alone, or as the board says. */
function itemName(store, group, kind, id) {
  const alone = group.entries.find(({ about }) => about[kind]?.length === 1 && about[kind][0] === id);
  if (alone) return alone.title;
  const ticket = ticketOf(store, kind, id);
  return ticket ? ticketName(store.board.value, ticket) : store.word(id);
}
