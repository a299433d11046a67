"""Pictures for rooms: in the language of their readers, and the same until somebody builds."""

import pytest

from service.chat import picture_attachments
from service.chat.picture_attachments import BoardPicture, pictures_for
from service.chat.rooms import Posts
from service.chat.rooms.room import Post
from tests.support.chat.memory_room import Parlour


@pytest.fixture(autouse=True)
def as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_attachments, "png_of", str.encode)


@pytest.fixture
def parlour() -> Parlour:
    room = Parlour()
    room.first_turns()
    return room


@pytest.mark.parametrize(
    ("lang", "trains", "title"), [("en", "45 trains", "Lyon by tram"), ("fr", "45 wagons", "Lyon en tram")]
)
def test_pictures_are_in_the_language_of_the_answer(
    parlour: Parlour, lang: str, trains: str, title: str
) -> None:
    game = parlour.game
    private, public = Post(text="hand", picture="hand"), Post(text="board", picture="board")
    posts = Posts(private=private, public=public, game=game.game, version=game.version, seat=0, lang=lang)
    drawn = {name: picture.decode() for name, picture in pictures_for(parlour.games, posts).items()}
    assert trains in drawn["board"]
    assert title in drawn["board"]
    other = Posts(
        private=private, game=game.game, version=game.version, seat=0, lang="en" if lang == "fr" else "fr"
    )
    assert pictures_for(parlour.games, other)["hand"].decode() != drawn["hand"]


def test_the_board_of_the_status_message_tells_who_has_which_colour_and_not_how_they_stand(
    parlour: Parlour,
) -> None:
    picture = BoardPicture(parlour.game, "en").drawn()["board"].decode()
    shown = picture.partition("</desc>")[2]
    assert ">Ann<" in shown
    assert ">Bob<" in shown
    assert "pts" not in shown
    assert "▶" not in shown


def test_it_looks_the_same_until_something_is_built_or_the_language_or_a_name_changes(
    parlour: Parlour,
) -> None:
    before = BoardPicture(parlour.game, "en")
    parlour.hear(parlour.is_next(), "draw")
    after = BoardPicture(parlour.game, "en")
    assert after.look == before.look
    assert after.drawn() == before.drawn()
    assert BoardPicture(parlour.game, "fr").look != before.look
    parlour.store.forget(parlour.game.game, ["name:0"])
    fresh = parlour.games.cache.read_facts(parlour.game)
    assert BoardPicture(fresh, "en").look != before.look
