"""Levels of bots in words: what each is called, a sentence on how it plays, and what people say for it."""

from collections.abc import Iterable, Mapping
from functools import cache

from service.language.grammar.phrases import Words, plain_words
from service.language.languages import Messages, codes, heard_words
from ttr_core.bots import ELO, POLICIES

DEFAULT_LEVEL = "greedy"  # of a bot that is asked for without a level


def level_name(say: Messages, level: str) -> str:
    """What people call it; a level that plays here no longer goes by its own name."""
    return say.or_words(f"bot-{level}", level)


def level_names(level: str) -> Mapping[str, str]:
    """The same in every language."""
    return {lang: level_name(Messages(lang), level) for lang in codes()}


def level_sentences(level: str) -> Mapping[str, str]:
    """How bots of this level play, in every language."""
    return {lang: Messages(lang)(f"bot-{level}.how") for lang in codes()}


def level_lines(say: Messages) -> list[str]:
    """All levels in the order of their strength, each with its rating and its sentence."""
    return [
        say("bot-line", name=level_name(say, level), elo=ELO[level], how=say(f"bot-{level}.how"))
        for level in POLICIES
    ]


def marked_bot(say: Messages, name: str, level: str) -> str:
    """A bot in a list of names: "Ada (greedy bot)"."""
    return say("bot-marked", name=name, level=level_name(say, level))


def level_in(words: Iterable[str]) -> str | None:
    """The first level that the words name, in any language."""
    return next((_levels()[word] for word in words if word in _levels()), None)


def split_level(words: Words) -> tuple[str | None, Words]:
    """The level that the words name, and the words around it."""
    return level_in(words), tuple(word for word in words if word not in _levels())


def level_words() -> Iterable[str]:
    """Every word for a level, in any language."""
    return _levels()


@cache
def _levels() -> Mapping[str, str]:
    """Of one bot or of several: "deux robots faciles"."""
    heard = ((level, name) for words in heard_words().values() for level, name in _pairs(words.bots))
    named = {word: level for level, name in heard for word in plain_words(name) if level in POLICIES}
    return {f"{word}s": level for word, level in named.items()} | named


def _pairs(names: Mapping[str, Iterable[str]]) -> Iterable[tuple[str, str]]:
    return ((level, name) for level, known in names.items() for name in (level, *known))
