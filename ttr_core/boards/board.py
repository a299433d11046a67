"""A board as data: the types of a map file, and how a map file resolves to one board.

A document may name a parent in `extends` and then states only the differences. Resolution merges, in this order: the
parent, the document, the chosen option of every kind (an edition, a preset), the patch for the number of players.
Objects merge key by key, `null` removes a key, everything else is replaced.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Literal

import msgspec

from ttr_core.model.ids import GRAY, Card, CityId, PlaceId, RouteId, TicketId, TicketSet
from ttr_core.model.violations import BoardDefect, OptionMisfit, PlayersMisfit

Document = Mapping[str, Any]  # a map file as parsed JSON; `Board` checks its shape

FORMAT = "ttr-board/1"


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of everything that is read from a map file: unknown keys are refused."""


class Label(_Part, frozen=True, kw_only=True):
    en: str
    fr: str


class Provenance(_Part, frozen=True, kw_only=True):
    """Where the board comes from, shown to its users."""

    status: Literal["exact", "reconstruction", "own"]
    """As published, reconstructed as far as possible, or an invention of its author's own."""
    statement: Label  # what comes from where, and what does not
    sources: tuple[str, ...] = ()  # the rule books and pages that it was taken from


class Cards(_Part, frozen=True, kw_only=True):
    """The train cards: how many of each colour, and how many locomotives."""

    colours: tuple[Card, ...]  # in the order in which cards are listed
    each: int  # cards of each colour
    locomotives: int  # cards that stand for any colour


class City(_Part, frozen=True, kw_only=True):
    id: CityId  # by which routes, tickets and rules name it
    name: str  # on the map, in every language that `labels` has no other for
    lat: float  # latitude; pictures are drawn from both
    lon: float  # longitude, east is positive


class Zone(_Part, frozen=True, kw_only=True):
    """A named area that tickets may name: reaching any one of its cities reaches it."""

    id: PlaceId  # by which tickets name it
    name: str  # as of a city
    cities: tuple[CityId, ...]  # reaching any one of them reaches the zone


class Route(_Part, frozen=True, kw_only=True):
    """One track between two cities; `features` are numbers that rule modules give a meaning."""

    id: RouteId  # the ends, and `--1`, `--2` for parallel tracks
    a: CityId  # one end
    b: CityId  # the other end
    length: int  # spaces
    colour: str  # of the cards that pay for it: one colour, `gray` for any one, `white/blue` for one of two
    features: Mapping[str, int] = {}  # numbers to which rules give a meaning

    def feature(self, name: str) -> int:
        return self.features.get(name, 0)

    def colours(self, all_colours: tuple[Card, ...]) -> tuple[Card, ...]:
        """The colours that pay for it: all of them for gray, either of two for 'white/blue'."""
        return all_colours if self.colour == GRAY else tuple(Card(c) for c in self.colour.split("/"))


class TicketEnd(_Part, frozen=True, kw_only=True):
    to: PlaceId  # a city or zone
    points: int  # if this is the best end that was reached


class Ticket(_Part, frozen=True, kw_only=True):
    """Two places and a value, or one place and several ends of which the best one reached counts."""

    id: TicketId  # usually its two places
    a: PlaceId  # a city or zone
    b: PlaceId | None = None  # the other one; none if there are `ends`
    points: int | None = None  # won if the places are connected, lost if not; none if there are `ends`
    ends: tuple[TicketEnd, ...] = ()
    """Instead of `b` and `points`: the best one reached counts, and the least is lost."""

    sets: tuple[TicketSet, ...]  # by which the decks of the rule `tickets` choose tickets

    def __post_init__(self) -> None:
        present = (self.b is not None, self.points is not None, bool(self.ends))
        if present not in ((True, True, False), (False, False, True)):
            raise ValueError("a ticket has either b and points, or ends")

    @property
    def goals(self) -> tuple[tuple[PlaceId, int], ...]:
        if self.b is not None and self.points is not None:
            return ((self.b, self.points),)
        return tuple((end.to, end.points) for end in self.ends)

    @property
    def penalty(self) -> int:
        """What a failed ticket costs: its value, or the smallest one where there are several."""
        return min(points for _, points in self.goals)


class Choice(_Part, frozen=True, kw_only=True):
    label: Label  # what the host sees
    patch: Mapping[str, Any] = {}  # what it changes in the board: any of these keys


class Option(_Part, frozen=True, kw_only=True):
    label: Label  # what the host sees
    default: str  # the choice that is made if the host makes none
    choices: Mapping[str, Choice]  # what can be chosen, by name


class Board(_Part, frozen=True, kw_only=True):
    """A resolved board: everything a ruleset is compiled from."""

    format: Literal["ttr-board/1"]  # always the same
    name: str  # the id: the name of the file without `.json`; small letters, digits, hyphens and underscores
    title: Label  # what people call it
    provenance: Provenance  # where the board comes from, shown to its users
    players: tuple[int, int]  # the fewest and the most
    trains: int  # of each player
    player_colours: tuple[str, ...]  # at least one for each player, in the order of the seats
    cards: Cards  # the train cards
    labels: Mapping[str, Label]  # names that differ between languages: of cards, colours, decks, places
    cities: tuple[City, ...]  # the dots on the map
    zones: tuple[Zone, ...] = ()  # named areas for tickets, such as countries
    routes: tuple[Route, ...]  # single tracks between two cities
    tickets: tuple[Ticket, ...]  # two places and a value, or one place and several ends
    rules: Mapping[str, Mapping[str, Any]]  # settings by rule; `null` removes an inherited rule
    tie_breaks: tuple[str, ...]  # compared one after the other; `-` in front: fewer is better
    wording: Mapping[str, Label] = {}  # sentences of this board that differ from the usual ones, by key
    contents: Mapping[str, int] = {}  # the rule book's contents list, compared with the board by the checker


class BoardFile(_Part, frozen=True, kw_only=True):
    """The part of a map file that says how its board resolves, and what is no part of the game.

    Aliases and close-ups are here and not with the cities: the hash of a board, which games and records are pinned
    to, is over what a game is played by, and a new way to call a city or to show it changes none.
    """

    extends: str | None = None  # the parent, `base` or another shipped board: only differences are stated
    abstract: bool = False  # true: only a parent, nobody plays on it
    options: Mapping[str, Option] = {}  # what the host of a game can choose
    aliases: Mapping[PlaceId, tuple[str, ...]] = {}  # what else people call a city or zone
    close_ups: tuple[
        tuple[CityId, ...], ...
    ] = ()  # cities that small pictures show larger, in one inset each
    by_players: Mapping[str, Mapping[str, Any]] = {}  # a patch for each number of players that needs one


_FILE_KEYS = frozenset(BoardFile.__struct_fields__)
_PATCHES = ("options", "by_players")  # they hold patches that are applied only when a board is resolved

# resolution


def merge(document: Document, patch: Document) -> dict[str, Any]:
    """The document with the patch applied (JSON merge patch)."""
    merged = dict(document)
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, Mapping):
            below = merged.get(key)
            merged[key] = merge(below if isinstance(below, Mapping) else {}, value)
        else:
            merged[key] = value
    return merged


def inherit(document: Document, parent: Callable[[str], Document]) -> dict[str, Any]:
    """The document merged over its ancestors; `abstract` is not inherited."""
    name = document.get("extends")
    if name is None:
        return dict(document)
    above = {k: v for k, v in inherit(parent(name), parent).items() if k != "abstract"}
    whole = merge(above, {k: v for k, v in document.items() if k not in _PATCHES})
    for key in _PATCHES:
        patches = join_patches(above.get(key, {}), document.get(key, {}))
        whole[key] = {name: patch for name, patch in patches.items() if patch is not None}
    return whole


def join_patches(first: Document, second: Document) -> dict[str, Any]:
    """One patch with the effect of both in turn: unlike in `merge`, a `null` stays, so that it can remove later."""
    joined = dict(first)
    for key, value in second.items():
        below = joined.get(key)
        if isinstance(value, Mapping) and isinstance(below, Mapping):
            joined[key] = join_patches(below, value)
        else:
            joined[key] = value
    return joined


def file_part(whole: Document) -> BoardFile:
    """The keys of a map file that are no part of the board."""
    return msgspec.convert({k: v for k, v in whole.items() if k in _FILE_KEYS}, BoardFile)


def resolve(whole: Document, players: int, options: Mapping[str, str]) -> dict[str, Any]:
    """The board document, parents merged already, for these options and this number of players."""
    file = file_part(whole)
    document = {k: v for k, v in whole.items() if k not in _FILE_KEYS}
    for name, choice in chosen_options(file, options).items():
        document = merge(document, file.options[name].choices[choice].patch)
    low, high = document["players"]
    if not low <= players <= high:
        raise PlayersMisfit(document["name"], low, high, players)
    return merge(document, file.by_players.get(str(players), {}))


def chosen_options(file: BoardFile, options: Mapping[str, str]) -> dict[str, str]:
    """The choice for every option of the board, defaults filled in."""
    unknown = sorted(set(options) - set(file.options))
    if unknown:
        names = sorted(file.options)
        raise OptionMisfit(f"unknown option {unknown[0]!r}; this board has {names}", unknown[0], None, names)
    chosen = {}
    for name, option in file.options.items():
        choice = options.get(name, option.default)
        if choice not in option.choices:
            choices = sorted(option.choices)
            message = f"option {name!r} is one of {choices}, not {choice!r}"
            raise OptionMisfit(message, name, choice, choices)
        chosen[name] = choice
    return chosen


def to_board(document: Document) -> Board:
    """The board of a resolved document."""
    try:
        return msgspec.convert(document, Board)
    except msgspec.ValidationError as error:
        raise BoardDefect(f"{document.get('name', 'board')}: {error}") from error


def content_hash(document: Document) -> str:
    """SHA-256 over the canonical JSON of a resolved document."""
    return sha256(msgspec.json.encode(document, order="sorted")).hexdigest()
