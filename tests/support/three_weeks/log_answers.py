"""Questions after a game by post, answered from its log and nothing else."""

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from service.language.vocabulary.board_words import BoardWords
from tests.support.three_weeks.game import ZONE, ZONES, Chronicle
from tests.support.three_weeks.narrator import local_time
from ttr_core import Event
from ttr_core.history.chain import Envelope
from ttr_core.model.events import RouteClaimed, TurnStarted
from ttr_core.model.message import known
from ttr_core.model.state import HUMAN
from ttr_core.rules.by_post.clock.terms import (
    ClockAgreed,
    DeadlineSet,
    DeadlinesMoved,
    NextInLineWarned,
    ReminderDue,
    TimeRanOut,
    VacationEnded,
    VacationTaken,
)
from ttr_core.rules.by_post.motions import MotionAgreed
from ttr_core.rules.by_post.seat_holders import SeatHandedOver
from ttr_core.rules.by_post.standing_orders.instruction import Steps
from ttr_core.rules.by_post.standing_orders.orders import OrdersChanged, OrdersFollowed
from ttr_core.rules.by_post.undo import TurnTakenBack, UndoProposed

E = TypeVar("E", bound=Event)
# Webhooks announce these.
Announced = TurnStarted | TurnTakenBack | ReminderDue | NextInLineWarned
HOUR_MS = 3_600_000


class Answer(NamedTuple):
    question: str
    answer: str


class Skipped(NamedTuple):
    """Everything that a log says about a turn that was not played in time."""

    begun: tuple[Envelope, DeadlineSet]
    reminders: list[tuple[Envelope, ReminderDue]]
    ran_out: tuple[Envelope, TimeRanOut]
    passed_on: tuple[Envelope, SeatHandedOver]


class Log:
    def __init__(self, chronicle: Chronicle) -> None:
        self._log = chronicle
        self._words = BoardWords(chronicle.ruleset, "en")

    def all(self, kind: type[E], after: int = 0, until: int | None = None) -> list[tuple[Envelope, E]]:
        """Events of a kind, those after one version up to another."""
        events = self._log.events[after:until]
        return [(envelope, event) for envelope, event in events if isinstance(event, kind)]

    def of(
        self, seat: int, kind: type[E], after: int = 0, until: int | None = None
    ) -> list[tuple[Envelope, E]]:
        return [pair for pair in self.all(kind, after, until) if getattr(pair[1], "seat", None) == seat]

    def name(self, seat: int, version: int) -> str:
        """The name of the person who had the seat at a version."""
        return self._log.names[seat, 1 + len(self.of(seat, SeatHandedOver, 0, version))]

    def holders(self, kind: type[Announced]) -> list[tuple[str, int]]:
        """The people whose seats events of a kind are about, and the versions of these."""
        places = [(event.seat, envelope.version) for envelope, event in self.all(kind)]
        return sorted((self.name(seat, at), at) for seat, at in places if self._is_person(seat, at))

    def _is_person(self, seat: int, version: int) -> bool:
        passed = self.of(seat, SeatHandedOver, 0, version)
        return not passed or passed[-1][1].kind == HUMAN

    def _when(self, envelope: Envelope, name: str) -> str:
        return f"{local_time(envelope.at, ZONES[name])} (version {envelope.version})"

    # why was I skipped?

    def skipped(self) -> Iterator[Skipped]:
        for envelope, event in self.all(TimeRanOut):
            begun = self.of(event.seat, DeadlineSet, 0, envelope.version)[-1]
            yield Skipped(
                begun,
                self.of(event.seat, ReminderDue, begun[0].version, envelope.version),
                (envelope, event),
                self.of(event.seat, SeatHandedOver, envelope.version)[0],
            )

    def _time_outs(self) -> Iterator[Answer]:
        for turn in self.skipped():
            begun, ran_out = turn.begun[0], turn.ran_out[0]
            name = self.name(turn.ran_out[1].seat, begun.version)
            hours = turn.begun[1].allowed_ms // HOUR_MS
            reminded = " and ".join(self._when(one, name) for one, _ in turn.reminders)
            yield Answer(
                f"Why does a bot play for {name}?",
                f"It was {name}'s turn from {self._when(begun, name)} on, with {hours} hours of running time, which "
                f"in the agreed hours is until {local_time(turn.ran_out[1].deadline, ZONES[name])}. Reminders went out "
                f"on {reminded}. No move came: at {self._when(ran_out, name)} the time had run out, and what was "
                f"agreed for this, `{turn.ran_out[1].action}`, followed in the same commit (version "
                f"{turn.passed_on[0].version}).",
            )

    # the others

    def _vacations(self) -> Iterator[Answer]:
        (_, agreed), *_ = self.all(ClockAgreed)
        for envelope, event in self.all(VacationTaken):
            name = self.name(event.seat, envelope.version)
            ended = self.of(event.seat, VacationEnded, envelope.version)[0][0]
            yield Answer(
                f"Why did {name} have all that time?",
                f"{name} took {event.days} of {agreed.clock.vacation_days} days of vacation on "
                f"{self._when(envelope, name)}: the same hour of {agreed.clock.zone}, {event.days} days later, is "
                f"{local_time(event.until, ZONE)}. It ended by itself on {self._when(ended, name)}.",
            )

    def _orders(self) -> Iterator[Answer]:
        for envelope, event in self.all(OrdersChanged):
            name = self.name(event.seat, envelope.version)
            played = [
                f"on {self._when(one, name)} by alternative {outcome.alternative}, step {outcome.step}"
                for one, followed in self.of(event.seat, OrdersFollowed)
                for outcome in known(followed.outcomes)
                if outcome.order == known(event.order) and outcome.result == "played"
            ]
            yield Answer(
                f"Who played for {name} meanwhile?",
                f"A worker, as ordered on {self._when(envelope, name)}, good for {known(event.turns)} turns: "
                f"{'; or else '.join(self._steps(steps) for steps in known(event.alternatives))}. It was followed "
                f"{', '.join(played)}. Only {name} could read that before the game was over.",
            )

    def _steps(self, steps: Steps) -> str:
        return ", ".join(
            f"{step['type']} {self._words.route(step.get('route', ''))}".strip() for step in steps
        )

    def _taken_back(self) -> Iterator[Answer]:
        for envelope, event in self.all(TurnTakenBack):
            claimed, claim = self.of(event.seat, RouteClaimed, 0, envelope.version)[-1]
            name = self.name(event.seat, envelope.version)
            proposed = self.of(event.seat, UndoProposed, 0, envelope.version)[-1][0]
            agreed = self.all(MotionAgreed, proposed.version, envelope.version)
            names = ", ".join(self.name(one.seat, where.version) for where, one in agreed)
            yield Answer(
                f"Did {name} not have {self._words.route(claim.route)}?",
                f"Claimed on {self._when(claimed, name)}, and taken back on {self._when(envelope, name)}: {name} asked "
                f"for it (version {proposed.version}), no card had left a deck since, and all others who were present "
                f"agreed: {names}. The claim stays in the log, and counts no more.",
            )

    def _outages(self) -> Iterator[Answer]:
        for envelope, event in self.all(DeadlinesMoved):
            for moved in event.deadlines:
                name = self.name(moved.seat, envelope.version)
                before = self.of(moved.seat, DeadlineSet, 0, envelope.version)[-1][1]
                yield Answer(
                    f"Why was {name} not timed out on {local_time(before.deadline, ZONES[name])}?",
                    f"The service was away from {local_time(event.since, ZONES[name])} to "
                    f"{local_time(event.until, ZONES[name])}, and over the deadline. "
                    f"What was left of the turn when that began was left when it was over: "
                    f"until {local_time(moved.deadline, ZONES[name])} (version {envelope.version}).",
                )

    def answers(self) -> Iterator[Answer]:
        yield from self._time_outs()
        yield from self._vacations()
        yield from self._orders()
        yield from self._taken_back()
        yield from self._outages()
