"""`ttr play`: a game in the terminal, one person against bots, kept between sittings.

`TerminalGame` shows the table; what the person types is heard as in every other channel.
"""

import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

import click
import msgspec

from service.cli.board_files import open_board
from service.cli.options import BotsOption, board_options, language_option, read_bots, seed_bytes
from service.cli.terminal import CardPaint
from service.cli.terminal_games.kept_files import kept_folder, latest_files, new_file
from service.cli.terminal_games.local_table import PERSON, LocalTable, SavedTable, new_table
from service.cli.terminal_games.screen import Screen, sheet_lines, ticket_items
from service.language import Effect, Reply
from service.language.grammar.phrases import plain_words
from service.language.grammar.table_requests import rematch_in
from service.language.languages import Messages, words_for
from service.language.speech.result_text import FinalScore
from service.language.speech.rule_display import RuleDisplay
from service.language.speech.story import Story, Voice, marked_name
from service.language.vocabulary.board_words import Values, board_words
from ttr_core import board_names, compile_ruleset
from ttr_core.engine.views import View
from ttr_core.model.events import GameScored
from ttr_core.model.ids import SeatId
from ttr_core.model.remarks import Topic
from ttr_core.model.scoresheet import ScoreSheet

SUFFIX = ".ttr-table"
MENU = "moves"
QUIT = words_for(lambda heard: heard.quit)
YES = words_for(lambda heard: heard.yes)


def read_line(prompt: str) -> str:
    """One line of input; `EOFError` at its end. Lines from a pipe are echoed, so that the transcript reads well."""
    if sys.stdin.isatty():
        import readline  # noqa: F401 - gives `input` its line editing

        return input(prompt)
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    click.echo(line.rstrip())
    return line


class Leave(Exception):
    """The person leaves the table."""


class PlayAgain(Exception):
    """The person wants a rematch."""


def hear_at_the_end(line: str) -> None:
    """A game that is over goes on with a rematch, if the line asks for one, or with nothing; else it is looked at."""
    if answer := rematch_in(line):
        raise PlayAgain if answer.yes else Leave


class TerminalGame:
    """A table in the terminal. It shows only the person's view and redacted events."""

    def __init__(self, table: LocalTable) -> None:
        loaded = table.loaded
        self._table, self._ruleset = table, loaded.ruleset
        self.say = Messages(table.lang, loaded.ruleset)
        self._names = _names(table, self.say)
        self._words = board_words(loaded.ruleset, table.lang)
        self._paint = CardPaint(loaded.ruleset, table.lang)
        values = Values(self._words, self._names)
        self._display = RuleDisplay(loaded.ruleset, self.say, values, PERSON)
        self._screen = Screen(loaded.ruleset, self.say, self._words, self._names)
        self._story = Story(self.say, values, PERSON)
        self._shown = (
            loaded.version if loaded.state.turns else 0
        )  # the version that the person has read about

    def run(self) -> None:
        loaded = self._table.loaded
        rivals = self.say.listed(
            marked_name(loaded, seat, self.say) for seat in self._names if seat != PERSON
        )
        click.echo(self.say("welcome", board=self._words.label(self._ruleset.board.title), rivals=rivals))
        self._go_on()
        while not self._table.loaded.over:
            if not self._table.person_plays:
                raise Leave
            self._hear(read_line(self.say("prompt")).strip())
        self._finish()

    def _go_on(self) -> None:
        """Everybody else plays; then the table and what the person may do."""
        self._table.go_on()
        loaded = self._table.loaded
        if loaded.over or not self._table.person_plays:
            return
        self._show(self._table.seen())
        if PERSON in loaded.state.phase.waiting:
            self._answer(self._table.hear(MENU))

    def _hear(self, text: str) -> None:
        words = plain_words(text)
        if len(words) == 1 and words[0] in QUIT:
            self._quit()
        elif text:
            self._answer(self._table.hear(text))

    def _answer(self, reply: Reply | None) -> None:
        """Their own move is reported by the answer; what follows from it is news."""
        if reply is None:
            click.echo(self.say("taken-back"))
            self._shown = self._table.loaded.version
            self._go_on()
            return
        if reply.did is not Effect.MOVED:
            self._echo([reply.text])
            return
        self._show_news("")
        self._go_on()

    def _quit(self) -> None:
        words = plain_words(read_line(self.say("quit-asks")))
        if not words or words[0] in YES:
            raise Leave

    # showing

    def _echo(self, lines: Sequence[str]) -> None:
        for line in lines:
            click.echo(self._paint(line))

    def _show_news(self, title: str) -> None:
        """What has happened since the last time."""
        sentences = self._story.tell(self._table.events(self._shown))
        self._shown = self._table.loaded.version
        if sentences and title:
            click.echo(title)
        self._echo([f"  {sentence}" for sentence in sentences])

    def _show(self, seen: View) -> None:
        click.echo()
        self._show_news(self.say("since") if self._shown else "")
        turn = seen.phase == "playing_turn"
        name = "last_turn" if seen.last_seat is not None else "turn"
        title = self.say(name) if turn else self.say.or_words(f"phase-{seen.phase}", seen.phase)
        click.echo(self._screen.title(title))
        if turn:
            self._echo(self._screen.players(seen))
        self._echo([self._screen.market(seen)])
        if seen.phase != "drawing_second":
            click.echo(self._screen.ticket_decks(seen))
            self._echo(self._screen.hand_and_tickets(seen))
        self._rules(seen)

    def _rules(self, seen: View) -> None:
        """What the rules of the board add, each line once."""
        topics = (Topic.SCORE, Topic.HAND, Topic.MAP)
        lines = dict.fromkeys(line for topic in topics for line in self._display.lines(seen, topic))
        self._echo([click.style(line, dim=True) for line in lines])

    def _finish(self) -> None:
        click.echo()
        self._show_news(self.say("since"))
        sheet = self._sheet()
        click.echo(self._screen.title(self.say("final")))
        self._echo(sheet_lines(sheet, self.say, self._names))
        click.echo(self.say.named("tickets", "").rstrip())
        items = ticket_items(sheet, PERSON)
        self._echo([f"  {points:+4d}  {self._words.ticket(ticket)}" for ticket, points in items])
        loaded = self._table.loaded
        final = FinalScore(Voice(loaded.ruleset, self.say.lang, self._names, PERSON), sheet)
        self._echo([line for seat in self._names if seat != PERSON for line in final.tickets_of(seat)])
        self._echo(final.longest_path(loaded.state))
        self._echo([click.style(line, bold=True) for line in final.headline()])
        file = str(self._table.record_file)
        names = [part for name in self._names.values() for part in ("--name", name)]
        click.echo(self.say("record-kept", file=file, command=shlex.join(["ttr", "show", file, *names])))
        if picture := self._table.draw():
            click.echo(self.say("chat-picture", link=str(picture)))
        self._ask_for_rematch()

    def _ask_for_rematch(self) -> None:
        with suppress(Leave, EOFError, KeyboardInterrupt):
            hear_at_the_end(read_line(self.say("end-asks")))
        click.echo(self.say("end-bye"))

    def _sheet(self) -> ScoreSheet:
        events = reversed(self._table.events(0))
        return next(event.sheet for event in events if isinstance(event, GameScored))


def _names(table: LocalTable, say: Messages) -> dict[SeatId, str]:
    names = {seat: name or say.seat(seat) for seat, name in enumerate(table.loaded.facts.names())}
    return names | {PERSON: say("you")}


@click.command()
@click.argument("board", required=False)
@click.option(
    "--players", type=int, help="Number of players, you included; by default as many as the bots need."
)
@click.option(
    "--bots",
    cls=BotsOption,
    callback=read_bots,
    default="greedy",
    show_default=True,
    help="Your rivals, separated by commas; repeated to fill all seats.",
)
@click.option("--seed", help="Any text; the same seed deals the same cards. Random by default.")
@click.option("--game", help="The name of a kept game to go on with.")
@click.option("--kept", is_flag=True, help="List the games that you can go on with.")
@board_options
@language_option
def play(
    board: str | None,
    players: int | None,
    bots: tuple[str, ...],
    seed: str | None,
    game: str | None,
    kept: bool,
    options: Mapping[str, str],
    lang: str,
) -> None:
    """Play a game against bots on BOARD, a board or a file; without BOARD, go on with the game you left last."""
    folder = kept_folder("games")
    if kept:
        _list(folder)
        return
    table = _kept_table(folder, game) if board is None else None
    if board is not None:
        table = _lay(folder, board, players, bots, seed or token_hex(16), options, lang)
    if table is None:
        raise click.UsageError(f"No game is kept. Name a board: {', '.join(board_names())}, or a file.")
    while table is not None:
        table = _sit(table)


def _sit(table: LocalTable) -> LocalTable | None:
    """Play at the table; the next one, if there is a rematch."""
    terminal = TerminalGame(table)
    try:
        terminal.run()
    except PlayAgain:
        return table.rematch(seed_bytes(token_hex(16)), new_file(table.file.parent, table.board, SUFFIX))
    except (Leave, KeyboardInterrupt, EOFError):
        click.echo()
        if table.person_plays:
            click.echo(terminal.say("bye", game=table.file.stem))
        else:
            table.discard()
            click.echo(terminal.say("bye-for-good"))
    return None


def _list(folder: Path) -> None:
    for file in sorted(folder.glob(f"*{SUFFIX}")):
        click.echo(file.stem)


def _kept_table(folder: Path, game: str | None) -> LocalTable | None:
    files = [folder / f"{game}{SUFFIX}"] if game else latest_files(folder, f"*{SUFFIX}")
    if not files:
        return None
    file = files[0]
    try:
        return LocalTable(msgspec.json.decode(file.read_bytes(), type=SavedTable), file)
    except FileNotFoundError:
        raise click.UsageError(
            f"No game is kept under the name {game!r}; `ttr play --kept` lists them."
        ) from None
    except msgspec.ValidationError as error:
        raise click.ClickException(f"{file} is no kept game: {error}") from error


def _lay(
    folder: Path,
    board: str,
    players: int | None,
    bots: Sequence[str],
    seed: str,
    options: Mapping[str, str],
    lang: str,
) -> LocalTable:
    whole = open_board(board)
    low, high = whole["players"]
    count = players if players is not None else min(max(low, len(bots) + 1), high)
    compile_ruleset(whole, count, options)  # says what is wrong with board, number or options
    rivals = [bots[place % len(bots)] for place in range(count - 1)]
    file = new_file(folder, str(whole["name"]), SUFFIX)
    return new_table(whole, options, rivals, seed_bytes(seed), Messages(lang)("you"), lang, file)
