"""Simulated time, and the tasks that share it: one runs at a time, and chance decides between those of one moment.

A task that only waits for something to do naps. While all tasks nap and nothing is due, time leaps.
"""

import heapq
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from greenlet import getcurrent, greenlet

SETTLED_SECONDS = 0.7  # without anything happening, before time leaps
SHORT_OF = 1.0  # how long before the next event a leap ends


class Host(Protocol):
    """What a task belongs to: one life of a process."""

    name: str
    skew: float  # of its wall clock


class Task(greenlet):
    """Something that goes on in simulated time."""

    def __init__(self, name: str, run: Callable[[], None], host: Host | None) -> None:
        super().__init__(run)
        self.name = name
        self.host = host


_Entry = tuple[float, float, int, Task]


class Scheduler:
    """Runs tasks in the order of their moments."""

    def __init__(self, rng: Random, start: float) -> None:
        self.now = start
        self.switches = 0
        self._rng, self._count = rng, 0
        self._busy: list[_Entry] = []
        self._napping: list[_Entry] = []
        self._listening: dict[
            Task, Sequence[str]
        ] = {}  # those whose naps end when there is news of some kinds
        self._active = start  # when anything last happened
        self._worked = start  # when anything last happened that is not a fault
        self.restless_until = start  # when the latest fault is over: time does not leap before
        self._current: Task | None = None
        self._root = getcurrent()  # where tasks return to

    @property
    def task(self) -> Task | None:
        """The task that runs now; None: the simulation itself."""
        return self._current

    @property
    def host(self) -> Host | None:
        return self._current.host if self._current else None

    @property
    def wall_time(self) -> float:
        """What the clock of the machine shows whose task runs."""
        host = self.host
        return self.now + host.skew if host else self.now

    def spawn(self, name: str, run: Callable[[], None], host: Host | None = None, after: float = 0.0) -> Task:
        task = Task(name, run, host)
        task.parent = self._root
        self._put(self._busy, task, after)
        return task

    def sleep(self, seconds: float) -> None:
        """Lets the others go on for so long."""
        self._wait(self._busy, seconds)

    def nap(self, seconds: float, *news: str) -> None:
        """Sleeps because there is nothing to do: for longer, if there is nothing to do for anybody."""
        task = self._current
        if news and task is not None:
            self._listening[task] = news
        self._wait(self._napping, seconds)

    def announce(self, news: str) -> None:
        """Those who listen for such news wake up."""
        listeners = {task for task, kinds in self._listening.items() if news in kinds}
        if not listeners:
            return
        woken = [entry for entry in self._napping if entry[3] in listeners]
        self._napping = [entry for entry in self._napping if entry[3] not in listeners]
        heapq.heapify(self._napping)
        for entry in sorted(woken):
            del self._listening[entry[3]]
            self._put(self._busy, entry[3], self._rng.uniform(0, 0.01))

    def touch(self, seconds: float = 0.0) -> None:
        """Something has happened: time does not leap at once. After a fault it does not leap for some seconds."""
        self._active = max(self._active, self.now)
        if seconds:
            self.restless_until = max(self.restless_until, self.now + seconds)
        else:
            self._worked = self.now

    @property
    def is_working(self) -> bool:
        """Whether there is something to do: processes that only look whether there is make most of all calls."""
        return self.now - self._worked < SETTLED_SECONDS

    def run(self, until: float, next_due: Callable[[], float], leap: Callable[[float], None]) -> None:
        """Runs tasks until a moment. `next_due`: when something must be looked at; `leap`: called at each leap."""
        while self._busy or self._napping:
            napping = self._napping and (not self._busy or self._napping[0] < self._busy[0])
            if napping and self._is_settled(self._napping[0][0]):
                due, busy = next_due(), self._busy[0][0] if self._busy else until
                target = min(until, due - SHORT_OF, busy)
                if target > self._napping[0][0]:
                    self._leap(target, leap, rested=busy < due - SHORT_OF)
                    continue
            when, _, _, task = heapq.heappop(self._napping if napping else self._busy)
            if when >= until:
                return
            self.now = max(self.now, when)
            self._switch(task)

    def _is_settled(self, when: float) -> bool:
        return when >= self.restless_until and when - self._active > SETTLED_SECONDS

    def _leap(self, moment: float, leap: Callable[[float], None], *, rested: bool) -> None:
        """Goes to the next moment at which anything happens; `rested`: nothing for those who nap."""
        self.now = moment
        leap(moment)
        tasks = [entry[3] for entry in sorted(self._napping)]
        self._napping.clear()
        for task in tasks:
            self._put(
                self._napping, task, self._rng.uniform(1, 3) if rested else self._rng.uniform(0, SHORT_OF / 4)
            )

    def _put(self, heap: list[_Entry], task: Task, seconds: float) -> None:
        self._count += 1
        heapq.heappush(heap, (self.now + max(0.0, seconds), self._rng.random(), self._count, task))

    def _wait(self, heap: list[_Entry], seconds: float) -> None:
        task = self._current
        if task is None:  # before and after the run
            return
        self._put(heap, task, seconds)
        self._root.switch()

    def _switch(self, task: Task) -> None:
        self.switches += 1
        self._listening.pop(task, None)
        self._current = task
        try:
            task.switch()
        finally:
            self._current = None
