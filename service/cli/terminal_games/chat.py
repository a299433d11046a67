"""`ttr chat`: a chat room in the terminal, with several people and bots, against a running service.

`TerminalRoom` reads what people type and shows the answers; `ChatNews` follows the game as a spectator and shows
everybody what happens. At a terminal, news appear while people type; through a pipe, between two lines of input.
"""

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Lock, Thread
from typing import cast
from urllib.parse import urlsplit

import click

from service.chat.rooms.room import distinct_names
from service.cli.options import board_options, language_option, read_bots
from service.cli.terminal_games.play import Leave, read_line
from service.config import BadConfig, from_environment
from service.language.languages import Messages
from service.language.speech.story import Story
from service.language.vocabulary.board_words import Values, board_words
from service.runtime.web_server import address
from ttr_client import ApiError, Client, Created, Retries, Table, TtrError, Unreachable
from ttr_client.types import BotPolicy, Game, Said, SeatRequest
from ttr_core import Event, Ruleset, resolved_ruleset
from ttr_core.history.codec import upcast
from ttr_core.history.record import decode_record
from ttr_core.model.ids import Witness

# news


def _ruleset_of(table: Table) -> Ruleset:
    """From the game's record, which holds its board: the service may have boards that this program does not."""
    header = decode_record(table.export().encode()).header
    return resolved_ruleset(header.document, header.players, header.options, header.rules_version)


OVER = ("scored", "abandoned")  # the statuses of games that are over


class ChatNews:
    """The news of the game for everybody, as a spectator sees them; `live` news appear at any time."""

    def __init__(self, spectator: Table, lang: str, prompt: Callable[[], str], live: bool) -> None:
        self._spectator, self._lang, self._prompt, self._live = spectator, lang, prompt, live
        self._say = Messages(lang)
        self._version, self._status = 0, ""  # what was shown last
        self._lock = Lock()
        self.over = False

    def begin(self) -> None:
        """Show what is played, and follow the news from here on."""
        seen = self._spectator.game()
        ruleset = _ruleset_of(self._spectator)
        words = board_words(ruleset, self._lang)
        holders = [seat["holder"] for seat in seen["seats"]]
        self._names = {number: (holder and holder["name"]) or "" for number, holder in enumerate(holders)}
        self._story = Story(Messages(self._lang, ruleset), Values(words, self._names), Witness.SPECTATOR)
        board, players = words.label(ruleset.board.title), ", ".join(self._names.values())
        click.echo(self._say("chat-welcome", board=board, players=players, game=seen["id"]))
        if self._live:
            Thread(target=self._follow, daemon=True).start()

    def show(self, status: bool = False) -> bool:
        """Show what is new; True if the next line of input may be read: bots have played, or news are live."""
        with self._lock:
            lines = self._new_lines()
            seen = self._spectator.game(at=self._version)
            waits = not self._waits_for_bots(seen)
            if (status and waits) or self._live:
                lines += self._new_status(seen)
            self.over = seen["status"] in OVER
            for line in lines:
                click.echo(line)
            return waits or self._live

    def _new_lines(self) -> list[str]:
        events: list[Event] = []
        for event in self._spectator.events(self._version):
            events.append(upcast({"type": event["type"], **event["data"]}, event["schema"]))
            self._version = event["version"]
        return self._story.tell(events)

    def _waits_for_bots(self, seen: Game) -> bool:
        """Or for anything else that the service does by itself, such as the final score."""
        seats, waiting = seen["seats"], seen["waiting_for"]
        if not waiting:
            return seen["status"] not in (*OVER, "paused")
        holders = [seats[seat]["holder"] for seat in waiting]
        return any(holder is not None and holder["kind"] != "person" for holder in holders)

    def score(self) -> str:
        return self._spectator.say("score", self._lang)["text"]

    def _new_status(self, seen: Game) -> list[str]:
        """The status line, unless it is the same as before."""
        names = [self._names[seat] for seat in seen["waiting_for"]]
        waiting = self._say("room-waiting", names=self._say.listed(names)) if names else ""
        players = "; ".join(
            self._say(
                "room-line",
                name=self._names[seat["seat"]],
                points=seat["points"],
                trains=seat["trains"],
                cards=seat["cards"]["count"],
                tickets=seat["tickets"]["count"],
            )
            for seat in seen["seats"]
        )
        before, self._status = self._status, self._say("chat-status", waiting=waiting, players=players)
        return [] if self._status == before else [click.style(self._status, dim=True)]

    def _follow(self) -> None:
        """Show news as they come, with the half-typed line again below them."""
        import readline

        with suppress(TtrError):  # the next line of input reports what is wrong
            for event in self._spectator.follow(self._version):
                if event["version"] <= self._version:
                    continue
                click.echo("\r", nl=False)
                self.show()
                click.echo(self._prompt() + readline.get_line_buffer(), nl=False)


# people

BOT_SECONDS = 30.0  # how long a script waits for bots
POLL_SECONDS = 0.02


class TerminalRoom:
    """One game with all its people at one keyboard."""

    def __init__(self, client: Client, game: Created, people: Sequence[str], lang: str) -> None:
        self._game, self._url, self._lang = game.id, client.url, lang
        self._seats: Mapping[str, Table] = {name: game.seats[number] for number, name in enumerate(people)}
        self._speaker, self._say = people[0], Messages(lang)
        spectator = client.table(game.id, game.tokens["watch"])
        self._news = ChatNews(spectator, lang, self._prompt, live=sys.stdin.isatty())

    def run(self) -> None:
        self._news.begin()
        self._help("")
        while self._goes_on():
            self._hear(read_line(self._prompt()).strip())
        click.echo(self._news.score())

    def leave(self) -> None:
        click.echo(self._say("chat-bye", game=self._game, url=self._url))

    def _prompt(self) -> str:
        return f"{self._speaker}> "

    def _goes_on(self) -> bool:
        """Show the news; a script goes on when it is a person's turn, as people at a terminal would."""
        deadline = time.monotonic() + BOT_SECONDS
        while not self._news.show(status=True):
            if self._news.over:
                return False
            if time.monotonic() > deadline:
                break
            time.sleep(POLL_SECONDS)
        return not self._news.over

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
        elif line.startswith("/"):
            self._help("")
        elif line:
            self._speak(*self._addressed(line))

    def _addressed(self, line: str) -> tuple[str | None, str]:
        """Who speaks, and what they say."""
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
            reply = self._seats[name].say(text, self._lang)
        except ApiError as error:
            click.echo(self._say("chat-refused", why=error))
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

HASTY = Retries(attempts=4)  # people wait at the keyboard
MARKS = (":", "/")  # not allowed in names: they mark the speaker, and commands to the terminal itself


def _read_people(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    if not names:
        raise click.BadParameter("name at least one person")
    if len({name.casefold() for name in names}) < len(names):
        raise click.BadParameter("every person needs a different name")
    if any(mark in name for mark in MARKS for name in names):
        raise click.BadParameter(f"a name must not contain {' or '.join(MARKS)}")
    return names


def _read_url(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str:
    try:
        url = value or address(from_environment(os.environ))
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return url.rstrip("/")
    except (BadConfig, ValueError) as error:
        raise click.BadParameter(str(error)) from error
    raise click.BadParameter("expected an address such as http://127.0.0.1:8080")


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
    callback=_read_bots,
    default="greedy",
    show_default=True,
    help="Bots that play along; may be empty.",
)
@click.option(
    "--url", callback=_read_url, help="Address of the service; from TTR_HOST and TTR_PORT by default."
)
@board_options
@language_option
def chat(
    board: str,
    people: Sequence[str],
    bots: Sequence[str],
    url: str,
    options: Mapping[str, str],
    lang: str,
) -> None:
    """Play in a chat room with several people at this keyboard, on the service that `ttr up` runs."""
    with Client(url, retries=HASTY) as client:
        try:
            _play(client, board, people, bots, options, lang)
        except ApiError as error:
            raise click.ClickException(f"the service at {url} refused: {error}") from error
        except Unreachable as error:
            hint = "Start one with `ttr up`, or name another with --url."
            raise click.ClickException(f"no service answers at {url} ({error.__cause__}). {hint}") from error


def _play(
    client: Client,
    board: str,
    people: Sequence[str],
    bots: Sequence[str],
    options: Mapping[str, str],
    lang: str,
) -> None:
    room = TerminalRoom(client, _open(client, board, people, bots, options), people, lang)
    try:
        room.run()
    except (Leave, KeyboardInterrupt, EOFError):
        click.echo()
        room.leave()


def _open(
    client: Client, board: str, people: Sequence[str], bots: Sequence[str], options: Mapping[str, str]
) -> Created:
    names = distinct_names([*people, *bots])
    seats: list[SeatRequest] = [{"name": name} for name in names[: len(people)]]
    seats += [
        {"kind": "bot", "bot": cast(BotPolicy, bot), "name": name}  # the service knows which there are
        for bot, name in zip(bots, names[len(people) :], strict=True)
    ]
    return client.create(board, seats, options=dict(options))
