"""What rules make of a board when a ruleset is compiled, with small rules that exist only here."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from ttr_core import Code, Game, Ruleset, RuleViolation, State, load_ruleset, replay, start_game
from ttr_core.boards.board import Route, merge
from ttr_core.engine.draft import Draft
from ttr_core.engine.hooks import LastResort, Payment, RuleModule, Settings
from ttr_core.engine.networks import completed_tickets
from ttr_core.engine.payments import StandIn
from ttr_core.model.commands import ClaimRoute, Command, DrawCard, DrawTickets, KeepTickets, Pass, TakeCard
from ttr_core.model.events import TurnStarted
from ttr_core.model.ids import LOCOMOTIVE, Card, CityId, DeckName, RouteId, SeatId, TicketId
from ttr_core.model.phases import Phase, PlayingTurn, SettingUp
from ttr_core.model.state import RouteSet, Slice, with_slice
from ttr_core.rules.registry import MODULES

SEED = bytes(32)
COIN = Card("coin")
TRACKS = (RouteId("atlanta--new_orleans--1"), RouteId("atlanta--new_orleans--2"))


class Toll(Settings, frozen=True, kw_only=True):
    coins: int = 2


def ruleset_with(*modules: RuleModule, settings: Mapping[str, Any] | None = None) -> Ruleset:
    """The base game with these rules after all others."""
    usa = load_ruleset("usa", 2)
    rules = {module.name: dict(settings or {}) for module in modules}
    registry = {**MODULES, **{module.name: module for module in modules}}
    return Ruleset(merge(usa.document, {"rules": rules}), 2, usa.options, registry)


def compiled(compile_: Callable[[Draft], None]) -> Ruleset:
    return ruleset_with(RuleModule(name="toll", compile=compile_))


def started(ruleset: Ruleset) -> Game:
    game = start_game(ruleset, SEED, first=0)
    for seat in (0, 1):
        keep = game.legal(seat)[-1]
        assert isinstance(keep, KeepTickets)
        game.do(keep)
    return game


def test_a_rule_reads_its_own_settings() -> None:
    seen: list[Toll] = []
    rule = RuleModule(name="toll", settings=Toll, compile=lambda draft: seen.append(draft.settings))
    ruleset_with(rule, settings={"coins": 5})
    assert seen == [Toll(coins=5)]


def test_it_adds_cards_routes_and_decks() -> None:
    more = Route(id=RouteId("far"), a=CityId("miami"), b=CityId("seattle"), length=6, colour="gray")
    first = TicketId(load_ruleset("usa", 2).board.tickets[0].id)

    def add(draft: Draft) -> None:
        draft.add_cards(COIN)
        draft.add_route(more)
        draft.deck(DeckName("tours"), [first])

    ruleset = compiled(add)
    assert ruleset.cards[-2:] == (LOCOMOTIVE, COIN)
    assert ruleset.routes[-1] == more
    assert ruleset.points[-1] == 15
    assert ruleset.decks[DeckName("tours")] == (first,)


def test_it_changes_points_and_prices_that_earlier_rules_made() -> None:
    def only_locomotives(ruleset: Ruleset, route: Route, ways: tuple[Payment, ...]) -> tuple[Payment, ...]:
        return tuple(way for way in ways if set(way.cards) == {LOCOMOTIVE})

    def double(draft: Draft) -> None:
        draft.points(lambda ruleset, route, points: 2 * points)
        draft.price(only_locomotives)

    before, after = load_ruleset("usa", 2), compiled(double)
    assert after.points == tuple(2 * points for points in before.points)
    number = after.route_index[TRACKS[0]]
    assert after.prices.payments(number, (9,) * len(after.cards)) == (
        Payment((LOCOMOTIVE,) * after.routes[number].length),
    )


def test_it_lets_several_cards_stand_for_one() -> None:
    """The first rule that says so counts; only then is there something to begin."""

    def pairs(ruleset: Ruleset, route: Route) -> StandIn | None:
        return StandIn(size=2, most=1) if route.id in TRACKS else None

    def let(draft: Draft) -> None:
        draft.stand_in(pairs)
        draft.stand_in(lambda ruleset, route: StandIn(size=3, most=1))

    ruleset, number = compiled(let), load_ruleset("usa", 2).route_index[TRACKS[0]]
    stand_in = ruleset.stand_ins[number]
    assert stand_in is not None
    assert stand_in.size == 2
    length = ruleset.routes[number].length
    assert {len(way.cards) for way in ruleset.openings.payments(number, (9,) * len(ruleset.cards))} == {
        length - 1
    }
    assert not any(load_ruleset("usa", 2).stand_ins)


def test_it_groups_routes() -> None:
    ruleset = compiled(lambda draft: draft.group(TRACKS, limit=1))
    mask = sum(1 << ruleset.route_index[track] for track in TRACKS)
    assert (mask, 1) in ruleset.groups_of[ruleset.route_index[TRACKS[0]]]


def test_it_closes_a_command_for_a_while() -> None:
    def close(draft: Draft) -> None:
        draft.close(DrawTickets, "strike", when=lambda ruleset, state: state.turns < 2)

    game = started(compiled(close))
    assert not any(isinstance(command, DrawTickets) for command in game.legal(0))
    with pytest.raises(RuleViolation) as refusal:
        game.do(DrawTickets(seat=0))
    assert refusal.value.code == "strike"
    game.do(DrawCard(seat=0))
    game.do(DrawCard(seat=0))
    assert any(isinstance(command, DrawTickets) for command in game.legal(1))


def test_a_last_resort_is_offered_only_if_nothing_else_is() -> None:
    def offer(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
        return [Pass(seat=seat)]

    def close_all(draft: Draft) -> None:
        for kind in (DrawTickets, DrawCard, TakeCard, ClaimRoute):
            draft.close(kind, Code.NOT_NOW, when=lambda ruleset, state: True)

    resort = RuleModule(name="resort", offers={PlayingTurn: LastResort(offer)})
    game = started(ruleset_with(resort))
    assert not any(isinstance(command, Pass) for command in game.legal(0))
    closed = started(compiled(close_all))
    assert closed.legal(0) == (Pass(seat=0),)


def test_a_rule_lends_routes() -> None:
    def every_route(ruleset: Ruleset, state: State, seat: SeatId) -> RouteSet:
        return (1 << len(ruleset.routes)) - 1

    game = started(compiled(lambda draft: draft.lend(every_route)))
    assert completed_tickets(game.ruleset, game.state, 0) == list(game.state.seats[0].tickets)
    plain = started(load_ruleset("usa", 2))
    assert plain.ruleset.lenders == ()
    assert completed_tickets(plain.ruleset, plain.state, 0) == []


class Census(Slice, frozen=True, kw_only=True):
    phases: tuple[type[Phase], ...] = ()  # as they were when the rule applied the beginning of a turn


class Diary(Slice, frozen=True, kw_only=True):
    pages: int = 0


def _counted(ruleset: Ruleset, state: State, event: TurnStarted) -> State:
    census = Census(phases=(*state.slice(Census).phases, type(state.phase)))
    return replace(state, slices=with_slice(state, census))


census = RuleModule(
    name="census", slice=lambda ruleset: (Census(), Diary(pages=7)), events={TurnStarted: _counted}
)


def test_several_rules_apply_an_event_in_the_order_of_the_registry() -> None:
    usa = load_ruleset("usa", 2)
    document = merge(usa.document, {"rules": {"census": {}}})
    first, last = {"census": census, **MODULES}, {**MODULES, "census": census}
    for registry, phases in ((first, (SettingUp,)), (last, (PlayingTurn,))):
        game = started(Ruleset(document, 2, usa.options, registry))
        assert game.state.slice(Census).phases == phases
        assert game.state.phase == PlayingTurn(0)
        assert replay(game.ruleset, game.events) == game.state


def test_a_rule_may_have_several_parts_of_the_state() -> None:
    state = ruleset_with(census).new_state()
    assert (state.slice(Census), state.slice(Diary)) == (Census(), Diary(pages=7))
