"""A hand as a picture, and the same in words."""

from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from service.language.languages import Lang
from service.language.vocabulary.board_words import BoardWords
from service.pictures.drawing.board_picture import PictureOptions
from service.pictures.drawing.palette import Palette
from service.pictures.game_result import tickets_of
from service.pictures.hand_picture import WIDE, hand_svg
from service.pictures.layout.canvas import LEGIBLE
from service.pictures.layout.lettering.text_width import width_of
from service.pictures.png import png_of
from tests.support.boards.every_board import PLAYABLE
from tests.support.boards.pictured_tables import late, positions, ruleset_for
from ttr_core.engine.views import view
from ttr_core.model.ids import Card

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("board", PLAYABLE)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_card_and_ticket_is_described(board: str, lang: Lang) -> None:
    ruleset = ruleset_for(board)
    for state in (positions(board)[0], late(board)):
        shown = view(ruleset, state, 1)
        picture = ElementTree.fromstring(hand_svg(ruleset, shown, 1, PictureOptions(lang=lang)))
        description = picture.findtext(f"{SVG}desc") or ""
        assert description.startswith({"en": "Cards: ", "fr": "Cartes\u00a0: "}[lang])
        for card, count in (shown.seats[1].hand or {}).items():
            assert f"{count} {BoardWords(ruleset, lang).card(card, count)}" in description
        assert description.count("–") == len(shown.seats[1].tickets or ()) + len(shown.seats[1].offer or ())


@pytest.mark.parametrize("board", PLAYABLE)
@pytest.mark.parametrize("width", [400, 639, 640, 1000])
def test_its_words_are_legible_and_within_it(board: str, width: int) -> None:
    ruleset = ruleset_for(board)
    svg = hand_svg(ruleset, view(ruleset, late(board), 1), 1, PictureOptions(width=width))
    picture = ElementTree.fromstring(svg)
    whole = float(picture.get("viewBox", "").split()[2])
    for text in picture.iter(f"{SVG}text"):
        size = float(text.get("font-size", ""))
        assert size * width / whole >= LEGIBLE
        share = 0.5 if text.get("text-anchor") == "middle" else 1.0
        assert float(text.get("x", "")) + share * width_of(text.text or "", size) <= whole


@pytest.mark.parametrize("board", PLAYABLE)
def test_lists_fill_both_halves_of_a_wide_sheet(board: str) -> None:
    ruleset = ruleset_for(board)
    svg = hand_svg(ruleset, view(ruleset, late(board), 1), 1, PictureOptions(width=1000))
    texts = ElementTree.fromstring(svg).iter(f"{SVG}text")
    lines = [
        text for text in texts if text.get("text-anchor") is None
    ]  # words on cards and below them have one
    assert {float(text.get("x", "")) >= WIDE / 2 for text in lines} == {False, True}


def test_tickets_are_shown_with_their_state() -> None:
    ruleset = ruleset_for("europe")
    shown = view(ruleset, late("europe"), 1)
    svg = hand_svg(ruleset, shown, 1, PictureOptions())
    signs = {"done": "✓", "open": "○", "failed": "×"}
    results = tickets_of(ruleset, shown, 1)
    assert {each.state for each in results} == {"done", "open"}
    for place, each in enumerate(results):
        assert svg.count(f">{'ABCDEFGH'[place]} {signs[each.state]} ") == 1  # as on the map
    assert "(21), open" in svg


@pytest.mark.parametrize(("width", "beside"), [(1000, True), (400, False)])
def test_a_broad_hand_has_no_empty_half(width: int, beside: bool) -> None:
    """What a player has besides tickets stands beside them, and below them on a phone."""
    ruleset = ruleset_for("europe")
    svg = hand_svg(ruleset, view(ruleset, late("europe"), 1), 1, PictureOptions(width=width))
    texts = list(ElementTree.fromstring(svg).iter(f"{SVG}text"))
    tickets, own = (
        next(text for text in texts if text.text == heading) for heading in ("Tickets", "In front of you")
    )
    assert (own.get("y") == tickets.get("y")) == beside
    assert (own.get("x") != tickets.get("x")) == beside


@pytest.mark.parametrize("width", [400, 1000])
def test_the_picture_says_what_its_description_says(width: int) -> None:
    """Every kind of card with its number, the market, what is left in the deck, tickets, trains."""
    ruleset = ruleset_for("europe")
    shown = view(ruleset, late("europe"), 1)
    svg = hand_svg(ruleset, shown, 1, PictureOptions(width=width))
    mine = shown.seats[1]
    texts = [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    for card, count in (mine.hand or {}).items():
        assert BoardWords(ruleset, "en").card(card) in texts
        assert str(count) in texts
    assert f"Hand: {mine.hand_size} cards" in texts
    assert f"Face up, {shown.deck} cards in the deck" in texts
    assert f"{mine.trains} trains" in texts
    assert f"{mine.trains} trains left." in svg


def test_a_small_hand_stands_beside_the_market() -> None:
    """On a phone there is no room for both."""
    ruleset = ruleset_for("europe")
    shown = view(ruleset, late("europe"), 1)
    seats = tuple(replace(seat, hand={Card("red"): 2}, hand_size=2) for seat in shown.seats)
    for width, beside in ((1000, True), (400, False)):
        svg = hand_svg(ruleset, replace(shown, seats=seats), 1, PictureOptions(width=width))
        texts = ElementTree.fromstring(svg).iter(f"{SVG}text")
        hand, market = (text for text in texts if (text.text or "").startswith(("Hand: ", "Face up, ")))
        assert (hand.get("y") == market.get("y")) == beside


def test_it_fits_and_is_small() -> None:
    ruleset = ruleset_for("europe")
    svg = hand_svg(
        ruleset, view(ruleset, late("europe"), 0), 0, PictureOptions(palette=Palette("dark", "safe"))
    )
    picture = ElementTree.fromstring(svg)
    width, height = (float(value) for value in picture.get("viewBox", "").split()[2:])
    for card in list(picture.iter(f"{SVG}rect"))[1:]:
        right = float(card.get("x", "")) + float(card.get("width", ""))
        assert right <= width
        assert float(card.get("y", "")) + float(card.get("height", "")) <= height
    assert len(png_of(svg)) < 60_000
