"""`ttr up`, `ttr serve` and `ttr work` as a person meets them: they run, they end, and they say what is wrong."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest

from service import supervise
from service.client import ApiError, Client, Seat
from service.embedded import EmbeddedServer
from service.supervise import Child, GaveUp, run_until
from tests.service.servers import eventually
from tests.service.stack import ROOT, free_port

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
        """Ends it as Ctrl-C does; how long that took."""
        began = time.monotonic()
        self.process.send_signal(number)  # none, if it has ended
        self.process.wait(SECONDS)
        self._reader.join(SECONDS)
        assert self.process.stdout
        self.process.stdout.close()
        while not self._queue.empty():
            self.lines.append(self._queue.get())
        return time.monotonic() - began


def descendants(of: int) -> dict[int, str]:
    """All living processes that a process has started, and those that they have, by command line."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split(maxsplit=3) for line in listed.stdout.splitlines()]
    found: dict[int, str] = {}
    while new := {int(r[0]): r[3] for r in rows if int(r[1]) in {of, *found} and int(r[0]) not in found}:
        found |= new
    return found


def alive(pids: Mapping[int, str]) -> dict[int, str]:
    found = {}
    for pid, args in pids.items():
        status = Path(f"/proc/{pid}/stat")
        if status.exists() and ") Z" not in status.read_text("utf-8"):
            found[pid] = args
    return found


@contextmanager
def up(place: Path, *arguments: str, **settings: str) -> Iterator[tuple[Started, str]]:
    """`ttr up` when it has said that it runs, and its address; nothing of it is left afterwards."""
    port = free_port()
    started = Started(["up", "--port", str(port), "--data", str(place), *arguments], variables(**settings))
    try:
        started.wait_for("Stop with Ctrl-C")
        yield started, f"http://127.0.0.1:{port}"
    finally:
        ours = descendants(started.process.pid)
        started.end(signal.SIGTERM)
        left = alive(ours)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        assert left == {}


def test_up_says_what_to_do_answers_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    with up(tmp_path / "data") as (started, url):
        assert f"running at {url}" in "".join(started.lines)
        assert str(tmp_path / "data") in "".join(started.lines)
        with closing(Client(url)) as client:
            game = client.create("lyon", [{"name": "Ann"}, {"kind": "bot"}])
            seat = game.seats[0]
            seat.play(seat.commands()[1][0])
            eventually(lambda: any(e["actor"] == "bot:1" for e in seat.events()), "a move of the bot")
        ours = descendants(started.process.pid)
        assert len(ours) >= 6  # two servers, the API and its processes, dispatcher, worker
        assert started.end() < QUICKLY
        assert started.process.returncode == 0
        assert started.lines[-1] == "Stopped.\n"
        assert not any("Traceback" in line for line in started.lines)
        assert alive(ours) == {}


def test_games_are_there_again_after_a_restart(tmp_path: Path) -> None:
    with up(tmp_path / "data") as (started, url), closing(Client(url)) as client:
        game = client.create("lyon", [{"name": "Ann"}, {"name": "Bob"}]).game
        before = client.seat(game).look()["head"]
    with up(tmp_path / "data") as (started, url), closing(Client(url)) as client:
        assert client.seat(game).look()["head"] == before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_up_ends_when_it_is_told_otherwise(tmp_path: Path, number: signal.Signals) -> None:
    with up(tmp_path / "data") as (started, _):
        ours = descendants(started.process.pid)
        assert started.end(number) < QUICKLY
        assert alive(ours) == {}


def test_ctrl_c_while_it_starts_leaves_nothing(tmp_path: Path) -> None:
    started = Started(["up", "--port", str(free_port()), "--data", str(tmp_path / "data")], variables())
    eventually(lambda: bool(descendants(started.process.pid)), "a first part")
    ours = descendants(started.process.pid)
    started.end()
    ours |= descendants(started.process.pid)
    assert alive(ours) == {}
    assert started.process.returncode == 0
    again = EmbeddedServer(tmp_path / "data")  # nobody holds its lock
    again.stop()


def test_an_embedded_server_that_dies_is_started_again(tmp_path: Path) -> None:
    with up(tmp_path / "data") as (started, url), closing(Client(url)) as client:
        game = client.create("lyon", [{"name": "Ann"}, {"kind": "bot"}])
        ours = descendants(started.process.pid)
        (server,) = [pid for pid, args in ours.items() if f"{tmp_path}/data/server.sock" in args]
        os.kill(server, signal.SIGKILL)
        started.wait_for("server ended with code -9; starting it again")
        seat = game.seats[0]
        eventually(lambda: _plays(seat), "an answer of the API")


def _plays(seat: Seat) -> bool:
    try:
        return seat.look()["game"] == seat.game
    except (ApiError, OSError):
        return False


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
        started.wait_for("Error: queue ended with code -9, after 5 restarts within a minute")
        assert alive(ours) == {}


def run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A command that is expected to end by itself."""
    return subprocess.run(
        [sys.executable, "-m", "service.cli", *arguments],
        env=variables(**settings),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def one_sentence(ended: subprocess.CompletedProcess[str], code: int = 1) -> str:
    assert ended.returncode == code, ended
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""
    lines = ended.stderr.strip().splitlines()
    assert lines[-1].startswith("Error: ")
    assert code == 2 or len(lines) == 1
    return lines[-1]


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = one_sentence(run("up", "--port", str(port), "--data", str(tmp_path / "data")))
    assert f"cannot listen on 127.0.0.1 port {port}" in said
    assert not (tmp_path / "data").exists()


def test_a_directory_that_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("private")
    said = one_sentence(run("up", "--port", str(free_port()), "--data", str(tmp_path)))
    assert "not a data directory of ours" in said
    assert [entry.name for entry in tmp_path.iterdir()] == ["diary.txt"]


def test_a_part_that_cannot_start_takes_the_others_with_it(tmp_path: Path) -> None:
    """The server is there already when the queue turns out to be impossible."""
    server = EmbeddedServer(tmp_path / "data")
    server.stop()
    (tmp_path / "data" / "queue").mkdir()
    (tmp_path / "data" / "queue" / "diary.txt").write_text("private")
    said = one_sentence(run("up", "--port", str(free_port()), "--data", str(tmp_path / "data")))
    assert "not a data directory of ours" in said
    again = EmbeddedServer(tmp_path / "data")  # nobody holds its lock
    again.stop()


def test_a_directory_in_use(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / "data")
    try:
        said = one_sentence(run("up", "--port", str(free_port()), "--data", str(tmp_path / "data")))
    finally:
        server.stop()
    assert "is in use by a server that is running already" in said


@pytest.mark.parametrize("command", ["up", "serve", "work"])
def test_a_server_that_does_not_answer(command: str) -> None:
    said = one_sentence(run(command, TTR_REDIS_URL="redis://127.0.0.1:1", TTR_PORT=str(free_port())))
    assert said.startswith("Error: the server in TTR_REDIS_URL does not answer: ")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"TTR_REDIS_URL": "nonsense"}, "TTR_REDIS_URL is not the address of a server"),
        ({"TTR_PORT": "many"}, "setting TTR_PORT: "),
        ({"TTR_PORT": "99999"}, "setting TTR_PORT: "),
        ({"TTR_WORKERS": "0"}, "setting TTR_WORKERS: "),
        ({"TTR_FSYNC": "never"}, "setting TTR_FSYNC: "),
        ({"TTR_BOT_PACE": "-1"}, "setting TTR_BOT_PACE: "),
        ({"TTR_LOG_LEVEL": "loud"}, "setting TTR_LOG_LEVEL: "),
        ({"TTR_HOST": "no such host"}, "cannot listen on no such host"),
    ],
)
def test_a_setting_that_cannot_be_meant(tmp_path: Path, settings: dict[str, str], told: str) -> None:
    given = {"TTR_DATA": str(tmp_path / "data"), "TTR_PORT": str(free_port()), **settings}
    assert told in one_sentence(run("up", **given))


@pytest.mark.parametrize("command", ["serve", "work"])
def test_parts_alone_need_a_server(command: str) -> None:
    assert "set TTR_REDIS_URL" in one_sentence(run(command), code=2)


def test_a_queue_on_a_cluster_is_refused(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / "data")
    try:
        said = run("work", TTR_REDIS_URL=server.url, TTR_QUEUE_URL="redis+cluster://127.0.0.1:1")
    finally:
        server.stop()
    assert "rq does not run on a cluster" in one_sentence(said)


# supervision ---------------------------------------------------------------------------------------------------


def sleeper(*more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(["sleep", "600", *more], start_new_session=True)


def test_children_end_in_reverse_order_and_leave_nothing_behind() -> None:
    parent = ["sh", "-c", "sleep 600 & exec sleep 600"]
    children = [
        Child("a", lambda: subprocess.Popen(parent, start_new_session=True), lambda text: None),
        Child("b", sleeper, lambda text: None),
    ]
    group = children[0].process.pid
    run_until(lambda: True, children)
    assert [child.process.poll() is not None for child in children] == [True, True]
    with pytest.raises(ProcessLookupError):
        os.killpg(group, 0)


def test_what_a_dead_child_had_started_ends_before_it_is_started_again() -> None:
    parent = ["sh", "-c", "sleep 600 & exec sleep 600"]
    child = Child("a", lambda: subprocess.Popen(parent, start_new_session=True), lambda text: None)
    first = child.process.pid
    try:
        os.kill(first, signal.SIGKILL)
        eventually(lambda: _looked_after(child, first), "another process")
        eventually(lambda: _no_group(first), "an empty group")
    finally:
        child.end()


def _looked_after(child: Child, before: int) -> bool:
    child.look_after()
    return child.process.pid != before


def _no_group(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_child_that_cannot_be_started_again_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "SECOND_WAIT", 0.0)
    said: list[str] = []
    starts = iter([sleeper, _refuse, sleeper])
    child = Child("a", lambda: next(starts)(), said.append)
    first = child.process.pid
    try:
        child.process.kill()
        eventually(lambda: _looked_after(child, first), "another process")
    finally:
        child.end()
    assert said == [
        "a ended with code -9; starting it again",
        "a could not be started: not now; starting it again",
    ]


def _refuse() -> subprocess.Popen[bytes]:
    raise OSError("not now")


def test_restarts_come_later_and_later(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(supervise.time, "monotonic", lambda: now)
    child = Child("a", lambda: subprocess.Popen(["false"], start_new_session=True), lambda text: None)
    waits = []
    with pytest.raises(GaveUp, match=r"^a ended with code 1, after 5 restarts within a minute$"):
        for _ in range(20):
            child.process.wait()
            died = now
            process = child.process
            child.look_after()
            while child.process is process:
                child.look_after()
                now += 0.0 if child.process is not process else 0.125
            waits.append(now - died)
    assert waits == [0.0, 0.25, 0.5, 1.0, 2.0]
