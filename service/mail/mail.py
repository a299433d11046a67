"""A mail as it waits in the outbox, and as it is handed to the mail server."""

import re
from collections.abc import Mapping
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import format_datetime
from hashlib import sha256

import msgspec

from service.clocks.deadlines import moment

LONGEST_ADDRESS = 254
_LOCAL = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
# names in the public network: no address in brackets, no `localhost`, no name that ends in a number
_ADDRESS = re.compile(rf"({_LOCAL})@((?:{_NAME}\.)+[A-Za-z](?:[A-Za-z0-9-]{{0,61}}[A-Za-z0-9]))")
_PRIVATE = ("local", "localhost", "internal", "invalid", "lan", "home", "onion", "home.arpa")


class PlainHeader(UnstructuredHeader, BaseHeader):
    """A header of ids or addresses, in one line: Python would encode a long one, and no mail program decodes these."""

    max_count = 1

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


def _plain_headers() -> HeaderRegistry:
    registry = HeaderRegistry()
    for name in ("list-unsubscribe", "message-id", "in-reply-to", "references"):
        registry.map_to_type(name, PlainHeader)
    return registry


_POLICY = SMTP.clone(header_factory=_plain_headers())


class Mail(msgspec.Struct, frozen=True, kw_only=True):
    """To one person. Two mails of one key are one mail: only the first is sent."""

    key: str
    to: str
    subject: str
    text: str
    html: str = ""
    headers: Mapping[str, str] = {}  # besides those that every mail has
    owner: str = ""  # the player whose mail it is: it is withdrawn when they are erased
    queued_at: str = ""  # set by the outbox
    expires_at: str = ""  # it is worth nothing after that; "": it is worth sending for days


def mail_address(text: str) -> str | None:
    """The address with its domain in lower case; None if no mail can or may be sent there."""
    match = _ADDRESS.fullmatch(text.strip())
    if match is None or len(text) > LONGEST_ADDRESS:
        return None
    local, domain = match.group(1), match.group(2).lower()
    if local.startswith(".") or local.endswith(".") or ".." in local:
        return None
    if domain.endswith(tuple(f".{end}" for end in _PRIVATE)):
        return None
    return f"{local}@{domain}"


def host_of(address: str) -> str:
    """Where an address receives its mail."""
    return address.rpartition("@")[2].lower()


def message_id(key: str, sender: Address) -> str:
    """The same for every attempt to send the same: a mail that arrives twice can be recognized."""
    return f"<{sha256(key.encode()).hexdigest()[:32]}@{sender.domain}>"


def composed(mail: Mail, sender: Address) -> EmailMessage:
    """The mail with all its headers. Texts of players cannot begin a header of their own."""
    message = EmailMessage(policy=_POLICY)
    message["From"] = sender
    message["To"] = mail.to
    message["Subject"] = _one_line(mail.subject)
    message["Date"] = format_datetime(moment(mail.queued_at))
    message["Message-ID"] = message_id(mail.key, sender)
    message["Auto-Submitted"] = "auto-generated"
    for name, text in mail.headers.items():
        message[name] = _one_line(text)
    message.set_content(mail.text)
    if mail.html:
        message.add_alternative(mail.html, subtype="html")
    return message


def _one_line(text: str) -> str:
    return " ".join(text.split())
