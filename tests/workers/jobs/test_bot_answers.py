"""Bots speak at a table only if somebody there asks them by name, once, and of nothing that is hidden."""

import msgspec
import pytest

from service.games.games import Games
from service.games.lobby import SeatRequest
from service.games.tokens import Grant, TokenRole
from service.table_talk.table_talk import TableTalk, quiet_talk
from service.table_talk.talk_message import Said, Speaker
from tests.support.workers.background_service import Desk, open_game
from ttr_core import determinize, redact, view
from ttr_core.bots.policy import Dice
from workers import jobs
from workers.jobs import play_bots, show_talk
from workers.jobs.bot_answers import last_move

PERSON, ADA, BEA = (
    SeatRequest(name="Ann"),
    SeatRequest(kind="bot", name="Ada"),
    SeatRequest(kind="bot", name="Béa"),
)
ANN = Speaker(Grant(TokenRole.SEAT, 0), 1)
HOST, WATCHER = Speaker(Grant(TokenRole.HOST)), Speaker(Grant(TokenRole.WATCH))


class Table:
    """One person, Ada and Béa."""

    def __init__(self, games: Games) -> None:
        self.games, self.talk = games, quiet_talk(games)
        self.game = open_game(games, PERSON, ADA, BEA)

    def ask(self, text: str, speaker: Speaker = ANN) -> list[Said]:
        """What was said after a message, once the job has run twice."""
        said = self.talk.post(self.game, 1, speaker, text)
        for _ in range(2):
            show_talk(self.game, said.number)
        return [entry for entry in self.talk.all(self.game) if entry.number > said.number]


@pytest.fixture
def table(in_memory: Games) -> Table:
    return Table(in_memory)


@pytest.mark.parametrize(
    "question",
    ["@Ada why?", "Ada, why did you do that?", "why ada", "What are you up to, Ada?", "ADA: was that wise?"],
)
def test_a_bot_answers_once_who_asks_it_by_name(table: Table, question: str) -> None:
    (said,) = table.ask(question)
    assert said.posted.seat == 1
    assert said.text == "I have not made a move yet."


def test_each_bot_that_is_asked_answers(table: Table) -> None:
    assert [said.posted.seat for said in table.ask("@Ada @Béa why?")] == [1, 2]


def test_the_host_may_ask_too(table: Table) -> None:
    assert len(table.ask("@Ada why?", HOST)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Good luck, everybody!",
        "Well played, Ada.",
        "Ada is ahead.",
        "Do you think that Ada will win?",
        "why?",
        "@Adam why?",
        "Ann, why?",
    ],
)
def test_bots_are_silent_unless_they_are_asked(table: Table, text: str) -> None:
    assert table.ask(text) == []


def test_they_answer_nobody_who_looks_on(table: Table) -> None:
    assert table.ask("@Ada why?", WATCHER) == []


def test_they_answer_no_bot(table: Table) -> None:
    assert table.ask("@Béa why?", Speaker(Grant(TokenRole.SEAT, 1), 1)) == []


def test_a_bot_that_the_host_has_muted_is_silent(table: Table) -> None:
    table.talk.set_mute(table.game, "host", 1, is_on=True)
    assert [said.posted.seat for said in table.ask("@Ada @Béa why?")] == [2]


def test_a_message_that_was_erased_is_not_answered(table: Table) -> None:
    said = table.talk.post(table.game, 1, ANN, "@Ada why?")
    table.talk.erase(table.game, said.number)
    show_talk(table.game, said.number)
    assert len(table.talk.all(table.game)) == 1


def test_the_answer_is_in_the_language_of_the_question(table: Table) -> None:
    (said,) = table.ask("Ada, pourquoi ?")
    assert said.text == "Je n'ai pas encore joué."


def test_what_bots_say_of_their_moves_is_open_to_all(
    in_memory: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Throughout a game: with all dealt anew that a rival cannot see, they say the same."""
    monkeypatch.setattr(jobs, "SLICE_SECONDS", 0.0)  # one move a job
    game = open_game(in_memory, ADA, BEA)
    texts = set[str]()
    for move in range(60):
        play_bots(game, 0)
        now = in_memory.cache.read_latest(game)
        for seat in (0, 1) if move % 3 == 0 else ():
            events = [redact(event, 1 - seat) for _, event in in_memory.cache.read_events(game, 0)]
            seen = view(now.ruleset, now.state, 1 - seat)
            twin = msgspec.structs.replace(now, state=determinize(now.ruleset, seen, Dice(9), events))
            text = last_move(in_memory, now, seat, "en")
            assert last_move(in_memory, twin, seat, "en") == text
            texts.add(" ".join(text.split()[:2]))
    assert {"I took", "I am"} <= texts


def test_a_worker_answers(desk: Desk) -> None:
    game = open_game(desk.games, PERSON, ADA)
    dispatcher = desk.dispatcher()
    TableTalk(desk.store, lambda _stream, _number: None, desk.games.now, 60).post(game, 1, ANN, "@Ada why?")
    dispatcher.step()
    desk.work()
    assert [said.posted.seat for said in quiet_talk(desk.games).all(game)] == [0, 1]
