"""The operator's mail server, as `TTR_SMTP_URL` describes it, and handing one mail to it.

    smtps://user:password@mail.example.org?from=Trains%20%3Ctrains@example.org%3E      TLS from the start, port 465
    smtp+starttls://user:password@mail.example.org:587?from=trains@example.org         STARTTLS, or nothing is sent
    smtp://localhost?from=trains@example.org                                           no TLS, for a server close by

`ca=/etc/ttr/ca.pem` names an authority to trust besides those of the system. User and password are percent-encoded.
"""

import smtplib
import ssl
from contextlib import suppress
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Literal
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import msgspec

from service.config import BadConfig

PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
TIMEOUT = "timeout"  # why a mail was deferred: the server did not answer
CLOSE_BY = ("localhost", "127.0.0.1", "::1")

Fate = Literal["accepted", "refused", "deferred"]


class Answer(msgspec.Struct, frozen=True):
    """What the server said: a mail that was refused will be refused again, one that was deferred may be accepted."""

    fate: Fate
    reason: str = ""  # without a word about the recipient

    @property
    def timed_out(self) -> bool:
        return self.reason == TIMEOUT


class SmtpServer(msgspec.Struct, frozen=True, kw_only=True):
    scheme: str
    host: str
    port: int
    user: str
    password: str
    sender: Address
    authority: str = ""  # a file

    def __repr__(self) -> str:
        return f"SmtpServer({self.scheme}://{self.host}:{self.port})"  # a log must not hold the password

    def hand_over(self, message: EmailMessage, seconds: float) -> Answer:
        """Hands one mail over. Whatever is wrong with this mail alone is a refusal."""
        try:
            with self._connect(seconds) as connection:
                if self.user:
                    connection.login(self.user, self.password)
                connection.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            return _failed(max(codes, default=450), "recipient")
        except smtplib.SMTPDataError as error:
            return _failed(error.smtp_code, "content")
        except (smtplib.SMTPNotSupportedError, MessageError, UnicodeError):
            return Answer("refused", "not_sendable")
        except smtplib.SMTPAuthenticationError:
            return Answer("deferred", "login")
        except smtplib.SMTPSenderRefused:
            return Answer("deferred", "sender")
        except TimeoutError:
            return Answer("deferred", TIMEOUT)
        except ssl.SSLError:
            return Answer("deferred", "tls")
        except (smtplib.SMTPException, OSError):
            return Answer("deferred", "not_reached")
        return Answer("accepted")

    def _connect(self, seconds: float) -> smtplib.SMTP:
        if self.scheme == "smtps":
            return smtplib.SMTP_SSL(self.host, self.port, timeout=seconds, context=self._trust())
        connection = smtplib.SMTP(self.host, self.port, timeout=seconds)
        if self.scheme == "smtp+starttls":
            try:
                connection.starttls(context=self._trust())
            except BaseException as error:
                with suppress(OSError, smtplib.SMTPException):
                    connection.close()
                if isinstance(
                    error, smtplib.SMTPNotSupportedError
                ):  # it is the server's fault, not the mail's
                    raise smtplib.SMTPServerDisconnected("no STARTTLS") from error
                raise
        return connection

    def _trust(self) -> ssl.SSLContext:
        context = ssl.create_default_context()
        if self.authority:
            context.load_verify_locations(self.authority)
        return context


def _failed(code: int, reason: str) -> Answer:
    return Answer("refused" if code >= 500 else "deferred", reason)


def smtp_server(url: str) -> SmtpServer | None:
    """The server of a setting; None for an empty one. Raises `BadConfig` that says what is wrong, without secrets."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadConfig("setting TTR_SMTP_URL: not an address") from None
    options = dict(parse_qsl(parts.query))
    _check(parts, options)
    return SmtpServer(
        scheme=parts.scheme,
        host=parts.hostname or "",
        port=port or PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        sender=_sender(options.get("from") or unquote(parts.username or "")),
        authority=options.get("ca", ""),
    )


def _check(parts: SplitResult, options: dict[str, str]) -> None:
    if parts.scheme not in PORTS or not parts.hostname:
        raise BadConfig(f"setting TTR_SMTP_URL: begin it with {', '.join(f'{name}://' for name in PORTS)}")
    if parts.scheme == "smtp" and parts.username and parts.hostname not in CLOSE_BY:
        raise BadConfig("setting TTR_SMTP_URL: a password needs TLS; write smtp+starttls:// or smtps://")
    if not options.keys() <= {"from", "ca"}:
        raise BadConfig("setting TTR_SMTP_URL: only `from` and `ca` may follow the question mark")


def _sender(text: str) -> Address:
    name, address = parseaddr(text)
    local, _, domain = address.rpartition("@")
    if not local or not domain:
        raise BadConfig("setting TTR_SMTP_URL: name the sender, as in ?from=trains@example.org")
    return Address(name, local, domain)
