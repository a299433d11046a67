"""The news of a game on a running service, as one viewer may know them.

At a terminal they appear while people type; through a pipe, between two lines of input.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock, Thread

import click

from service.language.languages import Messages
from service.language.vocabulary.bot_levels import marked_bot
from ttr_client import Table, TtrError
from ttr_client.types import Game, Holder
from ttr_core.model.ids import SeatId

SCORED = "scored"
OVER = (SCORED, "abandoned")  # the statuses of games that are over
RESULT = "result"  # what is asked at the end
WAITING = ("open", "paused")  # for people, though nobody is to move
BOT_SECONDS = 30.0  # how long a script waits for bots
POLL_SECONDS = 0.02
ERASED_LINE = "\r\x1b[K"  # back to its beginning, and empty
TALK_SECONDS = 3.0  # until somebody at a terminal sees what was said


class LiveNews:
    """What happens at a table, for the viewer whose token it shows; `live` news appear at any time."""

    def __init__(
        self, table: Table, lang: str, prompt: Callable[[], str], live: bool, ending: Callable[[], list[str]]
    ) -> None:
        """`ending`: what a game that has been scored leaves to be said."""
        self._table, self._lang, self._prompt, self._live = table, lang, prompt, live
        self._ending = ending
        self._say = Messages(lang)
        self._version, self._status = 0, ""  # what was shown last
        self._message = ""  # the id of what was said last
        self.names: dict[SeatId, str] = {}  # of those who have sat down
        self._lock = Lock()
        self._reads = False  # somebody is asked for a line
        self.over = False

    def begin(self, *, returning: bool = False) -> None:
        """Show what is played, and follow the news: from the beginning, or from now on for somebody who returns."""
        seen = self._table.game()
        self._version = seen["version"] if returning else 0
        self.names.update(_names(seen))
        title = self._table.board()["title"]
        board = title["fr"] if self._lang == "fr" else title["en"]
        players = self._say.listed(filter(None, self.names.values()))
        click.echo(self._say("chat-welcome", board=board, players=players, game=seen["id"]))
        if returning:
            self._new_talk()  # they have heard it
        if self._live:
            Thread(target=self._follow, daemon=True).start()
            Thread(target=self._listen, daemon=True).start()

    def catch_up(self) -> bool:
        """Show the news; a script goes on when it is a person's turn, as people do. Whether the game goes on."""
        deadline = time.monotonic() + BOT_SECONDS
        while not self.show(status=True):
            if self.over or time.monotonic() > deadline:
                break
            time.sleep(POLL_SECONDS)
        return not self.over

    def show(self, status: bool = False) -> bool:
        """Show what is new; True if the next line of input may be read: bots have played, or news are live."""
        with self._lock:
            seen = self._table.game()
            self.names.update(_names(seen))
            lines = self._new_lines()
            if self._version != seen["version"]:  # somebody has just moved
                seen = self._table.game(at=self._version)
            waits = not self._waits_for_bots(seen)
            if (status and waits) or self._live:
                lines += [*self._new_talk(), *self._new_status(seen)]
            is_end = seen["status"] in OVER and not self.over
            self.over = seen["status"] in OVER
            self._print([*lines, *(self._farewell(seen["status"]) if is_end else [])])
            return waits or self._live

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While somebody types: only then does the prompt come again behind news."""
        self._reads = True
        try:
            yield
        finally:
            self._reads = False

    def _print(self, lines: Sequence[str]) -> None:
        """Shows them, above the half-typed line if there is one."""
        is_typed = self._reads and self._live and bool(lines)
        if is_typed:
            click.echo(ERASED_LINE, nl=False)
        for line in lines:
            click.echo(line)
        if is_typed:
            import readline

            click.echo(self._prompt() + readline.get_line_buffer(), nl=False)

    def _new_lines(self) -> list[str]:
        lines = []
        for event in self._table.events(self._version, lang=self._lang):
            self._version = event["version"]
            lines += [event["said"]] if event["said"] else []
        return lines

    def _new_talk(self) -> list[str]:
        """What people said to each other since."""
        lines = []
        for message in self._table.talk.messages(after=self._message or None):
            self._message = message["id"]
            seat, text = message["seat"], message["text"]
            host = self._say("room-talk_host") if seat is None else self._say.seat(seat)
            if text is not None:  # nobody has erased it
                lines.append(self._say("room-talk", who=message["name"] or host, text=text))
        return lines

    def _waits_for_bots(self, seen: Game) -> bool:
        """Or for anything else that the service does by itself, such as the final score."""
        seats, waiting = seen["seats"], seen["waiting_for"]
        if not waiting:
            return seen["status"] not in (*OVER, *WAITING)
        holders = [seats[seat]["holder"] for seat in waiting]
        return any(holder is not None and holder["kind"] != "person" for holder in holders)

    def _farewell(self, status: str) -> list[str]:
        """The result, and what there is to do after it."""
        result = self._table.say(RESULT, self._lang)["text"].splitlines()
        return [*result, *(self._ending() if status == SCORED else [])]

    def _new_status(self, seen: Game) -> list[str]:
        """The status line, unless it is the same as before."""
        names = [self.names[seat] for seat in seen["waiting_for"]]
        waiting = self._say("room-waiting", names=self._say.listed(names)) if names else ""
        players = self._say("between").join(
            self._say(
                "room-line",
                name=self._marked(seat["seat"], seat["holder"]),
                points=seat["points"],
                trains=seat["trains"],
                cards=seat["cards"]["count"],
                tickets=seat["tickets"]["count"],
            )
            for seat in seen["seats"]
            if seat["holder"]
        )
        before, self._status = self._status, self._say("chat-status", waiting=waiting, players=players)
        return [] if self._status == before else [click.style(self._status, dim=True)]

    def _marked(self, seat: SeatId, holder: Holder) -> str:
        name, level = self.names[seat], holder["policy"]
        return marked_bot(self._say, name, level) if level else name

    def _follow(self) -> None:
        """Show news as they come."""
        with suppress(TtrError):  # the next line of input reports what is wrong
            for event in self._table.follow(self._version):
                if event["version"] > self._version:
                    self.show()

    def _listen(self) -> None:
        """Show what people say to each other, which is no event of the game."""
        with suppress(TtrError):
            while not self.over:
                time.sleep(TALK_SECONDS)
                with self._lock:
                    self._print(self._new_talk())


def next_order(players: int) -> list[int]:
    """The old seats in the order of a rematch: everybody sits one seat on."""
    return [*range(1, players), 0]


def _names(seen: Game) -> dict[SeatId, str]:
    holders = [seat["holder"] for seat in seen["seats"]]
    return {number: (holder and holder["name"]) or "" for number, holder in enumerate(holders)}
