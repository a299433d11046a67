"""`POST /v1/games/{id}/say`: who may speak, and what must be sent with a text that changes the game."""

from service.config import Config
from service.store import MemoryStore
from tests.support.http.api_calls import Caller, Table, app_over, in_process, open_table, problem
from tests.support.http.running_service import UNLIMITED


def table() -> tuple[Caller, Table, str]:
    caller = in_process(app_over(MemoryStore(), Config(**UNLIMITED)))
    opened = open_table(caller, first=0)
    return caller, opened, f"{opened.path}/say"


def test_a_text_that_moves_needs_a_precondition() -> None:
    caller, opened, path = table()
    ann = opened.seats[0]
    assert problem(caller.post(path, {"text": "keep all"}, ann)) == (428, "precondition_required")
    seen = caller.post(path, {"text": "score"}, ann)
    assert seen.status == 200
    moved = caller.post(path, {"text": "keep all"}, ann, {"If-Match": seen.headers["etag"]})
    assert moved.json["version"] > seen.json["version"]
    assert moved.headers["etag"] != seen.headers["etag"]


def test_looks_questions_and_previews_need_none() -> None:
    caller, opened, path = table()
    for body in (
        {"text": "my hand"},
        {"text": "keep"},
        {"text": "keep all", "preview": True},
        {"text": "tralala"},
    ):
        reply = caller.post(path, body, opened.seats[0])
        assert reply.status == 200
        assert reply.json["events"] == []


def test_an_answer_to_a_question_moves() -> None:
    caller, opened, path = table()
    question = caller.post(path, {"text": "keep all", "preview": True}, opened.seats[0]).json
    assert question["choices"][0]["number"] == 1
    assert problem(caller.post(path, {"text": "1"}, opened.seats[0])) == (428, "precondition_required")
    assert caller.post(path, {"text": "1"}, opened.seats[0], {"If-Match": "*"}).json["events"]


def test_only_the_yes_to_an_order_needs_a_precondition() -> None:
    caller, opened, path = table()
    reply = caller.post(path, {"text": "order: draw 2"}, opened.seats[1])
    assert reply.json["private"]
    assert problem(caller.post(path, {"text": "yes"}, opened.seats[1])) == (428, "precondition_required")
    done = caller.post(path, {"text": "yes"}, opened.seats[1], {"If-Match": "*"}).json
    assert [event["type"] for event in done["events"]] == ["orders_changed"]


def test_a_repeated_text_has_one_effect() -> None:
    caller, opened, path = table()
    key = {"Idempotency-Key": "once"}
    first, again = (caller.post(path, {"text": "keep all"}, opened.seats[0], key).json for _ in range(2))
    assert again["events"] == first["events"] != []
    assert problem(caller.post(path, {"text": "draw"}, opened.seats[0], key)) == (
        422,
        "idempotency_key_reused",
    )


def test_a_viewer_without_a_seat_may_look() -> None:
    caller, opened, path = table()
    assert "On attend " in caller.post(path, {"text": "qui attend-on ?"}, opened.spectator).json["text"]
    reply = caller.post(path, {"text": "keep all"}, opened.spectator).json
    assert reply["events"] == []
    assert problem(caller.post(path, {"text": "score"})) == (401, "token_missing")


def test_malformed_texts_are_refused() -> None:
    caller, opened, path = table()
    for body in ({}, {"text": ""}, {"text": "x" * 401}, {"text": 1}, {"text": "score", "lang": "de"}):
        assert problem(caller.post(path, body, opened.seats[0])) == (400, "malformed_request")


def test_words_of_both_languages_are_answered_in_the_language_that_the_client_accepts() -> None:
    caller, opened, path = table()
    for accepted, said in (("fr", "Ce n'est pas à vous de jouer."), ("en", "It is not your turn.")):
        headers = {"If-Match": "*", "Accept-Language": accepted}
        for token in opened.seats.values():
            caller.post(path, {"text": "keep all"}, token, headers)
        reply = caller.post(path, {"text": "route montréal new york"}, opened.seats[1], headers)
        assert reply.json["text"].startswith(said)
    assert (
        caller.post(path, {"text": "my hand"}, opened.seats[1], {"Accept-Language": "fr"}).json["lang"]
        == "en"
    )
