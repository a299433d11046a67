"""A command in the words of the grammar: heard again, they mean exactly that command."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from service.language.grammar.tracks import tracks_of
from service.language.speech.messages import Messages
from service.language.vocabulary.board_words import BoardWords
from ttr_core.engine.ruleset import Ruleset
from ttr_core.history.codec import type_name
from ttr_core.model.commands import Command
from ttr_core.model.ids import TicketId


class Phrasing:
    """Puts commands into words in one language."""

    def __init__(self, ruleset: Ruleset, say: Messages, words: BoardWords) -> None:
        self._ruleset, self._say, self._words = ruleset, say, words
        self._tracks = tracks_of(ruleset)
        self._by_field: Mapping[str, Callable[[str], str]] = {
            "route": self._route,
            "city": words.place,
            "festival": words.place,
            "card": words.word,
        }

    def __call__(self, command: Command, offer: Sequence[TicketId] = ()) -> str:
        """The verb, what it is about, and what it is paid with."""
        about, cards = self.subject(command, offer), getattr(command, "cards", None)
        if cards is None:
            return about
        paid = self.counted(cards) or self._say("say.none")
        return (
            self._say("say.with", about=about, cards=paid)
            if self._has_subject(command)
            else f"{about} {paid}"
        )

    def subject(self, command: Command, offer: Sequence[TicketId] = ()) -> str:
        """Without the cards that it is paid with."""
        verb = self.verb(type_name(type(command)))
        told = [
            self.value(name, getattr(command, name), offer)
            for name in command.__struct_fields__
            if name not in ("seat", "cards")
        ]
        return " ".join(filter(None, (verb, *told)))

    def verb(self, kind: str) -> str:
        return self._say(f"say.{kind}") if self._say.knows(f"say.{kind}") else kind.replace("_", " ")

    def _has_subject(self, command: Command) -> bool:
        return len(command.__struct_fields__) > 2

    def value(self, name: str, value: object, offer: Sequence[TicketId] = ()) -> str:
        if name in ("ticket", "tickets"):
            kept = {value} if isinstance(value, str) else set(_items(value))
            return self._numbers([n for n, ticket in enumerate(offer, 1) if ticket in kept])
        if name == "routes":
            return ", ".join(map(self._route, _items(value))) or self._say("say.none")
        if name == "decks":
            return self.counted(_items(value))
        return self._by_field.get(name, str)(str(value))

    def _numbers(self, numbers: Sequence[int]) -> str:
        if len(numbers) == 1:
            return self._say("say.number", number=numbers[0])
        return self._say("and").join(map(str, numbers)) or self._say("say.none")

    def _route(self, route: str) -> str:
        """By its ends, and its number where tracks lie side by side."""
        ends = self._words.ends(self._words.routes[route])
        _, number, tracks = self._tracks[route]
        return self._say("say.track", route=ends, number=number) if tracks > 1 else ends

    def counted(self, cards: Sequence[str]) -> str:
        return ", ".join(f"{count} {self._words.word(card)}" for card, count in Counter(cards).items())


def _items(value: object) -> tuple[str, ...]:
    assert isinstance(value, tuple)
    return value
