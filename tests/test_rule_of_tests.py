"""A rule that exists only in the tests is part of the whole product: a served board, the API, bots, orders, pictures.

What it says in chat, how it is drawn and what the engine makes of it have tests of their own; these go through the
service's own doors, on a board that an operator has posted.
"""

import re
from collections.abc import Iterator
from itertools import count
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from service.games.game_cache import Loaded
from service.games.lobby import SeatRequest
from service.http.request import EXTENSION
from service.pictures.plan_store import PlanStore
from service.services import Services
from tests.support.audit.forgery import data_with, first, forged
from tests.support.checks.stored_games import check_stream
from tests.support.fixed_secrets import fix_names_and_seeds
from tests.support.http.api_calls import Inside, Reply, Table, inside, open_table, problem
from tests.support.http.api_players import Players
from tests.support.http.game_bodies import table_of_game
from tests.support.language.memory_table import Room
from tests.support.language.number_players import play_by_numbers
from tests.support.paths import ROOT
from tests.support.rules.stamps import (
    BOARD,
    CITIES,
    Albums,
    ChoosingStamp,
    StampId,
    registered_stamps,
    stamp_document,
    stamps,
)
from tests.support.webhooks.webhook_receivers import receiver
from tests.support.webhooks.webhook_service import WebhookService
from tests.support.whole_games.hasty_bots import hasty
from tests.support.workers.background_service import open_game
from tests.test_rule_names import names_of
from ttr_core import read_position, write_position
from ttr_core.audit import verify, verify_bytes
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice
from ttr_core.history.record import decode_record
from ttr_core.model.ids import RouteId, SeatId
from workers import jobs

TOKEN = "the-token-of-the-operator"
NDJSON = {"Content-Type": "application/x-ndjson"}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In this process alone: so no other process is asked to plan pictures. Games are the same in every run."""
    monkeypatch.setattr(PlanStore, "prepare", lambda *_: None)
    numbers = count(1)
    fix_names_and_seeds(monkeypatch, lambda size: f"{next(numbers):0{2 * size}x}")
    with registered_stamps():
        yield


def posted(here: Inside) -> Reply:
    return here.caller.post("/v1/boards", stamp_document(), TOKEN)


@pytest.fixture
def here() -> Inside:
    """A service whose operator has posted the board."""
    service = inside(admin_token=TOKEN)
    assert posted(service).status == 201
    return service


@pytest.fixture
def table(here: Inside) -> Table:
    return open_table(here.caller, BOARD)


@pytest.fixture
def jobs_here(here: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """The jobs of workers are about this service's games."""
    monkeypatch.setattr(jobs, "games", lambda: here.games)


def shown(here: Inside, table: Table, token: str | None = None) -> dict[str, Any]:
    """The rule's part of a view."""
    part: dict[str, Any] = here.caller.get(table.path, token).json["rules"]["stamps"]
    return part


def albums(here: Inside, game: str) -> tuple[tuple[StampId, ...], ...]:
    return here.games.cache.read_latest(game).state.slice(Albums).pages


def press_one(here: Inside, table: Table) -> tuple[SeatId, int]:
    """Play until somebody has pressed a stamp; return the seat and the version at the beginning of the turn."""
    before = turn = 0
    for move in Players(here.caller, table, seed=1).moves():
        if move.command["type"] == "claim_route":
            turn = before
        if move.command["type"] == "press_stamp":
            return move.seat, turn
        before = move.version
    raise AssertionError("nobody presses a stamp")


def choosing(here: Inside, table: Table, pressed: int = 0) -> Loaded:
    """Play until somebody chooses a stamp and at least so many have been pressed."""
    for _ in Players(here.caller, table, seed=1).moves():
        loaded = here.games.cache.read_latest(table.game)
        count_pressed = sum(map(len, loaded.state.slice(Albums).pages))
        if isinstance(loaded.state.phase, ChoosingStamp) and count_pressed >= pressed:
            return loaded
    raise AssertionError("nobody chooses a stamp")


def claim_with_a_stamp(here: Inside, table: Table) -> tuple[int, SeatId, RouteId, StampId]:
    """Play until somebody can claim a route to a stamp; return the version, the seat, the route and the stamp."""
    players, ruleset = Players(here.caller, table, seed=1), here.games.cache.read_latest(table.game).ruleset
    for _ in players.moves():
        choice = players.next_command()
        assert choice is not None
        version, command = choice
        if command["type"] == "claim_route":
            route = ruleset.routes[ruleset.route_index[command["route"]]]
            for city in {route.a, route.b} & set(CITIES):
                return version, command["seat"], route.id, StampId(f"stamp_{city}")
    raise AssertionError("nobody comes to a stamp")


def play_to_the_end(here: Inside, table: Table) -> set[str]:
    """The types of the commands that the API listed and players sent."""
    sent = {move.command["type"] for move in Players(here.caller, table, seed=1).moves()}
    here.score(table)
    return sent


def test_its_board_is_posted_listed_and_described(here: Inside) -> None:
    (listed,) = [board for board in here.caller.get("/v1/boards").json["items"] if board["id"] == BOARD]
    assert listed["origin"] == "own"
    assert "stamps" in listed["rules"]
    described = here.caller.get(f"/v1/boards/{BOARD}").json["rules"]["stamps"]
    assert [stamp["city"] for stamp in described["stamps"]] == list(CITIES)
    unknown_city = stamp_document({"stamps": [{"id": "x", "name": "X", "city": "atlantis", "points": 1}]})
    refused = here.caller.post("/v1/boards", unknown_city, TOKEN)
    assert problem(refused) == (422, "board_refused")
    assert {"/rules/stamps/stamps/0/city"} <= {each["place"] for each in refused.json["facts"]["defects"]}


def test_a_game_is_played_to_the_end_and_scored(here: Inside, table: Table) -> None:
    assert {"press_stamp", "leave_stamps"} <= play_to_the_end(here, table)
    points = {stamp["id"]: stamp["points"] for stamp in stamp_document()["rules"]["stamps"]["stamps"]}
    sheet = here.caller.get(f"{table.path}/result").json["sheet"]
    lines = [line for seat in sheet["seats"] for line in seat["lines"] if line["reason"] == "stamps"]
    pages = albums(here, table.game)
    assert any(pages)
    assert [line["points"] for line in lines] == [sum(points[stamp] for stamp in page) for page in pages]
    assert [[item["id"] for item in line["items"]] for line in lines] == [list(page) for page in pages]
    totals = [sum(line["points"] for line in seat["lines"]) for seat in sheet["seats"]]
    assert [seat["total"] for seat in sheet["seats"]] == totals
    assert [seat["points"] for seat in here.caller.get(table.path).json["seats"]] == totals
    routes = [
        line["points"] for seat in sheet["seats"] for line in seat["lines"] if line["reason"] == "routes"
    ]
    state = here.games.cache.read_latest(table.game).state
    assert [seat.points for seat in state.seats] == routes, "what was hidden is in the score alone"


def test_a_wrong_choice_is_refused_with_the_rules_own_code(here: Inside, table: Table) -> None:
    token = table.seats[choosing(here, table).state.phase.waiting[0]]
    wrong = {"type": "press_stamp", "stamp": "stamp_nowhere"}
    reply = here.caller.post(f"{table.path}/commands", wrong, token, {"If-Match": "*"})
    assert problem(reply) == (422, "stamp_not_here")


def test_only_its_owner_sees_the_hidden_part(here: Inside, table: Table) -> None:
    seat, _ = press_one(here, table)
    (stamp,) = albums(here, table.game)[seat]
    assert shown(here, table, table.seats[seat])["albums"][seat] == [stamp]
    for token in (table.seats[1 - seat], table.spectator, table.host, None):
        assert shown(here, table, token)["albums"][seat] is None
        assert shown(here, table, token)["sizes"][seat] == 1
        events = here.caller.get(f"{table.path}/events?limit=1000", token).json["items"]
        (pressed,) = [event["data"] for event in events if event["type"] == "stamp_pressed"]
        assert (pressed["seat"], pressed["stamp"]) == (seat, None)


def test_a_turn_with_it_is_taken_back(here: Inside, table: Table) -> None:
    seat, turn = press_one(here, table)
    before = table_of_game(here.caller.get(f"{table.path}?at={turn}", table.auditor).json)
    for who, body in ((seat, {"type": "propose_undo"}), (1 - seat, {"type": "agree", "motion": "undo"})):
        said = here.caller.post(f"{table.path}/commands", body, table.seats[who], {"If-Match": "*"})
        assert said.status == 200, said.body
    assert albums(here, table.game) == ((), ())
    now = table_of_game(here.caller.get(table.path, table.auditor).json)
    assert now == {**before, "turns": before["turns"] + 1}
    play_to_the_end(here, table)
    assert here.caller.get(f"{table.path}/audit", table.auditor).json["verified"]


@pytest.mark.usefixtures("jobs_here")
def test_a_standing_order_presses_it(here: Inside, table: Table) -> None:
    version, seat, route, stamp = claim_with_a_stamp(here, table)
    steps = [{"type": "claim_route", "route": route}, {"type": "press_stamp", "stamp": stamp}]
    order = {"type": "give_order", "alternatives": [steps]}
    reply = here.caller.post(f"{table.path}/commands", order, table.seats[seat], {"If-Match": f'"{version}"'})
    assert reply.status == 200, reply.body
    jobs.follow_orders(table.game, 1)
    assert albums(here, table.game)[seat] == (stamp,)
    events = here.caller.get(f"{table.path}/events?limit=1000", table.seats[seat]).json["items"]
    assert [event["actor"] for event in events if event["type"] == "stamp_pressed"] == [f"order:{seat}"]
    others = here.caller.get(f"{table.path}/events?limit=1000", table.seats[1 - seat])
    assert f'"stamp":"{stamp}"' not in others.body.decode().replace(" ", "")


@pytest.mark.usefixtures("jobs_here")
@pytest.mark.parametrize("bot", sorted(POLICIES))
def test_bots_at_a_table_play_it(here: Inside, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POLICIES, bot, hasty(POLICIES[bot]))
    game = open_game(here.games, *[SeatRequest(kind="bot", bot=bot)] * 2, board=BOARD)
    while here.games.cache.read_latest(game).state.phase.waiting:
        jobs.play_bots(game, 1)
    assert check_stream(here.store, game).over
    assert any(albums(here, game))
    assert here.store.failures(10) == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_is_played_by_number_with_its_words(lang: str) -> None:
    room, read = Room(BOARD, own=msgspec.json.encode(stamp_document())), list[str]()

    def say(seat: SeatId, text: str) -> str:
        read.append(room.say(seat, text, lang).text)
        return read[-1]

    assert "choosing_stamp" in play_by_numbers(room.games, room.game, say, Dice(1))
    question = {"en": "Which stamp do you press?", "fr": "Quel tampon choisissez-vous\u00a0?"}[lang]
    assert any(question in text for text in read)
    assert any({"en": "Stamp of", "fr": "Tampon de"}[lang] in text for text in read)


def test_its_marks_are_drawn(here: Inside, table: Table) -> None:
    seat, _ = press_one(here, table)
    services: Services = here.app.extensions[EXTENSION]
    loaded = here.games.cache.read_latest(table.game)
    services.plans.layout_now(loaded.ruleset, "en")
    (stamp,) = albums(here, table.game)[seat]
    name = loaded.ruleset.things(StampId)[stamp].name
    for token in (*table.seats.values(), None):
        reply = here.caller.get(f"{table.path}/board.svg", token)
        assert reply.status == 200, reply.body
        picture = ElementTree.fromstring(reply.body)
        assert [text.text for text in picture.iter(f"{SVG}text")].count("S") == 2 * len(CITIES)
        described = picture.findtext(f"{SVG}desc") or ""
        assert "Stamp of Denver" in described
        assert (f"{name}: Player {seat} 1" in described) is (token == table.seats[seat])


def test_a_game_is_exported_audited_and_imported(here: Inside, table: Table) -> None:
    play_to_the_end(here, table)
    record = here.caller.get(f"{table.path}/export").body
    report = here.caller.get(f"{table.path}/audit").json
    assert report["verified"]
    assert [finding["code"] for finding in report["findings"]] == ["board_not_shipped"]
    elsewhere = inside(admin_token=TOKEN)
    assert posted(elsewhere).status == 201
    reply = elsewhere.caller.post("/v1/imports", record, None, NDJSON)
    assert reply.status == 201, reply.body
    path = f"/v1/games/{reply.json['game']}"
    assert elsewhere.caller.get(f"{path}/export").body == record
    assert albums(elsewhere, reply.json["game"]) == albums(here, table.game)
    assert (
        elsewhere.caller.get(f"{path}/result").json["sheet"]
        == here.caller.get(f"{table.path}/result").json["sheet"]
    )


def test_a_changed_stamp_is_found(here: Inside, table: Table) -> None:
    """Even by somebody who can make every seal and hash anew: it was offered elsewhere."""
    play_to_the_end(here, table)
    data = here.caller.get(f"{table.path}/export").body
    assert verify_bytes(data).verified
    record = decode_record(data)
    version = first(record, "stamp_pressed")
    offered = record.events[first(record, "stamps_offered") - 1].data["stamps"]
    other = next(f"stamp_{city}" for city in CITIES if f"stamp_{city}" not in offered)
    changed = data_with(record, version, stamp=other)
    for tampered in (changed, forged(changed)):
        report = verify(tampered)
        assert not report.verified
        assert version in {finding.version for finding in report.findings}


def test_a_position_is_written_and_read(here: Inside, table: Table) -> None:
    loaded = choosing(here, table, pressed=1)
    text = write_position(loaded.ruleset, loaded.state)
    again = read_position(loaded.ruleset, text)
    assert (again.slice(Albums), again.phase) == (loaded.state.slice(Albums), loaded.state.phase)
    assert write_position(loaded.ruleset, again) == text


def test_a_webhook_tells_of_it_and_keeps_its_secret() -> None:
    service = WebhookService(admin_token=TOKEN)
    assert posted(service.service).status == 201
    table = service.table(board=BOARD)
    with receiver() as own, receiver() as other:
        seats = {0: own, 1: other}
        for seat, there in seats.items():
            service.subscribe(
                table.seats[seat], there.url, table.game, kinds=["game.event"], event_types=["stamp_pressed"]
            )
        seat, _ = press_one(service.service, table)
        (stamp,) = albums(service.service, table.game)[seat]
        service.subscriptions.wake([table.game])
        service.deliver()
        assert [there.types() for there in seats.values()] == [["game.event"]] * 2
        assert stamp in seats[seat].got[0].body.decode()
        assert stamp not in seats[1 - seat].got[0].body.decode()


def test_nothing_in_the_packages_knows_it() -> None:
    types = {kind.__name__ for kind in (*stamps.commands, *stamps.events, *stamps.offers)}
    names = {BOARD, *types, *names_of(stamps)} - {"stamp"}  # the platforms of chats stamp their messages
    known_as = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b")
    files = [
        path
        for place in ("service", "workers", "ttr_core", "maps")
        for path in (ROOT / place).rglob("*")
        if path.suffix in {".py", ".ftl", ".toml", ".json", ".js", ".html"}
    ]
    assert len(files) > 300
    assert len(names) > 10
    assert {path.name: match[0] for path in files if (match := known_as.search(path.read_text()))} == {}
