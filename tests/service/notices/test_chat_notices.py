"""Chats: a player is mentioned in the room where they have written their code, and nobody else can decide that."""

import time
from collections.abc import Iterator

import msgspec
import pytest

from service.chat import mentions
from service.chat.platform import NO_ANSWER, PlatformRefused
from service.chat.rooms import Posts, Rooms, Speaker
from service.chat.rooms.room import Post, notice_code_in
from service.rate_limit import RateLimit
from tests.support.http.api_calls import Reply, problem
from tests.support.notices.notice_service import NoticeService, Person, notice_service
from tests.support.webhooks.webhook_receivers import Receiver, receiver, saying, status

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
ROOM, ME = "bridge:parlour", Speaker(person="p-ann", name="Ann")


class Update(msgspec.Struct):
    """What the bridge is sent."""

    room: str
    post: Post


@pytest.fixture
def bridge() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


@pytest.fixture
def office(bridge: Receiver) -> Iterator[NoticeService]:
    with notice_service(bridge_secret=SECRET, bridge_url=bridge.url) as running:
        yield running


def write(office: NoticeService, text: str, who: Speaker = ME, room: str = ROOM) -> Posts:
    return Rooms(office.services.games, RateLimit(20, time.monotonic).admit).hear(room, who, text)


def new_code(office: NoticeService, person: Person) -> str:
    reply = office.ask("POST", "/v1/me/channels", person, {"kind": "chat"})
    assert reply.status == 201, reply.body
    assert reply.json["channel"]["status"] == "unconfirmed"
    code: str = reply.json["code"]
    return code


def confirmed(office: NoticeService, person: Person) -> None:
    posts = write(office, f"notices {new_code(office, person)}")
    assert posts.private == Post(text="From now on I tell you here about your games.")
    assert posts.public is None


@pytest.mark.parametrize("code", ["meg4rn3d9dndccyq", "77pr2r7xmcqbeqps", "hdm645ht6nv949qd"])
@pytest.mark.parametrize("written", ["notices {}", "Notices: {} ", "please notices {}."])
def test_a_code_is_no_words(code: str, written: str) -> None:
    """Heard as words, "rn" would be "right now", "pr" French for "pour" and "qd" for "quand"."""
    assert notice_code_in(written.format(code)) == code
    assert notice_code_in(written.format(code[1:])) == ""


def test_a_channel_is_added_once_with_the_same_code(office: NoticeService) -> None:
    ann = office.person("Ann")

    def add(body: dict[str, str]) -> Reply:
        return office.ask("POST", "/v1/me/channels", ann, body, {"Idempotency-Key": "k-1"})

    first, again = add({"kind": "chat"}), add({"kind": "chat"})
    assert (first.status, again.status, again.body) == (201, 201, first.body)
    assert problem(add({"kind": "chat", "name": "home"})) == (422, "idempotency_key_reused")
    assert len(office.ask("GET", "/v1/me/channels", ann).json["items"]) == 1
    write(office, f"notices {first.json['code']}")
    assert add({"kind": "chat"}).json["channel"]["status"] == "on"
    refused = write(office, f"notices {first.json['code']}", ME, "bridge:elsewhere")
    assert refused.private != Post(text="From now on I tell you here about your games."), (
        "a code is good once"
    )
    office.ask("DELETE", f"/v1/me/channels/{first.json['channel']['id']}", ann)
    assert problem(add({"kind": "chat"})) == (404, "channel_not_found")


def updates(bridge: Receiver) -> list[Update]:
    return [msgspec.json.decode(got.body, type=Update) for got in bridge.got]


def test_a_player_is_mentioned_in_their_room_when_a_game_waits(
    office: NoticeService, bridge: Receiver
) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    confirmed(office, ann)
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.work()
    (update,) = updates(bridge)
    title, text, link = update.post.text.split("\n")
    assert (update.room, update.post.mentions) == ("parlour", ("p-ann",))
    assert title == "Your turn: United States with Ben"
    assert text.startswith("There is no time limit. Ben ")
    assert link == f"https://trains.example/g/{game}"
    office.pass_time(days=1)
    assert len(bridge.got) == 1


def test_the_room_does_not_read_what_is_said_at_the_table(office: NoticeService, bridge: Receiver) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    confirmed(office, ann)
    game = office.at_turns(ann, ben)
    office.ask("POST", f"/v1/games/{game}/messages", ben, {"text": "Between us: I need blue"})
    office.work()
    assert "New messages: United States with Ben" in [one.post.text.split("\n")[0] for one in updates(bridge)]
    assert all("blue" not in one.post.text for one in updates(bridge))


def test_nothing_is_posted_before_the_code_was_written(office: NoticeService, bridge: Receiver) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    code = new_code(office, ann)
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.work()
    assert bridge.got == []
    last = "3" if code.endswith("2") else "2"
    for text in (f"notices {code[:-1]}{last}", f"notices {code[::-1]}"):
        refusal = write(office, text).private
        assert refusal is not None
        assert refusal.text.startswith("This code is not good")
    assert write(office, f"avis {code}", Speaker(person="p-ann", name="Ann", lang="fr")).private == Post(
        text="Désormais, je vous donne ici des nouvelles de vos parties."
    )
    refused = write(office, f"notices {code}").private  # a second time
    assert refused is not None
    assert refused.text.startswith("This code is not good")


def test_the_same_room_again_is_the_same_channel(office: NoticeService, bridge: Receiver) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    confirmed(office, ann)
    confirmed(office, ann)
    (channel,) = office.ask("GET", "/v1/me/channels", ann).json["items"]
    assert (channel["kind"], channel["url"], channel["status"]) == ("chat", ROOM, "on")
    office.at_turns(ann, ben)
    office.work()
    assert len(bridge.got) == 1


@pytest.mark.parametrize("answer", [403, 404])
def test_a_room_that_is_gone_is_removed(office: NoticeService, bridge: Receiver, answer: int) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    confirmed(office, ann)
    bridge.answer = saying(status(answer))
    office.at_turns(ann, ben)
    office.work()
    assert office.ask("GET", "/v1/me/channels", ann).json["items"] == []


def test_a_token_that_the_platform_refuses_costs_nobody_their_channel(
    office: NoticeService, bridge: Receiver
) -> None:
    """The operator has to mend it; until then it is tried again."""
    ann, ben = office.person("Ann"), office.person("Ben")
    confirmed(office, ann)
    bridge.answer = saying(status(401))
    office.at_turns(ann, ben)
    office.work()
    bridge.answer = saying(status(200))
    office.pass_time(minutes=1)
    assert len(bridge.got) == 2


def test_without_a_platform_there_is_no_such_channel() -> None:
    with notice_service() as office:
        reply = office.ask("POST", "/v1/me/channels", office.person("Ann"), {"kind": "chat"})
    assert (reply.status, reply.code) == (422, "chat_off")


def test_the_code_of_somebody_who_was_erased_is_good_for_nothing(office: NoticeService) -> None:
    ann = office.person("Ann")
    code = new_code(office, ann)
    assert office.ask("DELETE", "/v1/me", ann).status == 200
    refusal = write(office, f"notices {code}").private
    assert refusal is not None
    assert refusal.text.startswith("This code is not good")


def test_a_platform_that_does_not_answer_holds_up_no_other_one(
    office: NoticeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rooms wait together: one of them is tried."""
    people = [office.person(name) for name in ("Ann", "Ben", "Cleo", "Dan", "Eve")]
    rooms = ("matrix:hall", "bridge:parlour", "bridge:attic")
    for person, room in zip(people[1:4], rooms, strict=True):
        office.services.notices.channels.confirm_in_chat(new_code(office, person), room, person.name)
    tries: list[str] = []

    class Silent:
        def __init__(self, name: str) -> None:
            self._name = name

        def post(self, room: str, post: Post, pictures: object) -> str:
            tries.append(f"{self._name}:{room}")
            if self._name == "bridge":
                raise PlatformRefused(NO_ANSWER, "ReadTimeout")
            return ""

    monkeypatch.setattr(mentions, "posting_platform", lambda config, name: Silent(name))
    office.table(*people)
    office.work()
    assert len(tries) == 2
    assert "matrix:hall" in tries
