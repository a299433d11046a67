"""A mail server on this machine for tests: it keeps what it accepts, and defers or refuses as a test says."""

import ssl
from asyncio import Server
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP as POLICY
from typing import Any, NamedTuple, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

USER, PASSWORD = "trains", "p@ss/w:rd"


class Received(NamedTuple):
    sender: str
    recipients: tuple[str, ...]
    message: EmailMessage
    was_encrypted: bool
    user: str | None

    @property
    def text(self) -> str:
        body = self.message.get_body(("plain",))
        assert body is not None
        return str(body.get_content()).replace("\r\n", "\n")

    @property
    def html(self) -> str:
        body = self.message.get_body(("html",))
        return "" if body is None else str(body.get_content())


class MailServer:
    """`answers` says what a recipient is answered; everybody else's mail is accepted."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answers: dict[str, str] = {}
        self.connections = 0
        self.url = ""

    async def handle_RCPT(  # noqa: N802 - named by the library
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        answer = self.answers.get(address, "250 OK")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(  # noqa: N802 - named by the library
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        data = cast("bytes", envelope.content)
        message = message_from_bytes(data, policy=POLICY)
        login: LoginPassword | None = session.auth_data
        user, sender = login and login.login.decode(), str(envelope.mail_from)
        mail = Received(sender, tuple(envelope.rcpt_tos), message, session.ssl is not None, user)
        self.received.append(mail)
        return "250 OK"

    def to(self, address: str) -> list[Received]:
        return [mail for mail in self.received if address in mail.recipients]


def _authenticate(
    server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: LoginPassword
) -> AuthResult:
    known = (data.login, data.password) == (USER.encode(), PASSWORD.encode())
    return AuthResult(success=known, handled=False, auth_data=data)


class _OnAnyPort(Controller):
    """Listens on a port that is free; the library would try to reach itself on port 0."""

    def _trigger_server(self) -> None:
        assert isinstance(self.server, Server)
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]  # so in the library


@contextmanager
def mail_server(
    *, tls: ssl.SSLContext | None = None, starttls: ssl.SSLContext | None = None, login: bool = False
) -> Iterator[MailServer]:
    server = MailServer()
    settings: dict[str, Any] = {"tls_context": starttls} if starttls else {}
    if login:
        settings |= {
            "authenticator": _authenticate,
            "auth_required": True,
            "auth_require_tls": bool(starttls),
        }
    controller = _OnAnyPort(server, hostname="127.0.0.1", port=0, ssl_context=tls, **settings)
    controller.start()
    server.url = f"127.0.0.1:{controller.port}?from=Trains%20%3Ctrains@example.org%3E"
    try:
        yield server
    finally:
        controller.stop()
