"""How the page is served: one document for every screen, files that are kept for good, a strict policy."""

import gzip
import json
import re

import pytest

from service.page.assets import assets, version
from service.page.pages import SCREENS
from tests.support.http.api_calls import Caller, inside

ADDRESSES = [re.sub(r"<\w+>", "0123456789abcdef", address) for address in SCREENS]


@pytest.fixture
def caller() -> Caller:
    return inside().caller


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_screen_is_the_same_document(caller: Caller, address: str) -> None:
    reply = caller.get(address)
    assert (reply.status, reply.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert reply.body == caller.get("/").body
    assert address == "/" or address.encode() not in reply.body


@pytest.mark.parametrize("address", ["/", "/g/0123456789abcdef", "/sw.js", "/app.webmanifest"])
def test_a_browser_gets_it_once(caller: Caller, address: str) -> None:
    reply = caller.get(address)
    known = {"If-None-Match": reply.headers["etag"]}
    again = caller.get(address, None, known)
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", reply.headers["etag"])
    assert again.headers.get("content-security-policy") == reply.headers.get("content-security-policy")
    french = caller.get(address, None, {**known, "Accept-Language": "fr"})
    assert french.status == (304 if address == "/sw.js" else 200)  # the worker has no words


def test_the_policy_lets_nothing_in(caller: Caller) -> None:
    policy = caller.get("/").headers["content-security-policy"]
    rules = dict(rule.strip().partition(" ")[::2] for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self'"
    assert rules["require-trusted-types-for"] == "'script'"
    assert rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy


def test_it_speaks_the_visitors_language(caller: Caller) -> None:
    french = caller.get("/", None, {"Accept-Language": "fr"}).body.decode()
    assert '<html lang="fr"' in french
    assert "Mes parties" in french
    assert "Accept-Language" in caller.get("/").headers["vary"]


def test_files_are_kept_for_good_and_compressed(caller: Caller) -> None:
    for path, asset in assets().items():
        reply = caller.get(f"/assets/{version()}/{path}", None, {"Accept-Encoding": "gzip"})
        assert reply.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert gzip.decompress(reply.body) == asset.body
        assert caller.get(f"/assets/{version()}/{path}").body == asset.body


def test_a_file_of_another_version_is_gone(caller: Caller) -> None:
    assert caller.get("/assets/000000000000/app.js").status == 404
    assert caller.get(f"/assets/{version()}/../pages.py").status == 404
    assert caller.get(f"/assets/{version()}/nothing.js").status == 404


def test_the_document_loads_nothing_from_elsewhere(caller: Caller) -> None:
    text = caller.get("/").body.decode()
    addresses = re.findall(r'(?:href|src)="([^"]+)"', text)
    assert all(
        address.startswith(f"/assets/{version()}/") or address == "/app.webmanifest" for address in addresses
    )
    assert all(caller.get(address).status == 200 for address in addresses)


def test_it_can_be_installed(caller: Caller) -> None:
    manifest = json.loads(caller.get("/app.webmanifest").body)
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    assert all(caller.get(icon["src"]).status == 200 for icon in manifest["icons"])
    worker = caller.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert version().encode() in worker.body
