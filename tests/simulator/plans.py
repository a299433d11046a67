"""The plan of a run: games, people, their acts and the faults, all drawn from one seed, and each of them removable."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

DAY = 86_400.0
HOUR = 3600.0
START = 1_773_000_000.0  # in March 2026, three weeks before Europe sets its clocks

BOARDS = {  # and how many may play
    "usa": 5, "europe": 5, "lyon": 4, "nordic": 3, "switzerland": 3, "india": 4, "italy": 4, "iberia": 5,
    "germany": 5, "pennsylvania": 5, "legendary_asia": 5,
}  # fmt: skip
LARGE_BOARDS = {"world-light": 5, "world-dense": 7}
ZONES = ("UTC", "Europe/Paris", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe")
TEMPERS = ("diligent", "diligent", "slow", "hasty", "vanishing", "stretching")
ACTS = (
    "undo", "undo", "undo", "pause", "agree", "agree", "agree", "object", "resume", "vacation", "end_vacation",
    "hand_over", "resign", "return", "repeat", "reuse_key", "race", "race", "stale", "future", "nonsense",
    "chatter", "talk", "talk", "peek", "time_machine", "events", "order", "hook", "end",
)  # fmt: skip
FAULTS = (
    "killed_before", "killed_before", "killed_after", "killed_after", "reply_lost", "reply_lost", "slow",
    "store_away", "queue_away", "queue_emptied", "tail_lost", "outage", "clock_jump", "feed_doubled",
    "feed_lost", "killed_sending", "receiver_hangs", "receiver_fails", "receiver_slow", "answer_lost",
)  # fmt: skip
PROCESSES = ("api-0", "api-1", "dispatch-0", "deliver-0", "notify-0", "work-0", "work-1", "dispatch-1")


class Scope(msgspec.Struct, frozen=True):
    """What chance may choose from."""

    tempers: Sequence[str] = TEMPERS
    acts: Sequence[str] = ACTS
    faults: Sequence[str] = FAULTS
    boards: Mapping[str, int] = msgspec.field(default_factory=lambda: BOARDS)
    clocks: Sequence[str] = ("per_move", "bank", "daily")
    hours: Sequence[int] = (6, 12, 24, 48)  # for a move
    timeouts: Sequence[str] = ("bot_plays", "bot_takes_over", "skip")
    rooms: float = 0.25  # of all tables
    players: float = 0.4  # of the other tables
    targets: Sequence[str] = PROCESSES  # of faults


EVERYTHING = Scope()
UNHURRIED = Scope(
    boards={**BOARDS, **LARGE_BOARDS},
    tempers=("leisurely", "leisurely", "slow", "diligent", "vanishing", "stretching"),
    hours=(24, 48, 96, 168),
)


class Fault(msgspec.Struct, frozen=True):
    at: float  # seconds from the start
    kind: str
    target: str  # a process
    calls: int  # of the process until it strikes
    seconds: float


class Act(msgspec.Struct, frozen=True):
    """Something out of the ordinary that a person does."""

    at: float
    game: int
    seat: int
    kind: str
    dice: int


class Table(msgspec.Struct, frozen=True):
    board: str
    tempers: Sequence[str]  # of the people, by seat
    bots: int
    clock: Mapping[str, Any] | None  # settings as the API takes them
    begins: float
    in_room: bool  # of a chat
    has_players: bool  # who are known across games


class Plan(msgspec.Struct, frozen=True):
    seed: int
    days: float
    tables: Mapping[int, Table]
    acts: Sequence[Act]
    faults: Sequence[Fault]

    @property
    def size(self) -> int:
        return len(self.tables) + len(self.acts) + len(self.faults)


def plan_of(
    seed: int,
    days: float = 21,
    tables: int = 3,
    acts: float = 1.2,
    faults: float = 2.0,
    scope: Scope = EVERYTHING,
) -> Plan:
    """`acts`: of each person in a day; `faults`: in a day."""
    rng = Random(f"{seed}/plan")
    games = {number: _table(rng, days, scope) for number in range(tables)}
    people = [(number, seat) for number, table in games.items() for seat in range(len(table.tempers))]
    return Plan(
        seed=seed,
        days=days,
        tables=games,
        acts=sorted(_acts(rng, days, people, acts, scope), key=lambda act: act.at),
        faults=sorted(_faults(rng, days, faults, scope), key=lambda fault: fault.at),
    )


def season_of(seed: int) -> Plan:
    """Four months at the pace of people who think for days, on every board."""
    return plan_of(seed, days=120, tables=3, acts=0.15, faults=0.5, scope=UNHURRIED)


def _table(rng: Random, days: float, scope: Scope) -> Table:
    board = rng.choice(sorted(scope.boards))
    people = rng.choice((1, 2, 2, 3, 3, 4))
    bots = rng.choice((0, 0, 1)) if people > 1 else 1
    people = min(people, scope.boards[board] - bots)
    return Table(
        board=board,
        tempers=[rng.choice(scope.tempers) for _ in range(people)],
        bots=bots,
        clock=_clock(rng, scope),
        begins=rng.uniform(60, days * DAY / 3),
        in_room=rng.random() < scope.rooms,
        has_players=rng.random() < scope.players,
    )


def _clock(rng: Random, scope: Scope) -> Mapping[str, Any] | None:
    if rng.random() < 0.15:
        return None
    kind = rng.choice(scope.clocks)
    clock: dict[str, Any] = {
        "kind": kind,
        "seconds": rng.choice(scope.hours) * 3600 * (5 if kind == "bank" else 1),
        "zone": rng.choice(ZONES),
        "vacation_days": rng.choice((0, 3, 7)),
        "reminders": rng.choice(([], [3600], [10_800, 1800])),
        "warn_next": rng.random() < 0.5,
        "weekends_off": rng.random() < 0.3,
        "on_timeout": rng.choice(scope.timeouts),
    }
    if kind == "bank":
        clock["increment"] = rng.choice((0, 3600, 21_600))
    if kind == "daily":
        clock |= {"hour": "20:00", "seconds": rng.choice((3600, 14_400))}
    if rng.random() < 0.4:
        clock |= {"quiet_from": "22:00", "quiet_until": "07:30"}
    return clock


def _acts(
    rng: Random, days: float, people: Sequence[tuple[int, int]], a_day: float, scope: Scope
) -> list[Act]:
    number = int(days * a_day * len(people))
    drawn = (
        (rng.uniform(0, days * DAY), rng.choice(people), rng.choice(scope.acts), rng.getrandbits(32))
        for _ in range(number)
    )
    return [Act(at, *person, kind, dice) for at, person, kind, dice in drawn]


def _faults(rng: Random, days: float, a_day: float, scope: Scope) -> list[Fault]:
    faults = []
    for _ in range(int(days * a_day)):
        kind = rng.choice(scope.faults)
        seconds = {
            "slow": rng.uniform(1, 40),
            "tail_lost": rng.uniform(60, 2 * DAY),
            "outage": rng.uniform(30, 6 * HOUR),
            "clock_jump": rng.uniform(-900, 900),
            "receiver_hangs": rng.uniform(600, DAY),
            "receiver_fails": rng.uniform(600, DAY),
            "receiver_slow": rng.uniform(600, DAY),
        }.get(kind, rng.uniform(1, 300))
        faults.append(
            Fault(rng.uniform(0, days * DAY), kind, rng.choice(scope.targets), rng.randint(1, 60), seconds)
        )
    return faults
