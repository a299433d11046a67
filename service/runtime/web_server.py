"""The WSGI server: granian with several processes, whose threads are mostly there for event streams to wait in."""

import atexit
import http.client
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Mapping

import msgspec

from service.config import Config

READY_SECONDS = 30.0
ANSWER_SECONDS = 5.0  # a process that has not answered by then is stuck, or has far too much to do
BODY_THREADS = 32  # for requests whose bodies have not arrived
WAITING_THREADS = 56  # for requests that wait for earlier bodies of their address
SPARE_THREADS = 8  # beyond those that streams and unfinished bodies may hold
CONNECTIONS = 4096  # of one process; it opens more files for its own work than those
HEADER_MS = 10_000  # for the headers of a request
COUNTED_IN = "PROMETHEUS_MULTIPROC_DIR"  # where the processes of one service count together


class PortTaken(Exception):
    """The port cannot be listened on."""


def environment(config: Config) -> dict[str, str]:
    """The settings as a child process reads them."""
    settings = {
        f"TTR_{name.upper()}": ",".join(value) if isinstance(value, tuple) else str(value)
        for name, value in msgspec.to_builtins(config).items()
    }
    return {**os.environ, **settings, COUNTED_IN: os.environ.get(COUNTED_IN) or _counting_place()}


def _counting_place() -> str:
    """A directory that is removed when this process ends."""
    place = tempfile.mkdtemp(prefix="ttr-metrics-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place


def check_port(config: Config) -> None:
    with socket.socket(socket.AF_INET6 if ":" in config.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((config.host, config.port))
        except OSError as error:
            raise PortTaken(
                f"cannot listen on {config.host} port {config.port}: {error.strerror}. "
                "Name another one: --port 8081, or make up PORT=8081."
            ) from error


def free_port() -> int:
    """A port of this machine that is free right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start_server(
    config: Config, variables: Mapping[str, str], application: str = "service.wsgi:app"
) -> subprocess.Popen[bytes]:
    arguments = {
        "interface": "wsgi",
        "http": "1",  # requests of HTTP/2 that are never finished would hold threads for good
        "host": _numeric(config.host),
        "port": config.port,
        "workers": config.processes,
        "blocking-threads": config.streams + BODY_THREADS + WAITING_THREADS + SPARE_THREADS,
        "backlog": CONNECTIONS,
        "backpressure": CONNECTIONS,  # the default, 512, is soon filled by clients that send their headers slowly
        "http1-header-read-timeout": HEADER_MS,
        "log-level": "error",
        "workers-kill-timeout": "5",
    }
    options = [part for name, value in arguments.items() for part in (f"--{name}", str(value))]
    return subprocess.Popen(
        [sys.executable, "-m", "service.web_process", *options, "--respawn-failed-workers", application],
        env=dict(variables),
        start_new_session=True,
    )


def _numeric(host: str) -> str:
    """The address of a name, since granian takes no names."""
    addresses = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return str(min(addresses, key=lambda one: one[0] != socket.AF_INET)[4][0])


def wait_until_ready(
    config: Config, stopped: Callable[[], bool], path: str = "/readyz", *, seconds: float = READY_SECONDS
) -> bool:
    """Waits for the service to say that it is ready; False if it does not within the time."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not stopped():
        try:
            with opener.open(f"{address(config)}{path}", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:  # not listening yet, or not ready
            time.sleep(0.05)
    return False


def answers(config: Config) -> bool:
    """Whether a process of the API answers a connection of its own, whatever the store does."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{address(config)}/healthz", timeout=ANSWER_SECONDS) as answer:
            return bool(answer.status == 200)
    except (OSError, http.client.HTTPException):
        return False


def address(config: Config) -> str:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(config.host, config.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{config.port}"
