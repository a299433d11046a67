"""One person's game in the terminal: shows the table, asks, and lets the bots play in between."""

from collections.abc import Mapping, Sequence
from functools import partial

import click

from service.cli.asking import Look, Question, is_keeping
from service.cli.ending import sheet_lines, ticket_items, winner_line
from service.cli.inks import InkedWords
from service.cli.screen import Screen
from service.talk.fitting import Situation
from service.talk.messages import Messages, as_words
from service.talk.moves import MoveWriter
from service.talk.plain import plain_words
from service.talk.story import Story, Values
from ttr_core.bots import POLICIES
from ttr_core.bots.dice import Dice
from ttr_core.commands import Command, ScoreGame
from ttr_core.events import GameScored
from ttr_core.playing import start_game
from ttr_core.ruleset import Ruleset
from ttr_core.scoresheet import ScoreSheet
from ttr_core.view import View, view
from ttr_core.words import SeatId

RIVALS = ("Ada", "Boris", "Clara", "Diego", "Emma", "Farid")
PERSON: SeatId = 0
RECENT = 20  # sentences of the history


class Leave(Exception):  # noqa: N818 - what the person does, not a fault
    """The person leaves the table."""


class Sitting:
    """A game that has been dealt. All that is shown comes from the person's view and redacted events."""

    def __init__(self, ruleset: Ruleset, seed: bytes, rivals: Sequence[str], lang: str) -> None:
        self.say = Messages(lang)
        self._ruleset, self._rivals = ruleset, rivals
        self._names = _names(ruleset.players, rivals, self.say)
        self._words = InkedWords(ruleset.board, lang, ruleset.routes)
        self._values = values = Values(self._words, self._names)
        self._screen = Screen(ruleset, self.say, self._words, self._names)
        self._story = Story(self.say, values, PERSON)
        self._writer = MoveWriter(ruleset, self.say, self._words, values)
        self._dice = Dice(int.from_bytes(seed[:8], "big"))
        self._game = start_game(ruleset, seed, kinds=("human", *(f"bot:{name}" for name in rivals)))
        self._told = 0  # events that the person knows of

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
        self._tell("")

    def _seen(self) -> View:
        return view(self._ruleset, self._game.state, PERSON)

    def _choice(self, seen: View, legal: Sequence[Command]) -> Sequence[Command]:
        question: Question
        looks: Mapping[str, Look] = {
            "help": lambda _: click.echo(self.say("help")),
            "moves": lambda _: question.show_all(),
            "hand": lambda _: self._echo(self._screen.mine(seen)),
            "map": lambda city: self._map(seen, city),
            "score": lambda _: self._echo(self._screen.players(seen)),
            "tickets": lambda _: self._echo(self._screen.mine(seen)),
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

    def _echo(self, lines: Sequence[str]) -> None:
        for line in lines:
            click.echo(line)

    def _tell(self, title: str) -> None:
        """What has happened since the last time."""
        sentences = self._story.tell(self._game.events[self._told :])
        self._told = len(self._game.events)
        if sentences and title:
            click.echo(title)
        self._echo([f"  {sentence}" for sentence in sentences])

    def _show(self, seen: View) -> None:
        click.echo()
        self._tell(self.say("since") if self._told else "")
        turn = seen.phase == "playing_turn"
        name = "last_turn" if seen.last_seat is not None else "turn"
        title = self.say(name) if turn else self.say.or_words(f"phase.{seen.phase}", seen.phase)
        click.echo(self._screen.title(title))
        if turn:
            self._echo(self._screen.players(seen))
        click.echo(self._screen.market(seen))
        if seen.phase != "drawing_second":
            click.echo(self._screen.ticket_decks(seen))
            self._echo(self._screen.mine(seen))
        self._rules(seen)

    def _rules(self, seen: View) -> None:
        """What rule modules show of their own, as plain as it is."""
        for name, shown in seen.rules.items():
            told = self._values.anything(shown)
            if told:
                click.echo(click.style(self.say("named", name=as_words(name), value=told), dim=True))

    def _map(self, seen: View, text: str) -> None:
        """The routes of every city whose name has a word that begins so; all routes without a name."""
        asked = plain_words(text)
        cities = [
            city.id for city in self._ruleset.board.cities if _begins(asked, self._words.place(city.id))
        ]
        if not asked:
            self._echo(self._screen.routes(seen))
        for city in cities if asked else ():
            click.echo(self._screen.title(self._words.place(city)))
            self._echo(self._screen.routes(seen, city))

    def _finish(self) -> None:
        click.echo()
        self._tell(self.say("since"))
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


def _begins(asked: Sequence[str], name: str) -> bool:
    words = plain_words(name)
    return all(any(word.startswith(part) for word in words) for part in asked)


def _sheet(events: Sequence[object]) -> ScoreSheet:
    return next(event.sheet for event in reversed(events) if isinstance(event, GameScored))
