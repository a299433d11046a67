// Tickets: what they are called, and mine, with those that are done.

import { html } from "../lib.js";
import { inWords, t } from "../words.js";
import { pointing } from "./marks.js";

/** A city, or a place that stands for several. */
export function cityName({ cities, labels, zones }, id) {
  return labels[id] ? inWords(labels[id]) : ([...cities, ...zones].find((place) => place.id === id)?.name ?? id);
}

/** The goals of a ticket with their points: most have one. */
function goalsOf({ goals, b, points }) {
  return goals ?? [[b, points]];
}

/** What a ticket is about on the map: its cities. */
export function ticketPlaces(ticket) {
  return { routes: [], cities: [ticket.a, ...goalsOf(ticket).map(([city]) => city)].filter(Boolean) };
}

/** `Paris – Wien (8)`. */
export function ticketName(board, ticket) {
  const [places, points] = [0, 1].map((part) => goalsOf(ticket).map((goal) => goal[part]));
  return `${cityName(board, ticket.a)} – ${places.map((city) => cityName(board, city)).join("/")} (${points.join("/")})`;
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
            ...${pointing(store, ticketPlaces(ticket))}
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
