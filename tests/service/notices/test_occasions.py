"""Each occasion, as its text says it: messages, requests of every kind, full tables; in both languages."""

from collections.abc import Iterator

import pytest

from tests.support.notices.notice_service import NoticeService, Person, notice_service
from tests.support.webhooks.webhook_receivers import Receiver, receiver

CLEO = "cleo@example.org"
IF_MATCH = {"If-Match": "*"}


@pytest.fixture
def office() -> Iterator[NoticeService]:
    with notice_service() as running:
        yield running


@pytest.fixture
def push_service() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


def command(office: NoticeService, game: str, person: Person, **body: object) -> None:
    reply = office.ask("POST", f"/v1/games/{game}/commands", person, body, IF_MATCH)
    assert reply.status == 200, reply.body


def say(office: NoticeService, game: str, person: Person, text: str) -> str:
    reply = office.ask("POST", f"/v1/games/{game}/messages", person, {"text": text})
    assert reply.status == 201, reply.body
    message: str = reply.json["id"]
    return message


# ------------------------------------------------------------------------------------------- messages


def test_words_at_the_table_are_pushed_at_once(office: NoticeService, push_service: Receiver) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ben, push_service)
    game = office.at_turns(ann, ben)
    push_service.got.clear()
    say(office, game, ann, "Good luck, Ben!")
    office.work()
    (message,) = browser.messages()
    assert (message["type"], message["title"]) == ("message", "New messages: United States with Ann")
    assert (message["text"], message["message"]) == ("Ann: Good luck, Ben!", "msg_1")
    assert "version" not in message


def test_people_who_talk_are_announced_once_in_ten_minutes(
    office: NoticeService, push_service: Receiver
) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ben, push_service)
    game = office.at_turns(ann, ben)
    push_service.got.clear()
    for word in ("One", "Two", "Three"):
        say(office, game, ann, word)
        office.pass_time(minutes=3)
    assert [message["text"] for message in browser.messages()] == ["Ann: One"]
    office.pass_time(minutes=1)
    say(office, game, ann, "Four")
    office.work()
    assert [message["text"] for message in browser.messages()] == ["Ann: One", "Ann: Four"]


def test_who_answers_has_read_what_came_before(office: NoticeService, push_service: Receiver) -> None:
    """What a device shows is closed, and the next words are news again, however soon they come."""
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ben, push_service)
    game = office.at_turns(ann, ben)
    push_service.got.clear()
    for speaker, word in ((ann, "Hello"), (ben, "Hello yourself"), (ann, "Your move")):
        say(office, game, speaker, word)
        office.work()
    assert browser.types() == ["message", "withdrawn", "message"]


def test_nobody_hears_of_muted_seats_of_their_own_words_or_of_watchers(
    office: NoticeService, push_service: Receiver
) -> None:
    ann, ben, eve = (office.person(name) for name in ("Ann", "Ben", "Eve"))
    office.by_push(ben, push_service)
    game = office.at_turns(ann, ben, visibility="public")
    push_service.got.clear()
    muted = office.ask("PUT", f"/v1/games/{game}/seats/0/mute", ben, {"muted": True})
    assert muted.status == 200
    for speaker in (ann, ben, eve):
        say(office, game, speaker, "Psst")
    office.work()
    assert push_service.got == []


def test_erased_words_are_sent_nowhere(office: NoticeService) -> None:
    ann, cleo = office.person("Ann"), office.person("Cleo")
    office.by_mail(cleo, CLEO, occasions={"message": ["mail"], "your_turn": []})
    game = office.at_turns(ann, cleo)
    message = say(office, game, ann, "Oh no")
    assert office.ask("DELETE", f"/v1/games/{game}/messages/{message}", ann).status == 200
    office.pass_time(hours=1)
    assert office.mail.received == []


@pytest.mark.parametrize("is_read", [False, True])
def test_a_message_is_mailed_if_it_is_still_unread(office: NoticeService, is_read: bool) -> None:
    """With all that was said until then; by default no mail is sent about talk."""
    ann, cleo = office.person("Ann"), office.person("Cleo")
    office.by_mail(cleo, CLEO, lang="fr", occasions={"message": ["mail"], "your_turn": []})
    game = office.at_turns(ann, cleo, title="Vendredi")
    say(office, game, ann, "First")
    office.pass_time(minutes=2)
    last = say(office, game, ann, "Second")
    if is_read:
        seen = {"version": 1, "message": last}
        reply = office.ask("PUT", f"/v1/me/games/{game}/seen", cleo, seen)
        assert reply.json["message"] == last
    office.pass_time(hours=1)
    assert len(office.mail.received) == (0 if is_read else 1)
    for mail in office.mail.received:
        assert mail.message["Subject"] == "Nouveaux messages : « Vendredi », États-Unis avec Ann"
        assert "- Ann\u00a0: First\n- Ann\u00a0: Second" in mail.text


def test_nobody_has_seen_a_message_that_was_not_written(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    game = office.at_turns(ann, ben)
    reply = office.ask("PUT", f"/v1/me/games/{game}/seen", ann, {"version": 1, "message": "msg_9"})
    assert (reply.status, reply.code) == (404, "message_not_found")


def test_what_was_said_before_somebody_came_is_no_news_to_them(
    office: NoticeService, push_service: Receiver
) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ben, push_service)
    body = {"board": "usa", "seats": [{"me": True}, {}], "joining": "anybody"}
    game = office.ask("POST", "/v1/games", ann, body).json["id"]
    say(office, game, ann, "Where are they all?")
    assert office.ask("POST", f"/v1/games/{game}/seats", ben, {}).status == 201
    push_service.got.clear()
    office.work()
    assert "message" not in browser.types()


# ------------------------------------------------------------------------------------------- requests


def test_a_request_says_who_wants_what(office: NoticeService, push_service: Receiver) -> None:
    """Whatever people at a table can ask each other for."""
    ann, ben, cleo = (office.person(name) for name in ("Ann", "Ben", "Cleo"))
    browser = office.by_push(cleo, push_service)
    game = office.at_turns(ann, ben, cleo)
    office.claim_route(game)
    requests: dict[str, dict[str, object]] = {
        "Ann proposes a pause. Everybody else: say 'yes' or 'no'.": {"type": "propose", "motion": "pause"},
        "Ann proposes to end the game. Everybody else: say 'yes' or 'no'.": {
            "type": "propose",
            "motion": "end",
        },
        "Ann asks to take back their last move. All others who are present have to agree to that: say 'yes' or 'no'.": {
            "type": "propose_undo"
        },
    }
    for text, body in requests.items():
        push_service.got.clear()
        command(office, game, ann, **body)
        office.work()
        (message,) = browser.messages()
        assert (message["type"], message["text"]) == ("request", text)


def test_a_request_to_replace_somebody(office: NoticeService, push_service: Receiver) -> None:
    ann, ben, cleo = (office.person(name) for name in ("Ann", "Ben", "Cleo"))
    browser = office.by_push(cleo, push_service, lang="fr")
    game = office.at_turns(ann, ben, cleo)
    command(office, game, ben, type="resign", kind="nobody")
    push_service.got.clear()
    invited = office.ask("POST", f"/v1/games/{game}/seats/1/invite", ann, {}, IF_MATCH)
    assert invited.status == 201, invited.body
    office.work()
    (message,) = browser.messages()
    assert message["title"] == "Une demande pour vous\u00a0: États-Unis avec Ann et Place 2"
    text = (
        "Quelqu'un est invité à la place de Place 2. Toutes les personnes présentes doivent être d'accord\u00a0: "
        "dites «\u00a0oui\u00a0» ou «\u00a0non\u00a0»."
    )
    assert message["text"] == text


def test_a_player_is_asked_for_a_rematch(office: NoticeService, push_service: Receiver) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ben, push_service)
    game = office.at_turns(ann, ben)
    office.finish(game)
    office.work()
    push_service.got.clear()
    rematch = office.ask("POST", f"/v1/games/{game}/rematch", ann, {}).json["id"]
    office.work()
    (message,) = browser.messages()
    assert (message["type"], message["game"]) == ("request", rematch)
    assert message["title"] == "A request to you: United States with Ann"
    assert message["text"] == "You are asked for a rematch, and a seat is kept for you."
    assert office.ask("POST", f"/v1/games/{rematch}/seats", ben, {}).status == 201
    office.work()
    assert browser.types() == ["request", "withdrawn"]


# ---------------------------------------------------------------------------------------- full tables


def test_a_host_who_does_not_play_hears_that_the_table_is_full(
    office: NoticeService, push_service: Receiver
) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ann, push_service)
    body = {"board": "usa", "seats": [{}, {"kind": "bot", "bot": "greedy"}], "joining": "anybody"}
    game = office.ask("POST", "/v1/games", ann, {**body, "start": "by_host"}).json["id"]
    assert office.ask("POST", f"/v1/games/{game}/seats", ben, {}).status == 201
    push_service.got.clear()
    office.work()
    (message,) = browser.messages()
    assert message["title"] == "The table is full: United States with Ben and Ada"
    assert "seat" not in message


def test_a_mail_about_different_things_calls_itself_news(office: NoticeService) -> None:
    ann, cleo = office.person("Ann"), office.person("Cleo")
    office.by_mail(cleo, CLEO)
    over, waiting = office.at_turns(ann, cleo), office.at_turns(ann, cleo)
    office.finish(over)
    office.play_until(waiting, cleo)
    office.pass_time(hours=1)
    assert [str(mail.message["Subject"]) for mail in office.mail.received] == ["News from 2 games"]
