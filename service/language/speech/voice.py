"""Everything that speaks about one game, in one language, to one viewer."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from service.games.game_cache import Loaded
from service.language.languages import Messages, as_words
from service.language.speech.command_text import CommandUtterances, MoveWriter
from service.language.speech.rule_display import RuleDisplay
from service.language.speech.story import Story, Values, zone_of
from service.language.vocabulary.board_words import board_words
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View, view
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId, Viewer, Witness
from ttr_core.model.message import redact


class Voice:
    """The words of a board and its players in one language."""

    def __init__(
        self,
        ruleset: Ruleset,
        lang: str,
        names: Mapping[SeatId, str],
        viewer: Viewer,
        zone: str = "UTC",
    ) -> None:
        self.ruleset, self.names, self.viewer = ruleset, names, viewer
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
        return Story(self.say, self.values, self.viewer).tell(events)

    def refusal(self, code: str, facts: Mapping[str, object]) -> str:
        """Why the rules refuse a command; what has no text is described by its code and facts."""
        values = {name: f if isinstance(f, int) else self.values.anything(f) for name, f in facts.items()}
        key = f"refused-{code}"
        if self.say.can_say(key, values):
            return self.say(key, **values)
        why, about = as_words(code).lower(), self.values.anything(facts)
        return self.say("refused", why=f"{why} ({about})" if about else why)

    def public_story(self, events: Iterable[Event]) -> list[str]:
        """The events as everybody may know them."""
        return Story(self.say, self.values, Witness.SPECTATOR).tell(events)

    def is_secret(self, events: Iterable[Event]) -> bool:
        """Whether the viewer sees more of the events than everybody does."""
        return any(redact(event, self.viewer) != redact(event, Witness.SPECTATOR) for event in events)


def voice_for(loaded: Loaded, lang: str, viewer: Viewer) -> Voice:
    say = Messages(lang)
    names = {seat: _name(loaded, seat, say) for seat in range(loaded.ruleset.players)}
    return Voice(loaded.ruleset, lang, names, viewer, zone_of(loaded.state))


def seen_by(loaded: Loaded, viewer: Viewer) -> View:
    return view(loaded.ruleset, loaded.state, viewer)


def _name(loaded: Loaded, seat: SeatId, say: Messages) -> str:
    """The player's own name, else the seat's, with the policy of a bot."""
    name, kind = loaded.facts.name(seat), loaded.state.seats[seat].kind
    bot = f" ({kind.partition(':')[2]})" if kind.startswith("bot:") else ""
    return name or f"{say.seat(seat)}{bot}"
