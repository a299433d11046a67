"""What lies on the board, from a viewer's view and nothing else: a picture shows only what they may see."""

from collections.abc import Mapping, Sequence

import msgspec

from service.language.languages import DEFAULT_LANG, Lang, Messages
from service.pictures.game_result import Result, TicketResult, tickets_of
from ttr_core import Ruleset
from ttr_core.engine.views import View, marks_of
from ttr_core.model.ids import CityId, RouteId, SeatId, TicketId
from ttr_core.model.marks import CityMark, Mark, StockMark


class Player(msgspec.Struct, frozen=True, kw_only=True):
    seat: SeatId
    name: str
    colour: str
    points: int
    trains: int
    cards: int
    tickets: int
    routes: tuple[RouteId, ...]
    playing: bool  # the game waits for this player
    shows_standing: bool = True  # the legend shows points, trains, cards and tickets


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on a board; by default nothing."""

    players: tuple[Player, ...] = ()
    owners: Mapping[RouteId, SeatId] = {}  # of routes
    marks: tuple[Mark, ...] = ()  # of the rules
    new_routes: frozenset[RouteId] = frozenset()
    new_marks: tuple[CityMark, ...] = ()
    tickets: tuple[TicketId, ...] = ()  # their cities are marked
    ticket_results: tuple[TicketResult, ...] = ()  # what came of them so far
    path: tuple[RouteId, ...] = ()  # that the viewer wants to see, instead of the longest ones
    over: bool = False
    result: Result | None = None  # once the points are counted

    def city_marks(self) -> list[CityMark]:
        return [mark for mark in self.marks if isinstance(mark, CityMark)]

    def colour_of(self, seat: SeatId) -> str:
        return self.players[seat].colour


def empty_scene(ruleset: Ruleset) -> Scene:
    return Scene(marks=marks_of(ruleset))


def without_standings(scene: Scene) -> Scene:
    """Only the board and the players' colours: its picture stays true until somebody builds."""
    bare = {"points": 0, "trains": 0, "cards": 0, "tickets": 0, "playing": False, "shows_standing": False}
    players = tuple(msgspec.structs.replace(player, **bare) for player in scene.players)
    marks = tuple(
        msgspec.structs.replace(mark, left=None, held=()) if isinstance(mark, StockMark) else mark
        for mark in scene.marks
    )
    return msgspec.structs.replace(scene, players=players, marks=marks, over=False, result=None)


def scene_of(
    ruleset: Ruleset,
    seen: View,
    names: Sequence[str | None],
    before: View | None = None,
    tickets: tuple[TicketId, ...] = (),
    lang: Lang = DEFAULT_LANG,
    result: Result | None = None,
) -> Scene:
    """The scene of a view; things that were not in the view `before` are new. `tickets` are the viewer's own."""
    owners, marks = _owners(seen), _marks(ruleset, seen)
    old_routes = owners if before is None else _owners(before)
    old_marks = marks if before is None else _marks(ruleset, before)
    return Scene(
        players=tuple(
            _player(ruleset, seen, seat, name) for seat, name in enumerate(_named(names, seen, lang))
        ),
        owners=owners,
        marks=marks,
        new_routes=frozenset(route for route in owners if route not in old_routes),
        new_marks=tuple(
            mark for mark in marks if isinstance(mark, CityMark) and mark.count != 0 and mark not in old_marks
        ),
        tickets=tickets,
        ticket_results=_ticket_results(ruleset, seen, tickets),
        over=seen.end is not None,
        result=result,
    )


def _marks(ruleset: Ruleset, seen: View) -> tuple[Mark, ...]:
    """The marks of the rules; once a game is over, nobody asks for empty places and supplies any more."""
    marks = marks_of(ruleset, seen)
    return marks if seen.end is None else tuple(mark for mark in marks if not _is_empty(mark))


def _is_empty(mark: Mark) -> bool:
    match mark:
        case CityMark():
            return mark.count == 0
        case StockMark():
            return not mark.left and not any(mark.held)
        case _:
            return False


def _ticket_results(ruleset: Ruleset, seen: View, tickets: tuple[TicketId, ...]) -> tuple[TicketResult, ...]:
    if not tickets or not isinstance(seen.viewer, int):
        return ()
    return tuple(each for each in tickets_of(ruleset, seen, seen.viewer) if each.ticket in tickets)


def _named(names: Sequence[str | None], seen: View, lang: Lang) -> list[str]:
    """The names of all seats; a number for a seat without one."""
    return [names[seat] or Messages(lang).seat(seat) for seat in range(len(seen.seats))]


def _player(ruleset: Ruleset, seen: View, seat: SeatId, name: str) -> Player:
    shown = seen.seats[seat]
    return Player(
        seat=seat,
        name=name,
        colour=ruleset.board.player_colours[seat],
        points=shown.points,
        trains=shown.trains,
        cards=shown.hand_size,
        tickets=shown.ticket_count,
        routes=shown.routes,
        playing=seat in seen.waiting,
    )


def _owners(seen: View) -> dict[RouteId, SeatId]:
    return {route: seat.seat for seat in seen.seats for route in seat.routes}


def marked_cities(ruleset: Ruleset, scene: Scene) -> tuple[CityId, ...]:
    """The cities of the tickets; all cities of a country that a ticket names."""
    marked: dict[CityId, None] = {}
    for ticket in scene.tickets:
        start, goals = ruleset.goals[ticket]
        for number in (*start, *(number for places, _ in goals for number in places)):
            marked[ruleset.board.cities[number].id] = None
    return tuple(marked)


def lettered_cities(ruleset: Ruleset, ticket: TicketId) -> tuple[CityId, ...]:
    """Where the letter of a ticket stands: at both ends, but where it begins if it may end in several countries."""
    start, goals = ruleset.goals[ticket]
    ends = goals[0][0] if len(goals) == 1 else ()
    return tuple(ruleset.board.cities[number].id for number in (*start, *ends))
