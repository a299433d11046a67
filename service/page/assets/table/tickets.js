// Tickets: what they are called, and mine, with those that are done.

import { html } from "../lib.js";
import { inWords, t } from "../words.js";
import { pointing } from "./marks.js";

/** A city, or a place that stands for several. */
export function cityName({ cities, labels, zones }, id) {
  return labels[id] ? inWords(labels[id]) : ([...cities, ...zones].find((place) => place.id === id)?.name ?? id);
}

/** Where a ticket leads, each with its points: most lead to one place. */
function endsOf({ ends, b: to, points }) {
  return ends?.length ? ends : [{ to, points }];
}

/** What a ticket is about on the map. */
export function ticketPlaces({ zones }, ticket) {
  const places = [ticket.a, ...endsOf(ticket).map(({ to }) => to)];
  return { routes: [], cities: places.flatMap((id) => zones.find((zone) => zone.id === id)?.cities ?? id) };
}

/** `Paris – Wien (8)`. */
export function ticketName(board, ticket) {
  const ends = endsOf(ticket);
  const places = ends.map(({ to }) => cityName(board, to));
  return `${cityName(board, ticket.a)} – ${places.join("/")} (${ends.map(({ points }) => points).join("/")})`;
}

export function Tickets({ store }) {
  const { tickets } = store.view.value.seats[store.seat];
  const kept = (tickets.kept ?? []).map((id) => store.board.value.tickets.find((ticket) => ticket.id === id)).filter(Boolean);
  const states = new Map((store.view.value.ticket_states ?? []).map(({ ticket, state }) => [ticket, state]));
  return html`
    <section class="panel tickets" aria-labelledby="tickets-title">
      <h2 id="tickets-title">${t("my-tickets", { count: kept.length })}</h2>
      ${kept.length === 0 && html`<p class="quiet">${t("no-tickets")}</p>`}
      <ul>
        ${kept.map(
          (ticket, number) => html`<li
            key=${ticket.id}
            class="ticket"
            data-state=${states.get(ticket.id) ?? "open"}
            tabindex="0"
            ...${pointing(store, ticketPlaces(store.board.value, ticket))}
          >
            <i aria-hidden="true">${String.fromCharCode(65 + (number % 26))}</i>
            <span>${ticketName(store.board.value, ticket)}</span>
            <small>${t(`ticket-${states.get(ticket.id) ?? "open"}`)}</small>
          </li>`,
        )}
      </ul>
    </section>
  `;
}
