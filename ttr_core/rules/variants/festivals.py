"""Festivals: festival cards turn up in the deck and wait at their cities; a claim of a route there may take them.

A player takes all cards of one festival, or none. The more cards of a festival, the more points.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, NewType

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ttr_core.boards.check.defects import Defect, PartialBoard, error
from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule, Settings, Word, Worth
from ttr_core.engine.randomness import Chance
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View
from ttr_core.model.commands import Command, RouteCommand, SeatCommand
from ttr_core.model.events import Draw, Event, RouteClaimed, Shuffle
from ttr_core.model.ids import BySeat, Card, CityId, RouteId, SeatId, Viewer, Witness
from ttr_core.model.kinds import Kind, New, Thing, named_thing
from ttr_core.model.marks import CityMark, Mark, StockMark
from ttr_core.model.message import Public, Secret, TurnedUp, known
from ttr_core.model.phases import SeatPhase, TurnOver
from ttr_core.model.remarks import Remark, Topic
from ttr_core.model.scoresheet import Item, ScoreLine
from ttr_core.model.state import Slice, State, with_slice
from ttr_core.model.violations import RefusalCode, RuleViolation

FestivalId = NewType("FestivalId", str)


class Festival(Settings, frozen=True, kw_only=True):
    id: New[FestivalId]  # by which commands name it
    name: str  # as of a city
    cities: tuple[CityId, ...]  # its cards may be taken at any of them
    cards: int  # of it in the deck
    points: tuple[int, ...]  # for one card, for two, and so on
    names: Mapping[str, str] | UnsetType = UNSET  # by language, where it has another one there
    aliases: tuple[str, ...] | UnsetType = UNSET  # what else people call it

    @property
    def card(self) -> Card:
        """The card's name in the deck, which no train card has."""
        return Card(f"festival:{self.id}")


class Festivals(Settings, frozen=True, kw_only=True):
    festivals: tuple[Festival, ...]  # each with cards of its own in the deck


class FestivalCode(RefusalCode):
    FESTIVAL_NOT_OFFERED = "festival_not_offered"


Sets = Mapping[FestivalId, int]  # number of cards by festival


class FestivalCards(Slice, frozen=True, kw_only=True):
    lying: Sets  # face up beside the board
    piles: tuple[Sets, ...]  # of each seat


class ChoosingFestival(SeatPhase, frozen=True):
    """Whose cards to take along, if any, after claiming a route."""

    festivals: tuple[FestivalId, ...]


class TakeFestival(SeatCommand, frozen=True, kw_only=True):
    """All cards that lie at one festival."""

    answers = "yes"

    festival: FestivalId


class DeclineFestival(SeatCommand, frozen=True, kw_only=True):
    """Leaves the cards where they lie."""

    answers = "no"


class FestivalsMixedIn(Shuffle, frozen=True, kw_only=True):
    """The festival cards and what is left of the train cards become the deck."""

    quiet: ClassVar[bool] = True

    count: Public[int]
    cards: Secret[tuple[Card, ...]]

    @property
    def outcome(self) -> tuple[str, ...] | None:
        return self.cards


class FestivalTurnedUp(Draw, frozen=True, kw_only=True):
    """The top card of the deck is a festival card and is laid at its city."""

    festival: TurnedUp[FestivalId]


class FestivalsOffered(Event, frozen=True, kw_only=True):
    """Cards lie at a city of the route just claimed."""

    quiet: ClassVar[bool] = True

    seat: Public[SeatId]
    festivals: Public[tuple[FestivalId, ...]]


class FestivalTaken(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    festival: Public[FestivalId]
    count: Public[int]


class FestivalDeclined(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]


def _none_yet(ruleset: Ruleset) -> FestivalCards:
    none = {festival.id: 0 for festival in ruleset.setting(Festivals).festivals}
    return FestivalCards(lying=none, piles=(none,) * ruleset.players)


def _changed(sets: Sets, festival: FestivalId, more: int) -> Sets:
    return {**sets, festival: sets.get(festival, 0) + more}


# the settings


def _things(settings: Festivals) -> list[Thing]:
    return [named_thing(festival, festival.cities) for festival in settings.festivals]


def _check(board: PartialBoard, settings: Festivals) -> Iterator[Defect]:
    """A player may collect all cards of a festival."""
    for n, festival in enumerate(settings.festivals):
        if len(festival.points) < festival.cards:
            message = f"{festival.cards} cards, but points for {len(festival.points)} only"
            yield error(f"/rules/festivals/festivals/{n}/points", "missing_points", message)


def _cards_in_box(board: PartialBoard, settings: Festivals, _: str) -> int:
    return sum(festival.cards for festival in settings.festivals)


# the deck


def _mix_in(decision: Decision) -> None:
    """Hands and market hold train cards alone: only after the deal do the festivals join the deck."""
    state, festivals = decision.state, decision.ruleset.setting(Festivals).festivals
    cards = [festival.card for festival in festivals for _ in range(festival.cards)]
    number = state.shuffles + 1
    shuffled = decision.rng.shuffle(f"festivals/{number}", (*state.deck[state.drawn :], *cards))
    decision.emit(FestivalsMixedIn(number=number, count=len(cards), cards=shuffled))


def _mixed_in(ruleset: Ruleset, state: State, event: FestivalsMixedIn) -> State:
    return replace(state, deck=known(event.cards), drawn=0, shuffles=event.number)


def _turn_up(decision: Decision, card: Card) -> bool:
    for festival in decision.ruleset.setting(Festivals).festivals:
        if festival.card == card:
            decision.emit(FestivalTurnedUp(festival=festival.id))
            return True
    return False


def _turned_up(ruleset: Ruleset, state: State, event: FestivalTurnedUp) -> State:
    mine = state.slice(FestivalCards)
    mine = replace(mine, lying=_changed(mine.lying, event.festival, 1))
    return replace(state, drawn=state.drawn + 1, slices=with_slice(state, mine))


def _guess_mixing(ruleset: Ruleset, state: State, event: FestivalsMixedIn) -> FestivalsMixedIn:
    return replace(event, cards=state.deck[state.drawn :])


def _imagine(ruleset: Ruleset, state: State, seen: View, chance: Chance) -> State:
    """What neither lies at its city nor in a pile is still in the deck."""
    mine = state.slice(FestivalCards)
    left = [
        festival.card
        for festival in ruleset.setting(Festivals).festivals
        for _ in range(festival.cards - sum(sets.get(festival.id, 0) for sets in (mine.lying, *mine.piles)))
    ]
    return replace(state, deck=tuple(left), drawn=0)


# taking


def _offer(decision: Decision, event: RouteClaimed) -> None:
    festivals = _at_route(decision.ruleset, decision.state, event.route)
    if festivals:
        decision.emit(FestivalsOffered(seat=event.seat, festivals=festivals))


def _at_route(ruleset: Ruleset, state: State, route: RouteId) -> tuple[FestivalId, ...]:
    """The festivals with cards at either end of the route."""
    claimed = ruleset.routes[ruleset.route_index[route]]
    settings, lying = ruleset.setting(Festivals), state.slice(FestivalCards).lying
    return tuple(
        festival.id
        for festival in settings.festivals
        if lying.get(festival.id) and (claimed.a in festival.cities or claimed.b in festival.cities)
    )


def _offered(ruleset: Ruleset, state: State, event: FestivalsOffered) -> State:
    return replace(state, phase=ChoosingFestival(event.seat, event.festivals))


def _choices(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    offered = state.phase_as(ChoosingFestival).festivals
    takes = [TakeFestival(seat=seat, festival=festival) for festival in offered]
    return [*takes, DeclineFestival(seat=seat)]


def _take(decision: Decision, command: TakeFestival) -> None:
    phase = decision.state.phase_as(ChoosingFestival)
    if command.festival not in phase.festivals:
        raise RuleViolation(FestivalCode.FESTIVAL_NOT_OFFERED, offered=list(phase.festivals))
    count = decision.state.slice(FestivalCards).lying[command.festival]
    decision.emit(FestivalTaken(seat=command.seat, festival=command.festival, count=count))


def _taken(ruleset: Ruleset, state: State, event: FestivalTaken) -> State:
    seat, mine = event.seat, state.slice(FestivalCards)
    pile = _changed(mine.piles[seat], event.festival, event.count)
    piles = (*mine.piles[:seat], pile, *mine.piles[seat + 1 :])
    mine = replace(mine, lying=_changed(mine.lying, event.festival, -event.count), piles=piles)
    return replace(state, slices=with_slice(state, mine), phase=TurnOver(event.seat))


def _decline(decision: Decision, command: DeclineFestival) -> None:
    decision.emit(FestivalDeclined(seat=command.seat))


def _declined(ruleset: Ruleset, state: State, event: FestivalDeclined) -> State:
    return replace(state, phase=TurnOver(event.seat))


# showing and counting


def _present(sets: Sets) -> dict[FestivalId, int]:
    return {festival: count for festival, count in sets.items() if count}


class FestivalsShown(Struct, frozen=True, kw_only=True):
    """Festival cards by festival: on the map, in the piles that the viewer sees, and on offer."""

    lying: Sets
    pile_sizes: BySeat[int]
    piles: BySeat[Sets | None]
    offered: tuple[FestivalId, ...]


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> dict[str, object]:
    """A pile is open to its owner; the others see only its height."""
    mine, phase = state.slice(FestivalCards), state.phase
    return {
        "lying": _present(mine.lying),
        "pile_sizes": [sum(pile.values()) for pile in mine.piles],
        "piles": [
            _present(pile) if viewer in {seat, Witness.AUDITOR} else None
            for seat, pile in enumerate(mine.piles)
        ],
        "offered": list(phase.festivals) if isinstance(phase, ChoosingFestival) else [],
    }


def _marks(ruleset: Ruleset, shown: FestivalsShown | None) -> list[Mark]:
    """How many cards lie at each city; beside the board what the viewer has of each, and the height of all piles."""
    lying: Sets = {} if shown is None else shown.lying
    piles = () if shown is None else shown.piles
    marks: list[Mark] = []
    for festival in ruleset.things(FestivalId).values():
        count = lying.get(FestivalId(festival.id), 0)
        marks += [
            CityMark(name="festival", thing=festival, city=city, count=count) for city in festival.cities
        ]
        held = tuple(None if pile is None else pile.get(FestivalId(festival.id), 0) for pile in piles)
        marks.append(StockMark(name="festival", thing=festival, held=held))
    heights = () if shown is None else shown.pile_sizes
    return [*marks, StockMark(name="festival_cards", held=heights)]


class FestivalsOpen(Remark, frozen=True, kw_only=True):
    """Cards lie at so many festivals."""

    topic: ClassVar[Topic] = Topic.MAP

    count: int
    festivals: Mapping[FestivalId, int]


class FestivalCardsOwned(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.HAND

    festivals: Mapping[FestivalId, int]


class FestivalCardsHeld(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.SCORE

    seat: SeatId
    count: int


def _looks(ruleset: Ruleset, shown: FestivalsShown, viewer: Viewer) -> Iterator[Remark]:
    yield FestivalsOpen(count=len(shown.lying), festivals=_in_order(ruleset, shown.lying))
    own = None if isinstance(viewer, Witness) else shown.piles[viewer]
    if own:
        yield FestivalCardsOwned(festivals=_in_order(ruleset, own))
    for seat, count in enumerate(shown.pile_sizes):
        if count:
            yield FestivalCardsHeld(seat=seat, count=count)


def _in_order(ruleset: Ruleset, cards: Sets) -> Sets:
    """In the order of the board."""
    ids = [festival.id for festival in ruleset.setting(Festivals).festivals]
    return {festival: cards[festival] for festival in ids if festival in cards}


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    return [_line(ruleset, pile) for pile in state.slice(FestivalCards).piles]


def _line(ruleset: Ruleset, pile: Sets) -> ScoreLine:
    items = tuple(
        Item(festival.id, festival.points[pile[festival.id] - 1])
        for festival in ruleset.setting(Festivals).festivals
        if pile.get(festival.id)
    )
    return ScoreLine(reason="festivals", points=sum(item.points for item in items), items=items)


def _worth(ruleset: Ruleset, seen: View, command: TakeFestival) -> Worth:
    (festival,) = (each for each in ruleset.setting(Festivals).festivals if each.id == command.festival)
    return Worth(points=_gain(festival, seen, command.seat), is_free=True)


def _claim_worth(ruleset: Ruleset, seen: View, command: RouteCommand) -> Worth:
    """The best festival at either end of the route."""
    route = ruleset.routes[ruleset.route_index[command.route]]
    festivals = [f for f in ruleset.setting(Festivals).festivals if {route.a, route.b} & {*f.cities}]
    return Worth(points=max((_gain(festival, seen, command.seat) for festival in festivals), default=0))


def _gain(festival: Festival, seen: View, seat: SeatId) -> int:
    """The points by which the pile grows with the cards that lie there; of one that is hidden, as if it were new."""
    shown = seen.rules["festivals"]
    held: int = (shown["piles"][seat] or {}).get(festival.id, 0)
    lying: int = shown["lying"].get(festival.id, 0)
    points = (0, *festival.points)
    return points[held + lying] - points[held]


# words

ENGLISH = """
rule-festivals = Festivals: their cards wait at cities, and claims there take them; many of one kind bring more.
rule-festivals-more =
    When you claim a route to such a city you may take its cards, or leave them; points come at the end:
    for one card of a festival, for two and so on { $points }.
event-festival_turned_up = A festival card is turned up: { $festival }.
event-festival_taken = { $who } takes { $count ->
        [one] { $count } festival card
       *[other] { $count } festival cards
    } ({ $festival }).
    .me = You take { $count ->
        [one] { $count } festival card
       *[other] { $count } festival cards
    } ({ $festival }).
event-festival_declined = { $who } leaves the festivals.
    .me = You leave the festivals.
phase-choosing_festival = A festival on the way
doing-choosing_festival = a festival
help-choosing_festival = Now: 'take festival' or 'decline'.
group-take_festival = Take festival cards
group-decline_festival = Leave the festival cards
say-take_festival = take festival
say-decline_festival = decline
reason-festivals = Festivals
refused-festival_not_offered = The cards of this festival cannot be taken here.
mark-festival = Festival
    .count_at = { $count ->
        [one] { $count } card
       *[other] { $count } cards
    } of { $name } at { $places }
mark-festival_cards = Festival cards
look-festivals_open = { $count ->
        [0] No festival cards lie on the map.
        [one] Cards lie at one festival: { $festivals }.
       *[other] Cards lie at { $count } festivals: { $festivals }.
    }
look-festival_cards_owned = Your festival cards: { $festivals }.
look-festival_cards_held = { $seat } has { $count ->
        [one] { $count } festival card.
       *[other] { $count } festival cards.
    }
    .me = You have { $count ->
        [one] { $count } festival card.
       *[other] { $count } festival cards.
    }
"""

FRENCH = """
rule-festivals = Festivals : des cartes attendent en ville, une route prise en rapporte ; plus il y en a, mieux c'est.
rule-festivals-more =
    Quand vous prenez une route vers une telle ville, vous pouvez prendre ses cartes ou les laisser ; les
    points viennent à la fin : pour une carte d'un festival, pour deux, etc. { $points }.
event-festival_turned_up = Une carte Festival est révélée : { $festival }.
event-festival_taken = { $who } prend { $count ->
        [one] { $count } carte
       *[other] { $count } cartes
    } Festival ({ $festival }).
    .me = Vous prenez { $count ->
        [one] { $count } carte
       *[other] { $count } cartes
    } Festival ({ $festival }).
event-festival_declined = { $who } laisse les festivals.
    .me = Vous laissez les festivals.
phase-choosing_festival = Un festival sur la route
doing-choosing_festival = un festival
help-choosing_festival = Maintenant : « prendre festival » ou « laisser ».
group-take_festival = Prendre des cartes Festival
group-decline_festival = Laisser les cartes Festival
say-take_festival = prendre festival
say-decline_festival = laisser
reason-festivals = Festivals
refused-festival_not_offered = Les cartes de ce festival ne peuvent pas être prises ici.
mark-festival = Festival
    .count_at = { $count ->
        [one] { $count } carte
       *[other] { $count } cartes
    } Festival : { $name } ({ $places })
mark-festival_cards = Cartes Festival
look-festivals_open = { $count ->
        [0] Il n'y a pas de carte Festival sur le plan.
        [one] Un festival a des cartes : { $festivals }.
       *[other] { $count } festivals ont des cartes : { $festivals }.
    }
look-festival_cards_owned = Vos cartes Festival : { $festivals }.
look-festival_cards_held = { $seat } a { $count ->
        [one] { $count } carte Festival.
       *[other] { $count } cartes Festival.
    }
    .me = Vous avez { $count ->
        [one] { $count } carte Festival.
       *[other] { $count } cartes Festival.
    }
"""

HEARD = {
    "take": Word(means=(TakeFestival,)),
    "pick": Word(may_mean=(TakeFestival,)),
    "decline": Word(means=(DeclineFestival,)),
    "festival": Word(
        is_noun=True,
        means=(TakeFestival,),
        may_mean=(DeclineFestival,),
        said={"en": ("festival", "festivals"), "fr": ("festival", "festivals", "fête", "fêtes")},
    ),
}


festivals = RuleModule(
    name="festivals",
    settings=Festivals,
    codes=FestivalCode,
    kinds=(Kind(name="festival", id=FestivalId, things=_things),),
    check=_check,
    contents={"festival_cards": _cards_in_box},
    words={"en": ENGLISH, "fr": FRENCH},
    heard=HEARD,
    slice=_none_yet,
    setup=_mix_in,
    commands={
        TakeFestival: Action(_take, (ChoosingFestival,)),
        DeclineFestival: Action(_decline, (ChoosingFestival,)),
    },
    events={
        FestivalsMixedIn: _mixed_in,
        FestivalTurnedUp: _turned_up,
        FestivalsOffered: _offered,
        FestivalTaken: _taken,
        FestivalDeclined: _declined,
    },
    offers={ChoosingFestival: _choices},
    turned_up=_turn_up,
    reacts={RouteClaimed: _offer},
    view=_view,
    shows=FestivalsShown,
    marks=_marks,
    looks=_looks,
    worth={TakeFestival: _worth, RouteCommand: _claim_worth},
    guesses={FestivalsMixedIn: _guess_mixing},
    imagine=_imagine,
    score=_score,
)
