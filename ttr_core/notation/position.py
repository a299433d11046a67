"""A position as one line, "ttr-position/1": `name=value` for everything that differs from the empty table.

It holds the whole state, hidden cards and the order of the decks included: play can go on from it, and no player may
see it. A rule's part of the state stands in it whole, unless the rule says otherwise: its fields may stand by name as
those of the table and of seats do, or it is left out. So are checkpoints: no turn before a position can be taken back.
Positions of the first rules do not name their version. A part that is missing or cannot be read is refused by its name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec

from ttr_core.engine.ruleset import RULES_VERSIONS, Ruleset
from ttr_core.load import load_ruleset
from ttr_core.model.ids import Card, DeckName, SeatId
from ttr_core.model.phases import Lobby, NotCreated, Phase, SettingUp
from ttr_core.model.state import (
    InPositions,
    Part,
    Seat,
    State,
    put,
    route_numbers,
    route_set,
    with_part,
    with_seat,
)
from ttr_core.notation.syntax import (
    HIDDEN,
    VACANT,
    BrokenNotation,
    read_json,
    read_list,
    read_number,
    write_json,
    write_list,
)

FORMAT = "ttr-position/1"
SETTING = ("board", "hash", "players", "options")
DECK, SLICE, PHASE, RULES = "deck.", "slice.", "phase", "rules"
FIRST_RULES = RULES_VERSIONS[0]
BY_SEAT = "by_seat"  # the field of a rule that has one entry for each seat
FROM_THE_DEAL_ON = ("discard",)  # written from then on even if it is empty


class Codec(NamedTuple):
    """How a field is written and read."""

    write: Callable[[Ruleset, Any], str]
    read: Callable[[Ruleset, str], Any]


def _write_counts(ruleset: Ruleset, counts: tuple[int, ...]) -> str:
    return write_list(card for card, count in zip(ruleset.cards, counts, strict=False) for _ in range(count))


def _read_counts(ruleset: Ruleset, text: str, train_cards_only: bool = False) -> tuple[int, ...]:
    kinds = ruleset.train_kinds if train_cards_only else ruleset.cards
    cards = read_list(text)
    if not set(cards) <= set(kinds):
        raise BrokenNotation(f"there are no such cards on this board: {text[:40]}")
    return tuple(cards.count(kind) for kind in kinds)


def _write_routes(ruleset: Ruleset, routes: int) -> str:
    return write_list(ruleset.routes[number].id for number in route_numbers(routes))


def _read_routes(ruleset: Ruleset, text: str) -> int:
    try:
        return route_set(ruleset.route_index[route] for route in read_list(text))  # type: ignore[index]  # a text
    except KeyError as error:
        raise BrokenNotation(f"there is no route {error} on this board") from error


def _read_market(ruleset: Ruleset, text: str) -> tuple[Card | None, ...]:
    return tuple(None if card == VACANT else Card(card) for card in read_list(text, others=(VACANT,)))


NUMBER = Codec(lambda _, value: str(value), lambda _, text: read_number(text))
JSON = Codec(lambda _, value: write_json(value), lambda _, text: read_json(text))
TEXTS = Codec(lambda _, value: write_json(value), lambda _, text: tuple(read_json(text)))
LIST = Codec(lambda _, items: write_list(items), lambda _, text: tuple(read_list(text)))
CARDS = Codec(_write_counts, _read_counts)
DISCARDS = Codec(_write_counts, partial(_read_counts, train_cards_only=True))
ROUTES = Codec(_write_routes, _read_routes)
MARKET = Codec(lambda _, cards: write_list(VACANT if card is None else card for card in cards), _read_market)

SEAT_FIELDS: Mapping[str, Codec] = {
    "kind": JSON,
    "hand": CARDS,
    "trains": NUMBER,
    "points": NUMBER,
    "routes": ROUTES,
    "barred": ROUTES,
    "tickets": LIST,
    "offer": LIST,
    "at_least": NUMBER,
    "at_most": NUMBER,
    "chosen": LIST,
}
STATE_FIELDS: Mapping[str, Codec] = {
    "first": NUMBER,
    "last_seat": NUMBER,
    "passes": NUMBER,
    "skips": NUMBER,
    "turns": NUMBER,
    "market": MARKET,
    "deck": LIST,
    "drawn": NUMBER,
    "discard": DISCARDS,
    "aside": LIST,
    "claimed": ROUTES,
    "closed": ROUTES,
    "shuffles": NUMBER,
    "laid_open": NUMBER,
    "entropy": TEXTS,
}


def write_position(ruleset: Ruleset, state: State) -> str:
    """The state as one line of text."""
    return " ".join([FORMAT, *(f"{name}={value}" for name, value in _pairs(ruleset, state))])


def _pairs(ruleset: Ruleset, state: State) -> Iterator[tuple[str, str]]:
    before = ruleset.new_state()
    yield "board", write_json(ruleset.board.name)
    yield "hash", write_json(ruleset.board_hash)
    yield "players", str(ruleset.players)
    yield "options", write_json(ruleset.options)
    if ruleset.rules_version != FIRST_RULES:
        yield RULES, write_json(ruleset.rules_version)
    yield PHASE, write_json(msgspec.to_builtins(state.phase))
    for number in range(ruleset.players):
        for name, text in _changed(ruleset, SEAT_FIELDS, *(_seat_fields(s, number) for s in (state, before))):
            yield f"{number}.{name}", text
    yield from _changed(ruleset, STATE_FIELDS, _table_fields(state), _table_fields(before))
    for deck, tickets in state.ticket_decks.items():
        yield f"{DECK}{deck}", write_list(tickets)
    for kind, part in state.parts.items():
        if kind.in_positions is InPositions.WHOLE and part != before.parts.get(kind):
            yield f"{SLICE}{kind.__name__}", write_json(msgspec.to_builtins(part, str_keys=True))


def _seat_fields(state: State, seat: SeatId) -> dict[str, Any]:  # of many types
    """What positions say of a seat: its own fields, and those that rules have for each."""
    fields = msgspec.structs.asdict(state.seats[seat])
    for part in _parts_by_field(state):
        if by_seat := getattr(part, BY_SEAT, ()):
            fields |= msgspec.structs.asdict(by_seat[seat])
    return fields


def _table_fields(state: State) -> dict[str, Any]:  # of many types
    """What positions say of the table: the fields of the state, and those of rules that are written by name."""
    fields = msgspec.structs.asdict(state)
    for part in _parts_by_field(state):
        fields |= msgspec.structs.asdict(part)
    return fields


def _parts_by_field(state: State) -> list[Part]:
    return [part for part in state.parts.values() if part.in_positions is InPositions.BY_FIELD]


def _changed(
    ruleset: Ruleset, codecs: Mapping[str, Codec], now: Mapping[str, Any], before: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    for name, codec in codecs.items():
        if (value := now.get(name)) != before.get(name):
            yield name, HIDDEN if value is None else codec.write(ruleset, value)


def ruleset_of_position(text: str) -> Ruleset:
    """The ruleset of a position, if its board is one that comes with the game."""
    values = _values(text)
    options, players = read_json(values["options"]), read_number(values["players"])
    return load_ruleset(read_json(values["board"]), players, options, _rules_version(values))


def _rules_version(values: Mapping[str, str]) -> str:
    return str(read_json(values[RULES])) if RULES in values else FIRST_RULES


def read_position(ruleset: Ruleset, text: str) -> State:
    """The state; raises `BrokenNotation` if it is not one of this ruleset."""
    values = _values(text)
    if (read_json(values["hash"]), read_number(values["players"])) != (ruleset.board_hash, ruleset.players):
        raise BrokenNotation("the position is of another board, or of another number of players")
    if _rules_version(values) != ruleset.rules_version:
        raise BrokenNotation(f"{RULES}: the position is not of the rules {ruleset.rules_version!r}")
    return _state(ruleset, {n: value for n, value in values.items() if n not in (*SETTING, RULES)})


def _values(text: str) -> dict[str, str]:
    head, *pairs = text.strip("\n").split(" ")
    split = [pair.partition("=") for pair in pairs]
    values = {name: value for name, sign, value in split if sign}
    if head != FORMAT or len(values) != len(pairs):
        raise BrokenNotation(f"this is not a line of {FORMAT}")
    _require(values, (*SETTING, PHASE))
    return values


def _require(values: Mapping[str, str], names: Iterable[str]) -> None:
    missing = [name for name in names if name not in values]
    if missing:
        raise BrokenNotation(f"{missing[0]}: the position lacks it")


def _state(ruleset: Ruleset, values: Mapping[str, str]) -> State:
    """The empty table with every value put in its place; what cannot be read is refused by its name."""
    state = ruleset.new_state()
    for name, text in values.items():
        try:
            state = _with_value(ruleset, state, name, text)
        except (LookupError, TypeError, ValueError) as error:
            raise BrokenNotation(f"{name}: not a part of a position of this board ({error})") from error
    if not isinstance(state.phase, NotCreated | Lobby | SettingUp):
        _require(values, (*FROM_THE_DEAL_ON, *(f"{DECK}{deck}" for deck in ruleset.decks)))
    return state


def _with_value(ruleset: Ruleset, state: State, name: str, text: str) -> State:
    place, _, field = name.partition(".")
    if name == PHASE:
        return msgspec.structs.replace(state, phase=_phase(text))
    if name in STATE_FIELDS:
        return _with_table_field(state, name, _value(ruleset, STATE_FIELDS[name], text))
    if name.startswith(DECK):
        decks = {**state.ticket_decks, _deck(ruleset, field): LIST.read(ruleset, text)}
        return msgspec.structs.replace(state, ticket_decks=decks)
    if name.startswith(SLICE):
        return with_part(state, _part(state, field, text))
    number = range(ruleset.players)[read_number(place)]
    return _with_seat_field(state, number, field, _value(ruleset, SEAT_FIELDS[field], text))


def _with_table_field(state: State, name: str, value: object) -> State:
    if name in State.__struct_fields__:
        return msgspec.structs.replace(state, **{name: value})
    (part,) = (part for part in _parts_by_field(state) if name in part.__struct_fields__)
    return with_part(state, msgspec.structs.replace(part, **{name: value}))


def _with_seat_field(state: State, number: SeatId, name: str, value: object) -> State:
    if name in Seat.__struct_fields__:
        seat = msgspec.structs.replace(state.seats[number], **{name: value})
        return msgspec.structs.replace(state, seats=with_seat(state.seats, number, seat))
    lists = [getattr(part, BY_SEAT, ()) for part in _parts_by_field(state)]
    (by_seat,) = (entries for entries in lists if entries and name in entries[0].__struct_fields__)
    changed = msgspec.structs.replace(by_seat[number], **{name: value})
    return _with_table_field(state, BY_SEAT, put(by_seat, number, changed))


def _deck(ruleset: Ruleset, name: str) -> DeckName:
    if name not in ruleset.decks:
        raise BrokenNotation(f"there is no deck {name[:40]!r}")
    return DeckName(name)


def _value(ruleset: Ruleset, codec: Codec, text: str) -> Any:  # of the field
    return None if text == HIDDEN else codec.read(ruleset, text)


def _part(state: State, name: str, text: str) -> Part:
    whole = [part for part in state.parts.values() if part.in_positions is InPositions.WHOLE]
    (empty,) = (part for part in whole if type(part).__name__ == name)
    part = msgspec.convert(read_json(text), type(empty), str_keys=True)
    for field in empty.__struct_fields__:
        _compare_size(field, getattr(empty, field), getattr(part, field), len(state.seats))
    return part


def _compare_size(field: str, empty: object, read: object, seats: int) -> None:
    """What a rule keeps for each seat, or by name, has as many parts as on the empty table."""
    by_seat = isinstance(empty, tuple) and len(empty) == seats
    if by_seat and isinstance(read, tuple) and len(read) != seats:
        raise BrokenNotation(f"{field} has {len(read)} parts, not one for each of {seats} seats")
    if isinstance(empty, Mapping) and isinstance(read, Mapping) and not empty.keys() <= read.keys():
        raise BrokenNotation(f"{field} lacks {min(set(empty) - set(read))}")


def _phase(text: str) -> Phase:
    document = read_json(text)
    kind = _phases()[document["type"]]
    strange = document.keys() - {"type", *kind.__struct_fields__}
    if strange == {"coloured"} and not document["coloured"]:  # every tunnel had it before sets became `sets`
        strange = set()
    if strange:
        raise BrokenNotation(f"{kind.__name__} has no {min(strange)}")
    return msgspec.convert(document, kind)


def _phases(above: type[Phase] = Phase) -> dict[str, type[Phase]]:
    """The phases of all rules by their names."""
    phases = {str(above.__struct_config__.tag): above}
    for kind in above.__subclasses__():
        phases |= _phases(kind)
    return phases
