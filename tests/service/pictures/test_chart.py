"""The chart of points: it says what made them, by turn, in both languages, and whether they are final."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from service.language.languages import Messages, codes
from service.pictures.drawing.chart import SMALL, ChartLook, chart
from service.pictures.drawing.palette import Colours, Palette, Theme, contrast
from service.pictures.layout.geometry import Box, Point
from service.pictures.layout.lettering.text_width import quiet_width_of, width_of
from service.pictures.point_gains import BETWEEN, point_course
from tests.support.audit.golden_corpus import events_of, ruleset_of_game
from ttr_core.history.statistics import statistics
from ttr_core.model.events import GameScored

NAMES = ["Ann", "Ben", "Chloé"]
GAME = "world-light-3p-whole"


def drawn(
    lang: str,
    name: str = GAME,
    cut: int | None = None,
    palette: Palette = Palette(),  # noqa: B008  # a frozen value
    width: int = 900,
) -> ElementTree.Element:
    ruleset, events = ruleset_of_game(name), events_of(name)[:cut]
    say = Messages(lang, ruleset)
    course = point_course(ruleset, events, say)
    look = ChartLook(colours=ruleset.board.player_colours, palette=palette, width=width)
    names = NAMES[: ruleset.players]
    svg = chart(statistics(ruleset, events), "points", names, say, look, course)
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


@pytest.mark.parametrize("width", [400, 900])
def test_no_words_lie_upon_a_line(width: int) -> None:
    picture = drawn("en", width=width)
    lines = [path.get("d", "") for path in picture.findall("{*}path") if path.get("class") == "course"]
    steps = [step for line in lines for step in pairwise(_points(line))]
    boxes = []
    for text in picture.findall("{*}text"):
        if (text.text or "").startswith("+"):
            x, y = float(text.get("x", "")), float(text.get("y", ""))
            boxes.append(Box(x, y - 9, x + quiet_width_of(text.text or "", SMALL), y))
    assert len(boxes) > 2
    assert [box for box in boxes if any(box.crossed(*step) for step in steps)] == []


def _points(line: str) -> list[Point]:
    return [Point(*map(float, pair.split())) for pair in line.removeprefix("M").split("L")]


@pytest.mark.parametrize("width", [400, 900])
def test_no_reason_of_points_is_cut(width: int) -> None:
    sums = point_course(ruleset_of_game(GAME), events_of(GAME), Messages("fr", ruleset_of_game(GAME))).sums
    written = " ".join(texts(drawn("fr", width=width)))
    for reason in (reason for text in sums for reason in text.split(BETWEEN)):
        assert reason in written


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


@pytest.mark.parametrize("width", [400, 640, 880, 1000])
def test_every_word_is_legible_and_within_the_picture(width: int) -> None:
    picture = drawn("fr", width=width)
    units = float(picture.get("viewBox", "").split()[2])
    assert picture.get("width") == str(width)
    for text in picture.findall("{*}text"):
        size, x = float(text.get("font-size", "")), float(text.get("x", ""))
        assert size * width / units >= 11.0, text.text
        share = {"end": 1.0, "middle": 0.5}.get(text.get("text-anchor", ""), 0.0)
        breadth = width_of(text.text or "", size)
        assert 0.0 <= x - share * breadth <= x + (1 - share) * breadth <= units, text.text


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("colours", ["usual", "safe"])
def test_every_line_is_seen_on_its_page(theme: Theme, colours: Colours) -> None:
    palette = Palette(theme, colours)
    picture = drawn("en", palette=palette)
    assert picture.findall("{*}rect")[0].get("fill") == palette.ink.page
    inks = {path.get("stroke") for path in picture.findall("{*}path")}
    for colour in ruleset_of_game(GAME).board.player_colours[:3]:
        assert palette.player(colour) in inks
        seen = (palette.player(colour), palette.ink.rim)
        assert max(contrast(ink, palette.ink.page) for ink in seen) >= 3.0
    assert contrast(palette.ink.text, palette.ink.page) >= 4.5
    assert contrast(palette.ink.faint, palette.ink.page) >= 4.5


def test_the_alt_text_says_what_the_picture_says() -> None:
    picture = drawn("en")
    description = picture.findtext("{*}desc") or ""
    for text in ("Ann: 61, final −39", "Tickets −100", "+27 Australia (East) – New Zealand"):
        assert text in texts(picture)
        assert text in description


@pytest.mark.parametrize("lang", codes())
def test_the_axis_counts_turns(lang: str) -> None:
    assert {"en": "turn", "fr": "tour"}[lang] in texts(drawn(lang))


@pytest.mark.parametrize("width", [400, 900])
def test_turns_are_at_equal_distances(width: int) -> None:
    """However many events each of them has."""
    below = {}
    for text in drawn("en", width=width).findall("{*}text"):
        if text.get("text-anchor") == "middle" and (text.text or "").isdigit():
            below[int(text.text or "")] = float(text.get("x", ""))
    steps = [(x - y) / (m - n) for (n, y), (m, x) in pairwise(sorted(below.items()))]
    assert len(steps) > 2
    assert max(steps) - min(steps) < 0.05


def test_small_gains_are_named_if_there_are_no_large_ones() -> None:
    named = [text for text in texts(drawn("en", cut=300)) if text.startswith("+")]
    assert named
    assert max(int(text[1:].split()[0]) for text in named) < 4
