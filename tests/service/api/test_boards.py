"""Boards over HTTP: what there is, and the operator's own, which can be played at once and never change a game."""

import json
from typing import Any

import pytest

from service.store import MemoryStore
from tests.support.boards.own_board import NAME, map_bytes, map_file, renamed_city
from tests.support.http.api_calls import Inside, Reply, Table, inside, open_table, problem
from tests.support.http.api_players import Players
from tests.support.store.store_servers import eventually
from ttr_core import board_names
from ttr_core.audit import verify_bytes

TOKEN = "the operator's own token".replace(" ", "-")
NDJSON = {"Content-Type": "application/x-ndjson"}
BOARD = f"/v1/boards/{NAME}"


def service(store: MemoryStore | None = None) -> Inside:
    return inside(store, admin_token=TOKEN)


def offered(here: Inside, data: bytes, path: str = "/v1/boards", token: str | None = TOKEN) -> Reply:
    return here.caller.post(path, data, token)


def listed(here: Inside) -> dict[str, dict[str, Any]]:
    return {board["id"]: board for board in here.caller.get("/v1/boards").json["items"]}


@pytest.fixture
def here() -> Inside:
    """A service that offers a board of its operator's own."""
    service_here = service()
    assert offered(service_here, map_bytes()).status == 201
    return service_here


def played(here: Inside, table: Table) -> None:
    Players(here.caller, table).play()
    here.score(table)


# what there is


def test_all_boards_are_listed_with_where_they_come_from(here: Inside) -> None:
    boards = listed(here)
    assert list(boards) == sorted([*board_names(), NAME])
    assert {board["origin"] for name, board in boards.items() if name != NAME} == {"shipped"}
    assert boards[NAME]["origin"] == "own"
    assert not any("provenance" in board for board in boards.values()), (
        "sources are shown with the whole board"
    )
    provenance = here.caller.get(BOARD).json["provenance"]
    assert provenance["status"] == "own"
    assert provenance["statement"]["en"].startswith("Invented")
    assert len(boards[NAME]["hash"]) == 64
    assert boards["usa"]["hash"] is None
    assert [city["id"] for city in here.caller.get(BOARD).json["cities"]] == [
        "abbey",
        "bridge",
        "castle",
        "dock",
    ]


def test_a_board_says_how_it_is_played_with_its_own_numbers(here: Inside) -> None:
    basics = here.caller.get("/v1/boards/usa").json["basics"]
    english = " ".join(sentence["en"] for sentence in basics)
    for part in (
        "6 spaces 15 points",
        "a gray one cards of any one colour",
        "A locomotive stands for a card of any colour",
        "2 trains or fewer left",
        "With 3 players or fewer, once one track between two cities is claimed",
    ):
        assert part in english
    assert all(sentence.keys() == {"en", "fr"} and sentence["en"] != sentence["fr"] for sentence in basics)


def test_answers_about_own_boards_are_not_kept_by_caches(here: Inside) -> None:
    assert here.caller.get("/v1/boards/usa").headers["cache-control"] == "public, max-age=300"
    for path in ("/v1/boards", BOARD):
        assert here.caller.get(path).headers["cache-control"] == "public, no-cache"


# offering


def test_a_new_board_is_answered_with_its_place_and_its_warnings() -> None:
    reply = offered(service(), map_bytes())
    assert reply.status == 201
    assert reply.headers["location"].endswith(BOARD)
    assert (reply.json["board"]["id"], reply.json["new"]) == (NAME, True)
    assert {warning["severity"] for warning in reply.json["warnings"]} <= {"warning"}


def test_the_same_board_again_changes_nothing(here: Inside) -> None:
    before = listed(here)[NAME]
    again = offered(here, json.dumps(map_file(), indent=3).encode())
    assert (again.status, again.json["new"]) == (200, False)
    assert listed(here)[NAME] == before


def test_a_dry_run_only_checks() -> None:
    here = service()
    assert offered(here, map_bytes(), "/v1/boards?dry_run=true").status == 200
    for no_board in (b"{", b"{}"):
        assert offered(here, no_board, "/v1/boards?dry_run=true").code == "board_refused"
    assert NAME not in listed(here)


def test_a_file_with_defects_is_refused_with_all_of_them() -> None:
    here, document = service(), map_file()
    document["routes"][1]["b"] = "atlantis"
    document["tickets"][0]["a"] = "avalon"
    reply = offered(here, json.dumps(document).encode())
    assert problem(reply) == (422, "board_refused")
    defects = {(defect["place"], defect["code"]) for defect in reply.json["facts"]["defects"]}
    assert defects == {("/routes/1/b", "unknown_city"), ("/tickets/0/a", "unknown_place")}
    assert NAME not in listed(here)


@pytest.mark.parametrize("name", ["usa", "base", "world"])
def test_the_name_of_a_board_that_comes_with_the_game_is_taken(name: str) -> None:
    assert problem(offered(service(), map_bytes(name))) == (409, "board_name_taken")


def test_a_board_that_is_only_a_parent_is_not_offered() -> None:
    reply = offered(service(), map_bytes(abstract=True))
    assert reply.json["facts"]["defects"][0]["place"] == "/abstract"


@pytest.mark.parametrize(("token", "status"), [(None, 401), ("wrong" * 5, 403), ("seat", 403)])
def test_only_the_operator_offers_and_withdraws(here: Inside, token: str | None, status: int) -> None:
    sent = open_table(here.caller).seats[0] if token == "seat" else token
    assert offered(here, map_bytes("other"), token=sent).status == status
    assert here.caller.call("DELETE", BOARD, sent, None, None).status == status
    assert list(listed(here)) == sorted([*board_names(), NAME])


def test_a_service_without_an_operator_takes_no_boards() -> None:
    assert offered(inside(), map_bytes()).status == 403


def test_other_media_and_large_bodies_are_refused() -> None:
    here = service()
    assert here.caller.post("/v1/boards", map_bytes(), TOKEN, {"Content-Type": "text/plain"}).status == 415
    assert problem(offered(here, b" " * 10_000_000)) == (413, "too_large")


# playing


def test_a_game_on_an_own_board_is_played_scored_exported_and_verified(here: Inside) -> None:
    table = open_table(here.caller, NAME)
    played(here, table)
    assert here.caller.get(f"{table.path}/result").status == 200
    record = here.caller.get(f"{table.path}/export").body
    report = verify_bytes(record)
    assert report.verified
    assert [finding.code for finding in report.findings] == ["board_not_shipped"]
    assert here.caller.get(f"{table.path}/audit").json["verified"]


def test_every_process_knows_a_new_board_at_once() -> None:
    """Two applications over one store are two processes to each other."""
    store = MemoryStore()
    first, second = service(store), service(store)
    assert NAME not in listed(second)
    offered(first, map_bytes())
    table = open_table(second.caller, NAME)
    assert first.caller.get(table.path).json["board"]["id"] == NAME
    assert first.caller.call("DELETE", BOARD, TOKEN, None, None).status == 200
    assert second.caller.get(BOARD).status == 404


def test_words_know_the_cities_of_an_own_board_and_their_other_names(here: Inside) -> None:
    table = open_table(here.caller, NAME)
    for seat in table.seats.values():
        here.caller.post(f"{table.path}/say", {"text": "keep all"}, seat)
    turn = here.caller.get(table.path).json["waiting_for"][0]
    for words in ("claim Abbey - Castle", "claim abbey fortress"):
        reply = here.caller.post(f"{table.path}/say", {"text": words}, table.seats[turn])
        assert reply.status == 200
        assert "Abbey" in reply.json["text"], reply.json
        assert "Castle" in reply.json["text"], reply.json


def test_its_picture_is_laid_out_in_the_background_and_then_there(here: Inside) -> None:
    path = f"{open_table(here.caller, NAME).path}/board.svg"

    def ready() -> bool:
        reply = here.caller.get(path)
        if reply.status == 503:
            assert problem(reply) == (503, "picture_not_ready")
            assert reply.headers["retry-after"] == "3"
        return reply.status == 200

    eventually(ready, "the picture", seconds=90)
    assert ">Castle<" in here.caller.get(path).body.decode()
    assert ">Castle<" in here.caller.get(f"{BOARD}.svg").body.decode()


# changing and withdrawing


def test_games_keep_the_version_of_the_board_that_they_began_with(here: Inside) -> None:
    before = open_table(here.caller, NAME)
    changes = {
        "trains": 12,
        "contents": {},
        "aliases": {"castle": ["keep"]},
        **renamed_city("castle", "Chateau"),
    }
    assert offered(here, map_bytes(**changes)).status == 201
    after = open_table(here.caller, NAME)
    old, new = (here.games.cache.read_latest(table.game).ruleset for table in (before, after))
    assert (old.board.trains, new.board.trains) == (10, 12)
    assert (dict(old.aliases), dict(new.aliases)) == ({"castle": ("fortress",)}, {"castle": ("keep",)})
    for table in (before, after):
        played(here, table)
        assert verify_bytes(here.caller.get(f"{table.path}/export").body).verified


def test_a_withdrawn_board_is_hidden_from_new_games_and_breaks_none(here: Inside) -> None:
    table = open_table(here.caller, NAME)
    assert here.caller.call("DELETE", BOARD, TOKEN, None, None).json == {"id": NAME}
    assert NAME not in listed(here)
    assert problem(here.caller.get(BOARD)) == (404, "board_not_found")
    assert problem(here.caller.get(f"{BOARD}.svg")) == (404, "board_not_found")
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    assert problem(here.caller.post("/v1/games", {"board": NAME, "seats": seats})) == (422, "unknown_board")
    again = service(here.store)  # a process that was started since
    played(again, table)
    assert verify_bytes(again.caller.get(f"{table.path}/export").body).verified
    assert here.caller.call("DELETE", BOARD, TOKEN, None, None).status == 404


def test_a_withdrawn_board_can_be_offered_again(here: Inside) -> None:
    here.caller.call("DELETE", BOARD, TOKEN, None, None)
    assert offered(here, map_bytes()).status == 201
    assert NAME in listed(here)


def test_a_board_that_comes_with_the_game_stays(here: Inside) -> None:
    assert problem(here.caller.call("DELETE", "/v1/boards/usa", TOKEN, None, None)) == (403, "forbidden")


# elsewhere


@pytest.fixture(scope="module")
def record() -> bytes:
    """A finished game on an own board."""
    here = service()
    offered(here, map_bytes())
    table = open_table(here.caller, NAME)
    played(here, table)
    return here.caller.get(f"{table.path}/export").body


def test_elsewhere_the_operator_alone_imports_a_game_on_an_unknown_board(record: bytes) -> None:
    elsewhere = service()
    assert elsewhere.caller.post("/v1/imports", record, None, NDJSON).code == "record_refused"
    reply = elsewhere.caller.post("/v1/imports", record, TOKEN, NDJSON)
    assert reply.status == 201
    game = f"/v1/games/{reply.json['game']}"
    assert elsewhere.caller.get(f"{game}/export").body == record
    assert elsewhere.caller.get(f"{game}/audit").json["verified"]
    assert NAME not in listed(elsewhere)


def test_where_the_board_is_offered_anybody_imports_its_games(record: bytes) -> None:
    elsewhere = service()
    offered(elsewhere, map_bytes())
    reply = elsewhere.caller.post("/v1/imports", record, None, NDJSON)
    assert reply.status == 201
    assert dict(elsewhere.games.cache.read_latest(reply.json["game"]).ruleset.aliases) == {
        "castle": ("fortress",)
    }


def test_an_imported_board_is_held_to_the_limits_of_a_map_file(record: bytes) -> None:
    large = record.replace(b'"trains":10', b'"trains":1000000000', 1)
    reply = service().caller.post("/v1/imports", large, TOKEN, NDJSON)
    assert reply.code == "record_refused"


def test_boards_say_what_their_rules_change() -> None:
    boards = {board["id"]: board for board in inside().caller.get("/v1/boards").json["items"]}
    europe = boards["europe"]["special_rules"]
    assert {"Ferries", "Tunnels", "Stations"} <= {sentence["en"].partition(":")[0] for sentence in europe}
    for board in boards.values():
        for sentence in board["special_rules"]:
            assert sentence["en"] != sentence["fr"]
            assert all(text.endswith(".") and "_" not in text for text in sentence.values())
