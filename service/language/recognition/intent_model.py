"""A linear model that tells how likely each intent is: one weight for each feature and intent, learned from examples.

`python -m tests.support.language.regenerate_intents` learns it from the `examples.toml` of a language and writes its
`intents.bin`; a test says when the two no longer belong together.
"""

import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from math import exp, sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec

from service.language.languages import FOLDER, codes
from service.language.recognition.features import word_feature

EXAMPLES, MODEL = "examples.toml", "intents.bin"


class Likely(NamedTuple):
    """An intent that a text may have."""

    intent: str
    chance: float


class IntentModel(msgspec.Struct, frozen=True, dict=True):
    """What was learned; weights are whole numbers, of which `scale` make one."""

    learned_from: str  # the fingerprint of the examples
    intents: tuple[str, ...]
    biases: tuple[float, ...]
    scale: float
    sharpness: float  # of the chances: measured, so that what is called 80 % is right four times in five
    features: tuple[str, ...]
    rarities: tuple[float, ...]  # the rarer a feature, the more it says
    weights: bytes  # signed, one row for each feature

    @cached_property
    def _rows(self) -> Mapping[str, tuple[float, memoryview]]:
        width, weights = len(self.intents), memoryview(self.weights).cast("b")
        return {
            feature: (rarity, weights[row * width : (row + 1) * width])
            for row, (feature, rarity) in enumerate(zip(self.features, self.rarities, strict=True))
        }

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(self.features)

    def scores(self, features: Iterable[str]) -> list[float]:
        """One score for each intent: the higher, the likelier."""
        rows = [self._rows[feature] for feature in features if feature in self._rows]
        length = sqrt(sum(rarity * rarity for rarity, _ in rows)) * self.scale
        scores = list(self.biases)
        for rarity, row in rows:
            part = rarity / length
            scores = [score + part * weight for score, weight in zip(scores, row, strict=True)]
        return scores

    def chances(self, features: Collection[str]) -> list[Likely]:
        """All intents, the likeliest first."""
        scores = self.scores(sorted(features))  # sums of floats depend on their order
        best = max(scores)
        odds = [exp(self.sharpness * (score - best)) for score in scores]
        total = sum(odds)
        chances = [each / total for each in odds]
        return sorted(map(Likely, self.intents, chances), key=lambda one: -one.chance)

    def pack(self) -> bytes:
        return zlib.compress(msgspec.msgpack.encode(self), 9)


def fingerprint(examples: Mapping[str, Sequence[str]]) -> str:
    return sha256(msgspec.json.encode(examples, order="sorted")).hexdigest()


def examples_in(folder: Path) -> dict[str, tuple[str, ...]]:
    """The examples of a language by intent, one in each line; none if it has no file of them."""
    file = folder / EXAMPLES
    texts = msgspec.toml.decode(file.read_bytes(), type=dict[str, str]) if file.exists() else {}
    return {intent: tuple(filter(None, lines.splitlines())) for intent, lines in texts.items()}


def read_model(file: Path) -> IntentModel:
    return msgspec.msgpack.decode(zlib.decompress(file.read_bytes()), type=IntentModel)


@cache
def models() -> Mapping[str, IntentModel]:
    """The models by language, of those that have one."""
    files = {code: FOLDER / code / MODEL for code in codes()}
    return {code: read_model(file) for code, file in files.items() if file.exists()}


def words_of(model: IntentModel) -> Mapping[str, float]:
    """The single words that were learned, with their rarity."""
    features = zip(model.features, model.rarities, strict=True)
    prefix = word_feature("")
    return {name.removeprefix(prefix): rarity for name, rarity in features if name.startswith(prefix)}


def is_learned(word: str) -> bool:
    """Whether a word stands in several examples of a language."""
    return any(word_feature(word) in model.known for model in models().values())


def is_intent(name: str) -> bool:
    """Whether a language has examples for it."""
    return any(name in model.intents for model in models().values())
