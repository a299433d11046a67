"""The smallest parts of the notation: words, numbers, lists with repetitions, and JSON without white space."""

import json
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from ttr_core.chain import canonical

EMPTY, HIDDEN, VACANT = "-", "?", "."  # a list of nothing, what a viewer may not see, a place without a card
MOST_REPEATED = 10_000

_WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:/-]*")
_NUMBER = re.compile(r"-?[0-9]{1,15}")


class BrokenNotation(ValueError):  # noqa: N818 - what the text is
    """A text that does not follow the grammar."""


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
    """`red*3+blue`: the items in their order, neighbours that are equal counted."""
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
    """Canonical JSON; a space, which can only stand in a text there, is written as its escape."""
    return canonical(value).decode().replace(" ", "\\u0020")


def read_json(text: str) -> Any:  # JSON values
    value, end = read_json_at(text, 0)
    if end != len(text):
        raise BrokenNotation(f"{text[end : end + 40]!r} follows a complete value")
    return value


def read_json_at(text: str, start: int) -> tuple[Any, int]:  # JSON values
    """The value that begins at a place, and where it ends."""
    try:
        return json.JSONDecoder(parse_float=_no_number, parse_constant=_no_number).raw_decode(text, start)
    except (ValueError, RecursionError) as error:
        raise BrokenNotation(f"{text[start : start + 40]!r} is not JSON: {error}") from error


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a whole number")
