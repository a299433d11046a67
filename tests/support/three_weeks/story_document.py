"""The document that tells a game of three weeks: who played, what happened, the score, and what the log answers."""

from collections.abc import Iterator
from textwrap import wrap

from service.language.languages import Messages
from tests.support.paths import DOCS
from tests.support.three_weeks.game import START, ZONE, ZONES, Chronicle
from tests.support.three_weeks.log_answers import Log
from tests.support.three_weeks.narrator import Narrator, local_time, place
from ttr_core.model.events import GameScored, SeatTaken
from ttr_core.model.scoresheet import ScoreSheet
from ttr_core.model.state import HUMAN
from ttr_core.rules.by_post.seat_holders import SeatHandedOver

DOCUMENT = DOCS / "three-weeks.md"
WIDTH = 120
WEEKS = ("The first week", "The second week", "The third week")

INTRODUCTION = """\
# Three weeks by post

Five people in five time zones play a game. Two of them vanish, one goes on vacation and one hands over their seat. A
test plays it on frozen time: the API, the dispatcher, a worker and the delivery of webhooks are the real ones, and
people act when a webhook calls them and they are awake. Everything below comes from the game's log and the names
beside it; `ttr verify` accepts its record. A test keeps this page true, and `python -m
tests.support.three_weeks.regenerate_story` rewrites it. [by-post.md](by-post.md) explains the words.

The clock, agreed on at the start: 24 hours per turn by Paris time, except from 22:00 to 07:00 and on weekends; 7 days
of vacation; reminders 9 and 2 hours before the deadline; the next player is warned. When a turn is not played in
time, a bot takes over the seat. In these weeks clocks go back in Europe (25 October) and in New York (1 November).
Every turn has a deadline; the page mentions it only where there is more to say.
"""


def document(chronicle: Chronicle) -> str:
    lines = [*_seats(chronicle), *_story(chronicle), *_answers(chronicle)]
    return "\n".join([INTRODUCTION, *map(_wrapped, lines), ""])


def _wrapped(line: str) -> str:
    """No line is longer than those of other documents; tables cannot be broken."""
    if line.startswith("|"):
        return line
    indent = "  " if line.startswith("- ") else ""
    return "\n".join(wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False))


def _seats(chronicle: Chronicle) -> Iterator[str]:
    yield "| seat | who | where | since | why |"
    yield "|---|---|---|---|---|"
    for seat in range(chronicle.ruleset.players):
        for envelope, event in chronicle.events:
            if not isinstance(event, SeatTaken | SeatHandedOver) or event.seat != seat:
                continue
            holder, reason = (event.holder, event.reason) if isinstance(event, SeatHandedOver) else (1, "")
            name = chronicle.names[seat, holder]
            zone = ZONES[name] if event.kind == HUMAN else ZONE
            who, where = (name, place(zone)) if event.kind == HUMAN else ("a bot", "")
            yield f"| {seat} | {who} | {where} | {local_time(envelope.at, zone)} | {reason.replace('_', ' ')} |"
    yield ""


def _story(chronicle: Chronicle) -> Iterator[str]:
    narrator = Narrator(chronicle)
    week = -1
    for day, happenings in narrator.days():
        if (day - START.date()).days // 7 != week:
            week = (day - START.date()).days // 7
            yield from (f"## {WEEKS[week]}", "")
        yield from (f"### {day:%A} {day.day} {day:%B}", "")
        for one in happenings:
            zone = str(one.at.tzinfo)
            weekday = "" if one.at.date() == day else f"{one.at:%a} "
            yield f"- **{weekday}{one.at:%H:%M} {place(zone)}** {one.text}"
        yield ""
    yield from _score(chronicle, narrator)


def _score(chronicle: Chronicle, narrator: Narrator) -> Iterator[str]:
    (sheet,) = [event.sheet for _, event in chronicle.events if isinstance(event, GameScored)]
    say = Messages("en")
    reasons = list(dict.fromkeys(line.reason for seat in sheet.seats for line in seat.lines))
    yield from (f"## {say('final')}", "")
    yield f"| | {' | '.join(narrator.names[seat.seat] for seat in sheet.seats)} |"
    yield f"|---|{'---|' * len(sheet.seats)}"
    for reason in reasons:
        yield f"| {say(f'reason-{reason}')} | {' | '.join(_points(sheet, reason))} |"
    yield from (f"| {say('total')} | {' | '.join(str(seat.total) for seat in sheet.seats)} |", "")
    winners = say.listed(narrator.names[seat] for seat in sheet.winners)
    yield from (say("winner-one" if len(sheet.winners) == 1 else "winner-shared", who=winners), "")


def _points(sheet: ScoreSheet, reason: str) -> Iterator[str]:
    for seat in sheet.seats:
        points = [line.points for line in seat.lines if line.reason == reason]
        yield str(sum(points)) if points else ""


def _answers(chronicle: Chronicle) -> Iterator[str]:
    yield "## What the log answers"
    for question, answer in Log(chronicle).answers():
        yield from ("", f"**{question}** {answer}")
