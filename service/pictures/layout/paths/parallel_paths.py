"""Paths that run alongside each other: too close over too long a stretch, they are taken for one."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from service.pictures.layout.geometry import Box, Point
from service.pictures.layout.paths.curves import BREADTH, LANE, along, measured

APART = 8.0  # between the spaces of two paths: closer, they look like parallel tracks
TURN = 25.0  # degrees: paths that meet at a larger angle are not mistaken
STRIDE = 6.0  # distance between the points that are compared
FORK = 70.0  # around a city that both have: there they cannot but be close
LONGEST, TOO_FAR = 36.0, 54.0  # stretch that nobody minds, and one after which they are mistaken


class Trace(NamedTuple):
    """Points along a path with their directions, and half the breadth of its tracks."""

    spots: tuple[tuple[Point, float], ...]
    radius: float
    ends: tuple[Point, Point]
    bounds: Box

    def places(self) -> Iterator[Point]:
        return (spot for spot, _ in self.spots)


def trace(line: Sequence[Point], tracks: int) -> Trace:
    far = measured(line)
    count = max(2, int(far[-1] / STRIDE))
    spots = tuple(along(line, far, far[-1] * number / count) for number in range(count + 1))
    xs, ys = zip(*(spot for spot, _ in spots), strict=True)
    radius = (tracks - 1) * LANE / 2 + BREADTH / 2
    return Trace(spots, radius, (line[0], line[-1]), Box(min(xs), min(ys), max(xs), max(ys)).grown(radius))


def stretch(one: Trace, other: Trace) -> float:
    """How far the first runs alongside the second."""
    if not one.bounds.grown(APART).meets(other.bounds):
        return 0.0
    forks = [end for end in one.ends if end in other.ends]
    near = one.radius + other.radius + APART
    return STRIDE * sum(
        any(
            abs(spot.x - x) < near and hypot(spot.x - x, spot.y - y) < near and _is_along(angle, direction)
            for (x, y), direction in other.spots
        )
        for spot, angle in one.spots
        if all(hypot(spot.x - fork.x, spot.y - fork.y) >= FORK for fork in forks)
    )


def _is_along(angle: float, other: float) -> bool:
    return abs((angle - other + 90) % 180 - 90) < TURN
