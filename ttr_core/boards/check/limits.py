"""Limits of map files: sizes, numbers and characters, so that no file can exhaust the program that reads it."""

import re
from collections.abc import Iterator, Mapping

from ttr_core.boards.check.defects import Defect, below, error

LARGEST_NUMBER = 1000  # of anything that a board counts: no document may make us shuffle a billion cards
LONGEST_LIST = 1000
LONGEST_KEY, LONGEST_TEXT = 80, 2000
DEEPEST = 24  # lists and objects inside each other
MOST: Mapping[str, int] = {"cities": 200, "zones": 100, "routes": 400, "tickets": 400}

MOST_CHOICES = 40  # of all options together: the checker looks at the board with each of them

_ID = re.compile(f"[a-z0-9_-]{{1,{LONGEST_KEY}}}")
_NAME = re.compile("[a-z0-9][a-z0-9_-]{0,39}")


def excesses(document: Mapping[str, object]) -> Iterator[Defect]:
    """Every place where a document goes beyond the limits. It reads no deeper than they allow."""
    name = document.get("name", "board")
    if isinstance(name, str) and not _NAME.fullmatch(name):
        message = "expected at most 40 small letters, digits, hyphens and underscores"
        yield error("/name", "bad_name", message)
    for key, most in MOST.items():
        entries = document.get(key)
        if isinstance(entries, list) and len(entries) > most:
            yield error(below("", key), "too_many", f"at most {most} {key}, not {len(entries)}")
    yield from _many_choices(document.get("options"))
    yield from _beyond(document, "", 1)


def _many_choices(options: object) -> Iterator[Defect]:
    entries = options.values() if isinstance(options, dict) else ()
    choices = [option.get("choices") for option in entries if isinstance(option, dict)]
    number = sum(len(several) for several in choices if isinstance(several, dict))
    if number > MOST_CHOICES:
        yield error("/options", "too_many", f"at most {MOST_CHOICES} choices of all options, not {number}")


def _beyond(value: object, place: str, depth: int) -> Iterator[Defect]:
    match value:
        case dict() | list() if depth > DEEPEST:
            yield error(place, "too_deep", f"at most {DEEPEST} lists and objects inside each other")
        case dict() | list() if len(value) > LONGEST_LIST:
            yield error(place, "too_many", f"at most {LONGEST_LIST} entries, not {len(value)}")
        case dict():
            for key, entry in value.items():
                yield from _bad_key(key, place)
                yield from _bad_id(key, entry, place)
                yield from _beyond(entry, below(place, key[:LONGEST_KEY]), depth + 1)
        case list():
            for index, entry in enumerate(value):
                yield from _beyond(entry, f"{place}/{index}", depth + 1)
        case str():
            yield from _bad_text(value, place)
        case int() | float() if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            yield error(
                place, "number_too_large", f"expected a number from -{LARGEST_NUMBER} to {LARGEST_NUMBER}"
            )


def _bad_key(key: str, place: str) -> Iterator[Defect]:
    if len(key) > LONGEST_KEY or not key.isprintable():
        shown = ascii(key[:LONGEST_KEY])
        yield error(place, "bad_key", f"{shown}: at most {LONGEST_KEY} characters, none of them invisible")


def _bad_id(key: str, value: object, place: str) -> Iterator[Defect]:
    """Ids stand in addresses, commands and files."""
    if key == "id" and isinstance(value, str) and not _ID.fullmatch(value):
        message = f"expected at most {LONGEST_KEY} small letters, digits, hyphens and underscores"
        yield error(below(place, key), "bad_id", message)


def _bad_text(text: str, place: str) -> Iterator[Defect]:
    """Control characters, and those that turn the text around them or cannot be seen."""
    if len(text) > LONGEST_TEXT:
        yield error(place, "text_too_long", f"at most {LONGEST_TEXT} characters, not {len(text)}")
    elif not text.isprintable():
        character = next(character for character in text if not character.isprintable())
        yield error(place, "bad_character", f"the character {character!a} cannot be shown")
