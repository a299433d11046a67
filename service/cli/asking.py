"""A question to the person at the keyboard: reads lines until one of them is a legal command."""

import sys
from collections.abc import Callable, Mapping, Sequence

import click

from service.cli.matching import fitting, knows_verb, plain_words
from service.cli.messages import Messages
from service.cli.moves import Entry, Group, Move, numbered
from ttr_core.commands import Command, KeepTickets
from ttr_core.view import SeatView

SHOWN = 18  # entries of a group before the list is cut short
ALL = {"all", "tout", "toutes"}
LOOKS: Mapping[str, tuple[str, ...]] = {
    "help": ("help", "aide", "?"),
    "moves": ("moves", "coups"),
    "hand": ("hand", "main"),
    "map": ("map", "plan"),
    "score": ("score", "scores"),
    "quit": ("quit", "quitter", "q", "exit"),
}
SHORTEST_LOOK = 3  # letters of a look-around word that are enough

Look = Callable[[str], None]  # given the words after its name


def read_line(prompt: str) -> str:
    """One line; `EOFError` when there are no more. A script's lines are echoed, so that its transcript reads well."""
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
    """What may be answered now, by numbers or in words."""

    def __init__(
        self,
        me: SeatView,
        moves: Sequence[Move],
        grouped: Callable[[Sequence[Move]], list[Group]],
        looks: Mapping[str, Look],
        say: Messages,
    ) -> None:
        self._me, self._moves, self._looks, self._say = me, moves, looks, say
        self._grouped, self._groups = grouped, grouped(moves)
        self._keeping = is_keeping(moves)
        self._entries: Sequence[Entry] = ()

    def ask(self) -> Command:
        self.show(SHOWN, self._say("moves"))
        while True:
            command = self._answer(read_line(self._say("prompt")).strip())
            if command is not None:
                return command

    def show_all(self) -> None:
        self._groups = self._grouped(self._moves)
        self.show(len(self._moves), self._say("moves"))

    def show(self, most: int, title: str) -> None:
        """The moves; tickets on offer are numbered themselves, since any of them may be kept."""
        if self._keeping:
            click.echo(self._say("keep.how", count=self._how_many()))
            return
        lines, self._entries = numbered(self._groups, most, self._say)
        click.echo(title)
        for line in lines:
            click.echo(line)

    def _answer(self, text: str) -> Command | None:
        words = plain_words(text) or (text,)
        look = _look_named(words[0], 1)
        if not text:
            return None
        if look is None and self._keeping:
            found = self._kept(words)
        elif look is None and text.isdecimal():
            found = self._by_number(int(text))
        else:
            found = [] if look else fitting(text, self._moves, self._say.lang)
        look = look or (None if found else _look_named(words[0], SHORTEST_LOOK))
        if look:
            self._looks[look](" ".join(words[1:]))
            return None
        return self._settle(text, found)

    def _settle(self, text: str, found: Sequence[Move]) -> Command | None:
        """One move is the answer; several are listed to choose from; none is explained."""
        if len(found) == 1:
            return found[0].command
        if found:
            self._list(found)
        elif self._keeping:
            click.echo(self._say("keep.wrong", count=self._how_many()))
        elif text.isdecimal():
            click.echo(self._say("no_such_number", number=text))
        else:
            known = knows_verb(text, self._moves, self._say.lang)
            click.echo(self._say("not_legal" if known else "not_understood", text=text))
        return None

    def _list(self, found: Sequence[Move]) -> None:
        """Several routes are listed by route; the ways to pay for one are listed each."""
        self._groups = self._grouped(found)
        if sum(len(group.entries) for group in self._groups) == 1:
            ways = tuple(Entry((move.text,), (move,)) for move in found)
            self._groups = [Group(self._groups[0].title, found[0].kind, ways)]
        self.show(SHOWN, self._say("which"))

    def _by_number(self, number: int) -> Sequence[Move]:
        return self._entries[number - 1].moves if 0 < number <= len(self._entries) else ()

    def _kept(self, words: Sequence[str]) -> Sequence[Move]:
        """The choice of exactly these tickets of the offer, by their numbers."""
        offer = self._me.offer or ()
        numbers = {int(word) for word in words if word.isdecimal()}
        if not ALL.isdisjoint(words):
            numbers = set(range(1, len(offer) + 1))
        kept = {ticket for number, ticket in enumerate(offer, 1) if number in numbers}
        if len(kept) != len(numbers):
            return ()
        return [
            m for m in self._moves if isinstance(m.command, KeepTickets) and set(m.command.tickets) == kept
        ]

    def _how_many(self) -> str:
        low, high = self._me.at_least, self._me.at_most
        return self._say("keep.exactly" if low == high else "keep.range", low=low, high=high)


def is_keeping(moves: Sequence[Move]) -> bool:
    """Whether the question is which tickets to keep: then the tickets are numbered, not the choices."""
    return all(isinstance(move.command, KeepTickets) for move in moves)


def _look_named(word: str, fewest: int) -> str | None:
    """The look-around command of this name, or of one that begins so if enough letters are given."""
    for look, names in LOOKS.items():
        begun = fewest > 1 and len(word) >= fewest and any(name.startswith(word) for name in names)
        if word in names or begun:
            return look
    return None
