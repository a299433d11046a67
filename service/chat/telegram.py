"""Telegram: updates come with a secret token; a bot hears commands in groups, and everything in private.

What Telegram sends, and which words of it are for us.

Posts as Telegram shows them, within its limits.

Telegram's own API: messages with and without pictures, and answers that took longer.
"""

import hmac
import json
import re
import time
from html import escape
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from service.chat.late_answers import hand_on
from service.chat.platform import Pictures, PlatformRefused, clipped, fitted, sent
from service.chat.replay_guard import hearing, is_late
from service.chat.rooms import Room, Rooms, Speaker
from service.chat.rooms.posts import Post, Posts, words_or_mark
from service.chat.rooms.room import Whereabouts
from service.config import Config
from service.errors import MalformedRequest, TemporarilyUnavailable, Unauthorized
from service.games.games import Games
from service.http.response import answer
from service.language import Choice
from service.wiring import services

PRIVATE = "private"
OWN = ("ttr", "start")  # commands that only introduce what is said


class Sender(msgspec.Struct):
    id: int
    is_bot: bool = False
    first_name: str = ""
    last_name: str = ""
    language_code: str = "en"

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip() or str(self.id)

    @property
    def lang(self) -> str:
        return "fr" if self.language_code.startswith("fr") else "en"


class Chat(msgspec.Struct):
    id: int
    type: str = "group"


class Message(msgspec.Struct, rename={"sender": "from"}):
    chat: Chat
    date: int = 0
    text: str = ""
    sender: Sender | None = None
    message_thread_id: int = 0
    is_topic_message: bool = False
    reply_to_message: "Message | None" = None
    migrate_to_chat_id: int = 0

    @property
    def place(self) -> str:
        """The chat, or the topic of it."""
        return f"{self.chat.id}/{self.message_thread_id}" if self.is_topic_message else str(self.chat.id)

    def words(self, bot: str) -> str:
        """Everything in private; in a group commands, and what is said in reply to us. None otherwise."""
        if self.text.startswith("/"):
            return _command(self.text)
        replied = self.reply_to_message.sender if self.reply_to_message else None
        ours = self.chat.type == PRIVATE or (replied is not None and str(replied.id) == bot)
        return self.text if ours else ""


class Press(msgspec.Struct, rename={"sender": "from"}):
    """A press of a button below one of our messages."""

    id: str
    sender: Sender
    data: str = ""
    message: Message | None = None


class Update(msgspec.Struct):
    """Anything else that Telegram may tell is nothing to us."""

    update_id: int
    message: Message | None = None
    callback_query: Press | None = None


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's words."""

    chat: Chat
    place: str  # where they were said, and are answered
    sender: Sender
    text: str
    callback: str = ""  # of a press

    @property
    def alone(self) -> bool:
        return self.chat.type == PRIVATE


def heard_in(update: Update, bot: str) -> Heard | None:
    """The words of an update, if it has any for us; other bots, and people who hide behind one, are not heard."""
    press = update.callback_query
    if press and press.message:
        place = press.message.place
        return Heard(
            chat=press.message.chat, place=place, sender=press.sender, text=press.data, callback=press.id
        )
    said = update.message
    text = said.words(bot) if said else ""
    if said is None or said.sender is None or said.sender.is_bot or not text:
        return None
    return Heard(chat=said.chat, place=said.place, sender=said.sender, text=text)


def _command(text: str) -> str:
    """`/ttr@OurBot draw 2` is `draw 2`, and `/hand` is `hand`."""
    name, _, rest = text.removeprefix("/").partition(" ")
    name = name.partition("@")[0]
    if name in OWN:
        return rest.strip() or "help"
    return f"{name.replace('_', ' ')} {rest}".strip()


TEXT, CAPTION = 4096, 1024
DATA = 64  # bytes that a button sends back
LABEL = 64  # characters; more are not seen on a phone
BUTTONS = 30  # more would be a wall
ALERT = 200  # characters of a text that pops up


def message(post: Post, most: int = TEXT) -> dict[str, Any]:
    """A text; as the caption of a picture it may be shorter."""
    people = dict.fromkeys(post.mentions)
    called = "".join(f'<a href="tg://user?id={escape(person)}">•</a> ' for person in people)
    text = called + fitted(post.text, most - len(called), _written)
    shown: dict[str, Any] = {"text" if most == TEXT else "caption": text, "parse_mode": "HTML"}
    if post.choices:
        rows = [[_button(choice)] for choice in post.choices[:BUTTONS]]
        shown["reply_markup"] = {"inline_keyboard": rows}
    return shown


def _written(text: str) -> str:
    return escape(text, quote=False)


def _button(choice: Choice) -> dict[str, str]:
    return {"text": clipped(choice.label, LABEL), "callback_data": words_or_mark(choice, DATA)}


def place_of(room: str) -> dict[str, Any]:
    """The chat, and the topic in it if it has topics: each of them is a room."""
    chat, _, topic = room.partition("/")
    return {"chat_id": chat, **({"message_thread_id": topic} if topic else {})}


FORBIDDEN, BAD = 403, 400
STRANGER = "chat not found"  # what a person is who has never written to the bot
SAME = "message is not modified"
WRITE_FIRST = {
    "en": "I have something for you alone, but may not write to you: send me a private message first.",
    "fr": "J'ai quelque chose pour vous seul, mais ne peux pas vous écrire : envoyez-moi d'abord un message privé.",
}
_NEW_CHAT = re.compile(r'"migrate_to_chat_id":\s*(-?\d+)')


class Handle(msgspec.Struct, frozen=True, kw_only=True):
    """Where the answers go."""

    chat: str
    person: str


class Telegram:
    def __init__(self, config: Config) -> None:
        self._api = f"{config.telegram_api.rstrip('/')}/bot{config.telegram_token}"

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        return str(self._send(room, post, pictures)["result"]["message_id"])

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        """A message that has a picture keeps having one; one that says so already is as it should be."""
        try:
            self._edit({"chat_id": room.partition("/")[0], "message_id": message}, post, pictures)
        except PlatformRefused as refused:
            if SAME not in str(refused):
                raise
        return message

    def _edit(self, place: dict[str, str], post: Post, pictures: Pictures) -> None:
        picture = pictures.get(post.picture)
        if picture is None:
            method, most = ("editMessageCaption", CAPTION) if post.picture else ("editMessageText", TEXT)
            self._call(method, json={**place, **message(post, most)})
            return
        shown = message(post, CAPTION)
        media = {"type": "photo", "media": "attach://photo", "caption": shown.pop("caption")}
        media["parse_mode"] = shown.pop("parse_mode")
        data = {name: _flat(value) for name, value in {**place, "media": media, **shown}.items()}
        self._call("editMessageMedia", data=data, files={"photo": _file(post, picture)})

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        where = msgspec.json.decode(handle, type=Handle)
        if posts.private:
            self._to_person(where, posts.private, pictures, posts.lang)
        if posts.public:
            self._send(where.chat, posts.public, pictures)

    def _to_person(self, where: Handle, post: Post, pictures: Pictures, lang: str) -> None:
        try:
            self._send(where.person, post, pictures)
        except PlatformRefused as refused:
            if refused.status != FORBIDDEN and STRANGER not in str(refused):
                raise
            self._send(where.chat, Post(text=WRITE_FIRST[lang], mentions=(where.person,)), {})

    def _send(self, room: str, post: Post, pictures: Pictures) -> Any:  # JSON values
        """A group that became a bigger one has another id; Telegram tells it."""
        try:
            return self._send_to(place_of(room), post, pictures)
        except PlatformRefused as refused:
            moved = _NEW_CHAT.search(str(refused))
            if moved is None:
                raise
            return self._send_to({"chat_id": moved[1]}, post, pictures)

    def _send_to(self, place: dict[str, Any], post: Post, pictures: Pictures) -> Any:  # JSON values
        picture = pictures.get(post.picture)
        if picture is None:
            return self._call("sendMessage", json={**place, **message(post)})
        data = {name: _flat(value) for name, value in {**place, **message(post, CAPTION)}.items()}
        return self._call("sendPhoto", data=data, files={"photo": _file(post, picture)})

    def _call(self, method: str, **request: Any) -> Any:  # JSON values
        return sent("POST", f"{self._api}/{method}", **request)


def _file(post: Post, picture: bytes) -> tuple[str, bytes, str]:
    return f"{post.picture}.png", picture, "image/png"


def _flat(value: Any) -> str:  # JSON values
    """A field of a form."""
    return value if isinstance(value, str) else json.dumps(value)


NAME = "telegram"
MOVED = f"{NAME}/moved"  # drawers: what a chat was before
ROOM = "room"


def register(blueprint: Blueprint, config: Config) -> None:
    if config.telegram_secret and config.telegram_token:
        blueprint.post("/v1/chat/telegram")(telegram_update)


def telegram_update() -> Response:
    made = services()
    update = _read(made.config.telegram_secret)
    if update.message and update.message.migrate_to_chat_id:
        _moved(update.message)
    heard = heard_in(update, bot=made.config.telegram_token.partition(":")[0])
    number = str(update.update_id)
    if heard is None or (not heard.callback and _is_late(update.message)):
        return Response(status=200)  # anything but a success would only be sent again
    with hearing(made.store, NAME, number, time.time()) as new:
        return _answer(heard, number) if new else Response(status=200)


def _read(secret: str) -> Update:
    given = request.headers.get("X-Telegram-Bot-Api-Secret-Token", "")
    if not hmac.compare_digest(given.encode(), secret.encode()):
        raise Unauthorized("the secret token is not right")
    try:
        return msgspec.json.decode(request.get_data(), type=Update)
    except msgspec.DecodeError as error:
        raise MalformedRequest(str(error)) from error


def _is_late(said: Message | None) -> bool:
    """From long ago, when nobody was there to hear it. Of a press nobody tells us the time."""
    return said is not None and is_late(said.date, time.time())


def _moved(said: Message) -> None:
    """A group that became a bigger one has another id, but stays the same room."""
    known = services().store.drawer(f"{MOVED}/{said.chat.id}").get(ROOM, str(said.chat.id))
    services().store.put(f"{MOVED}/{said.migrate_to_chat_id}", {ROOM: known})


def _answer(heard: Heard, message_id: str) -> Response:
    games, sender = services().games, heard.sender
    room = _room(games, heard)
    before = _version(games, room)
    who = Speaker(person=str(sender.id), name=sender.name, lang=sender.lang)
    posts = Rooms(games).hear(f"{NAME}:{room}", who, heard.text, message_id)
    if heard.alone:
        posts = _told_alone(posts, room != heard.place and posts.version > before)
    handle = Handle(chat=room if heard.alone else heard.place, person=str(sender.id))
    return _pressed(heard, posts, handle) if heard.callback else _said(heard, posts, handle)


def _told_alone(posts: Posts, news: bool) -> Posts:
    """Whoever is alone with the bot reads everything there; the group hears what was done."""
    first = posts.private or posts.public
    return msgspec.structs.replace(posts, private=first, public=posts.public if news else None)


def _said(heard: Heard, posts: Posts, handle: Handle) -> Response:
    """One text without a picture can be the answer to the request itself, if it may be read where it was asked."""
    first = posts.private or posts.public
    assert first is not None
    here = heard.alone or not posts.private
    if here and not first.picture:
        rest = msgspec.structs.replace(posts, private=None, public=posts.public if posts.private else None)
        if rest.public:
            _later(handle, rest)
    elif _later(handle, posts):
        return Response(status=200)
    if not here:
        raise TemporarilyUnavailable("what is private cannot be sent just now")
    return answer({"method": "sendMessage", **place_of(heard.place), **message(first)})


def _pressed(heard: Heard, posts: Posts, handle: Handle) -> Response:
    """Ends the waiting sign on the button; in a group, what is private and short pops up there."""
    private = posts.private
    short = private and len(private.text) <= ALERT and not private.choices and not private.picture
    pops = short and not heard.alone
    rest = msgspec.structs.replace(posts, private=None) if pops else posts
    done = not (rest.private or rest.public) or _later(handle, rest)
    first = private or posts.public
    assert first is not None
    shown: dict[str, Any] = {"text": clipped(first.text, ALERT), "show_alert": True}
    told = {} if done and not pops else shown
    return answer({"method": "answerCallbackQuery", "callback_query_id": heard.callback, **told})


def _later(handle: Handle, posts: Posts) -> bool:
    return hand_on(NAME, msgspec.json.encode(handle).decode(), posts)


def _room(games: Games, heard: Heard) -> str:
    """The chat itself; in private, the group in which the person was last heard, if only there a game goes on."""
    store, whereabouts = games.store, Whereabouts(games.store, NAME, str(heard.sender.id))
    if not heard.alone:
        chat, _, topic = heard.place.partition("/")
        known = store.drawer(f"{MOVED}/{chat}").get(ROOM, chat)
        room = f"{known}/{topic}" if topic else known
        whereabouts.put(room)
        return room
    last = whereabouts.last() or heard.place
    own = Room(store, f"{NAME}:{heard.place}")
    if own.table or _goes_on(games, own):
        return heard.place
    return last if _goes_on(games, Room(store, f"{NAME}:{last}")) else heard.place


def _goes_on(games: Games, room: Room) -> bool:
    return bool(room.game) and not games.shelf.current(room.game).over


def _version(games: Games, room: str) -> int:
    """Of the game in a room, before anything is heard."""
    game = Room(games.store, f"{NAME}:{room}").game
    return games.shelf.current(game).version if game else 0
