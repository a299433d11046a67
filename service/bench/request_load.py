"""HTTP load: requests from several processes over several connections, with the time each one took."""

import multiprocessing
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.queues import Queue
from statistics import mean, median, quantiles
from typing import TypeAlias

import msgspec

PROCESSES, CONNECTIONS = 2, 8  # connections per process
# keys for the bare handler: the rows of a list, and how long an answer about it is
FLOOR_LIST, FLOOR_BYTES = "floor_list", "floor_bytes"


class Load(msgspec.Struct, frozen=True):
    """The throughput and latency of a load."""

    per_second: float
    p50_ms: float
    p99_ms: float


# requests, each with the function that reads its answer
Script = Iterator[tuple[bytes, Callable[[bytes], None]]]
Scripts = Callable[[int, int], Script]  # for each process and connection
Results: TypeAlias = "Queue[list[float] | str]"  # how long each request took, or what went wrong


def request_bytes(method: str, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    fields = {"Host": "bench", "Content-Length": str(len(body)), **headers}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def exchange(connection: socket.socket, request: bytes) -> bytes:
    """The body of the response; anything but success ends the measurement."""
    connection.sendall(request)
    data = connection.recv(65536)
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
    head, _, body = data.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
    while len(body) < length:
        body += connection.recv(65536)
    if not head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")):
        raise RuntimeError(f"unexpected response: {head[:60]!r} {body[:300]!r}")
    return body


def combined(loads: Sequence[Load]) -> Load:
    """Several equally long measurements of one load as one."""
    return Load(
        mean(load.per_second for load in loads),
        median(load.p50_ms for load in loads),
        median(load.p99_ms for load in loads),
    )


def run_load(port: int, scripts: Scripts, seconds: float) -> Load:
    """Run one script on each connection for so long; `scripts` is called in the load's own processes."""
    context = multiprocessing.get_context("fork")
    results: Results = context.Queue()
    workers = [
        context.Process(target=_process, args=(results, port, scripts, number, seconds))
        for number in range(PROCESSES)
    ]
    for worker in workers:
        worker.start()
    outcomes = [results.get(timeout=seconds + 60) for _ in workers]
    for worker in workers:
        worker.join()
    taken = [duration for outcome in outcomes for duration in _durations(outcome)]
    cuts = quantiles(taken, n=100)
    return Load(len(taken) / seconds, cuts[49] * 1000, cuts[98] * 1000)


def _durations(outcome: list[float] | str) -> list[float]:
    if isinstance(outcome, str):
        raise RuntimeError(outcome)
    return outcome


def _process(results: Results, port: int, scripts: Scripts, number: int, seconds: float) -> None:
    try:
        with ThreadPoolExecutor(CONNECTIONS) as pool:
            runs = [
                pool.submit(_connection, port, scripts(number, place), seconds)
                for place in range(CONNECTIONS)
            ]
            results.put([duration for run in runs for duration in run.result()])
    except Exception as error:  # of any kind: the measurement would be wrong without this connection
        results.put(f"{type(error).__name__}: {error}")


def _connection(port: int, script: Script, seconds: float) -> list[float]:
    taken = []
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        end = time.perf_counter() + seconds
        for request, read in script:
            begun = time.perf_counter()
            if begun >= end:
                break
            read(exchange(connection, request))
            taken.append(time.perf_counter() - begun)
    return taken


def constant(request: bytes) -> Scripts:
    """The same request again and again."""

    def script(process: int, connection: int) -> Script:
        while True:
            yield request, _ignore

    return script


def _ignore(answer: bytes) -> None:
    return
