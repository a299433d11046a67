"""Who hears of what, when and where: push at once, mail when unseen, one notice per turn, nothing in quiet hours."""

import html
import socket
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from service.notices.channels import Channel
from service.notices.senders import Notice, Senders
from service.webhooks.http_post import Outcome
from tests.support.boards.hostile_board import BAIT, FEAST, NAME, publish
from tests.support.notices.browsers import Browser
from tests.support.notices.notice_service import NoticeService, Person, notice_service
from tests.support.webhooks.webhook_receivers import Receiver, receiver, saying, status
from ttr_core import Command, legal_commands
from ttr_core.by_post import SkipTurn
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.commands import ClaimRoute, DrawCard
from ttr_core.rules.variants.festivals import TakeFestival

OPERATOR = "the-token-of-the-operator"
ANN, BEN = "ann@example.org", "ben@example.com"


@pytest.fixture
def office() -> Iterator[NoticeService]:
    with notice_service() as running:
        yield running


@pytest.fixture
def push_service() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


# ------------------------------------------------------------------------------------------------ mail


def test_a_turn_is_mailed_when_it_is_still_unseen_after_five_minutes(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_mail(ann, ANN)
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.pass_time(seconds=299)
    assert office.mail.received == []
    office.pass_time(seconds=1)
    (mail,) = office.mail.to(ANN)
    assert mail.message["Subject"] == "Your turn: United States with Ben"
    assert "Since your last turn:" in mail.text
    assert "- Ben " in mail.text
    assert f"https://trains.example/g/{game}" in mail.text
    office.pass_time(days=3)
    assert len(office.mail.received) == 1


def test_names_and_titles_are_text_in_a_mail(office: NoticeService) -> None:
    ann, eve = office.person("Ann"), office.person(BAIT)
    office.by_mail(ann, ANN)
    office.play_until(office.at_turns(ann, eve, title=BAIT), ann)
    office.pass_time(minutes=5)
    (mail,) = office.mail.to(ANN)
    assert BAIT in mail.text
    assert html.escape(BAIT) in mail.html
    assert BAIT not in mail.html


def take_festival(office: NoticeService, game: str, person: Person) -> None:
    """The person claims routes until they can take the cards of a festival; the others draw cards."""
    games = office.services.games
    command: Command | None = None
    while not isinstance(command, TakeFestival):
        loaded = games.cache.read_latest(game)
        seat = loaded.state.phase.waiting[0]
        kinds = (TakeFestival, ClaimRoute, DrawCard) if office.waits_for(game, person) else (DrawCard,)
        listed = legal_commands(loaded.ruleset, loaded.state, seat)
        command = next((one for kind in kinds for one in listed if isinstance(one, kind)), listed[0])
        games.perform(loaded, [command], Actor(Role.SEAT, seat))


def test_the_name_of_a_festival_is_text_in_every_notice(
    office: NoticeService, push_service: Receiver
) -> None:
    ann, eve = office.person("Ann"), office.person("Eve")
    office.by_mail(ann, ANN)
    browser = office.by_push(ann, push_service)
    publish(office.services.games.boards)
    game = office.at_turns(ann, eve, board=NAME, visibility="public")
    take_festival(office, game, eve)
    while not office.waits_for(game, ann):
        office.play(game)
    office.pass_time(minutes=5)
    mail = office.mail.to(ANN)[-1]
    assert FEAST in mail.text
    assert html.escape(FEAST) in mail.html
    assert BAIT not in mail.html
    assert FEAST in browser.messages()[-1]["text"]
    feed = ElementTree.fromstring(office.caller.get(f"/v1/games/{game}/feed.atom").body)
    said = [part for part in feed.iter() if FEAST in (part.text or "")]
    assert {part.get("type") for part in said} == {None, "text"}  # of titles it is the default


@pytest.mark.parametrize("ahead", [0, 1])
def test_a_turn_that_was_seen_is_not_mailed(office: NoticeService, ahead: int) -> None:
    """By the version that was seen: one that is older than the turn says nothing."""
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_mail(ann, ANN)
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    version = office.version(game) - (1 - ahead) * 3
    reply = office.ask("PUT", f"/v1/me/games/{game}/seen", ann, {"version": version})
    assert reply.json == {"game": game, "version": max(version, reply.json["version"]), "message": None}
    office.pass_time(hours=1)
    assert len(office.mail.received) == 1 - ahead


def test_an_open_stream_or_a_look_is_not_seen(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_mail(ann, ANN)
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    assert office.ask("GET", f"/v1/games/{game}", ann).status == 200
    office.pass_time(minutes=6)
    assert len(office.mail.received) == 1


def test_a_turn_that_was_played_in_time_is_not_mailed(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_mail(ann, ANN)
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.pass_time(minutes=4)
    office.play_on(game, ann)
    office.pass_time(hours=1)
    assert office.mail.received == []


def test_every_turn_is_mailed_once(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_mail(ann, ANN)
    game = office.at_turns(ann, ben)
    for number in range(1, 4):
        office.play_until(game, ann)
        office.pass_time(hours=1)
        assert len(office.mail.received) == number
    threads = {str(mail.message["References"]) for mail in office.mail.received}
    ids = {str(mail.message["Message-ID"]) for mail in office.mail.received}
    assert (len(threads), len(ids)) == (1, 3)


def test_several_games_are_one_mail(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_mail(ann, ANN)
    games = [office.at_turns(ann, ben) for _ in range(3)]
    for game in games:
        office.play_until(game, ann)
        office.pass_time(minutes=1)
    office.pass_time(hours=2)
    (mail,) = office.mail.received
    assert mail.message["Subject"] == "3 games wait for you"
    assert all(f"/g/{game}" in mail.text for game in games)


def test_each_game_has_a_mail_of_its_own_if_its_player_prefers_that(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_mail(ann, ANN, digest="each")
    for game in [office.at_turns(ann, ben) for _ in range(2)]:
        office.play_until(game, ann)
    office.pass_time(hours=2)
    assert len(office.mail.received) == 2


def test_a_daily_digest_comes_at_its_hour_in_the_zone_of_its_player(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_mail(ann, ANN, digest="daily", digest_at="07:30", zone="Europe/Paris")
    for game in [office.at_turns(ann, ben) for _ in range(2)]:
        office.play_until(game, ann)
    office.pass_time(hours=18, minutes=29)  # 6:29 UTC, 7:29 in Paris
    assert office.mail.received == []
    office.pass_time(minutes=1)
    assert [str(mail.message["Subject"]) for mail in office.mail.received] == ["2 games wait for you"]


def test_the_deadline_is_by_the_clock_of_the_reader(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_mail(ann, ANN, zone="Europe/Paris", lang="fr")
    game = office.at_turns(
        ann, ben, clock={"kind": "per_move", "seconds": 86_400, "zone": "America/New_York"}
    )
    office.play_until(game, ann)
    office.pass_time(minutes=10)
    (mail,) = office.mail.to(ANN)
    assert mail.message["Subject"] == "À vous de jouer : États-Unis avec Ben"
    assert "Vous avez jusqu'au mardi 17 novembre à 13\u00a0h (heure de Paris)." in mail.text


def test_nothing_is_sent_before_mail_is_switched_on_and_nothing_from_before(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.confirm_address(ann, ANN)
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.pass_time(hours=1)
    assert office.mail.received == []
    office.by_mail(ann, ANN)
    office.pass_time(hours=1)
    assert office.mail.received == []
    office.play_until(game, ann)
    office.pass_time(hours=1)
    assert len(office.mail.received) == 1


def test_mail_needs_a_confirmed_address(office: NoticeService) -> None:
    ann = office.person("Ann")
    reply = office.ask("POST", "/v1/me/channels", ann, {"kind": "mail"})
    assert (reply.status, reply.code) == (422, "address_not_confirmed")


def test_a_mail_that_still_waits_is_withdrawn_when_the_turn_was_played(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_mail(ann, ANN)
    game = office.at_turns(ann, ben)
    office.mail.answers[ANN] = "451 later"
    office.play_until(game, ann)
    office.pass_time(minutes=5)
    office.play_on(game, ann)
    office.work()
    office.mail.answers.clear()
    office.pass_time(hours=5)
    assert office.mail.received == []


def test_one_click_stops_mail_without_a_token_and_a_look_does_not(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_mail(ann, ANN)
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.pass_time(hours=1)
    (mail,) = office.mail.received
    assert mail.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = str(mail.message["List-Unsubscribe"]).strip("<>").removeprefix("https://trains.example")
    page = office.caller.get(path)
    assert (page.status, b"<button>" in page.body) == (200, True)
    office.play_until(game, ann)
    office.pass_time(hours=1)
    assert len(office.mail.received) == 2
    for _ in range(2):
        done = office.caller.call(
            "POST",
            path,
            None,
            b"List-Unsubscribe=One-Click",
            {"Content-Type": "application/x-www-form-urlencoded"},
        )
        assert done.status == 200
    office.play_until(game, ann)
    office.pass_time(hours=1)
    assert len(office.mail.received) == 2
    assert office.ask("GET", "/v1/me/channels", ann).json["items"] == []
    wrong = path[:-1] + ("0" if path[-1] != "0" else "1")
    assert office.caller.post(wrong, {}).status == 404


# ------------------------------------------------------------------------------------------------ push


def test_a_push_comes_at_once_and_is_withdrawn_when_the_turn_was_played(
    office: NoticeService, push_service: Receiver
) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ann, push_service)
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.work()
    (message,) = browser.messages()
    assert message["title"] == "Your turn: United States with Ben"
    assert (message["game"], message["tag"], message["version"]) == (game, game, office.version(game))
    (got,) = push_service.got
    assert (got.headers["urgency"], got.headers["ttl"]) == ("normal", "604800")
    office.play_on(game, ann)
    office.work()
    assert browser.types() == ["your_turn", "withdrawn"]
    topics = {got.headers["topic"] for got in push_service.got}
    assert (len(topics), push_service.got[1].headers["ttl"]) == (1, "0")


def test_names_and_titles_are_text_in_a_push(office: NoticeService, push_service: Receiver) -> None:
    """A browser shows title and body of a notice as they are, and the address of its table has nothing of them."""
    ann, eve = office.person("Ann"), office.person(BAIT)
    phone = office.by_push(ann, push_service)
    game = office.at_turns(ann, eve, title=BAIT)
    office.play_until(game, ann)
    office.work()
    notice = phone.messages()[-1]
    assert notice["title"].count(BAIT) == 2  # the title of the game, and who else plays
    assert (notice["url"], BAIT in notice["tag"]) == (f"https://trains.example/g/{game}", False)


def test_a_new_turn_takes_the_place_of_the_last_notice(office: NoticeService, push_service: Receiver) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ann, push_service)
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.work()
    office.play_until(game, ann)
    office.work()
    assert browser.types() == ["your_turn", "your_turn"]


def test_a_push_lives_until_the_deadline(office: NoticeService, push_service: Receiver) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_push(ann, push_service)
    game = office.at_turns(ann, ben, clock={"kind": "per_move", "seconds": 7200, "zone": "UTC"})
    office.play_until(game, ann)
    office.work()
    assert push_service.got[0].headers["ttl"] == "7200"


@pytest.mark.parametrize("answer", [404, 410])
def test_a_subscription_that_is_gone_is_removed(
    office: NoticeService, push_service: Receiver, answer: int
) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_push(ann, push_service)
    push_service.answer = saying(status(answer))
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.work()
    assert office.ask("GET", "/v1/me/channels", ann).json["items"] == []
    office.play_until(game, ann)
    office.pass_time(days=1)
    assert len(push_service.got) == 1


def test_a_push_service_that_is_down_gets_the_notice_later(
    office: NoticeService, push_service: Receiver
) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ann, push_service)
    push_service.answer = saying(status(503))
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.pass_time(seconds=4)
    assert len(push_service.got) == 1
    push_service.answer = saying(status(201))
    office.pass_time(seconds=1)
    assert browser.types() == ["your_turn", "your_turn"]
    office.pass_time(days=4)
    assert len(push_service.got) == 2


def test_in_quiet_hours_nothing_is_sent_and_what_still_holds_comes_after(
    office: NoticeService, push_service: Receiver
) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ann, push_service)
    office.prefer(ann, zone="Europe/Paris", quiet_hours={"start": "22:00", "end": "07:00"})
    waiting, played = office.at_turns(ann, ben), office.at_turns(ann, ben)
    office.play_on(waiting, ann)
    office.play_on(played, ann)
    office.pass_time(hours=10)  # 23:00 in Paris
    push_service.got.clear()
    office.play_until(waiting, ann)
    office.play_until(played, ann)
    office.pass_time(hours=2)
    office.play_on(played, ann)
    office.pass_time(hours=5, minutes=59)
    assert push_service.got == []
    office.pass_time(minutes=1)
    assert [message["game"] for message in browser.messages()] == [waiting]


def test_what_is_not_wanted_is_not_sent(office: NoticeService, push_service: Receiver) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ann, push_service)
    office.prefer(ann, occasions={"your_turn": ["mail"]})
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.work()
    assert browser.messages() == []


def test_a_code_that_is_wrong_confirms_nothing(office: NoticeService, push_service: Receiver) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = Browser(push_service)
    channel = office.ask("POST", "/v1/me/channels", ann, browser.subscription).json["channel"]["id"]
    office.work()
    (message,) = browser.messages()
    path = f"/v1/me/channels/{channel}/confirm"
    for _ in range(5):
        reply = office.ask("POST", path, ann, {"code": "wrong"})
        assert (reply.status, reply.code) == (422, "code_refused")
    assert office.ask("POST", path, ann, {"code": message["code"]}).code == "code_refused"
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.work()
    assert len(browser.messages()) == 1


# ------------------------------------------------------------------------------------ other occasions


def act(office: NoticeService, game: str, person: Person, command: dict[str, str]) -> None:
    reply = office.caller.post(f"/v1/games/{game}/commands", command, person.token, {"If-Match": "*"})
    assert reply.status == 200


def test_a_request_is_sent_and_ends_with_the_answer(office: NoticeService, push_service: Receiver) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ben, push_service)
    game = office.at_turns(ann, ben)
    office.work()
    push_service.got.clear()
    act(office, game, ann, {"type": "propose", "motion": "pause"})
    office.work()
    (message,) = browser.messages()
    assert message["type"] == "request"
    assert "Ann" in message["text"]
    act(office, game, ben, {"type": "object", "motion": "pause"})
    office.work()
    assert browser.types() == ["request", "withdrawn"]


def test_a_player_hears_that_somebody_is_to_come_in_for_them(
    office: NoticeService, push_service: Receiver
) -> None:
    """From the host's proposal until they keep the seat, also when all others have agreed."""
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ben, push_service)
    game = office.at_turns(ann, ben)
    office.work()
    push_service.got.clear()
    assert office.caller.post(f"/v1/games/{game}/seats/1/invite", {}, ann.token).status == 201
    office.work()
    (message,) = browser.messages()
    assert (message["type"], "Ben" in message["text"]) == ("request", True)
    act(office, game, ann, {"type": "agree", "motion": "reinvite:1"})
    office.work()
    _, message = browser.messages()
    assert (message["type"], "a day" in message["text"]) == ("request", True)
    act(office, game, ben, {"type": "close_seat"})
    office.work()
    assert browser.types() == ["request", "request", "withdrawn"]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "The game was given up before it began."),
        ("fr", "La partie a été abandonnée avant son début."),
    ],
)
def test_nobody_has_won_a_game_that_never_began(
    office: NoticeService, push_service: Receiver, lang: str, words: str
) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ben, push_service, lang=lang)
    game = office.table(ann, ben, start="by_host")
    act(office, game, ann, {"type": "abandon_game"})
    office.finish(game)
    office.work()
    message = browser.messages()[-1]
    assert (message["type"], message["text"]) == ("game_over", words)


def test_those_whose_table_the_operator_closed_hear_of_it(push_service: Receiver) -> None:
    """They hold no seat any more, and nobody has won."""
    with notice_service(admin_token=OPERATOR) as office:
        ann, ben, cleo = (office.person(name) for name in ("Ann", "Ben", "Cleo"))
        browser = office.by_push(ann, push_service)
        game = office.at_turns(ann, ben, cleo)
        act(office, game, cleo, {"type": "resign", "kind": "nobody"})
        closed = office.caller.post(f"/v1/admin/games/{game}/closure", {"reason": "spam"}, OPERATOR)
        assert closed.status == 200, closed.body
        games = office.services.games
        while (loaded := games.cache.read_latest(game)).state.phase.waiting:
            games.perform(loaded, [SkipTurn(seat=loaded.state.phase.waiting[0])], SYSTEM)
        office.finish(game)
        office.work()
        office.pass_time(days=1)
        over = [message for message in browser.messages() if message["type"] == "game_over"]
        assert [message["text"] for message in over] == ["The operator of the service has closed this table."]
        assert office.services.games.cache.read_latest(game).facts.players_of_closed_table() == [
            ann.id,
            ben.id,
        ]


def test_a_game_that_has_begun_is_not_full_again(office: NoticeService, push_service: Receiver) -> None:
    """Turns that the clock plays do not bring back what was news before the first one."""
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ann, push_service)
    game = office.table(ann, ben, start="when_full")
    for _ in range(6):
        office.work()
        office.play(game, role=Role.CLOCK)
    office.work()
    assert "your_turn" in browser.types()
    assert "table_full" not in browser.types()


def test_a_full_table_and_the_end_of_a_game(office: NoticeService, push_service: Receiver) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    browser = office.by_push(ann, push_service)
    game = office.table(ann, ben, start="by_host")
    office.work()
    assert browser.types() == ["table_full"]
    other = office.at_turns(ann, ben)
    push_service.got.clear()
    office.finish(other)
    office.work()
    over = [message for message in browser.messages() if message["type"] == "game_over"]
    assert len(over) == 1
    assert "win" in over[0]["text"] or "share" in over[0]["text"]
    assert game != other
    office.pass_time(days=30)
    assert [message["type"] for message in browser.messages()].count("game_over") == 1


# -------------------------------------------------------------------------------- webhooks and ntfy


def test_ntfy_gets_a_title_and_a_text(office: NoticeService, push_service: Receiver) -> None:
    ann, ben = office.person("Ann"), office.person("Zoë")
    body = {"kind": "ntfy", "url": push_service.url}
    channel = office.ask("POST", "/v1/me/channels", ann, body).json["channel"]["id"]
    office.work()
    code = push_service.got[0].body.decode().split("Your code is ")[1].split(".")[0]
    office.ask("POST", f"/v1/me/channels/{channel}/confirm", ann, {"code": code})
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.work()
    got = push_service.got[-1]
    assert got.headers["title"].startswith("=?UTF-8?B?")
    assert got.headers["click"] == f"https://trains.example/g/{game}"
    assert "Zoë" in got.body.decode()


PRIVATE = (
    *(
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "https://[::1]/x",
        "https://0x7f000001/x",
        "https://169.254.169.254/x",
    ),
    "http://push.example/x",  # in the clear
)


@pytest.mark.parametrize("kind", ["push", "webhook", "ntfy"])
def test_an_address_in_a_private_network_is_refused(kind: str, push_service: Receiver) -> None:
    keys = {"keys": Browser(push_service).subscription["keys"]} if kind == "push" else {}
    with notice_service(webhook_private=False) as office:
        ann = office.person("Ann")
        for url in PRIVATE:
            reply = office.ask("POST", "/v1/me/channels", ann, {"kind": kind, "url": url, **keys})
            assert (reply.status, reply.code) == (422, "url_refused"), url
        assert office.ask("GET", "/v1/me/channels", ann).json["items"] == []


@pytest.mark.parametrize("kind", ["push", "webhook", "ntfy"])
def test_a_name_that_leads_to_a_private_network_is_never_called(
    kind: str, push_service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have been public when the channel was added: it is looked up and checked whenever something is sent."""
    keys = {"keys": Browser(push_service).subscription["keys"]} if kind == "push" else {}
    here = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 443))]
    body = {"kind": kind, "url": "https://push.example/x", **keys}
    called = list[object]()
    with notice_service(webhook_private=False) as office:
        assert office.ask("POST", "/v1/me/channels", office.person("Ann"), body).status == 201
        monkeypatch.setattr(socket, "getaddrinfo", lambda *arguments, **more: here)
        monkeypatch.setattr(socket, "create_connection", lambda address, **more: called.append(address))
        office.work()
    assert called == []


@pytest.mark.parametrize("kind", ["push", "webhook", "ntfy"])
def test_a_redirection_is_not_followed(office: NoticeService, push_service: Receiver, kind: str) -> None:
    """It could lead into a private network."""
    keys = {"keys": Browser(push_service).subscription["keys"]} if kind == "push" else {}
    with receiver() as inner:
        push_service.answer = saying(status(307, f"Location: {inner.url}\r\n"))
        body = {"kind": kind, "url": push_service.url, **keys}
        assert office.ask("POST", "/v1/me/channels", office.person("Ann"), body).status == 201
        office.work()
        assert (len(push_service.got), inner.got) == (1, [])


# -------------------------------------------------------------------------------------------- erasure


def test_nothing_is_left_of_an_erased_person(office: NoticeService, push_service: Receiver) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    office.by_mail(ann, ANN)
    office.by_push(ann, push_service)
    game = office.at_turns(ann, ben)
    office.play_until(game, ann)
    office.work()
    push_service.got.clear()
    assert office.ask("DELETE", "/v1/me", ann).status == 200
    office.pass_time(days=2)
    assert (office.mail.received, push_service.got) == ([], [])
    ledger = office.services.notices.ledger
    assert (dict(ledger.of(ann.id)), dict(ledger.seen(ann.id))) == ({}, {})
    assert ann.id not in ledger.players()


def test_a_host_that_let_one_notice_time_out_holds_up_no_further_one(
    office: NoticeService, push_service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All its channels wait, of all owners, and then it is tried with one."""
    people = [office.person(f"P{number}") for number in range(4)]
    for person in people:
        office.by_code(person, "webhook", push_service)
    office.table(*people)
    tries: list[str] = []

    def hang(senders: Senders, channel: Channel, notice: Notice) -> Outcome:
        tries.append(channel.id)
        return Outcome(0, "timeout")

    monkeypatch.setattr(Senders, "send", hang)
    office.work()
    assert len(tries) == 1
    monkeypatch.undo()
    push_service.got.clear()
    office.pass_time(minutes=5)
    assert push_service.types() == ["notice.your_turn"] * 3, "all but the one who opened the table"
