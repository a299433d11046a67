"""Commands: conditions, keys, dry runs, and what they are answered."""

from typing import Any

import pytest

from tests.support.http.api_calls import Caller, Reply, Table, inside, open_table, problem
from tests.support.http.api_players import Players

DRAW = {"type": "draw_card"}


@pytest.fixture
def caller() -> Caller:
    return inside().caller


class Turn:
    """A seat's turn, with its ways to call."""

    def __init__(self, caller: Caller) -> None:
        self.caller, self.table = caller, open_table(caller)
        moves = Players(caller, self.table).play(most=2)
        self.version = moves[-1].version
        self.seat: int = moves[-1].events[-1]["data"]["seat"]
        self.token = self.table.seats[self.seat]

    def post(self, command: Any, query: str = "", **headers: str) -> Reply:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.caller.post(f"{self.table.path}/commands{query}", command, self.token, sent)

    def listed(self) -> Reply:
        return self.caller.get(f"{self.table.path}/commands", self.token)


@pytest.fixture
def turn(caller: Caller) -> Turn:
    return Turn(caller)


def version_of(caller: Caller, table: Table) -> int:
    version: int = caller.get(table.path).json["version"]
    return version


def test_a_refusal_calls_the_phase_what_the_game_calls_it(turn: Turn) -> None:
    """A client compares `facts.phase` with the `phase` that it has just read."""
    turn.post(DRAW, If_Match="*")
    phase = turn.caller.get(turn.table.path).json["phase"]
    refused = turn.post({"type": "draw_tickets"}, If_Match="*")
    assert (problem(refused), refused.json["facts"]) == ((409, "not_now"), {"phase": phase})
    assert phase == "drawing_second"


def test_what_the_board_does_not_have_is_refused_for_good(turn: Turn) -> None:
    """In any phase and out of turn, too: a mistyped name never becomes legal."""
    nowhere = {"type": "claim_route", "route": "nowhere", "cards": []}
    mauve = {"type": "take_card", "card": "mauve"}
    other = turn.table.seats[1 - turn.seat]
    path = f"{turn.table.path}/commands"
    for token in (turn.token, other):
        for command, code in ((nowhere, "unknown_route"), (mauve, "unknown_card")):
            assert problem(turn.caller.post(path, command, token, {"If-Match": "*"})) == (422, code)
    turn.post(DRAW, If_Match="*")
    assert problem(turn.post(nowhere, If_Match="*")) == (422, "unknown_route")


def test_a_mistyped_type_is_answered_with_the_one_that_is_meant_first(turn: Turn) -> None:
    details = [
        turn.post({"type": name}, If_Match="*").json["errors"][0]["detail"]
        for name in ("claim_rout", "fly_to_the_moon")
    ]
    assert details[0].startswith("Do you mean 'claim_route'? This is one of ")
    assert details[1].startswith("This is one of ")


# --------------------------------------------------------------------------------- conditions


def test_a_command_without_condition_or_key_is_not_carried_out(turn: Turn) -> None:
    """A repeated blind draw must never become two."""
    assert problem(turn.post(DRAW)) == (428, "precondition_required")
    assert version_of(turn.caller, turn.table) == turn.version


@pytest.mark.parametrize(
    "form",
    [
        '"{0}"',
        "{0}",
        '"{0}.0123abcd"',
        "{0}.0123abcd",
        ' "{0}" ',
        'W/"{0}"',
        'W/"{0}.0123abcd"',
        '"1", W/"{0}.0123abcd",2',
    ],
)
def test_a_version_may_be_written_in_several_ways(turn: Turn, form: str) -> None:
    reply = turn.post(DRAW, If_Match=form.format(turn.version))
    assert (reply.status, reply.json["version"]) == (200, turn.version + 1)


def test_the_etag_of_what_was_read_is_a_condition(turn: Turn) -> None:
    looked, etag = (
        turn.caller.get(path, turn.token).headers["etag"]
        for path in (turn.table.path, f"{turn.table.path}/commands")
    )
    assert turn.post(DRAW, "?dry_run=true", If_Match=looked).status == 200
    first = turn.post(DRAW, If_Match=etag)
    assert turn.post(DRAW, If_Match=first.headers["etag"]).status == 200
    assert problem(turn.post(DRAW, If_Match=etag)) == (412, "stale_version")


def test_any_version_is_a_condition_too(turn: Turn) -> None:
    assert turn.post(DRAW, If_Match="*").status == 200


def test_a_weak_tag_of_an_earlier_version_is_stale(turn: Turn) -> None:
    for form in ('W/"{0}"', '"{0}", "1"'):
        assert problem(turn.post(DRAW, If_Match=form.format(turn.version - 1))) == (412, "stale_version")


@pytest.mark.parametrize("difference", [-1, 1, 1000])
def test_another_version_is_stale(turn: Turn, difference: int) -> None:
    reply = turn.post(DRAW, If_Match=f'"{turn.version + difference}"')
    assert problem(reply) == (412, "stale_version")
    assert reply.json["facts"] == {"version": turn.version}
    assert version_of(turn.caller, turn.table) == turn.version


@pytest.mark.parametrize(
    "header",
    ["", '""', "x", "W/7", 'w/"7"', '"7" "8"', '"7",', '*, "7"', '"7', "-7", "7.5", "\u0667", "1" * 10, "**"],
)
def test_what_is_no_version_is_malformed(turn: Turn, header: str) -> None:
    sent = header.encode().decode("latin-1")
    assert problem(turn.post(DRAW, If_Match=sent)) == (400, "malformed_request")


# --------------------------------------------------------------------------------------- keys


@pytest.mark.parametrize("forms", [("k-1", '"k-1"'), ('"k 1"', '"k 1"'), ("~" * 200, "~" * 200)])
def test_a_key_may_be_quoted(turn: Turn, forms: tuple[str, str]) -> None:
    first, again = (turn.post(DRAW, Idempotency_Key=form) for form in forms)
    assert first.status == 200
    assert (again.status, again.body, again.headers["etag"]) == (200, first.body, first.headers["etag"])
    assert version_of(turn.caller, turn.table) == turn.version + 1


@pytest.mark.parametrize("header", ["", '""', "x" * 201, "a b", 'a"b', "clé", '"\t"'])
def test_what_is_no_key_is_malformed(turn: Turn, header: str) -> None:
    assert problem(turn.post(DRAW, Idempotency_Key=header)) == (400, "malformed_request")


def test_a_key_stands_for_one_command(turn: Turn) -> None:
    assert turn.post(DRAW, Idempotency_Key="k").status == 200
    card = turn.listed().json["moves"][-1]
    assert problem(turn.post(card, Idempotency_Key="k")) == (422, "idempotency_key_reused")
    assert problem(turn.post({"type": "pass"}, Idempotency_Key="k")) == (422, "idempotency_key_reused")
    assert version_of(turn.caller, turn.table) == turn.version + 1


def test_a_key_is_its_senders_own(turn: Turn) -> None:
    """Guessing the key of another sender reveals nothing."""
    assert turn.post(DRAW, Idempotency_Key="k").status == 200
    other = turn.table.seats[1 - turn.seat]
    reply = turn.caller.post(f"{turn.table.path}/commands", DRAW, other, {"Idempotency-Key": "k"})
    assert problem(reply) == (409, "not_your_turn")


def test_a_refused_command_does_not_use_its_key_up(turn: Turn) -> None:
    assert problem(turn.post({"type": "pass"}, Idempotency_Key="k")) == (422, "must_play")
    assert turn.post(DRAW, Idempotency_Key="k").status == 200


def test_a_repeated_command_is_answered_as_it_was_however_late(turn: Turn) -> None:
    first = turn.post(DRAW, Idempotency_Key="k", If_Match=f'"{turn.version}"')
    Players(turn.caller, turn.table).play(most=20)
    again = turn.post(DRAW, Idempotency_Key="k", If_Match=f'"{turn.version}"')
    assert (again.status, again.body, again.headers["etag"]) == (200, first.body, first.headers["etag"])


# ------------------------------------------------------------------------------------ dry run


def test_a_dry_run_changes_nothing(turn: Turn) -> None:
    before = turn.caller.get(turn.table.path, turn.token).body
    for command in turn.listed().json["moves"]:
        reply = turn.post(command, "?dry_run=true", Idempotency_Key="k")
        checked = {"game": turn.table.game, "version": turn.version, "legal": True}
        assert (reply.status, reply.json) == (200, checked)
    assert turn.caller.get(turn.table.path, turn.token).body == before
    assert turn.post(DRAW, Idempotency_Key="k").status == 200


def test_a_dry_run_refuses_what_would_be_refused(turn: Turn) -> None:
    assert problem(turn.post({"type": "pass"}, "?dry_run=true")) == (422, "must_play")
    assert problem(turn.post(DRAW, "?dry_run=true", If_Match='"1"')) == (412, "stale_version")
    other = turn.table.seats[1 - turn.seat]
    reply = turn.caller.post(f"{turn.table.path}/commands?dry_run=true", DRAW, other)
    assert problem(reply) == (409, "not_your_turn")


@pytest.mark.parametrize("value", ["", "1", "True", "yes", "true&dry_run=false"])
def test_whatever_else_dry_run_says_nothing_is_carried_out(turn: Turn, value: str) -> None:
    reply = turn.post(DRAW, f"?dry_run={value}", Idempotency_Key="k")
    assert problem(reply) == (400, "malformed_request")
    assert version_of(turn.caller, turn.table) == turn.version


# ---------------------------------------------------------------------------------- what is sent


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"null",
        b'"draw_card"',
        b"{}",
        b'{"type": null}',
        b'{"type": ["draw_card"]}',
        b'{"type": "no_such_command"}',
        b'{"type": "create_game"}',
        b'{"type": "score_game"}',
        b'{"type": "draw_card", "extra": 1}',
        b'{"type": "draw_card", "type": "draw_card"}',
        b'{"type": "draw_card", "seat": "0"}',
        b'{"type": "draw_card", "seat": 0.5}',
        b'{"type": "draw_card", "seat": true}',
        b'{"type": "draw_card", "seat": 1e999}',
        b'{"type": "draw_card", "seat": NaN}',
        b'{"type": "draw_card", "seat": -1}',
        b'{"type": "take_card"}',
        b'{"type": "take_card", "card": "\\ud800"}',
        b'{"type": "take_card", "card": "\xed\xa0\x80"}',
        b'{"type": "take_card", "card": "\xff"}',
        b"[" * 60_000,
        '{"type": "draw_card"}'.encode("utf-16"),
        b'\xef\xbb\xbf{"type": "draw_card"}',
        b'{"type": "claim_route", "route": "x", "cards": {"red": 1}}',
        b'{"type": "claim_route", "route": "x", "cards": [[]]}',
        b"9" * 5000,
    ],
)
def test_what_is_no_command_is_malformed(turn: Turn, body: bytes) -> None:
    assert problem(turn.post(body, Idempotency_Key="k")) == (400, "malformed_request")
    assert version_of(turn.caller, turn.table) == turn.version


@pytest.mark.parametrize(
    ("command", "status", "code"),
    [
        ({"type": "take_card", "card": "no such card 😀"}, 422, "unknown_card"),
        ({"type": "claim_route", "route": "nowhere", "cards": []}, 422, "unknown_route"),
        ({"type": "keep_tickets", "tickets": []}, 409, "not_now"),
        ({"type": "take_ferry_card"}, 422, "unknown_command"),
    ],
)
def test_what_the_rules_refuse_keeps_its_code(
    turn: Turn, command: dict[str, Any], status: int, code: str
) -> None:
    assert problem(turn.post(command, Idempotency_Key="k")) == (status, code)


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "", "application/jsonx"])
def test_bodies_are_json(turn: Turn, kind: str) -> None:
    reply = turn.post(DRAW, Idempotency_Key="k", Content_Type=kind)
    assert problem(reply) == (415, "unsupported_media_type")


def test_whole_numbers_may_look_like_fractions(turn: Turn) -> None:
    body = f'{{"type": "draw_card", "seat": {turn.seat}.0}}'.encode()
    assert turn.post(body, Idempotency_Key="k", Content_Type="application/json; charset=utf-8").status == 200


def test_every_listed_command_can_be_posted_back(turn: Turn) -> None:
    listed = turn.listed().json
    assert (listed["version"], listed["game"]) == (turn.version, turn.table.game)
    assert len(listed["moves"]) > 4
    for command in listed["moves"]:
        assert turn.post(command, "?dry_run=true").status == 200


def test_a_player_who_is_not_to_act_has_nothing_to_choose_from(turn: Turn) -> None:
    reply = turn.caller.get(f"{turn.table.path}/commands", turn.table.seats[1 - turn.seat])
    assert (reply.status, reply.json["moves"]) == (200, [])
