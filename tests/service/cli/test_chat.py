"""`ttr chat`: a room in the terminal with several people and bots, against the real service with its workers."""

import os
import pty
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from service.cli.terminal_games import chat as chat_module
from tests.support.chat.room_players import MOST_STEPS, leaks, play_to_the_end
from tests.support.chat.terminal_chat import GAME, Room, Terminal, command, is_readable
from tests.support.http.running_service import Stack, free_port, running
from tests.support.http.service_games import games_on
from tests.support.paths import ROOT

PEOPLE = {"ann": "Ann", "ben": "Ben"}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens of rooms are kept here."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with running(tmp_path_factory.mktemp("chat"), background=True, processes=1) as started:
        yield started


def chat(stack: Stack, lines: list[str], *arguments: str) -> str:
    result = invoke(lines, "--url", stack.url, "--board", "lyon", *arguments)
    assert result.exit_code == 0, result.output
    return result.output


def invoke(lines: list[str], *arguments: str) -> Result:
    return CliRunner().invoke(main, ["chat", *arguments], input="".join(f"{line}\n" for line in lines))


# ------------------------------------------------------------------------------------------- whole games


@pytest.mark.timeout(120)
@pytest.mark.parametrize("steps", [25, pytest.param(MOST_STEPS, marks=pytest.mark.soak)])
def test_a_whole_game_of_two_people_and_a_bot(stack: Stack, steps: int) -> None:
    """People play through a pipe in both languages, answer questions by number, and leave the end to bots."""
    arguments = ("--board", "lyon", "--people", "Ann,Ben", "--bots", "greedy")
    with Terminal(stack.url, *arguments) as terminal:
        room = Room(terminal, PEOPLE)
        final = play_to_the_end(games_on(stack.store), terminal.game, room, list(PEOPLE), steps)
        assert terminal.end() == 0
    assert "wins" in terminal.shown
    public = list(takewhile(lambda line: "wins" not in line, room.public))  # afterwards all tickets are shown
    assert leaks(final, public) == []
    assert any(line.startswith("Ada claims") for line in public), "bots appear in the news"
    assert "Goodbye" not in terminal.shown


def test_a_turn_by_numbers_alone(stack: Stack) -> None:
    """Tickets, what can be done, and the second card: no word is needed."""
    shown = chat(stack, ["1", "1", "1", "1", "1"], "--people", "Ann", "--bots", "random")
    assert "[Ann only] You keep " in shown
    assert "[Ann only] You may:\n[Ann only] 1) " in shown
    assert "[Ann only] Your second card" in shown


def test_the_same_people_play_a_rematch(stack: Stack) -> None:
    lines = [
        "Ann: keep all",
        "Ben: keep all",
        "Ann: end the game",
        "Ann: yes",
        "Ben: yes",
        "Ann: who won?",
        "Ben: oui",
    ]
    shown = chat(stack, [*lines, "Ann: my hand", "Ben: my hand"], "--bots", "random")
    assert "Rematch? 'yes' opens another table, '/quit' leaves." in shown
    assert "board.png" in shown
    first, again = GAME.findall(shown)
    assert first != again
    assert "[Ann only] Your hand: " in shown
    assert "[Ben only] Your hand: " in shown
    assert GAME.search(chat(stack, [], "--back"))[1] == again  # type: ignore[index]  # it would be None


# --------------------------------------------------------------------------------------------- who speaks


def test_what_is_private_is_shown_as_private(stack: Stack) -> None:
    shown = chat(stack, ["Ann: my hand", "ben: ma main", "Ann: keep all", "Ben: keep all"], "--bots", "")
    assert "[Ann only] Your hand: " in shown
    assert "[Ben only] Your hand: " in shown
    assert "[Ben only] picture: curl -o hand.png -H 'Authorization: Bearer ttr_seat_" in shown
    assert "[Ben only] You keep " in shown
    assert "\nBen keeps 3 tickets." in shown
    assert "Goodbye. The game " in shown


def test_the_current_speaker_can_be_chosen(stack: Stack) -> None:
    shown = chat(stack, ["/as BEN", "what can i do?", "/as Zed", "Zed: draw", "/help", "/dance", "", "score"])
    assert "\nAnn> /as BEN\nBen speaks.\nBen> what can i do?\n[Ben only] 1) " in shown
    assert shown.count("There is no Zed here, only Ann, Ben.") == 2
    assert shown.count("Speak as 'Ann: draw 2'") == 3
    assert "Ann: 0 points" in shown


def test_pictures_are_named_by_their_link(stack: Stack) -> None:
    shown = chat(stack, ["map"])
    game = GAME.search(shown)
    assert game
    assert f"\npicture: {stack.url}/v1/games/{game[1]}/board.png" in shown


def test_the_status_line_says_whom_the_room_waits_for(stack: Stack) -> None:
    shown = chat(stack, ["Ann: keep all"], "--people", "Ann,Ben", "--bots", "random,greedy")
    assert "Lyon by tram with Ann, Ben, Ada and Boris. Game " in shown
    assert "\n-- Waiting for Ann and Ben. Ann: 0 points, " in shown
    assert "\n-- Waiting for Ben. " in shown


def test_in_french(stack: Stack) -> None:
    shown = chat(stack, ["Ann: ma main", "Ann: garde tout", "/quit", "Ann: ma main"], "--lang", "fr")
    assert "[réservé à Ann] Votre main" in shown
    farewell = f"auprès du service à {stack.url}\u00a0; «\u00a0ttr chat --back\u00a0» y revient."
    assert shown.rstrip().endswith(farewell)
    assert shown.count("Votre main") == 1


def test_a_refusal_of_the_service_is_shown(stack: Stack) -> None:
    shown = chat(stack, ["x" * 500])
    assert "The service refuses: " in shown
    assert "malformed_request" not in shown, "codes are for programs"
    shown = chat(stack, ["x" * 500], "--lang", "fr")
    assert "Le service refuse\u00a0: Ces parties du corps ne conviennent pas" in shown


# ------------------------------------------------------------------------------------------------ leaving


def test_people_come_back_to_their_room(stack: Stack) -> None:
    first = chat(stack, ["Ann: keep all"], "--bots", "")
    again = chat(stack, ["Ben: keep all"], "--back")
    assert GAME.search(first)[1] == GAME.search(again)[1]  # type: ignore[index]  # it would be None
    assert "begin" in first
    assert "begin" not in again, "what they have heard is not said again"
    assert "[Ben only] You keep " in again


def test_without_a_room_nobody_comes_back(stack: Stack) -> None:
    assert "No such room is kept" in invoke([], "--url", stack.url, "--back").output
    assert "No such room is kept" in invoke([], "--url", stack.url, "--game", "../x").output


def test_an_interrupt_leaves_politely(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(chat_module, "read_line", interrupted)
    assert chat(stack, []).rstrip().splitlines()[-1].startswith("Goodbye. The game ")


@pytest.mark.soak  # an interrupt that meets readline at a bad moment is lost now and then
def test_a_living_terminal_hears_of_bots_without_asking_and_ends_at_an_interrupt(stack: Stack) -> None:
    person, terminal = pty.openpty()
    process = subprocess.Popen(
        command(stack.url, "--board", "lyon", "--people", "Ann"),
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        cwd=ROOT,
        start_new_session=True,
    )
    os.close(terminal)
    try:
        _until(person, "Ann> ")
        os.write(person, b"keep all\n")
        _until(person, "Ada keeps ")
        os.write(person, b"half a lin")
        _until(person, "half a lin")
        # again and again: one that comes while readline looks at a key is noticed only with the next key or signal
        _until(person, "Goodbye. The game ", lambda: process.send_signal(signal.SIGINT))
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        os.close(person)


def _until(person: int, text: str, knock: Callable[[], None] = lambda: None, seconds: float = 60.0) -> None:
    output, end = "", time.monotonic() + seconds
    knock()
    while text not in output:
        assert time.monotonic() < end, output
        if is_readable(person, 1.0):
            output += os.read(person, 65536).decode()
        else:
            knock()


# ---------------------------------------------------------------------------------------------- no service


def test_without_a_service_the_error_says_how_to_start_one() -> None:
    result = invoke([], "--url", f"http://127.0.0.1:{free_port()}")
    assert result.exit_code == 1
    assert "Error: no service answers at http://127.0.0.1:" in result.output
    assert "Start one with `ttr up`" in result.output


def test_the_usual_address_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    monkeypatch.setenv("TTR_PORT", str(port))
    assert f"http://127.0.0.1:{port} " in invoke([]).output
    monkeypatch.setenv("TTR_PORT", "none")
    assert "setting TTR_PORT" in invoke([]).output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--people", ","], "name at least one person"),
        (["--people", "Ann,ann"], "every person needs a different name"),
        (["--people", "A:nn"], "a name must not contain"),
        (["--bots", "clever"], "there is no bot 'clever'"),
        (["--url", "127.0.0.1:8080"], "an address such as"),
        (["--url", "http://127.0.0.1:none"], "--url"),
    ],
)
def test_what_cannot_be_meant_is_refused(arguments: list[str], message: str) -> None:
    result = invoke([], *arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_an_unknown_board_is_an_error(stack: Stack) -> None:
    result = invoke([], "--url", stack.url, "--board", "atlantis")
    assert result.exit_code == 1
    assert "There is no board 'atlantis'" in result.output
