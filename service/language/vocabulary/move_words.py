"""Verbs and nouns of moves: which commands each can mean on a board, and how each language says it.

Common verbs and the words of the base game stand here and in the `words.toml` of each language; other rules bring
their own.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from service.language.languages import DEFAULT_LANG, heard_words
from ttr_core.engine.hooks import Word
from ttr_core.engine.ruleset import Ruleset
from ttr_core.load import registered_rules
from ttr_core.model.commands import (
    ClaimRoute,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    SeatCommand,
    TakeCard,
)
from ttr_core.model.message import type_name

COMMON: Mapping[str, Word] = {
    "draw": Word(means=(DrawCard,), may_mean=(DrawTickets, TakeCard)),
    "take": Word(means=(TakeCard,), may_mean=(DrawCard, DrawTickets, ClaimRoute, KeepTickets)),
    "claim": Word(means=(ClaimRoute,)),
    "build": Word(may_mean=(ClaimRoute,)),
    "keep": Word(means=(KeepTickets,)),
    "discard": Word(may_mean=(KeepTickets,)),
    "pick": Word(may_mean=(TakeCard, KeepTickets, DrawCard)),
    "pay": Word(),
    "lay": Word(may_mean=(ClaimRoute,)),
    "withdraw": Word(),
    "decline": Word(),
    "pass": Word(means=(Pass,)),
    "tickets": Word(means=(DrawTickets,), may_mean=(KeepTickets,), is_noun=True),
    "blind": Word(means=(DrawCard,), is_noun=True),
    "market": Word(means=(TakeCard,), is_noun=True),
    "route": Word(means=(ClaimRoute,), is_noun=True),
}


@lru_cache(maxsize=64)
def move_words(ruleset: Ruleset) -> Mapping[str, Word]:
    """All words by name; a command that no word means has its own name for a word."""
    words: dict[str, Word] = {}
    for name, word in (*COMMON.items(), *_said_by_languages(), *_of_rules(ruleset)):
        words[name] = _merged(words[name], word) if name in words else word
    named = {kind for word in words.values() for kind in word.means}
    unnamed = [kind for kind in ruleset.actions if issubclass(kind, SeatCommand) and kind not in named]
    return words | {
        type_name(kind): Word(means=(kind,), said={DEFAULT_LANG: (type_name(kind).replace("_", " "),)})
        for kind in unnamed
    }


def _said_by_languages() -> Iterator[tuple[str, Word]]:
    """A language may say words of rules, too: those that bring none in it."""
    for lang, heard in heard_words().items():
        yield from ((name, Word(said={lang: texts})) for name, texts in heard.moves.items())


def _of_rules(ruleset: Ruleset) -> Iterator[tuple[str, Word]]:
    """Words of rules that the board does not have are known, too, and mean nothing there."""
    for module in ruleset.modules:
        yield from module.heard.items()
    here = {module.name for module in ruleset.modules}
    for module in registered_rules():
        if module.name not in here:
            yield from ((name, replace(word, means=(), may_mean=())) for name, word in module.heard.items())


def _merged(word: Word, other: Word) -> Word:
    """One word with the meanings of both; what it is by itself, it no longer is only beside others."""
    means = (*word.means, *other.means)
    langs = dict.fromkeys((*word.said, *other.said))
    return Word(
        means=tuple(dict.fromkeys(means)),
        may_mean=tuple(
            kind for kind in dict.fromkeys((*word.may_mean, *other.may_mean)) if kind not in means
        ),
        is_noun=word.is_noun or other.is_noun,
        card=word.card or other.card,
        said={lang: (*word.said.get(lang, ()), *other.said.get(lang, ())) for lang in langs},
    )
