"""What programs read in a picture: routes, owners and cities by their ids; no id is in two documents."""

import re
from xml.etree import ElementTree

import pytest

from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.scene import empty_scene
from service.pictures.hand_picture import hand_svg
from service.pictures.layout.board_layout import layout_of
from tests.support.boards.every_board import MOSTLY_SOAKED, PLAYABLE
from tests.support.boards.pictured_tables import late, ruleset_for, scene_for
from ttr_core.engine.views import view

SVG = "{http://www.w3.org/2000/svg}"

on_every_board = pytest.mark.parametrize("board", MOSTLY_SOAKED)
at_every_width = pytest.mark.parametrize("width", [400, 1000])


def drawn(board: str, width: int = 1000) -> ElementTree.Element:
    return ElementTree.fromstring(
        board_svg(ruleset_for(board), scene_for(board), PictureOptions(width=width))
    )


def windows(picture: ElementTree.Element) -> list[ElementTree.Element]:
    """The parts that a small picture shows once more, larger, below the whole map."""
    return [part for part in picture.iter(f"{SVG}svg") if part.get("class") == "window"]


def groups_on_the_map(picture: ElementTree.Element, attribute: str) -> list[ElementTree.Element]:
    """Those of the whole map, without those of windows."""
    again = {id(group) for window in windows(picture) for group in window.iter(f"{SVG}g")}
    return [group for group in groups_in(picture, attribute) if id(group) not in again]


def groups_in(part: ElementTree.Element, attribute: str) -> list[ElementTree.Element]:
    return [group for group in part.iter(f"{SVG}g") if group.get(attribute)]


def names_of(groups: list[ElementTree.Element]) -> list[tuple[str, str]]:
    """What routes or cities say of themselves."""
    return sorted(
        (group.get("data-routes", "") or group.get("data-city", ""), group.get("data-owner", ""))
        for group in groups
    )


@on_every_board
@at_every_width
def test_every_route_names_itself_and_its_owner(board: str, width: int) -> None:
    scene, picture = scene_for(board), drawn(board, width)
    layout = layout_of(ruleset_for(board), "en", PictureOptions(width=width).canvas)
    rows = [
        (row.track.routes, {scene.owners.get(route) for route in row.track.routes}) for row in layout.rows
    ]
    expected = sorted(
        (" ".join(routes), str(next((seat for seat in owners if seat is not None), "")))
        for routes, owners in rows
    )
    groups = groups_on_the_map(picture, "data-routes")
    assert names_of(groups) == expected
    assert {route for group in groups for route in group.get("data-routes", "").split()} == {
        route.id for route in ruleset_for(board).routes
    }


@on_every_board
@at_every_width
def test_every_city_names_itself(board: str, width: int) -> None:
    cities = [group.get("data-city") for group in groups_on_the_map(drawn(board, width), "data-city")]
    assert cities == [city.id for city in ruleset_for(board).board.cities]


@on_every_board
def test_what_a_window_shows_again_says_the_same_of_itself(board: str) -> None:
    picture = drawn(board, 400)
    for window in windows(picture):
        for attribute in ("data-routes", "data-city"):
            again = names_of(groups_in(window, attribute))
            assert again
            assert len(set(again)) == len(again), "once in every window"
            assert set(again) <= set(names_of(groups_on_the_map(picture, attribute)))


def test_crowded_parts_of_small_pictures_alone_are_shown_again() -> None:
    assert {board for board in PLAYABLE if windows(drawn(board, 400))} >= {"germany", "italy", "lyon"}
    assert not any(windows(drawn(board)) for board in PLAYABLE)


def test_two_pictures_on_one_page_share_no_id() -> None:
    ruleset, options = ruleset_for("world-dense"), PictureOptions()
    seen = view(ruleset, late("world-dense"), 0)
    pictures = [
        board_svg(ruleset, scene_for("world-dense"), options),
        board_svg(ruleset, empty_scene(ruleset), options),
        board_svg(ruleset_for("usa"), scene_for("usa"), options),
        hand_svg(ruleset, seen, 0, options),
    ]
    ids = [re.findall(r' id="([^"]+)"', picture) for picture in pictures]
    assert all(ids)
    assert len({name for names in ids for name in names}) == sum(map(len, ids))
    for names, picture in zip(ids, pictures, strict=True):
        used = re.findall(r"url\(#([^)]+)\)", picture)
        labels = re.findall(r'aria-(?:labelledby|describedby)="([^"]+)"', picture)
        assert len(labels) == 2
        assert set(used) | set(labels) == set(names)


@pytest.mark.parametrize("colours", ["usual", "safe"])
def test_a_picture_has_no_style_and_no_script(colours: str) -> None:
    """A strict content security policy lets a page show it inline."""
    palette = Palette("dark", "safe" if colours == "safe" else "usual")
    svg = board_svg(ruleset_for("europe"), scene_for("europe"), PictureOptions(palette=palette))
    assert " style=" not in svg
    assert "<style" not in svg
    assert not re.search(r" on[a-z]+=", svg)
