"""The checker reports each kind of defect at its place, and all of them at once."""

import copy
from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any

import pytest

from ttr_core.boards import check
from ttr_core.boards.board import Document, inherit, merge
from ttr_core.boards.check.network import bridges, cut_cities, distances, loops_within, neighbours_of, parts
from ttr_core.boards.library import board_document, whole_document
from ttr_core.engine.hooks import RuleModule, Settings
from ttr_core.load import check_document
from ttr_core.model.ids import Card, CityId, PlaceId, RouteId, TicketId
from ttr_core.rules.registry import MODULES
from ttr_core.rules.variants.festivals import FestivalId

GONE = object()  # a value that removes the key


def label(text: str) -> dict[str, str]:
    return {"en": text, "fr": text}


def city(name: str) -> dict[str, Any]:
    return {"id": name, "name": name.title(), "lat": 0.0, "lon": 0.0}


def track(a: str, b: str, length: int) -> dict[str, Any]:
    return {"id": f"{a}--{b}", "a": a, "b": b, "length": length, "colour": "gray"}


def ticket(a: str, b: str, points: int, *sets: str) -> dict[str, Any]:
    return {"id": f"{a}--{b}", "a": a, "b": b, "points": points, "sets": list(sets)}


VILLAGE = {
    "format": "ttr-board/1",
    "name": "village",
    "extends": "base",
    "title": label("Village"),
    "provenance": {"status": "exact", "statement": label("Made up.")},
    "cities": [city(name) for name in ("abbey", "bank", "castle", "dock", "border")],
    "zones": [{"id": "abroad", "name": "Abroad", "cities": ["border"]}],
    "routes": [
        track("abbey", "bank", 1),
        track("abbey", "castle", 2),
        track("abbey", "dock", 4),
        track("bank", "castle", 3),
        track("bank", "dock", 2),
        track("castle", "dock", 1),
        track("border", "dock", 2),
    ],
    "tickets": [
        ticket("abbey", "dock", 3, "base"),
        ticket("bank", "abroad", 4, "base"),
        {
            "id": "castle--ends",
            "a": "castle",
            "ends": [{"to": "abroad", "points": 3}],
            "sets": ["base", "big"],
        },
        ticket("bank", "castle", 3, "big"),
    ],
    "rules": {"tickets": {"start": {"deal": {"tickets": 0}}}},  # there are too few tickets for a first deal
    "contents": {"tickets": 3, "ticket_decks.tickets": 3, "trains": 45, "train_cards": 110, "zones": 1},
    "options": {
        "tickets": {
            "label": label("Tickets"),
            "default": "base",
            "choices": {
                "base": {"label": label("Base")},
                "big": {
                    "label": label("Big"),
                    "patch": {
                        "rules": {"tickets": {"decks": {"tickets": ["big"]}}},
                        "contents": {"tickets": 2, "ticket_decks.tickets": 2},
                    },
                },
            },
        }
    },
}
WHOLE = inherit(VILLAGE, board_document)


def broken(*changes: tuple[str, Any]) -> Document:
    """The village with a value put (or removed) at each place."""
    document: Any = copy.deepcopy(WHOLE)
    for place, value in changes:
        *path, last = place.split("/")[1:]
        target = document
        for step in path:
            target = target[int(step) if isinstance(target, list) else step]
        key: Any = int(last) if isinstance(target, list) else last
        if value is GONE:
            del target[key]
        elif isinstance(target, list) and key == len(target):
            target.append(value)
        else:
            target[key] = value
    return document  # type: ignore[no-any-return]  # the copy of a document


def defects_of(document: Document) -> set[tuple[str, str, str]]:
    defects = check_document(document)
    assert len(defects) == len(set(defects))
    return {(defect.severity, defect.place, defect.code) for defect in defects}


def test_the_village_is_faultless() -> None:
    assert check_document(WHOLE) == ()


BREAKS = [
    # Shapes.
    ("/routes/2/length", "4", "error", "wrong_type"),
    ("/routes/2/features", {"tunnel": "yes"}, "error", "wrong_type", "/routes/2/features/tunnel"),
    ("/routes/2/features", {"tunnel": 1.5}, "error", "wrong_type", "/routes/2/features/tunnel"),
    ("/routes/2/features", {"tunnel": -1}, "error", "negative_feature", "/routes/2/features/tunnel"),
    ("/routes/2/bend", 3, "error", "unknown_key"),
    ("/cities/1/lat", GONE, "error", "missing_key"),
    ("/bridges", [], "error", "unknown_key"),
    ("/title", GONE, "error", "missing_key"),
    ("/title/fr", GONE, "error", "missing_key"),
    ("/format", "ttr-board/0", "error", "invalid_value"),
    ("/provenance/status", "guessed", "error", "invalid_value"),
    ("/tie_breaks/1", 7, "error", "wrong_type"),
    ("/labels/red", "red", "error", "wrong_type"),
    ("/rules/turns", 2, "error", "wrong_type"),
    ("/tickets/0/b", GONE, "error", "invalid_value", "/tickets/0"),
    ("/options/tickets/choices/big/label/fr", GONE, "error", "missing_key"),
    ("/by_players/2", 1, "error", "wrong_type"),
    # Names.
    ("/cities/1/id", "abbey", "error", "duplicate_id"),
    ("/zones/0/id", "dock", "error", "duplicate_id"),
    ("/routes/6/id", "abbey--bank", "error", "duplicate_id"),
    ("/routes/6/id", "abbey", "error", "duplicate_id"),
    ("/tickets/3/id", "abbey--dock", "error", "duplicate_id"),
    ("/cards/colours/7", "white", "error", "duplicate_id"),
    ("/routes/2/b", "nowhere", "error", "unknown_city"),
    ("/routes/2/a", "abroad", "error", "unknown_city"),
    ("/zones/0/cities/1", "nowhere", "error", "unknown_city"),
    ("/tickets/0/a", "nowhere", "error", "unknown_place"),
    ("/tickets/1/b", "nowhere", "error", "unknown_place"),
    ("/tickets/2/ends/0/to", "nowhere", "error", "unknown_place"),
    ("/routes/2/b", "abbey", "error", "route_to_itself"),
    ("/tickets/0/b", "abbey", "error", "ticket_to_itself"),
    # Numbers and colours.
    ("/routes/2/length", 7, "error", "length_without_points"),
    ("/routes/2/length", 0, "error", "length_without_points"),
    ("/rules/routes/points", GONE, "error", "missing_key"),
    ("/trains", 3, "error", "length_above_trains", "/routes/2/length"),
    ("/routes/2/colour", "beige", "error", "unknown_colour"),
    ("/routes/2/colour", "white/beige", "error", "unknown_colour"),
    ("/cards/colours/7", "gray", "error", "reserved_colour"),
    ("/labels/red", GONE, "error", "missing_label"),
    ("/labels/gray", GONE, "error", "missing_label"),
    ("/player_colours", ["red"], "error", "too_few_player_colours"),
    ("/players", [3, 2], "error", "bad_players"),
    ("/players", [1, 10**9], "error", "bad_players"),
    ("/by_players/6", {}, "error", "players_out_of_range"),
    ("/by_players/two", {}, "error", "players_out_of_range"),
    ("/options/tickets/default", "huge", "error", "unknown_default"),
    ("/close_ups", [["atlantis"]], "error", "unknown_city", "/close_ups/0/0"),
    ("/close_ups", ["atlantis"], "error", "wrong_type", "/close_ups/0"),
    # Decks and contents.
    ("/rules/tickets/start/deal/tickets", 2, "error", "too_few_tickets"),
    (
        "/rules/tickets/decks/tickets",
        ["base", "old"],
        "warning",
        "empty_set",
        "/rules/tickets/decks/tickets/1",
    ),
    ("/rules/tickets/start/deal", {"short": 3}, "error", "unknown_deck", "/rules/tickets/start/deal/short"),
    ("/tickets/3/sets", ["old"], "warning", "ticket_in_no_deck"),
    ("/tickets/3/sets", [], "warning", "ticket_in_no_deck"),
    ("/contents/tickets", 4, "error", "contents_differ"),
    ("/contents/ticket_decks.long", 1, "error", "contents_differ"),
    ("/contents/trains", 40, "error", "contents_differ"),
    ("/contents/train_cards", 111, "error", "contents_differ"),
    ("/contents/locomotives", 15, "error", "contents_differ"),
    ("/contents/cards_each", 13, "error", "contents_differ"),
    ("/contents/colours", 9, "error", "contents_differ"),
    ("/contents/zones", 2, "error", "contents_differ"),
    ("/contents/regions", 1, "error", "contents_differ"),
    ("/contents/ferry_cards", 1, "error", "contents_differ"),
    ("/contents/festival_cards", 1, "error", "contents_differ"),
    ("/contents/dice", 2, "error", "unknown_key"),
    # The map.
    ("/tickets/0/points", 4, "warning", "value_differs"),
    ("/tickets/2/ends/0/points", 2, "warning", "value_differs"),
    ("/routes/6", GONE, "error", "unreachable", "/tickets/1/b"),
    ("/routes/6", GONE, "error", "unreachable", "/tickets/2/ends/0/to"),
    ("/routes/6", GONE, "warning", "not_connected", "/cities/4"),
    ("/zones", [], "warning", "bridge", "/routes/6"),
    ("/zones", [], "warning", "cut_city", "/cities/3"),
    ("/routes/2/colour", "red", "warning", "unbalanced_colours", None),
]


FESTIVAL = {"id": "fair", "name": "Fair", "cities": ["bank"], "cards": 2, "points": [1, 2]}
REGION = {"id": "north", "name": "North", "cities": ["bank", "dock"]}
SEGMENT = {"id": "bank--north", "city": "bank", "pole": "north", "length": 2, "locomotives": 0}
RULES: dict[str, Any] = {
    "festivals": {"festivals": [FESTIVAL]},
    "regions": {"points": {"2": 1}, "regions": [REGION]},
    "polar": {"segments": [SEGMENT]},
    "drafts": {"card_at": [3, 4]},
}

BREAKS_IN_RULES = [
    # Shapes.
    ("/weather", {}, "error", "unknown_rule"),
    ("/turns/laps", 3, "error", "unknown_key"),
    ("/turns/last_round_at", "two", "error", "wrong_type"),
    ("/festivals/festivals/0/cities", GONE, "error", "missing_key"),
    ("/polar/segments/0/pole", "west", "error", "invalid_value"),
    # Names, by the types of the settings.
    ("/festivals/festivals/0/cities/0", "nowhere", "error", "unknown_city"),
    ("/festivals/festivals/1", FESTIVAL, "error", "duplicate_id", "/festivals/festivals/1/id"),
    ("/regions/regions/0/cities/1", "abroad", "error", "unknown_city"),
    ("/regions/regions/1", REGION, "error", "duplicate_id", "/regions/regions/1/id"),
    ("/polar/segments/0/city", "nowhere", "error", "unknown_city"),
    ("/polar/segments/0/id", "abbey--bank", "error", "duplicate_id"),
    ("/drafts/deck", "nothing", "error", "unknown_deck"),
    ("/tickets/draw/deal", {"a/b": 1}, "error", "unknown_deck", "/tickets/draw/deal/a~1b"),
    ("/tickets/start/remove_decks", ["long"], "error", "unknown_deck", "/tickets/start/remove_decks/0"),
    # Numbers.
    ("/turns/last_round_at", -1, "error", "negative_number"),
    ("/festivals/festivals/0/points/1", -2, "error", "negative_number"),
    ("/regions/points/2", -1, "error", "negative_number"),
    ("/polar/segments/0/length", -2, "error", "negative_number"),
    ("/drafts/card_at/0", -3, "error", "negative_number"),
    ("/tickets/draw/deal/tickets", -3, "error", "negative_number"),
    # What only the rule itself knows.
    ("/festivals/festivals/0/cards", 3, "error", "missing_points", "/festivals/festivals/0/points"),
    ("/regions/points", {"many": 5}, "error", "wrong_key", "/regions/points/many"),
    ("/drafts/card_at", [5, 4], "error", "bad_fraction"),
    ("/drafts/card_at", [0, 0], "error", "bad_fraction"),
]


def with_rules() -> tuple[tuple[str, Any], ...]:
    return tuple((f"/rules/{name}", copy.deepcopy(settings)) for name, settings in RULES.items())


def test_settings_without_defects_give_none() -> None:
    assert defects_of(broken(*with_rules())) == set()


@pytest.mark.parametrize("case", BREAKS_IN_RULES, ids=lambda case: f"{case[3]} {case[0]}")
def test_a_defect_in_the_settings_of_a_rule_is_found_in_its_place(case: tuple[Any, ...]) -> None:
    place, value, severity, code, *elsewhere = case
    where = elsewhere[0] if elsewhere else place
    defects = defects_of(broken(*with_rules(), (f"/rules{place}", value)))
    assert (severity, f"/rules{where}", code) in defects


def test_what_rules_add_to_the_box_is_counted_by_them() -> None:
    stated = {"festival_cards": 2, "regions": 1, "ferry_cards": 12}
    contents = tuple((f"/contents/{name}", count) for name, count in stated.items())
    ferry_cards = ("/rules/ferry_cards", {"cards": 12})
    assert defects_of(broken(*with_rules(), ferry_cards, *contents)) == set()
    differing = defects_of(broken(*with_rules(), ferry_cards, *((name, n + 1) for name, n in contents)))
    assert differing == {("error", name, "contents_differ") for name, _ in contents}


def test_a_feature_that_no_rule_in_use_understands() -> None:
    place = "/routes/2/features"
    unknown = ("error", f"{place}/tunnel", "unknown_feature")
    assert defects_of(broken((place, {"tunnel": 1}))) == {unknown}
    assert defects_of(broken((place, {"tunnel": 1}), ("/rules/tunnels", {}))) == set()


class Tolls(Settings, frozen=True, kw_only=True):
    """Settings of a rule that does not exist, with an id of every kind."""

    cities: tuple[CityId, ...] = ()
    places: tuple[PlaceId, ...] = ()
    cards: tuple[Card, ...] = ()
    by_route: Mapping[RouteId, int] = {}
    ticket: TicketId | None = None
    festival: FestivalId | None = None


@pytest.mark.parametrize(
    ("settings", "place", "code"),
    [
        ({"cities": ["bank", "nowhere"]}, "/rules/tolls/cities/1", "unknown_city"),
        ({"places": ["bank", "abroad", "nowhere"]}, "/rules/tolls/places/2", "unknown_place"),
        ({"cards": ["locomotive", "red", "beige"]}, "/rules/tolls/cards/2", "unknown_card"),
        ({"by_route": {"abbey--bank": 1, "x--y": 1}}, "/rules/tolls/by_route/x--y", "unknown_route"),
        ({"by_route": {"abbey--bank": -1}}, "/rules/tolls/by_route/abbey--bank", "negative_number"),
        ({"ticket": "x--y"}, "/rules/tolls/ticket", "unknown_ticket"),
        ({"festival": "wake"}, "/rules/tolls/festival", "unknown_festival"),
    ],
)
def test_ids_are_recognised_by_their_types(settings: dict[str, Any], place: str, code: str) -> None:
    rules = {**MODULES, "tolls": RuleModule(name="tolls", settings=Tolls)}
    document = broken(*with_rules(), ("/rules/tolls", settings))
    assert [(d.place, d.code) for d in check.check_document(document, rules)] == [(place, code)]


@pytest.mark.parametrize("case", BREAKS, ids=lambda case: f"{case[3]} {case[0]}")
def test_a_defect_is_found_in_its_place(case: tuple[Any, ...]) -> None:
    place, value, severity, code, *elsewhere = case
    where = elsewhere[0] if elsewhere else place
    if code == "unbalanced_colours":  # four spaces are within the tolerance, five are not
        assert defects_of(broken((place, value))) == set()
        changes = [(place, value), ("/routes/2/length", 5)]
        assert defects_of(broken(*changes)) == {(severity, "/routes", code)}
    else:
        assert (severity, where, code) in defects_of(broken((place, value)))


@pytest.mark.parametrize(
    "code",
    [
        "unknown_city",
        "duplicate_id",
        "length_without_points",
        "unknown_colour",
        "contents_differ",
        "value_differs",
    ],
)
def test_one_slip_is_one_defect(code: str) -> None:
    slips = {
        "unknown_city": ("/routes/2/b", "nowhere"),
        "duplicate_id": ("/routes/6/id", "abbey--bank"),
        "length_without_points": ("/routes/2/length", 7),
        "unknown_colour": ("/routes/2/colour", "beige"),
        "contents_differ": ("/contents/zones", 2),
        "value_differs": ("/tickets/0/points", 4),
    }
    assert [defect.code for defect in check_document(broken(slips[code]))] == [code]


def test_every_defect_is_reported_at_once() -> None:
    """A bad entry hides neither the others nor its own second defect; errors come before warnings."""
    document = broken(
        ("/routes/0/length", "one"),
        ("/routes/0/color", "gray"),
        ("/routes/3/colour", "beige"),
        ("/routes/4/length", 9),
        ("/routes/5", "castle--dock"),
        ("/cities/0/lat", None),
        ("/tickets/0/points", 17),
        ("/tickets/3/b", "nowhere"),
        ("/labels/black", GONE),
        ("/options/tickets/default", "huge"),
        ("/by_players/9", {}),
        ("/contents/zones", 3),
        ("/tie_breaks", "none"),
    )
    expected = {
        ("/routes/0/length", "wrong_type"),
        ("/routes/0/color", "unknown_key"),
        ("/routes/3/colour", "unknown_colour"),
        ("/routes/4/length", "length_without_points"),
        ("/routes/5", "wrong_type"),
        ("/cities/0/lat", "wrong_type"),
        ("/tickets/3/b", "unknown_place"),
        ("/labels/black", "missing_label"),
        ("/options/tickets/default", "unknown_default"),
        ("/by_players/9", "players_out_of_range"),
        ("/contents/zones", "contents_differ"),
        ("/tie_breaks", "wrong_type"),
    }
    defects = check_document(document)
    assert expected <= {(defect.place, defect.code) for defect in defects if defect.severity == "error"}
    severities = [defect.severity for defect in defects]
    assert severities == sorted(severities)


def test_every_choice_and_number_of_players_is_checked() -> None:
    patch = "/options/tickets/choices/big/patch"
    (defect,) = check_document(broken((f"{patch}/contents/tickets", 5)))
    assert (defect.place, defect.code) == ("/contents/tickets", "contents_differ")
    assert defect.message == "the contents list says 5, the board has 2 (with tickets big)"
    (defect,) = check_document(broken(("/by_players/3", {"contents": {"zones": 4}})))
    assert defect.message == "the contents list says 4, the board has 1 (with 3 players)"


def test_a_patch_of_the_map_is_checked_as_a_map() -> None:
    routes = [route for route in VILLAGE["routes"] if route["id"] != "border--dock"]  # type: ignore[index]  # a document is JSON
    patch = "/options/tickets/choices/big/patch"
    places = defects_of(broken((f"{patch}/routes", routes)))
    assert ("error", "/tickets/1/b", "unreachable") in places


def test_many_loops_are_remarked() -> None:
    names = [f"c{n}" for n in range(10)]
    document = merge(
        broken(("/tickets", []), ("/zones", []), ("/contents", {})),
        {
            "cities": [city(name) for name in names],
            "routes": [track(a, b, 1) for a, b in combinations(names, 2)],
            "options": None,
            "rules": {"tickets": {"decks": {"tickets": []}}},
        },
    )
    assert defects_of(document) == {("warning", "/trains", "many_loops")}
    assert defects_of(merge(document, {"trains": 20})) == set()


JUNK: tuple[Any, ...] = (GONE, None, True, -1, 2.5, "x", [], {}, [{}], ["x", 1], {"x": {"cities": "y"}})


def places_in(value: Any, place: str = "") -> Iterator[str]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        if "/" not in str(key):
            yield f"{place}/{key}"
            yield from places_in(item, f"{place}/{key}")


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.soak)])
def test_whatever_is_written_is_reported_not_raised(every: int) -> None:
    """Any value anywhere in a map file gives defects, never an exception; the values take turns at the places."""
    for number, place in enumerate(places_in(WHOLE)):
        for junk in JUNK[number % every :: every]:
            assert isinstance(check_document(broken(("/players/1", 2), (place, junk))), tuple)


@pytest.mark.parametrize("junk", [{}, {"routes": 3}, {"options": [], "by_players": "x", "players": {}}])
def test_a_document_of_nothing_is_reported(junk: Document) -> None:
    assert {"missing_key", "bad_players"} <= {defect.code for defect in check_document(junk)}


def test_the_known_warnings_of_europe() -> None:
    """Edinburgh hangs on London, Lisboa and Cádiz on Madrid; values as printed."""
    places = defects_of(whole_document("europe"))
    codes = [code for _, _, code in places]
    assert (codes.count("value_differs"), codes.count("bridge"), codes.count("cut_city")) == (8, 1, 2)
    assert len(places) == 11


# ------------------------------------------------------------------------------------------------- graphs


def random_edges(random: Random) -> list[tuple[int, int, int]]:
    cities = random.randint(2, 8)
    count = random.randint(1, 14)
    return [(random.randrange(cities), random.randrange(cities), random.randint(1, 6)) for _ in range(count)]


def plain_parts(cities: set[int], pairs: set[frozenset[int]]) -> int:
    """The number of connected parts by merging sets."""
    groups = [{city} for city in cities]
    for pair in pairs:
        touched = [group for group in groups if group & pair]
        groups = [group for group in groups if not group & pair] + [set[int]().union(*touched)]
    return len(groups)


@pytest.mark.parametrize("seed", range(150))
def test_graphs_agree_with_plain_definitions(seed: int) -> None:
    edges = random_edges(Random(seed))
    graph = neighbours_of(edges)
    cities = set(graph)
    pairs = {frozenset((a, b)) for a, b, _ in edges if a != b}
    whole = plain_parts(cities, pairs)
    assert len(parts(graph, sorted(cities))) == whole
    split = [tuple(sorted(pair)) for pair in pairs if plain_parts(cities, pairs - {pair}) > whole]
    assert bridges(graph) == sorted(split)
    left = {city: {pair for pair in pairs if city not in pair} for city in cities}
    alone = {city for city in cities if plain_parts(cities - {city}, left[city]) > whole}
    assert set(cut_cities(graph)) == alone


@pytest.mark.parametrize("seed", range(50))
def test_distances_agree_with_relaxation(seed: int) -> None:
    edges = random_edges(Random(seed))
    sources = {edges[0][0], edges[-1][1]}
    best = dict.fromkeys(sources, 0)
    for _ in range(10):
        for a, b, length in (*edges, *((b, a, length) for a, b, length in edges)):
            if a in best:
                best[b] = min(best.get(b, 10**9), best[a] + length)
    assert distances(neighbours_of(edges), sources) == best


@pytest.mark.parametrize(
    ("name", "trains", "loops"),
    [("usa", 45, 8), ("europe", 45, 9), ("lyon", 45, 10), ("india", 45, 13)],
)
def test_loops_within_reach(name: str, trains: int, loops: int) -> None:
    """The bound is the number of loops in the densest networks known for these boards."""
    document = whole_document(name)
    numbers = {entry["id"]: n for n, entry in enumerate(document["cities"])}
    edges = [(numbers[route["a"]], numbers[route["b"]], route["length"]) for route in document["routes"]]
    assert loops_within(neighbours_of(edges), trains) == loops


def test_loops_are_few_where_trains_are_few() -> None:
    triangle = neighbours_of([(0, 1, 2), (1, 2, 2), (2, 0, 2), (0, 1, 1)])
    assert [loops_within(triangle, trains) for trains in (0, 4, 5, 45)] == [0, 0, 1, 1]
