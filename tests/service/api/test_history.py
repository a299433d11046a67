"""Looking back: differences, filters, who knew what when, and the course of a game in figures and as a picture."""

import csv
import io
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from service.language.languages import Messages
from service.pictures.drawing.chart import ChartLook, chart, marks
from tests.support.api_tour.tour import play_to_the_end
from tests.support.audit.golden_corpus import CORPUS, events_of, ruleset_of_game
from tests.support.fixed_secrets import fix_names_and_seeds
from tests.support.http.api_calls import Inside, Table, inside, open_table
from ttr_core import Event, SeatId, Witness, evolve, redact, replay
from ttr_core.engine.views import view
from ttr_core.history.changes import Filter, difference, knowledge, known_since, matches
from ttr_core.history.statistics import MEASURES, rows, statistics
from ttr_core.model.events import (
    CardDrawn,
    GameScored,
    RouteClaimed,
    TicketsKept,
    TicketsOffered,
    TicketsRevealed,
)
from ttr_core.model.ids import Viewer
from ttr_core.model.message import type_name

USA = "usa-2p-whole"
VIEWERS: tuple[Viewer, ...] = (0, 1, Witness.SPECTATOR, Witness.AUDITOR)


def at(value: Any, path: str) -> Any:  # JSON values
    """The value at a path, or nothing where the path ends early."""
    for step in path.removeprefix("/").split("/"):
        if value is None:
            return None
        value = value.get(step) if isinstance(value, dict) else value[int(step)]
    return value


# --------------------------------------------------------------------------------------- differences


@pytest.mark.parametrize("name", CORPUS)
def test_a_difference_is_exactly_what_two_views_do_not_share(name: str) -> None:
    ruleset, events = ruleset_of_game(name), events_of(name)
    moments = range(2, len(events), max(1, len(events) // 12))
    states = [replay(ruleset, events[:version]) for version in moments]
    for before, after in pairwise(states):
        for viewer in VIEWERS[:3]:
            old, new = (msgspec.to_builtins(view(ruleset, state, viewer)) for state in (before, after))
            changes = difference(ruleset, before, after, viewer)
            assert bool(changes) == (old != new)
            assert len({change.path for change in changes}) == len(changes)
            for change in changes:
                assert (change.before, change.after) == (at(old, change.path), at(new, change.path))
                assert change.before != change.after


def test_a_claimed_route_is_shown_by_everything_it_changes() -> None:
    ruleset, events = ruleset_of_game(USA), events_of(USA)
    version = next(n for n, event in enumerate(events) if isinstance(event, RouteClaimed))
    claim = events[version]
    assert isinstance(claim, RouteClaimed)
    before = replay(ruleset, events[:version])
    kinds = {
        change.path: change
        for change in difference(ruleset, before, evolve(ruleset, before, claim), claim.seat)
    }
    seat = f"/seats/{claim.seat}"
    assert kinds[f"{seat}/routes"].added == (claim.route,)
    assert kinds[f"{seat}/trains"].before - kinds[f"{seat}/trains"].after == claim.trains
    assert kinds[f"{seat}/points"].after - kinds[f"{seat}/points"].before == claim.points
    assert any(path.startswith(f"{seat}/hand/") for path in kinds)


def test_viewers_see_no_difference_in_what_is_hidden_from_them() -> None:
    ruleset, events = ruleset_of_game(USA), events_of(USA)
    before, after = (replay(ruleset, events[:version]) for version in (8, 150))
    paths = {
        viewer: [change.path for change in difference(ruleset, before, after, viewer)] for viewer in VIEWERS
    }
    hidden = ("/seats/1/hand/", "/seats/1/tickets", "/seats/1/offer")
    assert any(path.startswith(hidden) for path in paths[1])
    assert not any(path.startswith(hidden) and path != "/seats/1/offered" for path in paths[0])
    assert not any("/hand/" in path for path in paths[Witness.SPECTATOR])


# ------------------------------------------------------------------------------------------- filters


def filtered(viewer: Viewer, **wanted: Any) -> list[Event]:  # the fields of a filter
    ruleset = ruleset_of_game(USA)
    seen = [redact(event, viewer) for event in events_of(USA)]
    return [event for event in seen if matches(ruleset, event, Filter(**wanted))]


def test_events_are_found_by_seat_and_type() -> None:
    matching = filtered(Witness.SPECTATOR, seat=1, type="route_claimed")
    claims = [event for event in events_of(USA) if isinstance(event, RouteClaimed) and event.seat == 1]
    assert matching == claims
    assert len(filtered(Witness.SPECTATOR)) == len(events_of(USA))


def test_a_city_is_found_by_its_routes_and_tickets() -> None:
    ruleset = ruleset_of_game(USA)
    claim = next(event for event in events_of(USA) if isinstance(event, RouteClaimed))
    route = ruleset.routes[ruleset.route_index[claim.route]]
    for city in (route.a, route.b):
        assert claim in filtered(Witness.SPECTATOR, city=city, type="route_claimed")
    for event in filtered(Witness.SPECTATOR, city=route.a, type="route_claimed"):
        assert isinstance(event, RouteClaimed)
        assert route.a in event.route.split("--")
    offered = next(event for event in events_of(USA) if isinstance(event, TicketsOffered) and event.seat == 0)
    place = ruleset.tickets[(offered.tickets or ())[0]].a
    assert offered in filtered(0, city=place, type="tickets_offered")
    assert filtered(Witness.SPECTATOR, city=place, type="tickets_offered") == []


def test_a_card_that_a_viewer_does_not_see_matches_nothing() -> None:
    drawn = [event for event in events_of(USA) if isinstance(event, CardDrawn)]
    kinds = {event.card for event in drawn}
    assert len(kinds) > 2
    for card in kinds:
        assert filtered(Witness.SPECTATOR, card=card, type="card_drawn") == []
        mine = [event for event in drawn if event.card == card and event.seat == 0]
        assert filtered(0, card=card, type="card_drawn") == mine
        everybody = [event for event in drawn if event.card == card]
        assert filtered(Witness.AUDITOR, card=card, type="card_drawn") == everybody


# ------------------------------------------------------------------------------- who knew what when


def test_a_ticket_is_known_to_who_was_offered_it_and_to_all_when_it_is_laid_open() -> None:
    events = events_of(USA)
    shown = {
        ticket: version
        for version, event in enumerate(events, 1)
        if isinstance(event, TicketsRevealed)
        for ticket in event.tickets
    }
    checked = 0
    for event in events:
        if isinstance(event, TicketsKept):
            for ticket in event.tickets or ():
                since = known_since(knowledge(events, ticket), 2)
                assert since[event.seat] == first_offer(events, event.seat, ticket)
                if first_offer(events, 1 - event.seat, ticket) is None:
                    assert since[1 - event.seat] == shown[ticket]
                    checked += 1
    assert checked > 3


def first_offer(events: tuple[Event, ...], seat: SeatId, ticket: str) -> int | None:
    for version, event in enumerate(events, 1):
        if isinstance(event, TicketsOffered) and event.seat == seat and ticket in (event.tickets or ()):
            return version
    return None


def test_the_order_of_a_deck_was_known_to_nobody() -> None:
    mentions = knowledge(events_of(USA), "train_cards_shuffled.cards")
    assert mentions
    assert {mention.who for mention in mentions} == {"nobody"}
    assert known_since(mentions, 2) == (None, None)


def test_a_hand_card_is_known_to_its_seat() -> None:
    events = events_of(USA)
    for mention in knowledge(events, "card_drawn.card"):
        event = events[mention.version - 1]
        assert isinstance(event, CardDrawn)
        assert (mention.who, mention.seat, mention.type) == ("seat", event.seat, "card_drawn")


# ----------------------------------------------------------------------------------------- statistics


@pytest.mark.parametrize("name", CORPUS)
def test_figures_are_those_of_the_views(name: str) -> None:
    ruleset, events = ruleset_of_game(name), events_of(name)
    figures = statistics(ruleset, events, by_turn=False)
    assert figures.versions == tuple(range(1, len(events) + 1))
    state = ruleset.new_state()
    for moment, event in enumerate(events):
        state = evolve(ruleset, state, event)
        if moment % 9 == 0 or moment == len(events) - 1:
            for line, seat in zip(figures.seats, view(ruleset, state, Witness.SPECTATOR).seats, strict=True):
                shown = (seat.points, seat.trains, seat.hand_size, len(seat.routes), seat.ticket_count)
                assert tuple(getattr(line, name)[moment] for name in MEASURES) == shown
    (sheet,) = (event.sheet for event in events if isinstance(event, GameScored))
    assert [line.total for line in figures.seats] == [seat.total for seat in sheet.seats]


def test_by_turn_is_a_part_of_by_version() -> None:
    ruleset, events = ruleset_of_game(USA), events_of(USA)
    whole, turns = statistics(ruleset, events, by_turn=False), statistics(ruleset, events)
    starts = [n for n, event in enumerate(events, 1) if type_name(type(event)) == "turn_started"]
    assert turns.versions == (*starts, len(events))
    assert set(rows(turns)) <= set(rows(whole))
    assert statistics(ruleset, events[:20]).seats[0].total is None


@pytest.mark.parametrize("measure", MEASURES)
def test_the_picture_is_drawn_from_the_figures_alone(measure: str) -> None:
    name = "world-light-3p-whole"
    figures = statistics(ruleset_of_game(name), events_of(name))
    names, say = ["Ann\uffff", "<Ben & Co>", "a name that is much too long"], Messages("en")
    look = ChartLook(colours=ruleset_of_game(name).board.player_colours)
    drawn = chart(figures, measure, names, say, look)
    assert drawn == chart(figures, measure, names, say, look)
    root = ElementTree.fromstring(drawn)
    paths = [path.attrib for path in root.findall("{*}path") if path.get("class") == "course"]
    lines = [path["d"].removeprefix("M").split("L") for path in paths]
    assert all(figures.turns[-1] <= len(line) <= len(figures.versions) for line in lines)
    assert len({path["stroke"] for path in paths}) == 3
    width, height = (float(root.attrib[side]) for side in ("width", "height"))
    for line in lines:
        for point in line:
            x, y = map(float, point.split())
            assert 0 <= x <= width
            assert 0 <= y <= height
    texts = [text.text or "" for text in root.findall("{*}text")]
    assert any(text.startswith("<Ben & Co>: ") for text in texts)
    assert say(f"chart-{measure}") in texts


@pytest.mark.parametrize("bounds", [(0, 1), (0, 7), (-3, 12), (-168, 45), (0, 45), (0, 100_000)])
def test_the_marks_of_an_axis_hold_everything(bounds: tuple[int, int]) -> None:
    scale = marks(*bounds)
    assert scale[0] <= bounds[0] < bounds[1] <= scale[-1]
    assert 2 <= len(scale) <= 11


def test_a_game_that_has_hardly_begun_has_a_picture() -> None:
    ruleset = ruleset_of_game(USA)
    for events in ((), events_of(USA)[:1]):
        look = ChartLook(colours=ruleset.board.player_colours)
        names, say = ["Ann", "Ben"], Messages("en")
        ElementTree.fromstring(chart(statistics(ruleset, events), "points", names, say, look))


# --------------------------------------------------------------------------------------------- the call


@pytest.fixture(scope="module")
def played() -> tuple[Inside, Table]:
    """A whole game, always the same, in which somebody draws a locomotive unseen."""
    server = inside()
    with pytest.MonkeyPatch.context() as patch:
        fix_names_and_seeds(patch, lambda size: "5e" * size)
        table = open_table(server.caller, seats=[{"name": "Ann"}, {"name": "Ben"}])
    play_to_the_end(server.app, table)
    return server, table


def test_the_call_answers_each_viewer_with_their_own(played: tuple[Inside, Table]) -> None:
    server, table = played
    path = f"{table.path}/events"
    counts = {
        who: len(server.caller.get(f"{path}?card=locomotive&type=card_drawn", token).json["items"])
        for who, token in table.tokens.items()
    }
    assert counts["watch"] == counts["host"] == 0
    assert counts["seat:0"] + counts["seat:1"] == counts["audit"] > 0
    assert {event["data"]["seat"] for event in server.caller.get(f"{path}?seat=1").json["items"]} == {1}


def test_changes_are_those_between_two_looks_at_the_game(played: tuple[Inside, Table]) -> None:
    server, table = played
    token = table.seats[0]
    looks = [server.caller.get(f"{table.path}?at={version}", token).json for version in (9, 60)]
    body = server.caller.get(f"{table.path}/changes?from=9&to=60", token).json
    assert (body["from"], body["to"]) == (9, 60)
    assert body["changes"]
    for change in body["changes"]:
        assert [at(look, change["path"]) for look in looks] == [change["before"], change["after"]]
    back = server.caller.get(f"{table.path}/changes?from=60&to=9", token).json["changes"]
    assert sorted((change["path"], change["added"]) for change in back) == sorted(
        (change["path"], change["removed"]) for change in body["changes"]
    )


def test_figures_come_as_a_table_and_as_a_picture(played: tuple[Inside, Table]) -> None:
    server, table = played
    path = f"{table.path}/statistics"
    body = server.caller.get(f"{path}?by=version").json
    as_csv = server.caller.get(f"{path}?by=version&format=csv").body
    assert as_csv == server.caller.get(f"{path}?by=version", None, {"Accept": "text/csv"}).body
    table_rows = list(csv.DictReader(io.StringIO(as_csv.decode())))
    assert len(table_rows) == 2 * len(body["versions"])
    assert [int(row["points"]) for row in table_rows if row["seat"] == "1"] == body["seats"][1]["points"]
    picture = server.caller.get(f"{path}.svg?measure=trains")
    assert picture.body.startswith(b"<svg ")
    assert b"Ann: " in picture.body
    early = server.caller.get(f"{path}?to=30").json
    assert early["versions"][-1] == early["version"] == 30


def test_what_was_known_is_for_the_auditor(played: tuple[Inside, Table]) -> None:
    server, table = played
    offered = server.caller.get(f"{table.path}/events?type=tickets_offered&seat=1", table.auditor)
    event = offered.json["items"][0]
    path = f"{table.path}/knowledge?item={event['data']['tickets'][0]}"
    body = server.caller.get(path, table.auditor).json
    assert body["seats"][1]["since_version"] <= event["version"]
    assert {mention["who"] for mention in body["mentions"]} >= {"seat", "nobody"}
    for token in (table.seats[1], table.host, table.spectator):
        assert server.caller.get(path, token).code == "forbidden"


@pytest.mark.parametrize("item", ["nothing", "card_drawn.nothing", "nothing.card", "card_drawn", "chicago"])
def test_what_no_game_on_the_board_has_is_no_item(played: tuple[Inside, Table], item: str) -> None:
    """An empty answer would say that nobody knew of it."""
    server, table = played
    refused = server.caller.get(f"{table.path}/knowledge?item={item}", table.auditor)
    assert (refused.status, refused.code) == (400, "malformed_request")
    assert f"'{item}'" in refused.json["detail"]
    for field in ("card_drawn.card", "red", "locomotive"):
        assert server.caller.get(f"{table.path}/knowledge?item={field}", table.auditor).status == 200


def test_a_chart_speaks_the_language_of_its_reader(played: tuple[Inside, Table]) -> None:
    server, table = played
    french = server.caller.get(f"{table.path}/statistics.svg?measure=trains&lang=fr").body.decode()
    assert ">Wagons restants</title>" in french
    accepted = server.caller.get(
        f"{table.path}/statistics.svg?measure=trains", None, {"Accept-Language": "fr"}
    )
    assert accepted.body.decode() == french


def test_what_was_known_stays_closed_until_the_end() -> None:
    server = inside()
    table = open_table(server.caller)
    assert server.caller.get(f"{table.path}/knowledge?item=red", table.auditor).code == "forbidden"
