"""Events as sentences, from redacted events only: nothing hidden can be mentioned."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache, partial
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from service.language.languages import Messages, as_words
from service.language.vocabulary.board_words import BoardWords
from ttr_core.by_post import Clock
from ttr_core.model.events import Event, HandDealt, TicketsOffered
from ttr_core.model.ids import Card, CityId, DeckName, Meaning, PlaceId, RouteId, SeatId, TicketId, Viewer
from ttr_core.model.kinds import FieldKind, field_kinds
from ttr_core.model.message import redact, type_name
from ttr_core.model.state import State

QUIET_FOR_ME = (TicketsOffered,)  # the question itself shows them
QUIET_FOR_OTHERS = (HandDealt,)


def says_something(value: object) -> bool:
    """Zero does; nothing, an empty list and `False` do not."""
    return value is not None and value is not False and value not in ((), "")


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
        if field.several and field.kind is Card and not isinstance(value, Mapping):
            return self._words.cards(value)  # type: ignore[arg-type]  # by its annotation it holds cards
        own = partial(self._words.thing, field.kind) if field.is_thing else self._words.word
        one = self._by_kind.get(field.kind, own)
        if isinstance(value, Mapping):
            return ", ".join(f"{count} {one(str(item))}" for item, count in value.items())
        if isinstance(value, tuple | list):
            return ", ".join(one(str(item)) for item in value)
        return one(str(value))

    def described(self, name: str, field: FieldKind, value: object) -> str:
        """A value that speaks for itself, or behind the name of its field."""
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


class Story:
    """The sentences about events for one viewer."""

    def __init__(self, say: Messages, values: Values, me: Viewer) -> None:
        self._say, self._values, self._me = say, values, me

    def tell(self, events: Iterable[Event]) -> list[str]:
        sentences = (self._sentence(redact(event, self._me)) for event in events if event.is_news)
        return [sentence for sentence in sentences if sentence]

    def _sentence(self, event: Event) -> str:
        seat = _seat_of(event)
        mine = seat == self._me
        if isinstance(event, QUIET_FOR_ME if mine else QUIET_FOR_OTHERS):
            return ""
        facts = {"who": "" if seat is None else self._values.name(seat), **self._values.fields(event)}
        key = self._key(event, mine, facts)
        return self._plain(event, seat) if key is None else self._say(key, **facts)

    def _key(self, event: Event, mine: bool, facts: Mapping[str, object]) -> str | None:
        """The text that fits best: for this reason or motion, and for the player concerned."""
        own = f"event-{type_name(type(event))}"
        for key in (*(f"{own}-{which}" for which in _plain_words(event)), own):
            for fitting in (f"{key}.me", key) if mine else (key,):
                if self._say.can_say(fitting, facts):
                    return fitting
        return None

    def _plain(self, event: Event, seat: SeatId | None) -> str:
        """An event without a text, field by field."""
        values = ", ".join(
            self._values.labelled(name, field, getattr(event, name))
            for name, field in field_kinds(type(event)).items()
            if says_something(getattr(event, name)) and name != _seat_field(type(event))
        )
        name = as_words(type_name(type(event)))
        sentence = self._say("named", name=name, value=values) if values else name
        return f"{sentence if seat is None else self._say('named', name=self._values.name(seat), value=sentence)}."


@cache
def _seat_field(kind: type[Event]) -> str | None:
    """The field with the seat that an event is about: the first one that holds a seat."""
    seats = (name for name, field in field_kinds(kind).items() if field == FieldKind(Meaning.SEAT, False))
    return next(seats, None)


def _seat_of(event: Event) -> SeatId | None:
    field = _seat_field(type(event))
    return getattr(event, field) if field else None


def _plain_words(event: Event) -> Iterator[str]:
    """The reasons and motions that an event names: `replace:2` is `replace`."""
    for name, field in field_kinds(type(event)).items():
        if isinstance(field.kind, type) and issubclass(field.kind, str):
            yield str(getattr(event, name)).partition(":")[0]


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
