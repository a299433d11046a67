"""The part of the tour that is about mail addresses."""

import re
from collections.abc import Iterator
from json import dumps

import msgspec
from flask import Flask

from service.app import create_app
from service.config import Config
from service.errors import StoreUnavailable
from service.http.request import EXTENSION
from service.services import Services
from tests.support.api_tour.tour import ShakyStore, Tourist, statuses, wrong_bodies
from tests.support.http.api_calls import JSON, Reply, open_table
from tests.support.http.api_people import delete, sign_up

OWN, SIGN_IN, CONFIRM = "/v1/me/address", "/v1/sign_ins/mail", "/v1/address_confirmations"
ANN, SMTP = {"address": "ann@example.org"}, "smtp://localhost?from=t@example.org"


def with_mail(config: Config, store: ShakyStore) -> Flask:
    return create_app(msgspec.structs.replace(config, smtp_url=SMTP), store)


def having_addresses(tourist: Tourist, app: Flask) -> None:
    token = sign_up(tourist).token
    assert statuses(_wrong_addresses(tourist, token)) == [400, 413, 415]
    for path in (SIGN_IN, CONFIRM):
        assert statuses(wrong_bodies(tourist, path, None)) == [400, 413, 415]
    assert put(tourist, {"address": "nobody"}, token).code == "address_refused"
    assert tourist.post(SIGN_IN, {"address": "nobody"}).code == "address_refused"
    assert put(tourist, ANN, token).status == 202
    assert tourist.get(OWN, token).json["pending"] == ANN["address"]
    services: Services = app.extensions[EXTENSION]
    services.addresses.answer_requests()
    (mail,) = services.outbox.deliveries.table("waiting").values()
    code = re.findall("code=([0-9a-f]{64})", mail)[0]
    confirmed = [tourist.post(CONFIRM, {"code": code}).status for _ in range(2)]
    assert confirmed == [200, 404]
    assert tourist.get("/v1/sign_ins/mail").json == {"offered": True}
    assert tourist.post(SIGN_IN, ANN).status == 202
    assert delete(tourist, OWN, token).status == 200
    for other, status in ((None, 401), (open_table(tourist).host, 403)):
        assert {reply.status for reply in _everything(tourist, other)} == {status}
    assert [put(tourist, ANN, token) for _ in range(6)][-1].status == 429


def put(tourist: Tourist, body: object, token: str | None) -> Reply:
    return tourist.call("PUT", OWN, token, dumps(body).encode(), {"Content-Type": JSON})


def _wrong_addresses(tourist: Tourist, token: str) -> Iterator[Reply]:
    for body, media in ((b"{", JSON), (b" " * 70_000, JSON), (b"{}", "text/plain")):
        yield tourist.call("PUT", OWN, token, body, {"Content-Type": media})


def _everything(tourist: Tourist, token: str | None) -> Iterator[Reply]:
    yield tourist.get(OWN, token)
    yield put(tourist, ANN, token)
    yield delete(tourist, OWN, token)


def failing_with_addresses(tourist: Tourist, store: ShakyStore) -> None:
    token = sign_up(tourist).token
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        anybody = [tourist.post(SIGN_IN, ANN), tourist.post(CONFIRM, {"code": "0" * 64})]
        assert {reply.status for reply in (*anybody, *_everything(tourist, token))} == {status}
    store.failure = None


def having_addresses_in_a_hurry(tourist: Tourist) -> None:
    token = sign_up(tourist).token
    assert tourist.get(OWN, token).status == 200
    assert {reply.status for reply in _everything(tourist, token)} == {429}
    assert tourist.post(SIGN_IN, ANN).status == 429
    assert tourist.post(CONFIRM, {"code": "x"}).status == 429
