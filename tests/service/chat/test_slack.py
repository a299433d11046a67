"""Slack's requests: recorded ones, signed rightly and wrongly, late and twice, and all limits of messages."""

import json
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from service.chat import slack as slack_module
from service.chat.platform import PlatformRefused
from service.chat.rooms import Room
from service.chat.rooms.room import Post, Posts
from service.chat.slack import Slack, message
from service.config import Config
from service.language import Choice
from tests.support.chat.chat_service import ChatDesk, desk_for
from tests.support.chat.fake_slack import CHANNEL, SECRET, FakeSlack, recorded, signed
from tests.support.chat.platform_server import listening
from tests.support.http.api_calls import Reply, inside, problem

NAMES = {"U41": "ann", "U42": "bob"}
ROOM = f"slack:{CHANNEL}"
PICTURE = {"board": b"\x89PNG"}


@pytest.fixture
def slack() -> Iterator[FakeSlack]:
    with listening(FakeSlack(NAMES)) as fake:
        yield fake


@pytest.fixture
def desk(slack: FakeSlack) -> ChatDesk:
    return desk_for(slack)


@pytest.fixture
def api(slack: FakeSlack, monkeypatch: pytest.MonkeyPatch) -> Slack:
    monkeypatch.setattr(slack_module, "PAUSES", (0.0, 0.0, 0.0))
    return Slack(Config(**slack.settings))


def body_of(name: str = "command", **changes: Any) -> bytes:
    fields = {**recorded(name), **changes}
    return urlencode({"payload": json.dumps(fields)} if name == "button" else fields).encode()


def post(desk: ChatDesk, body: bytes, headers: dict[str, str] | None = None) -> Reply:
    return desk.service.caller.post("/v1/chat/slack", body, headers=headers or signed(body))


# ------------------------------------------------------------------------------------------ who sends it


def test_there_is_no_slack_unless_it_is_configured() -> None:
    assert problem(inside().caller.post("/v1/chat/slack", body_of())) == (404, "not_found")


WRONG = {
    "none": {"X-Slack-Signature": ""},
    "of another version": {"X-Slack-Signature": "v1=" + "0" * 64},
    "another": {"X-Slack-Signature": "v0=" + "0" * 64},
    "strange": {"X-Slack-Signature": "é"},
    "another time": {"X-Slack-Request-Timestamp": "1531420618"},
    "no time": {"X-Slack-Request-Timestamp": ""},
}


@pytest.mark.parametrize("wrong", sorted(WRONG))
def test_a_wrong_signature_is_refused(desk: ChatDesk, wrong: str) -> None:
    headers = {
        name: value.encode().decode("latin-1") for name, value in (signed(body_of()) | WRONG[wrong]).items()
    }
    assert problem(post(desk, body_of(), headers)) == (401, "signature_invalid")
    assert Room(desk.services.store, ROOM).table is None


def test_a_signature_of_another_secret_or_for_another_body_is_refused(desk: ChatDesk) -> None:
    body = body_of()
    assert post(desk, body, signed(body, secret="another")).status == 401
    assert post(desk, body + b"&more=1", signed(body)).status == 401


@pytest.mark.parametrize("seconds", [-3600, -310, 310])
def test_a_late_or_early_request_is_refused(desk: ChatDesk, seconds: int) -> None:
    headers = signed(body_of(), int(time.time()) + seconds)
    assert problem(post(desk, body_of(), headers)) == (401, "signature_invalid")


def test_a_time_that_is_no_number_is_refused_however_it_is_signed(desk: ChatDesk) -> None:
    body = body_of()
    assert post(desk, body, {**signed(body, -1)}).status == 401


def test_a_request_that_is_sent_again_is_refused(desk: ChatDesk) -> None:
    headers = signed(body_of())
    assert post(desk, body_of(), headers).status == 200
    assert problem(post(desk, body_of(), headers)) == (401, "signature_invalid")


@pytest.mark.parametrize("body", [b"", b"text=help", b"payload=%7B%7D", b"payload=x", b"\xff", b"payload="])
def test_what_is_no_request_of_slack_is_malformed(desk: ChatDesk, body: bytes) -> None:
    assert problem(post(desk, body)) == (400, "malformed_request")


def test_a_press_of_nothing_is_malformed(desk: ChatDesk) -> None:
    assert problem(post(desk, body_of("button", actions=[]))) == (400, "malformed_request")


def test_slack_may_ask_whether_somebody_is_there(desk: ChatDesk) -> None:
    reply = post(desk, body_of("ssl_check"))
    assert (reply.status, reply.body) == (200, b"")


# ------------------------------------------------------------------------------------------ what is said


def test_a_slash_command(desk: ChatDesk) -> None:
    reply = post(desk, body_of())
    assert reply.json["response_type"] == "in_channel"
    assert "steve opens a table for Lyon by tram" in reply.json["text"]
    assert Room(desk.services.store, ROOM).people == [("U2147483697", "steve")]


def test_a_slash_command_without_words_asks_for_help(desk: ChatDesk) -> None:
    assert "No game here yet" in post(desk, body_of(text="")).json["text"]


def test_what_people_write_is_read_as_they_wrote_it_and_calls_nobody(desk: ChatDesk) -> None:
    reply = post(desk, body_of(user_name="<!channel> & co"))
    assert "&lt;!channel&gt; &amp; co opens" in reply.json["text"]


def begin(slack: FakeSlack) -> None:
    slack.say("U41", "new game lyon")
    slack.say("U42", "join")
    assert "begins" in slack.say("U41", "start").public


def test_a_hand_is_shown_to_its_owner_alone_and_at_once(desk: ChatDesk, slack: FakeSlack) -> None:
    begin(slack)
    answer = slack.say("U41", "my hand")
    assert "Your hand" in answer.private
    assert desk.queue.waiting == []
    assert not any("Your hand" in text for text in slack.public)


def test_somebody_who_is_mentioned_gets_the_seat(desk: ChatDesk, slack: FakeSlack) -> None:
    begin(slack)
    answer = post(desk, body_of(user_id="U41", text="hand my seat to <@U43|cy>")).json
    assert answer["text"] == "<@U43> The seat of ann is yours if you say 'take over ann'."
    answer = post(desk, body_of(user_id="U43", user_name="cy", text="take over ann")).json
    assert answer["text"] == "<@U43> cy takes over from ann."


def press(desk: ChatDesk, slack: FakeSlack, number: str, value: str) -> None:
    address = slack.expect(number)
    payload = recorded("button")
    payload["user"]["id"] = "U41"
    payload["actions"][0]["value"] = value
    body = urlencode({"payload": json.dumps({**payload, "response_url": address})}).encode()
    reply = post(desk, body)
    assert (reply.status, reply.body) == (200, b"")


def test_a_press_is_answered_by_a_worker(desk: ChatDesk, slack: FakeSlack) -> None:
    begin(slack)
    press(desk, slack, "900", "my hand")
    desk.work()
    (answer,) = slack.answers("900")
    assert answer["response_type"] == "ephemeral"
    assert "Your hand" in answer["text"]
    assert desk.answers == [], "nothing of it is kept"


def test_a_move_is_confirmed_to_the_player_at_once_and_announced_to_the_channel_by_a_worker(
    desk: ChatDesk, slack: FakeSlack
) -> None:
    begin(slack)
    slack.say("U41", "keep all")
    assert "You keep" in slack.say("U42", "keep all").private
    before = len(slack.public)
    desk.work()
    assert [text for text in slack.public[before:] if "bob keeps 3 tickets" in text]
    assert not any("(" in text for text in slack.public[before:]), "no ticket is named"


def ask_for_the_map(desk: ChatDesk, slack: FakeSlack) -> bytes:
    address = slack.expect("901")
    return post(desk, body_of(user_id="U41", text="map", response_url=address)).body


def test_the_map_comes_with_its_picture(desk: ChatDesk, slack: FakeSlack) -> None:
    begin(slack)
    assert ask_for_the_map(desk, slack) == b""
    desk.work()
    ((shown,),) = slack.messages.values()
    assert [part["type"] for part in shown["blocks"]] == ["section", "image"]
    assert slack.answers("901") == []


def test_where_we_are_no_member_the_map_comes_without_its_picture(desk: ChatDesk, slack: FakeSlack) -> None:
    begin(slack)
    slack.member = False
    assert ask_for_the_map(desk, slack) == b""
    desk.work()
    (answer,) = slack.answers("901")
    assert answer["response_type"] == "in_channel"
    assert slack.messages == {}


def test_without_a_queue_the_answer_comes_at_once(desk: ChatDesk, slack: FakeSlack) -> None:
    begin(slack)
    desk.queue.away = True
    assert json.loads(ask_for_the_map(desk, slack))["response_type"] == "in_channel"
    press(desk, slack, "902", "my hand")  # nothing could be shown, but nothing fails
    assert desk.answers == []


def test_without_a_token_commands_are_answered_without_pictures(slack: FakeSlack) -> None:
    desk = ChatDesk(slack_signing_secret=SECRET)
    slack.caller = desk.service.caller
    begin(slack)
    assert json.loads(ask_for_the_map(desk, slack))["response_type"] == "in_channel"


# ---------------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize("sign", ["x", "&", "<", "🚂"])
def test_long_texts_and_many_choices_are_kept_within_the_limits(slack: FakeSlack, sign: str) -> None:
    words = f"claim {sign}" + "a very long name of a city, " * 100
    choices = tuple(Choice(n, f"{n} {words}", f"{words}{n}", f"={n:020}") for n in range(1, 40))
    body = message(Post(text=sign * 5000, choices=choices, mentions=("U41", "U41")))
    slack.check(body, pictures=False)
    assert body["text"].startswith("<@U41> ")
    assert body["text"].count("<@U41>") == 1
    assert body["text"].endswith("…")


def test_a_short_text_is_left_as_it_is(slack: FakeSlack) -> None:
    assert message(Post(text="Ann: 5 < 6"))["text"] == "Ann: 5 &lt; 6"


# ---------------------------------------------------------------------------------------- Slack's own API


def test_a_status_message_is_edited(slack: FakeSlack, api: Slack) -> None:
    called = api.post(CHANNEL, Post(text="one", picture="board"), PICTURE)
    called = api.edit(CHANNEL, called, Post(text="two", picture="board"), PICTURE)
    stamp, file = called.split(" ")
    assert [version["text"] for version in slack.messages[stamp]] == ["one", "two"]
    assert list(slack.files.items())[1:] == [(file, "complete")]


def test_a_picture_that_has_not_changed_is_not_uploaded_again(slack: FakeSlack, api: Slack) -> None:
    called = api.post(CHANNEL, Post(text="one", picture="board"), PICTURE)
    assert api.edit(CHANNEL, called, Post(text="two", picture="board"), {}) == called
    stamp, file = called.split(" ")
    assert [part["slack_file"]["id"] for part in slack.messages[stamp][-1]["blocks"][1:]] == [file]
    assert list(slack.files) == [file]


def test_a_message_without_a_picture_is_edited_without_one(slack: FakeSlack, api: Slack) -> None:
    called = api.post(CHANNEL, Post(text="one"), {})
    assert api.edit(CHANNEL, called, Post(text="two", picture="board"), {}) == called
    assert len(slack.messages[called][-1]["blocks"]) == 1


def test_a_picture_that_slack_does_not_know_yet_is_tried_again(slack: FakeSlack, api: Slack) -> None:
    slack.unready = 2
    stamp = api.post(CHANNEL, Post(text="one", picture="board"), PICTURE).split(" ")[0]
    assert len(slack.messages[stamp][0]["blocks"]) == 2


def test_a_picture_that_slack_never_knows_is_left_out(slack: FakeSlack, api: Slack) -> None:
    slack.unready = 3
    stamp = api.post(CHANNEL, Post(text="one", picture="board"), PICTURE)
    assert len(slack.messages[stamp][0]["blocks"]) == 1


def test_a_hand_is_never_uploaded(slack: FakeSlack, api: Slack) -> None:
    api.answer(
        f"{CHANNEL} {slack.expect('903')}",
        Posts(private=Post(text="x", picture="hand")),
        {"hand": b"\x89PNG"},
    )
    assert slack.files == {}
    assert slack.answers("903")[0]["response_type"] == "ephemeral"


@pytest.mark.parametrize(
    ("error", "gone"),
    [
        ("message_not_found", True),
        ("not_in_channel", True),
        ("ratelimited", False),
        ("internal_error", False),
    ],
)
def test_a_refusal_says_whether_to_come_back(
    api: Slack, monkeypatch: pytest.MonkeyPatch, error: str, gone: bool
) -> None:
    monkeypatch.setattr(slack_module, "call", lambda *_, **__: {"ok": False, "error": error})
    with pytest.raises(PlatformRefused, match=error) as refused:
        api.edit(CHANNEL, "1.2", Post(text="two"), {})
    assert refused.value.gone is gone


def test_an_answer_that_is_none_is_a_refusal(api: Slack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slack_module, "call", lambda *_, **__: None)
    with pytest.raises(PlatformRefused, match="no JSON"):
        api.post(CHANNEL, Post(text="two"), {})
