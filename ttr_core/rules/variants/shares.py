"""Shares: a claim lets its owner take the top share of one railroad beside the route; railroads pay their holders.

The shares of a railroad are numbered and taken in order. At the end its holders rank by their number of shares, equal
ones by their lowest number, and each railroad pays the first, the second and so on. With two players a third hand,
which nobody plays, takes the next share of the same railroad whenever a player takes one; half of these, rounded up,
rank as if a player held them.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, NewType

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ttr_core.boards.check.defects import PartialBoard
from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule, Settings, Word, Worth
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View
from ttr_core.model.commands import Command, RouteCommand, SeatCommand
from ttr_core.model.events import Event, RouteClaimed
from ttr_core.model.ids import BySeat, RouteId, SeatId, Viewer, Witness
from ttr_core.model.kinds import Kind, New, Thing, named_thing
from ttr_core.model.marks import Mark, RouteMark, StockMark
from ttr_core.model.message import Public
from ttr_core.model.phases import SeatPhase, TurnOver
from ttr_core.model.remarks import Remark, Topic
from ttr_core.model.scoresheet import Item, ScoreLine
from ttr_core.model.state import Slice, State, put, with_slice
from ttr_core.model.violations import RefusalCode, RuleViolation

RailroadId = NewType("RailroadId", str)


class Railroad(Settings, frozen=True, kw_only=True):
    id: New[RailroadId]  # by which commands name it
    name: str  # as of a city
    shares: int  # how many there are, numbered from 1
    payouts: tuple[int, ...]  # to the holder who ranks first, second ...; nothing to those after the last
    routes: tuple[RouteId, ...]  # beside which it is shown
    names: Mapping[str, str] | UnsetType = UNSET  # by language, where it has another one there
    aliases: tuple[str, ...] | UnsetType = UNSET  # what else people call it


class Shares(Settings, frozen=True, kw_only=True):
    railroads: tuple[Railroad, ...]  # whose shares players take
    third_hand: bool = False  # takes along whenever a player takes


class ShareCode(RefusalCode):
    SHARE_NOT_OFFERED = "share_not_offered"


Numbers = tuple[int, ...]  # of the shares of one railroad, in the order taken
Hand = Mapping[RailroadId, Numbers]  # by railroad


class ShareHands(Slice, frozen=True, kw_only=True):
    hands: tuple[Hand, ...]  # of each seat
    third: Hand  # of the hand that nobody plays

    def taken(self, railroad: RailroadId) -> int:
        """How many shares of the railroad have left its pile."""
        return sum(len(hand.get(railroad, ())) for hand in (*self.hands, self.third))


class ChoosingShare(SeatPhase, frozen=True):
    """Of which railroad to take a share, if any, after claiming a route."""

    railroads: tuple[RailroadId, ...]


class TakeShare(SeatCommand, frozen=True, kw_only=True):
    """The top share of one railroad beside the route."""

    answers = "yes"

    railroad: RailroadId


class DeclineShare(SeatCommand, frozen=True, kw_only=True):
    """Takes no share."""

    answers = "no"


class SharesOffered(Event, frozen=True, kw_only=True):
    """Railroads beside the route just claimed have shares left."""

    quiet: ClassVar[bool] = True

    seat: Public[SeatId]
    railroads: Public[tuple[RailroadId, ...]]


class ShareTaken(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    railroad: Public[RailroadId]
    share: Public[int]  # its number


class ShareDeclined(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]


class ShareSetAside(Event, frozen=True, kw_only=True):
    """The third hand takes the next share of the same railroad."""

    railroad: Public[RailroadId]
    share: Public[int]  # its number


def _none_yet(ruleset: Ruleset) -> ShareHands:
    return ShareHands(hands=({},) * ruleset.players, third={})


# the settings


def _things(settings: Shares) -> list[Thing]:
    return [named_thing(railroad) for railroad in settings.railroads]


def _shares_in_box(board: PartialBoard, settings: Shares, _: str) -> int:
    return sum(railroad.shares for railroad in settings.railroads)


# taking


def _offer(decision: Decision, event: RouteClaimed) -> None:
    railroads = _beside(decision.ruleset, decision.state, event.route)
    if railroads:
        decision.emit(SharesOffered(seat=event.seat, railroads=railroads))


def _beside(ruleset: Ruleset, state: State, route: RouteId) -> tuple[RailroadId, ...]:
    """The railroads beside the route that have shares left."""
    held = state.slice(ShareHands)
    return tuple(
        railroad.id
        for railroad in ruleset.setting(Shares).railroads
        if route in railroad.routes and held.taken(railroad.id) < railroad.shares
    )


def _offered(ruleset: Ruleset, state: State, event: SharesOffered) -> State:
    return replace(state, phase=ChoosingShare(event.seat, event.railroads))


def _choices(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    offered = state.phase_as(ChoosingShare).railroads
    takes = [TakeShare(seat=seat, railroad=railroad) for railroad in offered]
    return [*takes, DeclineShare(seat=seat)]


def _take(decision: Decision, command: TakeShare) -> None:
    offered, settings = decision.state.phase_as(ChoosingShare).railroads, decision.ruleset.setting(Shares)
    if command.railroad not in offered:
        raise RuleViolation(ShareCode.SHARE_NOT_OFFERED, offered=list(offered))
    railroad = next(each for each in settings.railroads if each.id == command.railroad)
    share = decision.state.slice(ShareHands).taken(railroad.id) + 1
    decision.emit(ShareTaken(seat=command.seat, railroad=railroad.id, share=share))
    if settings.third_hand and share < railroad.shares:
        decision.emit(ShareSetAside(railroad=railroad.id, share=share + 1))


def _with_share(hand: Hand, railroad: RailroadId, share: int) -> Hand:
    return {**hand, railroad: (*hand.get(railroad, ()), share)}


def _taken(ruleset: Ruleset, state: State, event: ShareTaken) -> State:
    held = state.slice(ShareHands)
    hand = _with_share(held.hands[event.seat], event.railroad, event.share)
    held = replace(held, hands=put(held.hands, event.seat, hand))
    return replace(state, slices=with_slice(state, held), phase=TurnOver(event.seat))


def _set_aside(ruleset: Ruleset, state: State, event: ShareSetAside) -> State:
    held = state.slice(ShareHands)
    held = replace(held, third=_with_share(held.third, event.railroad, event.share))
    return replace(state, slices=with_slice(state, held))


def _decline(decision: Decision, command: DeclineShare) -> None:
    decision.emit(ShareDeclined(seat=command.seat))


def _declined(ruleset: Ruleset, state: State, event: ShareDeclined) -> State:
    return replace(state, phase=TurnOver(event.seat))


# showing and counting


def _shown(hand: Hand) -> dict[str, list[int]]:
    return {str(railroad): list(numbers) for railroad, numbers in hand.items()}


class SharesShown(Struct, frozen=True, kw_only=True):
    """Shares by railroad: how many are left, the numbers of those that each hand holds, and what is on offer."""

    left: Mapping[RailroadId, int]
    hands: BySeat[Hand]
    third_hand: Hand | None  # None if nobody's hand takes along
    offered: tuple[RailroadId, ...]


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> dict[str, object]:
    """Shares are taken before everybody's eyes: all of them lie open."""
    held, phase, settings = state.slice(ShareHands), state.phase, ruleset.setting(Shares)
    return {
        "left": {each.id: each.shares - held.taken(each.id) for each in settings.railroads},
        "hands": [_shown(hand) for hand in held.hands],
        "third_hand": _shown(held.third) if settings.third_hand else None,
        "offered": list(phase.railroads) if isinstance(phase, ChoosingShare) else [],
    }


def _worth(ruleset: Ruleset, seen: View, command: TakeShare) -> Worth:
    """The railroad of which the seat then lacks the fewest to lead, and of these the largest."""
    shown, railroad = seen.rules["shares"], command.railroad
    hands = [*shown["hands"], shown["third_hand"] or {}]
    held = [len(hand.get(railroad, ())) for hand in hands]
    mine = held.pop(command.seat) + 1
    size = mine - 1 + sum(held) + shown["left"][railroad]
    behind = max(max(held) - mine, 0)
    return Worth(points=size / (1 + behind) - mine, is_free=True)  # a lead that is safe needs no more shares


def _claim_worth(ruleset: Ruleset, seen: View, command: RouteCommand) -> Worth:
    """What a share of the best railroad beside the route brings on average."""
    left = seen.rules["shares"]["left"]
    railroads = [r for r in ruleset.setting(Shares).railroads if command.route in r.routes and left[r.id]]
    return Worth(points=max((sum(r.payouts) / r.shares for r in railroads), default=0.0))


def _marks(ruleset: Ruleset, shown: SharesShown | None) -> list[Mark]:
    """Each railroad beside its routes; beside the board the shares that are left, and those of each player."""
    marks: list[Mark] = []
    for railroad in ruleset.setting(Shares).railroads:
        thing = ruleset.things(RailroadId)[railroad.id]
        stock = StockMark(name="railroad", thing=thing, left=railroad.shares)
        if shown is not None:
            held = tuple(len(hand.get(railroad.id, ())) for hand in shown.hands)
            stock = replace(stock, left=shown.left[railroad.id], held=held)
        marks += [
            RouteMark(name="railroad", thing=thing, routes=railroad.routes, spent=not stock.left),
            stock,
        ]
    return marks


class SharesOwned(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.HAND

    railroads: Mapping[RailroadId, int]


class SharesLeft(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.MAP

    railroads: Mapping[RailroadId, int]


class SharesHeld(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.SCORE

    seat: SeatId
    railroads: Mapping[RailroadId, int]


class SharesOfThirdHand(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.SCORE

    railroads: Mapping[RailroadId, int]


def _looks(ruleset: Ruleset, shown: SharesShown, viewer: Viewer) -> Iterator[Remark]:
    yield SharesLeft(railroads=shown.left)
    hands = [_counted(ruleset, hand) for hand in shown.hands]
    if not isinstance(viewer, Witness) and hands[viewer]:
        yield SharesOwned(railroads=hands[viewer])
    yield from (SharesHeld(seat=seat, railroads=hand) for seat, hand in enumerate(hands) if hand)
    if shown.third_hand:
        yield SharesOfThirdHand(railroads=_counted(ruleset, shown.third_hand))


def _counted(ruleset: Ruleset, hand: Hand) -> dict[RailroadId, int]:
    """In the order of the board."""
    railroads = [railroad.id for railroad in ruleset.setting(Shares).railroads]
    return {railroad: len(hand[railroad]) for railroad in railroads if railroad in hand}


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    held = state.slice(ShareHands)
    paid = [_payouts(railroad, held) for railroad in ruleset.setting(Shares).railroads]
    return [_line(ruleset, [points[seat] for points in paid]) for seat in range(ruleset.players)]


def _line(ruleset: Ruleset, points: list[int]) -> ScoreLine:
    """One item for each railroad that pays the seat."""
    railroads = ruleset.setting(Shares).railroads
    items = tuple(Item(each.id, paid) for each, paid in zip(railroads, points, strict=True) if paid)
    return ScoreLine(reason="shares", points=sum(points), items=items)


def _payouts(railroad: Railroad, held: ShareHands) -> list[int]:
    """What the railroad pays each seat."""
    hands = [*(hand.get(railroad.id, ()) for hand in held.hands), _counting(held.third.get(railroad.id, ()))]
    holders = [number for number, shares in enumerate(hands) if shares]
    ranked = sorted(holders, key=lambda number: (-len(hands[number]), min(hands[number])))
    paid = dict(zip(ranked, railroad.payouts, strict=False))
    return [paid.get(seat, 0) for seat in range(len(held.hands))]


def _counting(shares: Numbers) -> Numbers:
    """Of the third hand's shares half count, rounded up: those taken first."""
    return shares[: (len(shares) + 1) // 2]


# words

ENGLISH = """
rule-shares = Shares: a claim may bring a share of a railroad; at the end railroads pay their holders.
rule-shares-more =
    A route with the sign of a railroad, or of several, lets you take one share of one of them, or none. At the
    end the player with the most shares of a railroad gets its first payout, the next one the second, and so on;
    of equal ones, the one who took theirs first. Payouts of the largest railroad: { $payouts }.
event-share_taken = { $who } takes share { $share } of { $railroad }.
    .me = You take share { $share } of { $railroad }.
event-share_declined = { $who } takes no share.
    .me = You take no share.
event-share_set_aside = Share { $share } of { $railroad } goes to the third hand.
phase-choosing_share = A share beside the route
doing-choosing_share = a share
help-choosing_share = Now: 'take share' with the name of a railroad, or 'decline share'.
group-take_share = Take a share
group-decline_share = Take no share
say-take_share = take share
say-decline_share = decline share
reason-shares = Shares
refused-share_not_offered = No share of this railroad can be taken here.
mark-railroad = Railroad
look-shares_left = Shares left: { $railroads }.
look-shares_owned = Your shares: { $railroads }.
look-shares_held = { $seat } owns shares: { $railroads }.
    .me = You own shares: { $railroads }.
look-shares_of_third_hand = The third hand has shares: { $railroads }.
"""

FRENCH = """
rule-shares = Actions : une route prise peut rapporter une action d'une compagnie ; à la fin, les compagnies paient.
rule-shares-more =
    Une route qui porte le signe d'une ou de plusieurs compagnies permet de prendre une action de l'une d'elles, ou
    aucune. À la fin, qui a le plus d'actions d'une compagnie reçoit son premier versement, le suivant le deuxième,
    etc. ; à égalité, qui a pris les siennes en premier. Versements de la plus grande compagnie : { $payouts }.
event-share_taken = { $who } prend l'action { $share } { DE($railroad) }.
    .me = Vous prenez l'action { $share } { DE($railroad) }.
event-share_declined = { $who } ne prend pas d'action.
    .me = Vous ne prenez pas d'action.
event-share_set_aside = L'action { $share } { DE($railroad) } va à la troisième main.
phase-choosing_share = Une action le long de la route
doing-choosing_share = une action
help-choosing_share = Maintenant : « prendre action » avec le nom d'une compagnie, ou « laisser action ».
group-take_share = Prendre une action
group-decline_share = Ne pas prendre d'action
say-take_share = prendre action
say-decline_share = laisser action
reason-shares = Actions
refused-share_not_offered = Aucune action de cette compagnie ne peut être prise ici.
mark-railroad = Compagnie
look-shares_left = Actions restantes : { $railroads }.
look-shares_owned = Vos actions : { $railroads }.
look-shares_held = { $seat } possède des actions : { $railroads }.
    .me = Vous possédez des actions : { $railroads }.
look-shares_of_third_hand = La troisième main a des actions : { $railroads }.
"""

HEARD = {
    "take": Word(means=(TakeShare,)),
    "pick": Word(may_mean=(TakeShare,)),
    "decline": Word(means=(DeclineShare,)),
    "share": Word(
        is_noun=True,
        means=(TakeShare,),
        may_mean=(DeclineShare,),
        said={
            "en": ("share", "shares", "stock", "stocks", "railroad", "company"),
            "fr": ("action", "actions", "compagnie", "compagnies"),
        },
    ),
}


shares = RuleModule(
    name="shares",
    settings=Shares,
    codes=ShareCode,
    kinds=(Kind(name="railroad", id=RailroadId, things=_things),),
    contents={"shares": _shares_in_box},
    words={"en": ENGLISH, "fr": FRENCH},
    heard=HEARD,
    slice=_none_yet,
    commands={
        TakeShare: Action(_take, (ChoosingShare,)),
        DeclineShare: Action(_decline, (ChoosingShare,)),
    },
    events={
        SharesOffered: _offered,
        ShareTaken: _taken,
        ShareDeclined: _declined,
        ShareSetAside: _set_aside,
    },
    offers={ChoosingShare: _choices},
    reacts={RouteClaimed: _offer},
    view=_view,
    shows=SharesShown,
    marks=_marks,
    looks=_looks,
    worth={TakeShare: _worth, RouteCommand: _claim_worth},
    score=_score,
)
