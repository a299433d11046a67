"""What the operator sees and does: reports, suspensions, closed tables, and the record of it."""

import json

import pytest

from tests.support.http.api_calls import JSON, Caller, Reply, Table, inside, open_table, problem
from tests.support.http.api_people import delete, sign_up

ADMIN = "the operator's own token"
WHY = {"reason": "insults"}
RESIGNATION = {"type": "resign", "kind": "nobody"}


@pytest.fixture
def caller() -> Caller:
    return inside(admin_token=ADMIN).caller


def put(caller: Caller, path: str, body: object, token: str | None) -> Reply:
    return caller.call("PUT", path, token, json.dumps(body).encode(), {"Content-Type": JSON})


def insulted(caller: Caller) -> Table:
    table = open_table(caller, visibility="public")
    assert caller.post(f"{table.path}/messages", {"text": "you fool"}, table.seats[0]).status == 201
    return table


def deeds(caller: Caller) -> list[str]:
    """One action a page."""
    seen: list[str] = []
    query = "?limit=1"
    while query:
        page = caller.get(f"/v1/admin/actions{query}", ADMIN)
        seen += [action["deed"] for action in page.json["items"]]
        query = page.json["next"] and f"?limit=1&cursor={page.json['next']}"
        assert bool(query) == ("link" in page.headers)
    return seen


def test_a_report_reaches_the_operator_without_the_name_of_its_sender(caller: Caller) -> None:
    table = insulted(caller)
    path = f"{table.path}/messages/msg_1/reports"
    first, again = (caller.post(path, WHY, table.seats[1]) for _ in range(2))
    assert (first.status, first.body) == (201, again.body)
    (seen,) = caller.get("/v1/admin/reports", ADMIN).json["items"]
    assert (seen["game"], seen["reason"], seen["message"]["text"]) == (table.game, "insults", "you fool")
    assert set(seen) == {"id", "game", "message", "reason", "at"}
    delete(caller, f"{table.path}/messages/msg_1", table.seats[0])
    (seen,) = caller.get("/v1/admin/reports", ADMIN).json["items"]
    assert seen["message"]["text"] is None, "a report copies no word"
    assert delete(caller, f"/v1/admin/reports/{seen['id']}", ADMIN).status == 200
    assert caller.get("/v1/admin/reports", ADMIN).json["items"] == []
    assert problem(delete(caller, f"/v1/admin/reports/{seen['id']}", ADMIN)) == (404, "report_not_found")
    assert deeds(caller) == ["report_dismissed"]


def test_a_suspended_player_only_looks_and_decides_about_themselves(caller: Caller) -> None:
    ann, table = sign_up(caller), open_table(caller, seats=[{"name": "Ben"}, {}], joining="anybody")
    path = f"/v1/admin/players/{ann.id}/suspension"
    assert put(caller, path, WHY, ADMIN).json == {"player": ann.id, "suspended": True, "reason": "insults"}
    for reply in (
        caller.post(f"{table.path}/seats", {}, ann.token),
        caller.post(f"{table.path}/messages", {"text": "hello"}, ann.token),
        caller.post("/v1/games", {"board": "usa", "seats": [{"me": True}, {}]}, ann.token),
    ):
        assert problem(reply) == (403, "suspended")
    for looked in ("/v1/me", "/v1/me/export", "/v1/me/games", table.path):
        assert caller.get(looked, ann.token).status == 200
    types = [event["type"] for event in caller.get("/v1/me/export", ann.token).json["events"]]
    assert types[-1] == "player_suspended"
    assert delete(caller, path, ADMIN).json["suspended"] is False
    assert caller.post(f"{table.path}/seats", {}, ann.token).status == 201
    assert problem(put(caller, "/v1/admin/players/nobody-22222/suspension", WHY, ADMIN)) == (
        404,
        "player_not_found",
    )
    assert deeds(caller) == ["player_suspended", "player_reinstated"]
    assert caller.get("/v1/admin/actions", ADMIN).json["items"][0]["player"] == ann.id
    assert delete(caller, "/v1/me", ann.token).status == 200
    assert caller.get("/v1/admin/actions", ADMIN).json["items"][0]["player"] is None


@pytest.mark.parametrize("seats", [[{"name": "Ann"}, {}], [{"name": "Ann"}, {"name": "Ben"}]])
def test_a_closed_table_is_left_by_all(caller: Caller, seats: list[dict[str, str]]) -> None:
    table = open_table(caller, seats=seats, visibility="public")
    assert len(caller.get("/v1/games").json["items"]) == 1
    closed = caller.post(f"/v1/admin/games/{table.game}/closure", WHY, ADMIN)
    assert closed.status == 200, closed.body
    assert caller.get("/v1/games").json["items"] == []
    holders = [seat["holder"] and seat["holder"]["kind"] for seat in caller.get(table.path).json["seats"]]
    assert closed.json["status"] == "abandoned" or set(holders) == {"nobody"}
    assert caller.post(f"{table.path}/messages", {"text": "hey"}, table.spectator).json["detail"] == (
        "The operator has closed this table."
    )
    assert caller.post(f"/v1/admin/games/{table.game}/closure", WHY, ADMIN).status == 200
    assert deeds(caller) == ["table_closed", "table_closed"]


CLOSING = {
    "en": (
        "The operator of the service has closed this table.",
        "no longer plays: the operator has closed the table.",
    ),
    "fr": (
        "L'exploitant du service a fermé cette table.",
        "ne joue plus\xa0: l'exploitant a fermé la table.",
    ),
}


@pytest.mark.parametrize("lang", CLOSING)
def test_everybody_reads_that_the_operator_closed_the_table(caller: Caller, lang: str) -> None:
    """Before, the host was said to have given it up, and people to have resigned."""

    def said(table: Table) -> list[str]:
        assert caller.post(f"/v1/admin/games/{table.game}/closure", WHY, ADMIN).status == 200
        events = caller.get(f"{table.path}/events?include=said&lang={lang}").json["items"]
        return [event["said"] for event in events if event["said"]]

    waiting = open_table(caller, seats=[{"name": "Ann"}, {}])
    closed, left = CLOSING[lang]
    assert said(waiting)[-1] == closed
    assert caller.get(waiting.path).json["end_reason"] == "closed"
    running = open_table(caller, seats=[{"name": name} for name in ("Ann", "Ben", "Cleo")])
    resigned = caller.post(f"{running.path}/commands", RESIGNATION, running.seats[2], {"If-Match": "*"})
    assert resigned.status == 200, resigned.body
    *_, cleo, ann, ben = (text for text in said(running) if text.split()[0] in ("Ann", "Ben", "Cleo"))
    assert (ann, ben) == (f"Ann {left}", f"Ben {left}")
    assert "Cleo" in cleo
    assert left not in cleo, "who resigned before did so themselves"


def test_a_table_that_the_operator_closes_counts_for_nobody(caller: Caller) -> None:
    """Nobody has left it by their own will."""
    ann, ben = sign_up(caller), sign_up(caller, "Ben")
    request = {"board": "usa", "seats": [{"me": True}, {}], "joining": "anybody", "rated": True}
    game = caller.post("/v1/games", request, ann.token).json["id"]
    assert caller.post(f"/v1/games/{game}/seats", {}, ben.token).status == 201
    assert caller.post(f"/v1/admin/games/{game}/closure", WHY, ADMIN).json["status"] == "playing"
    for person in (ann, ben):
        profile = caller.get(f"/v1/players/{person.id}").json
        assert (profile["ratings"], profile["reliability"]["left"]) == ([], 0)


CALLS = [
    ("GET", "/v1/admin/reports", None),
    ("DELETE", "/v1/admin/reports/rep_0123456789abcdef", None),
    ("PUT", "/v1/admin/players/ann-22222/suspension", WHY),
    ("DELETE", "/v1/admin/players/ann-22222/suspension", None),
    ("POST", "/v1/admin/games/0123456789abcdef/closure", WHY),
    ("GET", "/v1/admin/actions", None),
]


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
def test_moderation_is_for_the_operator_alone(
    caller: Caller, method: str, path: str, body: dict[str, str] | None
) -> None:
    table, player = open_table(caller), sign_up(caller)
    data = None if body is None else json.dumps(body).encode()
    headers = {} if body is None else {"Content-Type": JSON}
    assert caller.call(method, path, None, data, headers).status == 401
    for token in (*table.tokens.values(), player.token, "ttr_admin_guess"):
        assert caller.call(method, path, token, data, headers).status == 403
    assert caller.call(method, path, ADMIN, data, headers).status in (200, 404)
