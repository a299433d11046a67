"""Checks the record of a finished game with none of our code: Python and nothing else.

    python check_game.py RECORD

It repeats what docs/fairness.md describes: the hash chain, the seals of hidden fields, the seed against its commitment,
every shuffle, and that every card and ticket came from the top of its deck. It knows no rules of the game: `ttr verify`
checks that each move was allowed.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

Json = dict[str, Any]


def canonical(value: Any) -> bytes:
    """Canonical JSON: sorted keys, no white space, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def require(condition: bool, version: int, reason: str) -> None:
    if not condition:
        sys.exit(f"version {version} {reason}")


def check_chain(header: Json, lines: list[Json]) -> None:
    """Every event carries the hash of the one before it; hidden fields enter as commitments."""
    before = "0" * 64
    for version, line in enumerate(lines, 1):
        require(line["version"] == version, version, f"is numbered {line['version']}")
        require(line["game"] == header["game"], version, "belongs to another game")
        require(line["prev"] == before, version, "does not follow the event before it")
        sealed = line.get("sealed", {})
        body = {key: line[key] for key in ("actor", "at", "game", "prev", "schema", "type", "version")}
        body["data"] = {name: value for name, value in line["data"].items() if name not in sealed}
        body["sealed"] = sealed
        require(line["hash"] == sha256(canonical(body)), version, "was altered: its hash is another")
        before = line["hash"]
    require(header["head"] == before, len(lines), "is not the last event that the header names")


def check_seals(seed: bytes, lines: list[Json]) -> None:
    """A commitment is the hash of a salt and the field; the salts follow from the seed."""
    for line in lines:
        for name, promised in line.get("sealed", {}).items():
            label = f"salt/{line['game']}/{line['version']}/{name}"
            salt = hmac.digest(seed, label.encode(), "sha256")[:16].hex()
            seal = sha256(salt.encode() + canonical(line["data"][name]))
            require(seal == promised, line["version"], f"has other {name} than were sealed")


def shuffled(key: bytes, label: str, items: Sequence[str]) -> list[str]:
    """Fisher-Yates from the last item down, with 32-bit words of HMAC-SHA256; words that would bias are skipped."""
    order, words, block, last = list(items), list[int](), 0, len(items) - 1
    while last > 0:
        if not words:
            digest = hmac.digest(key, f"{label}/{block}".encode(), "sha256")
            words, block = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)], block + 1
        word = words.pop(0)
        if word < 2**32 - 2**32 % (last + 1):
            pick = word % (last + 1)
            order[last], order[pick] = order[pick], order[last]
            last -= 1
    return order


FROM_THE_DECK: dict[str, Callable[[Json], list[str]]] = {  # the cards an event takes from the deck
    "hand_dealt": lambda data: data["cards"],
    "card_drawn": lambda data: [data["card"]],
    "card_turned_up": lambda data: [data["card"]],
    "tunnel_card_turned": lambda data: [data["card"]],
    "festival_turned_up": lambda data: [f"festival:{data['festival']}"],
    "draft_card_turned_up": lambda data: ["draft"],
}


class Table:
    """The decks, followed from shuffle to shuffle; `on_x` is what an event of type x does to them."""

    def __init__(self, key: bytes, document: Json) -> None:
        cards, rules = document["cards"], document["rules"]
        self.key, self.version, self.shuffles, self.drawn = key, 0, 0, 0
        self.kinds = [*cards["colours"], "locomotive"]
        self.discards = cards["colours"] * cards["each"] + ["locomotive"] * cards["locomotives"]
        festivals = rules.get("festivals", {}).get("festivals", [])
        self.festivals = [f"festival:{one['id']}" for one in festivals for _ in range(one["cards"])]
        self.box = {
            deck: [ticket["id"] for ticket in document["tickets"] if set(ticket["sets"]) & set(sets)]
            for deck, sets in rules["tickets"]["decks"].items()
        }
        self.deck_of = {ticket: deck for deck, tickets in self.box.items() for ticket in tickets}
        self.tickets: dict[str, list[str]] = {}
        self.deck, self.turned, self.aside = list[str](), list[str](), list[str]()
        self.checkpoints: list[Json] = []  # what an undone turn restores; the last two

    def follow(self, line: Json) -> None:
        self.version = line["version"]
        if line["type"] in FROM_THE_DECK:
            self.take(self.deck, FROM_THE_DECK[line["type"]](line["data"]))
        getattr(self, f"on_{line['type']}", lambda data: None)(line["data"])

    def shuffle(self, what: str, data: Json, items: list[str]) -> list[str]:
        """The items in the order that follows from the seed, which must be the recorded one."""
        self.shuffles += 1
        require(data["number"] == self.shuffles, self.version, f"is not shuffle {self.shuffles}")
        order = shuffled(self.key, f"{what}/{self.shuffles}", items)
        recorded = data["cards"] if "cards" in data else data["tickets"]
        require(order == recorded, self.version, "is not the shuffle that follows from the seed")
        return order

    def take(self, deck: list[str], cards: Sequence[str]) -> None:
        """Takes cards from the top of a deck, where they must lie."""
        require(deck[: len(cards)] == list(cards), self.version, f"draws {cards}, not the top of the deck")
        del deck[: len(cards)]
        self.drawn += len(cards)

    # train cards: at the start the box, later the discards, laid together by colour, become the deck

    def on_train_cards_shuffled(self, data: Json) -> None:
        require(not self.deck, self.version, "shuffles before the deck has run out")
        together = sorted(self.discards, key=self.kinds.index)
        self.deck, self.discards = self.shuffle("train_cards", data, together), []

    def on_festivals_mixed_in(self, data: Json) -> None:
        self.deck = self.shuffle("festivals", data, self.deck + self.festivals)

    def on_draft_card_inserted(self, data: Json) -> None:
        self.deck.insert(data["position"], "draft")

    def on_draft_card_mixed_in(self, data: Json) -> None:
        first, behind = data["above"], data["above"] + data["count"] - 1
        self.deck[first:behind] = self.shuffle("draft_card", data, [*self.deck[first:behind], "draft"])

    def on_tunnel_card_turned(self, data: Json) -> None:
        self.turned.append(data["card"])

    def on_tunnel_paid(self, data: Json) -> None:
        self.discards, self.turned = self.discards + self.turned, []

    on_tunnel_withdrawn = on_tunnel_paid

    def on_route_claimed(self, data: Json) -> None:
        self.discards += [card for card in data["cards"] if card in self.kinds]

    on_station_built = on_route_claimed

    def on_market_flushed(self, data: Json) -> None:
        """Where the deck runs out the discards go under it; cards of other kinds stay on top."""
        self.on_route_claimed(data)
        if "deck" in data:
            together, self.discards = sorted(self.discards, key=self.kinds.index), []
            self.deck += self.shuffle("train_cards", {**data, "cards": data["deck"]}, together)
        for card in data.get("turned_up", []):
            top = next(other for other in self.deck if other in self.kinds)
            require(card == top, self.version, f"turns up {card}, not the top of the deck")
            self.deck.remove(card)
            self.drawn += 1

    on_market_reshuffled = on_market_flushed

    # tickets: those that several players refused at once are laid together by name before they are shuffled

    def on_tickets_shuffled(self, data: Json) -> None:
        deck = data["deck"]
        back = [ticket for ticket in self.aside if self.deck_of[ticket] == deck]
        items = sorted(self.tickets[deck] + back) if deck in self.tickets else self.box[deck]
        self.tickets[deck] = self.shuffle("tickets", data, items)
        self.aside = [ticket for ticket in self.aside if ticket not in back]

    def on_tickets_returned(self, data: Json) -> None:
        back = sorted(ticket for ticket in self.aside if self.deck_of[ticket] == data["deck"])
        self.tickets[data["deck"]] += self.shuffle("tickets", data, back)
        self.aside = [ticket for ticket in self.aside if ticket not in back]

    def on_tickets_offered(self, data: Json) -> None:
        for deck, ticket in zip(data["decks"], data["tickets"], strict=True):
            self.take(self.tickets[deck], [ticket])
        if not data.get("at_once"):
            self.on_turn_started(data)

    def on_packet_dealt(self, data: Json) -> None:
        self.take(self.tickets[data["deck"]], data["tickets"])

    def on_tickets_kept(self, data: Json) -> None:
        self.aside += data["returned"] if data["rejects"] in ("shuffled", "into") else []
        for ticket in data["returned"] if data["rejects"] == "under" else []:
            self.tickets[self.deck_of[ticket]].append(ticket)

    def on_ticket_deck_removed(self, data: Json) -> None:
        self.tickets[data["deck"]] = []

    # a turn, or a choice of tickets, that is taken back: nothing can have left a deck since it began

    def on_turn_started(self, data: Json) -> None:
        kept = {"discards": self.discards, "aside": self.aside, "tickets": self.tickets}
        self.checkpoints = [*self.checkpoints[-1:], {"drawn": self.drawn, **deepcopy(kept)}]

    def on_turn_taken_back(self, data: Json) -> None:
        del self.checkpoints[len(self.checkpoints) - data["back"] + 1 :]
        then = deepcopy(self.checkpoints[-1])
        require(then.pop("drawn") == self.drawn, self.version, "takes a drawn card back")
        vars(self).update(then)


def main(path: str) -> None:
    header, *lines = [json.loads(line) for line in Path(path).read_text("utf-8").split("\n") if line]
    require(lines[-1]["type"] == "seed_revealed", len(lines), "opens no seed: the game is not finished")
    check_chain(header, lines)
    created, seed = lines[0]["data"], bytes.fromhex(lines[-1]["data"]["seed"])
    require(created["board_hash"] == sha256(canonical(header["document"])), 1, "names another board document")
    require(created["commitment"] == sha256(seed), 1, "commits to another seed")
    check_seals(seed, lines)
    seats = [line["data"] for line in lines if line["type"] == "seat_taken"]
    texts = [seat.get("entropy", "").encode() for seat in sorted(seats, key=lambda seat: seat["seat"])]
    key = hmac.digest(seed, b"".join(b"%d:%s" % (len(text), text) for text in texts), "sha256")
    table = Table(key, header["document"])
    for line in lines:
        table.follow(line)
    head = "-".join(header["head"][at : at + 4] for at in range(0, 16, 4))
    held = f"{len(lines)} events, {table.shuffles} shuffles and {table.drawn} drawn cards and tickets hold"
    print(f"game {header['game']}, head {len(lines)}:{head}\n{held}")


if __name__ == "__main__":
    main(sys.argv[1])
