"""`ttr chat` as a process: what is written to it, and what it shows until it asks for more."""

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Self

from tests.support.chat.room_players import Answer
from tests.support.paths import ROOT

SECONDS = 60.0  # for any one answer
_PROMPT = re.compile(r"(?:^|\n)\w+> $")
_ONLY = re.compile(r"^\[(\w+) only\] (.*)$")
_NUMBER = re.compile(r"^(\d+)\) ")
GAME = re.compile(r"Game ([0-9a-f]+)\.")


def command(url: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "service.cli", "chat", "--url", url, *arguments]


def is_readable(descriptor: int, seconds: float) -> bool:
    """Whether there is something to read, or its end, within that time; `select` takes none above 1023."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


class Terminal:
    """A pipe in both directions; all that was shown is kept."""

    def __init__(self, url: str, *arguments: str) -> None:
        self._process = subprocess.Popen(
            command(url, *arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
        )
        self.shown = ""
        try:
            self.read()
        except BaseException:
            self.__exit__()  # nobody else could end it
            raise

    @property
    def game(self) -> str:
        match = GAME.search(self.shown)
        assert match, self.shown
        return match[1]

    def read(self) -> str:
        """What is shown up to the next prompt, or to the end."""
        output, shown, until = self._process.stdout, b"", time.monotonic() + SECONDS
        assert output
        while not _PROMPT.search(shown.decode("utf-8", "ignore")):
            assert time.monotonic() < until, shown
            if not is_readable(output.fileno(), 1.0):
                continue
            more = os.read(output.fileno(), 65536)
            if not more:
                break
            shown += more
        self.shown += shown.decode()
        return shown.decode()

    def write(self, line: str) -> str:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()
        return self.read()

    def end(self) -> int:
        """End the input, and return the exit code."""
        assert self._process.stdin
        self._process.stdin.close()
        self.read()
        return self._process.wait(SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(BrokenPipeError):
                if pipe:
                    pipe.close()


class Room:
    """The terminal as a table at which people speak; they go by their names."""

    def __init__(self, terminal: Terminal, names: Mapping[str, str]) -> None:
        self._terminal, self._names = terminal, names
        self.public: list[str] = []

    def say(self, person: str, text: str) -> Answer:
        lines = self._terminal.write(f"{self._names[person]}: {text}").splitlines()[1:]
        return self._read(self._names[person], lines)

    def press(self, person: str, button: str) -> Answer:
        return self.say(person, button)

    def _read(self, name: str, lines: Sequence[str]) -> Answer:
        private, public = [], []
        for line in lines:
            only = _ONLY.match(line)
            if only:
                assert only[1] == name, "nobody reads what is somebody else's"
                private.append(only[2])
            elif not _PROMPT.search(line):
                public.append(line)
        self.public += public
        numbers = [match[1] for line in private if (match := _NUMBER.match(line))]
        choices = ["yes", "no"] if private and not numbers and private[-1].endswith("yes or no.") else numbers
        return Answer("\n".join(public), "\n".join(private), choices)
