"""Discord: interactions in, messages out.

In: slash commands, buttons and menus arrive as interactions, signed with Ed25519, and all become words for the room.
Out: a text without a picture answers the interaction at once; a worker sends pictures, second messages, and everything
that nobody has asked for, through Discord's API. Discord refuses messages beyond its limits.
"""

import json
from typing import Any

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from service.chat.platform import (
    Answer,
    Backend,
    Headers,
    Pictures,
    answering,
    call,
    check_time,
    clipped,
    clipped_label,
    decoded,
)
from service.chat.rooms import LONGEST, Rooms, Speaker
from service.chat.rooms.room import Post, Posts
from service.config import Config
from service.errors import MalformedRequest, SignatureInvalid
from service.language import Choice
from service.language.languages import DEFAULT_LANG, Messages, codes, language_of

NAME = "discord"

# Discord's numbers for kinds of things
PING, COMMAND, COMPONENT = 1, 2, 3  # interactions
PONG, MESSAGE, DEFERRED = 1, 4, 5  # answers to them
ROW, BUTTON, MENU = 1, 2, 3  # components
GREY = 2  # style of buttons
CHAT_INPUT, STRING = 1, 3  # types of commands and of options
SERVER, PRIVATE = 0, 1  # contexts in which commands can be used
EPHEMERAL = 64  # flag of a message that only one person sees

# Discord's limits
CONTENT = 2000  # characters of a message
BUTTONS, BUTTON_LABEL = 5, 80  # in a row
OPTIONS, OPTION_LABEL = 25, 100  # in a menu
DESCRIPTION = 1024  # characters of an attachment's

# what comes in


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
    """The part of an interaction that we read."""

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
            raise MalformedRequest("no_user")
        name = (self.member.nick if self.member else None) or user.global_name or user.username or user.id
        return Speaker(person=user.id, name=name[:60], lang=language_of(self.locale))

    def text(self) -> str:
        """The words a component stands for; of a command its options, or its name if it has none."""
        if self.type == COMPONENT:
            return pressed(self.data.values[0] if self.data.values else self.data.custom_id)
        text = " ".join(_option_words(self.data.options)) or self.data.name.replace("-", " ")
        return "help" if text == TALK else text


def _option_words(options: tuple[_Option, ...]) -> list[str]:
    """The values of options; a subcommand adds its own name."""
    words: list[str] = []
    for option in options:
        words += [str(option.value)] if option.value != "" else [option.name, *_option_words(option.options)]
    return words


def is_configured(config: Config) -> bool:
    return bool(config.discord_public_key)


def receive(backend: Backend, headers: Headers, body: bytes) -> Answer:
    interaction = _verified(backend.config.discord_public_key, headers, body)
    if interaction.type == PING:
        return Answer({"type": PONG})
    if interaction.type not in (COMMAND, COMPONENT):
        raise MalformedRequest("interaction_type")
    if not interaction.channel_id:
        raise MalformedRequest("no_channel")
    room, who = f"{NAME}:{interaction.channel_id}", interaction.speaker()
    with answering(backend.games.store, NAME, interaction.id) as new:
        if not new:
            raise SignatureInvalid("answered_before")
        posts = Rooms(backend.games, backend.admit).hear(room, who, interaction.text(), interaction.id)
        return _answer(backend, interaction, posts)


def _verified(public_key: str, headers: Headers, body: bytes) -> Interaction:
    """The interaction, if Discord has signed it just now."""
    stamp, signature = (headers.get(f"x-signature-{part}", "") for part in ("timestamp", "ed25519"))
    try:
        VerifyKey(bytes.fromhex(public_key)).verify(stamp.encode() + body, bytes.fromhex(signature))
    except (BadSignatureError, ValueError) as error:
        raise SignatureInvalid() from error
    check_time(stamp)
    return decoded(body, Interaction)


# what is answered at once

FIRST, MORE = "first", "more"  # for a worker: the answer that is still owed, or another message after it


def _answer(backend: Backend, interaction: Interaction, posts: Posts) -> Answer:
    """A text at once; a worker sends pictures and the second of two messages."""
    first = posts.private or posts.public
    assert first is not None
    flags = EPHEMERAL if posts.private else 0
    handle = f"{interaction.application_id}/{interaction.token}"
    if first.picture and backend.answer_later(NAME, f"{handle}/{FIRST}", posts):
        return Answer({"type": DEFERRED, "data": {"flags": flags}})
    if posts.private and posts.public:
        backend.answer_later(NAME, f"{handle}/{MORE}", msgspec.structs.replace(posts, private=None))
    return Answer({"type": MESSAGE, "data": {**message(first), "flags": flags}})


# how messages look


def message(post: Post) -> dict[str, Any]:
    mentions = "".join(f"<@{person}> " for person in post.mentions)
    return {
        "content": clipped(mentions + post.text, CONTENT),
        "components": [_row(post)] if post.choices else [],
        # a mention that people type themselves notifies nobody
        "allowed_mentions": {"parse": [], "users": list(dict.fromkeys(post.mentions))},
    }


def _row(post: Post) -> dict[str, Any]:
    """Buttons if they fit, else a menu; choices that do not fit there either can be typed."""
    if len(post.choices) <= BUTTONS:
        buttons = [
            {
                "type": BUTTON,
                "style": GREY,
                "label": clipped_label(c.label, BUTTON_LABEL),
                "custom_id": _id(c),
            }
            for c in post.choices
        ]
        return {"type": ROW, "components": buttons}
    options = [
        {"label": clipped_label(c.label, OPTION_LABEL), "value": _id(c)} for c in post.choices[:OPTIONS]
    ]
    return {"type": ROW, "components": [{"type": MENU, "custom_id": "choice", "options": options}]}


def _id(choice: Choice) -> str:
    """Ids must differ even where two buttons send the same."""
    return f"{choice.number}:{choice.button}"


def pressed(component_id: str) -> str:
    """What the button with a component's id sends."""
    return component_id.partition(":")[2]


# Discord's API

USER_AGENT = "DiscordBot (ticket-to-ride-by-post, 0.1)"  # the form that Discord asks for: name and version


class Discord:
    def __init__(self, config: Config) -> None:
        self._api = config.discord_api.rstrip("/")
        self._token = config.discord_token

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        answer = self._send("POST", f"/channels/{room}/messages", post, pictures, self._token)
        return str(answer["id"])

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        """Discord keeps attachments that the call does not mention."""
        self._send("PATCH", f"/channels/{room}/messages/{message}", post, pictures, self._token)
        return message

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        """A handle is the application, the interaction's token, and whether the first answer is still owed.

        The interaction's token authorizes these calls.
        """
        application, token, owed = handle.split("/")
        place, more = f"/webhooks/{application}/{token}", posts.public
        if owed == FIRST:
            first = posts.private or posts.public
            assert first is not None
            self._send("PATCH", f"{place}/messages/@original", first, pictures)
            more = posts.public if posts.private else None
        if more:
            self._send("POST", place, more, pictures)

    def put_commands(self, application: str, commands: list[dict[str, Any]]) -> None:
        """Replace all commands of the application."""
        self._call("PUT", f"/applications/{application}/commands", self._token, json=commands)

    def application(self) -> str:
        """The id of the application that the token belongs to."""
        return str(self._call("GET", "/applications/@me", self._token)["id"])

    def set_address(self, url: str) -> None:
        """Set the address for interactions; Discord pings it at once and refuses it without the right answer."""
        self._call("PATCH", "/applications/@me", self._token, json={"interactions_endpoint_url": url})

    def _send(self, method: str, path: str, post: Post, pictures: Pictures, token: str = "") -> Any:
        body = message(post)
        picture = pictures.get(post.picture)
        if picture is None:
            return self._call(method, path, token, json=body)
        name = f"{post.picture}.png"
        description = clipped(post.text, DESCRIPTION)
        body["attachments"] = [{"id": 0, "filename": name, "description": description}]
        files = {"files[0]": (name, picture, "image/png")}
        return self._call(method, path, token, data={"payload_json": json.dumps(body)}, files=files)

    def _call(self, method: str, path: str, token: str, **request: Any) -> Any:  # JSON values
        headers = {"User-Agent": USER_AGENT, **({"Authorization": f"Bot {token}"} if token else {})}
        return call(method, self._api + path, headers=headers, **request)


# slash commands, registered by `ttr chat-register`: `/ttr` takes any words, the others stand for frequent ones

TALK = "ttr"
SHORTCUTS = ("hand", "map", "score", "status", "remind", "what-can-i-do")  # the words are the command's name


def commands() -> list[dict[str, Any]]:
    """All commands, as `PUT /applications/<id>/commands` takes them."""
    say = {
        "type": STRING,
        **_localized("name", "discord-say.name"),
        **_localized("description", "discord-say"),
        "max_length": LONGEST,
    }
    return [{**_command(TALK), "options": [say]}, *map(_command, SHORTCUTS)]


def _command(name: str) -> dict[str, Any]:
    return {
        "type": CHAT_INPUT,
        "name": name,
        **_localized("description", f"discord-{name}"),
        "contexts": [SERVER, PRIVATE],
    }


def _localized(field: str, key: str) -> dict[str, Any]:
    """A field in the default language, with its form in every other."""
    others = {lang: Messages(lang)(key) for lang in codes() if lang != DEFAULT_LANG}
    return {field: Messages(DEFAULT_LANG)(key), f"{field}_localizations": others}
