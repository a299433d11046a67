"""Windows: parts of a map that are shown larger, around what has changed or where the small map is crowded."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from msgspec.structs import replace

from service.pictures.layout.board_layout import Layout
from service.pictures.layout.board_plan import CLEAR_EDGE, city_boxes
from service.pictures.layout.canvas import LEGIBLE, WIDTH, Canvas
from service.pictures.layout.city_positions import FRAME
from service.pictures.layout.geometry import Box, Point, Tile, enclosing
from service.pictures.layout.lettering.chips import is_group
from service.pictures.layout.lettering.labels import Label, Name, Obstacles, disturbance, place_labels
from service.pictures.layout.paths.track_bundles import Bundle
from ttr_core.model.ids import CityId, RouteId

MARGIN = 46.0  # around what has changed
LEAST = (330.0, 250.0)  # size of a window
SHAPES = (0.6, 1.5)  # the narrowest and the broadest, as width by height
INSET = (400.0, 320.0)  # of a map 1000 units wide
STEP = 20.0  # between the insets that are compared
PER_SPACE = 0.1  # what a space counts, compared with a city: long routes need no inset, many short ones do
NAMES_EACH = 5  # names that a small map shortens for each inset
LED = 0.5  # what a name counts that is whole, but needs a line to its city
MOST_INSETS = 3  # more would be longer than the map
KEPT = 64  # choices of insets
NEAR = 20.0  # a city this far outside still has its routes inside
RIM = 36.0  # of an inset: what lies there is no reason to choose it
CUT_OFF = 6.0  # a city this near to the edge has no name

Spot = tuple[Point, float]  # something on the map, and what it is worth to be shown larger


def part_of(layout: Layout, window: Box) -> Layout:
    """The layout with only what lies in the window; no name is cut."""
    around = window.grown(NEAR)
    return replace(
        layout,
        rows=tuple(row for row in layout.rows if any(window.meets(tile.bounds()) for tile in row.tiles)),
        cities={city: place for city, place in layout.cities.items() if around.contains(place)},
        labels={key: label for key, label in layout.labels.items() if window.holds(label.box)},
    )


def inset_of(layout: Layout, window: Box, titles: Mapping[CityId, str], sizes: Sequence[float]) -> Layout:
    """The layout in the window; names that its edge would cut are written anew, if they find a place at their city."""
    part, canvas = part_of(layout, window), layout.canvas
    inside = [city for city, place in part.cities.items() if window.grown(-CUT_OFF).contains(place)]
    kept: dict[str, Label] = {city: part.labels[city] for city in inside if city in part.labels}
    names = tuple(
        Name(
            key=city,
            text=titles[city],
            place=part.cities[city],
            badge=layout.labels[city].badge,
            badge_height=canvas.badge,
            sizes=tuple(sizes),
            reach=canvas.reach,
            steps=canvas.steps,
            shortening=canvas.shortening,
        )
        for city in inside
        if city in layout.labels and city not in kept
    )
    tiles = tuple(tile for row in part.rows for tile in row.tiles)
    cities = tuple(city_boxes(part.cities, canvas))
    labels = _labels_in(window, names, tiles, cities, tuple(kept.values()))
    named = {**kept, **{label.key: label for label in labels}}
    return replace(part, labels={**named, **_quiet_names(part, named)})


def _quiet_names(part: Layout, named: Mapping[str, Label]) -> dict[str, Label]:
    """The names of areas and of what lies beyond the edges, as far as those of cities leave them their places."""
    quiet = {key: label for key, label in part.labels.items() if ":" in key and not is_group(key)}
    return {
        key: label
        for key, label in quiet.items()
        if not any(disturbance(label, other) for other in named.values())
    }


@lru_cache(maxsize=KEPT)
def _labels_in(
    window: Box, names: Sequence[Name], tiles: Sequence[Tile], cities: Sequence[Box], kept: Sequence[Label]
) -> tuple[Label, ...]:
    """The names that find a place at their cities."""
    obstacles = Obstacles(tiles, cities, window.grown(-CLEAR_EDGE))
    labels = place_labels(names, obstacles, kept)
    near = [obstacles.is_at(label, name.place) for label, name in zip(labels, names, strict=True)]
    return tuple(label for label, is_near in zip(labels, near, strict=True) if is_near)


def with_one_letter(layout: Layout) -> Layout:
    """The same with one plate for the letters of each row: on its spaces they would be too small."""
    return replace(layout, canvas=replace(layout.canvas, one_letter=True))


def window_around(
    layout: Layout, routes: Collection[RouteId], cities: Iterable[CityId], least: float = LEAST[0]
) -> Box | None:
    """The window around routes and cities, with the names of their ends; None if there is nothing to look at.

    It is so wide at least.
    """
    tiles = [tile for row in layout.rows if set(row.track.routes) & set(routes) for tile in row.tiles]
    bundles = [path.bundle for path in layout.paths if _runs_on(path.bundle, routes)]
    ends = [city for bundle in bundles for city in (bundle.a, bundle.b) if city is not None]
    spots = [layout.cities[city] for city in (*ends, *cities) if city in layout.cities]
    boxes = [*(tile.bounds() for tile in tiles), *(Box(*spot, *spot) for spot in spots)]
    if not boxes:
        return None
    bounds = enclosing(boxes).grown(MARGIN)
    names = [
        label.box
        for city, label in layout.labels.items()
        if city in layout.cities and bounds.contains(layout.cities[CityId(city)])
    ]
    return _shaped(enclosing([bounds, *(name.grown(6.0) for name in names)]), layout.frame, least)


def _runs_on(bundle: Bundle, routes: Collection[RouteId]) -> bool:
    return any(route in routes for track in bundle.tracks for route in track.routes)


def _shaped(box: Box, frame: Box, least: float) -> Box:
    """The box as large as a window and so wide at least, neither too narrow nor too broad, moved into the frame."""
    narrowest, broadest = SHAPES
    width, height = max(box.right - box.left, least), max(box.bottom - box.top, LEAST[1])
    width, height = max(width, height * narrowest), max(height, width / broadest)
    width, height = min(width, frame.right - frame.left), min(height, frame.bottom - frame.top)
    middle = box.middle()
    left = min(max(middle.x - width / 2, frame.left), frame.right - width)
    top = min(max(middle.y - height / 2, frame.top), frame.bottom - height)
    return Box(round(left, 1), round(top, 1), round(left + width, 1), round(top + height, 1))


def is_legible(layout: Layout, window: Box, width: int) -> bool:
    """Whether its smallest words can be read when the window is so many pixels wide."""
    return layout.canvas.words * width / (window.right - window.left) >= LEGIBLE


def insets(small: Layout, detail: Layout, wanted: Sequence[Sequence[CityId]] = ()) -> tuple[Box, ...]:
    """The most crowded parts of the detailed map, to be shown below a small one with little room for many names.

    Parts that are wanted, each by cities that it shows, come first.
    """
    short = _shortened(small, detail)
    led = [city for city in small.cities if city in small.labels and small.labels[city].leader]
    count = min(int((len(short) + LED * len(set(led) - set(short))) / NAMES_EACH), MOST_INSETS)
    shown = [*wanted, *[()] * MOST_INSETS][: max(count, len(wanted))]
    boxes = _most_crowded(detail, shown, [*short, *led, *_cramped(detail)])
    return tuple(_with_whole_names(detail, box, small.canvas) for box in boxes)


def _with_whole_names(layout: Layout, box: Box, canvas: Canvas) -> Box:
    """The window, larger by what its edge would cut of names; no broader than they can be read in."""
    inside = [city for city, place in layout.cities.items() if box.contains(place) and city in layout.labels]
    names = [layout.labels[city].box.grown(CLEAR_EDGE + 1) for city in inside]
    pixels = int(canvas.usual * (1 - 2 * FRAME / canvas.width))
    for name in sorted(names, key=lambda name: enclosing([box, name]).right - enclosing([box, name]).left):
        larger = enclosing([box, name])
        if layout.frame.holds(name) and is_legible(layout, larger, pixels):
            box = larger
    return Box(*(round(edge, 1) for edge in box))


def _cramped(layout: Layout) -> list[CityId]:
    """The cities whose names stand away from them, and those whose names are as small as they may be."""
    names = [(city, layout.labels[city]) for city in layout.cities if city in layout.labels]
    away = [city for city, label in names if label.leader]
    return away + [city for city, label in names if label.size == layout.canvas.words]


def _most_crowded(
    layout: Layout, shown: Sequence[Sequence[CityId]], cramped: Iterable[CityId]
) -> tuple[Box, ...]:
    """Windows that show these cities, with the most cities and spaces, and the most names that have little room."""
    spots = [spot for city in (*layout.cities, *cramped) for spot in _spots(layout, city)]
    spots += [(Point(tile.x, tile.y), PER_SPACE) for row in layout.rows for tile in row.tiles]
    wide, high = (side * layout.width / WIDTH - 2 * RIM for side in INSET)
    places = tuple(tuple(layout.cities[city] for city in cities if city in layout.cities) for cities in shown)
    return _chosen(tuple(spots), layout.frame, (wide, high), places)


def _spots(layout: Layout, city: CityId) -> list[Spot]:
    """A city counts half where it is, and half at both ends of its name: a window that cuts it is worth less."""
    place = layout.cities[city]
    if city not in layout.labels:
        return [(place, 1.0)]
    left, top, right, bottom = layout.labels[city].box
    return [(place, 0.5), (Point(left, top), 0.25), (Point(right, bottom), 0.25)]


@lru_cache(maxsize=KEPT)
def _chosen(
    spots: Sequence[Spot], frame: Box, size: tuple[float, float], shown: Sequence[Sequence[Point]]
) -> tuple[Box, ...]:
    """One window for each group of places, chosen after each other; then each once more, as it knows all others."""
    chosen: dict[int, Box] = {}
    for number in (*range(len(shown)), *range(len(shown))):
        others = [box for other, box in chosen.items() if other != number]
        left = [(place, worth) for place, worth in spots if not any(box.contains(place) for box in others)]
        windows = _valued_windows(left, frame.grown(-RIM), size)

        def rated(window: tuple[float, Box], places: Sequence[Point] = shown[number]) -> tuple[int, float]:
            return sum(map(window[1].contains, places)), window[0]

        chosen[number] = max(windows, key=rated)[1].grown(RIM)
    return tuple(chosen.values())


def _valued_windows(
    spots: Sequence[Spot], frame: Box, size: tuple[float, float]
) -> Iterator[tuple[float, Box]]:
    """All windows of the size, each with the worth of what lies in it."""
    wide, high = size
    rows = range(int((frame.bottom - frame.top - high) / STEP) + 1)
    for column in range(int((frame.right - frame.left - wide) / STEP) + 1):
        left = frame.left + STEP * column
        inside = sorted((place.y, worth) for place, worth in spots if left <= place.x <= left + wide)
        heights = [height for height, _ in inside]
        sums = [0.0, *accumulate(worth for _, worth in inside)]
        for top in (frame.top + STEP * row for row in rows):
            worth = sums[bisect_right(heights, top + high)] - sums[bisect_left(heights, top)]
            yield worth, Box(left, top, left + wide, top + high)


def _shortened(small: Layout, detail: Layout) -> list[CityId]:
    """The cities whose names are shorter on the small map."""
    return [
        city
        for city in detail.cities
        if city in small.labels
        and city in detail.labels
        and sum(map(len, small.labels[city].lines)) < sum(map(len, detail.labels[city].lines)) - 1
    ]
