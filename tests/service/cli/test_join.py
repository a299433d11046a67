"""`ttr join`: a seat at a game of a running service, from the terminal."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from service.cli.terminal_games.live_news import LiveNews
from tests.support.http.api_calls import over_http
from tests.support.http.running_service import Stack, running
from ttr_client import Client, Created
from ttr_client.types import SeatRequest

OPERATOR = "the-token-of-the-operator"


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    place = tmp_path_factory.mktemp("join")
    with running(place, background=True, processes=1, admin_token=OPERATOR) as started:
        yield started


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where tokens of seats are kept."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "ttr" / "seats"


def join(lines: list[str], *arguments: str) -> Result:
    return CliRunner().invoke(main, ["join", *arguments], input="".join(f"{line}\n" for line in lines))


def open_game(stack: Stack, *others: SeatRequest) -> Created:
    with Client(stack.url) as client:
        return client.create("lyon", [{}, *others])


BOT: SeatRequest = {"kind": "bot", "bot": "random"}


def test_a_link_is_all_it_takes(stack: Stack) -> None:
    game = open_game(stack, BOT)
    shown = join(["Ann", "keep all", "draw 2", "my hand"], game.links[0]).output
    assert "Your name at the table: Ann" in shown
    assert "You keep " in shown
    assert shown.count("You draw a card: ") == 2
    assert re.search("Ada (draws|claims|takes)", shown)
    assert "Your hand: " in shown


def test_address_and_invite_do_as_well(stack: Stack) -> None:
    game = open_game(stack, BOT)
    shown = join(["garde tout"], stack.url, game.invites[0], "--name", "Ann", "--lang", "fr").output
    assert "Vous gardez" in shown
    assert f"«\u00a0ttr join\u00a0» revient à la partie {game.id} sur {stack.url}." in shown


def test_who_has_left_comes_back_to_their_seat(stack: Stack, folder: Path) -> None:
    game = open_game(stack, BOT)
    join(["keep all"], game.links[0], "--name", "Ann")
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    for arguments in ((), (game.links[0],)):
        shown = join(["my tickets", "quit"], *arguments).output
        assert "Your tickets:" in shown
        assert "You keep your seat" in shown
        assert shown.count("You keep") == 1, "what they have heard is not said again"


def test_people_hear_of_each_other(stack: Stack) -> None:
    """The second person opens the invite while the first waits; each sees only their own cards."""
    game = open_game(stack, {})
    assert "Ann" in join(["who are we waiting for?"], game.links[0], "--name", "Ann").output
    shown = join(["keep all"], game.links[1], "--name", "Ben").output
    assert "with Ann and Ben" in shown
    mine = [line for line in shown.splitlines() if line.startswith("You are dealt")]
    assert len(mine) == 1


def test_a_choice_that_nobody_else_may_know_of_is_confirmed(stack: Stack) -> None:
    """Until everybody has chosen, it is no news."""
    game = open_game(stack, {"name": "Ben"})
    shown = join(["garde tout", "mes destinations"], game.links[0], "--name", "Ann", "--lang", "fr").output
    assert "On attend Ben pour le choix des premières destinations." in shown.partition("> garde tout")[2]
    looked = shown.partition("> mes destinations")[2]
    assert "Vous gardez" in looked
    assert "Gardez-en" not in looked, "they have chosen"


def test_people_talk_at_the_table(stack: Stack) -> None:
    """Both ways: what is said here is heard elsewhere, and what is said elsewhere is shown here."""
    game = open_game(stack, {})
    join(["say: hello, is anybody there?", "quit"], game.links[0], "--name", "Ann")
    shown = join(["Say: I am!", "my tickets", "quit"], game.links[1], "--name", "Ben").output
    assert "Ann: hello, is anybody there?" in shown
    assert shown.count("Ben: I am!") == 1
    with Client(stack.url) as client:
        host = client.table(game.id, game.tokens["host"])
        said = [message["text"] for message in host.talk.messages()]
    assert said == ["hello, is anybody there?", "I am!"]


def test_what_is_no_invite_is_refused(stack: Stack) -> None:
    game = open_game(stack, BOT)
    for arguments, code, message in (
        ((), 2, "You hold no seat there"),
        ((f"{stack.url}/g/{game.id}",), 2, "You hold no seat there"),
        (("example",), 2, "expected an address"),
        ((f"{stack.url}/g/{game.id}#invite=ttr_invite_x", "--name", "Ann"), 1, "refused"),
    ):
        result = join([], *arguments)
        assert (result.exit_code, message in result.output) == (code, True), result.output


def test_who_resigns_has_left_for_good(stack: Stack, folder: Path) -> None:
    game = open_game(stack, BOT)
    result = join(["keep all", "resign", "1", "yes"], game.links[0], "--name", "Ann")
    assert result.exit_code == 0
    assert result.output.rstrip().endswith("You have left the game.")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("lines", "closed"),
    [
        ([], "The operator of the service has closed this table."),
        (["keep all"], "Ben no longer plays: the operator has closed the table."),
    ],
)
def test_somebody_who_waits_reads_that_the_operator_closed_the_table(
    stack: Stack, capsys: pytest.CaptureFixture[str], lines: list[str], closed: str
) -> None:
    game = open_game(stack, {"name": "Ben"})
    if lines:  # the game has begun
        join(lines, game.links[0], "--name", "Ann")
    with Client(stack.url) as client, over_http(stack.port) as caller:
        news = LiveNews(client.table(game.id, game.tokens["watch"]), "en", str, False, list)
        news.begin()
        closure = f"/v1/admin/games/{game.id}/closure"
        assert caller.post(closure, {"reason": "spam"}, OPERATOR).status == 200
        news.show()
    assert closed in capsys.readouterr().out


def test_news_bring_the_prompt_back_only_while_somebody_types(
    stack: Stack, capsys: pytest.CaptureFixture[str]
) -> None:
    game = open_game(stack, {"name": "Ben"})
    with Client(stack.url) as client:
        news = LiveNews(client.table(game.id, game.tokens["watch"]), "en", lambda: "Ann> ", True, list)
        news.show()
        assert "Ann> " not in capsys.readouterr().out  # the next line of input writes it
        join(["keep all"], game.links[0], "--name", "Ann")
        with news.reading():
            news.show()
            assert capsys.readouterr().out.count("Ann> ") == 1
            news.show()
        assert capsys.readouterr().out == ""  # nothing new


def test_the_end_of_a_game_is_shown(stack: Stack) -> None:
    """Ben proposes to end the game, Ann agrees, and the score is counted."""
    game = open_game(stack, {"name": "Ben"})
    join(["keep all"], game.links[0], "--name", "Ann")
    with Client(stack.url) as client:
        ben = client.table(game.id, game.seats[1].token)
        assert ben.say("end the game")["did"] == "asked"
        assert ben.say("yes")["did"] == "moved"
    shown = join(["agree", "who won?", "non"], game.links[0]).output
    assert "You keep your seat" not in shown
    assert shown.count("You share the victory with Ben.") == 2
    assert f"picture: {stack.url}/v1/games/{game.id}/board.png" in shown
    assert "Rematch? 'yes' opens another table, 'quit' leaves." in shown
    assert shown.rstrip().endswith("Thank you for playing.")


def test_a_rematch_is_opened_with_an_invite_for_the_others(stack: Stack) -> None:
    game = open_game(stack, {"name": "Ben"})
    join(["garde tout"], game.links[0], "--name", "Ann", "--lang", "fr")
    with Client(stack.url) as client:
        ben = client.table(game.id, game.seats[1].token)
        ben.say("end the game")
        ben.say("yes")
    shown = join(["oui", "oui", "qui attend-on ?"], game.links[0], "--lang", "fr").output
    invited = re.search(rf"Pour Ben\u00a0: ttr join {stack.url} (\S+)", shown)
    assert invited, shown
    assert "Vous gardez votre place" in shown, "they wait at the new table"
    again = join(["keep all"], stack.url, invited[1], "--name", "Ben").output
    assert "with Ann and Ben" in again or "with Ben and Ann" in again
    shown = join(["yes"], game.links[0], "--lang", "fr").output
    assert "Il y a déjà une revanche" in shown


def test_the_service_refuses_in_the_language_of_the_person(stack: Stack) -> None:
    game = open_game(stack, BOT)
    join(["keep all"], game.links[0], "--name", "Ann")
    used = f"{game.links[0]}"
    mistyped = used[:-1] + ("a" if used[-1] != "a" else "b")
    assert "il y manque un caractère" in join([], mistyped, "--name", "Ben", "--lang", "fr").output
