"""Personal data: whatever a player leaves anywhere, they get all of it, and nothing of it is left when they are erased.

A part of the service that keeps something about players adds what they do there to `do_everything`.
"""

import re
from json import dumps
from typing import Any

import pytest

from service.app import create_app
from service.config import Config
from service.games.facts import player_stream
from service.http.request import EXTENSION
from service.personal_data import personal_data_of
from service.services import Services
from service.store import Store
from service.store.redis_store import RedisStore
from tests.support.http.api_calls import JSON, Caller, in_process, table_of
from tests.support.http.api_people import Person, delete, patch, sign_up
from tests.support.http.authenticator import Authenticator, text
from tests.support.http.running_service import UNLIMITED
from tests.support.store.contents import everything

NAME, ADDRESS, PENDING = "Zoë Erasable", "zoe@erasable.example.org", "zoe.new@erasable.example.org"
SETTINGS: dict[str, Any] = {
    **UNLIMITED,
    "smtp_url": "smtp://localhost?from=t@example.org",
    "public_url": "http://localhost",
}


class Service:
    """A service on one kind of store, with all that it keeps."""

    def __init__(self, store: Store) -> None:
        app = create_app(Config(**SETTINGS), store)
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
    request = {"board": "usa", "seats": [{"me": True}, {"name": "Ben"}]}
    table_of(caller.post("/v1/games", request, person.token))
    return person, ["Zo", "zoe", "rasable", person.id, text(device.credential_id)]


def test_everything_is_exported(service: Service) -> None:
    person, _ = do_everything(service)
    export = service.caller.get("/v1/me/export", person.token)
    body = export.json
    assert body["player"]["name"] == f"{NAME} II"
    assert (body["address"]["address"], body["address"]["pending"]) == (ADDRESS, PENDING)
    assert [token["name"] for token in body["tokens"]] == [None, "Zoë's phone", "Zoë's tablet"]
    assert [passkey["name"] for passkey in body["passkeys"]] == ["Zoë's key"]
    assert len(body["games"]) == 1
    parts = service.services.personal.parts
    assert set(body["parts"]) == {part.name for part in parts}
    assert {mail["to"] for mail in body["parts"]["mails"]} == {ADDRESS, PENDING}


def test_every_fact_of_a_player_is_exported_or_a_secret(service: Service) -> None:
    """A fact under a new key belongs in the export, and in this test."""
    person, _ = do_everything(service)
    player = service.services.players.identify(person.token).player
    shown = {"name", "handle", "label", "scopes", "passkey", "mail", "mail_pending"}
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
