// Who this browser is: a player for all games, and tokens of single seats that came by a link.

import { change, get } from "./api.js";
import { keep, kept, signal } from "./lib.js";
import { t } from "./words.js";

export const player = signal(kept("player", null)); // {id, name, token}
const seats = signal(kept("seats", {})); // tokens by game
const invites = signal(kept("invites", {})); // links that a host may share again, by game
const audits = signal(kept("audits", {})); // tokens of auditors by game: after the end they see everything

function remember(name, store, value) {
  store.value = value;
  keep(name, value);
}

/** The token that speaks for this browser in a game: one of a seat goes before the player's. */
export function tokenFor(game) {
  return seats.value[game] ?? player.value?.token ?? null;
}

export function keepSeat(game, token) {
  remember("seats", seats, { ...seats.value, [game]: token });
}

/** The token that sees all of a game once it is over; null for those who did not open the table. */
export function auditTokenFor(game) {
  return audits.value[game] ?? null;
}

/** Keeps what the service shows once, to the person who opens a table: links to free seats, and the auditor's token. */
export function keepTable({ id, seats: places, tokens }) {
  const links = places
    .filter(({ invite }) => invite)
    .map(({ seat, invite }) => ({ seat, url: `${location.origin}/g/${id}#invite=${invite}` }));
  remember("invites", invites, { ...invites.value, [id]: links });
  remember("audits", audits, { ...audits.value, [id]: tokens.audit });
}

export function invitesOf(game) {
  return invites.value[game] ?? [];
}

/** My games as they were read last, for a start without a connection. Names and boards alone, nobody's cards. */
export function keepGames(page) {
  keep("games", { at: Date.now(), page });
}

export function keptGames() {
  return kept("games", null);
}

/** The player of this browser; one is made where there is none, so that nobody has to sign up before they play. */
export async function ensurePlayer(name) {
  if (player.value) return player.value;
  const made = await change("POST", "/v1/players", { body: { name: name || t("guest") } });
  return signIn(made);
}

export function signIn({ id, name, token }) {
  remember("player", player, { id, name, token });
  return player.value;
}

export async function rename(name) {
  const { token } = player.value;
  const seen = await change("PATCH", "/v1/me", { token, body: { name }, key: null });
  remember("player", player, { ...player.value, name: seen.name });
}

export function forgetEverything() {
  remember("player", player, null);
  remember("seats", seats, {});
  remember("invites", invites, {});
  remember("audits", audits, {});
  keep("games", null);
}

/** Reads who the player is now; a token that was revoked elsewhere ends here, too. */
export async function refreshPlayer() {
  if (!player.value) return;
  try {
    const me = await get("/v1/me", player.value.token);
    remember("player", player, { ...player.value, id: me.id, name: me.name });
  } catch (error) {
    if (error.status === 401) remember("player", player, null);
  }
}
