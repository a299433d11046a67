"""Processes that are looked after: started again when they die, ended together, given up when nothing helps."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from service.runtime import supervisor, web_server
from service.runtime.supervisor import Child, GaveUp, run_until
from tests.support.store.store_servers import eventually
from tests.support.workers.process_list import children, in_groups
from tests.support.workers.supervised_service import running


def sleeper(*more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(["sleep", "600", *more], start_new_session=True)


def test_children_leave_nothing_behind() -> None:
    parent = ["sh", "-c", "sleep 600 & exec sleep 600"]
    pair = [
        Child("a", lambda: subprocess.Popen(parent, start_new_session=True), lambda text: None),
        Child("b", sleeper, lambda text: None),
    ]
    groups = [child.process.pid for child in pair]
    run_until(lambda: True, pair)
    eventually(lambda: in_groups(*groups) == [], "the end of all of them")


def test_what_a_dead_child_had_started_ends_before_it_is_started_again() -> None:
    parent = ["sh", "-c", "sleep 600 & exec sleep 600"]
    child = Child("a", lambda: subprocess.Popen(parent, start_new_session=True), lambda text: None)
    first = child.process.pid
    try:
        os.kill(first, signal.SIGKILL)
        eventually(lambda: _looked_after(child, first), "another process")
        eventually(lambda: in_groups(first) == [], "the end of what the first one had started")
    finally:
        child.end()


def _looked_after(child: Child, before: int) -> bool:
    child.look_after()
    return child.process.pid != before


def test_a_child_that_cannot_be_started_again_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "SECOND_WAIT", 0.0)
    said: list[str] = []
    starts = iter([sleeper, _refuse, sleeper])

    def start() -> subprocess.Popen[bytes]:
        return next(starts)()

    child = Child("a", start, said.append)
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


def test_a_child_that_does_not_answer_any_more_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "PROBE_SECONDS", 0.01)
    answers, said = [False] * 5 + [True] * 5, list[str]()  # it needs a while to start

    def answer() -> bool:
        return answers.pop(0) if answers else False

    child = Child("a", sleeper, said.append, answer)
    first = child.process.pid
    try:
        eventually(lambda: _looked_after(child, first), "another process")
        assert said == ["a did not answer; starting it again"]
        eventually(lambda: in_groups(first) == [], "the end of the first one")
    finally:
        child.end()


def test_api_processes_that_hang_are_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "PROBE_SECONDS", 0.05)
    monkeypatch.setattr(web_server, "ANSWER_SECONDS", 0.5)
    with running(tmp_path / "service") as service:
        leader = next(child.process.pid for child in service.children if child.name == "API")
        eventually(lambda: len(children(leader)) == service.config.processes, "all processes that answer")
        eventually(lambda: web_server.answers(service.config), "an answer")
        stuck = children(leader)  # the leader answers nothing itself
        for process in stuck:
            os.kill(process, signal.SIGSTOP)
        eventually(lambda: not {leader, *stuck} & set(service.processes("API")), "other processes")
        eventually(lambda: web_server.answers(service.config), "an answer")
        assert "API did not answer; starting it again" in service.said


def test_restarts_come_later_and_later(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("service.runtime.supervisor.time.monotonic", lambda: now)
    child = Child("a", lambda: subprocess.Popen(["false"], start_new_session=True), lambda text: None)
    waits = []
    for _ in range(supervisor.RESTARTS):
        process, died = child.process, now
        process.wait()
        child.look_after()
        child.look_after()
        while child.process is process:
            now += 0.125
            child.look_after()
        waits.append(now - died)
    assert waits == [0.0, 0.25, 0.5, 1.0, 2.0]
    child.process.wait()
    with pytest.raises(GaveUp, match=r"^a ended with code 1, after 5 restarts within a minute$"):
        child.look_after()
