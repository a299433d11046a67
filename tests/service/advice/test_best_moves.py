"""Hints over the API and in words: the best moves for their own seat, an event for everybody, none in rated games."""

import pytest

from service.advice import best_moves
from tests.support.http.api_calls import Caller, Reply, Table, act, inside, open_table, problem, table_of
from tests.support.http.api_people import sign_up
from ttr_core.bots.judgement import Judgement
from ttr_core.bots.policy import Situation


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_moves, "ROLLOUTS", 4)


@pytest.fixture
def caller() -> Caller:
    return inside().caller


@pytest.fixture
def table(caller: Caller) -> Table:
    return open_table(caller, "lyon")


def taken(caller: Caller, table: Table, token: str | None = None) -> list[int]:
    """The seats of which somebody hears that they had a hint."""
    events = caller.get(f"{table.path}/events?type=hint_taken", token).json["items"]
    return [event["data"]["seat"] for event in events]


def test_the_best_moves_are_legal_and_have_words_and_chances(caller: Caller, table: Table) -> None:
    legal = caller.get(f"{table.path}/commands", table.seats[0]).json["moves"]
    hint = caller.post(f"{table.path}/hints?lang=fr", None, table.seats[0])
    assert (hint.status, hint.json["seat"]) == (200, 0)
    moves = hint.json["moves"]
    assert 1 <= len(moves) <= best_moves.MOST_MOVES
    assert all(move["command"] in legal and 0 <= move["chance"] <= 1 for move in moves)
    assert all(move["text"].startswith("Garder") for move in moves)


def test_everybody_hears_of_it_once_for_each_decision(caller: Caller, table: Table) -> None:
    before = caller.get(f"{table.path}/commands", table.seats[0]).json
    first = caller.post(f"{table.path}/hints", None, table.seats[0]).json
    assert caller.post(f"{table.path}/hints", None, table.seats[0]).json == first
    assert taken(caller, table) == taken(caller, table, table.seats[1]) == [0]
    after = caller.get(f"{table.path}/commands", table.seats[0]).json
    assert after["version"] == first["version"] == before["version"] + 1
    assert after["decision"] == before["decision"], "a move that was chosen before is not stale"
    said = caller.get(f"{table.path}/events?include=said&type=hint_taken", table.seats[1]).json["items"]
    assert [event["said"] for event in said] == ["Player 0 has asked for a hint."]


def test_with_a_key_a_hint_is_repeated_after_the_decision(caller: Caller, table: Table) -> None:
    def ask(path: str = "/hints") -> Reply:
        return caller.post(f"{table.path}{path}", None, table.seats[0], {"Idempotency-Key": "k-1"})

    first = ask()
    act(caller, table, first.json["moves"][0]["command"], table.seats[0])
    again = ask()
    assert (first.status, again.status, again.body) == (200, 200, first.body)
    assert problem(ask("/hints?lang=fr")) == (422, "idempotency_key_reused")
    assert taken(caller, table) == [0]


def test_nobody_else_gets_one(caller: Caller, table: Table) -> None:
    refusals = {
        problem(caller.post(f"{table.path}/hints", None, token))
        for token in (table.host, table.spectator, table.auditor)
    }
    assert refusals == {(403, "forbidden")}
    assert caller.post(f"{table.path}/hints", None, None).status == 401
    assert taken(caller, table) == []


def test_there_are_none_in_rated_games(caller: Caller) -> None:
    ann = sign_up(caller)
    request = {"board": "lyon", "seats": [{"me": True}, {"kind": "bot"}], "rated": True}
    table = table_of(caller.post("/v1/games", request, ann.token))
    assert problem(caller.post(f"{table.path}/hints", None, ann.token)) == (422, "hints_off")
    said = caller.post(f"{table.path}/say", {"text": "hint"}, ann.token, {"If-Match": "*"}).json
    assert said["text"] == "There are no hints in rated games. 'What can I do?' shows what is possible."
    assert taken(caller, table) == []


@pytest.mark.parametrize(("text", "title"), [("hint", "My advice"), ("un conseil", "Mon conseil")])
def test_a_hint_in_words_is_private_and_its_number_plays_it(
    caller: Caller, table: Table, text: str, title: str
) -> None:
    say = f"{table.path}/say"
    hint = caller.post(say, {"text": text}, table.seats[0], {"If-Match": "*"}).json
    assert hint["text"].startswith(title)
    assert hint["private"]
    played = caller.post(say, {"text": "1"}, table.seats[0], {"If-Match": "*"}).json
    assert played["did"] == "moved"
    refused = caller.post(say, {"text": text}, table.seats[0], {"If-Match": "*"}).json
    assert refused["did"] == "nothing"
    assert taken(caller, table) == [0]


def test_a_hint_in_words_says_who_is_ahead_and_by_how_much(
    caller: Caller, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    leads = [7.6, 1.2, -1.4]

    def judge(situation: Situation) -> list[Judgement]:
        return [
            Judgement(command=command, points=points, chance=0.5)
            for command, points in zip(situation.legal, leads, strict=False)
        ]

    monkeypatch.setattr(best_moves, "judge", judge)
    hint = caller.post(f"{table.path}/say", {"text": "hint"}, table.seats[0], {"If-Match": "*"}).json
    assert [line.partition("win, ")[2] for line in hint["text"].splitlines()[1:]] == [
        "8 points ahead of the best rival)",
        "1 point ahead of the best rival)",
        "1 point behind the best rival)",
    ]
