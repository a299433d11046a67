"""Keeps processes running together: starts them in order, ends them in reverse order, replaces those that fail.

A process fails when it dies, and also when it has answered and then answers no more. If the supervisor itself is
killed, a guardian ends its processes.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from threading import Event, Thread
from typing import Protocol

from service.runtime import guardian

RESTARTS, WINDOW_SECONDS = 5, 60.0  # more restarts of one process in this time will not help
SECOND_WAIT = 0.25  # seconds before the second restart in this time, doubled before each further one
ENDING_SECONDS = 10.0
LOOKING_SECONDS = 0.1
PROBE_SECONDS = 5.0  # between two questions whether a process answers
SILENT_PROBES = 3  # unanswered in a row: one may have met a busy moment


class GaveUp(Exception):
    """A process dies again and again."""


class Running(Protocol):
    """A process that leads a session of its own, with all processes that it starts."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def terminate(self) -> None: ...

    def kill(self) -> None: ...

    def wait(self, timeout: float | None = None) -> int: ...


class Probe:
    """Asks again and again whether a process answers, in a thread of its own: an answer may be long in coming."""

    def __init__(self, answers: Callable[[], bool]) -> None:
        self._answers = answers
        self._over = Event()
        self.restart()
        Thread(target=self._run, name="probe", daemon=True).start()

    def restart(self) -> None:
        """Another process is asked from here on, which may need a while to start."""
        self._begun, self._unanswered = False, 0

    @property
    def silent(self) -> bool:
        return self._unanswered >= SILENT_PROBES

    def end(self) -> None:
        self._over.set()

    def _run(self) -> None:
        while not self._over.wait(PROBE_SECONDS):
            answered = self._answers()
            self._begun = self._begun or answered
            self._unanswered = 0 if answered else self._unanswered + self._begun


class Child:
    """A process that is started again when it ends by itself, or does not answer any more."""

    def __init__(
        self,
        name: str,
        start: Callable[[], Running],
        say: Callable[[str], None],
        answers: Callable[[], bool] | None = None,
    ) -> None:
        self.name = name
        self._start, self._say = start, say
        self._probe = Probe(answers) if answers else None
        self._deaths: list[float] = []
        self._due: float | None = None  # when it is started again, while it is dead
        self.process = start()

    def look_after(self) -> None:
        if self._due is None:
            code = self.process.poll()
            if code is not None:
                _end_remains(self.process)
                self._restart_later(f"ended with code {code}")
            elif self._probe and self._probe.silent:
                self.process.kill()
                self.process.wait()
                _end_remains(self.process)
                self._restart_later("did not answer")
        elif time.monotonic() >= self._due:
            self._start_again()

    def _start_again(self) -> None:
        self._due = None
        if self._probe:
            self._probe.restart()
        try:
            self.process = self._start()
        except Exception as error:  # the reason may pass
            self._restart_later(f"could not be started: {error}")

    def _restart_later(self, how: str) -> None:
        now = time.monotonic()
        self._deaths = [at for at in self._deaths if now - at < WINDOW_SECONDS] + [now]
        number = len(self._deaths)
        if number > RESTARTS:
            raise GaveUp(f"{self.name} {how}, after {number - 1} restarts within a minute")
        self._say(f"{self.name} {how}; starting it again")
        self._due = now if number == 1 else now + SECOND_WAIT * 2 ** (number - 2)

    def end(self) -> None:
        if self._probe:
            self._probe.end()
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=ENDING_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        _end_remains(self.process)


def _end_remains(process: Running) -> None:
    """Kills what the process has started: it may outlive the process, go on answering and keep its port."""
    with suppress(ProcessLookupError, PermissionError):  # nothing is left
        os.killpg(process.pid, signal.SIGKILL)


class Guardian:
    """A process that ends the children if this process is killed."""

    def __init__(self) -> None:
        # -I and a path: it needs nothing of ours; it leads a session, so Ctrl-C does not reach it
        command = [sys.executable, "-I", guardian.__file__]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
        self._watched: list[int] = []

    def watch(self, children: Sequence[Child]) -> None:
        leaders = [child.process.pid for child in children]
        if leaders != self._watched:
            self._watched = leaders
            self._write(leaders)

    def dismiss(self) -> None:
        """All children have ended."""
        self._write([])
        with suppress(BrokenPipeError):
            self._process.communicate()

    def _write(self, leaders: Sequence[int]) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it was killed; nobody is left to do its work
            self._process.stdin.write(" ".join(map(str, leaders)).encode() + b"\n")
            self._process.stdin.flush()


def run_until(stopped: Callable[[], bool], children: Iterable[Child]) -> None:
    """Starts the children and restarts them as needed until `stopped`; whatever happens, none is left behind."""
    running, watching = list[Child](), Guardian()
    try:
        for child in children:
            running.append(child)
            watching.watch(running)
        while not stopped():
            for child in running:
                child.look_after()
            watching.watch(running)
            time.sleep(LOOKING_SECONDS)
    finally:
        for child in reversed(running):
            child.end()
        watching.dismiss()
