"""Requests that come late or twice, at any moment of the clock."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from service.chat.discord import BUTTON_LABEL
from service.chat.platform import LEASE_SECONDS, WINDOW, answering, clipped_label, is_late
from service.chat.slack import BUTTON_TEXT
from service.chat.telegram import LABEL
from service.errors import ServiceError, SignatureInvalid, StoreUnavailable
from service.http.problems import InternalError
from service.language.languages import Messages
from service.language.speech.command_text import MoveWriter
from service.language.vocabulary.board_words import BoardWords, Values
from service.store import MemoryStore, Store
from tests.support.language.spoken_positions import situation
from ttr_core.boards.library import board_names

SPAN = 2 * WINDOW
START = SPAN * 3_000_000


class Timed(MemoryStore):
    """A store whose clock the test sets, and that can be away."""

    def __init__(self) -> None:
        super().__init__(lambda: self.now)
        self.now = float(START)
        self.away = False
        self.breaks = False  # goes away while a request is answered

    def set_expiring(self, name: str, text: str, seconds: float) -> None:
        self._answer()
        super().set_expiring(name, text, seconds)

    def swap_expiring(self, name: str, old: str, new: str, seconds: float = 0) -> bool:
        self._answer()
        return super().swap_expiring(name, old, new, seconds)

    def _answer(self) -> None:
        if self.away:
            raise StoreUnavailable("away")

    def kept(self) -> list[str]:
        return sorted(self._alive())


@pytest.fixture
def timed() -> Timed:
    return Timed()


def is_new(store: Store, platform: str, request: str) -> bool:
    with answering(store, platform, request) as new:
        return new


@pytest.mark.parametrize(
    ("sent", "late"), [(0, False), (-300, False), (300, False), (-301, True), (301, True)]
)
def test_a_request_is_late_five_minutes_after_or_before_its_time(sent: int, late: bool) -> None:
    assert is_late(START + sent, START) is late


@pytest.mark.parametrize("wait", [0, 1, WINDOW, SPAN - 1])
def test_a_request_is_new_once_for_as_long_as_it_is_not_late(timed: Timed, wait: int) -> None:
    assert is_new(timed, "discord", "a")
    assert is_new(timed, "discord", "b")
    assert is_new(timed, "slack", "a")
    timed.now += wait
    assert not is_new(timed, "discord", "a")


def test_a_request_is_new_once_in_every_store(store: Store) -> None:
    assert is_new(store, "discord", "a")
    assert not is_new(store, "discord", "a")
    with pytest.raises(ValueError, match="broken"):
        fail(store, ValueError("broken"), "b")
    assert is_new(store, "discord", "b")
    assert not is_new(store, "discord", "b")


def test_of_many_at_once_one_is_new(store: Store) -> None:
    together = Barrier(8)

    def hear(_: int) -> bool:
        try:
            with answering(store, "discord", "a") as new:
                together.wait()
                return new
        except ServiceError:  # come back later
            together.wait()
            return False

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(hear, range(8))).count(True) == 1


def test_what_is_old_is_forgotten_however_long_nobody_came(timed: Timed) -> None:
    for span in (0, 1, 5, 6, 20):
        timed.now = START + span * SPAN
        is_new(timed, "discord", f"request {span}")
    assert timed.kept() == ["request/discord/request 20"]


def fail(store: Store, error: Exception, request: str = "a") -> None:
    with answering(store, "discord", request) as new:
        assert new
        if isinstance(store, Timed):
            store.away = store.breaks
        raise error


@pytest.mark.parametrize("error", [StoreUnavailable("away"), InternalError(), ValueError("broken")])
def test_a_request_that_failed_is_new_again_until_it_succeeds(timed: Timed, error: Exception) -> None:
    for _ in range(2):
        with pytest.raises(type(error)):
            fail(timed, error)
    assert is_new(timed, "discord", "a")
    assert not is_new(timed, "discord", "a")


def test_what_an_answered_request_is_refused_with_does_not_make_it_new(timed: Timed) -> None:
    assert is_new(timed, "discord", "a")
    with pytest.raises(ServiceError, match="signature_invalid"), answering(timed, "discord", "a"):
        raise SignatureInvalid()
    assert not is_new(timed, "discord", "a")


def test_a_request_of_which_nobody_knows_how_it_ended_is_new_after_a_while(timed: Timed) -> None:
    """Until then the sender gets "try later"."""
    timed.breaks = True
    with pytest.raises(StoreUnavailable):
        fail(timed, StoreUnavailable("away"))
    timed.away = False
    timed.now += LEASE_SECONDS - 1
    with pytest.raises(ServiceError, match="store_unavailable"):
        is_new(timed, "discord", "a")
    timed.now += 1
    assert is_new(timed, "discord", "a")
    timed.now += LEASE_SECONDS
    assert not is_new(timed, "discord", "a")


def test_a_slow_handler_does_not_end_the_lease_of_its_successor(timed: Timed) -> None:
    slow, successor = (answering(timed, "discord", "a") for _ in range(2))
    assert slow.__enter__()
    timed.now += LEASE_SECONDS
    assert successor.__enter__()
    error = ValueError("slow")
    slow.__exit__(ValueError, error, None)
    with pytest.raises(ServiceError, match="store_unavailable"):
        is_new(timed, "discord", "a")
    successor.__exit__(None, None, None)
    assert not is_new(timed, "discord", "a")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("board", board_names())
def test_no_two_choices_look_the_same_on_buttons(board: str, lang: str) -> None:
    """The titles of groups made labels too long, and what was cut was the payment by which they differ."""
    position = situation(board, "playing_turn")
    say, words = Messages(lang, position.ruleset), BoardWords(position.ruleset, lang)
    writer = MoveWriter(position.ruleset, say, words, Values(words, {}))
    groups = writer.groups(writer.moves(position.legal))
    labels = {
        say("named", name=group.title, value=move.text)
        for group in groups
        for entry in group.entries
        for move in entry.moves
    }
    for limit in (BUTTON_LABEL, BUTTON_TEXT, LABEL):  # of Discord, Slack and Telegram
        clipped = {clipped_label(label, limit) for label in labels}
        assert len(clipped) == len(labels) > 20
        assert max(map(len, clipped)) <= limit
