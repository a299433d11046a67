"""The guide to rooms says nothing that a room does not understand."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from service.chat.rooms import Posts
from service.chat.rooms.room import handover_in, room_verb_during_game, room_verb_in
from tests.support.chat.memory_room import ANN, BOB, Parlour
from tests.support.paths import DOCS

GUIDE = DOCS / "chat" / "README.md"
STRANGE = ("I did not understand", "Je ne comprends pas")


class Row(NamedTuple):
    table: int
    what: str
    phrases: tuple[str, ...]  # of both languages


def rows() -> Iterator[Row]:
    table = -1
    for line in GUIDE.read_text("utf-8").splitlines():
        if line.startswith("| | English"):
            table += 1
        elif line.startswith("| ") and table >= 0:
            _, what, english, french, _ = (cell.strip() for cell in line.split("|"))
            cells = [re.findall(r"`([^`]+)`", cell) for cell in (english, french)]
            assert all(cells), line
            yield Row(table, what, tuple(phrase for cell in cells for phrase in cell))


ROWS = list(rows())


def test_the_guide_has_its_tables() -> None:
    assert [sum(row.table == table for row in ROWS) for table in range(5)] == [10, 11, 7, 5, 0]


@pytest.mark.parametrize("row", [row for row in ROWS if row.table == 0], ids=lambda row: row.what)
def test_all_words_for_a_thing_before_the_game_mean_the_same(row: Row) -> None:
    verbs = {room_verb_in(phrase).verb for phrase in row.phrases}
    assert len(verbs) == 1
    assert verbs != {""}


@pytest.mark.parametrize("row", [row for row in ROWS if row.table == 1], ids=lambda row: row.what)
def test_the_terms_of_a_table_are_heard(row: Row) -> None:
    parlour = Parlour()
    parlour.hear(ANN, "new game usa")
    assert [phrase for phrase in row.phrases if "Ann change" not in parlour.public(ANN, phrase)] == []


@pytest.mark.parametrize("row", [row for row in ROWS if row.table == 2], ids=lambda row: row.what)
def test_all_words_for_a_thing_during_the_game_mean_the_same(row: Row) -> None:
    verbs = {room_verb_during_game(phrase).verb for phrase in row.phrases}
    assert len(verbs) == 1
    assert verbs != {""} or all(handover_in(phrase) for phrase in row.phrases)


@pytest.mark.parametrize("row", [row for row in ROWS if row.table == 3], ids=lambda row: row.what)
def test_words_of_the_game_are_understood_in_a_room(row: Row) -> None:
    parlour = Parlour()
    parlour.begin(ANN, BOB, board="europe")
    parlour.hear(ANN, "keep all")
    parlour.hear(BOB, "keep all")
    strange = [phrase for phrase in row.phrases if _is_strange(parlour.hear(parlour.is_next(), phrase))]
    assert strange == []


def _is_strange(posts: Posts) -> bool:
    return any(post is not None and post.text.startswith(STRANGE) for post in (posts.public, posts.private))
