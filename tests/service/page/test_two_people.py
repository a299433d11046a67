"""Two people in two browsers: invited by a link, each sees the other's moves, and secrets stay where they belong."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.boards.hostile_board import BAIT
from tests.support.http.running_service import Stack
from tests.support.page.browser import PHONE, Window
from tests.support.page.clicking import ClickingPlayer


@pytest.fixture
def friend(browser: Browser, stack: Stack) -> Window:
    return Window(browser, stack.url, locale="fr-FR", viewport=PHONE, has_touch=True)


def test_a_friend_joins_by_a_link_and_both_play(window: Window, friend: Window) -> None:
    host = window.page
    host.goto("/new")
    host.get_by_label("Your name").fill(BAIT)
    host.get_by_label("Title").fill(BAIT)
    host.get_by_role("button", name="Open the table").click()
    link = host.get_by_label("Link for seat 2").input_value()
    friend.page.goto(link)
    for text in (BAIT, "États-Unis", "48 heures"):
        expect(friend.page.locator(".join")).to_contain_text(text)
    friend.page.get_by_label("Votre nom").fill("Zoé")
    friend.page.get_by_role("button", name="Prendre place").click()
    for player in (ClickingPlayer(host), ClickingPlayer(friend.page)):
        player.wait()
        player.move()
    host.wait_for_selector("text=Zoé keeps")
    friend.page.wait_for_selector('.map[aria-busy="false"]')
    assert friend.page.locator("img[src=x]").count() == 0
    friend.page.goto("/help")
    friend.page.goto(link)  # once more: it is used
    expect(friend.page.get_by_role("alert")).to_contain_text("déjà servi")
    expect(friend.page.get_by_role("button", name="Prendre place")).to_be_disabled()
    assert "#" not in friend.page.url
    assert not [url for url in [*window.requests, *friend.requests] if "ttr_" in url]
    assert friend.errors == []
    friend.close()


def test_what_one_writes_the_other_reads(window: Window, friend: Window) -> None:
    host = window.page
    host.goto("/new")
    host.get_by_label("Your name").fill("Ann")
    host.get_by_role("button", name="Open the table").click()
    friend.page.goto(host.get_by_label("Link for seat 2").input_value())
    friend.page.get_by_label("Votre nom").fill("Zoé")
    friend.page.get_by_role("button", name="Prendre place").click()
    friend.page.get_by_role("button", name="Journal").click()
    host.get_by_label("Write to the table").fill("Good luck <b>Zoé</b>")
    host.get_by_role("button", name="Send").click()
    friend.page.wait_for_selector("text=Good luck <b>Zoé</b>")
    host.get_by_role("button", name="Erase").click()
    friend.page.wait_for_selector("text=effacé")
    assert friend.errors == []
    friend.close()


def test_the_host_on_a_phone_sees_the_link_first(friend: Window) -> None:
    page = friend.page
    page.goto("/new")
    page.get_by_role("button", name="Ouvrir la table").click()
    expect(page.get_by_label("Lien pour la place 2")).to_be_in_viewport()
    friend.close()
