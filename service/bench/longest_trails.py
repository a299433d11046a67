"""The speed of the longest path, compared with a plain search over all trails in the same run."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from time import process_time

from service.bench.engine import BOARD, record
from service.bench.timing import Effort, Measure, rounded, seconds
from ttr_core.engine.engine import replay
from ttr_core.engine.longest_trail import longest_trail
from ttr_core.engine.ruleset import Ruleset
from ttr_core.load import load_ruleset
from ttr_core.model.state import route_numbers

# the plain search

CLOCK_STEPS = 1 << 12  # steps between two looks at the clock


class OutOfTime(Exception):
    """The search was stopped."""


def plain_length(edges: Sequence[tuple[int, int, int]], patience: float) -> tuple[int | None, float]:
    """The length of the longest trail, None if time ran out, and the CPU seconds of the search."""
    begun = process_time()
    try:
        length: int | None = _Search(edges, begun + patience).longest()
    except OutOfTime:
        length = None
    return length, process_time() - begun


class _Search:
    """Depth first from every city over every unused route."""

    def __init__(self, edges: Sequence[tuple[int, int, int]], deadline: float) -> None:
        self._links: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for index, (a, b, length) in enumerate(edges):
            self._links[a].append((b, length, 1 << index))
            self._links[b].append((a, length, 1 << index))
        self._deadline, self._steps = deadline, 0

    def longest(self) -> int:
        return max((self._from(city, 0) for city in list(self._links)), default=0)

    def _from(self, city: int, used: int) -> int:
        self._steps += 1
        if self._steps % CLOCK_STEPS == 0 and process_time() > self._deadline:
            raise OutOfTime
        best = 0
        for other, length, route in self._links[city]:
            if not used & route:
                best = max(best, length + self._from(other, used | route))
        return best


# networks

Edge = tuple[int, int, int]
Network = tuple[Edge, ...]

HARD = (("usa", 2), ("world-dense", 5))
MOST_NETWORKS = 200  # of bots


def trail_measures(effort: Effort) -> Iterator[Measure]:
    networks = _bots_networks(load_ruleset(BOARD, 2), effort)
    yield from _compared(f"longest path, bots' networks on {BOARD}", networks, effort)
    for board, players in HARD:
        ruleset = load_ruleset(board, players)
        network, loops = hardest(ruleset)
        yield from _compared(f"longest path, {loops} loops on {board}", [network], effort)


def _compared(name: str, networks: Sequence[Network], effort: Effort) -> Iterator[Measure]:
    """Both searches over the same networks; if the plain one runs out of time, the ratio is a lower bound."""
    ours = seconds(lambda: [longest_trail(network) for network in networks], effort.rounds) / len(networks)
    searches = [plain_length(network, effort.patience) for network in networks]
    plain = sum(taken for _, taken in searches) / len(networks)
    finished = all(length is not None for length, _ in searches)
    agree = all(
        length in {None, longest_trail(n).length} for (length, _), n in zip(searches, networks, strict=True)
    )
    yield Measure(name, rounded(ours * 1e6), "us", f"exact, {len(networks)} networks")
    note = f"{plain / ours:.3g} times ours; {'both agree' if agree else 'THE TWO DISAGREE'}"
    if not finished:
        note = f"at least {plain / ours:.3g} times ours: stopped after {effort.patience:g} s"
    yield Measure(f"{name}, plain search", rounded(plain * 1e6), "us", note)


def _bots_networks(ruleset: Ruleset, effort: Effort) -> list[Network]:
    """The networks of greedy bots at the end of their games."""
    networks = []
    for number in range(effort.games):
        state = replay(ruleset, record(ruleset, "greedy", number).events)
        networks += [
            tuple(ruleset.edges[route] for route in route_numbers(seat.routes)) for seat in state.seats
        ]
    return networks[:MOST_NETWORKS]


def hardest(ruleset: Ruleset) -> tuple[Network, int]:
    """The network with the most independent loops, grown from any city within a player's trains."""
    tracks = _single_tracks(ruleset)
    grown = [_grow(tracks, city, ruleset.board.trains) for city in sorted({a for a, _ in tracks})]
    return max(grown, key=lambda network: (network[1], len(network[0])))


def _single_tracks(ruleset: Ruleset) -> dict[tuple[int, int], int]:
    """The shortest track between neighbours, both ways: a player owns only one of several."""
    tracks: dict[tuple[int, int], int] = {}
    for a, b, length in ruleset.edges:
        tracks[a, b] = tracks[b, a] = min(length, tracks.get((a, b), length))
    return tracks


def _grow(tracks: dict[tuple[int, int], int], city: int, trains: int) -> tuple[Network, int]:
    """Add city by city, each with the tracks that make the most loops for their trains."""
    cities, network = {city}, list[Edge]()
    while step := max(_steps(tracks, cities, trains), default=None):
        _, new, joined = step
        cities.add(new)
        network += [(new, other, tracks[new, other]) for other in joined]
        trains -= sum(tracks[new, other] for other in joined)
    return tuple(network), len(network) - len(cities) + 1


def _steps(
    tracks: dict[tuple[int, int], int], cities: set[int], trains: int
) -> Iterator[tuple[tuple[float, int], int, tuple[int, ...]]]:
    """Every city next to the network with its nearest tracks, rated by loops per train, then by trains."""
    beside = sorted({b for a, b in tracks if a in cities and b not in cities})
    for new in beside:
        near = sorted((tracks[new, other], other) for other in cities if (new, other) in tracks)
        for count in range(1, len(near) + 1):
            cost = sum(length for length, _ in near[:count])
            if cost <= trains:
                yield ((count - 1) / cost, -cost), new, tuple(other for _, other in near[:count])
