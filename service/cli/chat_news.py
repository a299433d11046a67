"""What everybody in the terminal's chat room reads: the news of the game as it happens, and a line on how it stands."""

from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread

import click

from service.cli.chat_words import say
from service.client import ApiError, Json, Seat
from service.rooms.words import say as room_say
from service.talk.messages import Messages
from service.talk.story import Story, Values
from service.talk.wording import BoardWords
from ttr_core import Event
from ttr_core.codec import upcast
from ttr_core.loading import load_ruleset
from ttr_core.state import HUMAN
from ttr_core.words import Witness


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
