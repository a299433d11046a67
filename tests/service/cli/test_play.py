"""`ttr play`: a scripted person plays whole games, sees what is theirs, and may leave at any time."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import msgspec
import pytest
from click.testing import CliRunner

from service.cli import main
from service.cli.terminal_games import play as play_module
from service.language.languages import Messages, codes
from service.language.speech.command_text import MoveWriter
from service.language.speech.story import Story
from service.language.vocabulary.board_words import Values, board_words
from tests.support.boards.every_board import PLAYABLE
from tests.support.paths import ROOT
from tests.support.rules.stamps import registered_stamps, stamp_document, wordless_stamps
from ttr_core.boards.library import whole_document
from ttr_core.load import load_ruleset
from ttr_core.model.commands import SeatCommand
from ttr_core.model.events import CardDrawn, Event, TicketsKept
from ttr_core.model.ids import Card, CityId, SeatId, TicketId
from ttr_core.model.message import Public

USA = load_ruleset("usa", 2)
NAMES = {0: "You", 1: "Ada"}
WORDS = board_words(USA, "en")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "ttr" / "games"


def play(lines: list[str], *arguments: str) -> str:
    result = CliRunner().invoke(main, ["play", *arguments], input="\n".join(lines))
    assert result.exit_code == 0, result.output
    return result.output


def story(me: SeatId = 0) -> Story:
    return Story(Messages("en"), Values(WORDS, NAMES), me)


# leaving and coming back


def test_the_end_of_input_leaves_politely() -> None:
    assert play([], "usa").rstrip().endswith("as does 'ttr play --game usa-1'.")


def test_a_person_may_quit_and_is_asked_first() -> None:
    shown = play(["quitter", "non", "score", "quitter", "oui"], "usa", "--lang", "fr")
    assert shown.count("Quitter la table\u00a0?") == 2
    assert shown.rstrip().endswith("de même que «\u00a0ttr play --game usa-1\u00a0».")


def test_an_interrupt_leaves_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(play_module, "read_line", interrupted)
    assert play([], "usa").rstrip().endswith("as does 'ttr play --game usa-1'.")


def test_a_game_goes_on_where_it_was_left() -> None:
    at_once = play(["keep all", "draw", "draw", "draw"], "usa", "--seed", "3")
    play(["keep all", "draw", "draw"], "usa", "--seed", "3")
    later = play(["draw"])
    assert "You draw a card: " in later
    assert _last_table(later) == _last_table(at_once)


def _last_table(shown: str) -> str:
    return shown.rpartition("──")[2].rpartition("Goodbye")[0]


def test_several_games_are_kept_and_listed() -> None:
    play(["keep all"], "usa", "--seed", "3")
    play(["keep all"], "lyon", "--seed", "3")
    assert play([], "--kept").split() == ["lyon-1", "usa-1"]
    assert "United States" in play([], "--game", "usa-1")


def test_nobody_else_can_read_a_kept_game(folder: Path) -> None:
    play(["keep all"], "usa")
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


def test_without_a_kept_game_a_board_is_asked_for(folder: Path) -> None:
    result = CliRunner().invoke(main, ["play"])
    assert result.exit_code == 2
    assert "Name a board: europe, germany" in result.output
    result = CliRunner().invoke(main, ["play", "--game", "usa-7"])
    assert "No game is kept under the name 'usa-7'" in result.output
    folder.mkdir(parents=True)
    (folder / "usa-7.ttr-table").write_text("{}")
    result = CliRunner().invoke(main, ["play", "--game", "usa-7"])
    assert result.exit_code == 1
    assert "is no kept game" in result.output


def test_who_resigns_has_left_for_good(folder: Path) -> None:
    shown = play(["keep all", "resign", "2", "yes"], "usa", "--seed", "3")
    assert shown.rstrip().endswith("You have left the game.")
    assert list(folder.iterdir()) == []


def test_a_finished_game_leaves_its_record(folder: Path) -> None:
    shown = play(["1"] * 1400, "usa", "--bots", "random", "--seed", "1")
    (file,) = folder.glob("*.ttr-game")
    assert f"The record of the game is in {file}" in shown
    assert CliRunner().invoke(main, ["verify", str(file)]).exit_code == 0
    hint = next(line for line in shown.splitlines() if "ttr show" in line)
    record = CliRunner().invoke(main, shlex.split(hint.partition("ttr ")[2].partition("ttr ")[2]))
    assert ("── You ──" in record.output, "── Ada ──" in record.output) == (True, True)


# a turn


def test_a_turn_in_words() -> None:
    shown = play(["keep 1 2", "draw", "draw", "hand", "score", "map seattle", "help"], "usa", "--seed", "3")
    assert "You keep " in shown
    assert shown.count("You draw a card: ") == 2
    assert "Meanwhile:\n  Ada" in shown
    assert "Portland – Seattle" in shown
    assert "Now: 'draw 2'" in shown


def test_a_move_is_taken_back_with_what_the_bots_did_since() -> None:
    shown = play(["keep all", "draw", "draw", "undo", "undo", "history"], "usa", "--seed", "3")
    assert shown.count("Your last move is taken back.") == 2
    assert "You draw" not in shown.partition("> history")[2]
    assert play(["undo"], "usa").count("taken back") == 0


@pytest.mark.parametrize("lang", codes())
def test_colours_change_no_word(lang: str) -> None:
    """A text chooses its words by the card: « une locomotive », « une carte verte »."""
    lines, arguments = ["keep all", *["draw"] * 30], ("europe", "--seed", "3", "--lang", lang)
    plain, coloured = (
        CliRunner().invoke(main, ["play", *arguments], input="\n".join(lines), color=color).output
        for color in (False, True)
    )
    assert "\x1b[96mlocomotive" in coloured
    drawn = {"en": "You draw a card: locomotive.", "fr": "Vous piochez une locomotive."}[lang]
    assert drawn in plain
    assert click.unstyle(coloured).replace("europe-2", "europe-1") == plain


@pytest.mark.parametrize("lang", codes())
def test_a_choice_with_several_ways_to_pay_says_so(lang: str) -> None:
    """Not "Amsterdam (Amsterdam)"."""
    shown = play(["keep all", *["draw"] * 8, "station"], "europe", "--seed", "3", "--lang", lang)
    assert {"en": "ways to pay)", "fr": "façons de payer)"}[lang] in shown
    assert not re.search(r"(\w+) \(\1\)", shown)


def test_the_end_is_shown_in_full(folder: Path) -> None:
    """Points by reason, everybody's tickets, who won, and a picture; and a rematch is offered."""
    shown = play(["keep all", "end the game", "yes", "no"], "nordic", "--seed", "1")
    for said in (
        "Final score",
        "Total",
        "Your tickets:",
        "Ada:\n  Failed: ",
        "win",
        "picture: ",
        "Rematch? (yes/no) no",
    ):
        assert said in shown
    assert shown.rstrip().endswith("Thank you for playing.")
    assert (folder / "nordic-1.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("yes", ["oui", "revanche !"])
def test_a_rematch_has_the_same_board_options_and_rivals(folder: Path, yes: str) -> None:
    lines = ["garde tout", "terminer la partie", "oui", yes, "quitter", "oui"]
    shown = play(lines, "usa", "--option", "edition=2004", "--bots", "random", "--lang", "fr")
    again = shown.partition(yes)[2] if yes != "oui" else shown.partition("(oui/non) oui")[2]
    assert again.strip().startswith("États-Unis\u00a0: vous jouez contre Ada (robot aléatoire).")
    (kept,) = folder.glob("*.ttr-table")
    facts = msgspec.json.decode(kept.read_bytes())["facts"]
    assert kept.stem == "usa-2"
    assert msgspec.json.decode(facts["options"])["edition"] == "2004"


def test_standing_orders_are_followed() -> None:
    shown = play(["keep all", "order: draw 2 cards for 2 turns", "yes"], "usa", "--seed", "3")
    assert shown.count("You draw a card: ") == 4


def test_help_begins_with_what_the_moment_asks_for() -> None:
    assert "Now: 'keep 1 and 3' or 'keep all'" in play(["help"], "usa", "--seed", "3")


def test_too_few_tickets_are_refused() -> None:
    shown = play(["keep 1", "keep 1 9", "keep all"], "usa", "--seed", "3")
    assert "You keep " not in shown.partition("> keep all")[0]
    assert "You keep " in shown.partition("> keep all")[2]


def test_nonsense_and_impossible_moves_get_different_answers() -> None:
    shown = play(["keep all", "dance", "claim boston miami"], "usa", "--seed", "3")
    assert "'dance'" in shown
    assert "No direct route joins Boston and Miami" in shown


def test_several_fitting_moves_are_listed_and_chosen_by_number() -> None:
    shown = play(["keep all", "take", "1"], "usa", "--seed", "3")
    assert "Which one do you mean?" in shown
    assert "You take " in shown.partition("Which one do you mean?")[2]


# the rest by the soak run; every board is played by numbers in the tests of the language, too
@pytest.mark.parametrize(
    "board",
    [
        pytest.param(board, marks=() if board in ("iberia", "germany") else pytest.mark.soak)
        for board in PLAYABLE
    ],
)
def test_a_whole_game_by_numbers_on_every_board(board: str) -> None:
    """Always choose the first move, the first ticket, and the first way to keep it."""
    players = str(whole_document(board)["players"][0])
    lines = ["1"] * 1400
    shown = play(lines, board, "--players", players, "--bots", "random", "--seed", "1")
    assert "Final score" in shown
    assert "Total" in shown
    assert shown.rstrip().endswith((".", "!"))


def test_one_ticket_lists_the_ways_to_keep_it() -> None:
    shown = play(["2", "1"], "usa", "--seed", "3")
    assert "Which one do you mean?" in shown
    assert "You keep " in shown.partition("Which one do you mean?")[2]


def test_several_tickets_are_kept_by_their_numbers() -> None:
    assert "You keep " not in play(["1 9"], "usa", "--seed", "3")
    assert "You keep " in play(["3, 1"], "usa", "--seed", "3")


def test_a_rule_that_no_word_file_knows_is_played_by_numbers(tmp_path: Path) -> None:
    file = tmp_path / "stamps.json"
    file.write_bytes(msgspec.json.encode(stamp_document()))
    with registered_stamps(wordless_stamps):
        shown = play(["1", "1", "8", "1", "1"] * 500, str(file), "--bots", "random", "--seed", "2")
    assert "Press stamp" in shown
    assert "Final score" in shown


def test_a_real_process_plays_a_scripted_game() -> None:
    script = "keep all\n" + "draw\n" * 20 + "quit\nyes\n"
    command = [sys.executable, "-m", "service.cli", "play", "usa", "--seed", "5"]
    done = subprocess.run(
        command, input=script, capture_output=True, text=True, check=True, cwd=ROOT, encoding="utf-8"
    )
    assert done.stderr == ""
    assert done.stdout.count("You draw a card: ") == 20
    assert done.stdout.endswith("as does 'ttr play --game usa-1'.\n")
    assert "\x1b" not in done.stdout


# the story


def test_a_rivals_blind_card_is_never_named() -> None:
    drawn = CardDrawn(seat=1, card=Card("red"), last=False)
    assert story(0).tell([drawn]) == ["Ada draws a card."]
    assert "red" in story(1).tell([drawn])[0]


def test_a_rivals_tickets_are_never_named() -> None:
    kept = (TicketId("boston--miami"),)
    event = TicketsKept(seat=1, count=1, tickets=kept, returned=(), rejects="under")
    assert story(0).tell([event]) == ["Ada keeps 1 ticket."]
    assert "Boston – Miami (12)" in story(1).tell([event])[0]


class BalloonLaunched(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    city: Public[CityId]


class LaunchBalloon(SeatCommand, frozen=True, kw_only=True):
    city: CityId
    cards: tuple[Card, ...]


def test_an_unknown_event_is_described_field_by_field() -> None:
    launched = BalloonLaunched(seat=1, city=CityId("new_york"))
    assert story(0).tell([launched]) == ["Ada: Balloon launched: city New York."]


def test_an_unknown_command_is_listed_readably() -> None:
    writer = MoveWriter(USA, Messages("en"), WORDS, Values(WORDS, NAMES))
    cards = [(Card("red"),), (Card("blue"),)]
    legal = [LaunchBalloon(seat=0, city=CityId("new_york"), cards=paid) for paid in cards]
    moves = writer.moves(legal)
    (group,) = writer.groups(moves)
    assert (group.title, [entry.cells for entry in group.entries]) == ("Launch balloon", [("New York",)])
    assert [move.command for move in group.entries[0].moves] == legal
    assert "New York: 1 " in moves[0].text


def test_the_same_seed_shows_the_same_game() -> None:
    lines = ["keep all", *["draw"] * 10]
    first, second, other = (play(lines, "usa", *seed) for seed in (("--seed", "9"), ("--seed", "9"), ()))
    assert first.rpartition("Goodbye")[0] == second.rpartition("Goodbye")[0]
    assert first.rpartition("Goodbye")[0] != other.rpartition("Goodbye")[0]
