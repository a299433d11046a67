"""Mails are handed to a real mail server on this machine: with and without TLS, with and without a user."""

import socket
import ssl
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from service.config import BadConfig
from service.mail.mail import Mail, composed, mail_address
from service.mail.smtp_server import Answer, SmtpServer, smtp_server
from tests.service.webhooks.test_http_post import CERTIFICATE, tls_context
from tests.support.mail.mail_server import PASSWORD, USER, MailServer, mail_server

LOGIN = f"{USER}:{quote(PASSWORD, safe='')}@"
MAIL = Mail(
    key="k1",
    to="ann@example.org",
    subject="Your turn\r\nBcc: eve@example.org",
    text="Il reste des mètres.\n",
    html="<p>Il reste des mètres.</p>",
    headers={"List-Unsubscribe": "<https://here.example/u>"},
    queued_at="2026-11-16T12:00:00.000Z",
)


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name in the test certificate stands for this machine."""
    look_up = socket.getaddrinfo

    def here(host: Any, *others: Any, **options: Any) -> Any:  # as the standard library declares them
        return look_up("127.0.0.1" if host == "receiver.test" else host, *others, **options)

    monkeypatch.setattr(socket, "getaddrinfo", here)


def known(url: str) -> SmtpServer:
    server = smtp_server(url)
    assert server is not None
    return server


def hand_over(url: str, mail: Mail = MAIL) -> Answer:
    server = known(url)
    return server.hand_over(composed(mail, server.sender), 5)


def secure(server: MailServer, scheme: str, login: str = "", ca: bool = True) -> str:
    address = server.url.replace("127.0.0.1", "receiver.test")
    return f"{scheme}://{login}{address}" + (f"&ca={quote(str(CERTIFICATE))}" if ca else "")


def test_a_mail_has_text_html_and_the_headers_of_an_automatic_one(server: MailServer) -> None:
    assert hand_over(f"smtp://{server.url}").fate == "accepted"
    (mail,) = server.received
    assert (mail.sender, mail.recipients) == ("trains@example.org", ("ann@example.org",))
    assert str(mail.message["From"]) == "Trains <trains@example.org>"
    assert mail.text == "Il reste des mètres.\n"
    assert mail.html.strip() == "<p>Il reste des mètres.</p>"
    assert mail.message["Auto-Submitted"] == "auto-generated"
    assert mail.message["List-Unsubscribe"] == "<https://here.example/u>"
    assert str(mail.message["Date"]) == "Mon, 16 Nov 2026 12:00:00 +0000"


def test_long_ids_and_addresses_are_sent_as_they_are() -> None:
    """Python would send them as encoded words, by which no mail program unsubscribes or finds a thread."""
    link = f"<https://trains.{'long.' * 8}example/v1/unsubscribe/{'b17b31a1' * 6}>"
    headers = {"List-Unsubscribe": link, "In-Reply-To": link, "References": f"{link} {link}"}
    server = known(f"smtp://127.0.0.1?from=trains@{'long.' * 12}example.org")
    message = composed(msgspec.structs.replace(MAIL, headers=headers), server.sender)
    lines = bytes(message).decode("utf-8").split("\r\n")
    for name, text in (*headers.items(), ("Message-ID", message["Message-ID"])):
        assert f"{name}: {text}" in lines
    assert max(len(line) for line in lines) < 998


def test_a_name_with_a_line_break_begins_no_header(server: MailServer) -> None:
    hand_over(f"smtp://{server.url}")
    (mail,) = server.received
    assert mail.message["Subject"] == "Your turn Bcc: eve@example.org"
    assert mail.message["Bcc"] is None


def test_the_same_mail_has_the_same_id(server: MailServer) -> None:
    for _ in range(2):
        hand_over(f"smtp://{server.url}")
    first, second = server.received
    assert first.message["Message-ID"] == second.message["Message-ID"]
    assert str(first.message["Message-ID"]).endswith("@example.org>")


def test_starttls_and_a_user(named: None) -> None:
    with mail_server(starttls=tls_context(), login=True) as server:
        assert hand_over(secure(server, "smtp+starttls", LOGIN)).fate == "accepted"
        (mail,) = server.received
        assert (mail.was_encrypted, mail.user) == (True, USER)


def test_nothing_is_sent_without_starttls_where_it_is_asked_for(server: MailServer) -> None:
    answer = hand_over(f"smtp+starttls://{server.url}")
    assert (answer, server.received) == (Answer("deferred", "not_reached"), [])


def test_tls_from_the_start(named: None) -> None:
    with mail_server(tls=tls_context()) as server:
        assert hand_over(secure(server, "smtps")).fate == "accepted"
        assert len(server.received) == 1


@pytest.mark.parametrize("scheme", ["smtps", "smtp+starttls"])
def test_a_certificate_that_nobody_vouches_for_is_not_trusted(scheme: str, named: None) -> None:
    kinds: dict[str, ssl.SSLContext] = {"tls" if scheme == "smtps" else "starttls": tls_context()}
    with mail_server(**kinds) as server:  # type: ignore[arg-type]  # both are contexts
        assert hand_over(secure(server, scheme, ca=False)) == Answer("deferred", "tls")
        assert server.received == []


def test_a_wrong_password_is_the_operators_to_mend(named: None) -> None:
    with mail_server(starttls=tls_context(), login=True) as server:
        assert hand_over(secure(server, "smtp+starttls", f"{USER}:wrong@")) == Answer("deferred", "login")


@pytest.mark.parametrize(
    ("said", "answer"),
    [("550 no such person", Answer("refused", "recipient")), ("451 later", Answer("deferred", "recipient"))],
)
def test_a_recipient_is_refused_for_good_or_for_now(server: MailServer, said: str, answer: Answer) -> None:
    server.answers["ann@example.org"] = said
    assert hand_over(f"smtp://{server.url}") == answer


def test_a_server_that_is_not_there_is_tried_again() -> None:
    assert hand_over("smtp://127.0.0.1:1?from=a@b.example") == Answer("deferred", "not_reached")


def test_no_setting_is_no_server() -> None:
    assert smtp_server("") is None


def test_defaults() -> None:
    server = known("smtps://ann%40example.org:p%2Fw@mail.example.org")
    assert (server.port, server.user, server.password) == (465, "ann@example.org", "p/w")
    assert str(server.sender) == "ann@example.org"
    assert "p/w" not in repr(server)


@pytest.mark.parametrize(
    "url",
    [
        "https://mail.example.org?from=a@b.example",
        "smtp://?from=a@b.example",
        "smtps://mail.example.org",
        "smtps://mail.example.org:port?from=a@b.example",
        "smtp://user:secret@mail.example.org?from=a@b.example",
        "smtps://mail.example.org?from=a@b.example&tls=no",
    ],
)
def test_a_wrong_setting_says_what_is_wrong_and_nothing_secret(url: str) -> None:
    with pytest.raises(BadConfig, match="TTR_SMTP_URL") as refused:
        smtp_server(url)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (" Ann.Lee+ttr@Example.ORG ", "Ann.Lee+ttr@example.org"),
        ("ann@example", None),
        ("ann@localhost", None),
        ("ann@printer.local", None),
        ("ann@db.internal", None),
        ("ann@[10.0.0.1]", None),
        ("ann@10.0.0.1", None),
        ("ann@example.org\r\nBcc: eve@example.org", None),
        ("Ann <ann@example.org>", None),
        ("a..b@example.org", None),
        (".a@example.org", None),
        ("@example.org", None),
        (f"{'a' * 65}@example.org", None),
        (f"ann@{'a.' * 130}org", None),
        ("änn@example.org", None),
    ],
)
def test_addresses_to_which_mail_may_go(text: str, address: str | None) -> None:
    assert mail_address(text) == address
