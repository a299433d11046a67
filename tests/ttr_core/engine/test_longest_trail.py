"""The longest trail: exact against plain search and by both methods, walkable, and the one that comes first."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.checks.brute_force_trails import plain_longest_trail
from ttr_core.boards.library import whole_document
from ttr_core.engine import longest_trail as trail_module
from ttr_core.engine.longest_trail import Trail, longest_trail

Network = list[tuple[int, int, int]]
Pairs = list[tuple[int, int]]

METHODS = {"sweep": 0, "either": trail_module.LISTABLE, "list": 1 << 60}


def longest_by_every_method(edges: Network) -> Trail:
    """The answer, after checking that listing, sweeping and the mixture agree on it."""
    answers = set()
    for listable in METHODS.values():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(trail_module, "LISTABLE", listable)
            answers.add(longest_trail(edges))
    (answer,) = answers
    assert_walkable(edges, answer)
    return answer


def assert_walkable(edges: Network, trail: Trail) -> None:
    assert len(set(trail.edges)) == len(trail.edges)
    assert sum(edges[index][2] for index in trail.edges) == trail.length
    here: set[int] = set()  # where the walker may stand; after two edges there is no doubt
    for number, index in enumerate(trail.edges):
        a, b, _ = edges[index]
        here = {a, b} if number == 0 else {there for there, back in ((a, b), (b, a)) if back in here}
        assert here, f"{trail.edges} breaks at {index}"


def first_longest_set(edges: Network) -> tuple[int, ...]:
    """By trying all sets of edges: the longest trail whose sorted indexes come first."""
    sets = (chosen for size in range(len(edges) + 1) for chosen in combinations(range(len(edges)), size))
    return min(
        filter(lambda chosen: is_trail(edges, chosen), sets),
        key=lambda chosen: (-length_of(edges, chosen), chosen),
    )


def length_of(edges: Network, chosen: tuple[int, ...]) -> int:
    return sum(edges[index][2] for index in chosen)


def is_trail(edges: Network, chosen: tuple[int, ...]) -> bool:
    degrees = Counter(city for index in chosen for city in edges[index][:2])
    reached = set(edges[chosen[0]][:2]) if chosen else set()
    for _ in chosen:
        reached |= {city for index in chosen if reached & set(edges[index][:2]) for city in edges[index][:2]}
    return len(reached) == len(degrees) and sum(degree % 2 for degree in degrees.values()) <= 2


# ------------------------------------------------------------------------------------------------ shapes


def tree(random: Random, size: int) -> Pairs:
    return [(random.randrange(city), city) for city in range(1, size)]


def ring(random: Random, size: int) -> Pairs:
    return [(city, (city + 1) % size) for city in range(size)]


def scattered(random: Random, size: int) -> Pairs:
    """Anything: parallel edges and several parts."""
    return [two_of(random, size) for _ in range(random.randint(0, size + 3))]


def dense(random: Random, size: int) -> Pairs:
    return [two_of(random, max(4, size // 2)) for _ in range(8)]


def cactus(random: Random, size: int) -> Pairs:
    """Rings that share single cities."""
    pairs: Pairs = []
    cities = 1
    while len(pairs) < size:
        joint, new = random.randrange(cities), random.randint(1, 3)
        circle = [joint, *range(cities, cities + new)]
        pairs += zip(circle, [*circle[1:], joint], strict=True)
        cities += new
    return pairs


def theta(random: Random, size: int) -> Pairs:
    """Several ways between two cities."""
    pairs: Pairs = []
    cities = 2
    for _ in range(random.randint(2, 4)):
        way = [0, *range(cities, cities + random.randint(0, 2)), 1]
        cities += len(way) - 2
        pairs += pairwise(way)
    return pairs


def bridged(random: Random, size: int) -> Pairs:
    """Two or three cores in a row or around one of them, joined by single edges."""
    pairs: Pairs = []
    starts = [0]
    for _ in range(random.choice((2, 2, 3))):
        start, core = starts[-1], random.choice((ring, theta))(random, 3)
        pairs += [(a + start, b + start) for a, b in core]
        starts.append(1 + max(map(max, pairs)))
    pairs += [(random.randrange(start), start) for start in starts[1:-1]]
    return pairs


def with_branches(shape: Callable[[Random, int], Pairs]) -> Callable[[Random, int], Pairs]:
    """The shape with branches, often several at one city."""

    def branching(random: Random, size: int) -> Pairs:
        pairs = shape(random, size)
        cities = 1 + max(map(max, pairs), default=0)
        places = [random.randrange(cities) for _ in range(2)]
        for new in range(cities, cities + random.randint(1, 4)):
            pairs.append((random.choice([*places, new - 1]), new))
        return pairs

    return branching


def two_of(random: Random, size: int) -> tuple[int, int]:
    a, b = random.sample(range(max(2, size)), 2)
    return a, b


SHAPES: dict[str, Callable[[Random, int], Pairs]] = {
    "tree": tree,
    "scattered": scattered,
    "dense": dense,
    "ring with branches": with_branches(ring),
    "cactus": cactus,
    "cactus with branches": with_branches(cactus),
    "theta": theta,
    "theta with branches": with_branches(theta),
    "bridged": bridged,
    "bridged with branches": with_branches(bridged),
}


def network(shape: str, seed: int) -> Network:
    random = Random(f"{shape} {seed}")
    pairs = SHAPES[shape](random, random.randint(2, 9))
    random.shuffle(pairs)
    longest = random.choice((1, 2, 6, 9))
    return [(a, b, random.randint(1, longest)) for a, b in pairs]


@pytest.mark.parametrize("shape", SHAPES)
def test_agrees_with_plain_search(shape: str) -> None:
    for edges in [edges for seed in range(400) if len(edges := network(shape, seed)) <= 13]:
        assert longest_by_every_method(edges).length == plain_longest_trail(edges), edges


@pytest.mark.parametrize("shape", SHAPES)
def test_comes_first_of_all_longest(shape: str) -> None:
    for edges in [edges for seed in range(60) if len(edges := network(shape, seed)) <= 9]:
        assert tuple(sorted(longest_by_every_method(edges).edges)) == first_longest_set(edges), edges


@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 4)).filter(
            lambda edge: edge[0] != edge[1]
        ),
        max_size=9,
    )
)
def test_agrees_with_plain_search_on_anything(edges: Network) -> None:
    assert longest_by_every_method(edges).length == plain_longest_trail(edges)


def test_length_depends_on_neither_order_nor_names() -> None:
    random = Random(1)
    for shape in SHAPES:
        for seed in range(30):
            edges = network(shape, seed)
            names = random.sample(range(-1000, 1000), 100)
            renamed = [(names[b], names[a], length) for a, b, length in edges]
            random.shuffle(renamed)
            assert longest_trail(renamed).length == longest_trail(edges).length


# --------------------------------------------------------------------------------------- known by hand


def test_no_edges() -> None:
    assert longest_trail([]) == Trail(0, ())


def test_walks_from_the_smaller_odd_city() -> None:
    assert longest_trail([(7, 3, 2), (3, 9, 1), (9, 4, 1), (4, 3, 5)]) == Trail(9, (1, 2, 3, 0))


def test_walks_a_closed_trail_from_its_smallest_city() -> None:
    trail = longest_trail([(5, 2, 1), (2, 8, 1), (8, 5, 1)])
    assert trail == Trail(3, (0, 2, 1))


def test_of_equal_trails_the_first_edges_win() -> None:
    star = [(0, 1, 3), (0, 2, 3), (0, 3, 3), (0, 4, 3)]
    assert sorted(longest_trail(star).edges) == [0, 1]


def test_goes_round_a_loop_on_the_way() -> None:
    """A path that may not visit a city twice would miss the loop."""
    edges = [(0, 1, 2), (1, 2, 1), (2, 3, 1), (3, 1, 1), (1, 4, 2)]
    assert longest_trail(edges).length == 7


def test_branches_count_only_where_the_trail_passes() -> None:
    """City 5 has two long branches, but entering and leaving it costs more than the second of them is worth."""
    loops = [(0, 2, 9), (0, 2, 9), (0, 4, 9), (3, 4, 9), (0, 3, 1), (1, 3, 1)]
    edges = [*loops, (4, 5, 1), (2, 5, 1), (5, 6, 8), (5, 7, 8)]
    for seed in range(50):
        shuffled = Random(seed).sample(edges, len(edges))
        assert longest_by_every_method(shuffled).length == plain_longest_trail(shuffled) == 46


# ------------------------------------------------------------------------------------------- hard ones


def complete(size: int) -> Network:
    return [(a, b, 1) for a, b in combinations(range(size), 2)]


def grid(size: int) -> Network:
    across = [
        (row * size + column, row * size + column + 1, 1) for row in range(size) for column in range(size - 1)
    ]
    return across + [(a, a + size, 1) for a in range(size * (size - 1))]


@pytest.mark.parametrize("size", range(2, 11))
def test_complete_networks(size: int) -> None:
    """An even number of cities are all odd: every edge but one for each pair of them, two of them being the ends."""
    edges = complete(size)
    assert longest_trail(edges).length == len(edges) - (0 if size % 2 else (size - 2) // 2)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7])
def test_grids(size: int) -> None:
    """The odd cities lie on the sides, and neighbours there can be paired."""
    edges = grid(size)
    trail = longest_trail(edges)
    odd = 4 * (size - 2)
    assert trail.length <= len(edges) - max(0, odd - 2) // 2
    assert_walkable(edges, trail)
    if size <= 3:
        assert trail.length == plain_longest_trail(edges)


@pytest.mark.parametrize("arms", [2, 3, 12])
def test_rings_around_a_city(arms: int) -> None:
    """Only two of the rings can be visited."""
    edges: Network = []
    for a in range(1, 3 * arms, 3):
        edges += [(0, a, 1), (a, a + 1, 1), (a + 1, a + 2, 1), (a + 2, a, 1)]
    assert longest_trail(edges).length == 8


# -------------------------------------------------------------------------------------- boards' networks


def board(name: str) -> Network:
    """One edge for each pair of cities that have a route."""
    cities: dict[str, int] = {}
    edges: dict[frozenset[int], tuple[int, int, int]] = {}
    for route in whole_document(name)["routes"]:
        a, b = (cities.setdefault(route[end], len(cities)) for end in "ab")
        edges.setdefault(frozenset((a, b)), (a, b, int(route["length"])))
    return list(edges.values())


def grown(edges: Network, random: Random, trains: int) -> Network:
    """What a player might build: mostly next to what there is."""
    mine: Network = []
    while fitting := [edge for edge in edges if edge not in mine and edge[2] <= trains]:
        cities = {city for edge in mine for city in edge[:2]}
        near = [edge for edge in fitting if cities & set(edge[:2])]
        mine.append(random.choice(near if near and random.random() < 0.9 else fitting))
        trains -= mine[-1][2]
    return mine


def tangled(edges: Network, random: Random, trains: int) -> Network:
    """As many cycles as greed finds: edges that close one before cheap ones that soon will."""
    mine: Network = []
    cities = {random.choice(edges)[0]}
    while fitting := [
        edge for edge in edges if edge not in mine and edge[2] <= trains and cities & set(edge[:2])
    ]:

        def price(edge: tuple[int, int, int]) -> float:
            new = set(edge[:2]) - cities
            back = [e[2] for e in edges if e != edge and new & set(e[:2]) and cities & set(e[:2])]
            return edge[2] + (min(back, default=6) if new else -3) + random.random()

        mine.append(min(fitting, key=price))
        cities.update(mine[-1][:2])
        trains -= mine[-1][2]
    return mine


def rank(edges: Network) -> int:
    return len(edges) - len({city for edge in edges for city in edge[:2]}) + 1


def tangles(name: str, trains: int, count: int) -> Iterator[Network]:
    edges = board(name)
    return (tangled(edges, Random(seed), trains) for seed in range(count))


@pytest.mark.parametrize("name", ["usa", "europe", "world-dense"])
def test_grown_networks(name: str) -> None:
    edges = board(name)
    for seed in range(60):
        mine = grown(edges, Random(seed), 45)
        assert longest_by_every_method(mine).length == plain_longest_trail(mine)


@pytest.mark.parametrize(("name", "trains"), [("usa", 36), ("europe", 33), ("world-dense", 24)])
def test_tangled_networks_agree_with_plain_search(name: str, trains: int) -> None:
    for mine in tangles(name, trains, 8):
        assert longest_by_every_method(mine).length == plain_longest_trail(mine)


@pytest.mark.parametrize(
    ("name", "trains", "cycles"),
    [("usa", 45, 7), ("europe", 45, 7), ("world-dense", 45, 11), ("world-dense", 55, 13)],
)
def test_the_most_tangled_networks(name: str, trains: int, cycles: int) -> None:
    """Too long for plain search: both methods have to agree."""
    networks = list(tangles(name, trains, 12))
    assert max(map(rank, networks)) >= cycles
    for mine in networks:
        longest_by_every_method(mine)
