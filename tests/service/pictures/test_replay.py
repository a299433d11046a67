"""Replays: a frame for every turn, painted in parts as it would be painted as a whole, the same bytes every time."""

from collections.abc import Collection
from io import BytesIO
from itertools import pairwise
from math import ceil

import pytest
from PIL import Image, ImageChops, ImageDraw

from service.pictures.drawing.board_picture import PictureOptions
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.scene import scene_of
from service.pictures.layout.board_layout import Layout, layout_of
from service.pictures.layout.canvas import LEGIBLE
from service.pictures.layout.geometry import Point
from service.pictures.replays.animation import Animation
from service.pictures.replays.replay import (
    GAP,
    LAST_MILLISECONDS,
    Moment,
    Replay,
    animated,
    moments,
    moments_at,
    sheet,
    sheet_width,
)
from service.pictures.replays.replay_store import ON_SHEET
from tests.support.audit.golden_corpus import events_of, ruleset_of_game
from ttr_core import Witness, view
from ttr_core.model.events import TurnStarted
from ttr_core.model.ids import RouteId

GAME = "europe-2p-whole"
NAMES = ["Ann", "Ben"]
SOME = 30  # turns
DIFFERENT = 48  # of 255
ALIKE = 0.002  # of all pixels may differ, at the edges of trains


def replay(options: PictureOptions) -> Replay:
    ruleset = ruleset_of_game(GAME)
    return Replay(ruleset, NAMES, options, layout_of(ruleset, options.lang, options.canvas))


def some_moments() -> list[Moment]:
    return moments(ruleset_of_game(GAME), events_of(GAME))[:SOME]


def test_there_is_a_moment_for_every_turn_and_the_last_one() -> None:
    events = events_of(GAME)
    positions = moments(ruleset_of_game(GAME), events)
    starts = [version for version, event in enumerate(events, 1) if isinstance(event, TurnStarted)]
    assert [position.version for position in positions] == [*starts, len(events)]
    some = moments_at(ruleset_of_game(GAME), events, ())
    assert len(some) == ON_SHEET
    assert [some[0].version, some[-1].version] == [starts[0], len(events)]
    chosen = moments_at(ruleset_of_game(GAME), events, (50, 10))
    assert [position.version for position in chosen] == [10, 50]


@pytest.mark.parametrize(
    "palette", [Palette("light"), Palette("dark", "safe")], ids=lambda each: each.colours
)
def test_trains_laid_upon_a_map_look_as_if_they_were_painted_with_it(palette: Palette) -> None:
    options, positions = PictureOptions(palette=palette, width=880), some_moments()
    *_, laid = replay(options).frames([*positions, replace_turn(positions[-1])])
    (whole,) = replay(options).frames(positions[-1:])
    assert laid.size == whole.size
    height = laid.height * 0.8  # the strip below says how far the replay is
    box = (0, 0, laid.width, int(height))
    difference = ImageChops.difference(laid.crop(box), whole.crop(box)).convert("L")
    strong = sum(difference.histogram()[DIFFERENT:])
    assert strong < ALIKE * laid.width * height


def test_trains_laid_upon_a_map_leave_cities_and_parallel_tracks_as_they_are() -> None:
    options, positions = PictureOptions(width=880), some_moments()
    layout = layout_of(ruleset_of_game(GAME), options.lang, options.canvas)
    scale = options.width / layout.width
    first, *_, last = frames = list(replay(options).frames(positions))
    (whole,) = replay(options).frames(positions[-1:])
    cities = [(round(x * scale), round(y * scale)) for x, y in layout.cities.values()]
    assert [city for city in cities if last.getpixel(city) != whole.getpixel(city)] == []
    beside = parallel_spots(layout, owned_routes(positions[-1]))
    spots = [(round(x * scale), round(y * scale)) for x, y in beside]
    assert spots
    assert [spot for frame in frames for spot in spots if frame.getpixel(spot) != first.getpixel(spot)] == []


def owned_routes(position: Moment) -> Collection[RouteId]:
    ruleset = ruleset_of_game(GAME)
    return scene_of(ruleset, view(ruleset, position.state, Witness.SPECTATOR), NAMES).owners.keys()


def parallel_spots(layout: Layout, claimed: Collection[RouteId]) -> list[Point]:
    """The middles of free spaces beside trains."""
    beside = [path.bundle for path in layout.paths if path.bundle.tracks[0].routes[0] in claimed]
    free = {route for bundle in beside for track in bundle.tracks for route in track.routes} - set(claimed)
    return [Point(row.tiles[0].x, row.tiles[0].y) for row in layout.rows if set(row.track.routes) & free]


def test_a_sheet_is_only_as_high_as_what_it_says_of_each_position() -> None:
    page, ink = (251, 248, 241), (29, 26, 21)
    frames = [Image.new("RGB", (100, 200), page) for _ in range(4)]
    for frame, height in zip(frames, (120, 130, 110, 190), strict=True):
        frame.paste(ink, (10, 10, 90, height))
    with Image.open(BytesIO(sheet(iter(frames), 4, lambda done, whole: None))) as paper:
        assert paper.size == (2 * 100 + 3 * GAP, 136 + 196 + 3 * GAP)


def replace_turn(position: Moment) -> Moment:
    """The same position once more, in which nothing is new."""
    return position._replace(turn=position.turn + 1)


def test_a_replay_is_the_same_every_time_and_ends_with_a_pause() -> None:
    options, positions = PictureOptions(width=400), some_moments()[:6]
    noted: list[tuple[int, int]] = []
    first, second = (
        animated(
            replay(options).frames(positions), len(positions), lambda frames, of: noted.append((frames, of))
        )
        for _ in range(2)
    )
    assert first == second
    assert noted[:6] == [(number, 6) for number in range(1, 7)]
    with Image.open(BytesIO(first)) as film:
        film.seek(getattr(film, "n_frames", 1) - 1)
        film.load()
        assert film.info["duration"] == LAST_MILLISECONDS
        assert film.info["loop"] == 0


def test_an_animation_shows_every_frame_as_it_was() -> None:
    """But for one that looks like the last: it lets that stay longer."""
    frames = [Image.new("RGB", (41, 31), "white")]
    for left, top, colour in ((3, 5, "black"), (0, 0, "#010000"), (38, 27, "#fefeff")):
        frame = frames[-1].copy()
        ImageDraw.Draw(frame).rectangle((left, top, left + 2, top + 3), colour)
        frames.append(frame)
    animation = Animation()
    for number, frame in enumerate((*frames, frames[-1]), 1):
        animation.add(frame, 100 * number)
    with Image.open(BytesIO(animation.packed())) as film:
        assert (film.size, getattr(film, "n_frames", 1)) == ((41, 31), len(frames))
        for number, frame in enumerate(frames):
            film.seek(number)
            assert film.convert("RGB").tobytes() == frame.tobytes()
            assert film.info["duration"] == (900 if number == 3 else 100 * (number + 1))


def test_what_is_new_shines_for_one_frame() -> None:
    options, positions = PictureOptions(width=880), some_moments()
    player = replay(options)
    shining = []
    glow = tuple(int(options.palette.ink.new[place : place + 2], 16) for place in (1, 3, 5))
    for frame, position in zip(player.frames(positions), positions, strict=True):
        colours = {colour for _, colour in frame.getcolors(1_000_000) or []}
        shining.append((position.state.claimed, glow in colours))
    for (before, _), (now, shines) in pairwise(shining):
        assert shines == (now != before)
    assert any(shines for _, shines in shining)


def test_all_frames_are_of_one_size_also_the_last_which_says_more() -> None:
    options, ends = PictureOptions(width=400, lang="fr"), moments(ruleset_of_game(GAME), events_of(GAME))[-2:]
    running, final = replay(options).frames(ends)
    assert running.size == final.size
    (alone,) = replay(options).frames(ends[:1])
    assert alone.height < running.height
    film = Animation()
    film.add(alone, 100)
    with pytest.raises(AssertionError, match="sizes"):
        film.add(final, 100)


@pytest.mark.parametrize(
    ("count", "most", "width"), [(1, 880, 880), (4, 880, 880), (5, 880, 440), (9, 880, 440), (9, 400, 400)]
)
def test_frames_on_a_sheet_are_laid_out_for_their_width(count: int, most: int, width: int) -> None:
    """Scaled down, their words could not be read."""
    assert sheet_width(count, most) == width
    canvas = PictureOptions(width=width).canvas
    assert canvas.words * width / canvas.width >= LEGIBLE
    frames = (Image.new("RGB", (width, 50), "white") for _ in range(count))
    with Image.open(BytesIO(sheet(frames, count, lambda *_: None))) as paper:
        columns = ceil(count**0.5)
        assert paper.width == columns * (width + GAP) + GAP
        assert paper.height == ceil(count / columns) * (50 + GAP) + GAP
