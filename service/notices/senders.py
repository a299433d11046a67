"""Sending to one channel: an encrypted push, a signed webhook, or a message of ntfy; never to a private network.
Chats have senders of their own.

Every message has a name that stays the same however often it is sent, so that receivers can skip repeats.
"""

from base64 import b64encode
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import msgspec

from service.clocks.deadlines import milliseconds
from service.notices.channels import Channel
from service.notices.formats.notice_texts import NoticeText
from service.notices.notice_ledger import Entry
from service.notices.notice_occasions import Occasion
from service.notices.web_push import LARGEST, PushMessage, PushSigner, encrypted, topic_of
from service.table_talk.talk_message import message_id
from service.webhooks.http_post import Outcome, post
from service.webhooks.signatures import signed_headers

API = "1"
WEEK = 7 * 86_400  # seconds that a notice without a deadline is worth showing
HIGH, NORMAL = "4", "3"  # priorities of ntfy
LONGEST_BODY = 1000  # characters


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """What is sent for one entry, or instead of one."""

    id: str
    type: str  # an occasion, or `confirm` or `withdrawn`
    title: str
    text: str
    game: str | None = None
    version: int | None = None
    message: str | None = None  # with which others began to talk
    seat: int | None = None
    url: str | None = None
    deadline_at: str | None = None
    code: str | None = None  # that confirms the channel

    @property
    def is_urgent(self) -> bool:
        return self.type == Occasion.REMINDER


def notice_of(channel: Channel, entry: Entry, text: NoticeText) -> Notice:
    is_message = entry.occasion is Occasion.MESSAGE
    return Notice(
        id=notice_id(channel, entry),
        type=entry.occasion,
        title=text.title,
        text=text.body[:LONGEST_BODY],
        game=entry.game,
        version=None if is_message else entry.version,
        message=message_id(entry.version) if is_message else None,
        seat=entry.seat,
        url=text.link,
        deadline_at=entry.deadline_at,
    )


def withdrawal(channel: Channel, entry: Entry) -> Notice:
    """Closes what a device shows about a game."""
    name = f"{notice_id(channel, entry)}-withdrawn"
    return Notice(id=name, type="withdrawn", title="", text="", game=entry.game, version=entry.version)


def notice_id(channel: Channel, entry: Entry) -> str:
    """With the moment of the event: one that takes the place of an event that a server has lost has its version."""
    about = entry.occasion if entry.seat is None else f"{entry.occasion}-{entry.seat}"
    return f"{channel.id}-{entry.game}-{about}-{entry.version}-{milliseconds(entry.since.at):x}"


class Senders:
    """Sends to channels of every kind but mail; `mention` posts in chat rooms."""

    def __init__(
        self,
        signer: PushSigner,
        now: Callable[[], str],
        mention: Callable[[Channel, Notice], Outcome],
        *,
        private: bool,
        seconds: float,
    ) -> None:
        self._signer, self._now, self._mention = signer, now, mention
        self._private, self._seconds = private, seconds

    def send(self, channel: Channel, notice: Notice) -> Outcome:
        if channel.kind == "chat":
            return self._mention(channel, notice)
        headers, body = self._wire(channel, notice)
        return post(channel.url, headers, body, private=self._private, seconds=self._seconds)

    def _wire(self, channel: Channel, notice: Notice) -> tuple[Mapping[str, str], bytes]:
        if channel.kind == "push":
            return self._push(channel, notice)
        return self._ntfy(notice) if channel.kind == "ntfy" else self._webhook(channel, notice)

    def _push(self, channel: Channel, notice: Notice) -> tuple[Mapping[str, str], bytes]:
        assert channel.keys is not None
        message = PushMessage(
            body=_push_body(channel, notice),
            topic=topic_of(notice.game or channel.id),
            ttl=self._worth(notice),
            urgent=notice.is_urgent,
        )
        return self._signer.headers(channel.url, message), encrypted(message.body, channel.keys)

    def _worth(self, notice: Notice) -> int:
        """For how many seconds a notice is worth showing: until the deadline; a withdrawal only now."""
        if notice.type == "withdrawn":
            return 0
        if notice.deadline_at is None:
            return WEEK
        left = datetime.fromisoformat(notice.deadline_at) - datetime.fromisoformat(self._now())
        return max(60, int(left.total_seconds()))

    def _webhook(self, channel: Channel, notice: Notice) -> tuple[Mapping[str, str], bytes]:
        now = self._now()
        data = {**msgspec.to_builtins(notice), "channel": channel.id}
        name, kind = data.pop("id"), data.pop("type")
        body = msgspec.json.encode(
            {"id": name, "type": f"notice.{kind}", "at": now, "api": API, "data": data}
        )
        seconds = int(datetime.fromisoformat(now).timestamp())
        return signed_headers(name, seconds, body, (channel.secret,)), body

    @staticmethod
    def _ntfy(notice: Notice) -> tuple[Mapping[str, str], bytes]:
        headers = {
            "Content-Type": "text/plain; charset=utf-8",
            "Title": _encoded(notice.title),
            "Tags": "steam_locomotive",
            "Priority": HIGH if notice.is_urgent else NORMAL,
        }
        return {**headers, **({"Click": notice.url} if notice.url else {})}, notice.text.encode()


def _push_body(channel: Channel, notice: Notice) -> bytes:
    fields: dict[str, Any] = msgspec.to_builtins(notice)
    fields["tag"] = notice.game or channel.id  # a later notice takes the place of an earlier one
    fields = {name: value for name, value in fields.items() if value is not None}
    while len(body := msgspec.json.encode(fields)) > LARGEST:
        name = max(("title", "text"), key=lambda name: len(fields[name]))
        fields[name] = fields[name][: len(fields[name]) // 2]
    return body


def _encoded(text: str) -> str:
    """A header may hold plain letters only: others are encoded as in mail (RFC 2047), which ntfy reads."""
    one_line = " ".join(text.split())
    return one_line if one_line.isascii() else f"=?UTF-8?B?{b64encode(one_line.encode()).decode()}?="
