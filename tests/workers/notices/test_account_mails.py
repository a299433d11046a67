"""Somebody who has lost everything comes back by mail: service, worker and a real mail server together."""

import re
from collections.abc import Iterator

import pytest

from service.app import create_app
from service.config import Config
from tests.support.http.api_calls import in_process
from tests.support.http.api_people import delete, sign_up
from tests.support.http.running_service import UNLIMITED
from tests.support.mail.mail_server import MailServer, mail_server
from tests.support.workers.background_service import Desk
from tests.workers.notices.test_notice_process import run_until
from workers.notices.notice_process import NoticeProcess

HOME = "https://trains.example.org"


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


def code_in(server: MailServer, number: int, path: str) -> str:
    """The code of the link in a mail that was received."""
    (code,) = re.findall(rf"{HOME}/{path}#code=([0-9a-f]{{64}})", server.received[number].text)
    return str(code)


def test_a_mail_confirms_and_another_brings_back(desk: Desk, server: MailServer) -> None:
    config = Config(**UNLIMITED, smtp_url=f"smtp://{server.url}", public_url=HOME)
    caller, process = in_process(create_app(config, desk.store)), NoticeProcess(desk.games, config)
    person = sign_up(caller)
    body, headers = b'{"address": "ann@example.org"}', {"Content-Type": "application/json"}
    assert caller.call("PUT", "/v1/me/address", person.token, body, headers).status == 202
    run_until(process, server, 1)
    code = code_in(server, 0, "confirm-address")
    assert caller.post("/v1/address_confirmations", {"code": code}).status == 200
    delete(caller, f"/v1/me/tokens/{person.token_id}", person.token)
    for address in ("stranger@example.org", "ann@example.org"):
        assert caller.post("/v1/sign_ins/mail", {"address": address}).status == 202
    run_until(process, server, 2)
    assert [mail.recipients for mail in server.received] == [("ann@example.org",)] * 2
    reply = caller.post("/v1/sign_ins", {"code": code_in(server, 1, "sign-in"), "name": "phone"})
    assert (reply.status, reply.json["id"]) == (201, person.id)
