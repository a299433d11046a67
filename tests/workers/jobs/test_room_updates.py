"""A room is kept up to date without asking: one status message that is edited, and one call for every turn."""

from collections.abc import Callable

import pytest

from service.background.jobs import Need
from service.chat.picture_attachments import BoardPicture
from service.chat.platform import Pictures, PlatformRefused
from service.chat.rooms.room import Post, Posts
from service.config import Config
from service.games.tokens import Grant, TokenRole
from service.rate_limit import RateLimit
from service.table_talk.table_talk import TableTalk
from service.table_talk.talk_message import Speaker
from tests.support.chat.memory_room import ANN, BOB, CY, Parlour
from tests.support.http.service_games import finish
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.model.actor import Actor, Role
from workers import jobs
from workers.jobs import room_updates
from workers.jobs.room_updates import LEASE_SECONDS, room_lease
from workers.needs import room_needs
from workers.queue.queue import function_of
from workers.room_progress import EDIT_SECONDS, PAUSES, RoomProgress


class Wall:
    """A platform that keeps what is posted, and its own time."""

    def __init__(self) -> None:
        self.messages: dict[str, list[Post]] = {}
        self.pictures: list[Pictures] = []  # of status messages, old and new
        self.now = 1000.0
        self.refusal: int | None = None
        self.meanwhile: Callable[[], object] = lambda: None

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        self._take(post, pictures)
        name = f"m{len(self.messages) + 1}"
        self.messages[name] = [post]
        return name

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        self._take(post, pictures)
        if message not in self.messages:
            raise PlatformRefused(404, "unknown message")
        self.messages[message].append(post)
        return message

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        raise AssertionError("nobody asked")

    def _take(self, post: Post, pictures: Pictures) -> None:
        if self.refusal:
            raise PlatformRefused(self.refusal, "no")
        if post.picture:
            self.pictures.append(pictures)
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()

    @property
    def calls(self) -> list[Post]:
        return [versions[0] for versions in self.messages.values() if versions[0].mentions]

    @property
    def statuses(self) -> list[list[Post]]:
        shown = (versions for versions in self.messages.values() if versions[0].picture)
        return [versions for versions in shown if not versions[0].mentions]


@pytest.fixture
def parlour() -> Parlour:
    return Parlour("discord:7")


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    wall = Wall()
    monkeypatch.setattr(room_updates, "posting_platform", lambda config, name: wall)
    monkeypatch.setattr(BoardPicture, "drawn", lambda picture: {"board": picture.look.encode()})
    return wall


def update(parlour: Parlour, wall: Wall | None = None) -> None:
    """Let enough time pass that the status message may be edited again, and update the room."""
    wall = wall or Wall()
    wall.now += EDIT_SECONDS
    assert room_updates.update_room(parlour.games, Config(), parlour.room.game, lambda: wall.now) == 0.0


def shown(parlour: Parlour) -> int:
    return RoomProgress(parlour.store, parlour.room.game).shown


def test_the_status_message_is_edited_and_everybody_called_once(parlour: Parlour, wall: Wall) -> None:
    parlour.begin()
    update(parlour, wall)
    assert [call.mentions for call in wall.calls] == [("p-ann", "p-bob")]
    parlour.hear(ANN, "keep all")
    update(parlour, wall)
    assert len(wall.calls) == 1, "Bob knows already"
    parlour.hear(BOB, "keep all")
    update(parlour, wall)
    first = parlour.is_next()
    assert wall.calls[1].mentions == (first.person,), "now it is a turn"
    parlour.hear(first, "draw")
    update(parlour, wall)
    assert len(wall.calls) == 2, "the turn goes on"
    parlour.hear(first, "draw")
    update(parlour, wall)
    assert wall.calls[2].mentions == (parlour.is_next().person,)
    (status,) = wall.statuses
    assert len(status) == 5
    assert "draws a card" in status[-1].text
    assert shown(parlour) == parlour.game.version


def test_a_proposal_is_put_to_those_who_have_not_answered_with_buttons(parlour: Parlour, wall: Wall) -> None:
    parlour.begin()
    update(parlour, wall)
    parlour.hear(ANN, "pause")
    update(parlour, wall)
    asked = wall.calls[-1]
    assert asked.mentions == ("p-bob",)
    assert asked.text == "Bob: you are asked to agree to a pause. Say 'yes' or 'no'."
    assert [(choice.label, choice.say) for choice in asked.choices] == [("Yes", "yes"), ("No", "no")]
    assert "paused" in parlour.public(BOB, asked.choices[0].say)
    update(parlour, wall)
    assert wall.calls[-1] == asked, "it is asked once"


def test_nothing_is_shown_twice(parlour: Parlour, wall: Wall) -> None:
    parlour.begin()
    update(parlour, wall)
    before = {name: list(versions) for name, versions in wall.messages.items()}
    update(parlour, wall)
    assert wall.messages == before
    assert room_needs(parlour.store, parlour.game) == ()


def test_a_room_that_is_behind_needs_an_update(parlour: Parlour, wall: Wall) -> None:
    game = parlour.begin()
    assert room_needs(parlour.store, game) == (Need("tell_room", game.game, game.version),)


def test_a_game_without_a_room_on_a_platform_needs_no_update(wall: Wall) -> None:
    elsewhere = Parlour("nowhere:7")
    assert room_needs(elsewhere.store, elsewhere.begin()) == ()


def test_without_a_token_nothing_is_shown_and_no_update_is_needed(parlour: Parlour) -> None:
    parlour.begin()
    update(parlour)
    assert shown(parlour) == parlour.game.version
    assert RoomProgress(parlour.store, parlour.room.game).message == ""


def test_a_status_message_that_was_removed_is_posted_anew(parlour: Parlour, wall: Wall) -> None:
    parlour.begin()
    update(parlour, wall)
    wall.messages.clear()
    parlour.hear(ANN, "keep all")
    update(parlour, wall)
    assert len(wall.statuses) == 1


def test_a_room_that_is_gone_is_given_up(parlour: Parlour, wall: Wall) -> None:
    parlour.begin()
    wall.refusal = 403
    update(parlour, wall)
    assert shown(parlour) == parlour.game.version


@pytest.mark.parametrize("status", [429, 500, 503, 599])
def test_a_busy_platform_is_tried_again_after_growing_pauses(
    parlour: Parlour, wall: Wall, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    parlour.begin()
    wall.refusal = status
    for pause in PAUSES:
        assert tell_at(parlour, wall, 1) == pause
        assert tell_at(parlour, wall, pause - 1) == 1, "it is left alone until then"
    assert shown(parlour) == 0
    assert len(caplog.records) == len(PAUSES), "one line for each try"
    assert not any(record.exc_info for record in caplog.records)
    wall.refusal = None
    update(parlour, wall)
    assert shown(parlour) == parlour.game.version
    assert len(wall.statuses) == len(wall.calls) == 1
    wall.refusal = status
    parlour.hear(ANN, "keep all")
    parlour.hear(BOB, "keep all")
    assert tell_at(parlour, wall, EDIT_SECONDS) == PAUSES[0], "it had answered in between"


def test_the_end_is_shown(parlour: Parlour, wall: Wall) -> None:
    finish(parlour.games, parlour.first_turns())
    update(parlour, wall)
    assert "The game is over. " in wall.statuses[0][-1].text


def test_the_end_is_announced_once_with_all_that_counts(parlour: Parlour, wall: Wall) -> None:
    finish(parlour.games, parlour.first_turns())
    update(parlour, wall)
    update(parlour, wall)
    (final,) = wall.calls
    assert final.mentions == ("p-ann", "p-bob")
    assert final.picture == "board"
    assert [choice.label for choice in final.choices] == ["Rematch?"]
    for part in (" wins.", "1. ", "2. ", "Routes +", "Tickets ", "Longest path: "):
        assert part in final.text
    assert "Completed: " in final.text or "Failed: " in final.text
    assert "game begins" not in final.text


def test_the_next_game_has_a_status_message_of_its_own(parlour: Parlour, wall: Wall) -> None:
    finish(parlour.games, parlour.first_turns())
    update(parlour, wall)
    parlour.begin(BOB, CY)
    update(parlour, wall)
    assert len(wall.statuses) == 2


def test_a_game_that_was_followed_by_another_is_shown_no_more(parlour: Parlour, wall: Wall) -> None:
    first = parlour.first_turns().game
    finish(parlour.games, parlour.game)
    parlour.begin(BOB, CY)
    room_updates.update_room(parlour.games, Config(), first)
    assert wall.messages == {}
    assert room_needs(parlour.store, parlour.games.cache.read_latest(first)) == ()


def test_moves_during_an_update_are_shown_as_well(parlour: Parlour, wall: Wall) -> None:
    """Another worker that comes meanwhile leaves it to the first one, and looks again in case that one crashes."""
    parlour.begin()

    def meanwhile() -> None:
        parlour.hear(ANN, "keep all")
        assert tell_at(parlour, wall, EDIT_SECONDS) == LEASE_SECONDS

    wall.meanwhile = meanwhile
    update(parlour, wall)
    assert shown(parlour) == parlour.game.version
    (status,) = wall.statuses
    assert len(status) == 2
    assert len(wall.calls) == 1


def test_a_worker_that_died_over_it_is_waited_for_and_replaced(
    parlour: Parlour, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    parlour.begin()
    now = [1000.0]
    monkeypatch.setattr(parlour.store, "_clock", lambda: now[0])
    dead = room_lease(parlour.store, parlour.room.game)
    assert dead.claim()
    now[0] += LEASE_SECONDS - 1
    assert tell_at(parlour, wall, 0) == LEASE_SECONDS
    assert wall.messages == {}
    now[0] += 1
    update(parlour, wall)
    assert shown(parlour) == parlour.game.version
    assert not dead.release()
    assert room_lease(parlour.store, parlour.room.game).claim(), "it was released"


# ------------------------------------------------------------------------------ not too often, not too much


def tell_at(parlour: Parlour, wall: Wall, seconds: float) -> float:
    wall.now += seconds
    return room_updates.update_room(parlour.games, Config(), parlour.room.game, lambda: wall.now)


def test_the_status_message_changes_only_now_and_then_and_calls_do_not_wait_for_it(
    parlour: Parlour, wall: Wall
) -> None:
    parlour.begin()
    assert tell_at(parlour, wall, 0) == 0.0
    parlour.hear(ANN, "keep all")
    assert tell_at(parlour, wall, 0.5) == EDIT_SECONDS - 0.5
    parlour.hear(BOB, "keep all")
    assert tell_at(parlour, wall, 0.5) == EDIT_SECONDS - 1.0
    (status,) = wall.statuses
    assert len(status) == 1, "it stays as it is"
    assert wall.calls[-1].mentions == (parlour.is_next().person,), "the next player is called at once"
    assert room_needs(parlour.store, parlour.game), "and the rest is still to be shown"
    assert tell_at(parlour, wall, 1.0) == 0.0
    assert len(status) == 2
    assert "Ann keeps 3 tickets" in status[-1].text
    assert "Bob keeps 3 tickets" in status[-1].text, "the last state arrives"
    assert tell_at(parlour, wall, 0) == 0.0
    assert (len(status), len(wall.calls)) == (2, 2)
    assert room_needs(parlour.store, parlour.game) == ()


def test_a_job_comes_back_for_what_was_put_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "games", lambda: None)
    monkeypatch.setattr(jobs, "settings", lambda: None)
    monkeypatch.setattr(room_updates, "update_room", lambda *_: 1.2)
    again = jobs.tell_room("g", 7)
    assert again
    assert again.intervals == [2]
    monkeypatch.setattr(room_updates, "update_room", lambda *_: 0.0)
    assert jobs.tell_room("g", 7) is None


def test_a_worker_that_called_looks_again_before_it_puts_off_the_rest(parlour: Parlour, wall: Wall) -> None:
    parlour.begin()
    tell_at(parlour, wall, 0)
    parlour.hear(ANN, "keep all")

    def meanwhile() -> None:
        parlour.hear(parlour.is_next(), "draw")
        parlour.hear(parlour.is_next(), "draw")
        assert tell_at(parlour, wall, 0) == LEASE_SECONDS, "it is left to the first one"

    parlour.hear(BOB, "keep all")
    wall.meanwhile = meanwhile
    assert tell_at(parlour, wall, 1.0) == EDIT_SECONDS - 1.0
    assert wall.calls[-1].mentions == (parlour.is_next().person,)
    assert len(wall.calls) == 3


def test_the_board_is_drawn_only_when_something_was_built(parlour: Parlour, wall: Wall) -> None:
    parlour.first_turns()
    update(parlour, wall)
    for _ in range(2):
        parlour.hear(parlour.is_next(), "draw")
        update(parlour, wall)
    assert [bool(pictures) for pictures in wall.pictures] == [True, False, False]
    before = parlour.game.state.claimed
    while parlour.game.state.claimed == before:
        one_move(parlour)
    update(parlour, wall)
    assert wall.pictures[-1]
    assert wall.pictures[-1] != wall.pictures[0]


def test_the_picture_is_in_the_language_of_the_room(parlour: Parlour, wall: Wall) -> None:
    parlour.first_turns()
    update(parlour, wall)
    parlour.hear(ANN, "language french")
    parlour.hear(parlour.is_next(), "draw")
    update(parlour, wall)
    assert wall.pictures[-1]
    assert wall.pictures[-1] != wall.pictures[0]


def test_a_new_status_message_has_its_picture_though_nothing_was_built(parlour: Parlour, wall: Wall) -> None:
    parlour.first_turns()
    update(parlour, wall)
    wall.messages.clear()
    parlour.hear(parlour.is_next(), "draw")
    update(parlour, wall)
    assert wall.pictures[-1] == wall.pictures[0]


def one_move(parlour: Parlour) -> None:
    game = parlour.game
    (seat,) = game.state.phase.waiting
    command = POLICIES["greedy"](situation_of(game.ruleset, game.state, seat, Dice(game.version)))
    parlour.games.perform(game, [command], Actor(Role.SEAT, seat))


def test_workers_know_these_jobs() -> None:
    assert function_of("workers.jobs.tell_room") is jobs.tell_room
    assert function_of("workers.jobs.deliver_parcel") is jobs.deliver_parcel


# ------------------------------------------------------------------------------------------- table talk


def talk_of(parlour: Parlour) -> TableTalk:
    return TableTalk(parlour.store, lambda _stream, _number: None, parlour.games.now, 60)


def test_what_is_said_elsewhere_is_shown_in_the_room_once(parlour: Parlour, wall: Wall) -> None:
    parlour.begin()
    game, talk = parlour.room.game, talk_of(parlour)
    talk.post(game, 1, Speaker(Grant(TokenRole.SEAT, 0), 1), "hello")
    talk.post(game, 1, Speaker(Grant(TokenRole.WATCH)), "unheard")
    talk.post(game, 1, Speaker(Grant(TokenRole.HOST)), "welcome")
    for _ in range(2):
        room_updates.show_talk(parlour.games, Config(), game)
    texts = [versions[0].text for versions in wall.messages.values()]
    assert texts == [f"{ANN.name}: hello", "The host: welcome"]


def test_what_is_said_in_the_room_is_heard_at_the_table_and_not_repeated(
    parlour: Parlour, wall: Wall
) -> None:
    parlour.begin()
    parlour.hear(ANN, "Say: well played, Bob!")
    (said,) = talk_of(parlour).all(parlour.room.game)
    assert (said.text, said.posted.seat) == ("well played, Bob!", 0)
    room_updates.show_talk(parlour.games, Config(), parlour.room.game)
    assert wall.messages == {}
    parlour.hear(CY, "say: I only look on")
    assert len(talk_of(parlour).all(parlour.room.game)) == 1


def test_a_room_says_no_more_at_the_table_than_the_api_allows(parlour: Parlour) -> None:
    parlour.begin()
    parlour.limit = RateLimit(2, lambda: 0.0)
    replies = [parlour.private(ANN, f"say: {number}") for number in range(3)]
    assert replies[:2] == ["Everybody at the table hears it."] * 2
    assert replies[2].startswith("That did not work")
    assert len(talk_of(parlour).all(parlour.room.game)) == 2
    assert parlour.private(BOB, "say: I may") == "Everybody at the table hears it."
