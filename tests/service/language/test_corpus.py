"""Utterances as people type them, on all boards and in both languages, with what is to be heard in them."""

import json
from pathlib import Path

import pytest

from tests.support.language.readings import reading
from tests.support.language.spoken_positions import situation

SPOKEN = (  # a board that comes later need not be here: the round trips say every command of all boards
    "usa", "lyon", "italy", "iberia", "europe", "nordic", "switzerland", "india", "world-light", "world-dense",
    "germany", "pennsylvania", "legendary_asia",
)  # fmt: skip
CORPUS: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("corpus.json").read_text("utf-8"))


@pytest.mark.parametrize("moment", CORPUS)
def test_what_is_heard(moment: str) -> None:
    position = situation(*moment.split())
    heard = {text: reading(position, text) for text in CORPUS[moment]}
    differing = {text: (heard[text], meant) for text, meant in CORPUS[moment].items() if heard[text] != meant}
    assert differing == {}


def test_the_corpus_is_large_and_varied() -> None:
    readings = [meant for texts in CORPUS.values() for meant in texts.values()]
    assert len(readings) >= 300
    assert {moment.partition(" ")[0].partition("+")[0] for moment in CORPUS} == set(SPOKEN)
    for beginning in (
        "ask: ",
        "look ",
        "matter ",
        "preview ",
        "impossible",
        "unknown",
        "claim_route ",
        "keep_tickets ",
    ):
        assert sum(meant.startswith(beginning) for meant in readings) >= 3, beginning
