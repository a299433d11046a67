// The count of the points as a film: reason by reason, player by player, ticket by ticket.
// Pure functions of the score sheet; what its items are follows from the board that knows their ids.

import { ticketCities } from "../table/ticket.js";

/** The steps of the film, each with who gets how many points for what, and what to show on the map. */
export function stepsOf({ sheet, reasons, ticket_paths: paths }, board) {
  const tickets = new Map(board.tickets.map((ticket) => [ticket.id, ticket]));
  const routes = new Set(board.routes.map(({ id }) => id));
  return Object.keys(reasons).flatMap((reason) =>
    sheet.seats.flatMap(({ seat, lines }) =>
      lines
        .filter((line) => line.reason === reason)
        .flatMap((line) => stepsOfLine(seat, line, { tickets, routes, paths })),
    ),
  );
}

function stepsOfLine(seat, { reason, points, items = [] }, known) {
  const shown = items.filter(({ id }) => (isTickets(reason) ? known.tickets.has(id) : known.routes.has(id)));
  if (isTickets(reason)) return shown.map((item) => ({ seat, reason, points: item.points, ...ofTicket(seat, item, known) }));
  return points === 0 && !items.length ? [] : [{ seat, reason, points, routes: shown.map(({ id }) => id), cities: [] }];
}

/** A route may have the id of a ticket: the reason says which of the two is meant. */
function isTickets(reason) {
  return reason === "tickets";
}

function ofTicket(seat, { id, points }, { tickets, paths }) {
  const path = paths.find((each) => each.seat === seat && each.ticket === id);
  return { ticket: tickets.get(id), failed: points < 0, routes: path?.routes ?? [], cities: ticketCities(tickets.get(id)) };
}

/** The most that anybody has at any moment: tickets that failed take away what routes brought. */
export function peakOf(steps, seats) {
  const totals = totalsAfter([], 0, seats);
  return Math.max(1, ...steps.map(({ seat, points }) => (totals[seat] += points)));
}

/** What everybody has after so many steps. */
export function totalsAfter(steps, count, seats) {
  const totals = Array.from({ length: seats }, () => 0);
  steps.slice(0, count).forEach(({ seat, points }) => (totals[seat] += points));
  return totals;
}
