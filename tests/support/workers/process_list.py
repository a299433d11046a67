"""Processes as the system lists them; those that have ended and wait to be asked for do not count."""

import subprocess
from typing import NamedTuple


class Process(NamedTuple):
    pid: int
    parent: int
    group: int
    command: str


def processes() -> list[Process]:
    listed = subprocess.run(  # -ww: where COLUMNS is set, ps cuts a long command short
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,pgid=,stat=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split(maxsplit=4) for line in listed.stdout.splitlines()]
    return [
        Process(int(pid), int(parent), int(group), " ".join(command))
        for pid, parent, group, state, *command in rows
        if not state.startswith("Z")
    ]


def in_groups(*leaders: int) -> list[int]:
    """The processes that these lead, themselves included."""
    return [process.pid for process in processes() if process.group in leaders]


def children(of: int) -> dict[int, str]:
    """What a process has started, with their commands."""
    return {process.pid: process.command for process in processes() if process.parent == of}


def descendants(of: int) -> dict[int, str]:
    """What a process has started, and what that has, with their commands."""
    listed = processes()
    started: dict[int, str] = {}
    while new := {p.pid: p.command for p in listed if p.parent in {of, *started} and p.pid not in started}:
        started |= new
    return started


def still_there(earlier: dict[int, str]) -> dict[int, str]:
    return {process.pid: process.command for process in processes() if process.pid in earlier}
