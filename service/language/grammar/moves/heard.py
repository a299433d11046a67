"""What a text means: the result of the grammar, for those who answer it."""

from typing import NamedTuple

from service.language.grammar.segmentation import Said
from service.language.grammar.sentences.yes_and_no import Answer
from ttr_core.model.commands import (
    Command,
)


class Aspect(NamedTuple):
    """One of several questions in a text: what is to be shown, or nothing if we cannot answer it."""

    text: str
    look: str
    about: str


class Heard(NamedTuple):
    """What a text means."""

    lang: str | None  # the language of its words, unless several share them
    commands: tuple[Command, ...] = ()  # to be carried out one after the other
    options: tuple[Command, ...] = ()  # may be meant, one of them
    unknown: tuple[str, ...] = ()  # words that are not in the language
    understood: Said | None = None  # what was said, if no legal command fits it
    look: str = ""
    about: str = ""  # what the look is about
    vague: bool = False  # the look is a guess
    preview: bool = False
    verb: bool = False
    tentative: bool = False  # likely meant, but without a verb: confirmed before they are done
    answer: Answer | None = None  # a yes or no that the game itself has not asked for
    following: str = ""  # what is said of the choice that the commands lead to: `keep all`
    compound: bool = False  # several moves that do not fit in one turn
    parts: tuple[Command, ...] = ()  # those of the several moves that are known
    together: tuple[Command, ...] = ()  # two cards that cannot both be had in one turn
    question: bool = False  # nothing that we can answer
    looks: tuple[str, ...] = ()  # one of them may be asked for
    left_out: tuple[str, ...] = ()  # words of a question that the look does not speak of
    talk: bool = False  # nothing in it can be about the game
    also: tuple["Aspect", ...] = ()  # what else is asked
    asked: str = ""  # the part of the text that the look answers, if there is more
    instead_of: Said | None = None  # what was wanted first, and cannot be had

    @property
    def doubted(self) -> "Heard":
        """The same, but asked for: `no way!` may be amazement."""
        return self._replace(commands=(), options=self.commands or self.options)

    @property
    def is_clear(self) -> bool:
        """Whether it can be done, chosen from, or shown."""
        return bool(self.commands or self.options or self.look)

    @property
    def only(self) -> tuple[Command, ...]:
        """What is meant, or the only thing that may be meant."""
        return self.commands or (self.options if len(self.options) == 1 and not self.unknown else ())
