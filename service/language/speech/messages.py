"""Everything that is said to people, in English and French."""

from collections.abc import Mapping

from service.language.texts.answers import ANSWERS
from service.language.texts.clocks import CLOCKS
from service.language.texts.events import EVENTS
from service.language.texts.notifications import PINGS
from service.language.texts.orders import ORDERS
from service.language.texts.people import PEOPLE
from service.language.texts.table import TABLE

MESSAGES: Mapping[str, tuple[str, str]] = {
    **TABLE,
    **EVENTS,
    **ANSWERS,
    **CLOCKS,
    **PINGS,
    **ORDERS,
    **PEOPLE,
}


class Messages:
    """The messages in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._column = 1 if lang == "fr" else 0

    def __call__(self, key: str, **facts: object) -> str:
        return MESSAGES[key][self._column].format(**facts)

    def named(self, key: str, value: object) -> str:
        """A message as the name of a value."""
        return self("named", name=self(key), value=value)

    def knows(self, key: str) -> bool:
        return key in MESSAGES

    def or_words(self, key: str, name: str) -> str:
        """The message, or for what this table does not know the name itself as words."""
        return self(key) if self.knows(key) else as_words(name)


def as_words(name: str) -> str:
    """`build_station` as `Build station`."""
    text = name.replace("_", " ").replace("--", " – ")
    return text[:1].upper() + text[1:]
