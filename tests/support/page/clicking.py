"""Players who know only what the page shows: by clicks, by taps, by keys, or by roles and names alone."""

import re
from random import Random

from playwright.sync_api import Locator, Page

OPEN_SHEET = "dialog.sheet:modal"  # in the frame before that it can only be seen
STAY = """(element) => {
    window.walk?.abort();
    window.walk = new AbortController();
    const stay = (event) => event.key === "Tab" && document.activeElement === element && event.preventDefault();
    document.addEventListener("keydown", stay, { signal: walk.signal });
}"""  # a person stops where they want to be, without asking after each key


class ClickingPlayer:
    """Plays one seat by clicks on the map and the cards, and on the list for what neither shows."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self._page, self._chance = page, Random(seed)
        self.sent = 0

    def wait(self) -> bool:
        """Until it is this player's turn and the map shows it; False once the game is over."""
        self._page.wait_for_selector('.headline[data-mine="true"], a[href$="/end"]')
        self._page.wait_for_selector('.map[aria-busy="false"]')
        return self._page.locator("a[href$='/end']").count() == 0

    def move(self) -> None:
        """One move: tickets are kept, routes are claimed on the map, else a card is drawn."""
        if self._ticked() or self._on_map() or self._card() or self._listed():
            self.confirm()
            return
        raise AssertionError(self._page.locator(".do").inner_text())

    def _ticked(self) -> bool:
        """Sets of things, such as the first tickets: as few as may be chosen."""
        boxes = self._page.locator("fieldset.set input[type=checkbox]")
        button = self._page.locator("fieldset.set button.primary").first
        for number in range(boxes.count()):
            if button.is_enabled():
                break
            self._press(boxes.nth(number))
        return boxes.count() > 0 and self._pick(button)

    def _on_map(self) -> bool:
        legal = self._page.locator("g[data-routes].legal")
        count = legal.count()
        if not count or self._chance.random() < 0.15:
            return False
        row = legal.nth(self._chance.randrange(count))
        if not self.click_in_picture(row):
            return False
        self._page.wait_for_selector(f"{OPEN_SHEET}, .offered .chip, .map-window.zoomed")
        if self._page.locator(f"{OPEN_SHEET}, .offered .chip").count() == 0:  # the map came closer
            self.click_in_picture(row)
            self._page.wait_for_selector(f"{OPEN_SHEET}, .offered .chip")
        if self._page.locator(OPEN_SHEET).count() == 0:
            self._press(self._page.locator(".offered .chip").first)
        return True

    def click_in_picture(self, row: Locator) -> bool:
        """On a space of the row; False if the window does not show it."""
        spot = self.spot_in_picture(row)
        if spot is not None:
            self._press_at(*spot)
        return spot is not None

    def spot_in_picture(self, row: Locator) -> tuple[float, float] | None:
        """A space of the row that the window shows: the middle of a bent row may lie beside it.

        Not at the window's edge: there, a browser may take a finger for one on what lies beyond.
        """
        row.scroll_into_view_if_needed()
        spot = row.evaluate(
            """(row) => {
                const shape = row.querySelector("path, rect");
                const length = shape.getTotalLength ? shape.getTotalLength() : 0;
                const point = shape.getPointAtLength(length / 50).matrixTransform(shape.getScreenCTM());
                const at = (dx, dy) => document.elementFromPoint(point.x + dx, point.y + dy);
                const around = [at(0, 0), at(9, 0), at(-9, 0), at(0, 9), at(0, -9)];
                const seen = around.every((element) => element?.closest(".map-window"));
                return {x: point.x, y: point.y, seen};
            }"""
        )
        return (spot["x"], spot["y"]) if spot["seen"] else None

    def _card(self) -> bool:
        cards = self._page.locator(".market button.card")
        count = cards.count()
        return count > 0 and self._pick(cards.nth(self._chance.randrange(min(6, count))))

    def _listed(self) -> bool:
        entries = self._page.locator(".do button.entry, .do button.wide:not(.ask-hint)")
        return entries.count() > 0 and self._pick(entries.nth(self._chance.randrange(entries.count())))

    def _pick(self, control: Locator) -> bool:
        self._press(control)
        self._page.wait_for_selector(OPEN_SHEET)
        return True

    def confirm(self) -> None:
        """Once the button can be pressed: at first a second tap would be taken for a slip."""
        self._press(self._page.locator(f"{OPEN_SHEET} .primary"))
        self._page.wait_for_selector(OPEN_SHEET, state="detached")
        self.sent += 1

    def _press(self, control: Locator) -> None:
        control.click()

    def _press_at(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)


class TappingPlayer(ClickingPlayer):
    """Plays by touch on a phone, where the list is one of several parts."""

    def _listed(self) -> bool:
        self._press(self._page.locator('.tabs [data-part="do"]'))
        return super()._listed()

    def _press(self, control: Locator) -> None:
        control.tap()

    def _press_at(self, x: float, y: float) -> None:
        self._page.touchscreen.tap(x, y)


class TypingPlayer(ClickingPlayer):
    """Plays by keys alone: Tab until what is wanted has the focus, then Space."""

    MOST_TABS, AT_ONCE = 400, 10

    def _on_map(self) -> bool:
        return self._chance.random() < 0.7 and self._listed()

    def _press(self, control: Locator) -> None:
        element = control.element_handle()  # found once, not after each of hundreds of keys
        element.evaluate(STAY)
        for _ in range(0, self.MOST_TABS, self.AT_ONCE):
            if element.evaluate("(element) => element === document.activeElement"):
                self._page.keyboard.press("Space")
                return
            for _ in range(self.AT_ONCE):
                self._page.keyboard.press("Tab")
        raise AssertionError(f"the focus never came to {control}")


class ListeningPlayer:
    """Plays by roles and names alone, as with a screen reader: regions, buttons, boxes, a dialog."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self._page, self._chance = page, Random(seed)
        self._choices = page.get_by_role("region", name="Your moves")
        self._dialog = page.get_by_role("dialog")
        self.sent = 0

    def wait(self) -> bool:
        """Until the heading says that it is this player's turn; False once the game is over."""
        mine = self._page.get_by_role("heading", level=1).filter(has_text="Your turn")
        over = self._page.get_by_role("link", name="See the result")
        mine.or_(over).first.wait_for()
        return over.count() == 0

    def move(self) -> None:
        boxes = self._choices.get_by_role("checkbox")
        if boxes.count():
            keep = self._choices.get_by_role("button", name="Choose these")
            for box in boxes.all():
                if keep.first.is_enabled():
                    break
                box.check()
            keep.first.click()
        else:
            entries = self._choices.get_by_role("listitem").get_by_role("button")
            whole = self._choices.get_by_role("button", name=re.compile("^Draw"))
            several = entries.count() and (self._chance.random() < 0.7 or not whole.count())
            pool = entries if several else whole
            only = self._choices.get_by_role("button").first  # a lone answer, such as giving a tunnel up
            (pool.nth(self._chance.randrange(pool.count())) if pool.count() else only).click()
        self._dialog.wait_for()
        self._dialog.get_by_role("button", name="Confirm").click()
        self._dialog.wait_for(state="detached")
        self.sent += 1
