"""Events as sentences, from redacted events only: nothing hidden can be mentioned."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from service.language.languages import Messages, as_words
from service.language.vocabulary.board_words import BoardWords
from ttr_core.by_post import Clock
from ttr_core.model.events import Event, GameStarted, HandDealt, TicketsOffered
from ttr_core.model.ids import Card, CityId, DeckName, Meaning, PlaceId, RouteId, SeatId, TicketId, Viewer
from ttr_core.model.kinds import FieldKind, field_kinds
from ttr_core.model.message import Message, redact, snake_case
from ttr_core.model.state import State

QUIET_FOR_ME = (TicketsOffered,)  # the question itself shows them
QUIET_FOR_OTHERS = (HandDealt,)


class Values:
    """The values of fields in words, by what the fields hold."""

    def __init__(self, words: BoardWords, names: Mapping[SeatId, str], zone: str = "UTC") -> None:
        self._words, self._names = words, names
        self._by_kind: Mapping[object, Callable[[str], str]] = {
            RouteId: words.route,
            TicketId: words.ticket,
            CityId: words.place,
            PlaceId: words.place,
            Card: words.card,
            DeckName: words.word,
            Meaning.MOMENT: partial(moment_in, zone=zone),
            Meaning.SEAT: lambda seat: self.name(int(seat)),
        }

    def name(self, seat: SeatId) -> str:
        return self._names.get(seat, str(seat))

    def fields(self, message: Message) -> dict[str, str]:
        """The fields of a command or an event in words; those that are hidden from the viewer are left out."""
        values = {name: getattr(message, name) for name in message.__struct_fields__}
        kinds = field_kinds(type(message))
        return {name: self.value(kinds[name], value) for name, value in values.items() if value is not None}

    def value(self, field: FieldKind, value: object) -> str:
        if field.several and field.kind is Card:
            return self._words.cards(value)  # type: ignore[arg-type]  # by its annotation it holds cards
        own = self._words.place if field.is_thing else self._words.word
        one = self._by_kind.get(field.kind, own)
        if isinstance(value, tuple | list):
            return ", ".join(one(str(item)) for item in value)
        return one(str(value))

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


class Story:
    """The sentences about events for one viewer."""

    def __init__(self, say: Messages, values: Values, me: Viewer) -> None:
        self._say, self._values, self._me = say, values, me

    def tell(self, events: Iterable[Event]) -> list[str]:
        sentences = (self._sentence(redact(event, self._me)) for event in events if event.is_news)
        return [sentence for sentence in sentences if sentence]

    def _sentence(self, event: Event) -> str:
        seat = event.first if isinstance(event, GameStarted) else getattr(event, "seat", None)
        mine = seat == self._me
        if isinstance(event, QUIET_FOR_ME if mine else QUIET_FOR_OTHERS):
            return ""
        name, facts = snake_case(type(event).__name__), self._values.fields(event)
        key = self._key(name, event, mine)
        if key is None:
            return self._plain(name, event, facts)
        return self._say(key, who="" if seat is None else self._values.name(seat), **facts)

    def _key(self, name: str, event: Event, mine: bool) -> str | None:
        """The text that fits best: for this reason or motion, and for the player concerned."""
        which = str(getattr(event, "reason", getattr(event, "motion", ""))).partition(":")[0]
        for key in (f"event-{name}-{which}", f"event-{name}"):
            if mine and self._say.knows(f"{key}.me"):
                return f"{key}.me"
            if self._say.knows(key):
                return key
        return None

    def _plain(self, name: str, event: Event, facts: Mapping[str, str]) -> str:
        """An event without a text, field by field."""
        values = ", ".join(
            f"{as_words(field).lower()} {text}"
            for field, text in facts.items()
            if field != "seat" and getattr(event, field) not in ((), "")
        )
        who = f"{facts['seat']}: " if "seat" in facts else ""
        return f"{who}{as_words(name)}{': ' if values else ''}{values}."


def zone_of(state: State) -> str:
    """The time zone that the players have agreed on."""
    settings = state.slice(Clock).settings
    return settings.zone if settings else "UTC"


def moment_in(text: str, zone: str) -> str:
    """A time to the minute, with its zone: readers may live in any."""
    try:
        there = datetime.fromisoformat(text).astimezone(ZoneInfo(zone))
    except ZoneInfoNotFoundError:  # of a game that was played where other zones are known
        return moment_in(text, "UTC")
    except ValueError:  # no time is set
        return text
    return f"{there:%Y-%m-%d %H:%M} ({zone})"
