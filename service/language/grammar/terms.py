"""The names of everything on a board and the words of the language, each with what it stands for."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from service.language.grammar.plain_text import Words, plain_words
from service.language.vocabulary.board_words import BoardWords
from service.language.vocabulary.city_names import ALIASES
from service.language.vocabulary.common_words import COLOURS, FILLERS, NUMBERS, ORDINALS, SIGNS
from service.language.vocabulary.verbs import WORDS
from ttr_core.engine.ruleset import Ruleset
from ttr_core.history.codec import command_types, type_name
from ttr_core.model.commands import SeatCommand
from ttr_core.rules.variants.festivals import Festival, Festivals

EXACT = 0

BOTH = frozenset({"en", "fr"})
LANGS = ("en", "fr")
SAINTS = (("saint", "st"), ("sainte", "ste"), ("st", "saint"))


class Sense(NamedTuple):
    """One thing that words stand for, and in which languages they do."""

    sort: str  # place, card, word, deck, number, ordinal, filler or sign
    value: str
    langs: frozenset[str]


class Terms(NamedTuple):
    by_words: Mapping[Words, tuple[Sense, ...]]


def board_terms(ruleset: Ruleset) -> Terms:
    found: dict[Words, list[Sense]] = {}
    for text, sense in (*_language(), *_cards(ruleset), *_places(ruleset), *_decks(ruleset)):
        words = plain_words(text)
        if words:
            found.setdefault(words, []).append(sense)
    return Terms({words: tuple(dict.fromkeys(senses)) for words, senses in found.items()})


def _language() -> Iterator[tuple[str, Sense]]:
    for lang in LANGS:
        only = frozenset({lang})
        yield from ((text, Sense("filler", "", only)) for text in FILLERS[lang])
        for sort, numbers in (("number", NUMBERS), ("ordinal", ORDINALS)):
            yield from (
                (text, Sense(sort, str(n), only)) for n, texts in numbers[lang].items() for text in texts
            )
        yield from (
            (text, Sense("sign", name, only)) for name, texts in SIGNS[lang].items() for text in texts
        )
    for name, word in WORDS.items():
        yield from ((text, Sense("word", name, frozenset({"en"}))) for text in word.english)
        yield from ((text, Sense("word", name, frozenset({"fr"}))) for text in word.french)
    named = {kind for word in WORDS.values() for kind in word.alone}
    for kind in command_types():
        if issubclass(kind, SeatCommand) and type_name(kind) not in named:
            yield type_name(kind).replace("_", " "), Sense("word", type_name(kind), frozenset({"en"}))


def _cards(ruleset: Ruleset) -> Iterator[tuple[str, Sense]]:
    """The board's own word for a colour takes it from the card that bears it elsewhere."""
    labels = {
        plain_words(BoardWords(ruleset.board, lang).word(card)): card
        for card in ruleset.cards
        for lang in LANGS
    }
    for card in ruleset.cards:
        for lang, texts in zip(LANGS, COLOURS.get(card, ((), ())), strict=True):
            own = BoardWords(ruleset.board, lang).word(card)
            for text in (own, *texts):
                if labels.get(plain_words(text), card) == card:
                    yield text, Sense("card", card, frozenset({lang}))


def _decks(ruleset: Ruleset) -> Iterator[tuple[str, Sense]]:
    if len(ruleset.decks) > 1:
        for deck in ruleset.decks:
            yield deck, Sense("deck", deck, frozenset({"en"}))
            for lang in LANGS:
                yield BoardWords(ruleset.board, lang).word(deck), Sense("deck", deck, frozenset({lang}))


def _places(ruleset: Ruleset) -> Iterator[tuple[str, Sense]]:
    """A zone stands for its cities as well, whose routes end there, and a city for its festival."""
    board = ruleset.board
    within = {str(zone.id): [str(city) for city in zone.cities] for zone in board.zones}
    for festival in _festivals(ruleset):
        for text in (festival.id.replace("_", " "), festival.name):
            yield text, Sense("place", festival.id, BOTH)
        within |= {city: [festival.id] for city in festival.cities if city != festival.id}
    words = [BoardWords(board, lang) for lang in LANGS]
    named = [*((str(c.id), c.name) for c in board.cities), *((str(z.id), z.name) for z in board.zones)]
    for name, title in named:
        texts = {
            title,
            name.replace("_", " "),
            *(one.place(name) for one in words),
            *ALIASES.get(name, ()),
        }
        head, _, tail = title.partition(" (")
        if tail:
            alike = ALIASES.get("_".join(plain_words(head)), ())
            texts |= {f"{alias} {tail}" for alias in alike}
        texts |= {_with_saints(text, *pair) for text in texts for pair in SAINTS}
        meant = [name, *within.get(name, ())]
        yield from ((text, Sense("place", one, BOTH)) for text in sorted(texts) for one in meant)


def _festivals(ruleset: Ruleset) -> tuple[Festival, ...]:
    held = any(module.settings is Festivals for module in ruleset.modules)
    return ruleset.setting(Festivals).festivals if held else ()


def _with_saints(text: str, written: str, other: str) -> str:
    return " ".join(other if word == written else word for word in plain_words(text))
