"""One POST: to receivers that are well, away, slow, redirecting or lying, and never to private addresses."""

import socket
import ssl
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from service.errors import ServiceError
from service.webhooks import http_post
from service.webhooks.addresses import AddressNotPublic, checked_address
from service.webhooks.http_post import Outcome, post
from service.webhooks.subscriptions import check_url
from tests.support.http.running_service import free_port
from tests.support.webhooks.webhook_receivers import Receiver, receiver, saying, status

Answer = Callable[[socket.socket], None]


@pytest.fixture
def there() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


def send(url: str, seconds: float = 5.0, *, private: bool = True) -> Outcome:
    return post(url, {"webhook-id": "one"}, b"{}", private=private, seconds=seconds)


def test_a_message_arrives_as_it_is(there: Receiver) -> None:
    assert send(there.url) == Outcome(204)
    (got,) = there.got
    assert (got.id, got.body) == ("one", b"{}")
    assert got.headers["content-type"] == "application/json"
    assert got.headers["host"] == f"127.0.0.1:{there.port}"


@pytest.mark.parametrize(
    ("answer", "delivered"), [(200, True), (204, True), (299, True), (301, False), (400, False), (500, False)]
)
def test_only_success_is_success(there: Receiver, answer: int, delivered: bool) -> None:
    there.answer = saying(status(answer))
    assert send(there.url) == Outcome(answer)
    assert send(there.url).delivered is delivered


def test_a_receiver_that_is_away_is_not_reached() -> None:
    assert send(f"http://127.0.0.1:{free_port()}/hook") == Outcome(0, "not_reached")


def test_redirections_are_not_followed(there: Receiver) -> None:
    with receiver() as elsewhere:
        there.answer = saying(status(307, f"Location: {elsewhere.url}\r\n"))
        assert send(there.url) == Outcome(307)
        assert elsewhere.connections == 0


def test_an_interim_answer_is_not_the_answer(there: Receiver) -> None:
    there.answer = saying(
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.0 200 OK\r\n\r\n"
    )
    assert send(there.url) == Outcome(200)


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + b"long" * 5000,
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n",
    ],
)
def test_a_lie_about_the_length_of_the_answer_gains_nothing(there: Receiver, head: bytes) -> None:
    """The body is never read, whatever it is said to be."""

    def lie(connection: socket.socket) -> None:
        connection.sendall(head)
        there.closed.wait(10)  # and the connection stays open

    there.answer = lie
    begun = time.monotonic()
    assert send(there.url) == Outcome(200)
    assert time.monotonic() - begun < 2


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"hello\r\n\r\n",
        b"HTTP/2 200\r\n\r\n",
        b"HTTP/1.1 20\r\n\r\n",
        b"HTTP/1.1 999 X\r\n\r\n",
        b"x" * 40_000,
    ],
)
def test_an_answer_that_is_not_http_is_reported_as_such(there: Receiver, answer: bytes) -> None:
    there.answer = saying(answer)
    assert send(there.url) == Outcome(0, "not_http")


def silent(there: Receiver) -> Answer:
    def say_nothing(connection: socket.socket) -> None:
        there.closed.wait(10)

    return say_nothing


def trickling(there: Receiver) -> Answer:
    def trickle(connection: socket.socket) -> None:
        for _ in range(1000):
            connection.sendall(b"x")
            there.closed.wait(0.02)

    return trickle


def never_final(there: Receiver) -> Answer:
    def go_on(connection: socket.socket) -> None:
        for _ in count():
            connection.sendall(b"HTTP/1.1 102 Wait\r\n\r\n")
            there.closed.wait(0.02)

    return go_on


@pytest.mark.parametrize("slow", [silent, trickling, never_final])
def test_nobody_can_stretch_the_time(there: Receiver, slow: Callable[[Receiver], Answer]) -> None:
    there.answer = slow(there)
    begun = time.monotonic()
    assert send(there.url, seconds=0.4) == Outcome(0, "timeout")
    assert time.monotonic() - begun < 2


class SlowReader(Receiver):
    """A receiver that reads a little now and then: the sender makes progress but never finishes."""

    def _take(self, connection: socket.socket) -> None:
        while not self.closed.wait(0.05):
            connection.recv(16 * 1024)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_receiver_that_reads_slowly_cannot_stretch_the_time(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusting(monkeypatch)
    slow = SlowReader(tls_context() if scheme == "https" else None)
    begun = time.monotonic()
    url, body = f"{scheme}://receiver.test:{slow.port}/hook?a=1", bytes(20_000_000)
    assert post(url, {}, body, private=True, seconds=0.5) == Outcome(0, "timeout")
    assert time.monotonic() - begun < 2
    slow.close()


def test_a_receiver_without_tls_is_not_one_with(there: Receiver) -> None:
    there.answer = saying(b"")
    assert not send(there.url.replace("http:", "https:"), seconds=2).delivered


CERTIFICATE = Path(__file__).parent / "receiver.pem"  # of "receiver.test", signed by nobody but itself


def tls_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


@pytest.fixture
def secure() -> Iterator[Receiver]:
    with receiver(tls_context()) as running:
        yield running


def trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust the test certificate, and resolve every name to this machine."""
    trust = ssl.create_default_context(cafile=str(CERTIFICATE))
    monkeypatch.setattr(http_post, "_trust", lambda: trust)
    monkeypatch.setattr(http_post, "any_address", lambda host, port: "127.0.0.1")


def test_a_receiver_with_tls_is_known_by_its_certificate(
    secure: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusting(monkeypatch)
    assert send(f"https://receiver.test:{secure.port}/hook?a=1") == Outcome(204)
    assert [got.headers["host"] for got in secure.got] == [f"receiver.test:{secure.port}"]
    assert send(f"https://another.test:{secure.port}/hook?a=1") == Outcome(0, "tls_failed")
    assert len(secure.got) == 1


def test_a_certificate_that_nobody_vouches_for_is_not_trusted(secure: Receiver) -> None:
    assert send(f"https://127.0.0.1:{secure.port}/hook?a=1") == Outcome(0, "tls_failed")
    assert secure.got == []


# -------------------------------------------------------------------------------------------- addresses

PRIVATE = [
    *("127.0.0.1", "127.9.9.9", "0.0.0.0", "10.0.0.1", "172.16.5.4", "192.168.1.1", "169.254.169.254"),
    *("100.64.0.1", "224.0.0.1", "255.255.255.255", "192.88.99.1", "198.18.0.1"),
    *("::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"),
    *("::7f00:1", "2130706433", "0x7f000001", "017700000001", "127.1", "localhost"),
]


@pytest.mark.parametrize("host", PRIVATE)
def test_private_addresses_are_refused_in_every_spelling(host: str) -> None:
    with pytest.raises((AddressNotPublic, socket.gaierror)):
        checked_address(host, 443)


@pytest.mark.parametrize("host", ["1.1.1.1", "9.9.9.9", "2606:4700:4700::1111"])
def test_public_addresses_are_not(host: str) -> None:
    assert checked_address(host, 443) == host


def test_nothing_is_sent_to_a_private_address(there: Receiver) -> None:
    for url in (
        there.url,
        there.url.replace("127.0.0.1", "localhost"),
        there.url.replace("127.0.0.1", "[::1]"),
    ):
        assert send(url, private=False) == Outcome(0, "address_refused")
    assert there.connections == 0


def test_a_name_is_looked_up_once_and_kept_to(there: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rebinding: a name that is public when it is checked and ours when it is used gets nowhere."""
    looked_up: list[str] = []
    public, ours = "203.0.114.9", "127.0.0.1"

    def resolve(host: str, port: int, *about: object, **more: object) -> list[object]:
        looked_up.append(host)
        address = public if len(looked_up) == 1 else ours
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    connected: list[str] = []

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        connected.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    assert send("http://rebind.test/hook", private=False) == Outcome(0, "not_reached")
    assert (looked_up, connected) == (["rebind.test"], [public])


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.org/", "https://example.org:22/", "https://127.0.0.1/", "https://[::1]/x"),
        *(
            "https://10.1.2.3:8443/",
            "https://user:word@example.org/",
            "https:///path",
            "https://example.org:x/",
        ),
        *("https://example.org/#part", "https://example.org/<x>", "https://169.254.169.254/latest"),
        *("https://[::1", "https://[", "https://]", "https://a]b/", "https://[x]/", "https://[1.2.3.4]/"),
        *("https://[fe80::1%25eth0]/", "https://[fe80::1%eth0]/", "https://[2606:4700::1%25lo]/"),
        *(
            "https://127.1/",
            "https://2130706433/",
            "https://0177.0.0.1/",
            "https://0x7f000001/",
            "https://10.1/",
        ),
    ],
)
def test_addresses_that_nothing_would_be_sent_to_are_refused_at_once(url: str) -> None:
    with pytest.raises(ServiceError) as refused:
        check_url(url, private=False)
    assert refused.value.code == "url_refused"


def test_other_addresses_are_taken() -> None:
    check_url("https://example.org/hook?room=1", private=False)
    check_url("https://example.org:8443/hook", private=False)
    check_url("http://127.0.0.1:9000/hook", private=True)
