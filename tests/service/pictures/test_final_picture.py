"""The end of a game as a picture: points by reason, the winner, the longest path, and what came of every ticket."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from service.language.languages import Lang, Messages, codes
from service.language.vocabulary.board_words import board_words
from service.pictures.drawing.alt_text import headline_of, reason_words, ticket_name, ticket_words
from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.result_table import signed
from service.pictures.drawing.routes.spaces import TRAIN
from service.pictures.drawing.routes.ticket_gaps import Ground, drawn_gaps, gaps_of
from service.pictures.drawing.scene import Scene, scene_of, without_standings
from service.pictures.game_result import Result, result_of, tickets_of
from service.pictures.layout.board_layout import Layout, layout_of
from service.pictures.layout.canvas import CANVASES, Canvas
from service.pictures.layout.geometry import Box, Point, distance, tile_meets_box
from service.pictures.layout.lettering.chips import is_group
from service.pictures.layout.lettering.text_width import quiet_width_of, width_of
from service.pictures.layout.paths.curves import LANE
from service.pictures.png import png_of
from tests.support.boards.every_board import MOSTLY_SOAKED, PLAYABLE
from tests.support.boards.pictured_tables import NAMES, late, positions, ruleset_for, scene_for
from ttr_core import State, Witness, view
from ttr_core.engine.networks import completed_tickets
from ttr_core.engine.scoring import score
from ttr_core.model.ids import CityId, SeatId
from ttr_core.model.phases import Ended, Scored

SVG = "{http://www.w3.org/2000/svg}"
SIGNS = {"done": "✓", "failed": "×"}
SEEN = 0.2  # of a gap that is dotted: the rest lies below names, trains and cities
CITY_ROOM = 16.0  # around a city that has no dots

on_both_canvases = pytest.mark.parametrize("canvas", CANVASES, ids=lambda canvas: canvas.name)
on_every_board = pytest.mark.parametrize("board", MOSTLY_SOAKED)


@cache
def scored(board: str) -> State:
    state = positions(board)[-1]
    assert isinstance(state.phase, Ended)
    return replace(state, phase=Scored(state.phase.reason))


def result_for(board: str) -> Result:
    result = result_of(ruleset_for(board), scored(board))
    assert result is not None
    return result


def final_scene(board: str, lang: Lang = "en") -> Scene:
    ruleset, state = ruleset_for(board), scored(board)
    shown = view(ruleset, state, Witness.SPECTATOR)
    return scene_of(ruleset, shown, NAMES, lang=lang, result=result_for(board))


def drawn(board: str, scene: Scene, width: int = 1000, lang: Lang = "en") -> ElementTree.Element:
    options = PictureOptions(width=width, lang=lang)
    return ElementTree.fromstring(board_svg(ruleset_for(board), scene, options))


def texts(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


@on_every_board
@pytest.mark.parametrize(("width", "lang"), [(1000, "en"), (400, "fr")])
def test_points_by_reason_winner_and_tickets_are_shown(board: str, width: int, lang: Lang) -> None:
    ruleset, sheet = ruleset_for(board), score(ruleset_for(board), scored(board))
    say, words = Messages(lang, ruleset), board_words(ruleset, lang)
    picture = drawn(board, final_scene(board, lang), width, lang)
    shown, described = texts(picture), picture.findtext(f"{SVG}desc") or ""
    assert shown.count("★") == len(sheet.winners)
    for seat in sheet.seats:
        assert say("picture-points_short", count=signed(seat.total)) in shown
        for line in seat.lines:
            assert f"{reason_words(say, line.reason)} {signed(line.points)}" in shown
            assert f"{reason_words(say, line.reason)} {line.points}" in described
    for result in result_for(board).seats:
        for ticket in result.tickets:
            name = ticket_name(ruleset, ticket.ticket, words)
            beginning = f"{SIGNS[ticket.state]} {name}"
            assert any(text.startswith(beginning[:20]) for text in shown)
            assert words.place(ruleset.tickets[ticket.ticket].a) in described
            if ticket.gap is not None:
                assert f"{words.place(ticket.gap[0])}–{words.place(ticket.gap[1])}" in described


@on_every_board
def test_tickets_are_those_of_the_score(board: str) -> None:
    ruleset, state = ruleset_for(board), scored(board)
    for result in result_for(board).seats:
        completed = set(completed_tickets(ruleset, state, result.seat))
        assert {each.ticket for each in result.tickets} == set(state.seats[result.seat].tickets)
        assert {each.ticket for each in result.tickets if each.state == "done"} == completed
        for each in result.tickets:
            assert (each.points < 0) == (each.state == "failed")
            if each.path:
                owned = {
                    frozenset((ruleset.routes[n].a, ruleset.routes[n].b))
                    for n in range(len(ruleset.routes))
                    if state.seats[result.seat].routes >> n & 1
                }
                steps = zip(each.path, each.path[1:], strict=False)
                assert all(frozenset(step) in owned for step in steps)


@on_every_board
def test_the_longest_path_glows_and_gaps_are_dashed(board: str) -> None:
    picture = drawn(board, final_scene(board))
    insets = [window for window in picture.findall(f"{SVG}svg") if window.get("class") == "window"]
    again = [element for inset in insets for element in inset.iter()]
    classes = [element.get("class") for element in picture.iter() if element not in again]
    paths = {route for result in result_for(board).seats for route in result.longest_path}
    assert (classes.count("longest") > 0) == bool(paths)
    assert classes.count("longest") >= len(paths)
    failed = [each for result in result_for(board).seats for each in result.tickets if each.state == "failed"]
    assert classes.count("gap") == len(gaps_of(final_scene(board))) <= len(failed)
    assert bool(classes.count("gap")) == bool(failed)
    assert all(each.gap and each.gap[0] != each.gap[1] for each in failed)


def classes_of(group: ElementTree.Element) -> list[str | None]:
    return [element.get("class") for element in group]


@on_both_canvases
def test_the_band_of_a_path_lies_around_one_track_only(canvas: Canvas) -> None:
    """Of a double route the other track stays whole: all bands lie below all spaces."""
    layout, scene = layout_of(ruleset_for("usa"), "en", canvas), final_scene("usa")
    path = {route for result in result_for("usa").seats for route in result.longest_path}
    bundles = [each.bundle.tracks for each in layout.paths if len(each.bundle.tracks) > 1]
    double = [tracks for tracks in bundles if sum(bool(path & set(track.routes)) for track in tracks) == 1]
    assert double
    banded = {track.routes[0] for tracks in double for track in tracks if path & set(track.routes)}
    picture = ElementTree.fromstring(board_svg(ruleset_for("usa"), scene, PictureOptions(), layout, layout))
    spaces = next(group for group in picture.findall(f"{SVG}g") if "longest" in classes_of(group))
    order = [(each.get("class", ""), each.get("data-routes", "")) for each in spaces]
    bands = [float(each[1].get("stroke-width", "")) for each in spaces if each.get("class") == "longest"]
    wagon = TRAIN * canvas.train
    assert max(bands) > wagon  # it is seen around its own trains
    assert max(bands) / 2 < LANE  # and does not reach the middle of the next lane, which lies above it anyway
    kinds = [kind for kind, _ in order]
    assert kinds == sorted(kinds, key=("longest", "route", "route owned").index)
    of_path = [row for row in layout.rows if path & set(row.track.routes)]
    assert kinds.count("longest") == len(of_path) >= len(banded)


@pytest.mark.parametrize("width", [400, 1000])
@pytest.mark.parametrize("lang", codes())
def test_a_name_is_cut_only_where_it_would_touch_the_standing(lang: Lang, width: int) -> None:
    """Standings are in the regular weight: measured as bold ones, they took room that they do not need."""
    scene, name = scene_for("usa"), "Chloé de la Tour"
    full = {"name": name, "points": 42, "trains": 18, "cards": 12, "tickets": 3}
    table = replace(scene, players=tuple(replace(player, **full) for player in scene.players))
    shown = texts(drawn("usa", table, width, lang))
    assert shown.count(name) == len(scene.players)


@on_every_board
def test_a_final_picture_to_post_is_small(board: str) -> None:
    png = png_of(board_svg(ruleset_for(board), final_scene(board), PictureOptions(palette=Palette("dark"))))
    assert len(png) < 300_000


def test_some_game_has_gaps_and_some_has_a_longest_path() -> None:
    results = [seat for board in PLAYABLE for seat in result_for(board).seats]
    assert any(each.state == "failed" for result in results for each in result.tickets)
    assert any(result.longest_path for result in results)


def test_totals_below_zero_have_a_minus_sign() -> None:
    scene = scene_for("usa")
    poor = replace(scene, players=tuple(replace(player, points=-57) for player in scene.players))
    svg = board_svg(ruleset_for("usa"), poor, PictureOptions())
    assert ">−57 pts" in svg
    assert ">-57" not in svg


def test_nothing_is_open_before_the_points_are_counted() -> None:
    ruleset, state = ruleset_for("usa"), positions("usa")[-1]
    assert result_of(ruleset, state) is None
    assert result_of(ruleset, late("usa")) is None
    scene = scene_of(ruleset, view(ruleset, state, Witness.SPECTATOR), NAMES)
    assert Messages("en")("event-game_ended") in texts(drawn("usa", scene))
    assert "★" not in texts(drawn("usa", scene))


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "The game waits for {}."), ("fr", "La partie attend {}.")]
)
@pytest.mark.parametrize("width", [400, 1000])
def test_running_pictures_say_whose_turn_it_is(lang: Lang, words: str, width: int) -> None:
    scene = scene_for("usa")
    (waiting,) = [player.name for player in scene.players if player.playing]
    assert words.format(waiting) in texts(drawn("usa", scene, width, lang))
    assert words.format(waiting) not in texts(drawn("usa", without_standings(scene), width, lang))


def test_what_players_hold_is_in_their_own_colours_at_the_end() -> None:
    """Players stand by rank then, and what they hold by seat."""
    scene = final_scene("europe")
    assert scene.result is not None
    ranked = replace(scene, result=replace(scene.result, seats=scene.result.seats[::-1]))
    boxes = [
        [box.get("fill") for box in drawn("europe", each).iter(f"{SVG}rect") if box.get("height") == "14"]
        for each in (scene, ranked)
    ]
    assert boxes[0] == boxes[1]
    assert len(boxes[0]) > 2


@pytest.mark.parametrize("width", [400, 1000])
@pytest.mark.parametrize("lang", codes())
def test_the_legend_explains_what_stands_out_and_nothing_else(lang: Lang, width: int) -> None:
    say = Messages(lang)
    path, gap, new, asked = (say(f"picture-key_{name}") for name in ("longest", "gap", "new", "path"))
    ended = texts(drawn("usa", final_scene("usa", lang), width, lang))
    assert {path, gap} <= set(ended)
    assert not {new, asked} & set(ended)
    running = replace(scene_for("usa"), new_routes=frozenset(scene_for("usa").owners))
    assert {path, gap, new, asked} & set(texts(drawn("usa", running, width, lang))) == {new}
    chosen = replace(final_scene("usa", lang), path=tuple(scene_for("usa").owners)[:1])
    assert {path, asked} & set(texts(drawn("usa", chosen, width, lang))) == {asked}


def sample_fills(picture: ElementTree.Element) -> set[str | None]:
    """The colours of the trains of the legend."""
    tracks = [group for group in picture.iter(f"{SVG}g") if group.get("class", "").startswith("route")]
    on_map = {id(train) for group in tracks for train in group.iter()}
    trains = [path for path in picture.iter(f"{SVG}path") if path.get("class") == "train"]
    return {train.get("fill") for train in trains if id(train) not in on_map}


def test_the_legend_shows_a_path_and_what_is_new_in_the_colours_of_those_who_have_it() -> None:
    """The first player or the winner need not be one of them."""
    scene, palette = final_scene("usa"), Palette()
    assert scene.result is not None
    fills = [palette.player(player.colour) for player in scene.players]
    for holders in ([0], [2], [1, 3]):
        routes = {
            seat: next(route for route, owner in scene.owners.items() if owner == seat) for seat in holders
        }
        seats = tuple(
            replace(each, longest_path=(routes[each.seat],) if each.seat in holders else ())
            for each in scene.result.seats
        )
        expected = {fills[seat] for seat in holders}
        ended = replace(scene, result=replace(scene.result, seats=seats))
        assert sample_fills(drawn("usa", ended)) == expected
        running = replace(scene_for("usa"), owners=scene.owners, new_routes=frozenset(routes.values()))
        assert sample_fills(drawn("usa", running)) == expected


def test_a_game_that_is_over_shows_no_empty_places() -> None:
    """All nine festivals of Iberia are taken by then: their rows would say nothing."""
    names = {mark.thing.name for mark in scene_for("iberia").city_marks() if mark.thing is not None}
    assert len(names) == 9
    ended = final_scene("iberia")
    left = {mark.thing.name for mark in ended.city_marks() if mark.thing is not None and mark.count}
    shown = {text.partition(" · ")[0] for text in texts(drawn("iberia", ended))}
    assert shown & names == left
    assert [mark for mark in ended.city_marks() if mark.count == 0] == []


# the viewer's own tickets


@on_every_board
def test_own_tickets_are_listed_with_letter_state_and_value(board: str) -> None:
    ruleset, state = ruleset_for(board), late(board)
    shown = view(ruleset, state, 1)
    scene = scene_of(ruleset, shown, NAMES, tickets=shown.seats[1].tickets or ())
    assert [each.ticket for each in scene.ticket_results] == list(shown.seats[1].tickets or ())
    signs = {"done": "✓", "open": "○", "failed": "×"}
    written = texts(drawn(board, scene, 400))
    for place, each in enumerate(scene.ticket_results):
        assert any(text.startswith(f"{'ABCDEFGHIJKLMNO'[place]} {signs[each.state]} ") for text in written)


@on_every_board
def test_alt_text_says_ones_own_tickets_with_their_state_and_nobody_elses(board: str) -> None:
    ruleset, state = ruleset_for(board), late(board)
    shown, say, names = view(ruleset, state, 1), Messages("en", ruleset), board_words(ruleset, "en")
    own = shown.seats[1].tickets or ()
    scene = scene_of(ruleset, shown, NAMES, tickets=own)
    described = drawn(board, scene).findtext(f"{SVG}desc") or ""
    for each in scene.ticket_results:
        assert (
            say(f"picture-ticket_{each.state}", ticket=ticket_words(ruleset, each.ticket, names)) in described
        )
    written = {ticket_words(ruleset, ticket, names) for ticket in own}
    held = [seat.tickets for number, seat in enumerate(state.seats) if number != 1]
    others = {ticket_words(ruleset, ticket, names) for tickets in held for ticket in tickets}
    assert own
    assert others - written
    assert [words for words in sorted(others - written) if words in described] == []
    watched = scene_of(ruleset, view(ruleset, state, Witness.SPECTATOR), NAMES)
    spectators_text = drawn(board, watched).findtext(f"{SVG}desc") or ""
    assert [words for words in sorted(others | written) if words in spectators_text] == []


@on_every_board
@pytest.mark.parametrize("width", [400, 1000])
def test_letters_of_tickets_lie_on_no_name(board: str, width: int) -> None:
    ruleset, shown = ruleset_for(board), view(ruleset_for(board), late(board), 1)
    picture = drawn(board, scene_of(ruleset, shown, NAMES, tickets=shown.seats[1].tickets or ()), width)
    layout = layout_of(ruleset, "en", PictureOptions(width=width).canvas)
    names = [label.box for key, label in layout.labels.items() if not is_group(key)]
    sheets = [
        Box(x, y, x + wide, y + high)
        for city in picture.findall(f"{SVG}g/[@class='city']")
        for sheet in city.findall(f"{SVG}rect/[@rx]")
        if sheet.get("fill") == Palette().ink.mark
        for x, y, wide, high in [[float(sheet.get(key, "")) for key in ("x", "y", "width", "height")]]
    ]
    assert len(sheets) > 2
    assert [sheet for sheet in sheets if any(sheet.grown(-0.2).meets(name) for name in names)] == []


def test_a_ticket_is_open_until_it_is_done_or_others_are_in_its_way() -> None:
    ruleset, state = ruleset_for("usa"), positions("usa")[60]
    seat = SeatId(1)
    shown = view(ruleset, state, seat)
    assert {each.state for each in tickets_of(ruleset, shown, seat)} <= {"done", "open"}
    everything = tuple(route.id for route in ruleset.routes)
    blocked = replace(
        shown,
        seats=tuple(
            replace(each, routes=() if each.seat == seat else everything if each.seat == 0 else ())
            for each in shown.seats
        ),
    )
    results = tickets_of(ruleset, blocked, seat)
    assert {each.state for each in results} == {"failed"}
    assert [each.points for each in results] == [-ruleset.tickets[each.ticket].penalty for each in results]
    mine = replace(blocked, seats=tuple(replace(s, routes=everything) for s in shown.seats))
    assert {each.state for each in tickets_of(ruleset, mine, seat)} == {"done"}


@pytest.mark.parametrize("width", [400, 1000])
@pytest.mark.parametrize(
    ("lang", "so_far", "final"),
    [("en", "Points so far", "Final points"), ("fr", "Points provisoires", "Points définitifs")],
)
def test_standings_say_whether_points_are_final(lang: Lang, so_far: str, final: str, width: int) -> None:
    running, ended = (drawn("usa", scene, width, lang) for scene in (scene_for("usa"), final_scene("usa")))
    for picture, words, others in ((running, so_far, final), (ended, final, so_far)):
        assert words in texts(picture)
        assert others not in texts(picture)
        assert f"{words}." in (picture.findtext(f"{SVG}desc") or "")
    assert so_far not in texts(drawn("usa", without_standings(scene_for("usa")), width, lang))


# gaps


class DrawnGap(NamedTuple):
    """The dots of one failed ticket on a layout, and the cities between which they lie."""

    dots: Sequence[Point]
    ends: tuple[Point, Point]
    radius: float


def gaps_on(layout: Layout, board: str) -> list[DrawnGap]:
    drawing = "".join(drawn_gaps(layout, final_scene(board), Palette(), layout.frame))
    groups = [list(group) for group in ElementTree.fromstring(f"<svg>{drawing}</svg>")]
    return [
        DrawnGap(
            [Point(*map(float, dot.removesuffix("h0").split())) for dot in rim.get("d", "").split("M")[1:]],
            (layout.cities[one], layout.cities[other]),
            float(rim.get("stroke-width", "")) / 2,
        )
        for (rim, _), (_, (one, other)) in zip(groups, gaps_of(final_scene(board)), strict=True)
    ]


@on_every_board
@on_both_canvases
def test_dots_of_gaps_lie_on_no_name_space_or_city(board: str, canvas: Canvas) -> None:
    layout = layout_of(ruleset_for(board), "en", canvas)
    tiles = [(tile, tile.bounds()) for row in layout.rows for tile in row.tiles]
    cities = [
        (city.grown(8.0 * canvas.dot), city) for city in (Box(*at, *at) for at in layout.cities.values())
    ]
    boxes = [*(label.box for label in layout.labels.values()), *(box for box, _ in cities)]
    for gap in gaps_on(layout, board):
        for dot in gap.dots:
            around = Box(*dot, *dot).grown(gap.radius * 0.7)  # a square within the dot
            assert [box for box in boxes if box.meets(around)] == []
            assert [tile for tile, bounds in tiles if tile_meets_box(tile, bounds, around)] == []


@on_every_board
@on_both_canvases
def test_gaps_are_seen_between_their_cities(board: str, canvas: Canvas) -> None:
    """The cities are measured on the globe, so they are the same at every size."""
    for dots, (one, other), radius in gaps_on(layout_of(ruleset_for(board), "en", canvas), board):
        far, middle = distance(one, other), Point((one.x + other.x) / 2, (one.y + other.y) / 2)
        assert len(dots) * 2 * radius >= SEEN * (far - 2 * CITY_ROOM * canvas.dot)
        assert all(distance(dot, middle) <= 0.75 * far for dot in dots)


def test_two_gaps_between_the_same_cities_are_both_seen() -> None:
    layout = layout_of(ruleset_for("usa"))
    ground = Ground(layout, ())
    ends = (layout.cities[CityId(city)] for city in ("salt_lake_city", "houston"))
    one, other = ends
    first, second = (set(ground.dots(one, other)) for _ in range(2))
    assert len(first) > 10
    assert len(second) > 10
    assert not first & second


# the legend


def legend_texts(picture: ElementTree.Element, top: float) -> list[ElementTree.Element]:
    """The words below the map, which is so high: enlarged as a whole, or not at all."""
    groups = [group for group in picture.iter(f"{SVG}g") if "scale(" in group.get("transform", "")]
    if groups:
        return [text for group in groups for text in group.iter(f"{SVG}text")]
    return [text for text in picture.iter(f"{SVG}text") if float(text.get("y", "")) > top]


def text_box(text: ElementTree.Element) -> Box:
    x, y, size = (float(text.get(key, "")) for key in ("x", "y", "font-size"))
    measure = quiet_width_of if text.get("font-weight") == "normal" else width_of
    width = measure(text.text or "", size)
    left = x - {"end": 1.0, "middle": 0.5}.get(text.get("text-anchor", ""), 0.0) * width
    return Box(left, y - 0.73 * size, left + width, y + 0.1 * size)


def check_legend(board: str, scene: Scene, width: int, lang: Lang) -> list[str]:
    """Its texts; none lies upon another or beyond the edge."""
    ruleset = ruleset_for(board)
    layout = layout_of(ruleset, lang, PictureOptions(width=width).canvas)
    legend = legend_texts(drawn(board, scene, width, lang), layout.height)
    boxes = [(text.text or "", text_box(text)) for text in legend]
    assert [(one, two) for (one, a), (two, b) in combinations(boxes, 2) if a.meets(b)] == []
    right = layout.width / layout.canvas.legend
    assert [text for text, box in boxes if box.left < 0 or box.right > right] == []
    return [text for text, _ in boxes]


@pytest.mark.parametrize("lang", codes())
@pytest.mark.parametrize("width", [400, 1000])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_long_headline_is_not_cut_by_what_is_said_of_points(lang: Lang, width: int, count: int) -> None:
    """It goes on below, and nothing stands upon it."""
    scene = scene_for("europe")
    players = tuple(
        replace(each, name=f"Somebody Else {each.seat}", playing=True) for each in scene.players[:count]
    )
    named = replace(scene, players=players, owners={}, marks=())
    written = check_legend("europe", named, width, lang)
    assert headline_of(ruleset_for("europe"), named, lang) in " ".join(written)
    assert Messages(lang)("picture-points_so_far") in written


@on_every_board
@pytest.mark.parametrize("lang", codes())
@pytest.mark.parametrize("width", [400, 1000])
def test_nothing_in_the_legend_lies_upon_anything_else(board: str, lang: Lang, width: int) -> None:
    for scene in (scene_for(board), final_scene(board, lang)):
        texts = check_legend(board, scene, width, lang)
        assert len(texts) > 2 * len(scene.players)
        assert [text for text in texts if "…" in text] == []
