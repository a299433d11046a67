// My tickets: which are done, and where they lead.

import { html } from "../lib.js";
import { t } from "../words.js";
import { ticketCities, ticketName } from "./ticket.js";

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
            onMouseEnter=${() => (store.marked.value = { routes: [], cities: ticketCities(ticket) })}
            onMouseLeave=${() => (store.marked.value = null)}
            onFocus=${() => (store.marked.value = { routes: [], cities: ticketCities(ticket) })}
            onBlur=${() => (store.marked.value = null)}
          >
            <i aria-hidden="true">${String.fromCharCode(65 + (number % 26))}</i>
            <span>${ticketName(ticket, (city) => store.city(city))}</span>
            <small>${t(`ticket-${states.get(ticket.id) ?? "open"}`)}</small>
          </li>`,
        )}
      </ul>
    </section>
  `;
}
