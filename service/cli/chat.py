"""`ttr chat`: a chat room in the terminal, with several people and bots against a running service.

What everybody in the terminal's chat room reads: the news of the game as it happens, and a line on how it stands.

A chat room in the terminal: who speaks, what only one of them may read, and the news for all.
"""

import http.client
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Lock, Thread
from urllib.parse import urlsplit

import click

from service.chat.rooms.names import distinct_names
from service.cli.options import board_options, language_option, read_bots
from service.cli.play import Leave, read_line
from service.client import ApiError, Client, Json, NewGame, Seat
from service.config import BadConfig, from_environment
from service.language.speech.messages import Messages
from service.language.speech.story import Story, Values
from service.language.texts.rooms import say as room_say
from service.language.texts.terminal import say
from service.language.vocabulary.board_words import BoardWords
from service.runtime.web_server import address
from ttr_core import Event
from ttr_core.history.codec import upcast
from ttr_core.load import load_ruleset
from ttr_core.model.ids import Witness
from ttr_core.model.state import HUMAN


class ChatNews:
    """Looks at the game as a spectator does; at a living terminal without being asked."""

    def __init__(self, spectator: Seat, lang: str, prompt: Callable[[], str], alive: bool) -> None:
        self._spectator, self._lang, self._prompt, self._alive = spectator, lang, prompt, alive
        self._told, self._status = 0, ""
        self._lock = Lock()
        self.over = False

    def begin(self) -> None:
        """Says what is played, and tells the news from here on."""
        seen = self._spectator.look()
        ruleset = load_ruleset(seen["board"], seen["players"], seen["options"])
        words = BoardWords(ruleset.board, self._lang, ruleset.routes)
        self._names: dict[int, str] = dict(enumerate(seen["names"]))
        self._story = Story(Messages(self._lang), Values(words, self._names), Witness.SPECTATOR)
        board, players = words.label(ruleset.board.title), ", ".join(self._names.values())
        click.echo(say(self._lang, "welcome", board=board, players=players, game=seen["game"]))
        if self._alive:
            Thread(target=self._follow, daemon=True).start()

    def close(self) -> None:
        with self._lock:
            self._spectator.client.close()

    def tell(self, status: bool = False) -> bool:
        """Tells what is new; True if a person is to act, or nobody, or if nobody needs to wait for that."""
        with self._lock:
            lines = self._new_lines()
            seen = self._spectator.look(at=self._told)
            waits = not self._waits_for_bots(seen)
            if (status and waits) or self._alive:
                lines += self._new_status(seen)
            self.over = seen["over"]
            for line in lines:
                click.echo(line)
            return waits or self._alive

    def _new_lines(self) -> list[str]:
        events: list[Event] = []
        for shown in self._spectator.events(self._told):
            events.append(upcast({"type": shown["type"], **shown["data"]}, shown["schema"]))
            self._told = shown["version"]
        return self._story.tell(events)

    def _waits_for_bots(self, seen: Json) -> bool:
        """Or for whatever else the service does by itself, such as the final score."""
        seats, waiting = seen["view"]["seats"], seen["view"]["waiting"]
        if not waiting:
            return not seen["over"] and seen["view"]["phase"] != "paused"
        return any(seats[seat]["kind"] != HUMAN for seat in waiting)

    def score(self) -> str:
        reply = self._spectator.say("score", self._lang)
        return str(reply["text"])

    def _new_status(self, seen: Json) -> list[str]:
        """Unless it says the same as before."""
        names = [self._names[seat] for seat in seen["view"]["waiting"]]
        waiting = room_say(self._lang, "waiting", names=", ".join(names)) if names else ""
        players = "; ".join(
            room_say(
                self._lang,
                "line",
                name=self._names[seat["seat"]],
                points=seat["points"],
                trains=seat["trains"],
                cards=seat["hand_size"],
                tickets=seat["ticket_count"],
            )
            for seat in seen["view"]["seats"]
        )
        before, self._status = self._status, say(self._lang, "status", waiting=waiting, players=players)
        return [] if self._status == before else [click.style(self._status, dim=True)]

    def _follow(self) -> None:
        """Whoever is just writing sees his line again below the news."""
        import readline

        with suppress(OSError, ApiError):  # whoever speaks next is told what is wrong
            for event in self._spectator.follow(self._told):
                if event["version"] <= self._told:
                    continue
                click.echo("\r", nl=False)
                self.tell()
                click.echo(self._prompt() + readline.get_line_buffer(), nl=False)


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


MARKS = (":", "/")  # which a name cannot hold: they mark who speaks, and what is said to the terminal itself


def _read_people(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    if not names:
        raise click.BadParameter("name at least one person")
    if len({name.casefold() for name in names}) < len(names):
        raise click.BadParameter("two people of one name cannot be told apart")
    if any(mark in name for mark in MARKS for name in names):
        raise click.BadParameter(f"a name holds none of {' '.join(MARKS)}")
    return names


def _read_url(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str:
    try:
        found = value or address(from_environment(os.environ))
        place = urlsplit(found)
        if place.scheme in ("http", "https") and place.hostname and place.port != 0:
            return found.rstrip("/")
    except (BadConfig, ValueError) as error:
        raise click.BadParameter(str(error)) from error
    raise click.BadParameter("an address such as http://127.0.0.1:8080")


def _read_bots(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    return read_bots(ctx, parameter, value) if value.strip() else ()


@click.command()
@click.option("--board", default="usa", show_default=True, help="The name of a board.")
@click.option(
    "--people", callback=_read_people, default="Ann,Ben", show_default=True, help="Who is in the room."
)
@click.option(
    "--bots", callback=_read_bots, default="greedy", show_default=True, help="Who else plays; may be empty."
)
@click.option(
    "--url", callback=_read_url, help="Where the service answers; as TTR_HOST and TTR_PORT say if absent."
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
    """Play in a chat room with several people at this keyboard, against the service that `ttr up` runs."""
    client = Client(url)
    try:
        _play(client, board, people, bots, options, lang)
    except ApiError as error:
        raise click.ClickException(f"the service at {client.url} refuses: {error}") from error
    except (OSError, http.client.HTTPException) as error:
        hint = f"no service answers at {client.url} ({error}). Start one with `ttr up`, or name another with --url."
        raise click.ClickException(hint) from error
    finally:
        client.close()


def _play(
    client: Client,
    board: str,
    people: Sequence[str],
    bots: Sequence[str],
    options: Mapping[str, str],
    lang: str,
) -> None:
    chatting = Chatting(_open(client, board, people, bots, options), client.url, people, lang)
    try:
        chatting.run()
    except (Leave, KeyboardInterrupt, EOFError):
        click.echo()
        chatting.leave()


def _open(
    client: Client, board: str, people: Sequence[str], bots: Sequence[str], options: Mapping[str, str]
) -> NewGame:
    names = distinct_names([*people, *bots])
    seats = [{"name": name} for name in names[: len(people)]]
    seats += [
        {"kind": "bot", "bot": bot, "name": name}
        for bot, name in zip(bots, names[len(people) :], strict=True)
    ]
    return client.create(board, seats, options=dict(options))
