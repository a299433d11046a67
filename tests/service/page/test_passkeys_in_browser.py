"""Passkeys in a real browser, with a virtual authenticator: the lines of the manual, and the button of the page."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.http.api_calls import Caller, over_http
from tests.support.http.api_people import Person, delete, sign_up
from tests.support.http.running_service import Stack
from tests.support.page.browser import Window
from tests.support.paths import ROOT

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
ADD, COME_BACK = re.findall(r"```js\n(.*?)```", (ROOT / "docs/players.md").read_text("utf-8"), re.DOTALL)[:2]


@pytest.fixture
def window(browser: Browser, stack: Stack) -> Iterator[Window]:
    """At `localhost`: browsers take no number for a domain."""
    opened = Window(browser, f"http://localhost:{stack.port}", locale="en-GB")
    device = opened.context.new_cdp_session(opened.page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    yield opened
    opened.close()
    assert opened.errors == []


@pytest.fixture
def person(window: Window, stack: Stack) -> Person:
    """Somebody who has a passkey, added by the lines in the manual, and lost every token."""
    with over_http(stack.port) as caller:
        signed_up = sign_up(caller)
        window.page.goto("/help")
        window.page.evaluate(f"async (token) => {{ {ADD} }}", signed_up.token)
        (passkey,) = caller.get("/v1/me/passkeys", signed_up.token).json["items"]
        assert passkey["name"] == "laptop"
        delete(caller, f"/v1/me/tokens/{signed_up.token_id}", signed_up.token)
    return signed_up


def test_the_lines_in_the_manual_bring_somebody_back(window: Window, stack: Stack, person: Person) -> None:
    token = window.page.evaluate(f"async () => {{ {COME_BACK} return token; }}")
    with over_http(stack.port) as caller:
        assert caller.get("/v1/me", token).json["id"] == person.id


def test_a_passkey_that_the_page_added_brings_back_somebody_who_has_lost_everything(
    window: Window, stack: Stack
) -> None:
    with over_http(stack.port) as caller:
        person = sign_up(caller)
        window.page.goto(f"/sign-in#code={person.code}")
        window.page.get_by_role("button", name="Sign in", exact=True).click()
        expect(window.page).to_have_url(re.compile("/$"))
        window.page.goto("/settings")
        window.page.get_by_role("button", name="Add a passkey").click()
        expect(window.page.locator(".passkeys li")).to_have_count(1)
        lose_everything(window, caller, person)
    window.page.goto("/sign-in")
    window.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(window.page).to_have_url(re.compile("/$"))
    assert person.id in window.page.evaluate("Object.values(localStorage).join()")


def lose_everything(window: Window, caller: Caller, person: Person) -> None:
    """Every token ends, and the browser forgets all but the passkey, which the device has."""
    window.page.evaluate("localStorage.clear()")
    for token in reversed(caller.get("/v1/me/tokens", person.token).json["items"]):
        assert delete(caller, f"/v1/me/tokens/{token['id']}", person.token).status == 200
    assert caller.get("/v1/me", person.token).status == 401


def test_the_page_signs_in_with_a_passkey(window: Window, person: Person) -> None:
    window.page.goto("/sign-in")
    window.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(window.page).to_have_url(re.compile("/$"))
    kept = window.page.evaluate("Object.values(localStorage).join()")
    assert person.id in kept
