"""The statistics of a board as a picture: at every width its words can be read, and none is cut."""

from xml.etree import ElementTree

import pytest

from service.language.languages import Lang, codes
from service.pictures.drawing.board_picture import PictureOptions
from service.pictures.layout.canvas import LEGIBLE
from service.pictures.layout.lettering.text_width import width_of
from service.pictures.statistics_picture import statistics_svg
from service.ratings.board_statistics import figures_of
from tests.support.boards.every_board import PLAYABLE
from tests.support.boards.pictured_tables import ruleset_for

SVG = "{http://www.w3.org/2000/svg}"


def drawn(board: str, width: int, lang: Lang) -> ElementTree.Element:
    """After one game in which every ticket was kept and every route claimed."""
    ruleset = ruleset_for(board)
    counts = {"2p games": 1, "2p seat 0 games": 1, "2p seat 0 wins": 1, "2p rank 1 games": 1}
    counts |= {f"2p ticket {ticket} kept": 1 for ticket in ruleset.goals}
    counts |= {f"2p route {route.id}": 1 for route in ruleset.routes}
    options = PictureOptions(width=width, lang=lang)
    return ElementTree.fromstring(statistics_svg(ruleset, figures_of(counts), options))


@pytest.mark.parametrize("board", PLAYABLE)
@pytest.mark.parametrize("lang", codes())
@pytest.mark.parametrize("width", [400, 640, 880, 1000])
def test_its_words_are_legible_whole_and_within_it(board: str, width: int, lang: Lang) -> None:
    picture = drawn(board, width, lang)
    whole = float(picture.get("viewBox", "").split()[2])
    written = list(picture.iter(f"{SVG}text"))
    assert len(written) > 20
    for text in written:
        size, x = float(text.get("font-size", "")), float(text.get("x", ""))
        assert size * width / whole >= LEGIBLE
        assert 0.0 <= x <= x + width_of(text.text or "", size) <= whole, text.text
        assert "…" not in (text.text or "")


@pytest.mark.parametrize("lang", codes())
def test_the_alt_text_says_what_the_picture_says(lang: Lang) -> None:
    picture = drawn("usa", 1000, lang)
    description = picture.findtext(f"{SVG}desc") or ""
    title, *written = [text.text or "" for text in picture.iter(f"{SVG}text")]
    assert title == picture.findtext(f"{SVG}title")
    assert [text for text in written if text not in description] == []


def test_points_are_never_alone_on_a_line() -> None:
    written = [text.text or "" for text in drawn("switzerland", 1000, "en").iter(f"{SVG}text")]
    assert any(" / " in text for text in written)
    assert [text for text in written if text.startswith("(")] == []
