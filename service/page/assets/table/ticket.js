// A ticket: what it is called, and which cities it is about.

/** Its cities; where it has several goals, all of them. */
export function ticketCities(ticket) {
  return [ticket.a, ...(ticket.goals ?? [[ticket.b]]).map(([city]) => city)].filter(Boolean);
}

/** `Paris – Wien (8)`; `nameOf` names a city. */
export function ticketName(ticket, nameOf) {
  const goals = ticket.goals ?? [[ticket.b, ticket.points]];
  const places = goals.map(([city]) => nameOf(city)).join("/");
  return `${nameOf(ticket.a)} – ${places} (${goals.map(([, points]) => points).join("/")})`;
}
