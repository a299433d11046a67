"""Learns the intents of each language from its examples: `make intents`, which installs scikit-learn.

`python -m tests.support.language.regenerate_intents` writes `intents.bin` beside each `examples.toml`, and prints how
often texts that were kept apart were recognized.
"""

import sys
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from math import exp, log
from pathlib import Path

from sklearn.feature_extraction import DictVectorizer
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from service.language.languages import FOLDER, codes
from service.language.recognition import features
from service.language.recognition.features import features_of
from service.language.recognition.intent_model import MODEL, IntentModel, examples_in, fingerprint
from service.language.recognition.intents import rule_nouns
from tests.support.boards.every_board import PLAYABLE, player_numbers
from ttr_core import load_ruleset

FEWEST = 2  # examples that have a feature
STRICTNESS = 0.5  # the `C` of the model: more follows the examples more closely
FOLDS = 5
LARGEST = 127  # of a weight
SHARPNESS = [number / 2 for number in range(4, 25)]  # those that are tried


def learn(examples: Mapping[str, Sequence[str]]) -> tuple[IntentModel, float, float]:
    """The model, and the shares of texts kept apart whose intent was the likeliest, and one of the three likeliest."""
    boards = (load_ruleset(board, player_numbers(board)[0]) for board in PLAYABLE)
    names = {features.RULE: [*dict.fromkeys(chain.from_iterable(map(rule_nouns, boards)))]}
    texts = [
        (intent, sorted(features_of(text, names))) for intent, lines in examples.items() for text in lines
    ]
    common = {
        one for one, count in Counter(chain.from_iterable(own for _, own in texts)).items() if count >= FEWEST
    }
    rows = [{feature: 1 for feature in own if feature in common} for _, own in texts]
    meant = [intent for intent, _ in texts]
    sharpness, first, among_three = _measure(rows, meant)
    vectorizer, rarity, machine = (
        DictVectorizer(),
        TfidfTransformer(),
        LinearSVC(C=STRICTNESS, random_state=0),
    )
    machine.fit(rarity.fit_transform(vectorizer.fit_transform(rows)), meant)
    scale = LARGEST / float(abs(machine.coef_).max())
    weights = array("b", (round(weight) for row in (machine.coef_.T * scale).tolist() for weight in row))
    model = IntentModel(
        learned_from=fingerprint(examples),
        intents=tuple(map(str, machine.classes_)),
        biases=tuple(round(float(bias), 4) for bias in machine.intercept_),
        scale=round(scale, 4),
        sharpness=sharpness,
        features=tuple(vectorizer.get_feature_names_out()),
        rarities=tuple(round(float(value), 3) for value in rarity.idf_),
        weights=weights.tobytes(),
    )
    return model, first, among_three


def _measure(rows: Sequence[Mapping[str, int]], meant: Sequence[str]) -> tuple[float, float, float]:
    """How sharp the chances should be, and how often the likeliest, and one of three, is meant."""
    pipeline = make_pipeline(DictVectorizer(), TfidfTransformer(), LinearSVC(C=STRICTNESS, random_state=0))
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    scores = cross_val_predict(pipeline, rows, meant, cv=folds, method="decision_function").tolist()
    intents = sorted(set(meant))
    places = [intents.index(intent) for intent in meant]
    better = [sum(other > row[place] for other in row) for row, place in zip(scores, places, strict=True)]

    def surprise(sharpness: float) -> float:
        return sum(
            log(sum(exp(sharpness * (other - row[place])) for other in row))
            for row, place in zip(scores, places, strict=True)
        )

    return min(SHARPNESS, key=surprise), _share(better, below=1), _share(better, below=3)


def _share(ranks: Sequence[int], below: int) -> float:
    return sum(rank < below for rank in ranks) / len(ranks)


def write(folder: Path) -> None:
    examples = examples_in(folder)
    if examples:
        model, first, among_three = learn(examples)
        (folder / MODEL).write_bytes(model.pack())
        count = sum(map(len, examples.values()))
        sys.stdout.write(
            f"{folder.name}: {count} examples of {len(examples)} intents; of those kept apart "
            f"{first:.1%} were recognized, {among_three:.1%} among three\n"
        )


if __name__ == "__main__":
    for code in codes():
        write(FOLDER / code)
