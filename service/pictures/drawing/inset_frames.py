"""Frames on a small map around the parts that insets show larger; map and inset have the same letter."""

from collections.abc import Iterator, Sequence

from service.pictures.drawing.palette import Palette
from service.pictures.drawing.svg import Attributes, tag, words
from service.pictures.layout.board_layout import Layout, obstacles_of
from service.pictures.layout.geometry import Box, Point, enclosing
from service.pictures.layout.map_window import CUT_OFF

RIM = 26.0  # between a frame and the cities in it
LINE = 0.9  # pixels of the usual width: breadth of a frame
SIDE = 1.15  # of the card with the letter, in sizes of the letter
STEPS = 12  # places along each edge where the card may stand


def frame_on(small: Layout, detail: Layout, window: Box) -> Box:
    """What a window of the detailed map shows, on the small map: its cities lie elsewhere there."""
    inner = window.grown(-CUT_OFF)
    cities = [city for city, place in detail.cities.items() if inner.contains(place)]
    box = enclosing(Box(*small.cities[city], *small.cities[city]) for city in cities).grown(RIM)
    frame = small.frame.grown(-CUT_OFF)
    return Box(
        max(box.left, frame.left),
        max(box.top, frame.top),
        min(box.right, frame.right),
        min(box.bottom, frame.bottom),
    )


def inset_frames(
    small: Layout, detail: Layout, windows: Sequence[Box], palette: Palette
) -> tuple[list[str], list[str]]:
    """The frames, which lie below the routes, and their letters, which lie above them."""
    boxes = [frame_on(small, detail, window) for window in windows]
    letters = [inset_letter(small, box, number, palette) for number, box in enumerate(boxes)]
    return [_frame(small, box, palette) for box in boxes], letters if len(boxes) > 1 else []


def _frame(layout: Layout, box: Box, palette: Palette) -> str:
    breadth = LINE * layout.canvas.width / layout.canvas.usual
    line: Attributes = {"stroke": palette.ink.faint, "stroke_width": breadth, "stroke_dasharray": "9 6"}
    shape: Attributes = {"x": box.left, "y": box.top, "rx": 8}
    wide, high = box.right - box.left, box.bottom - box.top
    return tag("rect", **shape, width=wide, height=high, fill="none", **line, class_="inset-frame")


def inset_letter(layout: Layout, box: Box, place: int, palette: Palette) -> str:
    """The letter of an inset on a card inside the box, at its edge, where it hides the least."""
    size = layout.canvas.words
    obstacles = obstacles_of(layout)
    hard = [label.box for label in layout.labels.values()] + list(obstacles.cities)

    def hidden(card: Box) -> tuple[int, int]:
        return sum(map(card.meets, hard)), len(obstacles.spaces_under(card))

    card = min(_along_edges(box.grown(-SIDE * size / 2 - 2.0), SIDE * size / 2), key=hidden)
    shape: Attributes = {"x": card.left, "y": card.top, "width": SIDE * size, "height": SIDE * size, "rx": 3}
    paper = tag("rect", **shape, fill=palette.ink.page, stroke=palette.ink.faint, stroke_width=0.06 * size)
    middle = card.middle()
    letter: Attributes = {"fill": palette.ink.text, "text_anchor": "middle", "class_": "inset-letter"}
    return paper + words(chr(ord("A") + place), middle.x, middle.y + 0.365 * size, size, **letter)


def _along_edges(box: Box, half: float) -> Iterator[Box]:
    """Cards in the corners, then along the upper and the lower edge and at the sides."""
    xs = [box.left + (box.right - box.left) * number / STEPS for number in range(STEPS + 1)]
    ys = [box.top + (box.bottom - box.top) * number / STEPS for number in range(STEPS + 1)]
    corners = [Point(x, y) for y in (box.top, box.bottom) for x in (box.left, box.right)]
    along = [Point(x, y) for y in (box.top, box.bottom) for x in xs]
    along += [Point(x, y) for x in (box.left, box.right) for y in ys]
    return (Box(*place, *place).grown(half) for place in (*corners, *along))
