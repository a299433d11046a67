"""The audit, the export and the import of games over the API."""

import json
from collections.abc import Callable
from itertools import count

import msgspec
import pytest

from service.games.games import Games
from service.store import MemoryStore
from tests.support.api_tour.records_part import NDJSON, record_from_elsewhere
from tests.support.audit.game_records import file_of, record_of, seen_by
from tests.support.audit.golden_corpus import golden_record
from tests.support.http.api_calls import START, Inside, Reply, Table, act, inside, join, open_table, over_http
from tests.support.http.api_players import Players
from tests.support.http.running_service import Stack
from tests.support.http.service_games import finish, games_on, moves, start
from ttr_core import legal_commands
from ttr_core.audit import verify_bytes
from ttr_core.bots.policy import Dice
from ttr_core.history.record import decode_record, encode_record
from ttr_core.model.actor import Actor, Role

GAME = "00112233445566aa"


def exported(service: Inside, game: str, token: str | None = None) -> bytes:
    reply = service.caller.get(f"/v1/games/{game}/export", token)
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/x-ndjson"
    assert reply.headers["content-disposition"] == f'attachment; filename="{game}.ndjson"'
    return reply.body


def taken_in(service: Inside, record: bytes) -> Reply:
    return service.caller.post("/v1/imports", record, None, NDJSON)


def played(service: Inside, table: Table) -> None:
    finish(service.games, service.games.cache.read_latest(table.game))


# ------------------------------------------------------------------------------- audit and export


def test_during_the_game_viewers_get_their_own_part() -> None:
    service = inside()
    table = open_table(service.caller)
    Players(service.caller, table).play(30)
    for name, token in (*table.tokens.items(), ("nobody", None)):
        record = decode_record(exported(service, table.game, token))
        viewer = name.removeprefix("seat:") if name.startswith("seat:") else "spectator"
        assert (record.header.partial, record.header.viewer) == (True, viewer)
        hidden = [(line, field) for line in record.events for field in line.sealed]
        for line, field in hidden:
            mine = str(line.data.get("seat")) == viewer
            assert (line.data[field] is not None) == (field in line.salts) == mine
        report = service.caller.get(f"{table.path}/audit", token).json
        assert (report["verified"], report["complete"], report["finished"]) == (True, False, False)
        assert report["head"] == service.caller.get(table.path, token).json["head"]


def test_after_the_end_anybody_gets_everything() -> None:
    service = inside()
    table = open_table(service.caller)
    played(service, table)
    files = {exported(service, table.game, token) for token in (None, *table.tokens.values())}
    assert len(files) == 1
    report = service.caller.get(f"{table.path}/audit").json
    assert (report["verified"], report["complete"], report["finished"]) == (True, True, True)
    assert report == json.loads(msgspec.json.encode(verify_bytes(files.pop())))


def test_a_private_game_proves_nothing_to_strangers() -> None:
    service = inside()
    table = open_table(service.caller, visibility="private")
    played(service, table)
    for call in ("audit", "export"):
        assert service.caller.get(f"{table.path}/{call}").code == "game_not_found"
        assert service.caller.get(f"{table.path}/{call}", table.seats[1]).status == 200


def test_a_head_from_the_chat_is_checked() -> None:
    service = inside()
    table = open_table(service.caller)
    Players(service.caller, table).play(10)
    posted = service.caller.get(f"{table.path}/audit").json["short_head"]
    played(service, table)
    report = service.caller.get(f"{table.path}/audit?head={posted}").json
    assert report["verified"] is True
    version, _, digits = posted.partition(":")
    other = service.caller.get(f"{table.path}/audit?head={version}:{digits[::-1]}").json
    assert [finding["code"] for finding in other["findings"]] == ["head_differs"]


def test_every_way_to_a_table_verifies() -> None:
    """Named players, invited ones who bring entropy, bots, and a game that the host starts."""
    service = inside()
    seats = [{"name": "Ann"}, {}, {"kind": "bot", "bot": "random"}]
    table = open_table(service.caller, "usa", seats=seats, start="by_host", first=1)
    join(service.caller, table, 1, entropy="seven red dice")
    assert act(service.caller, table, START, table.host).status == 200
    play_as_people_and_bots(service, table)
    report = service.caller.get(f"{table.path}/audit").json
    assert report["findings"] == []
    assert report["complete"] is True


def play_as_people_and_bots(service: Inside, table: Table) -> None:
    """People play for themselves and the system for bots, as in the running service."""
    games, loaded, dice = service.games, service.games.cache.read_latest(table.game), Dice(1)
    while loaded.state.phase.waiting:
        seat = loaded.state.phase.waiting[0]
        who = Role.BOT if loaded.state.seats[seat].kind.startswith("bot:") else Role.SEAT
        legal = legal_commands(loaded.ruleset, loaded.state, seat)
        loaded = games.perform(loaded, [legal[dice.below(len(legal))]], Actor(who, seat)).loaded
    service.score(table)


def test_a_change_in_the_store_is_detected() -> None:
    store = MemoryStore()
    service = inside(store)
    table = open_table(service.caller)
    played(service, table)
    stream = store._streams[table.game]
    version = next(n for n, entry in enumerate(stream, 1) if b'"route_claimed"' in entry)
    stream[version - 1] = stream[version - 1].replace(b'"points":', b'"points":1')
    report = service.caller.get(f"{table.path}/audit").json
    assert report["verified"] is False
    assert report["findings"][0]["version"] == version


def test_times_never_go_back_whatever_the_clock_does() -> None:
    ticks = count(10**6, -7)
    store = MemoryStore()
    games = Games(store, lambda game, version: None, lambda: f"2026-01-01T00:00:00.{next(ticks) % 1000:03}Z")
    loaded = moves(games, start(games), 20)
    fresh = games_on(store)
    assert fresh.cache.read_latest(loaded.game).at == loaded.at
    times = [envelope.at for envelope, _ in games.cache.read_events(loaded.game, 0)]
    assert times == sorted(times)
    assert len(set(times)) > 1


# -------------------------------------------------------------------------------------------- import


def test_a_game_moves_to_another_service_with_its_hashes() -> None:
    here, there = inside(), inside()
    table = open_table(here.caller, "europe")
    played(here, table)
    record = exported(here, table.game)
    reply = taken_in(there, record)
    assert reply.status == 201
    assert reply.json["head"] == decode_record(record).header.head
    assert reply.headers["location"].endswith(table.path)
    assert exported(there, table.game) == record
    assert there.caller.get(f"{table.path}/audit").json == here.caller.get(f"{table.path}/audit").json
    assert there.caller.get(f"{table.path}/result").json == here.caller.get(f"{table.path}/result").json
    assert there.store.read(table.game) == here.store.read(table.game)


def test_an_imported_game_is_listed_as_such_and_is_over() -> None:
    service = inside()
    record = record_from_elsewhere(GAME)
    assert taken_in(service, record).json["new"] is True
    assert taken_in(service, record).json["new"] is False
    (listed,) = service.caller.get("/v1/games").json["items"]
    assert (listed["id"], listed["imported"], listed["status"]) == (GAME, True, "scored")
    seen = service.caller.get(f"/v1/games/{GAME}?at=40").json
    assert seen["version"] == 40
    assert open_table(service.caller, visibility="public").game != GAME
    assert [game["imported"] for game in service.caller.get("/v1/games").json["items"]] == [False, True]
    assert not any(service.store.active(partition) == [GAME] for partition in range(64))


def test_another_game_of_the_same_name_is_left_alone() -> None:
    service = inside()
    assert taken_in(service, record_from_elsewhere(GAME)).status == 201
    refused = taken_in(service, record_from_elsewhere(GAME, seed=2))
    assert (refused.status, refused.code) == (409, "game_exists")
    assert exported(service, GAME) == record_from_elsewhere(GAME)


def test_what_does_not_verify_is_refused_with_the_findings() -> None:
    service = inside()
    record = file_of("usa")
    claimed = record.index(b'"points":', record.index(b'"type":"route_claimed"'))
    refused = taken_in(service, record[:claimed] + b'"points":9' + record[claimed + 9 :])
    assert (refused.status, refused.code) == (422, "record_refused")
    version = record[:claimed].count(b"\n")
    assert version in {finding["version"] for finding in refused.json["facts"]["findings"]}
    assert service.caller.get("/v1/games").json["items"] == []


NOT_TAKEN_IN: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "nonsense": lambda: b"nonsense\n",
    "partial": lambda: encode_record(seen_by("usa", 0, 100)),
    "all that one saw": lambda: encode_record(seen_by("usa", 0, len(record_of("usa").events))),
    "a path": lambda: record_from_elsewhere("../../etc"),
    "capitals": lambda: record_from_elsewhere("00112233445566AA"),
    "another board": lambda: file_of("usa").replace(b'"name":"usa"', b'"name":"usb"', 1),
    "more trains": lambda: file_of("usa").replace(b'"trains":45', b'"trains":46', 1),
    "unfinished": lambda: b"".join(file_of("usa").splitlines(keepends=True)[:-1]),
}


@pytest.mark.parametrize("kind", NOT_TAKEN_IN)
def test_what_is_not_taken_in(kind: str) -> None:
    service = inside()
    refused = taken_in(service, NOT_TAKEN_IN[kind]())
    assert (refused.status, refused.code) == (422, "record_refused")
    assert service.caller.get("/v1/games").json["items"] == []


def test_a_strangers_board_is_not_even_put_together() -> None:
    """A document that asks for a billion cards is refused before anybody lays them out."""
    record = file_of("usa").replace(b'"each":12', b'"each":1000000000', 1)
    assert taken_in(inside(), record).code == "record_refused"
    assert not verify_bytes(record).verified


@pytest.mark.parametrize("name", ["italy-2p-whole", "world-light-3p-whole"])
def test_a_game_on_a_board_as_an_earlier_release_shipped_it_is_taken_in(name: str) -> None:
    """Its map file has changed since; the service has never seen the document."""
    record = encode_record(golden_record(name, GAME))
    assert b'"rules_version":"1"' in record
    assert verify_bytes(record).findings == ()
    service = inside()
    assert taken_in(service, record).status == 201
    assert service.caller.get(f"/v1/games/{GAME}/export").body == record


def test_imports_have_a_limit_of_their_own() -> None:
    record = record_from_elsewhere(GAME)
    assert taken_in(inside(max_body=100), record).status == 201
    assert taken_in(inside(max_import=len(record) - 1), record).status == 413
    assert taken_in(inside(max_import=len(record)), record).status == 201


def test_the_running_service_exports_and_imports(stack: Stack) -> None:
    record = record_from_elsewhere("aabbccddeeff0011")
    with over_http(stack.port) as caller:
        assert caller.post("/v1/imports", record, None, NDJSON).status == 201
        assert caller.get("/v1/games/aabbccddeeff0011/export").body == record
        assert caller.get("/v1/games/aabbccddeeff0011/audit").json["verified"] is True
        altered = record.replace(b'"seat:0"', b'"seat:1"', 1)
        assert caller.post("/v1/imports", altered, None, NDJSON).status == 422
