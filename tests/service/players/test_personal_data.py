"""Personal data: whatever a player leaves anywhere, they get all of it, and nothing of it is left when they are erased.

A part of the service that keeps something about players adds what they do there to `do_everything`.
"""

import re
from json import dumps
from typing import Any

import pytest

from service.config import Config
from service.games.facts import player_stream
from service.http.request import EXTENSION
from service.personal_data import personal_data_of
from service.services import Services
from service.store import Store
from service.store.redis_store import RedisStore
from tests.support.http.api_calls import JSON, Caller, app_over, in_process, table_of
from tests.support.http.api_people import Person, delete, patch, sign_up
from tests.support.http.authenticator import Authenticator, text
from tests.support.http.running_service import UNLIMITED
from tests.support.store.contents import everything
from ttr_core.model.actor import SYSTEM
from ttr_core.model.commands import ScoreGame

NAME, ADDRESS, PENDING = "Zoë Erasable", "zoe@erasable.example.org", "zoe.new@erasable.example.org"
ADMIN = "operator-of-this-service"
CLOCK = {"kind": "per_move", "seconds": 86_400}
SETTINGS: dict[str, Any] = {
    **UNLIMITED,
    "admin_token": ADMIN,
    "telegram_secret": "of-telegram",
    "telegram_token": "17:token",
    "smtp_url": "smtp://localhost?from=t@example.org",
    "public_url": "http://localhost",
}


class Service:
    """A service on one kind of store, with all that it keeps."""

    def __init__(self, store: Store) -> None:
        app = app_over(store, Config(**SETTINGS))
        self.caller: Caller = in_process(app)
        self.services: Services = app.extensions[EXTENSION]
        self.store = store

    def contents(self) -> str:
        """What the store holds, and the deliveries beside it, which are elsewhere only in memory."""
        tables = (self.services.outbox.deliveries, self.services.addresses.requests)
        return everything(self.store) + "".join(str(vars(deliveries)) for deliveries in tables)


@pytest.fixture
def service(store: Store) -> Service:
    return Service(store)


def enter_address(service: Service, person: Person, address: str) -> str:
    """Returns the code that was mailed."""
    body = dumps({"address": address}).encode()
    service.caller.call("PUT", "/v1/me/address", person.token, body, {"Content-Type": JSON})
    service.services.addresses.answer_requests()
    mails = service.services.outbox.deliveries.table("waiting").values()
    (mail,) = [mail for mail in mails if address in mail]
    return str(re.findall("code=([0-9a-f]{64})", mail)[0])


def do_everything(service: Service) -> tuple[Person, list[str]]:
    """A player who has used all that there is, and the words that lead to them."""
    caller = service.caller
    person, device = sign_up(caller, NAME), Authenticator()
    patch(caller, "/v1/me", {"name": f"{NAME} II"}, person.token)
    caller.post("/v1/me/tokens", {"name": "Zoë's phone", "scopes": ["me:read"]}, person.token)
    caller.post("/v1/sign_ins", {"code": person.code, "name": "Zoë's tablet"})
    caller.post("/v1/me/links", {}, person.token)
    options = caller.post("/v1/me/passkey_options", {}, person.token).json["options"]
    passkey = {"credential": device.create(options), "name": "Zoë's key"}
    assert caller.post("/v1/me/passkeys", passkey, person.token).status == 201
    code = enter_address(service, person, ADDRESS)
    assert caller.post("/v1/address_confirmations", {"code": code}).status == 200
    caller.post("/v1/sign_ins/mail", {"address": ADDRESS})
    service.services.addresses.answer_requests()
    body = dumps({"address": PENDING}).encode()  # the mail to it is not written yet
    caller.call("PUT", "/v1/me/address", person.token, body, {"Content-Type": JSON})
    game = play_everything(service, person)
    talk_everywhere(caller, person, game)
    be_notified(service, person, game)
    return person, ["Zo", "zoe", "rasable", person.id, text(device.credential_id)]


def play_everything(service: Service, person: Person) -> str:
    """Games that they play, host, have left, are to come to again, and one that counts; returns the first."""
    caller = service.caller
    both = [{"me": True}, {"name": "Ben"}]
    first = table_of(caller.post("/v1/games", {"board": "usa", "seats": both}, person.token))
    hosted = {"board": "usa", "seats": [{"name": "Ben"}, {}], "visibility": "public", "title": "Friday"}
    assert caller.post("/v1/games", hosted, person.token).status == 201
    left = table_of(caller.post("/v1/games", {"board": "usa", "seats": both}, person.token))
    invite = caller.call("POST", f"{left.path}/seats/0/invite", person.token, None, {}).json["invite"]
    assert caller.post(f"{left.path}/seats", {"name": "Cleo"}, invite).status == 201
    ben = sign_up(caller, "Ben")
    rated = {"board": "usa", "seats": [{"me": True}, {}], "rated": True, "joining": "anybody"}
    table = table_of(caller.post("/v1/games", {**rated, "clock": CLOCK}, person.token))
    assert caller.post(f"{table.path}/seats", {}, ben.token).status == 201
    win = (ben, {"type": "resign", "kind": "nobody"}), (person, {"type": "propose", "motion": "end"})
    for player, command in win:
        assert caller.post(f"{table.path}/commands", command, player.token, {"If-Match": "*"}).status == 200
    games = service.services.games
    games.perform(games.cache.read_latest(table.game), [ScoreGame()], SYSTEM)
    for game in (first.game, left.game, table.game):
        service.services.lists.update(games.cache.read_latest(game))
        service.services.records.update(games.cache.read_latest(game))
    assert caller.post(f"{table.path}/rematch", {}, table.host).status == 201
    return first.game


def talk_everywhere(caller: Caller, person: Person, game: str) -> None:
    path = f"/v1/games/{game}"
    assert caller.post(f"{path}/messages", {"text": "I am Zoë"}, person.token).status == 201
    mute = dumps({"muted": True}).encode()
    hosted = caller.post("/v1/games", {"board": "usa", "seats": [{"name": "Ben"}, {}]}, person.token).json[
        "id"
    ]
    for place in (f"{path}/seats/1", f"/v1/games/{hosted}/seats/0"):
        put = caller.call("PUT", f"{place}/mute", person.token, mute, {"Content-Type": JSON})
        assert put.status == 200
    public = {"board": "usa", "seats": [{"name": "Ben"}, {}], "visibility": "public"}
    other = caller.post("/v1/games", public).json["id"]
    said = caller.post(f"/v1/games/{other}/messages", {"text": "Zoë looks on"}, person.token)
    assert said.status == 201
    report = f"/v1/games/{other}/messages/{said.json['id']}/reports"
    assert caller.post(report, {"reason": "not nice"}, person.token).status == 201


def be_notified(service: Service, person: Person, game: str) -> None:
    caller = service.caller
    preferences = dumps({"zone": "Europe/Paris", "lang": "fr"}).encode()
    assert (
        caller.call("PUT", "/v1/me/notices", person.token, preferences, {"Content-Type": JSON}).status == 200
    )
    for kind in ("ntfy", "webhook"):
        channel = {"kind": kind, "url": "https://erasable.example.org/zoe", "name": "Zoë's channel"}
        assert caller.post("/v1/me/channels", channel, person.token).status == 201
    assert caller.post("/v1/me/channels", {"kind": "mail"}, person.token).status == 201
    chat = caller.post("/v1/me/channels", {"kind": "chat"}, person.token)
    assert chat.status == 201, chat.body
    service.services.notices.channels.confirm_in_chat(chat.json["code"], "telegram:17", "zoe-in-chat")
    assert caller.post("/v1/me/feed_keys", {"name": "Zoë's reader"}, person.token).status == 201
    hook = {"url": "https://erasable.example.org/hook"}
    assert caller.post("/v1/me/webhooks", hook, person.token).status == 201
    assert caller.post("/v1/webhooks", {**hook, "game": game}, person.token).status == 201
    seen = dumps({"version": 1}).encode()
    put = caller.call("PUT", f"/v1/me/games/{game}/seen", person.token, seen, {"Content-Type": JSON})
    assert put.status == 200
    patch(caller, "/v1/me", {"shows": {"reliability": False}}, person.token)
    handle = caller.get("/v1/me", person.token).json["id"]
    reason = dumps({"reason": "Zoë shouts"}).encode()
    place = f"/v1/admin/players/{handle}/suspension"
    assert caller.call("PUT", place, ADMIN, reason, {"Content-Type": JSON}).status == 200


def test_everything_is_exported(service: Service) -> None:
    person, _ = do_everything(service)
    export = service.caller.get("/v1/me/export", person.token)
    body = export.json
    assert body["player"]["name"] == f"{NAME} II"
    assert (body["address"]["address"], body["address"]["pending"]) == (ADDRESS, PENDING)
    assert [token["name"] for token in body["tokens"]] == [None, "Zoë's phone", "Zoë's tablet"]
    assert [passkey["name"] for passkey in body["passkeys"]] == ["Zoë's key"]
    assert body["suspended"] == "Zoë shouts"
    parts = body["parts"]
    assert set(parts) == {part.name for part in service.services.personal.parts}
    assert {mail["to"] for mail in parts["mails"]} == {ADDRESS, PENDING}
    assert {channel["kind"] for channel in parts["notices"]["channels"]} == {
        "ntfy",
        "webhook",
        "mail",
        "chat",
    }
    assert "zoe-in-chat" in str(parts["notices"]["channels"])
    assert [key["label"] for key in parts["notices"]["feed_keys"]] == ["Zoë's reader"]
    assert parts["notices"]["preferences"]["zone"] == "Europe/Paris"
    assert list(parts["notices"]["seen"].values()) == [1]
    words = [said["text"] for game in parts["messages"].values() for said in game]
    assert sorted(words) == ["I am Zoë", "Zoë looks on"]
    assert "https://erasable.example.org/hook" in str(parts["webhooks"])
    assert [action["reason"] for action in parts["moderation"]] == ["Zoë shouts"]
    assert list(parts["records"]["ratings"]) == ["usa"]
    assert [name.partition(":")[2] for name in parts["records"]["counts"]] == ["stayed"]


def test_every_fact_of_a_player_is_exported_or_a_secret(service: Service) -> None:
    """A fact under a new key belongs in the export, and in this test."""
    person, _ = do_everything(service)
    player = service.services.players.identify(person.token).player
    shown = {"name", "handle", "label", "scopes", "passkey", "mail", "mail_pending", "suspended", "shows"}
    shown |= {"channel", "notices", "feed_key"}
    secret = {"token"}  # their SHA-256
    kinds = {key.partition(":")[0] for key in service.store.facts(player_stream(player))}
    assert kinds == shown | secret


def test_nothing_is_left_of_an_erased_player(service: Service) -> None:
    person, words = do_everything(service)
    before = service.contents()
    assert all(word in before for word in words)
    assert delete(service.caller, "/v1/me", person.token).status == 200
    left = service.contents()
    assert [word for word in words if word in left] == []
    service.caller.post("/v1/sign_ins/mail", {"address": ADDRESS})
    service.services.addresses.answer_requests()
    assert "erasable" not in service.contents()


ID_STAYS = (  # where the internal id of somebody who was erased may be: it leads to nobody any more
    "{player}:",  # their stream
    "player_feed",  # announcements of it
    "moderation:actions",  # what operators did
    "drawer:handle/",  # so that nobody else comes back under their handle
    "ttr:expiring:",  # challenges and codes, for minutes
    "{notices}:due",  # a last look for notices that were under way
)


def test_only_the_stream_without_names_knows_that_somebody_was_there(redis_store: RedisStore) -> None:
    """No game, no talk, no list and no rating has even the internal id."""
    service = Service(redis_store)
    person, _ = do_everything(service)
    player = service.services.players.identify(person.token).player
    delete(service.caller, "/v1/me", person.token)
    places = [place.replace("{player}", player_stream(player)) for place in ID_STAYS]
    lines = [line for line in everything(redis_store).split("\n") if player in line]
    keys = [line.partition("'")[2].partition("'")[0] for line in lines]
    assert [key for key in keys if not any(place in key for place in places)] == []
    assert len(keys) > 1


def test_a_worker_completes_an_erasure(redis_store: RedisStore) -> None:
    """The process that was asked may end after the commit: another one, which knows the id alone, does the rest."""
    here, there = Service(redis_store), Service(redis_store)
    person, words = do_everything(here)
    player = here.services.players.identify(person.token).player
    here.services.players.end_account(player)
    personal_data_of(there.services.games, there.services.lists).erase(player)
    left = here.contents()
    assert [word for word in words if word in left] == []
    assert "mail_address" not in left


def test_an_erasure_is_done_twice_without_harm(service: Service) -> None:
    person, _ = do_everything(service)
    other = sign_up(service.caller, "Ben")
    player = service.services.players.identify(person.token).player
    delete(service.caller, "/v1/me", person.token)
    service.services.personal.erase(player)
    assert service.caller.get("/v1/me", other.token).status == 200
