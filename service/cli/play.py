"""`ttr play`: a game in the terminal, one person against bots.

`TerminalGame` shows the table and lets the bots play; `Question` reads lines until one of them is a legal command.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from secrets import token_hex

import click

from service.cli.board_files import open_board
from service.cli.options import board_options, language_option, read_bots, seed_bytes
from service.cli.screen import Screen, sheet_lines, ticket_items, winner_line
from service.cli.terminal import ColouredWords, numbered
from service.language.conversation.questions import more_words
from service.language.grammar.interpretation import Heard, Situation, hear
from service.language.grammar.phrases import plain_words
from service.language.languages import Messages, words_for
from service.language.speech.command_text import Entry, Group, Move, MoveWriter
from service.language.speech.rule_display import RuleDisplay
from service.language.speech.story import Story
from service.language.vocabulary.board_words import Values
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import SeatView, View, view
from ttr_core.game import start_game
from ttr_core.load import compile_ruleset
from ttr_core.model.commands import Command, KeepTickets, ScoreGame
from ttr_core.model.events import GameScored
from ttr_core.model.ids import SeatId
from ttr_core.model.remarks import Topic
from ttr_core.model.scoresheet import ScoreSheet

SHOWN = 18  # entries of a group before the list is cut short
QUIT = words_for(lambda heard: heard.quit)

Look = Callable[[str], None]  # shows something; takes what it is about


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


class Question:
    """The choice of a move, by number or in words."""

    def __init__(
        self,
        me: SeatView,
        situation: Situation,
        writer: MoveWriter,
        looks: Mapping[str, Look],
        say: Messages,
    ) -> None:
        self._me, self._situation, self._looks, self._say = me, situation, looks, say
        self._writer, self._moves = writer, writer.moves(situation.legal)
        self._groups = writer.groups(self._moves)
        self._keeping = is_keeping(situation.legal)
        self._entries: Sequence[Entry] = ()

    def ask(self) -> Sequence[Command]:
        """One command, or several to perform as long as they are legal."""
        self.show(SHOWN, self._say("moves"))
        while True:
            commands = self._answer(read_line(self._say("prompt")).strip())
            if commands:
                return commands

    def show_all(self) -> None:
        self._groups = self._writer.groups(self._moves)
        self.show(len(self._moves), self._say("moves"))

    def show(self, most: int, title: str) -> None:
        """List the moves; of tickets on offer, the tickets are numbered, since any of them may be kept."""
        if self._keeping:
            self._entries = ()
            click.echo(self._say("keep-how", count=self._how_many()))
            return
        self._list_groups(most, title)

    def _list_groups(self, most: int, title: str) -> None:
        lines, self._entries = numbered(self._groups, most, self._say)
        click.echo(title)
        for line in lines:
            click.echo(line)

    def _answer(self, text: str) -> Sequence[Command]:
        words = plain_words(text)
        if not text:
            return ()
        if text.isdecimal() and (self._entries or not self._keeping):
            return self._settle(text, self._by_number(int(text)))
        if words and all(word.isdecimal() for word in words) and self._keeping:
            return self._tickets([int(word) for word in words])
        if words in more_words():
            self._list_groups(len(self._moves), self._say("moves"))
            return ()
        if len(words) == 1 and words[0] in QUIT:
            self._looks["quit"]("")
        return self._heard(text, hear(self._situation, text))

    def _tickets(self, numbers: Sequence[int]) -> Sequence[Command]:
        """Several numbers keep these tickets; a single one lists the ways to keep that ticket among others."""
        tickets = {ticket for number, ticket in enumerate(self._situation.offer, 1) if number in numbers}
        kept = {
            move: set(move.command.tickets) for move in self._moves if isinstance(move.command, KeepTickets)
        }
        alone = len(numbers) == 1
        ways = [move for move, own in kept.items() if (tickets <= own if alone else tickets == own)]
        if len(ways) == 1 and len(tickets) == len(numbers):
            return (ways[0].command,)
        if ways and tickets:
            self._list(ways)
        else:
            click.echo(self._say("keep-wrong", count=self._how_many()))
        return ()

    def _heard(self, text: str, heard: Heard) -> Sequence[Command]:
        if heard.look:
            self._looks[heard.look](heard.about)
            return ()
        if heard.commands and not (heard.preview or heard.tentative):
            return heard.commands
        moves = self._writer.moves((*heard.commands, *heard.options))
        return self._settle(text, moves, understood=heard.understood is not None, ask=True)

    def _settle(
        self, text: str, moves: Sequence[Move], understood: bool = False, ask: bool = False
    ) -> Sequence[Command]:
        """A single move is the answer, unless `ask`; several are listed to choose from; none is explained."""
        if len(moves) == 1 and not ask:
            return (moves[0].command,)
        if moves and not self._keeping:
            self._list(moves)
        elif self._keeping and (moves or understood):
            click.echo(self._say("keep-wrong", count=self._how_many()))
        elif text.isdecimal():
            click.echo(self._say("no_such_number", number=text))
        else:
            click.echo(self._say("not_legal" if understood else "not_understood", text=text))
        return ()

    def _list(self, moves: Sequence[Move]) -> None:
        """List several routes by route, and the ways to pay for a single one."""
        self._groups = self._writer.groups(moves)
        if sum(len(group.entries) for group in self._groups) == 1:
            ways = tuple(Entry((move.text,), (move,)) for move in moves)
            self._groups = [Group(self._groups[0].title, moves[0].kind, ways)]
        self._list_groups(SHOWN, self._say("which"))

    def _by_number(self, number: int) -> Sequence[Move]:
        return self._entries[number - 1].moves if 0 < number <= len(self._entries) else ()

    def _how_many(self) -> str:
        low, high = self._me.at_least, self._me.at_most
        return self._say("keep-exactly" if low == high else "keep-range", low=low, high=high)


def is_keeping(legal: Sequence[Command]) -> bool:
    """Whether the choice is which tickets to keep."""
    return all(isinstance(command, KeepTickets) for command in legal)


RIVALS = ("Ada", "Boris", "Clara", "Diego", "Emma", "Farid")
PERSON: SeatId = 0
RECENT = 20  # sentences of the history


class Leave(Exception):
    """The person leaves the table."""


class TerminalGame:
    """A game that has been dealt. It shows only the person's view and redacted events."""

    def __init__(self, ruleset: Ruleset, seed: bytes, rivals: Sequence[str], lang: str) -> None:
        self.say = Messages(lang, ruleset)
        self._ruleset, self._rivals = ruleset, rivals
        self._names = _names(ruleset.players, rivals, self.say)
        self._words = ColouredWords(ruleset, lang)
        values = Values(self._words, self._names)
        self._display = RuleDisplay(ruleset, self.say, values, PERSON)
        self._screen = Screen(ruleset, self.say, self._words, self._names)
        self._story = Story(self.say, values, PERSON)
        self._writer = MoveWriter(ruleset, self.say, self._words, values)
        self._dice = Dice(int.from_bytes(seed[:8], "big"))
        self._game = start_game(ruleset, seed, kinds=("human", *(f"bot:{name}" for name in rivals)))
        self._shown = 0  # events that the person has read about

    def run(self) -> None:
        rivals = ", ".join(self._names[seat] for seat in range(1, self._ruleset.players))
        board = self._words.label(self._ruleset.board.title)
        click.echo(self.say("welcome", board=board, rivals=rivals))
        while waiting := self._game.state.phase.waiting:
            if PERSON in waiting:
                self._person()
            else:
                self._bot(waiting[0])
        self._game.do(ScoreGame())
        self._finish()

    def _bot(self, seat: SeatId) -> None:
        policy = POLICIES[self._rivals[seat - 1]]
        see = partial(view, self._ruleset, self._game.state, seat)
        self._game.do(policy(self._ruleset, see, self._game.legal(seat), self._dice))

    def _person(self) -> None:
        seen = self._seen()
        legal = self._game.legal(PERSON)
        self._show(seen)
        if is_keeping(legal):
            self._echo(self._screen.offer(seen.seats[PERSON].offer or ()))
        for command in self._choice(seen, legal):
            if command in self._game.legal(PERSON):
                self._game.do(command)
        self._show_news("")

    def _seen(self) -> View:
        return view(self._ruleset, self._game.state, PERSON)

    def _choice(self, seen: View, legal: Sequence[Command]) -> Sequence[Command]:
        question: Question
        looks: Mapping[str, Look] = {
            "help": lambda _: self._help(seen),
            "moves": lambda _: question.show_all(),
            "hand": lambda _: self._hand(seen),
            "map": lambda city: self._map(seen, city),
            "score": lambda _: self._standings(seen),
            "tickets": lambda _: self._echo(self._screen.hand_and_tickets(seen)),
            "market": lambda _: click.echo(self._screen.market(seen)),
            "waiting": lambda _: click.echo(self.say("turn")),
            "history": lambda _: self._echo(self._story.tell(self._game.events)[-RECENT:]),
            "never_mind": lambda _: question.show_all(),
            "quit": _leave,
        }
        offer = seen.seats[PERSON].offer or ()
        question = Question(
            seen.seats[PERSON], Situation(self._ruleset, legal, offer), self._writer, looks, self.say
        )
        return question.ask()

    # showing

    def _help(self, seen: View) -> None:
        """What fits the moment first, in the words of the rule that asks."""
        key = f"help-{seen.phase}"
        if self.say.knows(key):
            click.echo(self.say(key))
        click.echo(self.say("help"))

    def _echo(self, lines: Sequence[str]) -> None:
        for line in lines:
            click.echo(line)

    def _show_news(self, title: str) -> None:
        """Show what has happened since the last time."""
        sentences = self._story.tell(self._game.events[self._shown :])
        self._shown = len(self._game.events)
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
            self._standings(seen)
        click.echo(self._screen.market(seen))
        if seen.phase != "drawing_second":
            click.echo(self._screen.ticket_decks(seen))
            self._echo(self._screen.hand_and_tickets(seen))
        self._rules(seen, Topic.HAND, Topic.MAP)

    def _standings(self, seen: View) -> None:
        self._echo(self._screen.players(seen))
        self._rules(seen, Topic.SCORE)

    def _hand(self, seen: View) -> None:
        self._echo(self._screen.hand_and_tickets(seen))
        self._rules(seen, Topic.HAND)

    def _rules(self, seen: View, *topics: Topic) -> None:
        """What the rules of the board add to these looks, each line once."""
        lines = dict.fromkeys(line for topic in topics for line in self._display.lines(seen, topic))
        self._echo([click.style(line, dim=True) for line in lines])

    def _map(self, seen: View, text: str) -> None:
        """Show the routes of every city that the words may mean; all routes without words."""
        words = plain_words(text)
        cities = [
            city.id for city in self._ruleset.board.cities if _begins(words, self._words.place(city.id))
        ]
        if not words:
            self._echo(self._screen.routes(seen))
            self._rules(seen, Topic.MAP)
        for city in cities if words else ():
            click.echo(self._screen.title(self._words.place(city)))
            self._echo(self._screen.routes(seen, city))

    def _finish(self) -> None:
        click.echo()
        self._show_news(self.say("since"))
        sheet = _sheet(self._game.events)
        click.echo(self._screen.title(self.say("final")))
        self._echo(sheet_lines(sheet, self.say, self._names))
        click.echo(self.say.named("tickets", "").rstrip())
        items = ticket_items(sheet, PERSON)
        self._echo([f"  {points:+4d}  {self._words.ticket(ticket)}" for ticket, points in items])
        click.echo(click.style(winner_line(sheet, self.say, self._names, PERSON), bold=True))


def _names(players: int, rivals: Sequence[str], say: Messages) -> dict[SeatId, str]:
    names = {PERSON: say("you")}
    for seat in range(1, players):
        names[seat] = f"{RIVALS[(seat - 1) % len(RIVALS)]} ({rivals[seat - 1]})"
    return names


def _leave(_: str) -> None:
    raise Leave


def _begins(parts: Sequence[str], name: str) -> bool:
    words = plain_words(name)
    return all(any(word.startswith(part) for word in words) for part in parts)


def _sheet(events: Sequence[object]) -> ScoreSheet:
    return next(event.sheet for event in reversed(events) if isinstance(event, GameScored))


@click.command()
@click.argument("board")
@click.option(
    "--players", type=int, help="Number of players, you included; by default as many as the bots need."
)
@click.option(
    "--bots",
    callback=read_bots,
    default="greedy",
    show_default=True,
    help="Your rivals, separated by commas; repeated to fill all seats.",
)
@click.option("--seed", help="Any text; the same seed deals the same cards. Random by default.")
@board_options
@language_option
def play(
    board: str,
    players: int | None,
    bots: tuple[str, ...],
    seed: str | None,
    options: Mapping[str, str],
    lang: str,
) -> None:
    """Play a game against bots on BOARD, a board or a file."""
    whole = open_board(board)
    low, high = whole["players"]
    count = players if players is not None else min(max(low, len(bots) + 1), high)
    ruleset = compile_ruleset(whole, count, options)
    seed = seed or token_hex(16)
    rivals = [bots[n % len(bots)] for n in range(count - 1)]
    game = TerminalGame(ruleset, seed_bytes(seed), rivals, lang)
    try:
        game.run()
    except (Leave, KeyboardInterrupt, EOFError):
        click.echo()
        click.echo(game.say("bye"))
