"""Telegram: updates come with a secret token; a bot hears commands in groups, and everything in private."""

import hmac
import time
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from service.chat.freshness import hearing, is_late
from service.chat.parcels import hand_on
from service.chat.platform import clipped
from service.chat.telegram_calls import Handle
from service.chat.telegram_messages import ALERT, message, place_of
from service.chat.telegram_updates import Heard, Message, Update, heard_in
from service.config import Config
from service.context import services
from service.games import Games
from service.http import answer
from service.problems import Problem
from service.rooms import Posts, Room, Rooms, Speaker
from service.rooms.forgetting import Whereabouts

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
        raise Problem("unauthorized", "the secret token is not right")
    try:
        return msgspec.json.decode(request.get_data(), type=Update)
    except msgspec.DecodeError as error:
        raise Problem("malformed_request", str(error)) from error


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
        raise Problem("store_unavailable", "what is private cannot be sent just now")
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
