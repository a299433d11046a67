"""A question to the person at the keyboard: reads lines until one of them is a legal command."""

import sys
from collections.abc import Callable, Mapping, Sequence

import click

from service.cli.listing import numbered
from service.talk.ear import Heard, hear
from service.talk.fitting import Situation
from service.talk.messages import Messages
from service.talk.moves import Entry, Group, Move, MoveWriter
from service.talk.plain import plain_words
from ttr_core.commands import Command, KeepTickets
from ttr_core.view import SeatView

SHOWN = 18  # entries of a group before the list is cut short
QUIT = frozenset({"quit", "quitter", "q", "exit"})

Look = Callable[[str], None]  # given what the look is about


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
        """One command, or several to be carried out as long as they are legal."""
        self.show(SHOWN, self._say("moves"))
        while True:
            commands = self._answer(read_line(self._say("prompt")).strip())
            if commands:
                return commands

    def show_all(self) -> None:
        self._groups = self._writer.groups(self._moves)
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

    def _answer(self, text: str) -> Sequence[Command]:
        words = plain_words(text)
        if not text:
            return ()
        if text.isdecimal() and not self._keeping:
            return self._settle(text, self._by_number(int(text)))
        if len(words) == 1 and words[0] in QUIT:
            self._looks["quit"]("")
        said = (
            f"{self._say('say.keep_tickets')} {text}"
            if self._keeping and words and words[0].isdecimal()
            else text
        )
        return self._heard(text, hear(self._situation, said))

    def _heard(self, text: str, heard: Heard) -> Sequence[Command]:
        if heard.look:
            self._looks[heard.look](heard.about)
            return ()
        if heard.commands and not (heard.preview or heard.tentative):
            return heard.commands
        known = heard.understood is not None
        return self._settle(text, self._writer.moves((*heard.commands, *heard.options)), known, asked=True)

    def _settle(
        self, text: str, found: Sequence[Move], known: bool = False, asked: bool = False
    ) -> Sequence[Command]:
        """One move is the answer, unless it is in doubt; several are listed to choose from; none is explained."""
        if len(found) == 1 and not asked:
            return (found[0].command,)
        if found and not self._keeping:
            self._list(found)
        elif self._keeping and (found or known):
            click.echo(self._say("keep.wrong", count=self._how_many()))
        elif text.isdecimal():
            click.echo(self._say("no_such_number", number=text))
        else:
            click.echo(self._say("not_legal" if known else "not_understood", text=text))
        return ()

    def _list(self, found: Sequence[Move]) -> None:
        """Several routes are listed by route; the ways to pay for one are listed each."""
        self._groups = self._writer.groups(found)
        if sum(len(group.entries) for group in self._groups) == 1:
            ways = tuple(Entry((move.text,), (move,)) for move in found)
            self._groups = [Group(self._groups[0].title, found[0].kind, ways)]
        self.show(SHOWN, self._say("which"))

    def _by_number(self, number: int) -> Sequence[Move]:
        return self._entries[number - 1].moves if 0 < number <= len(self._entries) else ()

    def _how_many(self) -> str:
        low, high = self._me.at_least, self._me.at_most
        return self._say("keep.exactly" if low == high else "keep.range", low=low, high=high)


def is_keeping(legal: Sequence[Command]) -> bool:
    """Whether the question is which tickets to keep: then the tickets are numbered, not the choices."""
    return all(isinstance(command, KeepTickets) for command in legal)
