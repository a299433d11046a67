"""Telegram: updates in, messages out.

In: updates come with a secret token. The bot hears commands in groups, replies to its own messages, and everything in
private; a press of a button arrives as the button's words. What people write in private is about the game of the group
in which they last wrote, unless they play one in private.
Out: one text without a picture can answer the update itself; a worker sends everything else through the Bot API.
"""

import hmac
import json
import re
import time
from html import escape
from typing import Any

import msgspec

from service.chat.platform import (
    ACKNOWLEDGED,
    Answer,
    Backend,
    Headers,
    Pictures,
    PlatformRefused,
    answering,
    call,
    clipped,
    clipped_escaped,
    clipped_label,
    decoded,
    is_late,
)
from service.chat.private_chats import room_of_private_chat
from service.chat.rooms import Room, Rooms, Speaker
from service.chat.rooms.room import Post, Posts, Whereabouts
from service.config import Config
from service.errors import SignatureInvalid, TemporarilyUnavailable
from service.games.games import Games
from service.language import Choice
from service.language.languages import Messages, language_of
from service.store import Store

NAME = "telegram"
PRIVATE = "private"  # type of a chat between one person and the bot
BARE_COMMANDS = ("ttr", "start")  # commands that are not words of the message themselves

# Telegram's limits, and ours where its own are too wide
TEXT, CAPTION = 4096, 1024
LABEL = 64  # characters of a button: phones show no more
BUTTONS = 30  # more would be a wall
ALERT = 200  # characters of a text that pops up

# what comes in


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
        return language_of(self.language_code)


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
        """The chat, or one topic of it."""
        return f"{self.chat.id}/{self.message_thread_id}" if self.is_topic_message else str(self.chat.id)

    def words(self, bot: str) -> str:
        """The words for us: everything in private; commands and replies to us in a group. Empty otherwise."""
        if self.text.startswith("/"):
            return _command_words(self.text)
        replied = self.reply_to_message.sender if self.reply_to_message else None
        ours = self.chat.type == PRIVATE or (replied is not None and str(replied.id) == bot)
        return self.text if ours else ""


def _command_words(text: str) -> str:
    """`/ttr@OurBot draw 2` is `draw 2`, and `/hand` is `hand`."""
    name, _, rest = text.removeprefix("/").partition(" ")
    name = name.partition("@")[0]
    if name in BARE_COMMANDS:
        return rest.strip() or "help"
    return f"{name.replace('_', ' ')} {rest}".strip()


class Press(msgspec.Struct, rename={"sender": "from"}):
    """A press of a button below one of our messages."""

    id: str
    sender: Sender
    data: str = ""
    message: Message | None = None


class Update(msgspec.Struct):
    """The kinds of updates that we read; all others are ignored."""

    update_id: int
    message: Message | None = None
    callback_query: Press | None = None


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """What a person has written or pressed, and where."""

    chat: Chat
    place: str
    sender: Sender
    text: str
    callback: str = ""  # id of a press

    @property
    def in_private(self) -> bool:
        return self.chat.type == PRIVATE


def words_in(update: Update, bot: str) -> Words | None:
    """The words of an update, if it has any for us; messages of bots and of anonymous admins are ignored."""
    press, message = update.callback_query, update.message
    if press and press.message:
        chat, place = press.message.chat, press.message.place
        return Words(chat=chat, place=place, sender=press.sender, text=press.data, callback=press.id)
    text = message.words(bot) if message else ""
    if message is None or message.sender is None or message.sender.is_bot or not text:
        return None
    return Words(chat=message.chat, place=message.place, sender=message.sender, text=text)


def is_configured(config: Config) -> bool:
    return bool(config.telegram_secret and config.telegram_token)


def receive(backend: Backend, headers: Headers, body: bytes) -> Answer:
    """Telegram repeats an update until it is acknowledged, so that updates without words for us are, too."""
    store, update = backend.games.store, _verified(backend.config.telegram_secret, headers, body)
    if update.message and update.message.migrate_to_chat_id:
        _note_migration(store, update.message)
    words = words_in(update, bot=backend.config.telegram_token.partition(":")[0])
    number = str(update.update_id)
    if words is None or (not words.callback and _is_old(update.message)):
        return ACKNOWLEDGED
    with answering(store, NAME, number) as new:
        return _answer(backend, words, number) if new else ACKNOWLEDGED


def _verified(secret: str, headers: Headers, body: bytes) -> Update:
    token = headers.get("x-telegram-bot-api-secret-token", "")
    if not hmac.compare_digest(token.encode(), secret.encode()):
        raise SignatureInvalid("secret")
    return decoded(body, Update)


def _is_old(message: Message | None) -> bool:
    """Whether a message was written while the service was down. Presses carry no time."""
    return message is not None and is_late(message.date, time.time())


# which room is meant

MOVED = f"{NAME}/moved"  # the first id of a chat whose id has changed
ROOM = "room"


def _note_migration(store: Store, message: Message) -> None:
    """A group that becomes a supergroup gets another id, but stays the same room."""
    first = store.properties(f"{MOVED}/{message.chat.id}").get(ROOM, str(message.chat.id))
    store.set_properties(f"{MOVED}/{message.migrate_to_chat_id}", {ROOM: first})


def _room(games: Games, words: Words) -> str:
    store, person = games.store, str(words.sender.id)
    if words.in_private:
        return room_of_private_chat(games, NAME, person, words.place, words.text)
    chat, _, topic = words.place.partition("/")
    first = store.properties(f"{MOVED}/{chat}").get(ROOM, chat)
    room = f"{first}/{topic}" if topic else first
    Whereabouts(store, NAME, person).put(room)
    return room


def _version(games: Games, room: str) -> int:
    """The version of the room's game; 0 if there is none."""
    game = Room(games.store, f"{NAME}:{room}").game
    return games.cache.read_latest(game).version if game else 0


# what is answered at once


class Handle(msgspec.Struct, frozen=True, kw_only=True):
    """Where a worker sends the answers."""

    chat: str
    person: str


def _answer(backend: Backend, words: Words, update: str) -> Answer:
    games, sender = backend.games, words.sender
    room = _room(games, words)
    before = _version(games, room)
    who = Speaker(person=str(sender.id), name=sender.name, lang=sender.lang)
    posts = Rooms(games, backend.admit).hear(f"{NAME}:{room}", who, words.text, update)
    if words.in_private:
        posts = _to_private(posts, room != words.place and posts.version > before)
    handle = Handle(chat=room if words.in_private else words.place, person=str(sender.id))
    if words.callback:
        return _answer_press(backend, words, posts, handle)
    return _answer_message(backend, words, posts, handle)


def _to_private(posts: Posts, moved: bool) -> Posts:
    """In private, people read the whole answer there; their group reads the public part if they have moved."""
    first = posts.private or posts.public
    return msgspec.structs.replace(posts, private=first, public=posts.public if moved else None)


def _answer_message(backend: Backend, words: Words, posts: Posts, handle: Handle) -> Answer:
    """Answer the update itself with one text, if it has no picture and may be read where the words were written."""
    first = posts.private or posts.public
    assert first is not None
    here = words.in_private or not posts.private
    if here and not first.picture:
        rest = msgspec.structs.replace(posts, private=None, public=posts.public if posts.private else None)
        if rest.public:
            _answer_later(backend, handle, rest)
    elif _answer_later(backend, handle, posts):
        return ACKNOWLEDGED
    if not here:
        raise TemporarilyUnavailable("private_answer")
    return Answer({"method": "sendMessage", **_address(words.place), **message(first)})


def _answer_press(backend: Backend, words: Words, posts: Posts, handle: Handle) -> Answer:
    """Stop the button's waiting sign; in a group, a short private text pops up at the button."""
    private = posts.private
    short = private and len(private.text) <= ALERT and not private.choices and not private.picture
    pops_up = short and not words.in_private
    rest = msgspec.structs.replace(posts, private=None) if pops_up else posts
    queued = not (rest.private or rest.public) or _answer_later(backend, handle, rest)
    first = private or posts.public
    assert first is not None
    alert: dict[str, Any] = {"text": clipped(first.text, ALERT), "show_alert": True}
    shown = {} if queued and not pops_up else alert
    return Answer({"method": "answerCallbackQuery", "callback_query_id": words.callback, **shown})


def _answer_later(backend: Backend, handle: Handle, posts: Posts) -> bool:
    return backend.answer_later(NAME, msgspec.json.encode(handle).decode(), posts)


# how messages look


def message(post: Post, limit: int = TEXT) -> dict[str, Any]:
    """The message's JSON; with the limit `CAPTION` as the caption of a picture."""
    people = dict.fromkeys(post.mentions)
    mentions = "".join(f'<a href="tg://user?id={escape(person)}">•</a> ' for person in people)
    text = mentions + clipped_escaped(post.text, limit - len(mentions), _escaped)
    body: dict[str, Any] = {"text" if limit == TEXT else "caption": text, "parse_mode": "HTML"}
    if post.choices:
        rows = [[_button(choice)] for choice in post.choices[:BUTTONS]]
        body["reply_markup"] = {"inline_keyboard": rows}
    return body


def _escaped(text: str) -> str:
    return escape(text, quote=False)


def _button(choice: Choice) -> dict[str, str]:
    return {"text": clipped_label(choice.label, LABEL), "callback_data": choice.button}


def _address(room: str) -> dict[str, Any]:
    """The chat, and the topic in it if it has topics: each topic is a room."""
    chat, _, topic = room.partition("/")
    return {"chat_id": chat, **({"message_thread_id": topic} if topic else {})}


# Telegram's Bot API

FORBIDDEN = 403  # the status for a person who has blocked the bot or never written to it
STRANGER = "chat not found"  # the error for a person who has never written to the bot
UNCHANGED = "message is not modified"
_NEW_CHAT = re.compile(r'"migrate_to_chat_id":\s*(-?\d+)')


class Telegram:
    def __init__(self, config: Config) -> None:
        self._api = f"{config.telegram_api.rstrip('/')}/bot{config.telegram_token}"

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        return str(self._send(room, post, pictures)["result"]["message_id"])

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        """A message with a picture keeps having one. Telegram refuses edits that change nothing."""
        try:
            self._edit({"chat_id": room.partition("/")[0], "message_id": message}, post, pictures)
        except PlatformRefused as refused:
            if UNCHANGED not in str(refused):
                raise
        return message

    def _edit(self, place: dict[str, str], post: Post, pictures: Pictures) -> None:
        picture = pictures.get(post.picture)
        if picture is None:
            method, limit = ("editMessageCaption", CAPTION) if post.picture else ("editMessageText", TEXT)
            self._call(method, json={**place, **message(post, limit)})
            return
        body = message(post, CAPTION)
        media = {"type": "photo", "media": "attach://photo", "caption": body.pop("caption")}
        media["parse_mode"] = body.pop("parse_mode")
        self._call_with_photo("editMessageMedia", {**place, "media": media, **body}, post, picture)

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        to = msgspec.json.decode(handle, type=Handle)
        if posts.private:
            self._send_to_person(to, posts.private, pictures, posts.lang)
        if posts.public:
            self._send(to.chat, posts.public, pictures)

    def _send_to_person(self, to: Handle, post: Post, pictures: Pictures, lang: str) -> None:
        """A bot may not write to a person first: then the group asks them to write to it."""
        try:
            self._send(to.person, post, pictures)
        except PlatformRefused as refused:
            if refused.status != FORBIDDEN and STRANGER not in str(refused):
                raise
            self._send(to.chat, Post(text=Messages(lang)("room-write_first"), mentions=(to.person,)), {})

    def _send(self, room: str, post: Post, pictures: Pictures) -> Any:  # JSON values
        """When a group has become a supergroup, Telegram's refusal names its new id."""
        try:
            return self._send_to(_address(room), post, pictures)
        except PlatformRefused as refused:
            moved = _NEW_CHAT.search(str(refused))
            if moved is None:
                raise
            return self._send_to({"chat_id": moved[1]}, post, pictures)

    def _send_to(self, address: dict[str, Any], post: Post, pictures: Pictures) -> Any:  # JSON values
        picture = pictures.get(post.picture)
        if picture is None:
            return self._call("sendMessage", json={**address, **message(post)})
        return self._call_with_photo("sendPhoto", {**address, **message(post, CAPTION)}, post, picture)

    def _call_with_photo(self, method: str, fields: dict[str, Any], post: Post, picture: bytes) -> Any:
        data = {name: _form_value(value) for name, value in fields.items()}
        return self._call(method, data=data, files={"photo": (f"{post.picture}.png", picture, "image/png")})

    def _call(self, method: str, **request: Any) -> Any:  # JSON values
        return call("POST", f"{self._api}/{method}", **request)


def _form_value(value: Any) -> str:  # JSON values
    return value if isinstance(value, str) else json.dumps(value)
