"""The bridge for any other chat: signed JSON in and out."""

import base64
import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
import requests

from service.chat.bridge import Bridge
from service.chat.platform import PlatformRefused
from service.chat.rooms import Room
from service.chat.rooms.room import Post
from service.config import BadConfig, Config, from_environment
from service.webhooks.signatures import new_secret
from tests.support.chat.chat_service import ChatDesk
from tests.support.chat.fake_bridge import ROOM, SECRET, FakeBridge, recorded, signed
from tests.support.chat.platform_server import listening
from tests.support.http.api_calls import Reply, inside, problem
from tests.support.http.service_games import games_on
from tests.support.language.number_players import play_by_numbers
from tests.support.paths import DOCS
from ttr_core.bots.policy import Dice
from ttr_core.model.ids import SeatId

NAMES = {"ann": "Ann", "bob": "Bob"}


@pytest.fixture
def desk() -> ChatDesk:
    return ChatDesk(bridge_secret=SECRET)


@pytest.fixture
def bridge(desk: ChatDesk) -> Iterator[FakeBridge]:
    with listening(FakeBridge(NAMES)) as fake:
        fake.caller = desk.service.caller
        yield fake


def post(desk: ChatDesk, body: bytes, headers: dict[str, str]) -> Reply:
    return desk.service.caller.post("/v1/chat/bridge", body, headers=headers)


def body_of(**changes: Any) -> bytes:
    return json.dumps({**recorded(), **changes}).encode()


# --------------------------------------------------------------------------------------- numbers alone


def test_a_caller_may_add_parameters(desk: ChatDesk) -> None:
    """Platforms and operators do; no other call accepts parameters that it does not know."""
    body = body_of()
    reply = desk.service.caller.post("/v1/chat/bridge?attempt=2", body, headers=signed(body, "m1"))
    assert reply.status == 200


def test_a_whole_game_is_played_by_numbers_alone(desk: ChatDesk, bridge: FakeBridge) -> None:
    for person, text in (("ann", "new game lyon"), ("bob", "join"), ("ann", "start")):
        bridge.say(person, text)
    games = games_on(desk.service.store)
    game = Room(desk.service.store, f"bridge:{ROOM}").game

    def say(seat: SeatId, text: str) -> str:
        answer = bridge.say(list(NAMES)[seat], text)
        return f"{answer.public}\n{answer.private}"

    assert "playing_turn" in play_by_numbers(games, game, say, Dice(4))
    assert games.cache.read_latest(game).over


def test_a_button_that_is_pressed_twice_plays_once(desk: ChatDesk, bridge: FakeBridge) -> None:
    for person, text in (("ann", "new game lyon"), ("bob", "join"), ("ann", "start")):
        bridge.say(person, text)
    for person in NAMES:
        bridge.say(person, "keep all")
    person = next(person for person in NAMES if bridge.say(person, "what can i do?").buttons)
    buttons = bridge.say(person, "draw").buttons
    taken = bridge.press(person, buttons[-1])
    assert taken.public
    assert "no longer open" in bridge.press(person, buttons[-1]).private


# ------------------------------------------------------------------------------------------ who sends it


def test_there_is_no_bridge_unless_it_is_configured() -> None:
    assert problem(inside().caller.post("/v1/chat/bridge", recorded())) == (404, "not_found")


@pytest.mark.parametrize("secret", ["secret", "whsec_", "whsec_c2hvcnQ=", "whsec_" + "!" * 40])
def test_a_secret_that_is_none_is_refused_at_the_start(secret: str) -> None:
    with pytest.raises(BadConfig, match="TTR_BRIDGE_SECRET"):
        from_environment({"TTR_BRIDGE_SECRET": secret})


def test_a_new_secret_is_one() -> None:
    assert from_environment({"TTR_BRIDGE_SECRET": new_secret()}).bridge_secret


def test_a_message_is_heard(desk: ChatDesk) -> None:
    reply = post(desk, body_of(), signed(body_of(), "m1"))
    assert reply.status == 200
    assert "Ann opens a table for Lyon by tram" in reply.json["public"]["text"]
    assert (reply.json["private"], reply.json["lang"], reply.json["pictures"]) == (None, "en", {})
    assert Room(desk.services.store, f"bridge:{ROOM}").people == [("ann@example.org", "Ann")]


@pytest.mark.parametrize(
    "changes",
    [
        {"webhook-signature": ""},
        {"webhook-signature": "v1,AAAA"},
        {"webhook-signature": "nonsense"},
        {"webhook-signature": "v2,AAAA"},
        {"webhook-id": "another"},
        {"webhook-id": ""},
        {"webhook-timestamp": "1"},
        {"webhook-timestamp": "nan"},
        {"webhook-timestamp": ""},
    ],
)
def test_a_wrong_signature_is_refused(desk: ChatDesk, changes: dict[str, str]) -> None:
    headers = {**signed(body_of(), "m1"), **changes}
    assert problem(post(desk, body_of(), headers)) == (401, "signature_invalid")
    assert Room(desk.services.store, f"bridge:{ROOM}").table is None


def test_a_signature_of_another_secret_or_for_another_body_is_refused(desk: ChatDesk) -> None:
    body = body_of()
    assert post(desk, body, signed(body, "m1", secret=new_secret())).status == 401
    assert post(desk, body + b" ", signed(body, "m1")).status == 401
    assert post(desk, b"\xff", signed(body, "m1")).status == 401


@pytest.mark.parametrize("seconds", [-3600, -310, 310])
def test_a_late_or_early_message_is_refused(desk: ChatDesk, seconds: int) -> None:
    headers = signed(body_of(), "m1", time.time() + seconds)
    assert problem(post(desk, body_of(), headers)) == (401, "signature_invalid")


def test_a_message_that_is_sent_again_is_not_heard_again(desk: ChatDesk) -> None:
    assert post(desk, body_of(), signed(body_of(), "m1")).status == 200
    assert problem(post(desk, body_of(), signed(body_of(), "m1"))) == (409, "answered_before")


@pytest.mark.parametrize(
    "changes",
    [
        {"text": 1},
        {"name": "x" * 201},
        {"person": ""},
        {"lang": "de"},
        {"more": 1},
        {"room": "x" * 201},
    ],
)
def test_what_is_no_message_is_malformed(desk: ChatDesk, changes: dict[str, Any]) -> None:
    body = body_of(**changes)
    assert problem(post(desk, body, signed(body, "m1"))) == (400, "malformed_request")


def test_a_malformed_message_can_be_sent_again_corrected(desk: ChatDesk) -> None:
    wrong, right = body_of(text=1), body_of()
    assert post(desk, wrong, signed(wrong, "m1")).status == 400
    assert post(desk, right, signed(right, "m1")).status == 200


# ------------------------------------------------------------------------------------------ what is said


def test_a_game_begins_and_hands_are_private(desk: ChatDesk, bridge: FakeBridge) -> None:
    bridge.say("ann", "new game lyon")
    bridge.say("bob", "join")
    assert "begins" in bridge.say("ann", "start").public
    answer = bridge.say("bob", "my hand")
    assert "Your hand" in answer.private
    assert answer.public == ""
    assert "Votre main" in bridge.say("bob", "ma main", lang="fr").private


def test_pictures_come_along_if_they_are_wanted(desk: ChatDesk, bridge: FakeBridge) -> None:
    bridge.say("ann", "new game lyon")
    bridge.say("bob", "join")
    bridge.say("ann", "start")
    for text, name in (("my hand", "hand"), ("map", "board")):
        body = body_of(person="ann", text=text, pictures=True)
        reply = post(desk, body, signed(body, f"picture-{name}"))
        assert list(reply.json["pictures"]) == [name]
        assert base64.b64decode(reply.json["pictures"][name]).startswith(b"\x89PNG")


def test_the_example_of_the_guide_works(desk: ChatDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    guide = (DOCS / "chat" / "bridge.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    said: list[str] = []

    def send(url: str, data: str, headers: dict[str, str], timeout: float) -> requests.Response:
        answer, reply = requests.Response(), post(desk, data.encode(), headers)
        answer.status_code, answer._content = reply.status, reply.body
        return answer

    monkeypatch.setattr(requests, "post", send)
    exec(example.replace("whsec_…", SECRET), {"print": said.append})
    (opened,) = said
    assert opened.startswith(
        "Ann opens a table for Lyon by tram (2 to 5 players). Say 'join' to play, 'start' when all are here.\n"
    )


# ------------------------------------------------------------------------------------- what goes out unasked


def test_a_message_is_posted_to_the_room_and_replaced(bridge: FakeBridge) -> None:
    api = Bridge(Config(bridge_secret=SECRET, bridge_url=bridge.endpoint.url))
    message = api.post(ROOM, Post(text="one"), {})
    api.edit(ROOM, message, Post(text="two", picture="board"), {"board": b"\x89PNG"})
    assert [post["text"] for post in bridge.messages[message]] == ["one", "two"]
    with pytest.raises(PlatformRefused) as refused:
        api.edit(ROOM, "unknown", Post(text="three"), {})
    assert refused.value.gone
