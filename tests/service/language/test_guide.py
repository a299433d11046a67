"""What the guide shows as examples is understood."""

import re

import pytest

from service.language.grammar.orders.order_sentence import hear_order
from service.language.grammar.phrases import plain_words
from tests.support.language.readings import reading
from tests.support.language.spoken_positions import ruleset_of, situation
from tests.support.paths import DOCS

GUIDE = (DOCS / "talk.md").read_text("utf-8")
MOMENTS = (
    ("usa", "playing_turn"),
    ("usa", "keeping_tickets"),
    ("europe", "playing_turn"),
    ("europe", "paying_tunnel"),
    ("europe+stations=own", "choosing_borrowed_routes"),
    ("iberia", "picking_ticket"),
    ("iberia", "choosing_festival"),
    ("germany", "choosing_decks"),
    ("pennsylvania", "choosing_share"),
    ("italy", "playing_turn"),
    ("nordic", "paying_in_steps"),
)


def section(title: str) -> str:
    return GUIDE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def examples(title: str) -> list[str]:
    rows = [line for line in section(title).splitlines() if line.startswith("| ") and "---" not in line]
    return [text for row in rows for text in re.findall(r"`([^`]+)`", row)]


@pytest.mark.parametrize("text", examples("Moves"))
def test_an_example_of_a_move(text: str) -> None:
    """The move may be impossible with the cards of these positions, but it is understood."""
    heard = {reading(situation(*moment), text) for moment in MOMENTS}
    assert heard != {"unknown"}
    assert not any(meaning.startswith(("look", "matter")) for meaning in heard)


@pytest.mark.parametrize("text", examples("Looking around"))
def test_an_example_of_a_look(text: str) -> None:
    table = situation("usa", "playing_turn")._replace(names=frozenset({"ben"}))
    assert reading(table, text).startswith("look ")


@pytest.mark.parametrize("text", examples("Standing orders"))
def test_an_example_of_an_order(text: str) -> None:
    order = hear_order(ruleset_of("usa"), frozenset(), plain_words(text))
    assert order is not None
    assert order.is_clear, order


def test_the_matters_of_the_table() -> None:
    phrases = re.findall(r"`([^`{]+)`", section("Matters of the table"))
    heard = {text: reading(situation("usa", "playing_turn"), text) for text in phrases if "/" not in text}
    assert len(heard) > 10
    assert {text: meant for text, meant in heard.items() if not meant.startswith("matter ")} == {}
