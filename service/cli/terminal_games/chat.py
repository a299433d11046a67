"""`ttr chat`: a chat room in the terminal, with several people and bots, against a running service."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import cast

import click

from service.chat.rooms.room import words_for_table
from service.cli.options import BotsOption, board_options, language_option, read_bots
from service.cli.terminal_games.kept_seats import KeptSeats, kept_seats
from service.cli.terminal_games.live_news import LiveNews, next_order
from service.cli.terminal_games.play import Leave, PlayAgain, hear_at_the_end, read_line
from service.cli.terminal_games.service_address import at_service, in_words, read_url
from service.language.grammar.phrases import plain_words
from service.language.languages import Messages, words_for
from ttr_client import ApiError, Client, Created, Table
from ttr_client.types import BotPolicy, Said, SeatRequest

ROOMS = "rooms"
QUIT = frozenset(map(plain_words, words_for(lambda heard: heard.quit)))
MARKS = (":", "/")  # not allowed in names: they mark the speaker, and commands to the terminal itself


class TerminalRoom:
    """One game with all its people at one keyboard; everybody hears the news as a spectator does."""

    def __init__(self, client: Client, seats: KeptSeats, lang: str) -> None:
        self._game, self._url, self._lang = seats.game, seats.url, lang
        self._seats: Mapping[str, Table] = {
            name: client.table(seats.game, token) for name, token in seats.tokens.items()
        }
        self._speaker, self._say = next(iter(self._seats)), Messages(lang)
        spectator = client.table(seats.game, seats.watch)
        self._news = LiveNews(spectator, lang, self._prompt, sys.stdin.isatty(), self._ending)

    def run(self, *, returning: bool) -> None:
        self._news.begin(returning=returning)
        self._help("")
        while True:
            self._news.catch_up()
            with self._news.reading():
                line = read_line(self._prompt()).strip()
            if self._news.over:
                hear_at_the_end(self._addressed(line)[1])
            self._hear(line)

    def leave(self) -> None:
        bye = "end-bye" if self._news.over else "chat-bye"
        click.echo(self._say(bye, game=self._game, url=self._url))

    def rematch(self, client: Client) -> KeptSeats:
        """Another table for the same people: the speaker opens it, and everybody else sits down on an invite."""
        order = next_order(len(self._news.names))
        held = ((name, table.own_seat()) for name, table in self._seats.items())
        named = {order.index(seat): name for name, seat in held if seat is not None}
        created = client.rematch(self._seats[self._speaker], order)
        tokens = {named[number]: table.token or "" for number, table in created.seats.items()}
        for number, invite in created.invites.items():
            if name := named.get(number):
                tokens[name] = client.join(created.id, invite, name).token or ""
        people = {name: tokens[name] for name in self._seats if name in tokens}
        return _kept(client, created, people)

    def _ending(self) -> list[str]:
        return [
            self._say("chat-picture", link=self._link("", "board")),
            self._say("end-rematch", quit="/quit"),
        ]

    def _prompt(self) -> str:
        return f"{self._speaker}> "

    # input

    def _hear(self, line: str) -> None:
        commands: Mapping[str, Callable[[str], None]] = {
            "/as": self._as,
            "/quit": _leave,
            "/help": self._help,
        }
        command, _, rest = line.partition(" ")
        if command in commands:
            commands[command](rest.strip())
        elif plain_words(line) in QUIT:
            _leave("")
        elif line.startswith("/"):
            self._help("")
        elif line:
            self._speak(*self._addressed(line))

    def _addressed(self, line: str) -> tuple[str | None, str]:
        """Who speaks, and what they say."""
        if words_for_table(line):
            return self._speaker, line
        name, mark, text = line.partition(":")
        return (self._person(name), text.strip()) if mark else (self._speaker, line)

    def _person(self, name: str) -> str | None:
        """The person of this name; a message if there is none."""
        person = next((own for own in self._seats if own.casefold() == name.strip().casefold()), None)
        if person is None:
            click.echo(self._say("chat-unknown", name=name.strip(), names=", ".join(self._seats)))
        return person

    def _as(self, name: str) -> None:
        person = self._person(name)
        if person:
            self._speaker = person
            click.echo(self._say("chat-speaks", name=person))

    def _help(self, _: str) -> None:
        names = list(self._seats)
        click.echo(self._say("chat-help", first=names[0], last=names[-1]))
        click.echo(self._say("chat-help-more"))

    def _speak(self, name: str | None, text: str) -> None:
        if name is None or not text:
            return
        try:
            if words := words_for_table(text):
                self._seats[name].talk.post(words)
                return
            reply = self._seats[name].say(text, self._lang)
        except ApiError as error:
            click.echo(self._say("chat-refused", why=in_words(error)))
            return
        self._show(name, reply)

    # answers

    def _show(self, name: str, reply: Said) -> None:
        """Choices are for the speaker alone. A move is among the news, so its text is not shown twice."""
        private = reply["private"] or reply["choices"] or reply["picture"] == "hand"
        lines = [] if reply["public"] and not private else reply["text"].splitlines()
        if reply["picture"] and not reply["events"]:
            lines.append(self._say("chat-picture", link=self._link(name, reply["picture"])))
        for line in lines:
            click.echo(self._say("chat-only", name=name, line=line) if private else line)

    def _link(self, name: str, picture: str) -> str:
        """A hand takes the token of its seat."""
        link = f"{self._url}/v1/games/{self._game}/{picture}.png"
        if picture != "hand":
            return link
        return f"curl -o hand.png -H 'Authorization: Bearer {self._seats[name].token}' {link}"


def _leave(_: str) -> None:
    raise Leave


# the command


def _read_people(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    if not names:
        raise click.BadParameter("name at least one person")
    if len({name.casefold() for name in names}) < len(names):
        raise click.BadParameter("every person needs a different name")
    if any(mark in name for mark in MARKS for name in names):
        raise click.BadParameter(f"a name must not contain {' or '.join(MARKS)}")
    return names


def _read_bots(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    return read_bots(ctx, parameter, value) if value.strip() else ()


@click.command()
@click.option("--board", default="usa", show_default=True, help="Name of a board.")
@click.option(
    "--people",
    callback=_read_people,
    default="Ann,Ben",
    show_default=True,
    help="Names of the people in the room.",
)
@click.option(
    "--bots",
    cls=BotsOption,
    callback=_read_bots,
    default="greedy",
    show_default=True,
    help="Bots that play along; may be empty.",
)
@click.option(
    "--url", callback=read_url, help="Address of the service; from TTR_HOST and TTR_PORT by default."
)
@click.option("--back", is_flag=True, help="Come back to the room that you left last.")
@click.option("--game", help="Come back to the room of this game.")
@board_options
@language_option
def chat(
    board: str,
    people: Sequence[str],
    bots: Sequence[str],
    url: str,
    back: bool,
    game: str | None,
    options: Mapping[str, str],
    lang: str,
) -> None:
    """Play in a chat room with several people at this keyboard, on the service that `ttr up` runs."""
    returning = back or game is not None
    seats = kept_seats(ROOMS, game) if returning else None
    if returning and seats is None:
        raise click.UsageError("No such room is kept. Open one without --back and --game.")
    with at_service(seats.url if seats else url, lang) as client:
        opened: KeptSeats | None = seats or _open(client, board, people, bots, options)
        while opened is not None:
            opened = _played(client, opened, lang, returning=returning)
            returning = False


def _played(client: Client, seats: KeptSeats, lang: str, *, returning: bool) -> KeptSeats | None:
    """Play in the room; its next game, if there is a rematch."""
    room = TerminalRoom(client, seats, lang)
    try:
        room.run(returning=returning)
    except PlayAgain:
        return room.rematch(client)
    except (Leave, KeyboardInterrupt, EOFError):
        click.echo()
        room.leave()
    return None


def _open(
    client: Client, board: str, people: Sequence[str], bots: Sequence[str], options: Mapping[str, str]
) -> KeptSeats:
    seats: list[SeatRequest] = [{"name": name} for name in people]
    seats += [
        {"kind": "bot", "bot": cast(BotPolicy, bot)} for bot in bots
    ]  # the service knows which there are
    created = client.create(board, seats, options=dict(options))
    return _kept(
        client, created, {name: created.seats[number].token or "" for number, name in enumerate(people)}
    )


def _kept(client: Client, created: Created, tokens: Mapping[str, str]) -> KeptSeats:
    kept = KeptSeats(url=client.url, game=created.id, tokens=tokens, watch=created.tokens["watch"] or "")
    kept.keep(ROOMS)
    return kept
