"""The canvases of pictures: a narrow picture is laid out anew with larger words, not scaled down.

A canvas is 1000 units wide, and wider for a very broad land: words, cities and the legend grow with it, so that they
are as large as ever in a picture. Canvases differ in how large words and cities are, how much room cities leave each
other, and which words there are at all.
"""

from math import ceil
from typing import Literal

import msgspec

CanvasName = Literal["large", "small"]

WIDTH = 1000.0  # units
NARROW = 880  # pixels; a picture that is narrower than this is a small one
LEGIBLE = 11.0  # pixels: the least height of words
SMALL_WIDTH = 400.0  # pixels for which small pictures are made


class Canvas(msgspec.Struct, frozen=True, kw_only=True):
    name: CanvasName
    city_sizes: tuple[float, ...]  # of the names of cities, the best first
    quiet_sizes: tuple[float, ...]  # of all other names
    spares_quiet: bool  # these are written only where there is room for them
    chip_sizes: tuple[float, ...]  # of signs beside routes; likewise
    shortening: float  # the cost of each shorter form of a name that finds no room
    one_letter: bool  # for each route, on a plate, since spaces are too small for letters
    dot: float  # how much larger cities are than on the large canvas
    train: float  # how much broader trains are, and how much narrower free spaces
    badge: float  # width of a mark beside a name
    reach: float  # distance of a name from the middle of its city
    steps: tuple[float, ...]  # how much farther away it may be
    unled: float = 14.0  # of these, how far a name needs no line to its city
    narrowest: float  # width to height of the map
    widest: float
    margin: float  # of cities from the edges at the left and at the right
    even: float  # how far cities move towards equal distances from each other
    apart: tuple[float, float]  # distance of cities; names are wider than high
    legend: float  # how much larger the legend is
    usual: float  # width in pixels of pictures for which it is made
    inset_sizes: tuple[float, ...]  # of names in insets, in pixels of such a picture
    broadest: float = WIDTH  # that a very broad land may make it
    width: float = WIDTH

    @property
    def words(self) -> float:
        """The least size of words."""
        return self.city_sizes[-1]

    @property
    def is_small(self) -> bool:
        return self.name == "small"

    def widened(self, width: float) -> "Canvas":
        """The same in so many units: everything that is read keeps its size in the picture."""
        scale = width / self.width

        def larger(sizes: tuple[float, ...]) -> tuple[float, ...]:
            return tuple(ceil(size * scale * 10) / 10 for size in sizes)

        return msgspec.structs.replace(
            self,
            city_sizes=larger(self.city_sizes),
            quiet_sizes=larger(self.quiet_sizes),
            chip_sizes=larger(self.chip_sizes),
            dot=self.dot * scale,
            badge=self.badge * scale,
            reach=self.reach * scale,
            unled=self.unled * scale,
            legend=self.legend * scale,
            width=width,
        )


LARGE = Canvas(
    name="large",
    city_sizes=(16.0, 14.0, 12.5),
    quiet_sizes=(12.5,),
    spares_quiet=False,
    chip_sizes=(10.0, 9.0, 8.0),
    shortening=90.0,
    one_letter=False,
    dot=1.0,
    train=1.0,
    badge=20.0,
    reach=12.0,
    steps=(0.0, 4.0, 9.0, 16.0, 22.0, 29.0, 37.0, 46.0, 57.0, 70.0, 85.0),
    narrowest=0.8,
    widest=1.45,
    margin=52.0,
    even=0.55,
    apart=(98.0, 53.0),
    legend=1.0,
    usual=WIDTH,
    inset_sizes=(15.0, 13.5, 12.5),
    broadest=1300.0,
)
SMALL = Canvas(
    name="small",
    city_sizes=(27.5,),
    quiet_sizes=(27.5,),
    spares_quiet=True,
    chip_sizes=(),
    shortening=35.0,
    one_letter=True,
    dot=1.4,
    train=1.2,
    badge=34.0,
    reach=13.0,
    steps=(0.0, 4.0, 9.0, 14.0, 20.0, 27.0, 35.0, 44.0, 54.0, 66.0, 80.0),
    narrowest=0.5,
    widest=0.58,
    margin=66.0,
    even=0.75,
    apart=(150.0, 78.0),
    legend=WIDTH / SMALL_WIDTH,
    usual=SMALL_WIDTH,
    inset_sizes=(14.0, 12.5, 11.3),
)
CANVASES = (LARGE, SMALL)


def canvas_for(width: int) -> Canvas:
    """The canvas for a picture so many pixels wide."""
    return SMALL if width < NARROW else LARGE
