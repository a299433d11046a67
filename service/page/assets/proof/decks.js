// The decks of a game, followed from shuffle to shuffle: every card and ticket must come from the top of its deck.

import { bytesOf, hmac } from "./sha256.js";

/** Something in the record does not hold; `version` says where. */
export class Broken extends Error {
  constructor(version, reason) {
    super(reason);
    this.version = version;
  }
}

export function require(condition, version, reason) {
  if (!condition) throw new Broken(version, reason);
}

/** Fisher-Yates from the last item down, with 32-bit words of HMAC-SHA256; words that would bias are skipped. */
export function shuffled(key, label, items) {
  const order = [...items];
  let [words, block, last] = [[], 0, items.length - 1];
  while (last > 0) {
    if (!words.length) {
      const view = new DataView(hmac(key, bytesOf(`${label}/${block}`)).buffer);
      words = Array.from({ length: 8 }, (_, place) => view.getUint32(4 * place));
      block += 1;
    }
    const word = words.shift();
    if (word >= 2 ** 32 - (2 ** 32 % (last + 1))) continue;
    const pick = word % (last + 1);
    [order[last], order[pick]] = [order[pick], order[last]];
    last -= 1;
  }
  return order;
}

const FROM_THE_DECK = {
  hand_dealt: ({ cards }) => cards,
  card_drawn: ({ card }) => [card],
  card_turned_up: ({ card }) => [card],
  tunnel_card_turned: ({ card }) => [card],
  festival_turned_up: ({ festival }) => [`festival:${festival}`],
  draft_card_turned_up: () => ["draft"],
};

function equal(one, other) {
  return one.length === other.length && one.every((item, place) => item === other[place]);
}

export class Decks {
  constructor(key, { cards, rules, tickets }) {
    Object.assign(this, { key, version: 0, shuffles: 0, drawn: 0, deck: [], turned: [], aside: [], tickets: {} });
    this.kinds = [...cards.colours, "locomotive"];
    this.discards = [
      ...cards.colours.flatMap((colour) => Array(cards.each).fill(colour)),
      ...Array(cards.locomotives).fill("locomotive"),
    ];
    this.festivals = (rules.festivals?.festivals ?? []).flatMap(({ id, cards: count }) => Array(count).fill(`festival:${id}`));
    const inDeck = (sets) => tickets.filter((ticket) => ticket.sets.some((name) => sets.includes(name))).map(({ id }) => id);
    this.box = Object.fromEntries(Object.entries(rules.tickets.decks).map(([deck, sets]) => [deck, inDeck(sets)]));
    this.deckOf = Object.fromEntries(Object.entries(this.box).flatMap(([deck, ids]) => ids.map((id) => [id, deck])));
    this.checkpoints = [];
  }

  follow({ version, type, data }) {
    this.version = version;
    if (type in FROM_THE_DECK) this.take(this.deck, FROM_THE_DECK[type](data));
    this.events[type]?.call(this, data);
  }

  shuffle(what, data, items) {
    this.shuffles += 1;
    require(data.number === this.shuffles, this.version, "numbers-shuffle");
    const order = shuffled(this.key, `${what}/${this.shuffles}`, items);
    require(equal(order, data.cards ?? data.tickets), this.version, "other-shuffle");
    return order;
  }

  take(deck, cards) {
    require(equal(deck.slice(0, cards.length), cards), this.version, "not-from-top");
    deck.splice(0, cards.length);
    this.drawn += cards.length;
  }

  byKind(cards) {
    return cards.map((card, place) => [this.kinds.indexOf(card), place, card]).sort(([a, b], [c, d]) => a - c || b - d).map(([, , card]) => card);
  }

  discard(cards) {
    this.discards = [...this.discards, ...cards.filter((card) => this.kinds.includes(card))];
  }

  takeAside(deck) {
    const back = this.aside.filter((ticket) => this.deckOf[ticket] === deck);
    this.aside = this.aside.filter((ticket) => this.deckOf[ticket] !== deck);
    return back;
  }

  keepCheckpoint() {
    const { discards, aside, tickets, drawn } = this;
    this.checkpoints = [...this.checkpoints.slice(-1), structuredClone({ discards, aside, tickets, drawn })];
  }
}

function flush(data) {
  this.discard(data.cards);
  if ("deck" in data) {
    const together = this.byKind(this.discards);
    this.discards = [];
    this.deck.push(...this.shuffle("train_cards", { ...data, cards: data.deck }, together));
  }
  for (const card of data.turned_up ?? []) {
    const top = this.deck.findIndex((other) => this.kinds.includes(other));
    require(this.deck[top] === card, this.version, "not-from-top");
    this.deck.splice(top, 1);
    this.drawn += 1;
  }
}

function putTurnedAway() {
  this.discards = [...this.discards, ...this.turned];
  this.turned = [];
}

function lay({ cards }) {
  this.discard(cards);
}

Decks.prototype.events = {
  train_cards_shuffled(data) {
    require(!this.deck.length, this.version, "shuffles-early");
    this.deck = this.shuffle("train_cards", data, this.byKind(this.discards));
    this.discards = [];
  },
  festivals_mixed_in(data) {
    this.deck = this.shuffle("festivals", data, [...this.deck, ...this.festivals]);
  },
  draft_card_inserted({ position }) {
    this.deck.splice(position, 0, "draft");
  },
  draft_card_mixed_in(data) {
    const [first, behind] = [data.above, data.above + data.count - 1];
    this.deck.splice(first, behind - first, ...this.shuffle("draft_card", data, [...this.deck.slice(first, behind), "draft"]));
  },
  tunnel_card_turned({ card }) {
    this.turned.push(card);
  },
  tunnel_paid: putTurnedAway,
  tunnel_withdrawn: putTurnedAway,
  route_claimed: lay,
  station_built: lay,
  market_flushed: flush,
  market_reshuffled: flush,
  tickets_shuffled(data) {
    const back = this.takeAside(data.deck);
    const items = data.deck in this.tickets ? [...this.tickets[data.deck], ...back].sort() : this.box[data.deck];
    this.tickets[data.deck] = this.shuffle("tickets", data, items);
  },
  tickets_returned(data) {
    this.tickets[data.deck].push(...this.shuffle("tickets", data, this.takeAside(data.deck).sort()));
  },
  tickets_offered(data) {
    data.tickets.forEach((ticket, place) => this.take(this.tickets[data.decks[place]], [ticket]));
    if (!data.at_once) this.keepCheckpoint();
  },
  packet_dealt(data) {
    this.take(this.tickets[data.deck], data.tickets);
  },
  tickets_kept({ returned, rejects }) {
    if (["shuffled", "into"].includes(rejects)) this.aside = [...this.aside, ...returned];
    if (rejects === "under") returned.forEach((ticket) => this.tickets[this.deckOf[ticket]].push(ticket));
  },
  ticket_deck_removed({ deck }) {
    this.tickets[deck] = [];
  },
  turn_started() {
    this.keepCheckpoint();
  },
  turn_taken_back({ back }) {
    this.checkpoints = this.checkpoints.slice(0, this.checkpoints.length - back + 1);
    const { drawn, ...then } = structuredClone(this.checkpoints.at(-1));
    require(drawn === this.drawn, this.version, "drawn-taken-back");
    Object.assign(this, then);
  },
};
