"""Discord: interactions come in signed with Ed25519; slash commands, buttons and menus all become words.

The slash commands of the Discord application: `/ttr` says anything, the others say what is said often.

Posts as Discord shows them, within its limits.

Discord's own API: the messages that nobody asked for, and the answers that took longer.
"""

import json
import time
from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response, request
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from service.chat.late_answers import hand_on
from service.chat.platform import Pictures, clipped, sent
from service.chat.replay_guard import hearing, is_late
from service.chat.rooms import LONGEST, Rooms, Speaker
from service.chat.rooms.posts import Post, Posts, words_or_mark
from service.config import Config
from service.errors import MalformedRequest, Unauthorized
from service.http.response import answer
from service.language import Choice
from service.wiring import services

TALK = "ttr"  # the command that takes any words
CHAT_INPUT, STRING = 1, 3  # types of commands and of options
SERVER, PRIVATE = 0, 1  # where they can be used

SAY: Mapping[str, Any] = {
    "type": STRING,
    "name": "say",
    "name_localizations": {"fr": "dire"},
    "description": "new game europe, join, start, draw 2, claim paris brest, my hand, help ...",
    "description_localizations": {
        "fr": "nouvelle partie europe, je joue, commencer, pioche 2, ma main, aide ..."
    },
    "max_length": LONGEST,
}
SHORTCUTS: Mapping[str, tuple[str, str]] = {  # each says its own name
    "hand": ("Your cards and tickets; only you see them", "Vos cartes et destinations ; vous seul les voyez"),
    "map": ("The board as a picture", "Le plateau en image"),
    "score": ("Everybody's points", "Les points de chacun"),
    "status": ("The whole table, and whom it waits for", "Toute la table, et qui elle attend"),
    "remind": ("Calls whoever is to act", "Rappelle qui doit jouer"),
    "what-can-i-do": (
        "What you can do now; only you see it",
        "Ce que vous pouvez faire ; vous seul le voyez",
    ),
}


def commands() -> list[dict[str, Any]]:
    """As `PUT /applications/<id>/commands` takes them."""
    talk = _command(
        TALK, "Ticket to Ride: say anything", "Les Aventuriers du Rail : dites ce que vous voulez"
    )
    shortcuts = [_command(name, english, french) for name, (english, french) in SHORTCUTS.items()]
    return [{**talk, "options": [dict(SAY)]}, *shortcuts]


def _command(name: str, english: str, french: str) -> dict[str, Any]:
    return {
        "type": CHAT_INPUT,
        "name": name,
        "description": english,
        "description_localizations": {"fr": french},
        "contexts": [SERVER, PRIVATE],
    }


CONTENT = 2000
ID = 100
BUTTONS, BUTTON_LABEL = 5, 80  # in a row
OPTIONS, OPTION_LABEL = 25, 100  # in a menu
ROW, BUTTON, MENU = 1, 2, 3  # types of components
GREY = 2
NUMBERED = 3  # characters before the words: a number of at most two digits, and a colon


def message(post: Post) -> dict[str, Any]:
    called = "".join(f"<@{person}> " for person in post.mentions)
    return {
        "content": clipped(called + post.text, CONTENT),
        "components": [_row(post)] if post.choices else [],
        # nobody else is called by what people write
        "allowed_mentions": {"parse": [], "users": list(dict.fromkeys(post.mentions))},
    }


def _row(post: Post) -> dict[str, Any]:
    """Buttons if they fit, else a menu; whoever wants what does not fit there says more words."""
    if len(post.choices) <= BUTTONS:
        found = [
            {"type": BUTTON, "style": GREY, "label": clipped(c.label, BUTTON_LABEL), "custom_id": _id(c)}
            for c in post.choices
        ]
        return {"type": ROW, "components": found}
    options = [{"label": clipped(c.label, OPTION_LABEL), "value": _id(c)} for c in post.choices[:OPTIONS]]
    return {"type": ROW, "components": [{"type": MENU, "custom_id": "choice", "options": options}]}


def _id(choice: Choice) -> str:
    """Two of them may say the same, but no two may have the same id."""
    return f"{choice.number}:{words_or_mark(choice, ID - NUMBERED)}"


def pressed(chosen: str) -> str:
    """What a component says that was chosen."""
    return chosen.partition(":")[2]


AGENT = "DiscordBot (ticket-to-ride-by-post, 0.1)"  # Discord asks for this form: whose, and which version
DESCRIPTION = 1024  # characters of an attachment's
FIRST, MORE = "first", "more"  # what a worker is to send: the answer that is still owed, or another one


class Discord:
    def __init__(self, config: Config) -> None:
        self._api = config.discord_api.rstrip("/")
        self._token = config.discord_token

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        answer = self._send("POST", f"/channels/{room}/messages", post, pictures, self._token)
        return str(answer["id"])

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        """Attachments that are not spoken of stay."""
        self._send("PATCH", f"/channels/{room}/messages/{message}", post, pictures, self._token)
        return message

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        """A handle is the application, the interaction's token, and whether its first answer is still owed.

        The token of the interaction allows all that is needed.
        """
        application, token, what = handle.split("/")
        place, more = f"/webhooks/{application}/{token}", posts.public
        if what == FIRST:
            first = posts.private or posts.public
            assert first is not None
            self._send("PATCH", f"{place}/messages/@original", first, pictures)
            more = posts.public if posts.private else None
        if more:
            self._send("POST", place, more, pictures)

    def put_commands(self, application: str, commands: list[dict[str, Any]]) -> None:
        """In place of all commands that the application has."""
        self._call("PUT", f"/applications/{application}/commands", self._token, json=commands)

    def application(self) -> str:
        """The id of the application whose token we have."""
        return str(self._call("GET", "/applications/@me", self._token)["id"])

    def set_address(self, url: str) -> None:
        """Discord calls it at once, and refuses it unless we answer as we should."""
        self._call("PATCH", "/applications/@me", self._token, json={"interactions_endpoint_url": url})

    def _send(self, method: str, path: str, post: Post, pictures: Pictures, token: str = "") -> Any:
        body = message(post)
        picture = pictures.get(post.picture)
        if picture is None:
            return self._call(method, path, token, json=body)
        name = f"{post.picture}.png"
        described = clipped(post.text, DESCRIPTION)
        body["attachments"] = [{"id": 0, "filename": name, "description": described}]
        files = {"files[0]": (name, picture, "image/png")}
        return self._call(method, path, token, data={"payload_json": json.dumps(body)}, files=files)

    def _call(self, method: str, path: str, token: str, **request: Any) -> Any:  # JSON values
        headers = {"User-Agent": AGENT, **({"Authorization": f"Bot {token}"} if token else {})}
        return sent(method, self._api + path, headers=headers, **request)


NAME = "discord"

PING, COMMAND, COMPONENT = 1, 2, 3  # types of interactions
PONG, MESSAGE, DEFERRED = 1, 4, 5  # types of answers
EPHEMERAL = 64


class _Option(msgspec.Struct):
    name: str
    value: str | int | float | bool = ""
    options: tuple["_Option", ...] = ()


class _Data(msgspec.Struct):
    name: str = ""
    options: tuple[_Option, ...] = ()
    custom_id: str = ""
    values: tuple[str, ...] = ()


class _User(msgspec.Struct):
    id: str
    username: str = ""
    global_name: str | None = None


class _Member(msgspec.Struct):
    user: _User
    nick: str | None = None


class Interaction(msgspec.Struct, kw_only=True):
    """What Discord sends, as far as we read it."""

    id: str
    application_id: str
    type: int
    token: str
    channel_id: str = ""
    locale: str = "en"
    data: _Data = msgspec.field(default_factory=_Data)
    member: _Member | None = None
    user: _User | None = None

    def speaker(self) -> Speaker:
        user = self.member.user if self.member else self.user
        if user is None:
            raise MalformedRequest("an interaction is somebody's")
        name = (self.member.nick if self.member else None) or user.global_name or user.username or user.id
        return Speaker(person=user.id, name=name[:60], lang="fr" if self.locale.startswith("fr") else "en")

    def text(self) -> str:
        """A component says what it stands for; a command its options, or its name if it has none."""
        if self.type == COMPONENT:
            return pressed(self.data.values[0] if self.data.values else self.data.custom_id)
        said = " ".join(_said(self.data.options)) or self.data.name.replace("-", " ")
        return "help" if said == TALK else said


def _said(options: tuple[_Option, ...]) -> list[str]:
    """The values of options; a subcommand says its own name as well."""
    words: list[str] = []
    for option in options:
        words += [str(option.value)] if option.value != "" else [option.name, *_said(option.options)]
    return words


def register(blueprint: Blueprint, config: Config) -> None:
    if config.discord_public_key:
        blueprint.post("/v1/chat/discord")(discord_interaction)


def discord_interaction() -> Response:
    asked = _read(services().config.discord_public_key)
    if asked.type == PING:
        return answer({"type": PONG})
    if asked.type not in (COMMAND, COMPONENT):
        raise MalformedRequest("this kind of interaction is not used here")
    if not asked.channel_id:
        raise MalformedRequest("an interaction has a channel")
    room, who = f"{NAME}:{asked.channel_id}", asked.speaker()
    with hearing(services().store, NAME, asked.id, time.time()) as new:
        if not new:
            raise Unauthorized("the request was answered before")
        return _answer(asked, Rooms(services().games).hear(room, who, asked.text(), asked.id))


def _read(public_key: str) -> Interaction:
    """The interaction, if it is Discord's, and of now."""
    stamp, signature = (request.headers.get(f"X-Signature-{part}", "") for part in ("Timestamp", "Ed25519"))
    body = request.get_data()
    try:
        VerifyKey(bytes.fromhex(public_key)).verify(stamp.encode() + body, bytes.fromhex(signature))
    except (BadSignatureError, ValueError) as error:
        raise Unauthorized("the signature is not right") from error
    if not stamp.isascii() or not stamp.isdecimal() or is_late(int(stamp), time.time()):
        raise Unauthorized("the request is too old")
    try:
        return msgspec.json.decode(body, type=Interaction)
    except msgspec.DecodeError as error:
        raise MalformedRequest(str(error)) from error


def _answer(asked: Interaction, posts: Posts) -> Response:
    """At once, if it is only text; pictures and a second message come from a worker."""
    first = posts.private or posts.public
    assert first is not None
    flags = EPHEMERAL if posts.private else 0
    handle = f"{asked.application_id}/{asked.token}"
    if first.picture and hand_on(NAME, f"{handle}/{FIRST}", posts):
        return answer({"type": DEFERRED, "data": {"flags": flags}})
    if posts.private and posts.public:
        hand_on(NAME, f"{handle}/{MORE}", msgspec.structs.replace(posts, private=None))
    return answer({"type": MESSAGE, "data": {**message(first), "flags": flags}})
