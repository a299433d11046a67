"""What the documents say is true: the worked example computes, and the tutorial's commands print what stands there."""

import re
from pathlib import Path

import pytest

from tests.support.audit.tutorial import TUTORIAL, carried_out
from tests.support.paths import ROOT
from ttr_core.audit import short_head
from ttr_core.engine.randomness import SeededRandomness, commitment, derive_key
from ttr_core.history.chain import Shown, commit, link_hash, salt

FAIRNESS = ROOT / "docs" / "fairness.md"


@pytest.fixture(scope="module")
def example() -> dict[str, object]:
    """The names of the worked example, after its assertions have held."""
    blocks = re.findall(r"```python\n(.*?)```", FAIRNESS.read_text("utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    exec(compile("\n".join(blocks), "fairness.md", "exec"), names)
    return names


def test_the_worked_example_is_what_the_program_does(example: dict[str, object]) -> None:
    seed, words = bytes(range(32)), ("rain, steam", "éclair")
    assert example["seed"] == seed
    assert example["key"] == derive_key(seed, words)
    assert commitment(seed) in FAIRNESS.read_text("utf-8")
    cards = ["red"] * 3 + ["blue"] * 3 + ["locomotive"]
    assert example["deck"] == list(SeededRandomness(seed, words).shuffle("train_cards/1", cards))
    assert example["salt"] == salt(seed, "5f0c1d3a9b7e2468", 57, "card")
    assert example["seal"] == commit(str(example["salt"]), "white")


def test_the_event_of_the_example_has_the_hash_that_the_chain_gives_it(example: dict[str, object]) -> None:
    event = example["event"]
    assert isinstance(event, dict)
    line = Shown(**event, hash="")
    digest = link_hash(line, line.data, line.sealed)
    assert example["digest"] == digest
    assert f"`{short_head(57, digest)}`" in FAIRNESS.read_text("utf-8")


def test_the_tutorial_prints_what_it_says(tmp_path: Path) -> None:
    """If the program has changed on purpose: make generated"""
    text = TUTORIAL.read_text("utf-8")
    assert carried_out(text, tmp_path) == text, "run make generated"
    assert text.count("\n$ ") >= 8


def test_the_tutorial_ends_as_its_story_says(tmp_path: Path) -> None:
    calls = re.findall(r"\$ (.+)\n(?:.*\n)*?\[exit code (\d)\]", carried_out(TUTORIAL.read_text(), tmp_path))
    codes = [(command.split()[2], code) for command, code in calls]
    good = {file for file, code in codes if code == "0"}
    assert good == {"ann.ndjson", "service.ndjson", "third.ndjson"}
    # without the posted head, with it
    assert [code for file, code in codes if file == "third.ndjson"] == [
        "0",
        "1",
    ]
    assert [code for file, code in codes if file == "service.ndjson"] == ["0", "0"]


@pytest.mark.parametrize("document", [FAIRNESS, TUTORIAL], ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", document.read_text("utf-8"))
    assert links
    assert [link for link in links if not (document.parent / link).exists()] == []
