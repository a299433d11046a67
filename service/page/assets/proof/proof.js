// Proves the record of a finished game with code of its own: chain, board, seed, seals, shuffles, decks.
// It knows no rules of the game: that each move was allowed is checked by the server's audit.

import { Broken, Decks, require } from "./decks.js";
import { canonical, parse } from "./json.js";
import { bytesOf, fromHex, hex, hmac, joined, sha256 } from "./sha256.js";

const HASHED = ["actor", "at", "game", "prev", "schema", "type", "version"];

function digest(value) {
  return hex(sha256(bytesOf(canonical(value))));
}

/** Calls `onCheck` with each check that holds; throws Broken at the first that does not. */
export function prove(text, onCheck = () => {}) {
  const [header, ...lines] = text.split("\n").filter(Boolean).map(parse);
  require(lines.at(-1)?.type === "seed_revealed", lines.length, "not-finished");
  checkChain(header, lines);
  onCheck("chain");
  const created = lines[0].data;
  const seed = fromHex(lines.at(-1).data.seed);
  require(created.board_hash === digest(header.document), 1, "other-board");
  onCheck("board");
  require(created.commitment === hex(sha256(seed)), 1, "other-seed");
  onCheck("seed");
  checkSeals(seed, lines);
  onCheck("seals");
  const decks = new Decks(shuffleKey(seed, lines), header.document);
  try {
    lines.forEach((line) => decks.follow(line));
  } catch (error) {
    throw error instanceof Broken ? error : new Broken(decks.version, "unreadable");
  }
  onCheck("shuffles");
  return { events: lines.length, shuffles: decks.shuffles, drawn: decks.drawn };
}

/** Every event carries the hash of the one before it; hidden fields enter as commitments. */
function checkChain(header, lines) {
  let before = "0".repeat(64);
  lines.forEach((line, place) => {
    const version = place + 1;
    require(line.version === version, version, "misnumbered");
    require(line.game === header.game, version, "other-game");
    require(line.prev === before, version, "not-next");
    const sealed = line.sealed ?? {};
    const body = Object.fromEntries(HASHED.map((name) => [name, line[name]]));
    body.data = Object.fromEntries(Object.entries(line.data).filter(([name]) => !(name in sealed)));
    body.sealed = sealed;
    require(line.hash === digest(body), version, "altered");
    before = line.hash;
  });
  require(header.head === before, lines.length, "other-head");
}

/** A commitment is the hash of a salt and the field; the salts follow from the seed. */
function checkSeals(seed, lines) {
  for (const { game, version, data, sealed } of lines) {
    for (const [name, promised] of Object.entries(sealed ?? {})) {
      const salt = hex(hmac(seed, bytesOf(`salt/${game}/${version}/${name}`)).slice(0, 16));
      const seal = hex(sha256(joined(bytesOf(salt), bytesOf(canonical(data[name])))));
      require(seal === promised, version, "other-seal");
    }
  }
}

/** From the seed and the texts that players may have added when they sat down. */
function shuffleKey(seed, lines) {
  const seats = lines.filter(({ type }) => type === "seat_taken").map(({ data }) => data);
  seats.sort((one, other) => one.seat - other.seat);
  const texts = seats.map(({ entropy }) => bytesOf(entropy ?? ""));
  return hmac(seed, joined(...texts.flatMap((text) => [bytesOf(`${text.length}:`), text])));
}
