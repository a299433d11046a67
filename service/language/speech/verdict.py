"""The verdict on a game that is over: what decided it, in three sentences."""

from collections.abc import Sequence

import msgspec

from service.advice.game_analysis import Json, JudgedTurn
from service.language.speech.story import Voice
from service.message_types import COMMANDS
from ttr_core.model.scoresheet import ScoreSheet, SeatScore

AHEAD = 0.5  # the chance of somebody who is more likely to win than not
COSTLY = 5.0  # points that a mistake costs at least


def verdict(voice: Voice, turns: Sequence[JudgedTurn], sheet: ScoreSheet) -> list[str]:
    return [_lead(voice, turns, sheet), _costliest(voice, turns, sheet), _difference(voice, sheet)]


def _lead(voice: Voice, turns: Sequence[JudgedTurn], sheet: ScoreSheet) -> str:
    """When the winner got ahead."""
    if len(sheet.winners) > 1:
        who = voice.say.listed(voice.names[seat] for seat in sheet.winners)
        return voice.say("verdict-shared", who=who)
    (winner,) = sheet.winners
    who, own = voice.names[winner], [turn for turn in turns if turn.seat == winner]
    behind = [place for place, turn in enumerate(own) if turn.chance < AHEAD]
    if not behind:
        return voice.say("verdict-ahead", who=who)
    if behind[-1] == len(own) - 1:
        return voice.say("verdict-late", who=who, chance=round(100 * own[-1].chance))
    return voice.say("verdict-turned", who=who, turn=own[behind[-1] + 1].turn)


def _costliest(voice: Voice, turns: Sequence[JudgedTurn], sheet: ScoreSheet) -> str:
    """The worst move of those who did not win, or of anybody if they made none."""
    costly = [turn for turn in turns if turn.lost >= COSTLY]
    decisive = [turn for turn in costly if turn.seat not in sheet.winners] or costly
    if not decisive:
        return voice.say("verdict-no_mistake")
    worst = max(decisive, key=lambda turn: turn.lost)
    return voice.say(
        "verdict-mistake" if worst.turn else "verdict-mistake-start",
        who=voice.names[worst.seat],
        turn=worst.turn,
        played=_in_words(voice, worst.played),
        best=_in_words(voice, worst.best),
        points=round(worst.lost),
    )


def _in_words(voice: Voice, command: Json) -> str:
    return voice.label(msgspec.convert(command, COMMANDS[command["type"]]))


def _difference(voice: Voice, sheet: ScoreSheet) -> str:
    """The row of the score sheet in which the winner gained most on the next best."""
    first, second = sorted(sheet.seats, key=lambda seat: (seat.rank, -seat.total))[:2]
    who, rival = voice.names[first.seat], voice.names[second.seat]
    reasons = dict.fromkeys(line.reason for seat in (first, second) for line in seat.lines)
    gains = {reason: _points(first, reason) - _points(second, reason) for reason in reasons}
    reason = max(gains, key=lambda reason: gains[reason], default="")
    if gains.get(reason, 0) <= 0:
        return voice.say("verdict-sheet-level", who=who, rival=rival)
    return voice.say(
        "verdict-sheet",
        reason=voice.say.or_words(f"reason-{reason}", reason),
        own=_points(first, reason),
        theirs=_points(second, reason),
        who=who,
        rival=rival,
    )


def _points(seat: SeatScore, reason: str) -> int:
    return sum(line.points for line in seat.lines if line.reason == reason)
