"""Telegram's updates: recorded ones, with the right token and wrong ones, late and twice, and all limits."""

import json
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from service.chat.platform import PlatformRefused
from service.chat.rooms import Room
from service.chat.rooms.room import Post, Posts, forget_person
from service.chat.telegram import Telegram, message
from service.config import BadConfig, Config, from_environment
from service.games.erasure import erase_person
from service.language import Choice
from service.language.languages import Messages
from tests.support.chat.chat_service import ChatDesk, desk_for
from tests.support.chat.fake_telegram import GROUP, HEADER, SECRET, TOKEN, FakeTelegram, recorded
from tests.support.chat.platform_server import listening
from tests.support.http.api_calls import Reply, inside, problem
from ttr_core.engine.shared_slices import ticket_choice

NAMES = {"41": "Ann", "42": "Bob", "43": "Cy"}
PICTURE = {"board": b"\x89PNG"}
SETTINGS: dict[str, Any] = {"telegram_secret": SECRET, "telegram_token": TOKEN}


@pytest.fixture
def telegram() -> Iterator[FakeTelegram]:
    with listening(FakeTelegram(NAMES)) as fake:
        yield fake


@pytest.fixture
def desk(telegram: FakeTelegram) -> ChatDesk:
    return desk_for(telegram)


@pytest.fixture
def api(telegram: FakeTelegram) -> Telegram:
    return Telegram(Config(**telegram.settings))


def post(desk: ChatDesk, body: Any, headers: dict[str, str] = HEADER) -> Reply:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return desk.service.caller.post("/v1/chat/telegram", sent, headers=headers)


def room(desk: ChatDesk, place: str | int = GROUP) -> Room:
    return Room(desk.services.store, f"telegram:{place}")


# ------------------------------------------------------------------------------------------ who sends it


@pytest.mark.parametrize("settings", [{}, {"telegram_secret": SECRET}, {"telegram_token": TOKEN}])
def test_there_is_no_telegram_unless_it_is_configured(settings: dict[str, Any]) -> None:
    caller = inside(**settings).caller
    assert problem(caller.post("/v1/chat/telegram", recorded("command"), headers=HEADER)) == (
        404,
        "not_found",
    )


@pytest.mark.parametrize("secret", ["with space", "é", "x" * 257])
def test_a_secret_that_telegram_would_refuse_is_refused_at_the_start(secret: str) -> None:
    with pytest.raises(BadConfig, match="TTR_TELEGRAM_SECRET"):
        from_environment({"TTR_TELEGRAM_SECRET": secret})


@pytest.mark.parametrize("token", ["", "another", SECRET + "x", "Ã©"])
def test_a_wrong_token_is_refused(desk: ChatDesk, token: str) -> None:
    headers = {**HEADER, "X-Telegram-Bot-Api-Secret-Token": token}
    assert problem(post(desk, recorded("command"), headers)) == (401, "signature_invalid")
    without = {"Content-Type": "application/json"}
    assert problem(post(desk, recorded("command"), without)) == (401, "signature_invalid")
    assert room(desk).table is None


@pytest.mark.parametrize("seconds", [-3600, -310, 310])
def test_what_was_said_long_ago_is_not_heard_now(desk: ChatDesk, seconds: int) -> None:
    update = recorded("command")
    update["message"]["date"] = int(time.time()) + seconds
    reply = post(desk, update)
    assert (reply.status, reply.body) == (200, b""), "or it would be sent again"
    assert room(desk).table is None


def test_an_update_that_is_sent_again_is_heard_once(desk: ChatDesk) -> None:
    assert post(desk, recorded("command")).body
    room(desk).clear()
    reply = post(desk, recorded("command"))
    assert (reply.status, reply.body) == (200, b"")
    assert room(desk).table is None


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"update_id": "x"}', b"\xff"])
def test_what_is_no_update_is_malformed(desk: ChatDesk, body: bytes) -> None:
    assert problem(post(desk, body)) == (400, "malformed_request")


# ---------------------------------------------------------------------------------------- whom it hears


def test_a_command_in_a_group(desk: ChatDesk) -> None:
    answer = post(desk, recorded("command")).json
    assert (answer["method"], answer["chat_id"]) == ("sendMessage", str(GROUP))
    assert "Mason Tester opens a table for Lyon by tram" in answer["text"]
    assert room(desk).people == [("1111111", "Mason Tester")]


def test_a_message_in_private_and_in_french(desk: ChatDesk) -> None:
    answer = post(desk, recorded("private")).json
    assert answer["chat_id"] == "1111111"
    assert "Mason ouvre une table" in answer["text"]


def test_a_reply_to_us_in_a_topic(desk: ChatDesk) -> None:
    answer = post(desk, recorded("reply_in_topic")).json
    assert (answer["chat_id"], answer["message_thread_id"]) == ("-1001234567890", "77")
    assert room(desk, "-1001234567890/77").table
    assert room(desk, "-1001234567890").table is None


IGNORED: dict[str, dict[str, Any]] = {
    "not for us": {"text": "new game lyon"},
    "a picture": {"text": ""},
    "of another bot": {"from": {"id": 7, "is_bot": True, "first_name": "Other"}},
    "a reply to somebody else": {
        "text": "new game lyon",
        "reply_to_message": {"chat": {"id": GROUP}, "from": {"id": 7}, "text": "what now?"},
    },
}


@pytest.mark.parametrize("what", sorted(IGNORED))
def test_what_is_not_heard(desk: ChatDesk, what: str) -> None:
    update = recorded("command")
    update["message"] |= IGNORED[what]
    reply = post(desk, update)
    assert (reply.status, reply.body) == (200, b"")
    assert room(desk).table is None


def test_an_update_about_something_else_is_taken(desk: ChatDesk) -> None:
    assert post(desk, recorded("membership")).status == 200


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("/start", "No game here yet"),
        ("/ttr", "No game here yet"),
        ("/add_bot", "no open table"),
        ("/join", "no open"),
    ],
)
def test_commands(desk: ChatDesk, said: str, heard: str) -> None:
    update = recorded("command")
    update["message"]["text"] = said
    assert heard in post(desk, update).json["text"]


# ------------------------------------------------------------------------------------------ what is said


def begin(telegram: FakeTelegram) -> None:
    telegram.say("41", "new game lyon")
    telegram.say("42", "join")
    assert "begins" in telegram.say("41", "start").public


def test_a_hand_is_sent_to_its_owner_alone(desk: ChatDesk, telegram: FakeTelegram) -> None:
    begin(telegram)
    update = telegram.update("command", "41")
    update["message"]["text"] = "/hand"
    assert telegram.send(update).body == b""
    desk.work()
    shown = telegram.private["41"].get_nowait()
    assert "Your hand" in shown.text
    assert shown.picture
    assert not any("Your hand" in text for text in telegram.public)
    assert desk.answers == [], "nothing of it is kept"


@pytest.mark.parametrize("refusal", [403, 400])
def test_a_player_who_never_wrote_to_the_bot_is_asked_to(
    desk: ChatDesk, telegram: FakeTelegram, monkeypatch: pytest.MonkeyPatch, refusal: int
) -> None:
    begin(telegram)
    telegram.strangers = {"41"}
    if refusal == 400:
        telegram.unknown = True
    update = telegram.update("button", "41")
    telegram.send(update)
    desk.work()
    assert telegram.public[-1] == "• " + Messages("en")("room-write_first")


def test_a_short_answer_to_a_press_in_the_group_pops_up(desk: ChatDesk, telegram: FakeTelegram) -> None:
    begin(telegram)
    kept = telegram.update("command", "41")
    kept["message"]["text"] = "/ttr keep all"  # nothing is open any more
    telegram.send(kept)
    desk.work()
    update = telegram.update("button", "41")
    update["callback_query"]["data"] = "=" + "0" * 20
    answer = telegram.send(update).json
    assert (answer["text"], answer["show_alert"]) == ("That question is no longer open.", True)
    assert desk.queue.waiting == []


def test_what_is_said_in_private_is_about_the_game_of_the_group(
    desk: ChatDesk, telegram: FakeTelegram
) -> None:
    begin(telegram)
    answer = telegram.write("41", "what can i do?")
    assert "1) " in answer.private
    telegram.write("41", "keep all")
    assert "You keep" in telegram.write("42", "keep all").private
    desk.work()
    assert "Bob keeps 3 tickets." in telegram.public[-1]
    before = len(telegram.public)
    assert "Ann" in telegram.write("41", "score").private
    desk.work()
    assert telegram.public[before:] == [], "a look is nobody else's business"


def test_where_an_erased_person_was_last_heard_is_forgotten(desk: ChatDesk, telegram: FakeTelegram) -> None:
    begin(telegram)
    games = desk.services.games
    assert desk.services.store.properties("telegram/last/41")
    erase_person(games, games.cache.read_latest(room(desk).game), 0, partial(forget_person, games.store))
    assert desk.services.store.properties("telegram/last/41") == {}
    assert desk.services.store.properties("telegram/last/42"), "of nobody else"


def test_a_code_for_notices_in_private_is_about_that_chat(desk: ChatDesk, telegram: FakeTelegram) -> None:
    """Although the person plays in a group: they want to hear of all their games where they write."""
    begin(telegram)
    caller = desk.service.caller
    token = caller.post("/v1/players", {"name": "Ann"}).json["token"]
    code = caller.post("/v1/me/channels", {"kind": "chat"}, token).json["code"]
    assert "From now on" in telegram.write("41", f"notices {code}").private
    (channel,) = caller.get("/v1/me/channels", token).json["items"]
    assert channel["url"] == "telegram:41"


def test_a_game_opened_in_private_is_played_there(desk: ChatDesk, telegram: FakeTelegram) -> None:
    begin(telegram)
    telegram.write("42", "hello")
    assert room(desk, 42).table is None
    telegram.write("43", "new game lyon")
    assert room(desk, 43).table
    telegram.write("43", "add bot")
    assert "begins" in telegram.write("43", "start").private
    assert "1) " in telegram.write("43", "what can i do?").private


def test_a_group_that_became_a_bigger_one_stays_the_same_room(desk: ChatDesk, telegram: FakeTelegram) -> None:
    begin(telegram)
    game = room(desk).game
    assert post(desk, recorded("migration")).body == b""
    telegram.moved_to = -1009876543210
    update = telegram.update("command", "41")
    update["message"] |= {"chat": {"id": telegram.moved_to, "type": "supergroup"}, "text": "/status"}
    assert telegram.send(update).body == b"", "it comes with a picture"
    desk.work()
    assert "Waiting for Ann and Bob" in telegram.public[-1]
    assert room(desk, telegram.moved_to).game == ""
    assert room(desk).game == game


def test_without_a_queue_what_can_be_said_is_said_at_once(desk: ChatDesk, telegram: FakeTelegram) -> None:
    begin(telegram)
    desk.queue.away = True
    assert "Waiting for" in telegram.say("41", "status").public
    update = telegram.update("command", "41")
    update["message"]["text"] = "/hand"
    assert problem(post(desk, update)) == (503, "store_unavailable"), "nothing secret appears in the group"
    answer = telegram.send(telegram.update("button", "41")).json
    assert answer["text"].startswith("Your hand")
    assert answer["show_alert"] is True
    desk.queue.away = False
    assert telegram.send(update).body == b"", "Telegram sends it again"
    desk.work()
    assert "Your hand" in telegram.private["41"].get_nowait().text


def test_a_repeated_move_whose_answer_was_lost_is_made_once_and_answered(
    desk: ChatDesk, telegram: FakeTelegram
) -> None:
    begin(telegram)
    update = telegram.update("command", "41")
    update["message"]["text"] = "/ttr keep all"
    desk.queue.away = True
    assert post(desk, update).status == 503
    desk.queue.away = False
    game = desk.services.games.cache.read_latest(room(desk).game)
    assert ticket_choice(game.state, 0).chosen, "it is done"
    assert telegram.send(update).body == b""
    desk.work()
    assert telegram.private["41"].get_nowait().text.startswith("You keep ")
    assert desk.services.games.cache.read_latest(game.game).version == game.version


# ---------------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize("sign", ["x", "&", "<", "🚂"])
def test_long_texts_and_many_choices_are_kept_within_the_limits(
    desk: ChatDesk, telegram: FakeTelegram, api: Telegram, sign: str
) -> None:
    words = f"claim {sign}" + "a very long name of a city, " * 10
    choices = tuple(Choice(n, f"{n} {words}", f"{words}{n}", f"={n:020}") for n in range(1, 130))
    long = Post(text=sign * 9000, choices=choices, mentions=("41", "41"), picture="board")
    api.post(str(GROUP), long, {})
    number = api.post(str(GROUP), long, PICTURE)
    (shown,) = telegram.messages[number]
    assert shown.called == ["41"]
    assert shown.text.startswith("• ")
    assert shown.text.endswith("…")
    assert len(shown.buttons) == len(set(shown.buttons)) == 30


def test_a_button_sends_what_only_its_question_knows() -> None:
    choices = (
        Choice(1, "a look", "my hand", "my hand"),
        Choice(2, "long", "é" * 33, "=0123456789abcdef0123"),
    )
    body = message(Post(text="Which?", choices=choices))
    (short,), (long,) = body["reply_markup"]["inline_keyboard"]
    assert short["callback_data"] == "my hand"
    assert long["callback_data"] == "=0123456789abcdef0123"


# ------------------------------------------------------------------------------------- Telegram's own API


def test_a_status_message_is_edited_and_left_alone_if_it_says_so_already(
    telegram: FakeTelegram, api: Telegram
) -> None:
    number = api.post(str(GROUP), Post(text="one", picture="board"), PICTURE)
    api.edit(str(GROUP), number, Post(text="two", picture="board"), PICTURE)
    api.edit(str(GROUP), number, Post(text="two", picture="board"), PICTURE)
    assert [shown.text for shown in telegram.messages[number]] == ["one", "two"]


def test_a_picture_that_has_not_changed_is_not_sent_again(telegram: FakeTelegram, api: Telegram) -> None:
    number = api.post(str(GROUP), Post(text="one", picture="board"), PICTURE)
    assert api.edit(str(GROUP), number, Post(text="x" * 2000, picture="board"), {}) == number
    assert telegram.pictures == 0
    assert telegram.messages[number][-1].picture, "it stays"
    assert len(telegram.messages[number][-1].text) == 1024
    api.edit(str(GROUP), number, Post(text="three", picture="board"), PICTURE)
    assert telegram.pictures == 1


def test_a_message_that_is_gone_cannot_be_edited(telegram: FakeTelegram, api: Telegram) -> None:
    with pytest.raises(PlatformRefused) as refused:
        api.edit(str(GROUP), "7", Post(text="two", picture="board"), PICTURE)
    assert refused.value.gone


def test_a_post_for_a_topic_goes_to_the_topic(telegram: FakeTelegram, api: Telegram) -> None:
    api.post(f"{GROUP}/77", Post(text="one"), {})
    number = api.post(f"{GROUP}/78", Post(text="one", picture="board"), PICTURE)
    api.edit(f"{GROUP}/78", number, Post(text="two", picture="board"), PICTURE)
    assert telegram.topics == ["77", "78"]


def test_a_refusal_for_another_reason_is_not_hidden(telegram: FakeTelegram, api: Telegram) -> None:
    handle = json.dumps({"chat": str(GROUP), "person": "41"})
    elsewhere = Telegram(Config(telegram_token="secret", telegram_api="http://127.0.0.1:9"))
    with pytest.raises(PlatformRefused) as refused:
        elsewhere.answer(handle, Posts(private=Post(text="x")), {})
    assert not refused.value.gone
    assert "secret" not in str(refused.value)
