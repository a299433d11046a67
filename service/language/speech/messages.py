"""Texts in one language, asked for by key: `say("event-route_claimed", who="Ann", ...)`."""

from collections.abc import Iterable

from service.language.languages import languages
from ttr_core.model.ids import SeatId


class Messages:
    """The texts of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._texts = languages()[lang].texts

    def __call__(self, key: str, **facts: object) -> str:
        return self._texts.format(key, facts)

    def named(self, key: str, value: object) -> str:
        """A text as the name of a value."""
        return self("named", name=self(key), value=value)

    def knows(self, key: str) -> bool:
        return key in self._texts

    def or_words(self, key: str, name: str) -> str:
        """The text, or the name itself as words if there is none."""
        return self(key) if self.knows(key) else as_words(name)

    def seat(self, seat: SeatId) -> str:
        """A seat that nobody has given a name: people count seats from 1."""
        return self("seat", number=seat + 1)

    def listed(self, items: Iterable[str]) -> str:
        """`a, b and c`."""
        *most, last = items
        return self("list", most=", ".join(most), last=last) if most else last


def as_words(name: str) -> str:
    """`build_station` as `Build station`."""
    text = name.replace("_", " ").replace("--", " – ")
    return text[:1].upper() + text[1:]
