"""Mail addresses: confirmed by a code, once; a mail brings somebody back; nobody learns which addresses are known."""

import re
from hashlib import sha256
from json import dumps
from typing import Any, NamedTuple

import pytest

from service.config import Config
from service.http.request import EXTENSION
from service.mail.mail import Mail
from service.players.accounts import LINK_SECONDS, MOST_TOKENS
from service.players.mail_addresses import (
    COUNTED_SECONDS,
    MOST_FOR_ADDRESS,
    MOST_FOR_CALLER,
    MOST_FOR_PLAYER,
    REQUESTS,
    Letterhead,
)
from service.services import Services
from service.store import MemoryStore, Store
from tests.support.http.api_calls import JSON, Caller, Reply, app_over, in_process, problem
from tests.support.http.api_people import Person, delete, sign_up
from tests.support.http.running_service import UNLIMITED

ADDRESS, HOME = "Ann.Smith@example.org", "https://trains.example.org"


class Post(NamedTuple):
    """A service that sends mail, and what waits in its outbox."""

    caller: Caller
    services: Services

    @property
    def mails(self) -> list[Mail]:
        """In the order in which they were written; requests that wait are answered first, as by a worker."""
        self.services.addresses.answer_requests()
        outbox = self.services.outbox
        waiting = [outbox.find(key) for key in outbox.deliveries.table("waiting")]
        return sorted((one.mail for one in waiting if one), key=lambda mail: mail.queued_at)

    def enter(self, person: Person, address: str = ADDRESS, **headers: str) -> Reply:
        body = dumps({"address": address}).encode()
        return self.caller.call(
            "PUT", "/v1/me/address", person.token, body, {"Content-Type": JSON, **headers}
        )

    def confirm(self, person: Person, address: str = ADDRESS) -> str:
        """Enters and confirms an address; returns the code."""
        before = {mail.key for mail in self.mails}
        assert self.enter(person, address).status == 202
        (mail,) = [mail for mail in self.mails if mail.key not in before]
        code = codes(mail)[0]
        assert self.caller.post("/v1/address_confirmations", {"code": code}).json == {"confirmed": True}
        self.services.outbox.withdraw(mail.key)
        return code

    def ask(self, address: str = ADDRESS, **headers: str) -> Reply:
        return self.caller.post("/v1/sign_ins/mail", {"address": address}, None, headers)


def codes(mail: Mail) -> list[str]:
    return re.findall(r"#code=([0-9a-f]{64})", mail.text)


def post_on(store: Store, **settings: Any) -> Post:
    config = Config(**{**UNLIMITED, "smtp_url": "smtp://localhost?from=t@example.org", **settings})
    app = app_over(store, config)
    return Post(in_process(app), app.extensions[EXTENSION])


@pytest.fixture
def post(store: Store) -> Post:
    """On each kind of store."""
    return post_on(store, public_url=HOME)


@pytest.fixture
def here() -> Post:
    return post_on(MemoryStore(), public_url=HOME)


# ------------------------------------------------------------------------------------- confirming


def test_an_address_counts_when_its_code_came_back(post: Post) -> None:
    person = sign_up(post.caller)
    nothing = {"address": None, "confirmed_at": None, "pending": None, "offered": True}
    assert post.caller.get("/v1/me/address", person.token).json == nothing
    entered = post.enter(person)
    assert (entered.status, entered.json) == (202, {**nothing, "pending": "Ann.Smith@example.org"})
    (mail,) = post.mails
    assert (mail.to, mail.subject) == ("Ann.Smith@example.org", "Confirm your address")
    assert f"{HOME}/confirm-address#code=" in mail.text
    code = codes(mail)[0]
    assert (
        post.caller.get("/v1/address_confirmations").status == 405
    )  # scanners follow links: nothing happens
    assert post.caller.post("/v1/address_confirmations", {"code": code}).status == 200
    seen = post.caller.get("/v1/me/address", person.token).json
    assert (seen["address"], seen["pending"]) == ("Ann.Smith@example.org", None)
    assert seen["confirmed_at"] is not None
    again = post.caller.post("/v1/address_confirmations", {"code": code})
    assert problem(again) == (404, "link_not_found")


def test_a_code_ends_after_a_quarter_of_an_hour() -> None:
    times = [0.0]
    post = post_on(MemoryStore(lambda: times[0]))
    person = sign_up(post.caller)
    post.enter(person)
    (mail,) = post.mails
    times[0] = LINK_SECONDS + 1
    assert post.caller.post("/v1/address_confirmations", {"code": codes(mail)[0]}).code == "link_not_found"


def test_a_mail_to_sign_in_is_sent_once_with_a_key(here: Post) -> None:
    here.confirm(sign_up(here.caller))
    first, again = (here.ask(**{"Idempotency-Key": "k-1"}) for _ in range(2))
    assert (first.status, again.status, again.body) == (202, 202, first.body)
    assert len(here.mails) == 1
    assert problem(here.ask("b@example.org", **{"Idempotency-Key": "k-1"})) == (422, "idempotency_key_reused")


def test_only_the_last_address_that_was_entered_is_confirmed(here: Post) -> None:
    person = sign_up(here.caller)
    here.enter(person, "first@example.org")
    here.enter(person, "second@example.org")
    by_recipient = {mail.to: codes(mail)[0] for mail in here.mails}
    first, second = (by_recipient[f"{name}@example.org"] for name in ("first", "second"))
    assert here.caller.post("/v1/address_confirmations", {"code": first}).code == "link_not_found"
    assert here.caller.post("/v1/address_confirmations", {"code": second}).status == 200


def test_an_earlier_address_counts_until_the_new_one_is_confirmed(here: Post) -> None:
    person = sign_up(here.caller)
    here.confirm(person, "old@example.org")
    here.enter(person, "new@example.org")
    seen = here.caller.get("/v1/me/address", person.token).json
    assert (seen["address"], seen["pending"]) == ("old@example.org", "new@example.org")
    here.confirm(person, "new@example.org")
    for address, number in (("old@example.org", 0), ("new@example.org", 1)):
        here.ask(address)
        assert (
            len([mail for mail in here.mails if mail.to == address and mail.subject == "Sign in"]) == number
        )


@pytest.mark.parametrize(
    "address",
    ["ann", "ann@", "@example.org", "ann@localhost", "ann@[127.0.0.1]", "a b@example.org", "ann@10.0.0.1"],
)
def test_what_is_no_address_is_refused(here: Post, address: str) -> None:
    person = sign_up(here.caller)
    assert problem(here.enter(person, address)) == (422, "address_refused")
    assert problem(here.ask(address)) == (422, "address_refused")


def test_without_a_mail_server_the_calls_say_so() -> None:
    here = post_on(MemoryStore(), smtp_url="")
    person = sign_up(here.caller)
    assert problem(here.enter(person)) == (422, "mail_off")
    assert problem(here.ask()) == (422, "mail_off")
    assert here.caller.get("/v1/sign_ins/mail").json == {"offered": False}
    assert here.caller.get("/v1/me/address", person.token).status == 200
    assert delete(here.caller, "/v1/me/address", person.token).status == 200


def test_without_a_token_one_learns_that_there_is_mail(here: Post) -> None:
    """The page must know before anybody is signed in."""
    assert here.caller.get("/v1/sign_ins/mail").json == {"offered": True}


def test_mails_speak_the_language_of_the_request(here: Post) -> None:
    person = sign_up(here.caller)
    here.enter(person, **{"Accept-Language": "fr"})
    assert here.mails[0].subject == "Confirmez votre adresse"
    assert f"{HOME}/confirm-address#code=" in here.mails[0].text


def test_a_name_is_no_advertisement(here: Post) -> None:
    """Anybody can enter anybody's address: the mail has no word that its sender chose."""
    person = sign_up(here.caller, "Win at evil.example!")
    here.enter(person)
    assert "evil.example" not in here.mails[0].text


def test_the_sender_of_a_request_does_not_choose_where_links_lead() -> None:
    here = post_on(MemoryStore())
    person = sign_up(here.caller)
    here.confirm(person)
    here.ask(Host="evil.example")
    (mail,) = here.mails
    assert "evil.example" not in mail.text


# ------------------------------------------------------------------------------------- signing in


def test_a_mail_brings_somebody_back(post: Post) -> None:
    person = sign_up(post.caller)
    post.confirm(person)
    delete(post.caller, f"/v1/me/tokens/{person.token_id}", person.token)
    asked = post.ask("ann.smith@EXAMPLE.org")  # case does not matter
    assert (asked.status, asked.json) == (202, {"valid_seconds": 900})
    (mail,) = post.mails
    assert mail.subject == "Sign in"
    (code,) = codes(mail)
    assert f"{HOME}/sign-in#code={code}" in mail.text
    reply = post.caller.post("/v1/sign_ins", {"code": code, "name": "phone"})
    assert (reply.status, reply.json["id"]) == (201, person.id)
    assert post.caller.post("/v1/sign_ins", {"code": code}).code == "link_not_found"
    (token,) = post.caller.get("/v1/me/tokens", reply.json["token"]).json["items"]
    assert (token["origin"], token["name"]) == ("mail", "phone")


def test_two_players_share_an_address(here: Post) -> None:
    ann, bot = sign_up(here.caller, "Ann"), sign_up(here.caller, "Ann's bot")
    here.confirm(ann)
    here.confirm(bot)
    here.ask()
    (mail,) = here.mails
    replies = [here.caller.post("/v1/sign_ins", {"code": code}).json["id"] for code in codes(mail)]
    assert sorted(replies) == sorted([ann.id, bot.id])


def test_one_who_has_lost_fifty_tokens_gets_in_all_the_same(here: Post) -> None:
    person = sign_up(here.caller)
    here.confirm(person)
    for _ in range(MOST_TOKENS - 1):
        here.caller.post("/v1/me/tokens", {}, person.token)
    here.ask()
    reply = here.caller.post("/v1/sign_ins", {"code": codes(here.mails[0])[0]})
    assert reply.status == 201
    assert len(here.caller.get("/v1/me/tokens", reply.json["token"]).json["items"]) == MOST_TOKENS


@pytest.mark.parametrize("address", ["pending@example.org", "stranger@example.org"])
def test_only_a_confirmed_address_brings_a_mail(here: Post, address: str) -> None:
    person = sign_up(here.caller)
    here.enter(person, "pending@example.org")
    here.ask(address)
    assert [mail.subject for mail in here.mails] == ["Confirm your address"]


def test_a_removed_address_brings_no_mail(post: Post) -> None:
    person = sign_up(post.caller)
    post.confirm(person)
    assert delete(post.caller, "/v1/me/address", person.token).json["address"] is None
    post.ask()
    assert post.mails == []


def test_a_request_is_answered_once_when_a_worker_dies(here: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that ends between the mail and its note of it leaves a request that is answered again."""
    person, requests = sign_up(here.caller), here.services.addresses.requests
    here.confirm(person)
    here.ask()
    with monkeypatch.context() as patched:
        patched.setattr(requests, "replace", lambda *_: False)
        here.services.addresses.answer_requests()
    assert requests.count(REQUESTS) == 1
    here.services.addresses.sweep()
    assert len(here.mails) == 1
    assert requests.count(REQUESTS) == 0


def test_a_request_that_waited_too_long_is_dropped(here: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    person = sign_up(here.caller)
    here.confirm(person)
    here.ask()
    monkeypatch.setattr(here.services.addresses, "_now", lambda: "2099-01-01T00:00:00.000Z")
    assert here.mails == []
    assert here.services.addresses.requests.count(REQUESTS) == 0


# ------------------------------------------------------------------------------------- limits


def test_an_address_gets_only_so_many_mails_an_hour() -> None:
    times = [0.0]
    here = post_on(MemoryStore(lambda: times[0]))
    replies = [here.ask() for _ in range(MOST_FOR_ADDRESS + 1)]
    assert [reply.status for reply in replies] == [202] * MOST_FOR_ADDRESS + [429]
    assert replies[-1].headers["retry-after"] == str(COUNTED_SECONDS)
    assert here.ask("ANN.smith@example.org").status == 429
    times[0] = COUNTED_SECONDS + 1
    assert here.ask().status == 202


def test_what_others_ask_for_is_dropped_in_silence(here: Post) -> None:
    """A refusal would tell that somebody else has asked for mail to this address."""
    person, addresses = sign_up(here.caller), here.services.addresses
    here.confirm(person)  # one of the mails that the address gets
    for number in range(MOST_FOR_ADDRESS):
        addresses.request_sign_in(ADDRESS, Letterhead("en", HOME), f"caller {number}")
    assert len(here.mails) == MOST_FOR_ADDRESS - 1
    assert here.ask().status == 202
    assert len(here.mails) == MOST_FOR_ADDRESS - 1


def test_a_caller_asks_only_so_often(here: Post) -> None:
    replies = [here.ask(f"a{number}@example.org") for number in range(MOST_FOR_CALLER + 1)]
    assert [reply.status for reply in replies] == [202] * MOST_FOR_CALLER + [429]


def test_a_player_enters_only_so_many_addresses(here: Post) -> None:
    person = sign_up(here.caller)
    replies = [here.enter(person, f"a{number}@example.org") for number in range(MOST_FOR_PLAYER + 1)]
    assert [reply.status for reply in replies] == [202] * MOST_FOR_PLAYER + [429]


# ------------------------------------------------------------------------------------- what is kept


def test_addresses_are_never_in_events(post: Post, store: Store) -> None:
    person = sign_up(post.caller)
    post.confirm(person)
    delete(post.caller, "/v1/me/address", person.token)
    entries = [entry for stream in store.streams() for entry in store.read(stream)]
    assert len(entries) == 5
    assert not any(b"@" in entry or b"ann.smith" in entry.lower() for entry in entries)


def test_a_forgotten_index_entry_says_nothing(here: Post) -> None:
    """A process that dies before it confirms leaves an entry of a player who does not have the address."""
    person, addresses = sign_up(here.caller), here.services.addresses
    caller = here.services.players.identify(person.token)
    addresses._add_to_index(caller.player, sha256(ADDRESS.lower().encode()).hexdigest())
    here.ask()
    assert here.mails == []
