"""What must always hold, checked against the games as the server has them."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import msgspec

from service.clocks.deadlines import moment
from service.clocks.running_time import between
from service.config import Config
from service.games.game_cache import Loaded
from tests.simulator.chronicle import Chronicle, Finding
from tests.simulator.people.players import Intent
from tests.simulator.truth import Commit, TrueGame, Truth
from tests.support.http.api_calls import Reply
from tests.support.http.game_bodies import caller_of, table_of_game, table_of_view
from ttr_core import State
from ttr_core.audit import verify
from ttr_core.by_post import Clock, SeatHandedOver
from ttr_core.engine.scoring import score
from ttr_core.engine.views import view
from ttr_core.history.chain import show
from ttr_core.history.record import complete_record
from ttr_core.model.events import TurnStarted
from ttr_core.model.ids import Viewer, Witness
from ttr_core.model.phases import Ended, Lobby, Paused, Scored
from ttr_core.model.state import HUMAN
from ttr_core.rules.by_post.clock.terms import DeadlinesMoved, VacationEnded
from ttr_core.rules.by_post.undo import TurnTakenBack
from workers.needs import next_due
from workers.stand_ins import LOOKED_AT, absent_seat, began_with_a_person, longest_wait

TOLERANCE_MS = 1000
OVERDUE_SECONDS = 10.0
STAND_IN_PACE = Config().stand_in_pace
RUSHED = 2  # turns of stand-ins in a row that may come too soon
UNFINISHED = "unfinished"
PLAYER = "player"  # who looks at a game in which they have no seat
HOST = "host"  # of a game that they created, and in which they have no seat


class Watch:
    """Follows every game, and everything that people are shown."""

    def __init__(self, truth: Truth, chronicle: Chronicle) -> None:
        self._truth, self._chronicle = truth, chronicle
        self.intents: list[Intent] = []
        self.lost_at = float("-inf")  # when the server last lost moves
        self.events = 0
        self._rushed: Counter[str] = Counter()  # by game: turns of stand-ins in a row that came too soon
        self._acknowledged: dict[str, dict[int, str]] = defaultdict(dict)
        self._known: dict[str, list[tuple[float, int]]] = defaultdict(list)  # versions by moment
        self._lasted: dict[str, dict[int, float]] = defaultdict(
            dict
        )  # until when each version was the latest
        self._away: dict[tuple[str, int], float] = {}  # days of vacation, by game and seat
        self._holders: dict[tuple[str, int], str | None] = {}  # the players who sat down, by game and seat

    # ---------------------------------------------------------------------------------------- the streams

    def follow(self, game: str, now: float) -> TrueGame:
        """Checks what is new in a game."""
        true = self._truth.game(game)
        for commit in true.follow():
            self.events += len(commit.steps)
            self._check_commit(true, commit)
        known = self._known[game]
        self._lasted[game][true.version] = now
        if not known or known[-1][1] != true.version:
            known.append((now, true.version))
            self._chronicle.note(
                now, "game", f"{game} at {true.version}: {true.head[:12]}, {_waiting(true.state)}"
            )
        return true

    def lacked(self, game: str, version: int) -> float:
        """When a game was last seen without a version."""
        lasted = self._lasted[game]
        return max((lasted[each] for each in range(version) if each in lasted), default=0.0)

    def lose(self, now: float) -> None:
        """The server has lost moves: what was acknowledged of them is lost for everybody."""
        self.lost_at = now
        for game in sorted(self._truth.games):
            true = self._truth.games[game]
            lost = true.lose()
            acknowledged = self._acknowledged[game]
            for version in [each for each in acknowledged if each > true.version]:
                del acknowledged[version]
            self._known[game] = [(now, true.version)]
            self._lasted[game] = {true.version: now}
            for intent in self.intents:
                if intent.game == game and intent.first > true.version:
                    intent.hashes, intent.first, intent.open = (), 0, True
            if lost:
                self._chronicle.note(now, "loss", f"{game} is back at {true.version}, {lost} events are gone")

    def _check_commit(self, true: TrueGame, commit: Commit) -> None:
        first = commit.steps[0].envelope.version
        steps = true.steps[max(0, first - 2) : commit.steps[-1].envelope.version]
        for before, after in pairwise(steps):
            if after.envelope.at < before.envelope.at:
                raise Finding("times", f"times of game {true.game} go back at {after.envelope.version}")
        for seat in range(len(commit.after.seats)):
            self._check_time(true, commit, seat)
        self._count_vacations(true, commit)
        self._check_pace(true, commit)

    def _check_time(self, true: TrueGame, commit: Commit, seat: int) -> None:
        """Nobody gains time by what they do alone; what is interrupted goes on with what was left."""
        if any(isinstance(event, DeadlinesMoved) for event in commit.events):
            return
        if any(
            isinstance(event, TurnStarted | SeatHandedOver) and event.seat == seat for event in commit.events
        ):
            return
        if any(isinstance(event, TurnTakenBack) for event in commit.events):
            return  # all have agreed
        before, after = (_time_left(state, seat, commit.at) for state in (commit.before, commit.after))
        settings = commit.after.slice(Clock).settings
        increment = settings.increment * 1000 if settings and settings.kind == "bank" else 0
        still = seat in commit.after.slice(Clock).running and seat in commit.after.phase.waiting
        gained = TOLERANCE_MS if still else TOLERANCE_MS + increment
        if before is not None and after is not None and after > before + gained:
            version = commit.steps[0].envelope.version
            types = ", ".join(step.envelope.type for step in commit.steps)
            raise Finding(
                "time",
                f"seat {seat} of game {true.game} had {before} ms before {version} and has {after} ms after {types}",
            )
        if (
            before is not None
            and after is None
            and seat in commit.after.phase.waiting
            and _clocked(commit.after, seat)
        ):
            raise Finding("time", f"seat {seat} of game {true.game} is waited for without a deadline")

    def _check_pace(self, true: TrueGame, commit: Commit) -> None:
        """Bots that stand in for absent people leave them time to come back; a job that is done twice may be early."""
        loaded = msgspec.structs.replace(loaded_of(true), state=commit.before)
        seat, first = absent_seat(loaded), commit.steps[0].envelope.version
        if seat is None or f"bot:{seat}" not in commit.actors:
            return
        earlier = true.steps[max(0, first - 1 - LOOKED_AT) : first - 1]
        if began_with_a_person([step.event for step in earlier], seat):
            return
        turn = next(step for step in reversed(earlier) if isinstance(step.event, TurnStarted)).envelope
        begun, wait = moment(turn.at).timestamp(), longest_wait(loaded, STAND_IN_PACE)
        since = {step.envelope.actor for step in earlier if step.envelope.version > turn.version}
        if f"bot:{seat}" in since or begun < self.lost_at + STAND_IN_PACE:
            return
        early = moment(commit.at).timestamp() < begun + wait - TOLERANCE_MS / 1000
        self._rushed[true.game] = self._rushed[true.game] + 1 if early else 0
        if self._rushed[true.game] > RUSHED:
            raise Finding("pace", f"the stand-in of seat {seat} of game {true.game} rushes at {first}")

    def _count_vacations(self, true: TrueGame, commit: Commit) -> None:
        for event in commit.events:
            if isinstance(event, VacationEnded):
                vacation = commit.before.slice(Clock).vacations[event.seat]
                days = (moment(commit.at) - moment(vacation.since)).total_seconds() / 86_400
                total = self._away.get((true.game, event.seat), 0.0) + days
                self._away[true.game, event.seat] = total
                settings = commit.after.slice(Clock).settings
                assert settings is not None
                if (
                    total > settings.vacation_days + 1.2
                ):  # an end is noticed late, and days change with the clocks
                    raise Finding(
                        "time", f"seat {event.seat} of game {true.game} was away for {total:.1f} days"
                    )

    # ------------------------------------------------------------------------------------------ what people see

    def intends(self, intent: Intent) -> None:
        self.intents.append(intent)

    def acknowledged(self, intent: Intent, events: Sequence[Mapping[str, Any]], since: float) -> None:
        """What is acknowledged is in the stream, and the same however often it is asked for."""
        now = self.now()
        true = self.follow(intent.game, now)
        hashes, first = tuple(event["hash"] for event in events), int(events[0]["version"])
        if self.lost_at >= since:
            intent.open = True
            return
        if any(true.hash_at(first + number) != each for number, each in enumerate(hashes)):
            raise Finding(
                "acknowledged", f"version {first} of game {intent.game} was acknowledged and is not there"
            )
        if intent.hashes and intent.hashes != hashes:
            raise Finding(
                "doubled", f"{intent.body} of game {intent.game} was done at {intent.first} and at {first}"
            )
        intent.hashes, intent.first, intent.open = hashes, first, False
        self._acknowledged[intent.game].update({first + number: each for number, each in enumerate(hashes)})
        self._check_events(true, intent.seat, events)

    def saw(self, game: str, seat: int | None, reply: Reply, since: float, *, latest: bool = False) -> None:
        """A view shows a version of this very game, as new as it was when they looked, and nothing that is hidden."""
        true, body = self.follow(game, self.now()), reply.json
        if self.lost_at >= since:
            return
        if "items" in body:
            self._check_events(true, seat, body["items"])
            return
        version, head = body["version"], body["head"]
        if latest:
            self._check_fresh(game, version, since)
        if true.hash_at(version) != head:
            raise Finding(
                "views",
                f"a view shows version {version} of game {game} of a past that the server does not have",
            )
        shown = table_of_game(body)
        viewer = self._viewer(true, seat, caller_of(body))
        expected = _shown_table(true, version, viewer)
        if shown != expected:
            raise Finding(
                "views",
                f"the view of {caller_of(body)} at version {version} of game {game} is not that of the game",
            )
        if not isinstance(true.state_at(version).phase, Ended | Scored):
            _check_hidden(shown, viewer)

    def _check_fresh(self, game: str, version: int, since: float) -> None:
        """A look shows at least what was there before it."""
        known = self._known[game]
        place = bisect_right(known, (since, 0)) - 1
        if place >= 0 and self.lost_at < since and version < known[place][1]:
            raise Finding("views", f"game {game} was at {known[place][1]}, and a later look shows {version}")

    def _check_events(self, true: TrueGame, seat: int | None, events: Iterable[Mapping[str, Any]]) -> None:
        viewer: Viewer = Witness.SPECTATOR if seat is None or self._has_left(true, seat) else seat
        for shown in events:
            step = true.steps[shown["version"] - 1]
            expected = _as_json(show(true.facts.seed, step.envelope, step.event, viewer))
            if shown != expected:
                raise Finding(
                    "views", f"event {shown['version']} of game {true.game} is shown to {viewer} as {shown}"
                )

    def _viewer(self, true: TrueGame, seat: int | None, you: str | None) -> Viewer:
        if seat is None:
            return Witness.SPECTATOR
        if you == f"seat:{seat}":
            return seat
        if self._has_left(true, seat) and you == self._role_after_leaving(true, seat):
            return Witness.SPECTATOR
        raise Finding("views", f"seat {seat} of game {true.game} is shown the view of {you}")

    def sits(self, game: str, seat: int) -> None:
        """A player has sat down as themselves, or a guest in their place."""
        self._holders[game, seat] = self._truth.game(game).read_facts().player(seat)

    def _has_left(self, true: TrueGame, seat: int) -> bool:
        """Whether the player who sat down on a seat has left it: they see what everybody sees.

        A player for whom a bot stands in may return, and sees their cards.
        """
        holder, facts = self._holders.get((true.game, seat)), true.read_facts()
        return holder is not None and holder not in (facts.player(seat), facts.absent_player(seat))

    def _role_after_leaving(self, true: TrueGame, seat: int) -> str:
        return HOST if true.read_facts().creator == self._holders[true.game, seat] else PLAYER

    def now(self) -> float:
        return datetime.now(UTC).timestamp()

    def exists(self, game: str) -> bool:
        """Whether the server has the game, which it may have lost."""
        return self._truth.exists(game)

    # -------------------------------------------------------------------------------------------- at rest

    def at_rest(self, games: Iterable[str], now: float) -> None:
        """Nothing is left to do: every game waits for the people whom it names, and for nobody else."""
        for game in games:
            true = self.follow(game, now)
            loaded = loaded_of(true)
            if isinstance(true.state.phase, Scored) == self._truth.is_active(game):
                raise Finding("progress", f"game {game} is over and listed as active, or the other way round")
            due = next_due(loaded)
            if due is not None and moment(due).timestamp() < now - OVERDUE_SECONDS:
                raise Finding("progress", f"a clock of game {game} was due at {due}, and nobody looks")
            self._check_clocks(true)

    def _check_clocks(self, true: TrueGame) -> None:
        for seat in true.state.phase.waiting:
            clock = true.state.slice(Clock)
            if _clocked(true.state, seat) and seat not in clock.running and seat not in clock.vacations:
                raise Finding("progress", f"game {true.game} waits for seat {seat} for ever")

    def check_cache(self, process: str, cached: Loaded) -> None:
        """What a process remembers is what the events say, unless they are lost and it has not looked since."""
        true = self.follow(cached.game, self.now())
        if true.hash_at(cached.version) == cached.head:
            if true.state_at(cached.version) != cached.state:
                raise Finding(
                    "caches", f"{process} remembers game {cached.game} at {cached.version} otherwise"
                )
        elif self.lost_at == float("-inf"):
            raise Finding(
                "caches",
                f"{process} remembers version {cached.version} of game {cached.game}, which never was",
            )

    # ------------------------------------------------------------------------------------------- at the end

    def at_end(self) -> None:
        for game in sorted(self._truth.games):
            true = self.follow(game, self.now())
            if true.version:
                self._check_acknowledged(true)
                self._check_doubled(true)
                self._check_audit(true)

    def _check_acknowledged(self, true: TrueGame) -> None:
        for version, each in self._acknowledged[true.game].items():
            if true.hash_at(version) != each:
                raise Finding(
                    "acknowledged", f"version {version} of game {true.game} was acknowledged and is lost"
                )

    def _check_doubled(self, true: TrueGame) -> None:
        """Every commit of a person was asked for once."""
        acknowledged = {intent.hashes[0] for intent in self.intents if intent.hashes}
        for seat in range(len(true.state.seats)):
            actor = f"seat:{seat}"
            commits = [commit.steps[0].envelope for commit in true.commits() if actor in commit.actors]
            unasked = [each for each in commits if each.hash not in acknowledged]
            open_ones = [
                each for each in self.intents if each.game == true.game and each.seat == seat and each.open
            ]
            if len(unasked) > len(open_ones):
                versions = [each.version for each in unasked]
                raise Finding("doubled", f"{actor} of game {true.game} never asked for versions {versions}")

    def _check_audit(self, true: TrueGame) -> None:
        envelopes = [step.envelope for step in true.steps]
        report = verify(complete_record(true.rules, true.facts.seed, true.game, envelopes))
        findings = [each for each in report.findings if each.code != UNFINISHED]
        if findings:
            raise Finding("audit", f"game {true.game}: {findings[0]}")


def loaded_of(true: TrueGame) -> Loaded:
    """The game in the form in which the service's own functions take it."""
    at = true.steps[-1].envelope.at
    return Loaded(true.game, true.facts, true.facts.seed, true.rules, true.state, true.version, true.head, at)


def _clocked(state: State, seat: int) -> bool:
    no_clock = state.slice(Clock).settings is None or isinstance(state.phase, Lobby | Ended | Scored | Paused)
    return not no_clock and state.seats[seat].kind == HUMAN


def _time_left(state: State, seat: int, at: str) -> int | None:
    """Milliseconds of running time that the seat has."""
    clock = state.slice(Clock)
    if clock.settings is None:
        return None
    running = clock.running.get(seat)
    if running is not None:
        return between(clock.settings, moment(at), moment(running.deadline))
    return clock.left.get(seat)


def _as_json(value: object) -> Any:  # what JSON holds
    return msgspec.json.decode(msgspec.json.encode(value))


def _shown_table(true: TrueGame, version: int, viewer: Viewer) -> Any:  # what JSON holds
    """What the API shows: a view, with the final totals once the game is scored."""
    state = true.state_at(version)
    table = table_of_view(_as_json(view(true.rules, state, viewer)))
    if isinstance(state.phase, Scored):
        totals = {row.seat: row.total for row in score(true.rules, state).seats}
        for seat in table["seats"]:
            seat["points"] = totals[seat["seat"]]
    return table


def _waiting(state: State) -> str:
    return f"{state.phase.name} {list(state.phase.waiting)}"


def _check_hidden(shown: Mapping[str, Any], viewer: Viewer) -> None:
    for seat in shown["seats"]:
        if seat["seat"] != viewer and any(
            seat.get(name) is not None for name in ("hand", "tickets", "offer")
        ):
            raise Finding("secrets", f"{viewer} sees the cards of seat {seat['seat']}")
