"""Discord's interactions: recorded ones, signed rightly and wrongly, late and twice, and all limits of messages."""

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from nacl.signing import SigningKey

from service.chat.discord import SHORTCUTS, Discord, commands, message, pressed
from service.chat.platform import PlatformRefused
from service.chat.rooms import Room
from service.chat.rooms.room import Post
from service.cli.chat_register import chat_register
from service.config import BadConfig, Config, from_environment
from service.language import Choice
from tests.support.chat.chat_service import ChatDesk, desk_for
from tests.support.chat.fake_discord import CHANNEL, TOKEN, FakeDiscord, recorded
from tests.support.chat.platform_server import listening
from tests.support.http.api_calls import Reply, inside, problem

NAMES = {"41": "Ann", "42": "Bob"}
ROOM = f"discord:{CHANNEL}"


@pytest.fixture
def discord() -> Iterator[FakeDiscord]:
    with listening(FakeDiscord(NAMES)) as fake:
        yield fake


@pytest.fixture
def desk(discord: FakeDiscord) -> ChatDesk:
    return desk_for(discord)


def post(desk: ChatDesk, body: Any, headers: dict[str, str]) -> Reply:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return desk.service.caller.post("/v1/chat/discord", sent, headers=headers)


def send(desk: ChatDesk, discord: FakeDiscord, interaction: dict[str, Any]) -> dict[str, Any]:
    """The answer to a recorded interaction."""
    body = json.dumps(interaction).encode()
    reply = post(desk, body, discord.headers(body))
    assert reply.status == 200, reply.body
    answer: dict[str, Any] = reply.json
    return answer


# ------------------------------------------------------------------------------------------ who sends it


def test_there_is_no_discord_unless_it_is_configured() -> None:
    assert problem(inside().caller.post("/v1/chat/discord", recorded("ping"))) == (404, "not_found")


@pytest.mark.parametrize("key", ["abc", "z" * 64, "a" * 63])
def test_a_public_key_that_is_none_is_refused_at_the_start(key: str) -> None:
    with pytest.raises(BadConfig, match="TTR_DISCORD_PUBLIC_KEY"):
        from_environment({"TTR_DISCORD_PUBLIC_KEY": key})


def test_a_ping_is_answered(desk: ChatDesk, discord: FakeDiscord) -> None:
    assert send(desk, discord, recorded("ping")) == {"type": 1}
    assert send(desk, discord, recorded("ping")) == {"type": 1}, "as often as it comes"


WRONG = {
    "none": {"X-Signature-Ed25519": ""},
    "no hexadecimal": {"X-Signature-Ed25519": "xyz"},
    "too short": {"X-Signature-Ed25519": "00" * 32},
    "another": {"X-Signature-Ed25519": "00" * 64},
    "another time": {"X-Signature-Timestamp": "1"},
    "no time": {"X-Signature-Timestamp": ""},
    "a strange time": {"X-Signature-Timestamp": "²"},
}


@pytest.mark.parametrize("wrong", sorted(WRONG))
def test_a_wrong_signature_is_refused(desk: ChatDesk, discord: FakeDiscord, wrong: str) -> None:
    body = json.dumps(recorded("command")).encode()
    headers = {
        name: value.encode().decode("latin-1")
        for name, value in {**discord.headers(body), **WRONG[wrong]}.items()
    }
    assert problem(post(desk, body, headers)) == (401, "signature_invalid")
    assert Room(desk.services.store, ROOM).table is None


def test_a_signature_of_another_key_or_for_another_body_is_refused(
    desk: ChatDesk, discord: FakeDiscord
) -> None:
    body = json.dumps(recorded("command")).encode()
    assert post(desk, body + b" ", discord.headers(body)).status == 401
    discord.key = SigningKey.generate()
    assert post(desk, body, discord.headers(body)).status == 401


@pytest.mark.parametrize("seconds", [-3600, -310, 310])
def test_a_late_or_early_request_is_refused(desk: ChatDesk, discord: FakeDiscord, seconds: int) -> None:
    for name in ("command", "ping"):
        body = json.dumps(recorded(name)).encode()
        headers = discord.headers(body, int(time.time()) + seconds)
        assert problem(post(desk, body, headers)) == (401, "signature_invalid")


def test_a_request_that_is_sent_again_is_refused(desk: ChatDesk, discord: FakeDiscord) -> None:
    body = json.dumps(recorded("command")).encode()
    headers = discord.headers(body)
    assert post(desk, body, headers).status == 200
    assert problem(post(desk, body, headers)) == (401, "signature_invalid")
    assert problem(post(desk, body, discord.headers(body))) == (401, "signature_invalid"), (
        "however it is signed"
    )


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"type": 2}', b"\xff", b'{"id": 1}'])
def test_what_is_no_interaction_is_malformed(desk: ChatDesk, discord: FakeDiscord, body: bytes) -> None:
    assert problem(post(desk, body, discord.headers(body))) == (400, "malformed_request")


@pytest.mark.parametrize("missing", ["member", "channel_id"])
def test_an_interaction_of_nobody_or_nowhere_is_malformed(
    desk: ChatDesk, discord: FakeDiscord, missing: str
) -> None:
    body = json.dumps(
        {name: value for name, value in recorded("command").items() if name != missing}
    ).encode()
    assert problem(post(desk, body, discord.headers(body))) == (400, "malformed_request")


def test_a_kind_of_interaction_that_is_not_used(desk: ChatDesk, discord: FakeDiscord) -> None:
    body = json.dumps(recorded("autocomplete")).encode()
    assert problem(post(desk, body, discord.headers(body))) == (400, "malformed_request")


# ------------------------------------------------------------------------------------------ what is said


def test_a_slash_command(desk: ChatDesk, discord: FakeDiscord) -> None:
    answer = send(desk, discord, recorded("command"))
    assert answer["type"] == 4
    assert "Mason opens a table for Lyon by tram" in answer["data"]["content"]
    assert answer["data"]["flags"] == 0
    assert Room(desk.services.store, ROOM).people == [("53908232506183680", "Mason")]


def test_a_slash_command_in_private_and_in_french(desk: ChatDesk, discord: FakeDiscord) -> None:
    answer = send(desk, discord, recorded("command_in_private"))
    assert "Mason ouvre une table" in answer["data"]["content"]


@pytest.mark.parametrize("name", ["command_without_options", "button", "menu"])
def test_a_hand_is_shown_to_its_owner_alone(desk: ChatDesk, discord: FakeDiscord, name: str) -> None:
    begin(discord)
    interaction = recorded(name)
    interaction["member"]["user"]["id"] = "41"
    answer = send(desk, discord, interaction)
    assert answer == {"type": 5, "data": {"flags": 64}}, "with a picture, which a worker draws"
    assert len(desk.queue.waiting) == 1


def begin(discord: FakeDiscord) -> None:
    discord.say("41", "new game lyon")
    discord.say("42", "join")
    discord.say("41", "start")


def test_what_was_deferred_comes_from_a_worker(desk: ChatDesk, discord: FakeDiscord) -> None:
    begin(discord)
    token = discord.expect("token-hand", private=True)
    interaction = {**recorded("command_without_options"), "token": "token-hand", "id": "9000"}
    interaction["member"]["user"]["id"] = "41"
    send(desk, discord, interaction)
    desk.work()
    assert "Your hand" in token.body["content"]
    assert discord.pictures == 1
    assert not any("Your hand" in text for text in discord.public)
    assert desk.answers == [], "nothing of it is kept"


def test_a_move_is_answered_to_the_player_at_once_and_posted_in_the_channel_by_a_worker(
    desk: ChatDesk, discord: FakeDiscord
) -> None:
    begin(discord)
    discord.say("41", "keep all")
    answer = discord.say("42", "keep all")
    assert "You keep" in answer.private
    before = list(discord.public)
    desk.work()
    (text,) = discord.public[len(before) :]
    assert "Bob keeps 3 tickets" in text
    assert "(" not in text, "no ticket is named"


def test_an_answer_that_comes_before_the_interaction_was_answered_is_tried_again(
    desk: ChatDesk, discord: FakeDiscord
) -> None:
    """When the worker is faster than our own answer, Discord does not know the token yet."""
    begin(discord)
    token = discord.expect("token-fast", private=True, answered=False)
    interaction = {**recorded("command_without_options"), "token": "token-fast", "id": "9001"}
    interaction["member"]["user"]["id"] = "41"
    send(desk, discord, interaction)
    parcel = desk.queue.waiting[0]
    with pytest.raises(PlatformRefused, match="404"):
        desk.work()
    token.answered.set()
    desk.queue.waiting.append(parcel)
    desk.work()
    assert "Your hand" in token.body["content"]


def test_an_answer_that_is_never_taken_is_given_up_and_nothing_of_it_is_kept(
    desk: ChatDesk, discord: FakeDiscord
) -> None:
    begin(discord)
    discord.expect("token-lost", private=True, answered=False)
    interaction = {**recorded("command_without_options"), "token": "token-lost", "id": "9002"}
    interaction["member"]["user"]["id"] = "41"
    send(desk, discord, interaction)
    parcel = desk.queue.waiting.pop()
    for _ in range(3):
        desk.queue.waiting = [parcel]
        with pytest.raises(PlatformRefused):
            desk.work()
    assert len(desk.answers) == 1
    desk.queue.waiting = [parcel]
    desk.work()
    assert desk.answers == []


def test_without_a_queue_the_answer_comes_without_its_picture(desk: ChatDesk, discord: FakeDiscord) -> None:
    begin(discord)
    desk.queue.away = True
    assert "Your hand" in discord.say("41", "my hand").private
    assert "You keep" in discord.say("42", "keep all").private or discord.say("41", "keep all").private
    assert desk.answers == []


def test_the_private_hand_is_of_the_moment_that_was_asked_about(desk: ChatDesk, discord: FakeDiscord) -> None:
    """By the time a worker draws the hand, the seat may belong to somebody else."""
    begin(discord)
    token = discord.expect("token-old", private=True)
    interaction = {**recorded("command_without_options"), "token": "token-old", "id": "9003"}
    interaction["member"]["user"]["id"] = "41"
    send(desk, discord, interaction)
    discord.say("41", "keep all")
    discord.say("42", "keep all")
    desk.work()
    assert "Keep 2 to 3" in token.body["content"]


def test_the_command_without_words_helps(desk: ChatDesk, discord: FakeDiscord) -> None:
    begin(discord)
    interaction = {**recorded("command_without_options"), "id": "9004"}
    interaction["data"]["name"] = "ttr"
    assert "In this room: 'status'" in send(desk, discord, interaction)["data"]["content"]


# ---------------------------------------------------------------------------------------------- limits


def test_long_texts_and_many_choices_are_kept_within_the_limits(discord: FakeDiscord) -> None:
    words = "claim " + "a very long name of a city, " * 10
    for number in (1, 5, 6, 30):
        choices = tuple(Choice(n, f"{n} {words}", f"{words}{n}", f"={n:020}") for n in range(1, number + 1))
        discord.check(message(Post(text="x" * 5000, choices=choices, mentions=("41", "41"))))


def test_a_button_sends_what_only_its_question_knows() -> None:
    choices = (
        Choice(1, "a look", "my hand", "my hand"),
        Choice(2, "long", "x" * 98, "=0123456789abcdef0123"),
    )
    body = message(Post(text="Which?", choices=choices))
    short, long = (part["custom_id"] for part in body["components"][0]["components"])
    assert pressed(short) == "my hand"
    assert pressed(long) == "=0123456789abcdef0123"


def test_nobody_calls_the_whole_channel(desk: ChatDesk, discord: FakeDiscord) -> None:
    discord.names = {"66": "@everyone <@42>"}
    discord.say("66", "new game lyon")  # the channel checks that this can mention nobody


# -------------------------------------------------------------------------------------- Discord's own API


def test_commands_are_registered(discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTR_DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("TTR_DISCORD_API", discord.endpoint.url)
    result = CliRunner().invoke(chat_register, ["discord", "--url", "https://trains.example.org/"])
    assert result.exit_code == 0, result.output
    assert discord.commands == commands()
    assert discord.address == "https://trains.example.org/v1/chat/discord"


def test_commands_are_as_discord_takes_them() -> None:
    shown = CliRunner().invoke(chat_register, ["discord", "--show"])
    listed = json.loads(shown.output)
    assert listed == commands()
    assert len({command["name"] for command in listed}) == len(listed) <= 100
    for part in (*listed, *listed[0]["options"]):
        texts = [part["description"], *part["description_localizations"].values()]
        assert all(1 <= len(text) <= 100 for text in texts)
        for name in (part["name"], *part.get("name_localizations", {}).values()):
            assert re.fullmatch(r"[-_\w]{1,32}", name)
            assert name == name.lower()


@pytest.mark.parametrize("name", sorted(SHORTCUTS))
def test_every_shortcut_says_something(desk: ChatDesk, discord: FakeDiscord, name: str) -> None:
    begin(discord)
    interaction = {**recorded("command_without_options"), "id": "9100"}
    interaction["data"]["name"] = name
    interaction["member"]["user"]["id"] = "41"
    answer = send(desk, discord, interaction)
    assert "not understand" not in answer["data"].get("content", "")
    assert (answer["data"]["flags"] == 64) == (name in ("hand", "what-can-i-do"))


def test_a_refused_registration_is_reported(discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTR_DISCORD_TOKEN", "wrong")
    monkeypatch.setenv("TTR_DISCORD_API", discord.endpoint.url)
    result = CliRunner().invoke(chat_register, ["discord"])
    assert result.exit_code == 1
    assert "401" in result.output
    assert discord.commands == []


def test_a_picture_that_has_not_changed_is_not_sent_again(desk: ChatDesk, discord: FakeDiscord) -> None:
    api, post = Discord(desk.config), Post(text="one", picture="board")
    number = api.post(CHANNEL, post, {"board": b"\x89PNG"})
    assert api.edit(CHANNEL, number, Post(text="two", picture="board"), {}) == number
    assert discord.pictures == 1
    assert [version["content"] for version in discord.messages[number]] == ["one", "two"]
    assert "attachments" not in discord.messages[number][-1], "what is not spoken of stays"


def test_an_error_never_shows_the_token(discord: FakeDiscord) -> None:
    config = Config(discord_token="secret", discord_api="http://127.0.0.1:9")
    with pytest.raises(PlatformRefused) as refused:
        Discord(config).post(CHANNEL, Post(text="hello"), {})
    assert "secret" not in str(refused.value)
    assert not refused.value.gone
