"""The boards that come with the game: the contents of their boxes, counted, and how variants resolve."""

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.paths import ROOT
from tests.support.positions.conformance_cases import read_cases
from ttr_core.boards.board import Board, Ticket, content_hash, inherit, resolve, to_board
from ttr_core.boards.library import board_document, board_names, whole_document
from ttr_core.load import check_document
from ttr_core.model.violations import BoardDefect

MAPS = ROOT / "maps"
COLOURS = ("white", "blue", "yellow", "green", "red", "pink", "black", "orange", "gray", "white/blue")


class Facts(NamedTuple):
    """Numbers counted from the sources of a board, not from the file under test."""

    cities: int
    tracks: int
    single: int  # pairs of cities by the number of their tracks
    double: int
    triple: int
    tunnels: int
    ferries: int  # tracks with locomotive symbols or waves
    symbols: int  # locomotive symbols or waves in all
    spaces: tuple[int, ...]  # in the order of COLOURS
    tickets: int
    points: int  # of all tickets with one goal


FACTS = {
    "usa": Facts(36, 100, 56, 22, 0, 0, 0, 0, (27,) * 8 + (93, 0), 73, 349 + 391 + 67 + 19),
    "lyon": Facts(35, 99, 51, 24, 0, 0, 0, 0, (22,) * 8 + (116, 0), 36, 424),
    "europe": Facts(47, 101, 79, 11, 0, 18, 13, 17, (22, 23, 22, 23, 22, 22, 22, 22, 122, 0), 101, 1087),
    "nordic": Facts(39, 81, 53, 14, 0, 10, 24, 30, (20, 21, 21, 22, 21, 21, 21, 23, 37, 0), 46, 460),
    "switzerland": Facts(34 + 17, 88, 64, 12, 0, 42, 0, 0, (18, 19, 18, 20, 18, 18, 19, 19, 56, 0), 46, 258),
    "india": Facts(39, 108, 52, 28, 0, 0, 8, 12, (20,) * 8 + (78, 0), 58, 473),
    "italy": Facts(42 + 15, 125, 72, 22, 3, 0, 15, 36, (34, 34, 33, 34, 34, 34, 34, 33, 67, 0), 56, 600),
    "iberia": Facts(42, 109, 75, 17, 0, 0, 8, 11, (26,) * 8 + (56, 0), 50, 355),
    "germany": Facts(35 + 14, 110, 62, 21, 2, 0, 0, 0, (27, 28, 27, 28, 28, 28, 28, 27, 92, 0), 89, 941),
    "pennsylvania": Facts(34 + 2, 95, 47, 24, 0, 0, 4, 6, (36, 33, 29, 36, 33, 34, 35, 33, 53, 0), 50, 508),
    "legendary_asia": Facts(39, 100, 40, 30, 0, 0, 15, 15, (25,) * 8 + (68, 0), 36, 339),
    "world-light": Facts(54, 132, 76, 28, 0, 30, 46, 61, (9, 9, 22, 22, 22, 22, 22, 22, 131, 41), 48, 655),
    "world-dense": Facts(54, 162, 86, 26, 8, 38, 56, 80, (9, 9, 28, 29, 29, 28, 29, 28, 166, 62), 48, 655),
}


def resolved(name: str, players: int = 3, **options: str) -> Board:
    return to_board(resolve(whole_document(name), players, options))


def tickets_of(board: Board, deck: str) -> tuple[Ticket, ...]:
    sets = set(board.rules["tickets"]["decks"][deck])
    return tuple(ticket for ticket in board.tickets if sets & set(ticket.sets))


def deals(board: Board, moment: str) -> tuple[dict[str, int], int, int | None, str]:
    rule = board.rules["tickets"][moment]
    return rule["deal"], rule["keep_at_least"], rule.get("keep_at_most"), rule["rejects"]


def test_every_board_has_its_facts_here_or_in_its_cases() -> None:
    """A board that comes later states in a conformance case what is in its box."""
    stated = {case.board for case in read_cases() if case.then.board}
    assert set(FACTS) <= set(board_names())
    assert set(board_names()) - set(FACTS) <= stated


@pytest.mark.parametrize("name", sorted(FACTS))
def test_no_board_has_an_error(name: str) -> None:
    assert [defect for defect in check_document(whole_document(name)) if defect.severity == "error"] == []


@pytest.mark.parametrize("name", sorted(FACTS))
def test_every_board_is_counted(name: str) -> None:
    """Cities, tracks, spaces of every colour, symbols and tickets are those of the sources."""
    board, facts = resolved(name), FACTS[name]
    spaces: Counter[str] = Counter()
    for route in board.routes:
        spaces[route.colour] += route.length
    bundles = Counter(Counter(tuple(sorted((r.a, r.b))) for r in board.routes).values())
    symbols = [route.feature("locomotives") + route.feature("waves") for route in board.routes]
    assert facts == Facts(
        cities=len(board.cities),
        tracks=len(board.routes),
        single=bundles.pop(1, 0),
        double=bundles.pop(2, 0),
        triple=bundles.pop(3, 0),
        tunnels=sum(route.feature("tunnel") for route in board.routes),
        ferries=sum(count > 0 for count in symbols),
        symbols=sum(symbols),
        spaces=tuple(spaces.pop(colour, 0) for colour in COLOURS),
        tickets=len(board.tickets),
        points=sum(ticket.points or 0 for ticket in board.tickets),
    )
    assert not bundles
    assert not spaces


@pytest.mark.parametrize("name", sorted(FACTS))
def test_ids_tell_what_they_are(name: str) -> None:
    """`a--b` in alphabetical order, `a--b--2` where tracks are parallel."""
    board = resolved(name)
    tracks = Counter(tuple(sorted((r.a, r.b))) for r in board.routes)
    seen: Counter[tuple[str, ...]] = Counter()
    for route in board.routes:
        pair = tuple(sorted((route.a, route.b)))
        seen[pair] += 1
        assert route.id == "--".join(pair) + (f"--{seen[pair]}" if tracks[pair] > 1 else "")
    for ticket in board.tickets:
        assert ticket.b is None or ticket.id.removesuffix("--1910") == "--".join(sorted((ticket.a, ticket.b)))
    for city in board.cities:
        assert city.id.isascii()
        assert city.id == city.id.lower().replace("-", "_").replace(" ", "_")


@pytest.mark.parametrize("name", sorted(FACTS))
def test_parallel_tracks_are_equally_long_unless_drawn_apart(name: str) -> None:
    lengths: dict[tuple[str, ...], set[int]] = {}
    apart = set()
    for route in resolved(name).routes:
        pair = tuple(sorted((route.a, route.b)))
        lengths.setdefault(pair, set()).add(route.length)
        apart |= {pair} if route.feature("apart") else set()
    assert {pair for pair, seen in lengths.items() if len(seen) > 1} == apart
    nordic = {("kristiansand", "stavanger"), ("mo_i_rana", "trondheim")}
    assert apart == (nordic if name == "nordic" else set())


@pytest.mark.parametrize("name", sorted(FACTS))
def test_reconstructions_say_so_in_both_languages(name: str) -> None:
    provenance = resolved(name).provenance
    rebuilt = name in {"lyon", "italy", "iberia", "pennsylvania", "world-light", "world-dense"}
    assert provenance.status == ("reconstruction" if rebuilt else "exact")
    assert ("econstructed" in provenance.statement.en, "econstitu" in provenance.statement.fr) == (
        rebuilt,
        rebuilt,
    )
    assert provenance.sources


# -------------------------------------------------------------------------------------------------- USA


@pytest.mark.parametrize(
    ("preset", "tickets", "points", "start", "draw", "bonuses"),
    [
        ("base", 30, 349, (3, 2), 3, {"longest_path": 10}),
        ("1910", 35, 391, (3, 2), 3, {"globetrotter": 15}),
        ("mega", 69, 391 + 363, (5, 3), 4, {"longest_path": 10, "globetrotter": 15}),
        ("big_cities", 35, None, (4, 2), 4, {}),
    ],
)
def test_usa_ticket_presets(
    preset: str,
    tickets: int,
    points: int | None,
    start: tuple[int, int],
    draw: int,
    bonuses: dict[str, int],
) -> None:
    board = resolved("usa", tickets=preset)
    dealt = tickets_of(board, "tickets")
    assert len(dealt) == tickets
    assert points in {None, sum(ticket.points or 0 for ticket in dealt)}
    assert deals(board, "start") == ({"tickets": start[0]}, start[1], None, "under")
    assert deals(board, "draw") == ({"tickets": draw}, 1, None, "under")
    paid = {
        name: board.rules[name]["points"] for name in ("longest_path", "globetrotter") if name in board.rules
    }
    assert {name: worth for name, worth in paid.items() if worth} == bonuses
    assert board.tie_breaks == ("tickets_completed", "longest_path")


def test_usa_1910_revises_four_values() -> None:
    worth = {str(ticket.id): ticket.points for ticket in resolved("usa").tickets}
    revised = {name.removesuffix("--1910"): worth[name] for name in worth if name.endswith("--1910")}
    assert {name: (worth[name], new) for name, new in revised.items()} == {
        "los_angeles--miami": (20, 19),
        "los_angeles--new_york": (21, 20),
        "new_york--seattle": (22, 20),
        "oklahoma_city--sault_st_marie": (9, 8),
    }


@pytest.mark.parametrize(
    ("name", "deck", "everything", "cities"),
    [
        ("usa", "tickets", "mega", "chicago dallas houston los_angeles miami new_york seattle"),
        ("europe", "short", "mega", "angora athina berlin london madrid moskva paris roma wien"),
    ],
)
def test_big_cities_are_the_tickets_that_touch_one(
    name: str, deck: str, everything: str, cities: str
) -> None:
    big = set(cities.split())
    large = {t.id for t in tickets_of(resolved(name, tickets="big_cities"), deck)}
    assert large == {
        t.id for t in tickets_of(resolved(name, tickets=everything), deck) if {str(t.a), str(t.b)} & big
    }


def test_usa_warnings_are_exactly_the_known_values() -> None:
    """Five tickets of 2004 and one of 1910 are worth more than their shortest connection."""
    defects = check_document(whole_document("usa"))
    assert {(defect.severity, defect.code) for defect in defects} == {("warning", "value_differs")}
    assert [defect.message for defect in defects] == [
        "los_angeles - chicago is worth 16, the shortest connection is 15",
        "los_angeles - miami is worth 20, the shortest connection is 19",
        "los_angeles - new_york is worth 21, the shortest connection is 20",
        "sault_st_marie - oklahoma_city is worth 9, the shortest connection is 8",
        "seattle - new_york is worth 22, the shortest connection is 20",
        "las_vegas - miami is worth 21, the shortest connection is 20",
    ]


def test_the_edition_of_2004_calls_orange_brown() -> None:
    old, new = resolved("usa", edition="2004"), resolved("usa")
    assert (old.labels["orange"].en, old.labels["orange"].fr) == ("brown", "marron")
    assert (new.labels["orange"].en, new.labels["orange"].fr) == ("orange", "orange")
    assert old.wording["tie_break.longest_path"] != new.wording["tie_break.longest_path"]
    assert resolved("lyon").labels["orange"] == old.labels["orange"]
    assert resolved("lyon").wording == old.wording


# ------------------------------------------------------------------------------------- the other boards


@pytest.mark.parametrize(
    ("preset", "short", "long", "start", "draw"),
    [
        ("base", 40, 6, ({"long": 1, "short": 3}, 2, None, "out"), 3),
        ("1912", 59, 6, ({"long": 1, "short": 3}, 2, None, "out"), 3),
        ("mega", 89, 12, ({"long": 2, "short": 5}, 3, None, "out"), 3),
        ("big_cities", 45, None, ({"short": 5}, 2, None, "out"), 4),
    ],
)
def test_europe_ticket_presets(
    preset: str,
    short: int,
    long: int | None,
    start: tuple[dict[str, int], int, int | None, str],
    draw: int,
) -> None:
    board = resolved("europe", tickets=preset)
    assert set(board.rules["tickets"]["decks"]) == ({"short", "long"} if long else {"short"})
    assert len(tickets_of(board, "short")) == short
    assert long is None or len(tickets_of(board, "long")) == long
    assert deals(board, "start") == start
    assert deals(board, "draw") == ({"short": draw}, 1, None, "under")
    assert board.rules["tickets"]["start"].get("remove_decks") == (["long"] if long else None)


def test_europe_has_its_famous_routes() -> None:
    routes = {str(route.id): route for route in resolved("europe").routes}
    longest = routes["petrograd--stockholm"]
    assert (longest.length, longest.colour, longest.feature("tunnel")) == (8, "gray", 1)
    ferry = routes["palermo--smyrna"]
    assert (ferry.length, ferry.feature("locomotives")) == (6, 2)
    assert {routes[f"madrid--pamplona--{n}"].colour for n in (1, 2)} == {"black", "white"}


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("usa", {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}),
        ("europe", {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}),
        ("india", {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}),
        ("nordic", {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 9: 27}),
        ("italy", {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}),
        ("world-dense", {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27, 10: 27, 11: 27, 12: 27}),
    ],
)
def test_points_by_length(name: str, points: dict[int, int]) -> None:
    assert resolved(name).rules["routes"]["points"] == {
        str(length): worth for length, worth in points.items()
    }


@pytest.mark.parametrize(
    ("name", "players", "trains", "closed_for"),
    [
        ("usa", (2, 5), 45, (2, 3)),
        ("lyon", (2, 5), 45, (2, 3)),
        ("europe", (2, 5), 45, (2, 3)),
        ("italy", (2, 5), 45, (2, 3)),
        ("iberia", (2, 5), 35, (2, 3)),
        ("india", (2, 4), 45, (2, 3)),
        ("germany", (2, 5), 45, (2, 3)),
        ("pennsylvania", (2, 5), 45, (2, 3)),
        ("legendary_asia", (2, 5), 45, (2, 3)),
        ("nordic", (2, 3), 40, (2,)),
        ("switzerland", (2, 3), 40, (2,)),
    ],
)
def test_second_tracks_by_number_of_players(
    name: str, players: tuple[int, int], trains: int, closed_for: tuple[int, ...]
) -> None:
    for count in range(players[0], players[1] + 1):
        board = resolved(name, count)
        assert (board.players, board.trains) == (players, trains)
        assert board.rules["routes"].get("tracks") == (1 if count in closed_for else None)


def test_nordic_and_switzerland_draw_locomotives_like_other_cards() -> None:
    for name, wild in (("nordic", ["locomotives", "tunnel"]), ("switzerland", ["tunnel"])):
        rules = resolved(name).rules
        assert rules["train_cards"] == {"hand": 4, "market": 5, "locomotive_is_whole_turn": False}
        assert rules["routes"]["wild_on"] == wild
        assert deals(resolved(name), "start") == ({"tickets": 5}, 2, None, "out")
        assert deals(resolved(name), "draw") == ({"tickets": 3}, 1, None, "out")


def test_nordic_tracks_drawn_apart_may_be_routes_of_their_own() -> None:
    assert "apart_is_multiple" not in resolved("nordic").rules["routes"]
    assert resolved("nordic", parallel="apart").rules["routes"]["apart_is_multiple"] is False


def test_nordic_has_the_route_to_murmansk() -> None:
    (route,) = (route for route in resolved("nordic").routes if route.feature("substitute"))
    assert (route.id, route.length, route.feature("substitute")) == ("lieksa--murmansk", 9, 4)


@pytest.mark.parametrize(
    ("name", "zones", "ends"),
    [("switzerland", 4, 17), ("italy", 5, 15), ("germany", 5, 14), ("pennsylvania", 1, 2)],
)
def test_zones_are_reached_by_dead_ends(name: str, zones: int, ends: int) -> None:
    board = resolved(name)
    terminals = [city for zone in board.zones for city in zone.cities]
    assert (len(board.zones), len(terminals), len(set(terminals))) == (zones, ends, ends)
    neighbours: dict[str, set[str]] = {}
    for route in board.routes:
        neighbours.setdefault(route.a, set()).add(route.b)
        neighbours.setdefault(route.b, set()).add(route.a)
    assert all(len(neighbours[city]) == 1 for city in terminals)


def test_switzerland_has_twelve_tickets_to_countries() -> None:
    several = [ticket for ticket in resolved("switzerland").tickets if ticket.ends]
    assert Counter(ticket.a for ticket in several) == {
        **dict.fromkeys(("france", "deutschland", "osterreich", "italia"), 2),
        **dict.fromkeys(("bern", "chur", "zurich", "lugano"), 1),
    }
    lugano = next(ticket for ticket in several if ticket.a == "lugano")
    assert (max(points for _, points in lugano.goals), lugano.penalty) == (14, 2)


def test_italy_has_seventeen_regions_that_share_out_its_cities() -> None:
    board = resolved("italy")
    rule = board.rules["regions"]
    terminals = {city for zone in board.zones for city in zone.cities}
    homes = Counter(city for region in rule["regions"] for city in region["cities"])
    assert homes == dict.fromkeys((city.id for city in board.cities if city.id not in terminals), 1)
    twice = {region["id"] for region in rule["regions"] if region.get("counts_twice")}
    assert twice == {"sardegna", "sicilia", "puglia"}
    assert (len(rule["regions"]), rule["points"]["9"], rule["points"]["15"]) == (17, 11, 56)
    assert {route.colour == "gray" for route in board.routes if route.feature("waves")} == {True}
    assert all(route.feature("waves") for route in board.routes if route.colour == "gray")
    assert deals(board, "start") == ({"tickets": 5}, 3, None, "shuffled")
    assert deals(board, "draw") == ({"tickets": 4}, 1, None, "under")
    assert board.rules["longest_path"] == {"points": 0}  # it decides ties, as in the base game


def test_iberia_has_festivals_and_drafts_instead_of_a_first_deal() -> None:
    """Anchors of the rule book: 3 Sevilla cards are worth 6, 7 Valencia cards 22."""
    rules = resolved("iberia").rules
    festivals = {festival["id"]: festival for festival in rules["festivals"]["festivals"]}
    assert (festivals["sevilla"]["points"][3 - 1], festivals["valencia"]["points"][7 - 1]) == (6, 22)
    assert festivals["porto_coimbra"]["cities"] == ["porto", "coimbra"]
    assert all(len(festival["points"]) == festival["cards"] for festival in festivals.values())
    assert sum(festival["cards"] for festival in festivals.values()) == 54
    assert "start" not in rules["tickets"]
    assert "longest_path" not in rules
    assert resolved("iberia").tie_breaks == ("tickets_completed",)
    places = {players: resolved("iberia", players).rules["drafts"]["card_at"] for players in (2, 3, 4, 5)}
    assert places == {2: [1, 2], 3: [2, 3], 4: [3, 4], 5: [3, 4]}


def test_india_pays_for_mandalas() -> None:
    rules = resolved("india").rules
    assert rules["mandalas"] == {"points": [5, 10, 20, 30, 40]}
    assert deals(resolved("india"), "start") == ({"tickets": 4}, 2, None, "under")


def test_germany_leaves_the_mix_of_long_and_short_tickets_to_the_players() -> None:
    rules = resolved("germany").rules["tickets"]
    assert [len(tickets_of(resolved("germany"), deck)) for deck in ("short", "long")] == [55, 34]
    assert rules["start"] == {
        "deal": {"short": 4, "long": 4},
        "mix": 4,
        "keep_at_least": 2,
        "rejects": "into",
    }
    assert rules["draw"] == {
        "deal": {"short": 4, "long": 4},
        "mix": 4,
        "keep_at_least": 1,
        "rejects": "under",
    }
    assert "passengers" in resolved("germany").provenance.statement.en.lower()


def test_pennsylvania_has_sixty_shares_of_nine_railroads() -> None:
    """Beside each track of a pair stand the same railroads; with two players a third hand takes along."""
    board = resolved("pennsylvania")
    railroads = board.rules["shares"]["railroads"]
    assert [railroad["shares"] for railroad in railroads] == [15, 10, 8, 7, 6, 5, 4, 3, 2]
    assert all(list(r["payouts"]) == sorted(r["payouts"], reverse=True) for r in railroads)
    beside = {
        str(route.id): {r["id"] for r in railroads if route.id in r["routes"]} for route in board.routes
    }
    ends = {str(route.id): (route.a, route.b) for route in board.routes}
    assert all(beside[a] == beside[b] for a in beside for b in beside if ends[a] == ends[b])
    assert sum(map(len, beside.values())) == sum(len(r["routes"]) for r in railroads)
    assert sum(not names for names in beside.values()) == 7
    thirds = {
        players: resolved("pennsylvania", players).rules["shares"].get("third_hand") for players in (2, 3)
    }
    assert thirds == {2: True, 3: None}


def test_legendary_asia_has_its_mountains() -> None:
    board = resolved("legendary_asia")
    crossed = [route.feature("mountains") for route in board.routes if route.feature("mountains")]
    assert (len(crossed), sum(crossed)) == (31, 39)
    assert board.tie_breaks == ("tickets_completed", "mountain_trains")
    assert deals(board, "start") == ({"long": 1, "short": 3}, 2, None, "out")
    assert [d for d in check_document(whole_document("legendary_asia")) if d.code == "value_differs"] == []


# --------------------------------------------------------------------------------------- around the world

WORLD = {
    3: (55, 4, {"long": 3, "medium": 2}, (2, 4), (1, 2), "out", False, None, 1, 0),
    4: (55, 5, {"long": 2, "medium": 2}, (2, 4), (1, 3), "out", True, None, 2, 1),
    5: (50, 5, {"long": 2, "medium": 2}, (2, 4), (1, 2), "under", True, 3, 2, 1),
    6: (45, 6, {"long": 2, "medium": 1}, (2, 3), (1, 2), "under", True, 3, 2, 2),
    7: (40, 6, {"long": 1, "medium": 2}, (1, 3), (1, 1), "under", False, 3, 3, 3),
}


@pytest.mark.parametrize("name", ["world-light", "world-dense"])
@pytest.mark.parametrize("players", sorted(WORLD))
def test_world_table_by_number_of_players(name: str, players: int) -> None:
    """The table of the rules: trains, cards, tickets, rejects, market, tracks and stations."""
    board = resolved(name, players)
    rules = board.rules
    cards, start, draw = rules["train_cards"], rules["tickets"]["start"], rules["tickets"]["draw"]
    assert start["rejects"] == draw["rejects"]
    assert draw["deal"] == {"long": 1, "medium": 1, "short": 1}
    assert WORLD[players] == (
        board.trains,
        cards["hand"],
        start["deal"],
        (start["keep_at_least"], start["keep_at_most"]),
        (draw["keep_at_least"], draw["keep_at_most"]),
        draw["rejects"],
        cards["locomotive_is_whole_turn"],
        cards.get("flush_at"),
        rules["routes"]["tracks"],
        rules.get("stations", {"each": 0})["each"],
    )
    assert rules["routes"].get("wild_on") == (["locomotives", "tunnel"] if players == 3 else None)


@pytest.mark.parametrize(
    ("players", "bonuses"), [(3, (0, 15, 0, 0)), (4, (0, 15, 30, 0)), (7, (10, 15, 30, 30))]
)
def test_world_bonuses(players: int, bonuses: tuple[int, ...]) -> None:
    rules = resolved("world-light", players).rules
    names = ("longest_path", "globetrotter", "world_tour", "polar_exploration")
    assert tuple(rules.get(name, {"points": 0})["points"] for name in names) == bonuses
    assert ("coloured_locomotives" in rules) == (players >= 5)
    ties = ("-stations_built", "world_tour", "tickets_completed", "longest_path", "ticket_points")
    assert resolved("world-light", players).tie_breaks == (ties if "stations" in rules else ties[1:])


@pytest.mark.parametrize(("name", "north", "south"), [("world-light", 6, 5), ("world-dense", 8, 7)])
def test_world_polar_segments(name: str, north: int, south: int) -> None:
    segments = resolved(name).rules["polar"]["segments"]
    assert Counter(segment["pole"] for segment in segments) == {"north": north, "south": south}
    assert {(s["pole"], s["locomotives"]) for s in segments} == {("north", 1), ("south", 2)}
    assert resolved(name, poles="stations").rules["polar"]["poles_are_stations"] is True


def test_world_tickets_keep_to_their_ranges() -> None:
    board = resolved("world-light")
    for deck, count, low, high in (("long", 14, 17, 19), ("medium", 24, 11, 16), ("short", 10, 6, 10)):
        worth = [ticket.points or 0 for ticket in tickets_of(board, deck)]
        assert (len(worth), min(worth), max(worth)) == (count, low, high)


@pytest.mark.parametrize("name", ["world-light", "world-dense"])
def test_routes_that_wrap_leave_by_the_east(name: str) -> None:
    """From a to b such a route crosses the edge eastwards, so that a lies east and b west."""
    board = resolved(name)
    lon = {city.id: city.lon for city in board.cities}
    wrapped = {(str(r.a), str(r.b)) for r in board.routes if r.feature("wraps")}
    assert {("kamtchatka", "alaska"), ("japon", "hawai"), ("nouvelle_zelande", "polynesie")} <= wrapped
    assert all(lon[r.a] > 0 > lon[r.b] for r in board.routes if r.feature("wraps"))
    assert not [r.id for r in board.routes if abs(lon[r.a] - lon[r.b]) > 180 and not r.feature("wraps")]


# ------------------------------------------------------------------------------------ files and the library


@pytest.mark.parametrize("path", sorted(MAPS.glob("*.json")), ids=lambda path: path.stem)
def test_files_read_well_in_a_diff(path: Path) -> None:
    """One city, route or ticket a line, letters unescaped, a line end at the end."""
    text = path.read_text("utf-8")
    lines = {line.strip().removesuffix(",") for line in text.splitlines()}
    document = json.loads(text)
    assert document["name"] == path.stem
    assert "\\u" not in text
    assert text.endswith("}\n")
    for key in ("cities", "zones", "routes", "tickets"):
        assert all(json.dumps(entry, ensure_ascii=False) in lines for entry in document.get(key, ()))


def test_abstract_boards_are_parents_only() -> None:
    assert {"base", "world"} == {path.stem for path in MAPS.glob("*.json")} - set(board_names())
    assert board_document("base")["abstract"] is True
    assert "abstract" not in whole_document("usa")
    assert "abstract" not in whole_document("world-light")


@pytest.mark.parametrize("name", ["atlantis", "../maps/usa", "USA", "usa.json", "", "usa\n"])
def test_an_unknown_board_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(BoardDefect, match=r"europe, .*usa, world-dense, world-light"):
        board_document(name)


def test_a_patch_may_remove_what_a_parent_has() -> None:
    """A null inside an option or a number of players works when it is chosen, not when the parent is merged."""
    parent = {"a": {"x": 1, "y": 2}, "players": [2, 3], "by_players": {"2": {"a": {"x": 5}}, "3": {}}}
    child = {
        "extends": "parent",
        "name": "child",
        "by_players": {"2": {"a": {"y": None}}, "3": None},
        "options": {
            "o": {
                "label": {"en": "", "fr": ""},
                "default": "c",
                "choices": {"c": {"label": {"en": "", "fr": ""}, "patch": {"a": {"z": 3, "y": None}}}},
            }
        },
    }
    whole = inherit(child, lambda _: parent)
    assert whole["by_players"] == {"2": {"a": {"x": 5, "y": None}}}
    assert resolve(whole, 3, {})["a"] == {"x": 1, "z": 3}
    assert resolve(whole, 2, {})["a"] == {"x": 5, "z": 3}


def test_the_hash_tells_variants_apart() -> None:
    whole = whole_document("usa")
    hashes = {content_hash(resolve(whole, 2, {"tickets": preset})) for preset in ("base", "1910", "mega")}
    assert len(hashes | {content_hash(resolve(whole, 4, {}))}) == 4
    assert content_hash(resolve(whole, 2, {})) == content_hash(resolve(whole, 3, {"edition": "later"}))
