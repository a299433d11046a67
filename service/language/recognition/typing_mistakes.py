"""Mistyped words of every day, read as the ones that people use: "teh", "holliday", "destiantions".

Names on the board are not looked at here: the lexicon forgives mistakes in them by itself.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from service.language.grammar.inquiry import everyday_language
from service.language.grammar.phrases import plain_words, spoken_words
from service.language.recognition.features import SLOTS
from service.language.recognition.intent_model import models, words_of

WORD = re.compile(r"[^\W\d_]+")
SHORTEST = 3  # letters of a word that is taken for mistyped
SHORT = 4  # in a word that is shorter only the order of letters, or the last one, may be wrong
LONG = 8  # from here on two letters may be wrong
COMMONER = 3.5  # rarity that a word has less than a mistake in it which some examples have, too


def without_mistakes(text: str, is_name: Callable[[str], bool]) -> str:
    """The text with its mistyped words as they are meant; names stay as they are."""
    lang = everyday_language(spoken_words(text))
    return WORD.sub(lambda word: _meant(word[0], lang, is_name), text)


def _meant(word: str, lang: str | None, is_name: Callable[[str], bool]) -> str:
    plain = plain_words(word)
    is_plain = len(plain) == 1 and spoken_words(word) == plain  # no short form
    return word if not is_plain or is_name(plain[0]) else nearest_word(plain[0], lang) or word


@lru_cache(maxsize=1 << 12)
def nearest_word(word: str, lang: str | None) -> str:
    """The commonest of the words that it is nearest to; nothing if it is one of them, or near to none."""
    words = _words(lang)
    if len(word) < SHORTEST:
        return ""
    most = 2 if len(word) >= LONG else 1
    candidates = process.extract(word, words.keys(), scorer=OSA.distance, score_cutoff=most, limit=None)
    near = [(distance, words[name], name) for name, distance, _ in candidates if _is_likely(word, name)]
    if word in words:  # some mistype it in the examples, too
        near = [one for one in near if _are_swapped(word, one[-1]) and one[1] < words[word] - COMMONER]
    return min(near, default=(0, 0, ""))[2]


def _is_likely(word: str, meant: str) -> bool:
    """Whether it may be mistyped like this: hardly anybody misses the first letter."""
    return _are_swapped(word, meant) or (word[0] == meant[0] and (len(word) >= SHORT or meant[:-1] == word))


def _are_swapped(word: str, meant: str) -> bool:
    return sorted(word) == sorted(meant)


@cache
def _words(lang: str | None) -> Mapping[str, float]:
    """The words of the examples with their rarity, the smallest of all languages if none is known."""
    rarities: dict[str, float] = {}
    known = models()
    for model in [known[lang]] if lang and lang in known else known.values():
        for word, rarity in words_of(model).items():
            rarities[word] = min(rarity, rarities.get(word, rarity))
    return {word: rarity for word, rarity in rarities.items() if len(word) >= SHORTEST and word not in SLOTS}
