"""Who may do and see what: creating, joining, starting, looking, with every kind of token."""

from typing import Any

import pytest

from service.games.tokens import TokenRole, new_token
from service.store import Commit
from tests.support.http.api_calls import (
    START,
    Caller,
    Table,
    act,
    inside,
    join,
    open_table,
    problem,
    table_of,
)
from tests.support.http.game_bodies import caller_of, names, open_seats


@pytest.fixture
def caller() -> Caller:
    return inside().caller


def create(caller: Caller, seats: list[dict[str, Any]], **settings: Any) -> Table:
    return table_of(caller.post("/v1/games", {"board": "usa", "seats": seats, **settings}))


# ------------------------------------------------------------------------------------- tokens


def test_each_token_stands_for_what_it_was_made_for(caller: Caller) -> None:
    table = create(caller, [{"name": "Ann"}, {}])
    for who, token in table.tokens.items():
        assert caller_of(caller.get(table.path, token).json) == who
    assert caller_of(caller.get(table.path, table.invites[1]).json) == "invite:1"
    assert caller.get(table.path).json["you"] is None
    assert len({*table.tokens.values(), *table.invites.values()}) == 5


@pytest.mark.parametrize("who", ["watch", "audit"])
def test_only_seats_and_the_host_are_listed_commands(caller: Caller, who: str) -> None:
    table = open_table(caller)
    assert problem(caller.get(f"{table.path}/commands", table.tokens[who])) == (403, "forbidden")


@pytest.mark.parametrize("who", ["host", "watch", "audit"])
def test_only_seats_play(caller: Caller, who: str) -> None:
    table = open_table(caller)
    token, headers = table.tokens[who], {"Idempotency-Key": "k"}
    reply = caller.post(f"{table.path}/commands", {"type": "draw_card"}, token, headers)
    assert problem(reply) == (403, "forbidden")


def test_strangers_do_not_play(caller: Caller) -> None:
    table = open_table(caller)
    for reply in (
        caller.get(f"{table.path}/commands"),
        caller.post(f"{table.path}/commands", {"type": "draw_card"}, None, {"Idempotency-Key": "k"}),
        act(caller, table, START, None),
    ):
        assert problem(reply) == (401, "token_missing")
        assert reply.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("who", ["seat:0", "watch", "audit"])
def test_only_the_host_starts(caller: Caller, who: str) -> None:
    table = open_table(caller, start="by_host")
    assert problem(act(caller, table, START, table.tokens[who])) == (403, "forbidden")


def test_a_token_of_one_game_is_nothing_in_another(caller: Caller) -> None:
    here, there = open_table(caller), open_table(caller)
    for token in here.tokens.values():
        assert problem(caller.get(there.path, token)) == (401, "token_invalid")
        assert problem(caller.get(f"{there.path}/commands", token)) == (401, "token_invalid")


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer x",
        "Basic QTpC",
        "Bearer ttr_pl_abc_000000",
        "Bearer \xff",
        "Bearer " + "a" * 5000,
    ],
)
def test_what_is_no_token_is_refused(caller: Caller, header: str) -> None:
    table = open_table(caller)
    for path in (table.path, "/v1/games/unknown"):
        assert problem(caller.get(path, None, {"Authorization": header})) == (401, "token_invalid")


def test_a_seat_does_not_play_another(caller: Caller) -> None:
    table = open_table(caller)
    command = caller.get(f"{table.path}/commands", table.seats[1]).json["moves"][0]
    reply = caller.post(f"{table.path}/commands", command, table.seats[0], {"Idempotency-Key": "k"})
    assert problem(reply) == (403, "forbidden")


# ------------------------------------------------------------------------------------- invites


def test_an_invite_is_good_once(caller: Caller) -> None:
    table = create(caller, [{"name": "Ann"}, {}])
    assert join(caller, table, 1).status == 201
    assert problem(join(caller, table, 1)) == (401, "token_invalid")
    assert problem(caller.get(table.path, table.invites[1])) == (401, "token_invalid")


def test_a_token_problem_says_which(caller: Caller) -> None:
    table, other = create(caller, [{"name": "Ann"}, {}, {}]), open_table(caller)
    join(caller, table, 1)
    caller.post(f"{table.path}/seats/2/invite", None, table.host, {"Idempotency-Key": "another"})
    seat = other.seats[0]
    details = [
        caller.get(path, token, {"Accept-Language": lang}).json["detail"]
        for path, token, lang in (
            (table.path, table.invites[1], "en"),
            (table.path, table.invites[2], "en"),
            (table.path, new_token(TokenRole.INVITE, table.path.rpartition("/")[2]), "en"),
            (table.path, seat, "en"),
            (other.path, seat[:-1] + ("a" if seat[-1] != "a" else "b"), "en"),
            (table.path, table.invites[1], "fr"),
        )
    ]
    assert details == [
        "This invite was used already: it is good for one person. Ask the host for a new one.",
        "This invite was withdrawn: ask the host for a new one.",
        "This invite is not good here: it was used or withdrawn. Ask the host for a new one.",
        "This token belongs to another game.",
        "This is no token: a character of it is wrong or missing. Copy it again.",
        "Cette invitation a déjà servi, et ne vaut que pour une personne\u00a0: demandez-en une autre à l'hôte.",
    ]


@pytest.mark.parametrize("who", ["host", "seat:0", "watch", "audit"])
def test_only_an_invite_seats(caller: Caller, who: str) -> None:
    table = create(caller, [{"name": "Ann"}, {}])
    reply = caller.post(f"{table.path}/seats", {"name": "Eve"}, table.tokens[who])
    assert problem(reply) == (403, "forbidden")
    assert problem(caller.post(f"{table.path}/seats", {"name": "Eve"})) == (401, "token_missing")


def test_names_are_shown_from_when_their_seat_is_taken(caller: Caller) -> None:
    table = create(caller, [{"name": " Ann "}, {}, {"kind": "bot"}])
    before = caller.get(table.path)
    assert (names(before.json), open_seats(before.json)) == (["Ann", None, "Ada"], [1])
    join(caller, table, 1, "Zoë 東 ’x’")
    after = caller.get(table.path).json
    assert (names(after), open_seats(after)) == (["Ann", "Zoë 東 ’x’", "Ada"], [])
    assert caller.get(f"{table.path}?at={before.json['version']}").body == before.body


@pytest.mark.parametrize(
    "name",
    [
        *("", "  ", "x" * 61, "a\nb", "a\u202eb", "\ud800"),
        *(
            "\ufffe",
            "a\uffff",
            "\U000e0041",
            "a\U000e0041b",
            "a\u200d",
            "\u200da",
            "a\u200d\u200db",
            "a\u200b",
        ),
    ],
)
def test_names_are_short_and_printable(caller: Caller, name: str) -> None:
    table = create(caller, [{"name": "Ann"}, {}])
    reply = caller.post(f"{table.path}/seats", {"name": name}, table.invites[1])
    assert problem(reply) == (400, "malformed_request")


@pytest.mark.parametrize("entropy", ["x" * 201, "\ud800", 7, None])
def test_entropy_is_a_short_text(caller: Caller, entropy: object) -> None:
    reply = caller.post("/v1/games", {"board": "usa", "seats": [{"name": "A", "entropy": entropy}, {}]})
    assert problem(reply) == (400, "malformed_request")


def test_entropy_of_any_characters_is_public(caller: Caller) -> None:
    odd = "\0\x1f \"\\'</script>\u2028😀"
    table = create(caller, [{"name": "Ann", "entropy": odd}, {"name": "Bob"}])
    events = caller.get(f"{table.path}/events").json["items"]
    assert events[1]["data"] == {"seat": 0, "kind": "human", "entropy": odd}


# -------------------------------------------------------------------------------------- start


def test_a_full_table_starts_by_itself(caller: Caller) -> None:
    assert caller.get(open_table(caller).path).json["phase"] == "choosing_tickets"


def test_the_host_decides_when_to_start(caller: Caller) -> None:
    table = create(caller, [{"name": "Ann"}, {}], start="by_host")
    assert problem(act(caller, table, START, table.host)) == (409, "seats_open")
    join(caller, table, 1)
    assert caller.get(table.path).json["phase"] == "lobby"
    started = act(caller, table, {**START, "first": 1}, table.host)
    assert started.status == 200
    assert started.json["events"][0]["type"] == "game_started"
    assert caller.get(table.path).json["first_seat"] == 1
    assert problem(act(caller, table, START, table.host)) == (409, "not_now")


def test_nothing_is_played_before_the_start(caller: Caller) -> None:
    table = open_table(caller, start="by_host")
    assert caller.get(f"{table.path}/commands", table.seats[0]).json["moves"] == []
    reply = caller.post(f"{table.path}/commands", {"type": "draw_card"}, table.seats[0], {"If-Match": "*"})
    assert problem(reply) == (409, "not_now")


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_creator_may_name_the_first_player(caller: Caller, first: int) -> None:
    table = create(caller, [{"name": "Ann"}, {}, {}], first=first)
    join(caller, table, 1)
    join(caller, table, 2)
    assert caller.get(table.path).json["first_seat"] == first


@pytest.mark.parametrize("seats", [[{"name": "Ann"}, {"name": "Bob"}], [{"name": "Ann"}, {}]])
def test_a_first_player_who_is_not_there_is_refused_at_once(
    caller: Caller, seats: list[dict[str, str]]
) -> None:
    reply = caller.post("/v1/games", {"board": "usa", "seats": seats, "first": 2})
    assert problem(reply) == (422, "unknown_seat")


# --------------------------------------------------------------------------------- visibility


def test_only_public_games_are_listed(caller: Caller) -> None:
    tables = {how: open_table(caller, visibility=how) for how in ("public", "unlisted", "private")}
    listed = caller.get("/v1/games").json["items"]
    assert [game["id"] for game in listed] == [tables["public"].game]
    for how, status in (("public", 200), ("unlisted", 200), ("private", 404)):
        assert caller.get(tables[how].path).status == status
    for token in tables["private"].tokens.values():
        assert caller.get(tables["private"].path, token).status == 200


def test_a_game_that_cannot_be_read_does_not_hide_the_others(caplog: pytest.LogCaptureFixture) -> None:
    service = inside()
    table = open_table(service.caller, visibility="public")
    facts = service.store.facts(table.game)
    service.store.append(Commit(game="damaged", expected=0, entries=(b"x",), facts=facts, listed=1))
    assert [game["id"] for game in service.caller.get("/v1/games").json["items"]] == [table.game]
    assert "game damaged cannot be read" in caplog.text


def test_the_list_tells_of_the_present(caller: Caller) -> None:
    table = create(caller, [{"name": "Ann"}, {}], visibility="public")
    assert open_seats(caller.get("/v1/games").json["items"][0]) == [1]
    join(caller, table, 1, "Bob")
    (listed,) = caller.get("/v1/games").json["items"]
    assert (open_seats(listed), names(listed)) == ([], ["Ann", "Bob"])


@pytest.mark.parametrize(
    "name",
    [
        "\N{WOMAN}\u200d\N{ROCKET}",
        "\u0646\u0645\u06cc\u200c\u062e\u0648",
        "\u0d28\u0d4d\u200d\u0d31",
    ],
)
def test_joiners_that_scripts_and_emoji_need_are_taken(caller: Caller, name: str) -> None:
    reply = caller.post("/v1/games", {"board": "usa", "seats": [{"name": name}, {"kind": "bot"}]})
    assert reply.status == 201, reply.body


@pytest.mark.parametrize("host", ["a b", "<x>", "x/y", 'a"b', "exa%mple", "[::1", "here:port"])
def test_an_odd_host_breaks_no_link(caller: Caller, host: str) -> None:
    reply = caller.post(
        "/v1/games", {"board": "usa", "seats": [{"name": "Ann"}, {"kind": "bot"}]}, None, {"Host": host}
    )
    if reply.status == 201:
        assert reply.headers["location"].startswith("http://127.0.0.1:8080/")
