"""Everything that speaks about one game, in one language, to one viewer.

Sentences are made from redacted events only: nothing hidden can be mentioned.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property

from service.games.facts import Facts
from service.games.game_cache import Loaded
from service.games.game_view import BOT, CLOSED, WITHOUT_PEOPLE
from service.language.languages import Messages, as_words
from service.language.speech.command_text import CommandUtterances, MoveWriter
from service.language.speech.rule_display import RuleDisplay
from service.language.vocabulary.board_words import Values, board_words, says_something
from service.language.vocabulary.bot_levels import marked_bot
from ttr_core.by_post import Clock, HandoverReason, SeatHandedOver
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View, view
from ttr_core.history.chain import Envelope
from ttr_core.model.commands import Command
from ttr_core.model.events import Event, GameEnded, HandDealt, TicketsOffered
from ttr_core.model.ids import Meaning, SeatId, Viewer, Witness
from ttr_core.model.kinds import FieldKind, field_kinds
from ttr_core.model.message import redact, type_name
from ttr_core.model.state import State

QUIET_FOR_ME = (TicketsOffered,)  # the question itself shows them
SEATS = ("waiting_for", "seats")  # facts of refusals that are lists of seats
# facts of refusals that are cards: a payment, how many of each kind, those face up
ACCEPTED, HELD, MARKET, ROUTE = "accepted", "held", "market", "route"
QUIET_FOR_OTHERS = (HandDealt,)
LEFT = (HandoverReason.TIMEOUT, HandoverReason.RESIGNED)  # handovers that are about the holder before

EarlierName = Callable[[SeatId, int], str | None]  # of the holder with this number


class Story:
    """The sentences about events for one viewer."""

    def __init__(
        self,
        say: Messages,
        values: Values,
        me: Viewer,
        earlier: EarlierName | None = None,
        facts: Facts | None = None,
    ) -> None:
        self._say, self._values, self._me, self._earlier = say, values, me, earlier
        self._facts = facts  # of the game, if they are known

    def tell(self, events: Iterable[Event]) -> list[str]:
        sentences = (self._sentence(redact(event, self._me)) for event in events if event.is_news)
        return [sentence for sentence in sentences if sentence]

    def confirm(self, events: Iterable[Event]) -> list[str]:
        """What the viewer has done that no story mentions yet: a choice that waits for those of the others."""
        own = [
            redact(event, self._me) for event in events if not event.is_news and _seat_of(event) == self._me
        ]
        facts = {f"event-{type_name(type(event))}.me": self._values.fields(event) for event in own}
        return [self._say(key, **values) for key, values in facts.items() if self._say.can_say(key, values)]

    def _sentence(self, event: Event) -> str:
        seat = _seat_of(event)
        mine = seat == self._me
        if isinstance(event, QUIET_FOR_ME if mine else QUIET_FOR_OTHERS):
            return ""
        facts = {"who": "" if seat is None else self._who(event, seat), **self._values.fields(event)}
        key = self._key(event, mine, facts)
        return self._plain(event, seat) if key is None else self._say(key, **facts)

    def _who(self, event: Event, seat: SeatId) -> str:
        """The holder of the seat; of one that was left, the person who left it."""
        if self._earlier and isinstance(event, SeatHandedOver) and event.reason in LEFT:
            return self._earlier(seat, event.holder - 1) or self._say.seat(seat)
        return self._values.name(seat)

    def _key(self, event: Event, mine: bool, facts: Mapping[str, object]) -> str | None:
        """The text that fits best: for this reason or motion, and for the player concerned."""
        own = f"event-{type_name(type(event))}"
        reasons = [CLOSED] if self._is_closing(event) else [*_plain_words(event)]
        for key in (*(f"{own}-{which}" for which in reasons), own):
            for fitting in (f"{key}.me", key) if mine else (key,):
                if self._say.can_say(fitting, facts):
                    return fitting
        return None

    def _is_closing(self, event: Event) -> bool:
        """Whether the event is the operator's doing, who closed the table: in the stream people leave, and a host."""
        if self._facts is None or not self._facts.is_closed:
            return False
        if isinstance(event, GameEnded):
            return event.reason in WITHOUT_PEOPLE
        return isinstance(event, SeatHandedOver) and self._facts.left_by_closing(event.seat, event.holder)

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


class Voice:
    """The words of a board and its players in one language."""

    def __init__(
        self,
        ruleset: Ruleset,
        lang: str,
        names: Mapping[SeatId, str],
        viewer: Viewer,
        zone: str = "UTC",
        facts: Facts | None = None,
    ) -> None:
        self.ruleset, self.names, self.viewer = ruleset, names, viewer
        self._facts, self._earlier = facts, facts.earlier_name if facts else None
        self.say = Messages(lang, ruleset)
        self.words = board_words(ruleset, lang)
        self.values = Values(self.words, names, zone)

    @cached_property
    def writer(self) -> MoveWriter:
        return MoveWriter(self.ruleset, self.say, self.words, self.values)

    @cached_property
    def phrase(self) -> CommandUtterances:
        return CommandUtterances(self.ruleset, self.say, self.words)

    @cached_property
    def rules(self) -> RuleDisplay:
        return RuleDisplay(self.ruleset, self.say, self.values, self.viewer)

    def story(self, events: Iterable[Event]) -> list[str]:
        """The events as the viewer may know them."""
        return self._own_story.tell(events)

    def confirmation(self, events: Iterable[Event]) -> str:
        """What the viewer has done that no story mentions yet."""
        return " ".join(self._own_story.confirm(events)) or self.say("nothing_told")

    @property
    def _own_story(self) -> Story:
        return Story(self.say, self.values, self.viewer, self._earlier, self._facts)

    def label(self, command: Command) -> str:
        """A move by itself: what sort of move it is, and which."""
        (group,) = self.writer.groups(self.writer.moves([command]))
        text = group.entries[0].moves[0].text
        return text if text == group.title else self.say("named", name=group.title, value=text)

    def request(self, motion: str) -> str:
        return request_in_words(self.say, self.names, motion)

    def refusal(self, code: str, facts: Mapping[str, object]) -> str:
        """Why the rules refuse a command; what has no text is described by its code and facts."""
        values = {name: self._plain(name, fact) for name, fact in facts.items()}
        key = f"refused-{code}"
        if self.say.can_say(key, values):
            return self.say(key, **values)
        why, about = as_words(code).lower(), self.values.anything(facts)
        return self.say("refused", why=f"{why} ({about})" if about else why)

    def refusal_detail(self, code: str, facts: Mapping[str, object]) -> str:
        """The same, with what a text for the particular case mentions."""
        values = {name: self._fact(name, fact) for name, fact in facts.items() if fact != []}
        for key in (f"refused-{code}.nearest", f"refused-{code}.detail"):
            if self.say.can_say(key, values):
                return self.say(key, **values)
        return self.refusal(code, facts)

    def refusal_with_cure(self, code: str, facts: Mapping[str, object]) -> str:
        """Why not, and what to say instead."""
        return f"{self.refusal_detail(code, facts)} {self.cure(code)}"

    def cure(self, code: str) -> str:
        """What to say instead of a command that was refused: words of its own, or those that always help."""
        own = f"refused-{code}.cure"
        return self.say(own if self.say.knows(own) else "refused.cure")

    def with_cure(self, why: str, cure: str = "") -> str:
        """A text that says why not, with words to say: those of this cure, or the text's own, or what always helps."""
        if self.say.knows(cure):
            return f"{why} {self.say(cure)}"
        return why if self.say.quotes(why) else f"{why} {self.say('refused.cure')}"

    def _fact(self, name: str, fact: object) -> object:
        if name in SEATS and isinstance(fact, list | tuple):
            return self.say.listed(self.values.name(seat) for seat in fact)
        if name == ACCEPTED and isinstance(fact, list):
            return self.words.cards(fact)
        if name == MARKET and isinstance(fact, list):
            return self.say.listed(map(self.words.card, fact))
        if name == HELD and isinstance(fact, dict):
            return self.words.cards(Counter(fact).elements())
        return self._plain(name, fact)

    def _plain(self, name: str, fact: object) -> object:
        if name == ROUTE and isinstance(fact, str):  # a ticket may have the same id
            return self.words.route(fact)
        return fact if isinstance(fact, int) else self.values.anything(fact)

    def public_story(self, events: Iterable[Event]) -> list[str]:
        """The events as everybody may know them."""
        return Story(self.say, self.values, Witness.SPECTATOR, self._earlier, self._facts).tell(events)

    def is_secret(self, events: Iterable[Event]) -> bool:
        """Whether the viewer sees more of the events than everybody does."""
        return any(redact(event, self.viewer) != redact(event, Witness.SPECTATOR) for event in events)


def request_in_words(say: Messages, names: Mapping[SeatId, str], motion: str) -> str:
    """What is proposed: `replace:2` with the name of the seat's holder."""
    name, _, seat = motion.partition(":")
    who = names[int(seat)] if seat.isdecimal() else ""
    key = f"choice-motion-{name}"
    return say(key, who=who) if say.knows(key) else as_words(name).lower()


def voice_for(loaded: Loaded, lang: str, viewer: Viewer) -> Voice:
    say = Messages(lang)
    names = {seat: _name(loaded, seat, say) for seat in range(loaded.ruleset.players)}
    return Voice(loaded.ruleset, lang, names, viewer, zone_of(loaded.state), loaded.facts)


def sentences(
    loaded: Loaded, lang: str, viewer: Viewer, events: Iterable[tuple[Envelope, Event]]
) -> list[str | None]:
    """What can be said of each event, if anything; nobody is named for what an earlier holder of their seat did."""
    say, now, voices = Messages(lang), voice_for(loaded, lang, viewer), dict[tuple[SeatId, ...], Voice]()
    texts = []
    for envelope, event in events:
        others = tuple(seat for seat, since in loaded.milestones.seated.items() if envelope.version < since)
        if others not in voices:
            names = {**now.names, **{seat: say.seat(seat) for seat in others}}
            voices[others] = Voice(loaded.ruleset, lang, names, viewer, zone_of(loaded.state), loaded.facts)
        texts.append(" ".join(voices[others].story([event])) or None)
    return texts


def seen_by(loaded: Loaded, viewer: Viewer) -> View:
    return view(loaded.ruleset, loaded.state, viewer)


def _name(loaded: Loaded, seat: SeatId, say: Messages) -> str:
    return loaded.facts.name(seat) or say.seat(seat)


def marked_name(loaded: Loaded, seat: SeatId, say: Messages) -> str:
    """The name of a seat's holder in a list of all who play: bots with their level."""
    name, kind = _name(loaded, seat, say), loaded.state.seats[seat].kind
    return marked_bot(say, name, kind.removeprefix(BOT)) if kind.startswith(BOT) else name
