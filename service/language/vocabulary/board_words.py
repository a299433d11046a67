"""What a board's things are called in one language, how to tell tracks between the same cities apart, and the values of
fields in these words."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial

import msgspec

from service.language.languages import Messages, as_words
from service.language.vocabulary.moments import moment_in_words
from ttr_core.boards.board import Label, Route, Ticket
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import GRAY, Card, CityId, DeckName, Meaning, PlaceId, RouteId, SeatId, TicketId
from ttr_core.model.kinds import FieldKind, Thing, field_kinds

SEVERAL = 2  # where it is open how many there are: as a plural


def label_in(label: Label, lang: str) -> str:
    """A board's own word in this language; in English if the board does not have it."""
    return str(getattr(label, lang, label.en))


def chosen_by_name(ruleset: Ruleset) -> Iterator[Thing]:
    """What commands of its rules name and no other part of the board does: festivals, railroads."""
    fields = [field for kind in ruleset.actions for field in field_kinds(kind).values()]
    for kind in ruleset.kinds:
        if any(field.kind is kind for field in fields):
            yield from ruleset.things(kind).values()


class BoardWords:
    """Names come from the board: its labels first, then its own names, then the bare id."""

    def __init__(self, ruleset: Ruleset, lang: str) -> None:
        self._ruleset, board = ruleset, ruleset.board
        self._labels, self._lang = board.labels, lang
        self.say = Messages(lang, ruleset)
        things = (thing for kind in ruleset.kinds for thing in ruleset.things(kind).values())
        self._names = {thing.id: thing.name_in(lang) for thing in things}
        self._names |= {str(city.id): city.name for city in board.cities}
        self._names |= {str(zone.id): zone.name for zone in board.zones}
        self.routes = {str(route.id): route for route in (*board.routes, *ruleset.routes)}
        self.tickets = {str(ticket.id): ticket for ticket in board.tickets}
        self._beside: dict[tuple[frozenset[str], str], list[Route]] = {}
        for route in self.routes.values():
            self._beside.setdefault(_track(route), []).append(route)

    def label(self, label: Label) -> str:
        return label_in(label, self._lang)

    def word(self, name: str, count: int = SEVERAL) -> str:
        """The board's label for a word, or that of the language; the word itself if it has none."""
        if name in self._labels:
            return self.label(self._labels[name])
        own = f"word-{name}"
        return self.say(own, count=count) if self.say.knows(own) else name.replace("_", " ")

    def place(self, place: str) -> str:
        named = self._names.get(place, place)
        return self.word(place) if place in self._labels else named

    def thing(self, kind: object, name: str) -> str:
        """A thing that a rule adds; `kind` is the type of its ids."""
        thing = self._ruleset.things(kind).get(name)
        if thing is None or name in self._labels:
            return self.place(name)
        return thing.name_in(self._lang)

    def anything(self, name: str) -> str:
        """A name that may be of anything."""
        if name in self.tickets:
            return self.ticket(name)
        return self.route(name) if name in self.routes else self.place(name).replace("_", " ")

    def card(self, card: str, count: int = 1) -> str:
        """A card as it is called in a sentence, one or several of them: `verte`, `locomotives`."""
        own = f"card-{card}"
        key = own if self.say.can_say(own, {"count": count}) else "card-colour"
        return self.say(key, label=self.word(card), count=count)

    def cards(self, cards: Iterable[str]) -> str:
        """Cards by kind: `2 red and 1 locomotive`."""
        counted = [f"{count} {self.card(card, count)}" for card, count in Counter(cards).items()]
        return self.say.listed(counted) if counted else ""

    def several(self, name: str, count: int) -> str:
        """A thing with a name, and how many there are of it: names have no plural."""
        return name if count == 1 else self.say("several", name=name, count=count)

    def deck(self, deck: str, count: int = SEVERAL) -> str:
        """What tickets of a deck are called, one or several of them: `longue`, `longues`."""
        return self.say("card-colour", label=self.word(deck, count), count=count)

    def decks(self, decks: Iterable[str]) -> str:
        """Tickets by the decks that they come from: `3 long and 1 short`."""
        counted = [f"{count} {self.deck(deck, count)}" for deck, count in Counter(decks).items()]
        return self.say.listed(counted) if counted else ""

    def colours(self, colour: str, count: int = 1) -> str:
        """The colours of one space, or of several: `grise`, `grises`."""
        return "/".join(self.card(part, count) for part in colour.split("/"))

    def ends(self, route: Route) -> str:
        return f"{self.place(route.a)} – {self.place(route.b)}"

    def examples(self) -> Mapping[str, str]:
        """A route and a place of this board as people type them: those with the shortest names."""
        route = min(self.routes.values(), key=lambda route: len(self.ends(route)))
        place, other = self.place(route.a), self.place(route.b)
        return {"route": f"{place} {other}".lower(), "place": place.lower()}

    def features(self, route: Route) -> str:
        """The route's features, with their numbers where these say more than that it has them."""
        features = (self._feature(name, number) for name, number in route.features.items() if number)
        return ", ".join(filter(None, features))

    def _feature(self, name: str, number: int) -> str:
        """The rule's own words, which may be none; else the board's label, or its name."""
        own = f"feature-{name}"
        if self.say.knows(own):
            return self.say(own, count=number).strip()
        return self.word(name) if number == 1 else f"{self.word(name)} {number}"

    def route(self, name: str) -> str:
        """A route in a sentence: its ends, its colour if it has one, and what tells it from another beside it."""
        route = self.routes.get(name)
        if route is None:
            return name
        beside = self._beside[_track(route)]
        length = str(route.length) if len({other.length for other in beside}) > 1 else ""
        colour = "" if route.colour == GRAY else self.colours(route.colour)
        differ = any(other.length == route.length and other.features != route.features for other in beside)
        spaces = " ".join(filter(None, (length, colour)))
        marks = ", ".join(filter(None, (spaces, self.features(route) if differ else "")))
        return f"{self.ends(route)} ({marks})" if marks else self.ends(route)

    def ticket(self, name: str) -> str:
        ticket = self.tickets.get(name)
        return f"{self.ticket_ends(ticket)} ({self.ticket_points(ticket)})" if ticket else name

    def ticket_ends(self, ticket: Ticket) -> str:
        goals = "/".join(self.place(to) for to, _ in ticket.goals)
        return f"{self.place(ticket.a)} – {goals}"

    def ticket_points(self, ticket: Ticket) -> str:
        return "/".join(str(points) for _, points in ticket.goals)


@lru_cache(maxsize=128)
def board_words(ruleset: Ruleset, lang: str) -> BoardWords:
    return BoardWords(ruleset, lang)


def _track(route: Route) -> tuple[frozenset[str], str]:
    return frozenset({str(route.a), str(route.b)}), route.colour


# tracks


@lru_cache(maxsize=64)
def tracks_of(ruleset: Ruleset) -> dict[str, tuple[frozenset[str], int, int]]:
    """For each route its ends, its number among the tracks between them, and how many there are."""
    by_ends: dict[frozenset[str], list[str]] = {}
    for route in ruleset.routes:
        by_ends.setdefault(frozenset({route.a, route.b}), []).append(route.id)
    return {
        route: (ends, number, len(routes))
        for ends, routes in by_ends.items()
        for number, route in enumerate(routes, 1)
    }


@lru_cache(maxsize=64)
def first_twins(ruleset: Ruleset) -> dict[str, str]:
    """For each route the first of those that are equal to it, between the same cities."""
    firsts: dict[object, str] = {}
    twins = {}
    for route in ruleset.routes:
        ends = frozenset({route.a, route.b})
        like = (ends, route.colour, route.length, tuple(sorted(route.features.items())))
        twins[str(route.id)] = firsts.setdefault(like, str(route.id))
    return twins


def alike(ruleset: Ruleset, route: str) -> list[str]:
    """The tracks that are equal to this one, itself included."""
    twins = first_twins(ruleset)
    return [other for other, first in twins.items() if first == twins[route]]


def join(ends: frozenset[str], first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether the two places named are the two ends."""
    a, *rest = ends
    b = rest[0] if rest else a
    return (a in first and b in second) or (b in first and a in second)


# the values of fields


def says_something(value: object) -> bool:
    """Zero does; nothing, an empty list and `False` do not."""
    return value is not None and value is not False and value not in ((), "")


class Values:
    """The values of fields in words, by what the fields hold."""

    def __init__(self, words: BoardWords, names: Mapping[SeatId, str], zone: str = "UTC") -> None:
        self._words, self._names, self._zone = words, names, zone
        self._by_kind: Mapping[object, Callable[[str], str]] = {
            RouteId: words.route,
            TicketId: words.ticket,
            CityId: words.place,
            PlaceId: words.place,
            Card: words.card,
            DeckName: words.deck,
            Meaning.MOMENT: self.moment,
            Meaning.SEAT: lambda seat: self.name(int(seat)),
        }

    def name(self, seat: SeatId) -> str:
        return self._names.get(seat) or self._words.say.seat(seat)

    def moment(self, at: str) -> str:
        return moment_in_words(at, self._zone, self._words.say)

    def fields(self, message: msgspec.Struct) -> dict[str, str | int]:
        """The fields of an event or a remark for a text; those that are hidden from the viewer are left out.

        Numbers stay numbers, so that texts can choose between one and several.
        """
        values = {name: (kind, getattr(message, name)) for name, kind in field_kinds(type(message)).items()}
        return {
            name: value if kind.kind is int and isinstance(value, int) else self.value(kind, value)
            for name, (kind, value) in values.items()
            if value is not None
        }

    def value(self, field: FieldKind, value: object) -> str:
        if field.several and field.kind is Card:
            cards = Counter(value).elements() if isinstance(value, Mapping) else value
            return self._words.cards(cards)  # type: ignore[arg-type]  # by its annotation it holds cards
        if field.several and field.kind is DeckName and isinstance(value, tuple):
            return self._words.decks(value)
        own = partial(self._words.thing, field.kind) if field.is_thing else self._words.word
        one = self._by_kind.get(field.kind, own)
        if isinstance(value, Mapping):
            return self._listed(self._words.several(one(str(item)), count) for item, count in value.items())
        if isinstance(value, tuple | list):
            return self._listed(one(str(item)) for item in value)
        return one(str(value))

    def _listed(self, items: Iterable[str]) -> str:
        texts = list(items)
        return self._words.say.listed(texts) if texts else ""

    def described(self, name: str, field: FieldKind, value: object) -> str:
        """A value that speaks for itself, or behind the name of its field, which may be in words already."""
        speaks = field.kind in self._by_kind or field.is_thing
        return self.value(field, value) if speaks else self.labelled(name, field, value)

    def labelled(self, name: str, field: FieldKind, value: object) -> str:
        """A value behind the name of its field: `count 2`."""
        label = as_words(name).lower()
        return label if value is True else f"{label} {self.value(field, value)}"

    def anything(self, value: object) -> str:
        """A value of a rule's own view, of any shape; empty ones are left out."""
        if isinstance(value, Mapping):
            entries = {k: self.name(v) if k == "seat" else self.anything(v) for k, v in value.items()}
            return ", ".join(f"{self.anything(k)} {v}" for k, v in entries.items() if v)
        if isinstance(value, list | tuple):
            by_seat = len(value) == len(self._names) and not any(isinstance(item, str) for item in value)
            items = [self.anything(item) for item in value]
            names = [f"{self.name(n)} " if by_seat else "" for n in range(len(value))]
            return ", ".join(name + item for name, item in zip(names, items, strict=True) if item)
        return self._words.anything(str(value)) if value else ""
