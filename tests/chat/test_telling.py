"""What a room is told without asking: one status message that is edited, and one call for every turn."""

from collections.abc import Callable

import pytest

from service.chat.platform import Pictures, PlatformRefused
from service.config import Config
from service.rooms.posts import Post, Posts
from tests.chat.rooms import ANN, BOB, CY, Parlour
from tests.service.played import finish
from workers import jobs, rooms, telling
from workers.needs import Need
from workers.queue import ALLOWED
from workers.telling import SomebodyElse, Telling


class Wall:
    """A platform that keeps what is posted."""

    def __init__(self) -> None:
        self.messages: dict[str, list[Post]] = {}
        self.refusal: int | None = None
        self.meanwhile: Callable[[], object] = lambda: None

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        self._take(post, pictures)
        name = f"m{len(self.messages) + 1}"
        self.messages[name] = [post]
        return name

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> None:
        self._take(post, pictures)
        if message not in self.messages:
            raise PlatformRefused(404, "unknown message")
        self.messages[message].append(post)

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        raise AssertionError("nobody asked")

    def _take(self, post: Post, pictures: Pictures) -> None:
        if self.refusal:
            raise PlatformRefused(self.refusal, "no")
        assert set(pictures) == ({post.picture} if post.picture else set())
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()

    @property
    def calls(self) -> list[Post]:
        return [versions[0] for versions in self.messages.values() if versions[0].mentions]

    @property
    def statuses(self) -> list[list[Post]]:
        return [versions for versions in self.messages.values() if versions[0].picture]


@pytest.fixture
def parlour() -> Parlour:
    return Parlour("discord:7")


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    found = Wall()
    monkeypatch.setattr(rooms, "speaking", lambda config, name: found)
    monkeypatch.setattr(rooms, "pictures", lambda loaded, seat, post: {post.picture: b"PNG"})
    return found


def tell(parlour: Parlour) -> None:
    rooms.tell(parlour.games, Config(), parlour.room.game)


def told(parlour: Parlour) -> int:
    return Telling(parlour.store, parlour.room.game).told


def test_the_status_message_is_edited_and_everybody_called_once(parlour: Parlour, wall: Wall) -> None:
    parlour.begin()
    tell(parlour)
    assert [call.mentions for call in wall.calls] == [("p-ann", "p-bob")]
    parlour.hear(ANN, "keep all")
    tell(parlour)
    assert len(wall.calls) == 1, "Bob knows already"
    parlour.hear(BOB, "keep all")
    tell(parlour)
    first = parlour.is_next()
    assert wall.calls[1].mentions == (first.person,), "now it is a turn"
    parlour.hear(first, "draw")
    tell(parlour)
    assert len(wall.calls) == 2, "the turn goes on"
    parlour.hear(first, "draw")
    tell(parlour)
    assert wall.calls[2].mentions == (parlour.is_next().person,)
    (status,) = wall.statuses
    assert len(status) == 5
    assert "draws a card" in status[-1].text
    assert told(parlour) == parlour.game.version


def test_nothing_is_told_twice(parlour: Parlour, wall: Wall) -> None:
    parlour.begin()
    tell(parlour)
    before = {name: list(versions) for name, versions in wall.messages.items()}
    tell(parlour)
    assert wall.messages == before
    assert rooms.owed(parlour.games, parlour.game) == ()


def test_a_room_that_is_behind_is_owed_news(parlour: Parlour, wall: Wall) -> None:
    game = parlour.begin()
    assert rooms.owed(parlour.games, game) == (Need("tell_room", game.game, game.version),)


def test_a_game_without_a_room_is_told_to_nobody(wall: Wall) -> None:
    elsewhere = Parlour("nowhere:7")
    assert rooms.owed(elsewhere.games, elsewhere.begin()) == ()


def test_without_a_token_nothing_is_told_and_nothing_owed(parlour: Parlour) -> None:
    parlour.begin()
    tell(parlour)
    assert told(parlour) == parlour.game.version
    assert Telling(parlour.store, parlour.room.game).message == ""


def test_a_status_message_that_was_removed_is_posted_anew(parlour: Parlour, wall: Wall) -> None:
    parlour.begin()
    tell(parlour)
    wall.messages.clear()
    parlour.hear(ANN, "keep all")
    tell(parlour)
    assert len(wall.statuses) == 1


def test_a_room_that_is_gone_is_given_up(parlour: Parlour, wall: Wall) -> None:
    parlour.begin()
    wall.refusal = 403
    tell(parlour)
    assert told(parlour) == parlour.game.version


@pytest.mark.parametrize("status", [429, 500, 503, 599])
def test_a_platform_that_is_busy_is_told_later(parlour: Parlour, wall: Wall, status: int) -> None:
    parlour.begin()
    wall.refusal = status
    with pytest.raises(PlatformRefused):
        tell(parlour)
    assert told(parlour) == 0
    wall.refusal = None
    tell(parlour)
    assert told(parlour) == parlour.game.version
    assert len(wall.statuses) == len(wall.calls) == 1


def test_the_end_is_told(parlour: Parlour, wall: Wall) -> None:
    finish(parlour.games, parlour.first_turns())
    tell(parlour)
    assert "The game is over: " in wall.statuses[0][-1].text
    assert wall.calls == []


def test_the_next_game_has_a_status_message_of_its_own(parlour: Parlour, wall: Wall) -> None:
    finish(parlour.games, parlour.first_turns())
    tell(parlour)
    parlour.begin(BOB, CY)
    tell(parlour)
    assert len(wall.statuses) == 2


def test_a_game_that_was_followed_by_another_is_told_no_more(parlour: Parlour, wall: Wall) -> None:
    first = parlour.first_turns().game
    finish(parlour.games, parlour.game)
    parlour.begin(BOB, CY)
    rooms.tell(parlour.games, Config(), first)
    assert wall.messages == {}
    assert rooms.owed(parlour.games, parlour.games.shelf.current(first)) == ()


def test_what_happens_while_the_room_is_told_is_told_as_well(parlour: Parlour, wall: Wall) -> None:
    """Another worker that comes meanwhile leaves it to the first one."""
    parlour.begin()

    def meanwhile() -> None:
        parlour.hear(ANN, "keep all")
        tell(parlour)

    wall.meanwhile = meanwhile
    tell(parlour)
    assert told(parlour) == parlour.game.version
    (status,) = wall.statuses
    assert len(status) == 2
    assert len(wall.calls) == 1


def test_a_worker_that_died_over_it_is_waited_for_and_replaced(parlour: Parlour, wall: Wall) -> None:
    parlour.begin()
    dead = Telling(parlour.store, parlour.room.game)
    assert dead.claim(1000.0)
    other = Telling(parlour.store, parlour.room.game)
    assert not other.claim(1000.0 + telling.DOUBT_SECONDS - 1)
    with pytest.raises(SomebodyElse):
        other.claim(1000.0 + telling.LEASE_SECONDS - 1)
    assert other.claim(1000.0 + telling.LEASE_SECONDS)
    other.release()
    assert other.claim(1000.0 + telling.LEASE_SECONDS)


def test_workers_know_these_jobs() -> None:
    assert ALLOWED["workers.jobs.tell_room"] is jobs.tell_room
    assert ALLOWED["workers.jobs.deliver_parcel"] is jobs.deliver_parcel
