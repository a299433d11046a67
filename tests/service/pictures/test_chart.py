"""The chart of points: it says what made them, by turn, in both languages, and whether they are final."""

from xml.etree import ElementTree

import pytest

from service.language.languages import Messages, codes
from service.pictures.drawing.chart import SMALL, chart
from service.pictures.layout.geometry import Box
from service.pictures.layout.lettering.text_width import width_of
from service.pictures.point_gains import point_course
from tests.support.audit.golden_corpus import events_of, ruleset_of_game
from ttr_core.history.statistics import statistics
from ttr_core.model.events import GameScored

NAMES = ["Ann", "Ben", "Chloé"]
GAME = "world-light-3p-whole"


def drawn(lang: str, name: str = GAME, cut: int | None = None) -> ElementTree.Element:
    ruleset, events = ruleset_of_game(name), events_of(name)[:cut]
    say = Messages(lang, ruleset)
    course = point_course(ruleset, events, say)
    svg = chart(statistics(ruleset, events), "points", NAMES[: ruleset.players], say, course)
    return ElementTree.fromstring(svg)


def texts(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.findall("{*}text")]


@pytest.mark.parametrize("lang", codes())
def test_gains_add_up_to_the_points_on_the_track(lang: str) -> None:
    ruleset, events = ruleset_of_game(GAME), events_of(GAME)
    gains = point_course(ruleset, events, Messages(lang, ruleset)).gains
    figures = statistics(ruleset, events)
    sums = [sum(gain.points for gain in gains if gain.seat == line.seat) for line in figures.seats]
    assert sums == [line.points[-1] for line in figures.seats]
    assert sum(bool(gain.text) for gain in gains) > len(gains) / 2
    assert len(drawn(lang).findall("{*}circle")) == len(gains)


def test_the_largest_gains_are_named_where_there_is_room() -> None:
    named = [text for text in texts(drawn("en")) if text.startswith("+")]
    assert "+27 Australia (East) – New Zealand" in named
    assert 4 <= len(named) <= 9


def test_no_words_in_the_plot_lie_upon_each_other() -> None:
    boxes = []
    for text in drawn("fr").findall("{*}text"):
        if (text.text or "").startswith("+"):
            x, y = float(text.get("x", "")), float(text.get("y", ""))
            boxes.append(Box(x, y - SMALL, x + width_of(text.text or "", SMALL), y))
    assert len(boxes) > 3
    assert [one for n, one in enumerate(boxes) for other in boxes[:n] if one.meets(other)] == []


def test_it_says_whether_points_are_final() -> None:
    whole, begun = texts(drawn("en")), texts(drawn("en", cut=200))
    assert "Final points" in whole
    assert "Points so far" in begun
    assert "Final points" not in begun
    assert "Points provisoires" in texts(drawn("fr", cut=200))


def test_what_was_added_at_the_end_is_said_below_the_names() -> None:
    (sheet,) = (event.sheet for event in events_of(GAME) if isinstance(event, GameScored))
    tickets = [line.points for seat in sheet.seats for line in seat.lines if line.reason == "tickets"]
    for points in tickets:
        assert any(text.startswith(f"Tickets −{-points}") for text in texts(drawn("en")))


@pytest.mark.parametrize("lang", codes())
def test_the_axis_counts_turns(lang: str) -> None:
    assert {"en": "turn", "fr": "tour"}[lang] in texts(drawn(lang))
