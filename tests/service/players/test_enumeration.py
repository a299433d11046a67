"""Nobody finds out who is a player here: the answer is the same, and so is the work behind it, which takes the time.

Work is compared by the calls of the store, one by one: seconds would depend on the machine.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from service.config import Config
from service.games.tokens import TokenRole, new_token
from service.http.request import EXTENSION
from service.mail.unsubscription import stop_code
from service.services import Services
from service.store import MemoryStore
from service.store.deliveries import MemoryDeliveryStore
from tests.support.http.api_calls import Caller, Reply, app_over, in_process
from tests.support.http.api_people import Person, sign_up
from tests.support.http.authenticator import Authenticator, text
from tests.support.http.running_service import UNLIMITED

KNOWN, UNKNOWN = "ann@example.org", "eve@example.org"  # as long as the other
SETTINGS: dict[str, Any] = {**UNLIMITED, "smtp_url": "smtp://localhost?from=t@example.org"}
FORM = "application/x-www-form-urlencoded"
OF_ONE_REQUEST = ("x-request-id", "date")


class Watched:
    """Notes the name of every method that is called."""

    def __init__(self, inner: object, calls: list[str]) -> None:
        self._inner, self._calls = inner, calls

    def __getattr__(self, name: str) -> Any:  # whatever the inner object has
        attribute = getattr(self._inner, name)
        if not callable(attribute):
            return attribute

        def watched(*arguments: Any, **named: Any) -> Any:
            self._calls.append(name)
            return attribute(*arguments, **named)

        return watched


class Watch:
    """A service that knows one address, and what it does to its store."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        store: Any = Watched(MemoryStore(), self.calls)
        app = app_over(store, Config(**SETTINGS))
        self.caller: Caller = in_process(app)
        self._client = app.test_client()
        self.services: Services = app.extensions[EXTENSION]
        requests: Any = Watched(MemoryDeliveryStore(), self.calls)
        self.services.addresses.requests = requests
        self.ann = sign_up(self.caller)
        self._confirm(self.ann)

    def _confirm(self, person: Person) -> None:
        self.enter(person, KNOWN)
        self.services.addresses.answer_requests()
        (mail,) = self.services.outbox.deliveries.table("waiting").values()
        code = json.loads(mail)["mail"]["text"].partition("#code=")[2][:64]
        assert self.caller.post("/v1/address_confirmations", {"code": code}).status == 200

    def enter(self, person: Person, address: str, origin: str = "127.0.0.1") -> Reply:
        return self.send(
            "PUT", "/v1/me/address", address, origin, {"Authorization": f"Bearer {person.token}"}
        )

    def ask(self, address: str, origin: str) -> Reply:
        return self.send("POST", "/v1/sign_ins/mail", address, origin, {})

    def send(self, method: str, path: str, address: str, origin: str, headers: dict[str, str]) -> Reply:
        """As a caller from another network address."""
        answer = self._client.open(
            path,
            method=method,
            json={"address": address},
            headers=headers,
            environ_base={"REMOTE_ADDR": origin},
        )
        names = {name.lower(): value for name, value in answer.headers}
        return Reply(answer.status_code, names, answer.data)

    def look(self, act: Callable[[], Reply]) -> tuple[object, list[str]]:
        """What is answered, and what was done."""
        self.calls.clear()
        reply = act()
        headers = {name: value for name, value in reply.headers.items() if name not in OF_ONE_REQUEST}
        body = reply.json
        body.pop("request_id", None)
        return (reply.status, headers, body), list(self.calls)


@pytest.fixture
def watch() -> Watch:
    return Watch()


def ask(address: str) -> tuple[object, list[str]]:
    """In a world of its own: what a caller has asked for before would count."""
    watch = Watch()
    return watch.look(lambda: watch.ask(address, "192.0.2.7"))


def test_a_mail_to_sign_in_is_asked_for_alike() -> None:
    known = ask(KNOWN)
    assert known == ask(UNKNOWN)
    assert not {"properties", "facts", "read"} & set(known[1])  # nobody is looked up before the answer


def test_a_limit_says_nothing_about_an_address(watch: Watch) -> None:
    """Not even that somebody else has confirmed it a moment ago."""

    for address in (UNKNOWN, KNOWN):
        statuses = [watch.ask(address, "192.0.2.7").status for _ in range(7)]
        assert statuses == [202] * 5 + [429] * 2


def test_entering_an_address_of_somebody_else_is_like_any_other() -> None:
    def entered(address: str) -> tuple[str, list[str]]:
        watch = Watch()
        eve = sign_up(watch.caller, "Eve")
        reply, calls = watch.look(lambda: watch.enter(eve, address, "192.0.2.7"))
        return str(reply).replace(address, ""), calls

    assert entered(KNOWN) == entered(UNKNOWN)


@pytest.mark.parametrize("path", ["/v1/me", "/v1/token", "/v1/me/games"])
def test_a_wrong_token_of_a_player_is_like_one_of_nobody(path: str) -> None:
    """A token holds the inner id of its player: whether there is one takes as long to find out."""

    def refused(player_of: Callable[[Watch], str]) -> tuple[object, list[str]]:
        watch = Watch()
        token = new_token(TokenRole.PLAYER, player_of(watch))
        watch.services.players._facts.clear()  # as in a process that has not seen the player lately
        return watch.look(lambda: watch.caller.get(path, token))

    known = refused(lambda watch: watch.services.players.identify(watch.ann.token).player)
    assert known == refused(lambda watch: "0123456789abcdef")


def test_a_passkey_of_somebody_else_is_like_one_of_nobody(watch: Watch) -> None:
    """Neither says whether the player exists whose handle the device sends."""
    player = watch.services.players.identify(watch.ann.token).player

    def refused(handle: str) -> tuple[object, list[str]]:
        device = Authenticator()
        device.user_handle, device.domain = text(bytes.fromhex(handle)), "localhost"
        options = watch.caller.post("/v1/sign_ins/passkey/options", {}).json["options"]
        answer = {"credential": device.get(options)}
        return watch.look(lambda: watch.caller.post("/v1/sign_ins/passkey", answer))

    assert refused(player) == refused("0123456789abcdef")


def test_options_to_sign_in_say_nothing_about_anybody(watch: Watch) -> None:
    options = watch.caller.post("/v1/sign_ins/passkey/options", {}).json["options"]
    assert set(options) == {"allowCredentials", "challenge", "rpId", "timeout", "userVerification"}
    assert options["allowCredentials"] == []


@pytest.mark.parametrize("code", ["", "0" * 64])
def test_a_code_that_never_was_is_like_a_used_one(watch: Watch, code: str) -> None:
    watch.caller.post("/v1/sign_ins", {"code": watch.ann.code})
    used, _ = watch.look(lambda: watch.caller.post("/v1/sign_ins", {"code": watch.ann.code}))
    never, _ = watch.look(lambda: watch.caller.post("/v1/sign_ins", {"code": code or "x"}))
    assert used == never


def test_somebody_who_hides_their_profile_is_like_nobody() -> None:
    """Neither the answer nor the work says that there is a player of this id."""

    def looked(player_of: Callable[[Watch], str]) -> tuple[object, list[str]]:
        watch = Watch()
        body = json.dumps({"shows": {"profile": False}}).encode()
        headers = {"Content-Type": "application/json"}
        assert watch.caller.call("PATCH", "/v1/me", watch.ann.token, body, headers).status == 200
        path = f"/v1/players/{player_of(watch)}"
        return watch.look(lambda: watch.caller.get(path))

    hidden = looked(lambda watch: watch.ann.id)
    assert hidden == looked(lambda watch: "ann-22222")
    assert "facts" in hidden[1]  # the work was watched


@pytest.mark.parametrize("feed", ["turns.atom", "deadlines.ics"])
def test_a_wrong_feed_key_of_a_player_is_like_one_of_nobody(watch: Watch, feed: str) -> None:
    """A key begins with the inner id of its player."""
    player = watch.services.players.identify(watch.ann.token).player

    def refused(owner: str) -> tuple[object, list[str]]:
        return watch.look(lambda: watch.caller.get(f"/v1/feeds/{owner}{'0' * 32}/{feed}"))

    assert refused(player) == refused("0123456789abcdef")


def test_a_wrong_code_to_stop_mail_is_like_one_of_nobody(watch: Watch) -> None:
    player = watch.services.players.identify(watch.ann.token).player
    stop_code(watch.services.store, player)  # the key that signs is there

    def refused(owner: str) -> tuple[object, list[str]]:
        path, form = f"/v1/unsubscribe/{owner}-{'0' * 32}", {"Content-Type": FORM}
        return watch.look(lambda: watch.caller.call("POST", path, None, b"List-Unsubscribe=One-Click", form))

    assert refused(player) == refused("0123456789abcdef")
