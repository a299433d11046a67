"""A request that fails on our side was not heard: when its platform sends it again, it is."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest

from service.chat.rooms import Posts, Room, Rooms
from service.errors import StoreUnavailable
from tests.support.chat import fake_bridge, fake_discord, fake_matrix, fake_slack, fake_telegram
from tests.support.chat.chat_service import ChatDesk
from tests.support.http.api_calls import Reply

DISCORD = fake_discord.FakeDiscord({})


class Sent(NamedTuple):
    """A signed request that opens a table."""

    settings: dict[str, Any]
    room: str
    body: bytes
    headers: dict[str, str]
    again: int  # what is answered to one that was heard before
    method: str = "POST"
    path: str = ""


def _discord() -> Sent:
    body = json.dumps(fake_discord.recorded("command")).encode()
    settings = {"discord_public_key": DISCORD.public_key}
    return Sent(settings, fake_discord.CHANNEL, body, DISCORD.headers(body), 401)


def _slack() -> Sent:
    body = urlencode(fake_slack.recorded("command")).encode()
    settings = {"slack_signing_secret": fake_slack.SECRET}
    return Sent(settings, fake_slack.CHANNEL, body, fake_slack.signed(body), 401)


def _telegram() -> Sent:
    body = json.dumps(fake_telegram.recorded("command")).encode()
    settings = {"telegram_secret": fake_telegram.SECRET, "telegram_token": fake_telegram.TOKEN}
    return Sent(settings, str(fake_telegram.GROUP), body, fake_telegram.HEADER, 200)


def _matrix() -> Sent:
    content = {"msgtype": "m.text", "body": "!ttr new game europe"}
    event = fake_matrix.room_event("$1", "@ann:example.org", "m.room.message", fake_matrix.ROOM, content)
    body, path = json.dumps({"events": [event]}).encode(), "/_matrix/app/v1/transactions/7"
    settings = {**fake_matrix.SETTINGS, "matrix_api": "http://127.0.0.1:1"}
    return Sent(settings, fake_matrix.ROOM, body, fake_matrix.HEADER, 200, "PUT", path)


def _bridge() -> Sent:
    body = json.dumps(fake_bridge.recorded()).encode()
    settings = {"bridge_secret": fake_bridge.SECRET}
    return Sent(settings, fake_bridge.ROOM, body, fake_bridge.signed(body, "m1"), 409)


PLATFORMS: dict[str, Callable[[], Sent]] = {
    "bridge": _bridge,
    "discord": _discord,
    "matrix": _matrix,
    "slack": _slack,
    "telegram": _telegram,
}


@pytest.mark.parametrize(("error", "status"), [(StoreUnavailable("away"), 503), (ValueError("broken"), 500)])
@pytest.mark.parametrize("platform", sorted(PLATFORMS))
def test_a_request_that_failed_is_heard_when_it_comes_again(
    monkeypatch: pytest.MonkeyPatch, platform: str, error: Exception, status: int
) -> None:
    sent = PLATFORMS[platform]()
    desk = ChatDesk(**sent.settings)

    def send() -> Reply:
        path = f"/v1/chat/{platform}{sent.path}"
        return desk.service.caller.call(sent.method, path, None, sent.body, sent.headers)

    def fail(*_: object, **__: object) -> Posts:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(Rooms, "hear", fail)
        assert [send().status, send().status] == [status, status]
    room = f"{platform}:{sent.room}"
    assert Room(desk.services.store, room).table is None
    assert send().status == 200
    table = Room(desk.services.store, room).table
    assert table
    assert send().status == sent.again
    assert Room(desk.services.store, room).table == table
