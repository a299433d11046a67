"""The syntax of the notation: words, numbers, lists and JSON, and the short forms of events made of them.

The events that every board has have a short form; all others are written out as their type and their fields. A form
never changes: it belongs to one schema of its event. When that is raised, the new one gets a form of its own or is
written out.
"""

import json
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import msgspec

from ttr_core.history.chain import canonical

# an empty list, a field that a viewer may not see, a place without a card
EMPTY, HIDDEN, VACANT = (
    "-",
    "?",
    ".",
)
MOST_REPEATED = 10_000

_WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:/-]*")
_NUMBER = re.compile(r"-?[0-9]{1,15}")


class BrokenNotation(ValueError):
    """A text that does not follow the grammar."""


# ------------------------------------------------------------------------------ words, numbers, lists, JSON


def is_word(value: object) -> bool:
    return isinstance(value, str) and _WORD.fullmatch(value) is not None


def read_word(text: str) -> str:
    if not is_word(text):
        raise BrokenNotation(f"{text[:40]!r} is not a word")
    return text


def read_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise BrokenNotation(f"{text[:40]!r} is not a number")
    return int(text)


def write_list(items: Iterable[str]) -> str:
    """`red*3+blue`: the items in their order, equal neighbours counted."""
    runs = [(item, len(list(equal))) for item, equal in groupby(items)]
    return "+".join(item if count == 1 else f"{item}*{count}" for item, count in runs) or EMPTY


def read_list(text: str, others: Sequence[str] = ()) -> list[str]:
    """The items; `others` may stand in the list besides words."""
    if text == EMPTY:
        return []
    items: list[str] = []
    for run in text.split("+"):
        item, star, count = run.partition("*")
        times = read_number(count) if star else 1
        if not 1 <= times <= MOST_REPEATED:
            raise BrokenNotation(f"{item[:40]} cannot stand there {times} times")
        items += [item if item in others else read_word(item)] * times
    return items


def write_json(value: Any) -> str:  # JSON values
    """Canonical JSON without any space: those inside strings are written as their escape."""
    return canonical(value).decode().replace(" ", "\\u0020")


def read_json(text: str) -> Any:  # JSON values
    value, end = read_json_at(text, 0)
    if end != len(text):
        raise BrokenNotation(f"{text[end : end + 40]!r} follows a complete value")
    return value


def read_json_at(text: str, start: int) -> tuple[Any, int]:  # JSON values
    """The value that begins at an offset, and the offset where it ends."""
    try:
        return json.JSONDecoder(parse_float=_no_number, parse_constant=_no_number).raw_decode(text, start)
    except (ValueError, RecursionError) as error:
        raise BrokenNotation(f"{text[start : start + 40]!r} is not JSON: {error}") from error


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a whole number")


# ------------------------------------------------------------------------------------------ short forms

TRUE, FALSE = "yes", "no"


class Form(msgspec.Struct, frozen=True):
    """A word and the fields that follow it: name# is a number, name* a list, name! yes or no, a bare name a word."""

    word: str
    type: str
    fields: tuple[str, ...]
    schema: int = 1


def _form(word: str, event_type: str, fields: str, schema: int = 1) -> Form:
    return Form(word, event_type, tuple(fields.split()), schema)


FORMS: tuple[Form, ...] = (
    _form("sit", "seat_taken", "seat# kind entropy"),
    _form("start", "game_started", "first#"),
    _form("shuffle", "train_cards_shuffled", "number# count# cards*"),
    _form("deal", "hand_dealt", "seat# count# cards*"),
    _form("up", "card_turned_up", "slot# card"),
    _form("flush", "market_flushed", "cards* turned_up*"),
    _form("draw", "card_drawn", "seat# card last!"),
    _form("take", "card_taken", "seat# card slot# last!"),
    _form("short", "draw_cut_short", "seat#"),
    _form("claim", "route_claimed", "seat# route cards* trains# points# coloured*"),
    _form("claim", "route_claimed", "seat# route cards* trains# points#", schema=2),
    _form("mix", "tickets_shuffled", "number# deck count# tickets*"),
    _form("offer", "tickets_offered", "seat# decks* tickets* at_least# at_most# at_once!"),
    _form("choose", "tickets_chosen", "seat# tickets*"),
    _form("keep", "tickets_kept", "seat# count# tickets* returned* rejects"),
    _form("return", "tickets_returned", "number# deck count# tickets*"),
    _form("drop", "ticket_deck_removed", "deck count#"),
    _form("pass", "player_passed", "seat#"),
    _form("turn", "turn_started", "seat#"),
    _form("last", "last_round_started", "seat#"),
    _form("end", "game_ended", "reason"),
    _form("show", "tickets_revealed", "seat# tickets*"),
    _form("seed", "seed_revealed", "seed"),
)
# the first form of a word also reads what later ones write
BY_WORD = {form.word: form for form in reversed(FORMS)}
BY_TYPE = {(form.type, form.schema): form for form in FORMS}


def shorten(event_type: str, schema: int, data: dict[str, Any]) -> str | None:
    """The short form of an event, if it has one that holds all its fields."""
    form = BY_TYPE.get((event_type, schema))
    if form is None:
        return None
    names = [field.rstrip("#*!") for field in form.fields]
    used = [name in data for name in names]
    if sum(used) != len(data) or used != sorted(used, reverse=True):  # only the last fields may be left out
        return None
    texts = [
        _write(field, data[name]) for field, name in zip(form.fields, names, strict=True) if name in data
    ]
    written = [text for text in texts if text is not None]
    return " ".join([form.word, *written]) if len(written) == len(texts) else None


def lengthen(form: Form, arguments: list[str]) -> dict[str, Any]:
    """The fields of an event from its short form."""
    if len(arguments) > len(form.fields):
        raise BrokenNotation(f"{form.word} has {len(form.fields)} fields, not {len(arguments)}")
    return {
        field.rstrip("#*!"): _read(field, text) for field, text in zip(form.fields, arguments, strict=False)
    }


def _write(field: str, value: Any) -> str | None:  # a field as JSON values
    if value is None:
        return HIDDEN
    match field[-1]:
        case "#":
            return str(value)
        case "!":
            return TRUE if value else FALSE
        case "*":
            return write_list(value) if all(is_word(item) for item in value) else None
        case _:
            return str(value) if is_word(value) else None


def _read(field: str, text: str) -> Any:  # JSON values
    if text == HIDDEN:
        return None
    match field[-1]:
        case "#":
            return read_number(text)
        case "!":
            if text not in (TRUE, FALSE):
                raise BrokenNotation(f"{text[:40]!r} is neither {TRUE} nor {FALSE}")
            return text == TRUE
        case "*":
            return read_list(text)
        case _:
            return read_word(text)
