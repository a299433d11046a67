"""Alt text: the facts of a board picture in words."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from service.language.languages import Lang, Messages
from service.language.speech.rule_display import mark_name
from service.language.vocabulary.board_words import BoardWords, board_words
from service.pictures.drawing.scene import Player, Scene
from service.pictures.game_result import SeatResult, TicketResult
from service.pictures.layout.lettering.chips import Identity, identity
from service.pictures.layout.paths.track_bundles import of_type
from ttr_core import Ruleset
from ttr_core.model.ids import RouteId, TicketId
from ttr_core.model.marks import (
    AreaMark,
    CityMark,
    EdgeMark,
    Mark,
    RouteMark,
    SpaceMark,
    StockMark,
    WayMark,
)

LONGEST = 12_000  # characters

M = TypeVar("M", bound=Mark)


def title_of(ruleset: Ruleset, scene: Scene, lang: Lang, table: str = "") -> str:
    """What the picture shows; first the table, if it has a name."""
    title = _title(ruleset, scene, lang)
    return Messages(lang, ruleset)("named", name=table, value=title) if table else title


def _title(ruleset: Ruleset, scene: Scene, lang: Lang) -> str:
    name = board_words(ruleset, lang).label(ruleset.board.title)
    if not scene.players:
        return Messages(lang, ruleset)("picture-board", board=name)
    players = _listed(f"{player.name} {player.points}" for player in scene.players)
    return Messages(lang, ruleset)("picture-standing", board=name, players=players)


def headline_of(ruleset: Ruleset, scene: Scene, lang: Lang) -> str:
    """Whose turn it is, or how the game ended."""
    say, result = Messages(lang, ruleset), scene.result
    if result is not None:
        names = [scene.players[seat].name for seat in result.winners]
        shared = "winner-shared" if len(names) > 1 else "winner-one"
        return say("named", name=say("final"), value=say(shared, who=say.listed(names)))
    if scene.over:
        return say("event-game_ended")
    waiting = [player.name for player in scene.players if player.playing]
    return say("picture-waiting", items=_listed(waiting)) if waiting else ""


def reason_words(say: Messages, reason: str) -> str:
    return say.or_words(f"reason-{reason}", reason)


def description_of(ruleset: Ruleset, scene: Scene, lang: Lang) -> str:
    return " ".join(_Description(ruleset, scene, lang).sentences())[:LONGEST]


class _Description:
    """The sentences about one board in one language."""

    def __init__(self, ruleset: Ruleset, scene: Scene, lang: Lang) -> None:
        self._ruleset, self._scene, self._lang = ruleset, scene, lang
        self._words, self._say = board_words(ruleset, lang), Messages(lang, ruleset)

    def sentences(self) -> Iterator[str]:
        say, scene, ruleset = self._say, self._scene, self._ruleset
        yield say("picture-size", cities=len(ruleset.board.cities), routes=len(ruleset.routes))
        for player in scene.players:
            yield self._player(player)
        yield from filter(None, [headline_of(ruleset, scene, self._lang)])
        if any(player.shows_standing for player in scene.players):
            yield f"{say('picture-points_so_far' if scene.result is None else 'picture-final_points')}."
        if scene.result is not None:
            for result in scene.result.seats:
                yield from self._result(result)
        new = list(self._new())
        if new:
            yield say("picture-new", items=_listed(new))
        if scene.path:
            yield say("picture-path", items=_listed(self._route(route) for route in scene.path))
        if scene.tickets:
            states = {each.ticket: each.state for each in scene.ticket_results}
            items = _listed(self._ticket(ticket, states.get(ticket)) for ticket in scene.tickets)
            yield say("picture-tickets_are", items=items)
        yield from self._marks()

    def _result(self, result: SeatResult) -> Iterator[str]:
        """The final score of one player, with their tickets and the longest path."""
        say, name = self._say, self._scene.players[result.seat].name
        lines = _listed(f"{reason_words(say, reason)} {points}" for reason, points in result.lines)
        yield say("picture-final", name=name, points=result.total, items=lines)
        for state in ("done", "failed"):
            tickets = [each for each in result.tickets if each.state == state]
            if tickets:
                items = _listed(self._counted(each) for each in tickets)
                yield say(f"picture-tickets_{state}", name=name, items=items)
        if result.longest_path:
            items = _listed(self._route(route) for route in result.longest_path)
            yield say("picture-longest", name=name, items=items)

    def _counted(self, result: TicketResult) -> str:
        """A ticket with the cities on its way, or with those between which it has a gap."""
        name = ticket_words(self._ruleset, result.ticket, self._words)
        if result.gap is not None:
            return self._say("picture-gap", ticket=name, cities="–".join(map(self._city, result.gap)))
        via = "–".join(self._city(city) for city in result.path[1:-1])
        return self._say("picture-via", ticket=name, cities=via) if via else name

    def _ticket(self, ticket: TicketId, state: str | None) -> str:
        name = ticket_words(self._ruleset, ticket, self._words)
        return name if state is None else self._say(f"picture-ticket_{state}", ticket=name)

    def _player(self, player: Player) -> str:
        routes = [self._route(route) for route in player.routes]
        pieces = [mark for mark in self._scene.city_marks() if mark.seat == player.seat]
        standing = self._say(
            "picture-player",
            name=player.name,
            colour=self._say.or_words(f"colour-{player.colour}", player.colour),
            points=player.points,
            trains=player.trains,
            cards=player.cards,
            tickets=player.tickets,
            routes=len(routes),
        )
        standing += self._say("picture-player.routes", items=_listed(routes)) if routes else ""
        standing += "".join(f"; {self._at_cities(group)}" for group in _alike(pieces))
        return f"{standing}."

    def _marks(self) -> Iterator[str]:
        """What rules show besides players' pieces: the changing part first, what is printed last."""
        marks = self._scene.marks
        lying = [mark for mark in self._scene.city_marks() if mark.seat is None and mark.count != 0]
        yield from (f"{self._at_cities(group)}." for group in _alike(lying))
        yield from filter(None, (self._stock(mark) for mark in of_type(marks, StockMark)))
        for area in of_type(marks, AreaMark):
            yield self._about("area", area, places=_listed(map(self._city, area.cities)))
        for edge in of_type(marks, EdgeMark):
            ways = [way.city for way in of_type(marks, WayMark) if way.name == edge.name]
            yield self._about("edge", edge, places=_listed(map(self._city, ways)))
        for printed in _alike(of_type(marks, SpaceMark)):
            yield self._about("printed", printed[0], routes=len({mark.route for mark in printed}))
        for beside in _alike(of_type(marks, RouteMark)):
            ends = dict.fromkeys(self._route(route) for mark in beside for route in mark.routes)
            yield self._about("beside", beside[0], routes=_listed(ends))

    def _about(self, what: str, mark: Mark, **facts: object) -> str:
        """A sentence about a mark: in the rule's own words if it has any."""
        own = f"mark-{mark.name}.{what}"
        key = own if self._say.knows(own) else f"picture-{what}"
        return self._say(key, name=mark_name(mark, self._say), **facts)

    def _at_cities(self, marks: Sequence[CityMark]) -> str:
        places, count = _listed(self._city(mark.city) for mark in marks), marks[0].count
        if count is None:
            return self._about("at", marks[0], places=places)
        return self._about("count_at", marks[0], places=places, count=count)

    def _stock(self, mark: StockMark) -> str:
        left = [] if mark.left is None else [self._say("picture-left", count=mark.left)]
        held = [f"{self._scene.players[seat].name} {count}" for seat, count in enumerate(mark.held) if count]
        return self._about("stock", mark, items=_listed([*left, *held])) if left or held else ""

    def _new(self) -> Iterator[str]:
        scene = self._scene
        yield from (self._route(route) for route in scene.owners if route in scene.new_routes)
        yield from (self._at_cities([mark]) for mark in scene.new_marks)

    def _city(self, city: str) -> str:
        return self._words.place(city)

    def _route(self, route: RouteId) -> str:
        ends = self._ruleset.routes[self._ruleset.route_index[route]]
        return f"{self._city(ends.a)}–{self._city(ends.b)}"


def ticket_name(ruleset: Ruleset, ticket: TicketId, words: BoardWords) -> str:
    """`Paris–Wien`; a ticket to several places names them all."""
    card = ruleset.tickets[ticket]
    return f"{words.place(card.a)}–{' / '.join(words.place(to) for to, _ in card.goals)}"


def ticket_words(ruleset: Ruleset, ticket: TicketId, words: BoardWords) -> str:
    """`Paris–Wien (8)`; a ticket to several places names them all."""
    card = ruleset.tickets[ticket]
    goals = " / ".join(f"{words.place(to)} ({points})" for to, points in card.goals)
    return f"{words.place(card.a)}–{goals}"


def _alike(marks: Iterable[M]) -> list[list[M]]:
    """The marks in groups that show the same."""
    groups: dict[Identity, list[M]] = {}
    for mark in marks:
        groups.setdefault(identity(mark), []).append(mark)
    return list(groups.values())


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)
