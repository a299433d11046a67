"""A faulty setting, directory or server is reported in one sentence, before anything is started."""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.cli import main
from service.config import Config
from service.runtime.embedded_valkey import EmbeddedServer
from tests.support.http.running_service import free_port
from tests.support.paths import ROOT
from tests.support.store.store_servers import plain_server
from workers.preflight import _faults, reach_store

SECONDS = 30.0
QUICKLY = 8.0  # in which Ctrl-C must have ended everything


def variables(**more: str) -> dict[str, str]:
    """The environment without any settings of ours but these."""
    return {name: value for name, value in os.environ.items() if not name.startswith("TTR_")} | more


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


def refused(command: str, settings: Mapping[str, str], code: int = 1) -> str:
    """The sentence of a command that is refused before it starts anything: no process of its own is needed."""
    ours = {name: None for name in os.environ if name.startswith("TTR_")}
    ended = CliRunner().invoke(main, [command], env={**ours, **settings})
    assert ended.exit_code == code, ended
    assert isinstance(ended.exception, SystemExit)
    return sentence_of(ended.stdout, ended.stderr, code)


def one_sentence(ended: subprocess.CompletedProcess[str]) -> str:
    assert ended.returncode == 1, ended
    return sentence_of(ended.stdout, ended.stderr, 1)


def sentence_of(stdout: str, stderr: str, code: int) -> str:
    assert "Traceback" not in stderr
    assert stdout == ""
    lines = stderr.strip().splitlines()
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
    said = refused(command, {"TTR_REDIS_URL": "redis://127.0.0.1:1", "TTR_PORT": str(free_port())})
    assert said.startswith("Error: the server in TTR_REDIS_URL does not answer: ")


@pytest.mark.parametrize(
    ("settings", "message"),
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
def test_a_setting_that_cannot_be_meant(tmp_path: Path, settings: dict[str, str], message: str) -> None:
    environment = {"TTR_DATA": str(tmp_path / "data"), "TTR_PORT": str(free_port()), **settings}
    assert message in refused("up", environment)


@pytest.mark.parametrize("command", ["serve", "work"])
def test_parts_alone_need_a_server(command: str) -> None:
    assert "set TTR_REDIS_URL" in refused(command, {}, code=2)


def test_a_queue_on_a_cluster_is_refused(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / "data")
    try:
        said = refused("work", {"TTR_REDIS_URL": server.url, "TTR_QUEUE_URL": "redis+cluster://127.0.0.1:1"})
    finally:
        server.stop()
    assert "rq does not run on a cluster" in said


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (("--appendonly", "no"), "keeps no append-only file"),
        (("--appendonly", "yes", "--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru"), "evicts keys"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "work"])
def test_a_server_that_would_lose_moves(
    tmp_path: Path, settings: tuple[str, ...], said: str, command: str
) -> None:
    with plain_server(tmp_path / "server", *settings) as server:
        sentence = refused(command, {"TTR_REDIS_URL": server.url, "TTR_PORT": str(free_port())})
    assert sentence.startswith(f"Error: the server in TTR_REDIS_URL {said}")
    assert "TTR_ALLOW_LOSS=true" in sentence


def test_a_server_that_is_less_safe_than_it_could_be_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = ("--appendonly", "yes", "--appendfsync", "everysec", "--maxmemory-policy", "volatile-lru")
    with plain_server(tmp_path / "server", *settings) as server:
        reach_store(Config(redis_url=server.url))
    warned = capsys.readouterr().err.splitlines()
    assert ["appendfsync always" in warned[0], "evicts keys (volatile-lru)" in warned[1]] == [True, True]


def test_a_loss_can_be_accepted_and_a_safe_server_is_not_spoken_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with plain_server(tmp_path / "volatile") as server:
        reach_store(Config(redis_url=server.url, allow_loss=True))
    assert "keeps no append-only file" in capsys.readouterr().err
    with plain_server(tmp_path / "safe", "--appendonly", "yes", "--appendfsync", "always") as server:
        reach_store(Config(redis_url=server.url))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("version", "is_refused"), [("6.0.20", True), ("6.2.0", False), ("10.1.0", False)])
def test_a_server_that_is_too_old(version: str, is_refused: bool) -> None:
    class Server:
        def info(self, section: str) -> dict[str, object]:
            return {"redis_version": version, "aof_enabled": 1, "maxmemory_policy": "noeviction"}

        def config_get(self, name: str) -> dict[str, str]:
            return {name: "always"}

    assert [fault.loses for fault in _faults(Server())] == [True] * is_refused
