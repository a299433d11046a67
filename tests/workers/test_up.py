"""`ttr up`, `ttr serve` and `ttr work` as a person meets them: they run, they end, and they say what is wrong."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest

from service.runtime.embedded_valkey import EmbeddedServer
from tests.support.http.running_service import free_port
from tests.support.paths import ROOT
from tests.support.store.store_servers import eventually
from tests.support.workers.process_list import descendants, still_there
from ttr_client import Client, Table, TtrError

SECONDS = 30.0
QUICKLY = 8.0  # in which Ctrl-C must have ended everything


def variables(**more: str) -> dict[str, str]:
    """The environment without any settings of ours but these."""
    return {name: value for name, value in os.environ.items() if not name.startswith("TTR_")} | more


class Started:
    """A command that runs, its output read line by line."""

    def __init__(self, arguments: list[str], env: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "service.cli", *arguments],
            env=dict(env),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._queue: Queue[str] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._queue.put(line)

    def wait_for(self, text: str, seconds: float = SECONDS) -> None:
        deadline = time.monotonic() + seconds
        while text not in "".join(self.lines):
            try:
                self.lines.append(self._queue.get(timeout=max(0.0, deadline - time.monotonic())))
            except Empty:
                raise AssertionError(f"{text!r} was not said: {self.lines}") from None

    def end(self, number: signal.Signals = signal.SIGINT) -> float:
        """End it as Ctrl-C does, and return how long that took."""
        began = time.monotonic()
        self.process.send_signal(number)  # none, if it has ended
        self.process.wait(SECONDS)
        self._reader.join(SECONDS)
        assert self.process.stdout
        self.process.stdout.close()
        while not self._queue.empty():
            self.lines.append(self._queue.get())
        return time.monotonic() - began


@contextmanager
def up(place: Path, *arguments: str, **settings: str) -> Iterator[tuple[Started, str]]:
    """A running `ttr up` and its address; it leaves no process behind."""
    port = free_port()
    started = Started(["up", "--port", str(port), "--data", str(place), *arguments], variables(**settings))
    try:
        started.wait_for("Stop with Ctrl-C")
        yield started, f"http://127.0.0.1:{port}"
    finally:
        ours = descendants(started.process.pid)
        started.end(signal.SIGTERM)
        left = still_there(ours)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        assert left == {}


def operate(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "service.cli", *arguments]
    return subprocess.run(command, env=variables(), cwd=ROOT, capture_output=True, text=True, check=False)


def check_operators_view(data: Path) -> None:
    """Without the address of a server: one game, and one worker."""
    assert operate("rebuild", "--data", str(data)).stdout.endswith("\n1 games in all, 0 of them rated\n")
    status = json.loads(operate("work", "status", "--json", "--data", str(data)).stdout)
    assert len(status["workers"]) == 1
    nothing = operate("rebuild", "--data", str(data.with_name("elsewhere")))
    assert (nothing.returncode, "nothing runs over" in nothing.stderr) == (2, True)


def test_up_says_what_to_do_answers_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    with up(tmp_path / "data") as (started, url):
        said = "".join(started.lines)
        assert f"is running. Open it in a browser:\n  {url}/\n" in said
        assert said.index(f"{url}/\n") < said.index(f"{url}/docs"), "people come first"
        assert str(tmp_path / "data") in said
        with Client(url) as client:
            game = client.create("lyon", [{"name": "Ann"}, {"kind": "bot"}])
            seat = game.seats[0]
            seat.play((seat.commands()["moves"] or [])[0])
            eventually(lambda: any(e["actor"] == "bot:1" for e in seat.events()), "a move of the bot")
        check_operators_view(tmp_path / "data")
        ours = descendants(started.process.pid)
        assert len(ours) >= 6  # two servers, the API and its processes, dispatcher, worker
        assert started.end() < QUICKLY
        assert started.process.returncode == 0
        assert started.lines[-1] == "Stopped.\n"
        assert not any("Traceback" in line for line in started.lines)
        assert still_there(ours) == {}


@pytest.mark.soak
def test_games_are_there_again_after_the_terminal_was_closed(tmp_path: Path) -> None:
    with up(tmp_path / "data") as (started, url), Client(url) as client:
        game = client.create("lyon", [{"name": "Ann"}, {"name": "Bob"}]).id
        before = client.table(game).game()["head"]
        ours = descendants(started.process.pid)
        assert started.end(signal.SIGHUP) < QUICKLY
        assert still_there(ours) == {}
    with up(tmp_path / "data") as (started, url), Client(url) as client:
        assert client.table(game).game()["head"] == before


def test_ctrl_c_while_it_starts_leaves_nothing(tmp_path: Path) -> None:
    started = Started(["up", "--port", str(free_port()), "--data", str(tmp_path / "data")], variables())
    eventually(lambda: bool(descendants(started.process.pid)), "a first part")
    ours = descendants(started.process.pid)
    started.end()
    ours |= descendants(started.process.pid)
    assert still_there(ours) == {}
    assert started.process.returncode == 0
    again = EmbeddedServer(tmp_path / "data")  # nobody holds its lock
    again.stop()


@pytest.mark.soak
def test_an_embedded_server_that_dies_is_started_again(tmp_path: Path) -> None:
    with up(tmp_path / "data") as (started, url), Client(url) as client:
        game = client.create("lyon", [{"name": "Ann"}, {"kind": "bot"}])
        ours = descendants(started.process.pid)
        (server,) = [pid for pid, args in ours.items() if f"{tmp_path}/data/server.sock" in args]
        os.kill(server, signal.SIGKILL)
        started.wait_for("server ended with code -9; starting it again")
        seat = game.seats[0]
        eventually(lambda: _plays(seat), "an answer of the API")


def _plays(seat: Table) -> bool:
    try:
        return seat.game()["id"] == seat.id
    except TtrError:
        return False


@pytest.mark.soak
def test_what_dies_again_and_again_is_given_up(tmp_path: Path) -> None:
    with up(tmp_path / "data") as (started, _):
        ours = descendants(started.process.pid)
        deadline = time.monotonic() + SECONDS
        while started.process.poll() is None and time.monotonic() < deadline:
            for pid, args in descendants(started.process.pid).items():
                if "data/queue/server.sock" in args:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
            time.sleep(0.02)
        assert started.process.wait(SECONDS) == 1
        started.wait_for(", after 5 restarts within a minute")
        assert "Error: queue " in "".join(started.lines)
        assert still_there(ours) == {}


def test_a_killed_supervisor_leaves_nothing_and_the_next_start_succeeds(tmp_path: Path) -> None:
    """`kill -9` gives it no time to end its processes, and takes no game away."""
    port = str(free_port())
    arguments = ["up", "--port", port, "--data", str(tmp_path / "data")]
    started = Started(arguments, variables())
    started.wait_for("Stop with Ctrl-C")
    with Client(f"http://127.0.0.1:{port}") as client:
        game = client.create("lyon", [{"name": "Ann"}, {"name": "Bob"}]).id
    ours = descendants(started.process.pid)
    assert len(ours) >= 6
    started.end(signal.SIGKILL)
    eventually(lambda: still_there(ours) == {}, "the end of everything that it had started")
    again = Started(arguments, variables())
    try:
        again.wait_for("Stop with Ctrl-C")
        with Client(f"http://127.0.0.1:{port}") as client:
            assert client.table(game).game()["id"] == game
    finally:
        again.end()
