"""What happened, in sentences: made from redacted events only, so that nothing hidden can be told."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from service.language.speech.messages import Messages, as_words
from service.language.vocabulary.board_words import BoardWords
from ttr_core.by_post import Clock
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId, Viewer
from ttr_core.model.message import redact, snake_case
from ttr_core.model.state import State

QUIET = frozenset(  # seen on the table, or of no interest to a player
    {
        "game_created",
        "clock_stopped",
        "seat_taken",
        "turn_started",
        "card_turned_up",
        "tickets_shuffled",
        "tickets_chosen",
        "tickets_returned",
        "ticket_deck_removed",
        "tickets_revealed",
        "game_scored",
        "seed_revealed",
        "tunnel_card_turned",
        "tunnel_paid",
        "festivals_mixed_in",
        "festivals_offered",
        "draft_card_inserted",
        "draft_ended",
        "picks_taken_up",
        "borrowing_asked",
        "borrowed_routes_chosen",
        "packet_dealt",
        "packet_passed",
        "ticket_picked",
    }
)
QUIET_FOR_OTHERS = frozenset({"hand_dealt"})
QUIET_FOR_ME = frozenset({"tickets_offered"})  # the question itself shows them


class Values:
    """The values of fields in words, by the fields' names."""

    def __init__(self, words: BoardWords, names: Mapping[SeatId, str], zone: str = "UTC") -> None:
        self._words, self._names = words, names
        moment = partial(told_moment, zone=zone)
        self._by_field: Mapping[str, Callable[[str], str]] = {
            "route": words.route,
            "ticket": words.ticket,
            "city": words.place,
            "festival": words.place,
            "card": words.card,
            "deck": words.word,
            "deadline": moment,
            "since": moment,
            "until": moment,
        }

    def name(self, seat: SeatId) -> str:
        return self._names.get(seat, str(seat))

    def __call__(self, field: str, value: object) -> str:
        if field in {"seat", "first", "origin", "vacant"} and isinstance(value, int):
            return self.name(value)
        if isinstance(value, tuple | list):
            return self._several(field, [str(item) for item in value])
        one = self._by_field.get(field, self._words.word)
        return one(str(value))

    def anything(self, value: object) -> str:
        """A value of a rule's own view, whatever its shape; what is nothing is left out."""
        if isinstance(value, Mapping):
            told = {k: self.name(v) if k == "seat" else self.anything(v) for k, v in value.items()}
            return ", ".join(f"{self.anything(k)} {v}" for k, v in told.items() if v)
        if isinstance(value, list | tuple):
            seats = len(value) == len(self._names) and not any(isinstance(item, str) for item in value)
            told_items = [self.anything(item) for item in value]
            names = [f"{self.name(n)} " if seats else "" for n in range(len(value))]
            return ", ".join(name + item for name, item in zip(names, told_items, strict=True) if item)
        return self._words.anything(str(value)) if value else ""

    def _several(self, field: str, values: list[str]) -> str:
        if field in {"cards", "revealed", "coloured"}:
            return self._words.cards(values)
        one = self._by_field.get(field.removesuffix("s"), self._words.word)
        return ", ".join(map(one, values))


class Story:
    """Tells events to one viewer."""

    def __init__(self, say: Messages, values: Values, me: Viewer) -> None:
        self._say, self._values, self._me = say, values, me

    def tell(self, events: Iterable[Event]) -> list[str]:
        told = (self._sentence(redact(event, self._me)) for event in events)
        return [sentence for sentence in told if sentence]

    def _sentence(self, event: Event) -> str:
        name = snake_case(type(event).__name__)
        facts = {k: v for k, v in msgspec.structs.asdict(event).items() if v is not None}
        seat = facts.get("seat", facts.get("first"))
        mine = seat == self._me
        if name in QUIET or name in (QUIET_FOR_ME if mine else QUIET_FOR_OTHERS) or _is_idle(facts):
            return ""
        key = self._key(name, facts, mine)
        if key is None:
            return self._plain(name, facts)
        told = {field: self._values(field, value) for field, value in facts.items()}
        return self._say(key, who=self._values.name(seat) if isinstance(seat, int) else "", **told)

    def _key(self, name: str, facts: Mapping[str, object], mine: bool) -> str | None:
        """The message that fits best: for this reason or motion, and for the one it is about."""
        which = str(facts.get("reason", facts.get("motion", ""))).partition(":")[0]
        for key in (f"event-{name}-{which}", f"event-{name}"):
            if mine and self._say.knows(f"{key}.me"):
                return f"{key}.me"
            if self._say.knows(key):
                return key
        return None

    def _plain(self, name: str, facts: Mapping[str, object]) -> str:
        """An event that this table of messages does not know, field by field."""
        fields = {field: value for field, value in facts.items() if field != "seat" and value not in ((), "")}
        told = ", ".join(f"{as_words(field).lower()} {self._values(field, v)}" for field, v in fields.items())
        who = f"{self._values.name(int(str(facts['seat'])))}: " if "seat" in facts else ""
        return f"{who}{as_words(name)}{': ' if told else ''}{told}."


def zone_of(state: State) -> str:
    """The zone that the players have agreed to tell times in."""
    settings = state.slice(Clock).settings
    return settings.zone if settings else "UTC"


def told_moment(text: str, zone: str) -> str:
    """A time to the minute; who reads this may live in any zone."""
    try:
        there = datetime.fromisoformat(text).astimezone(ZoneInfo(zone))
    except ZoneInfoNotFoundError:  # of a game that was played where other zones are known
        return told_moment(text, "UTC")
    except ValueError:  # no time is set
        return text
    return f"{there:%Y-%m-%d %H:%M} ({zone})"


def _is_idle(facts: Mapping[str, object]) -> bool:
    """The very first shuffle, what all players do at once before the first turn, and nothing borrowed."""
    return facts.get("number") == 1 or facts.get("at_once") is True or facts.get("routes") == ()
