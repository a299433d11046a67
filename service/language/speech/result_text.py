"""The end of a game in words: who won and what decided it, points by reason, tickets, the longest path."""

from collections.abc import Iterator

from service.games.game_cache import Loaded
from service.games.game_view import CLOSED, WITHOUT_PEOPLE
from service.language.speech.story import Voice, voice_for
from ttr_core.by_post import ABANDONED
from ttr_core.engine.scoring import POINTS, SHARED, score
from ttr_core.model.ids import SeatId, Viewer
from ttr_core.model.phases import Ended, Scored
from ttr_core.model.scoresheet import ScoreSheet, SeatScore
from ttr_core.model.state import State

TICKETS, LONGEST_PATH = "tickets", "longest_path"  # a reason for points, and what the paths are measured by


class FinalScore:
    """What is said of a score sheet to one viewer, in one language."""

    def __init__(self, voice: Voice, sheet: ScoreSheet) -> None:
        self._voice, self._sheet, self._say = voice, sheet, voice.say

    def headline(self) -> list[str]:
        """Who won, and what decided a tie."""
        return list(filter(None, (self._winner(), self.decision())))

    def rows(self) -> list[str]:
        """For each player, the best first: points by reason, and their tickets."""
        ranked = sorted(self._sheet.seats, key=lambda seat: (seat.rank, seat.seat))
        return [line for seat in ranked for line in (self._points(seat), *self._tickets(seat))]

    def tickets_of(self, seat: SeatId) -> list[str]:
        """A player, and the tickets that they completed and failed."""
        tickets = list(self._tickets(self._sheet.seats[seat]))
        return (
            [self._say("named", name=self._voice.names[seat], value="").rstrip(), *tickets] if tickets else []
        )

    def longest_path(self, state: State) -> list[str]:
        """Whose path is the longest, where the rules measure paths."""
        measure = self._voice.ruleset.measures.get(LONGEST_PATH)
        lengths = measure(self._voice.ruleset, state) if measure else ()
        longest = max(lengths, default=0)
        holders = [self._voice.names[seat] for seat, length in enumerate(lengths) if length == longest]
        return [self._say("final-longest", who=self._say.listed(holders), trains=longest)] if longest else []

    def _winner(self) -> str:
        winners, names, viewer = self._sheet.winners, self._voice.names, self._voice.viewer
        others = [names[seat] for seat in winners if seat != viewer]
        if not others:
            return self._say("winner.me")
        key = "winner-one" if len(winners) == 1 else "winner-shared"
        return self._say(f"{key}.me" if viewer in winners else key, who=self._say.listed(others))

    def decision(self) -> str:
        """What broke a tie; empty if the points alone decided."""
        decided_by = self._sheet.decided_by.removeprefix("-")
        if decided_by == POINTS:
            return ""
        if decided_by == SHARED:
            return self._say("tie-shared")
        board = self._voice.ruleset.board
        if own := board.wording.get(f"tie_break.{decided_by}"):
            return self._voice.words.label(own)
        return self._say("tie-decided", by=self._say.or_words(f"tie-{decided_by}", decided_by))

    def _points(self, seat: SeatScore) -> str:
        reasons = ", ".join(
            f"{self._say.or_words(f'reason-{line.reason}', line.reason)} {line.points:+d}"
            for line in seat.lines
        )
        who = self._voice.names[seat.seat]
        return self._say("final-points", rank=seat.rank, who=who, points=seat.total, reasons=reasons)

    def _tickets(self, seat: SeatScore) -> Iterator[str]:
        return tickets_in_score(self._voice, seat)


def tickets_in_score(voice: Voice, seat: SeatScore) -> Iterator[str]:
    """The tickets that a player completed, and those that they failed."""
    items = [item for line in seat.lines if line.reason == TICKETS for item in line.items]
    for key, is_made in (("final-made", True), ("final-missed", False)):
        tickets = [voice.words.ticket(item.id) for item in items if (item.points > 0) == is_made]
        if tickets:
            yield f"  {voice.say.named(key, voice.say.listed(tickets))}"


def final_score(loaded: Loaded, lang: str, viewer: Viewer) -> list[str]:
    """All that is said of the end of a game."""
    voice = voice_for(loaded, lang, viewer)
    if _has_no_winner(loaded):
        return [_given_up(loaded, voice)]
    final = FinalScore(voice, score(loaded.ruleset, loaded.state))
    return [*final.headline(), *final.rows(), *final.longest_path(loaded.state)]


def headline(loaded: Loaded, lang: str, viewer: Viewer) -> list[str]:
    """Who won and what decided it."""
    voice = voice_for(loaded, lang, viewer)
    if _has_no_winner(loaded):
        return [_given_up(loaded, voice)]
    return FinalScore(voice, score(loaded.ruleset, loaded.state)).headline()


def _has_no_winner(loaded: Loaded) -> bool:
    """Whether the game never began, or stopped because the operator closed the table."""
    phase = loaded.state.phase
    reasons = WITHOUT_PEOPLE if loaded.facts.is_closed else (ABANDONED,)
    return isinstance(phase, Ended | Scored) and phase.reason in reasons


def _given_up(loaded: Loaded, voice: Voice) -> str:
    return voice.say(f"event-game_ended-{CLOSED if loaded.facts.is_closed else ABANDONED}")
