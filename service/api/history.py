"""Looking back: what happened to whom and where, what changed, who knew what when, and the course in figures."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping

import msgspec
from flask import Blueprint, Response, request

from service.api.access import MOST_VERSIONS, Visit, visit
from service.api.answers import HistoryChanges, HistoryEvents, HistoryKnown, HistoryStatistics
from service.errors import Forbidden, MalformedRequest, Unauthorized, VersionNotReached
from service.http.problems import NotAcceptable
from service.http.request import number_argument, text_argument
from service.http.response import answer, ask_for
from service.http.schemas import EVENTS, MOST_SEATS
from service.language.languages import DEFAULT_LANG
from service.language.speech.messages import Messages
from service.pictures.drawing.chart import TITLES, chart
from service.wiring import services
from ttr_core import Event, redact
from ttr_core.history.chain import Envelope, canonical, show
from ttr_core.history.changes import Filter, difference, knowledge, known_since, matches
from ttr_core.history.statistics import Statistics, rows, statistics
from ttr_core.model.ids import Witness

JSON, CSV, SVG = "application/json", "text/csv", "image/svg+xml"
FORMATS: Mapping[str, str] = {"json": JSON, "csv": CSV, "svg": SVG}
STEPS = ("turn", "version")
HARMLESS = {"Content-Security-Policy": "default-src 'none'"}  # of a picture, wherever it is opened
HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}

Offered = dict[str, Callable[[], Response]]


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """The arguments of the call, all of them checked, whether or not what is shown depends on them."""

    first: int
    last: int
    wanted: Filter
    item: str | None
    by_turn: bool
    measure: str
    form: str | None


def register(blueprint: Blueprint) -> None:
    blueprint.get("/v1/games/<game>/history")(get_history)


def get_history(game: str) -> Response:
    seen = visit(game)
    shown = text_argument("show", tuple(SHOWN)) or ("changes" if "from" in request.args else "events")
    asked = _question(seen)
    offered = SHOWN[shown](seen, asked)
    if asked.form is None:
        return ask_for(offered)
    if FORMATS[asked.form] not in offered:
        raise NotAcceptable(offered=list(offered))
    return offered[FORMATS[asked.form]]()


def _question(seen: Visit) -> Question:
    wanted = Filter(
        seat=number_argument("seat", None, 0, MOST_SEATS),
        type=text_argument("type", tuple(EVENTS)),
        city=text_argument("city"),
        card=text_argument("card"),
    )
    item, step, form = (
        text_argument("item"),
        text_argument("by", STEPS),
        text_argument("format", tuple(FORMATS)),
    )
    measure = text_argument("measure", tuple(TITLES)) or "points"
    first, last = _bounds(seen)
    return Question(
        first=first,
        last=last,
        wanted=wanted,
        item=item,
        by_turn=step != "version",
        measure=measure,
        form=form,
    )


def _bounds(seen: Visit) -> tuple[int, int]:
    """The versions in `?from=` and `?to=`, in any order; the whole game if they are not given."""
    now = seen.loaded.version
    first, last = number_argument("from", 1, 1, MOST_VERSIONS), number_argument("to", now, 1, MOST_VERSIONS)
    assert first is not None
    assert last is not None
    if max(first, last) > now:
        raise VersionNotReached(version=now)
    return first, last


def _read(seen: Visit, first: int, last: int) -> list[tuple[Envelope, Event]]:
    return services().games.cache.read_events(seen.loaded.game, first - 1, max(0, last - first + 1))


# ----------------------------------------------------------------------------------------- what is shown


def _events(seen: Visit, asked: Question) -> Offered:
    loaded = seen.loaded
    shown = [
        show(loaded.seed, envelope, event, seen.viewer)
        for envelope, event in _read(seen, asked.first, asked.last)
        if matches(loaded.ruleset, redact(event, seen.viewer), asked.wanted)
    ]
    body = HistoryEvents(game=loaded.game, version=loaded.version, events=shown)
    lines = [(e.version, e.at, e.actor, e.type, canonical(e.data).decode()) for e in shown]
    heads = ("version", "at", "actor", "type", "data")
    return {JSON: lambda: _json(body), CSV: lambda: _csv([heads, *lines])}


def _changes(seen: Visit, asked: Question) -> Offered:
    cache, game = services().games.cache, seen.loaded.game
    before, after = cache.replay_to(game, asked.first).state, cache.replay_to(game, asked.last).state
    found = difference(seen.loaded.ruleset, before, after, seen.viewer)
    body = HistoryChanges(game=game, before=asked.first, after=asked.last, changes=found)
    return {JSON: lambda: _json(body)}


def _known(seen: Visit, asked: Question) -> Offered:
    if seen.grant is None:
        raise Unauthorized()
    if seen.viewer is not Witness.AUDITOR:
        raise Forbidden("only the auditor sees this, when the game is over")
    item = asked.item
    if item is None:
        raise MalformedRequest("item is the ticket, card or field to look for")
    loaded = seen.loaded
    mentions = knowledge([event for _, event in _read(seen, 1, asked.last)], item)
    since = known_since(mentions, loaded.ruleset.players)
    body = HistoryKnown(game=loaded.game, version=loaded.version, item=item, since=since, mentions=mentions)
    return {JSON: lambda: _json(body)}


def _statistics(seen: Visit, asked: Question) -> Offered:
    events = [event for _, event in _read(seen, 1, asked.last)]
    found = statistics(seen.loaded.ruleset, events, by_turn=asked.by_turn)
    loaded = seen.loaded
    body = HistoryStatistics(game=loaded.game, version=loaded.version, statistics=found)
    return {
        JSON: lambda: _json(body),
        CSV: lambda: _csv(rows(found)),
        SVG: lambda: _picture(seen, found, asked.measure),
    }


SHOWN: Mapping[str, Callable[[Visit, Question], Offered]] = {
    "events": _events,
    "changes": _changes,
    "known": _known,
    "statistics": _statistics,
}


# ------------------------------------------------------------------------------------------ how it is told


def _json(body: msgspec.Struct) -> Response:
    return answer(body, headers=dict(HEADERS))


def _csv(lines: Iterable[Iterable[object]]) -> Response:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return Response(text.getvalue(), mimetype=CSV, headers=HEADERS)


def _picture(seen: Visit, found: Statistics, measure: str) -> Response:
    facts, seats = seen.loaded.facts, range(seen.loaded.ruleset.players)
    say = Messages(DEFAULT_LANG)
    names = [facts.get(f"name:{seat}") or say.seat(seat) for seat in seats]
    return Response(chart(found, measure, names), mimetype=SVG, headers={**HEADERS, **HARMLESS})
