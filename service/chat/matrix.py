"""Matrix: transactions of an application service in, events out.

In: the homeserver sends what happens in the rooms of our user, with a secret token, and repeats a transaction until it
is acknowledged. The bot hears messages that begin with `!ttr` or mention it, replies to its own among them, and
everything in private. It joins the rooms it is invited to.
Out: a worker sends everything through the client API, in private to the direct room of a person, which it opens when
there is none.
"""

import hmac
import re
import secrets
import time
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from typing import Any
from urllib.parse import quote

import msgspec

from service.chat.platform import (
    Answer,
    Backend,
    Headers,
    Pictures,
    PlatformRefused,
    answering,
    call,
    clipped,
    decoded,
    is_late,
)
from service.chat.private_chats import room_of_private_chat
from service.chat.rooms import Rooms, Speaker
from service.chat.rooms.room import Post, Posts, Whereabouts
from service.config import Config
from service.errors import SignatureInvalid, TemporarilyUnavailable
from service.games.games import Games
from service.store import Store

NAME = "matrix"
COMMAND = "!ttr"
TEXT = 8000  # characters: an event may have 64 kB, with the text twice in it
WORDS = 2000  # characters that are heard

# what comes in


class Mentions(msgspec.Struct):
    user_ids: tuple[str, ...] = ()


class Content(msgspec.Struct, rename={"mentions": "m.mentions"}):
    """The fields of messages and memberships that we read."""

    msgtype: str = ""
    body: str = ""
    mentions: Mentions = msgspec.field(default_factory=Mentions)
    membership: str = ""
    is_direct: bool = False


class RoomEvent(msgspec.Struct):
    type: str = ""
    event_id: str = ""
    room_id: str = ""
    sender: str = ""
    state_key: str = ""
    origin_server_ts: int = 0
    content: msgspec.Raw = msgspec.Raw(b"{}")


class Transaction(msgspec.Struct):
    events: tuple[RoomEvent, ...]


def is_configured(config: Config) -> bool:
    return all((config.matrix_hs_token, config.matrix_as_token, config.matrix_user, config.matrix_api))


def receive(backend: Backend, headers: Headers, body: bytes) -> Answer:
    """Each event is answered once, however often its transaction comes."""
    _verify(backend.config.matrix_hs_token, headers)
    for event in decoded(body, Transaction).events:
        if event.sender == backend.config.matrix_user:
            _note_direct(backend.games.store, event, event.state_key)
            continue
        if is_late(event.origin_server_ts // 1000, time.time()):
            continue
        with answering(backend.games.store, NAME, event.event_id) as new:
            if new:
                _hear(backend, event)
    return Answer({})


def _verify(secret: str, headers: Headers) -> None:
    shown = headers.get("authorization", "").removeprefix("Bearer ")
    if not hmac.compare_digest(shown.encode(), secret.encode()):
        raise SignatureInvalid("secret")


def _content(event: RoomEvent) -> Content:
    """Empty for content of other shapes: anybody may send anything in a room."""
    try:
        return msgspec.json.decode(event.content, type=Content)
    except msgspec.ValidationError:
        return Content()


def _hear(backend: Backend, event: RoomEvent) -> None:
    content, us = _content(event), backend.config.matrix_user
    if event.type == "m.room.member" and event.state_key == us and content.membership == "invite":
        _note_direct(backend.games.store, event, event.sender)
        _answer(backend, event, "help", joins=True)
    elif event.type == "m.room.message" and content.msgtype == "m.text":
        text = _words(content, us, is_private=_is_direct(backend.games.store, event))
        if text:
            _answer(backend, event, text[:WORDS])


def _words(content: Content, us: str, *, is_private: bool) -> str:
    """The words for us: everything in private, what is addressed to us in a room. Empty otherwise."""
    text = _without_quote(content.body)
    if text.casefold().startswith(COMMAND):
        return text[len(COMMAND) :].strip() or "help"
    if is_private or us in content.mentions.user_ids:
        return _without_name(text, us)
    return ""


def _without_quote(body: str) -> str:
    """Replies of older clients begin with the lines that they answer."""
    lines = body.splitlines()
    while lines and lines[0].startswith("> "):
        lines.pop(0)
    return "\n".join(lines).strip()


def _without_name(text: str, us: str) -> str:
    """`ttr: draw 2` and `@ttr:example.org draw 2` are `draw 2`."""
    own = "|".join(map(re.escape, (us, _local_part(us))))
    return re.sub(rf"^@?(?:{own})\s*[:,]?\s+", "", text, flags=re.IGNORECASE)


def _local_part(user: str) -> str:
    return user.removeprefix("@").partition(":")[0]


# which room is meant

DIRECT = "direct"  # property of a room: the fingerprint of the one person in it besides us


def _note_direct(store: Store, event: RoomEvent, person: str) -> None:
    """An invitation says whether its room is a direct one: ours to a person, or a person's to us."""
    content = _content(event)
    if event.type == "m.room.member" and content.membership == "invite" and content.is_direct:
        store.set_properties(_owner(event.room_id), {DIRECT: _fingerprint(person)})


def _is_direct(store: Store, event: RoomEvent) -> bool:
    """Whether somebody writes in their own direct room: others who have come there are not alone with us."""
    return store.properties(_owner(event.room_id)).get(DIRECT) == _fingerprint(event.sender)


def _fingerprint(person: str) -> str:
    return sha256(person.encode()).hexdigest()


def _owner(room: str) -> str:
    return f"{NAME}/{DIRECT}/{room}"


def _room(games: Games, event: RoomEvent, text: str) -> str:
    if _is_direct(games.store, event):
        return room_of_private_chat(games, NAME, event.sender, event.room_id, text)
    Whereabouts(games.store, NAME, event.sender).put(event.room_id)
    return event.room_id


# what is answered


class Handle(msgspec.Struct, frozen=True, kw_only=True):
    """Where a worker sends the answers."""

    room: str
    person: str
    event: str  # what they wrote
    direct: str = ""  # the direct room in which they wrote it
    joins: str = ""  # the room that we are to join first


def _answer(backend: Backend, event: RoomEvent, text: str, *, joins: bool = False) -> None:
    room = _room(backend.games, event, text)
    who = Speaker(person=event.sender, name=_local_part(event.sender))
    posts = Rooms(backend.games, backend.admit).hear(f"{NAME}:{room}", who, text, event.event_id)
    direct = event.room_id if _is_direct(backend.games.store, event) else ""
    if direct:  # people read the whole answer there; their room reads the public part of a move
        public = posts.public if posts.public and room != direct else None
        posts = msgspec.structs.replace(posts, private=posts.private or posts.public, public=public)
    handle = Handle(
        room=room,
        person=event.sender,
        event=event.event_id,
        direct=direct,
        joins=event.room_id if joins else "",
    )
    if not backend.answer_later(NAME, msgspec.json.encode(handle).decode(), posts):
        raise TemporarilyUnavailable("private_answer")


# how messages look


def message(post: Post) -> dict[str, Any]:
    """Notices call nobody, so what mentions people is a text."""
    text = clipped(post.text, TEXT)
    people = dict.fromkeys(post.mentions)
    links = [
        f'<a href="https://matrix.to/#/{quote(person)}">{escape(_local_part(person))}</a>'
        for person in people
    ]
    names = [_local_part(person) for person in people]
    return {
        "msgtype": "m.text" if people else "m.notice",
        "body": _called(names, text),
        "format": "org.matrix.custom.html",
        "formatted_body": _called(links, escape(text, quote=False).replace("\n", "<br>")),
        "m.mentions": {"user_ids": list(people)},
    }


def _called(names: Sequence[str], text: str) -> str:
    return f"{', '.join(names)}: {text}" if names else text


def _reply_to(event: str) -> dict[str, Any]:
    return {"m.relates_to": {"m.in_reply_to": {"event_id": event}}}


class Picture(msgspec.Struct, frozen=True, array_like=True):
    """A picture that the homeserver keeps."""

    uri: str
    size: int


def with_picture(body: dict[str, Any], name: str, picture: Picture | None) -> dict[str, Any]:
    """The message as the caption of a picture."""
    if picture is None:
        return body
    info = {"mimetype": "image/png", "size": picture.size}
    return {**body, "msgtype": "m.image", "filename": f"{name}.png", "url": picture.uri, "info": info}


# the client API of the homeserver

NOT_FOUND = 404


class Sent(msgspec.Struct, frozen=True, array_like=True):
    """A message of ours: an edit must name the picture again, so that the id holds both."""

    event: str
    picture: Picture | None = None

    @property
    def id(self) -> str:
        return msgspec.json.encode(self).decode()


class Matrix:
    def __init__(self, config: Config) -> None:
        self._api, self._user = config.matrix_api.rstrip("/"), config.matrix_user
        self._headers = {"Authorization": f"Bearer {config.matrix_as_token}"}

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        return self._post(room, post, pictures, {})

    def _post(self, room: str, post: Post, pictures: Pictures, relation: dict[str, Any]) -> str:
        picture = self._upload(post, pictures)
        event = self._send(room, {**with_picture(message(post), post.picture, picture), **relation})
        return Sent(event, picture).id

    def edit(self, room: str, message_id: str, post: Post, pictures: Pictures) -> str:
        before = msgspec.json.decode(message_id, type=Sent)
        picture = self._upload(post, pictures) or before.picture
        new = with_picture(message(post), post.picture, picture)
        relation = {"rel_type": "m.replace", "event_id": before.event}
        self._send(room, {**new, "body": f"* {new['body']}", "m.new_content": new, "m.relates_to": relation})
        return Sent(before.event, picture).id

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        to = msgspec.json.decode(handle, type=Handle)
        if to.joins:
            self._call("POST", f"rooms/{quote(to.joins)}/join", json={})
        if posts.private:
            self.post(to.direct or self._direct_room(to.person), posts.private, pictures)
        if posts.public:
            self._post(to.room, posts.public, pictures, {} if to.direct else _reply_to(to.event))

    def _direct_room(self, person: str) -> str:
        """The room of this person and us alone; the homeserver remembers which it is."""
        path = f"user/{quote(self._user)}/account_data/m.direct"
        rooms = self._direct_rooms(path)
        if not rooms.get(person):
            request = {"preset": "trusted_private_chat", "is_direct": True, "invite": [person]}
            rooms[person] = [self._call("POST", "createRoom", json=request)["room_id"]]
            self._call("PUT", path, json=rooms)
        return rooms[person][-1]

    def _direct_rooms(self, path: str) -> dict[str, list[str]]:
        try:
            return msgspec.convert(self._call("GET", path), dict[str, list[str]])
        except PlatformRefused as refused:
            if refused.status != NOT_FOUND:
                raise
            return {}

    def _upload(self, post: Post, pictures: Pictures) -> Picture | None:
        picture = pictures.get(post.picture)
        if picture is None:
            return None
        headers = {**self._headers, "Content-Type": "image/png"}
        address = f"{self._api}/_matrix/media/v3/upload?filename={post.picture}.png"
        return Picture(call("POST", address, data=picture, headers=headers)["content_uri"], len(picture))

    def _send(self, room: str, content: dict[str, Any]) -> str:
        path = f"rooms/{quote(room)}/send/m.room.message/{secrets.token_hex(12)}"
        return str(self._call("PUT", path, json=content)["event_id"])

    def _call(self, method: str, path: str, **request: Any) -> Any:  # JSON values
        return call(method, f"{self._api}/_matrix/client/v3/{path}", headers=self._headers, **request)
