"""The width of text in the one font that pictures use, in its bold and its regular weight."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

import msgspec

FONT_FAMILY = "DejaVu Sans"
ASCENT, DESCENT = 0.76, 0.2  # of capitals with accents, and of letters below the line, in font sizes
LINE = 1.0  # from one line to the next
UNKNOWN = 1.0
FEW = 8  # letters
SHORT_PART = 4  # letters of a part of a word that can go
ONWARD = " →"
MARKS = "-/'’"  # no word is cut after one
_LITTLE_WORDS = re.compile(r"(-[a-z]{1,2}|-.)+$")  # at the end, as in `Homme-de` and `Part-D`


@cache
def _widths(font: str) -> dict[str, int]:
    """Thousandths of the font size by character, extracted from the font file."""
    return msgspec.json.decode(
        files("service.pictures.data").joinpath(f"{font}.widths.json").read_bytes(), type=dict[str, int]
    )


def width_of(text: str, size: float) -> float:
    return _sum_of(_widths("DejaVuSans-Bold"), text, size)


def quiet_width_of(text: str, size: float) -> float:
    """The width in the regular weight."""
    return _sum_of(_widths("DejaVuSans"), text, size)


def _sum_of(widths: Mapping[str, int], text: str, size: float) -> float:
    return sum(widths.get(letter, UNKNOWN * 1000) for letter in text) * size / 1000


def shortened(text: str, size: float, most: float, measured: Callable[[str, float], float] = width_of) -> str:
    """The text, cut with an ellipsis if it is too wide."""
    if measured(text, size) <= most:
        return text
    while text and measured(text + "…", size) > most:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(
    text: str, size: float, most: float, measured: Callable[[str, float], float] = width_of
) -> list[str]:
    """The text in as few lines as it needs, never broken before a French colon; a word too wide for a line is cut."""
    lines: list[str] = []
    for word in filter(None, text.split(" ")):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measured(longer, size) <= most:
            lines[-1] = longer
        else:
            lines.append(shortened(word, size, most, measured))
    return lines


def balanced(text: str, size: float, most: float) -> list[str]:
    """The text in as few lines as it needs, none much shorter than another."""
    lines = wrapped(text, size, most)
    rooms = (most * share / 20 for share in range(10, 20))
    return next((even for room in rooms if _is_whole(even := wrapped(text, size, room), text, lines)), lines)


def _is_whole(even: list[str], text: str, lines: list[str]) -> bool:
    return len(even) == len(lines) and " ".join(even) == " ".join(filter(None, text.split(" ")))


def line_breaks(text: str) -> list[tuple[str, ...]]:
    """The text in one line, then in two wherever it may be broken, the most even first."""
    places = [n for n, letter in enumerate(text) if letter in " -" and 1 < n < len(text) - 2]
    ways = [(text[: n + 1].rstrip(), text[n + 1 :]) for n in places]
    return [(text,), *sorted(ways, key=lambda way: (max(map(len, way)), way))]


def abbreviated(text: str, most: int) -> str:
    """Words of at most so many letters: `South Africa` as `S. Africa`, `Constantinople` as `Constant.`.

    Where there is room for few letters, little words go.
    """
    if text.endswith(ONWARD):
        return abbreviated(text.removesuffix(ONWARD), most) + ONWARD
    *first, last = text.split(" ")
    if most < FEW:
        first = [word for word in first if len(word) > 2 or not word.isalpha()]
    initials = [word if not word[0].isalpha() or len(word) < 3 else f"{word[0]}." for word in first]
    return " ".join([*initials, _short_last(last, most)])


def _short_last(word: str, most: int) -> str:
    """Of two long words that a hyphen joins, both remain: `Colombie-Britannique` is not `Colombie`."""
    parts = word.split("-")
    if len(word) <= most + 2 or len(parts) != 2 or min(map(len, parts)) <= SHORT_PART:
        return _short_word(word, most)
    return f"{parts[0][0]}.-{_short_word(parts[1], most)}"


def _short_word(word: str, most: int) -> str:
    """The beginning of a word, with its brackets; one letter less is not worth a full stop."""
    if word.startswith("(") and word.endswith(")"):
        return f"({_short_word(word[1:-1], max(1, most - 2))})"
    if len(word) <= most + 2:
        return word
    short = _LITTLE_WORDS.sub("", word[:most]).rstrip(MARKS)
    return short if word[len(short)] in MARKS else f"{short}."
