"""Matrix's transactions: with the right token and wrong ones, late and twice, in rooms and in private."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from service.chat.matrix import Matrix, message
from service.chat.platform import PlatformRefused
from service.chat.rooms import Room
from service.chat.rooms.room import Post, Posts
from service.config import Config
from tests.support.chat.chat_service import ChatDesk, desk_for
from tests.support.chat.fake_matrix import HEADER, ROOM, SETTINGS, US, FakeMatrix
from tests.support.chat.platform_server import listening
from tests.support.http.api_calls import Reply, inside, problem

ANN, BOB = "@ann:example.org", "@bob:example.org"
PATH = "/v1/chat/matrix/_matrix/app/v1/transactions/1"


@pytest.fixture
def matrix() -> Iterator[FakeMatrix]:
    with listening(FakeMatrix({ANN: "ann", BOB: "bob"})) as fake:
        yield fake


@pytest.fixture
def desk(matrix: FakeMatrix) -> ChatDesk:
    return desk_for(matrix)


def put(desk: ChatDesk, body: bytes, headers: dict[str, str] = HEADER) -> Reply:
    return desk.service.caller.call("PUT", PATH, None, body, headers)


def room(desk: ChatDesk, place: str = ROOM) -> Room:
    return Room(desk.services.store, f"matrix:{place}")


# ------------------------------------------------------------------------------------------ who sends it


@pytest.mark.parametrize("lacking", [*SETTINGS, "matrix_api"])
def test_there_is_no_matrix_unless_it_is_configured(lacking: str) -> None:
    settings: dict[str, Any] = {**SETTINGS, "matrix_api": "http://127.0.0.1:1", lacking: ""}
    reply = inside(**settings).caller.call("PUT", PATH, None, b'{"events": []}', HEADER)
    assert problem(reply) == (404, "not_found")


@pytest.mark.parametrize("shown", ["", "Bearer ", "Bearer another", "from-the-homeserverx"])
def test_a_wrong_token_is_refused(desk: ChatDesk, matrix: FakeMatrix, shown: str) -> None:
    body = json.dumps({"events": [matrix.message(ANN, "!ttr new game europe")]}).encode()
    assert problem(put(desk, body, {**HEADER, "Authorization": shown})) == (401, "signature_invalid")
    assert room(desk).table is None


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'{"events": 1}', b'{"events": [{"event_id": 7}]}', b"\xff"]
)
def test_what_is_no_transaction_is_malformed(desk: ChatDesk, body: bytes) -> None:
    assert problem(put(desk, body)) == (400, "malformed_request")


def test_an_event_is_heard_once_however_often_it_comes(desk: ChatDesk, matrix: FakeMatrix) -> None:
    event = matrix.message(ANN, "!ttr new game europe")
    matrix.send(event, event)
    assert room(desk).table
    room(desk).clear()
    matrix.send(event)
    assert room(desk).table is None


@pytest.mark.parametrize("seconds", [-3600, -310, 310])
def test_what_was_said_long_ago_is_not_heard_now(desk: ChatDesk, matrix: FakeMatrix, seconds: int) -> None:
    event = matrix.message(ANN, "!ttr new game europe")
    matrix.send({**event, "origin_server_ts": event["origin_server_ts"] + seconds * 1000})
    assert room(desk).table is None


def test_without_its_queue_the_service_asks_for_the_transaction_again(
    desk: ChatDesk, matrix: FakeMatrix
) -> None:
    event = matrix.message(ANN, "!ttr new game europe")
    desk.queue.away = True
    assert problem(matrix.transmit(event)) == (503, "store_unavailable")
    desk.queue.away = False
    matrix.send(event)
    desk.work()
    assert len(matrix.public) == 1


# ------------------------------------------------------------------------------------- what is for the bot


@pytest.mark.parametrize(
    ("text", "content", "heard"),
    [
        ("!ttr new game europe", {}, True),
        ("!TTR new game europe", {}, True),
        ("> <@ttr:example.org> hello\n\n!ttr new game europe", {}, True),
        ("ttr: new game europe", {"m.mentions": {"user_ids": [US]}}, True),
        ("@ttr:example.org new game europe", {"m.mentions": {"user_ids": [US]}}, True),
        ("new game europe", {"m.mentions": {"user_ids": [US]}}, True),
        ("new game europe", {}, False),
        ("new game europe", {"m.mentions": {"user_ids": [BOB]}}, False),
        ("!ttr new game europe", {"msgtype": "m.notice"}, False),
        ("!ttr new game europe", {"body": 7}, False),
        ("!ttr new game europe", {"m.mentions": "all"}, False),
    ],
)
def test_in_a_room_the_bot_hears_what_is_addressed_to_it(
    desk: ChatDesk, matrix: FakeMatrix, text: str, content: dict[str, Any], heard: bool
) -> None:
    matrix.send(matrix.message(ANN, text, **content))
    assert bool(room(desk).table) is heard


def test_the_bot_does_not_hear_itself(desk: ChatDesk, matrix: FakeMatrix) -> None:
    matrix.send(matrix.message(US, "!ttr new game europe"))
    assert room(desk).table is None


def test_the_bot_joins_where_it_is_invited_and_says_what_it_can_do(
    desk: ChatDesk, matrix: FakeMatrix
) -> None:
    matrix.send(matrix.event(ANN, "m.room.member", ROOM, {"membership": "invite"}, state_key=US))
    matrix.send(matrix.event(ANN, "m.room.member", ROOM, {"membership": "invite"}, state_key=BOB))
    desk.work()
    assert matrix.joined == [ROOM]
    assert "new game" in matrix.public[0]


# ------------------------------------------------------------------------------------------------ in private


def started(desk: ChatDesk, matrix: FakeMatrix) -> None:
    matrix.send(matrix.message(ANN, "!ttr new game lyon"))
    matrix.send(matrix.message(BOB, "!ttr join"))
    matrix.send(matrix.message(ANN, "!ttr start"))
    desk.work()


def test_secrets_go_to_the_one_direct_room_of_a_person(desk: ChatDesk, matrix: FakeMatrix) -> None:
    started(desk, matrix)
    for _ in range(2):
        matrix.send(matrix.message(ANN, "!ttr my hand"))
        desk.work()
    assert matrix.direct is not None
    assert list(matrix.direct) == [ANN]
    assert len(matrix.direct[ANN]) == 1
    assert not any("Your hand" in text for text in matrix.public)


def test_what_is_written_in_private_is_about_the_room(desk: ChatDesk, matrix: FakeMatrix) -> None:
    started(desk, matrix)
    matrix.send(matrix.message(ANN, "!ttr my hand"))
    desk.work()
    assert matrix.direct
    matrix.send(matrix.message(ANN, "keep all", room=matrix.direct[ANN][0]))
    assert waiting(desk) == (1,)
    matrix.send(matrix.message(BOB, "!ttr my hand"), matrix.message(BOB, "!ttr keep all"))
    desk.work()
    (seat,) = waiting(desk)
    before = len(matrix.public)
    person = (ANN, BOB)[seat]
    matrix.send(matrix.message(person, "draw", room=matrix.direct[person][0]))
    desk.work()
    assert len(matrix.public) == before + 1, "the room reads of a move"


def waiting(desk: ChatDesk) -> tuple[int, ...]:
    return desk.services.games.cache.read_latest(room(desk).game).state.phase.waiting


def test_two_people_have_two_direct_rooms(desk: ChatDesk, matrix: FakeMatrix) -> None:
    started(desk, matrix)
    for person in (ANN, BOB):
        matrix.send(matrix.message(person, "!ttr my hand"))
        desk.work()
    assert matrix.direct is not None
    assert set(matrix.direct) == {ANN, BOB}


def test_a_person_may_invite_the_bot_to_play_alone(desk: ChatDesk, matrix: FakeMatrix) -> None:
    own = "!own:example.org"
    matrix.direct = {ANN: [own]}
    matrix.send(
        matrix.event(ANN, "m.room.member", own, {"membership": "invite", "is_direct": True}, state_key=US)
    )
    matrix.send(matrix.message(ANN, "new game lyon", room=own))
    desk.work()
    assert matrix.joined == [own]
    assert room(desk, own).table


def test_a_second_person_in_a_direct_room_is_not_alone_there(desk: ChatDesk, matrix: FakeMatrix) -> None:
    """A person who invites the bot calls the room direct; that says nothing of others in it."""
    own = "!trap:example.org"
    matrix.direct = {BOB: [own]}
    invitation = {"membership": "invite", "is_direct": True}
    matrix.send(matrix.event(BOB, "m.room.member", own, invitation, state_key=US))
    matrix.send(matrix.event(BOB, "m.room.member", own, invitation, state_key=ANN))
    started(desk, matrix)
    matrix.send(matrix.message(ANN, "my hand", room=own))
    assert desk.queue.waiting == []
    matrix.send(matrix.message(ANN, "!ttr my hand", room=own))
    desk.work()
    assert ANN not in matrix.direct, "there is no game in that room, and no secret to tell"


# --------------------------------------------------------------------------------------------- what it sends


def test_people_are_called_by_a_text_and_nobody_by_a_notice() -> None:
    assert message(Post(text="a <b>"))["msgtype"] == "m.notice"
    called = message(Post(text="your turn <3", mentions=(ANN, ANN)))
    assert called["msgtype"] == "m.text"
    assert called["body"] == "ann: your turn <3"
    assert called["m.mentions"] == {"user_ids": [ANN]}
    assert called["formatted_body"].endswith("ann</a>: your turn &lt;3")


def test_an_edit_keeps_the_picture_that_is_not_sent_again(matrix: FakeMatrix) -> None:
    api = Matrix(Config(**matrix.settings))
    first = api.post(ROOM, Post(text="one", picture="board"), {"board": b"\x89PNG"})
    second = api.edit(ROOM, first, Post(text="two", picture="board"), {})
    assert second == first
    third = api.edit(ROOM, second, Post(text="three", picture="board"), {"board": b"\x89PNG2"})
    (versions,) = matrix.messages.values()
    assert [version.text for version in versions] == ["one", "two", "three"]
    assert versions[0].picture == versions[1].picture != versions[2].picture
    assert third != second


def test_a_long_text_is_cut(matrix: FakeMatrix) -> None:
    api = Matrix(Config(**matrix.settings))
    api.post(ROOM, Post(text="é" * 30_000), {})
    ((shown,),) = matrix.messages.values()
    assert shown.text.endswith("…")


def test_a_refusal_of_the_homeserver_is_passed_on(matrix: FakeMatrix) -> None:
    api = Matrix(Config(**{**matrix.settings, "matrix_api": "http://127.0.0.1:1"}))
    with pytest.raises(PlatformRefused):
        api.answer(
            json.dumps({"room": ROOM, "person": ANN, "event": "$1"}), Posts(private=Post(text="a")), {}
        )
