"""A chat room in the terminal: who speaks, what only one of them may read, and the news for all."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence

import click

from service.cli.asking import read_line
from service.cli.chat_news import ChatNews
from service.cli.chat_words import say
from service.cli.sitting import Leave
from service.client import ApiError, Client, Json, NewGame, Seat

PATIENCE = 30.0  # seconds that a script waits for bots
NAP = 0.02


class Chatting:
    """One game, and all of its people at one keyboard."""

    def __init__(self, made: NewGame, url: str, people: Sequence[str], lang: str) -> None:
        self._game, self._url, self._lang = made.game, url, lang
        self._seats: Mapping[str, Seat] = {name: made.seats[number] for number, name in enumerate(people)}
        self._speaker = people[0]
        spectator = Client(url).seat(made.game, made.spectator)
        self._news = ChatNews(spectator, lang, self._prompt, alive=sys.stdin.isatty())

    def run(self) -> None:
        self._news.begin()
        self._help("")
        while self._goes_on():
            self._hear(read_line(self._prompt()).strip())
        click.echo(self._news.score())
        self._news.close()

    def leave(self) -> None:
        self._news.close()
        click.echo(say(self._lang, "bye", game=self._game, url=self._url))

    def _prompt(self) -> str:
        return f"{self._speaker}> "

    def _goes_on(self) -> bool:
        """Tells the news; a script speaks on when a person is to act, as somebody who watches would."""
        until = time.monotonic() + PATIENCE
        while not self._news.tell(status=True):
            if self._news.over:
                return False
            if time.monotonic() > until:
                break
            time.sleep(NAP)
        return not self._news.over

    # what is said

    def _hear(self, line: str) -> None:
        doing: Mapping[str, Callable[[str], None]] = {
            "/as": self._as,
            "/quit": _leave,
            "/help": self._help,
        }
        order, _, rest = line.partition(" ")
        if order in doing:
            doing[order](rest.strip())
        elif line.startswith("/"):
            self._help("")
        elif line:
            self._say(*self._addressed(line))

    def _addressed(self, line: str) -> tuple[str | None, str]:
        """Who says what."""
        name, mark, text = line.partition(":")
        return (self._person(name), text.strip()) if mark else (self._speaker, line)

    def _person(self, name: str) -> str | None:
        """As he is called here; whoever is not here is told to be missing."""
        found = next((own for own in self._seats if own.casefold() == name.strip().casefold()), None)
        if found is None:
            click.echo(say(self._lang, "unknown", name=name.strip(), names=", ".join(self._seats)))
        return found

    def _as(self, name: str) -> None:
        found = self._person(name)
        if found:
            self._speaker = found
            click.echo(say(self._lang, "speaks", name=found))

    def _help(self, _: str) -> None:
        names = list(self._seats)
        click.echo(say(self._lang, "help", first=names[0], last=names[-1]))
        click.echo(say(self._lang, "help.more"))

    def _say(self, name: str | None, text: str) -> None:
        if name is None or not text:
            return
        try:
            reply = self._seats[name].say(text, self._lang)
        except ApiError as error:
            click.echo(say(self._lang, "refused", why=error))
            return
        self._show(name, reply)

    # what is answered

    def _show(self, name: str, reply: Json) -> None:
        """Choices are for whoever is asked. What was done is among the news, and so not told twice."""
        private = reply["private"] or reply["choices"] or reply["picture"] == "hand"
        lines = [] if reply["public"] and not private else reply["text"].splitlines()
        if reply["picture"] and not reply["events"]:
            lines.append(say(self._lang, "picture", link=self._link(name, reply["picture"])))
        for line in lines:
            click.echo(say(self._lang, "only", name=name, line=line) if private else line)

    def _link(self, name: str, picture: str) -> str:
        """A hand is shown to whoever has the token of its seat."""
        link = f"{self._url}/v1/games/{self._game}/{picture}.png"
        if picture != "hand":
            return link
        return f"curl -o hand.png -H 'Authorization: Bearer {self._seats[name].token}' {link}"


def _leave(_: str) -> None:
    raise Leave
