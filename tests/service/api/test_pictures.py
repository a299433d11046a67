"""The calls that answer with pictures: who gets which, and what a client need not be sent again."""

import pytest

from service.pictures.drawing.board_picture import board_svg
from service.pictures.painter import Painter
from tests.support.boards.every_board import MOSTLY_SOAKED
from tests.support.http.api_calls import Inside, Table, inside, open_table, problem


@pytest.fixture(scope="module")
def service() -> Inside:
    return inside()


@pytest.fixture(scope="module")
def table(service: Inside) -> Table:
    return open_table(service.caller, "europe", visibility="private")


@pytest.mark.parametrize("board", MOSTLY_SOAKED)
def test_every_board_has_a_picture(service: Inside, board: str) -> None:
    reply = service.caller.get(f"/v1/boards/{board}.svg?width=300")
    assert (reply.status, reply.headers["content-type"]) == (200, "image/svg+xml; charset=utf-8")
    assert b'width="300"' in reply.body
    assert reply.headers["content-security-policy"] == "default-src 'none'"


def test_a_parent_of_boards_has_no_picture(service: Inside) -> None:
    assert service.caller.get("/v1/boards/base.svg").code == "board_not_found"


def test_spectators_see_the_same(service: Inside, table: Table) -> None:
    path = f"{table.path}/board.svg"
    seen = service.caller.get(path, table.spectator)
    assert seen.body == service.caller.get(path, table.host).body
    assert service.caller.get(path).code == "game_not_found"
    assert seen.headers["cache-control"] == "private, no-cache"
    assert seen.headers["vary"] == "Authorization, Accept-Encoding, Accept-Language"


def test_a_picture_is_an_image(service: Inside, table: Table) -> None:
    png = service.caller.get(f"{table.path}/board.png?width=400", table.seats[0])
    assert png.headers["content-type"] == "image/png"
    assert png.body.startswith(b"\x89PNG")
    hand = service.caller.get(f"{table.path}/hand.png?width=400", table.seats[0])
    assert hand.body.startswith(b"\x89PNG")


def test_parameters_make_other_pictures(service: Inside, table: Table) -> None:
    queries = (
        "",
        "?theme=dark",
        "?colours=safe",
        "?tickets=mine",
        "?since=1",
        "?at=1",
        "?width=500",
        "?lang=fr",
    )
    replies = [service.caller.get(f"{table.path}/board.svg{query}", table.seats[0]) for query in queries]
    assert [reply.status for reply in replies] == [200] * len(queries)
    assert len({reply.headers["etag"] for reply in replies}) == len(queries)


@pytest.mark.parametrize(
    "query",
    [
        "width=199",
        "width=2001",
        "width=x",
        "theme=red",
        "colours=all",
        "lang=de",
        "tickets=all",
        "since=0",
        "at=0",
    ],
)
def test_other_values_are_refused(service: Inside, table: Table, query: str) -> None:
    assert service.caller.get(f"{table.path}/board.svg?{query}", table.seats[0]).code == "malformed_request"


def test_a_version_that_is_still_to_come_is_refused(service: Inside, table: Table) -> None:
    reply = service.caller.get(f"{table.path}/board.svg?since=900&at=2", table.seats[0])
    assert reply.code == "version_not_reached"


def test_only_a_seat_has_tickets_and_a_hand(service: Inside, table: Table) -> None:
    for path in (f"{table.path}/board.svg?tickets=mine", f"{table.path}/hand.svg"):
        assert service.caller.get(path, table.spectator).status == 403
        assert service.caller.get(path, table.auditor).status == 403
    assert service.caller.get(f"{table.path}/board.svg?tickets=mine").status == 404
    assert problem(service.caller.get(f"{table.path}/hand.svg")) == (401, "token_missing"), "of any game"
    hands = [service.caller.get(f"{table.path}/hand.svg", table.seats[seat]).body for seat in (0, 1)]
    assert hands[0] != hands[1]


def test_what_was_drawn_is_kept(service: Inside, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def counted(*arguments: object) -> str:
        drawn.append(arguments)
        return board_svg(*arguments)  # type: ignore[arg-type]  # passed on as they come

    monkeypatch.setattr("service.api.pictures.board_svg", counted)
    path = f"{table.path}/board.svg?width=777"
    first = service.caller.get(path, table.seats[0])
    assert service.caller.get(path, table.seats[0]).body == first.body
    assert len(drawn) == 1
    again = service.caller.get(path, table.seats[0], {"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert service.caller.get(path, table.seats[1]).status == 200
    assert len(drawn) == 2


def test_words_are_in_the_language_that_is_asked_for(service: Inside, table: Table) -> None:
    for part, words in (("board.svg", "47 villes et "), ("hand.svg", "Main\u00a0: Place 1")):
        french = service.caller.get(f"{table.path}/{part}?lang=fr", table.seats[0]).body.decode()
        english = service.caller.get(f"{table.path}/{part}?lang=en", table.seats[0]).body.decode()
        assert words in french
        assert words not in english
        assert english == service.caller.get(f"{table.path}/{part}", table.seats[0]).body.decode()


def test_who_comes_when_too_many_wait_is_asked_to_come_back(
    service: Inside, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody = Painter(most_waiting=0)
    monkeypatch.setattr("service.api.pictures.painter", lambda: nobody)
    refused = service.caller.get(f"{table.path}/board.png?width=333", table.seats[0])
    assert (refused.status, refused.code) == (503, "pictures_exhausted")
    assert int(refused.headers["retry-after"]) > 0
    monkeypatch.undo()
    assert service.caller.get(f"{table.path}/board.png?width=333", table.seats[0]).status == 200
