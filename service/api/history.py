"""Looking back at a game: matching events, changes between versions, who knew what when, and statistics."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches

import msgspec
from flask import Response

from service.api.access import GAME, MOST_VERSIONS, Answer, Visit, check_reached, granted, visit
from service.errors import Forbidden, MalformedRequest, VersionNotReached
from service.http.call import GAME_PROBLEMS, Access, Answered, Resource
from service.http.problems import NotAcceptable
from service.http.request import JSON, Choice, Number, Text, services
from service.http.response import answer, negotiated
from service.language.languages import DEFAULT_LANG, Messages
from service.message_types import EVENTS, MOST_SEATS
from service.pictures.drawing.chart import TITLES, chart
from ttr_core import Event, Ruleset, redact
from ttr_core.history.chain import Envelope, Shown, canonical, show
from ttr_core.history.changes import Change, Filter, Learned, difference, knowledge, known_since, matches
from ttr_core.history.statistics import Statistics, rows, statistics
from ttr_core.model.ids import Witness

CSV, SVG = "text/csv", "image/svg+xml"
FORMATS: Mapping[str, str] = {"json": JSON, "csv": CSV, "svg": SVG}
# a picture runs no script, wherever it is opened
HARMLESS = {"Content-Security-Policy": "default-src 'none'"}
HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}

Offers = dict[str, Callable[[], Response]]  # by media type

SHOW = Choice(
    "show",
    "What to show; by default `changes` if `from` is given, and `events` otherwise.",
    choices=("events", "changes", "known", "statistics"),
)
FROM = Number("from", "The first version; 1 by default.", low=1, high=MOST_VERSIONS)
TO = Number("to", "The last version; the latest by default.", low=1, high=MOST_VERSIONS)
SEAT = Number("seat", "Only events of this seat.", low=0, high=MOST_SEATS)
TYPE = Choice("type", "Only events of this type.", choices=EVENTS)
CITY = Text("city", "Only events about this place, its routes or its tickets.")
CARD = Text("card", "Only events with a card of this kind.")
ITEM = Text("item", "A ticket, a kind of card, or a field of an event such as `card_drawn.card`.")
BY = Choice("by", "One figure per turn (the default) or per version.", choices=("turn", "version"))
MEASURE = Choice("measure", "What the picture shows; points by default.", choices=tuple(TITLES))
FORMAT = Choice("format", "The same as `Accept`, and stronger.", choices=tuple(FORMATS))

resource = Resource("results")


class HistoryEvents(Answer, frozen=True, kw_only=True):
    """The events that match, as the viewer may see them; hidden fields match nothing."""

    game: str
    version: int
    events: Sequence[Shown]


class HistoryChanges(Answer, frozen=True, kw_only=True):
    """The differences between what the viewer saw at two versions."""

    game: str
    before: int
    after: int
    changes: Sequence[Change]


class HistoryKnown(Answer, frozen=True, kw_only=True):
    """Who knew of a ticket, a card or a field, and from which version on."""

    game: str
    version: int
    item: str
    since: Sequence[int | None]  # for each seat
    mentions: Sequence[Learned]


class HistoryStatistics(Answer, frozen=True, kw_only=True):
    """The course of the game in figures that lie open on the table."""

    game: str
    version: int
    statistics: Statistics


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters of the call. All are checked, including those that `show` does not use."""

    first: int
    last: int
    filter: Filter
    item: str | None
    by_turn: bool
    measure: str
    form: str | None


@resource.call(
    "GET",
    "/v1/games/{game}/history",
    costly=True,
    summary="Look back",
    description=(
        "`show=events`: events by seat, type, place and card, as far as the viewer may see them. "
        "`show=changes`: differences between what the viewer saw at two versions. `show=statistics`: points, "
        "trains, cards, routes and tickets over time, as JSON, CSV or a picture. `show=known`: who knew of a "
        "ticket or a card from which version on; for the auditor, when the game is over."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, SHOW, FROM, TO, SEAT, TYPE, CITY, CARD, ITEM, BY, MEASURE, FORMAT),
    answers=(
        Answered(
            "What `show` asks for.",
            (HistoryEvents, HistoryChanges, HistoryKnown, HistoryStatistics),
            media=(JSON, CSV, SVG),
        ),
    ),
    problems=(MalformedRequest, Forbidden, VersionNotReached, NotAcceptable, *GAME_PROBLEMS),
)
def get_history(game: str) -> Response:
    visitor = visit(game)
    subject = SHOW.read() or ("events" if FROM.read() is None else "changes")
    question = _question(visitor)
    offers = _SUBJECTS[subject](visitor, question)
    if question.form is None:
        return negotiated(offers)
    if FORMATS[question.form] not in offers:
        raise NotAcceptable(offered=list(offers))
    return offers[FORMATS[question.form]]()


def _question(visitor: Visit) -> Question:
    question = Question(
        filter=Filter(seat=SEAT.read(), type=TYPE.read(), city=CITY.read(), card=CARD.read()),
        item=ITEM.read(),
        by_turn=BY.read() != "version",
        form=FORMAT.read(),
        measure=MEASURE.read() or "points",
        first=FROM.read() or 1,
        last=TO.read() or visitor.version,
    )
    check_reached(visitor.now, max(question.first, question.last))
    if question.filter.city is not None:
        _check_place(visitor.now.ruleset, question.filter.city)
    return question


def _check_place(ruleset: Ruleset, name: str) -> None:
    """A place that the board does not have is a mistake, and not a place where nothing happened."""
    places = [*ruleset.city_index, *ruleset.places]
    if name not in places:
        near = get_close_matches(name.casefold(), places, n=1, cutoff=0)
        raise MalformedRequest("unknown_place", parameter=CITY.name, place=name, nearest=near[0])


def _read(visitor: Visit, first: int, last: int) -> list[tuple[Envelope, Event]]:
    return services().games.cache.read_events(visitor.game, first - 1, max(0, last - first + 1))


# ----------------------------------------------------------------------------------------- what to show


def _events(visitor: Visit, question: Question) -> Offers:
    now = visitor.now
    shown = [
        show(now.seed, envelope, event, visitor.viewer)
        for envelope, event in _read(visitor, question.first, question.last)
        if matches(now.ruleset, redact(event, visitor.viewer), question.filter)
    ]
    body = HistoryEvents(game=now.game, version=now.version, events=shown)
    lines = [(e.version, e.at, e.actor, e.type, canonical(e.data).decode()) for e in shown]
    heads = ("version", "at", "actor", "type", "data")
    return {JSON: lambda: _json(body), CSV: lambda: _csv([heads, *lines])}


def _changes(visitor: Visit, question: Question) -> Offers:
    cache, game = services().games.cache, visitor.game
    before = cache.replay_to(game, question.first).state
    after = cache.replay_to(game, question.last).state
    changes = difference(visitor.now.ruleset, before, after, visitor.viewer)
    body = HistoryChanges(game=game, before=question.first, after=question.last, changes=changes)
    return {JSON: lambda: _json(body)}


def _known(visitor: Visit, question: Question) -> Offers:
    granted(visitor)
    if visitor.viewer is not Witness.AUDITOR:
        raise Forbidden("auditor_only")
    item, now = question.item, visitor.now
    if item is None:
        raise MalformedRequest("no_item", parameter=ITEM.name)
    mentions = knowledge([event for _, event in _read(visitor, 1, question.last)], item)
    since = known_since(mentions, now.ruleset.players)
    body = HistoryKnown(game=now.game, version=now.version, item=item, since=since, mentions=mentions)
    return {JSON: lambda: _json(body)}


def _statistics(visitor: Visit, question: Question) -> Offers:
    now = visitor.now
    events = [event for _, event in _read(visitor, 1, question.last)]
    figures = statistics(now.ruleset, events, by_turn=question.by_turn)
    body = HistoryStatistics(game=now.game, version=now.version, statistics=figures)
    return {
        JSON: lambda: _json(body),
        CSV: lambda: _csv(rows(figures)),
        SVG: lambda: _picture(visitor, figures, question.measure),
    }


_SUBJECTS: Mapping[str, Callable[[Visit, Question], Offers]] = {
    "events": _events,
    "changes": _changes,
    "known": _known,
    "statistics": _statistics,
}


# ------------------------------------------------------------------------------------------ how to write it


def _json(body: msgspec.Struct) -> Response:
    return answer(body, headers=dict(HEADERS))


def _csv(lines: Iterable[Iterable[object]]) -> Response:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return Response(text.getvalue(), mimetype=CSV, headers=HEADERS)


def _picture(visitor: Visit, figures: Statistics, measure: str) -> Response:
    say = Messages(DEFAULT_LANG)
    names = [name or say.seat(seat) for seat, name in enumerate(visitor.names())]
    return Response(chart(figures, measure, names), mimetype=SVG, headers={**HEADERS, **HARMLESS})
