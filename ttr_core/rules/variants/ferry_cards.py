"""Ferry cards: a turn may take one from the pile; on a ferry route it pays for spaces with a wave."""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from ttr_core.boards.board import Route
from ttr_core.engine.draft import Draft
from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, Payment, RuleModule, Settings, Word, Worth
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View, printed
from ttr_core.model.commands import ClaimRoute, Command, SeatCommand
from ttr_core.model.events import Event
from ttr_core.model.ids import LOCOMOTIVE, BySeat, Card, SeatId, Viewer
from ttr_core.model.marks import Mark, StockMark, Symbol
from ttr_core.model.message import Public
from ttr_core.model.phases import PlayingTurn, TurnOver
from ttr_core.model.remarks import Remark, Topic
from ttr_core.model.state import State, with_seat
from ttr_core.model.violations import RefusalCode, RuleViolation

FERRY = Card("ferry")


class FerryCards(Settings, frozen=True, kw_only=True):
    cards: int = 10  # in the pile
    hand_limit: int = 2  # that one player may hold
    waves_each: int = 2  # how many spaces with a wave one card covers at most


class FerryCardCode(RefusalCode):
    FERRY_CARDS_AT_LIMIT = "ferry_cards_at_limit"
    NO_FERRY_CARD_LEFT = "no_ferry_card_left"


class TakeFerryCard(SeatCommand, frozen=True, kw_only=True):
    """One ferry card from the pile: the whole turn."""


class FerryCardTaken(Event, frozen=True, kw_only=True):
    """Open to all: ferry cards look the same on both sides."""

    seat: Public[SeatId]


def _compile(draft: Draft) -> None:
    draft.add_cards(FERRY)
    draft.price(_price)


# taking


def _held(ruleset: Ruleset, state: State) -> list[int]:
    kind = ruleset.card_index[FERRY]
    return [seat.hand[kind] for seat in state.seats]


def _pile(ruleset: Ruleset, state: State) -> int:
    """All cards that no hand holds: played ones go back to the pile."""
    return ruleset.setting(FerryCards).cards - sum(_held(ruleset, state))


def _refusal(ruleset: Ruleset, state: State, seat: SeatId) -> RuleViolation | None:
    limit = ruleset.setting(FerryCards).hand_limit
    if _held(ruleset, state)[seat] >= limit:
        return RuleViolation(FerryCardCode.FERRY_CARDS_AT_LIMIT, at_most=limit)
    return None if _pile(ruleset, state) else RuleViolation(FerryCardCode.NO_FERRY_CARD_LEFT)


def _offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    return [] if _refusal(ruleset, state, seat) else [TakeFerryCard(seat=seat)]


def _take(decision: Decision, command: TakeFerryCard) -> None:
    refusal = _refusal(decision.ruleset, decision.state, command.seat)
    if refusal:
        raise refusal
    decision.emit(FerryCardTaken(seat=command.seat))


def _taken(ruleset: Ruleset, state: State, event: FerryCardTaken) -> State:
    kind, me = ruleset.card_index[FERRY], state.seats[event.seat]
    me = replace(me, hand=(*me.hand[:kind], me.hand[kind] + 1, *me.hand[kind + 1 :]))
    return replace(state, seats=with_seat(state.seats, event.seat, me), phase=TurnOver(event.seat))


def _worth(ruleset: Ruleset, seen: View, command: TakeFerryCard) -> Worth:
    """It brings routes nearer that have more waves than ferry cards and locomotives of the hand can cover."""
    hand, each = seen.seats[command.seat].hand or {}, ruleset.setting(FerryCards).waves_each
    covered = each * hand.get(FERRY, 0) + hand.get(LOCOMOTIVE, 0)
    routes = tuple(route.id for route in ruleset.routes if route.feature("waves") > covered)
    return Worth(brings_nearer=routes)


# paying


def _price(ruleset: Ruleset, route: Route, ways: tuple[Payment, ...]) -> tuple[Payment, ...]:
    """Each wave takes a locomotive or a share of a ferry card; the other spaces are paid as on any route."""
    waves = route.feature("waves")
    if not waves:
        return ways
    plain = route.length - waves
    crossings = _crossings(ruleset, waves)
    colours = route.colours(ruleset.colours)
    mixed = [(colour, count) for colour in colours for count in range(plain, 0, -1)]
    return tuple(
        Payment((colour,) * count + (LOCOMOTIVE,) * (plain - count + locomotives) + (FERRY,) * ferries)
        for colour, count in (*mixed, (LOCOMOTIVE, 0))
        for locomotives, ferries in crossings
    )


def _crossings(ruleset: Ruleset, waves: int) -> list[tuple[int, int]]:
    """Locomotives and ferry cards that cover all waves together; a ferry card covers one wave at least."""
    each = ruleset.setting(FerryCards).waves_each
    spread = ruleset.ruled_since("2")  # before, no payment had more ferry cards than the waves needed
    return [
        (waves - covered, ferries)
        for covered in range(waves + 1)
        for ferries in _ferries(covered, each)[: None if spread else 1]
    ]


def _ferries(covered: int, each: int) -> range:
    """From as few cards as cover so many waves to one card for each."""
    return range(-(-covered // each), covered + 1)


class FerryCardsShown(Struct, frozen=True, kw_only=True):
    """How many ferry cards are in the pile, and in each hand."""

    pile: int
    held: BySeat[int]


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> dict[str, object]:
    return {"pile": _pile(ruleset, state), "held": _held(ruleset, state)}


def _marks(ruleset: Ruleset, shown: FerryCardsShown | None) -> list[Mark]:
    """Waves on the routes, and the pile with what each player has of it."""
    pile = StockMark(name="ferry_cards", sign=Symbol.WAVE)
    if shown is not None:
        pile = replace(pile, left=shown.pile, held=shown.held)
    return [*_waves(ruleset, shown), pile]


_waves = printed("waves", Symbol.WAVE)


class FerryCardsLeft(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.MAP

    count: int


class FerryCardsHeld(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.SCORE

    seat: SeatId
    count: int


def _looks(ruleset: Ruleset, shown: FerryCardsShown, viewer: Viewer) -> list[Remark]:
    held = [FerryCardsHeld(seat=seat, count=count) for seat, count in enumerate(shown.held) if count]
    return [FerryCardsLeft(count=shown.pile), *held]


# words

ENGLISH = """
feature-waves = { $count ->
        [one] { $count } wave
       *[other] { $count } waves
    }
rule-ferry_cards = Ferry cards: take one as your turn; on a ferry it pays for spaces with a wave.
rule-ferry_cards-more =
    You may hold up to { $hand_limit } of them; spaces with a wave that one pays for, at most: { $waves_each
    }.
event-ferry_card_taken = { $who } takes a ferry card.
    .me = You take a ferry card.
group-take_ferry_card = Take a ferry card
say-take_ferry_card = take a ferry card
refused-ferry_cards_at_limit = You hold as many ferry cards as you may.
refused-no_ferry_card_left = There is no ferry card left.
mark-waves = A locomotive or a ferry card
mark-ferry_cards = Ferry cards
look-ferry_cards_left = { $count ->
        [one] { $count } ferry card is
       *[other] { $count } ferry cards are
    } left.
look-ferry_cards_held = { $seat } holds { $count ->
        [one] { $count } ferry card.
       *[other] { $count } ferry cards.
    }
    .me = You hold { $count ->
        [one] { $count } ferry card.
       *[other] { $count } ferry cards.
    }
"""

FRENCH = """
feature-waves = { $count ->
        [one] { $count } vague
       *[other] { $count } vagues
    }
rule-ferry_cards = Cartes Ferry : en prendre une est un tour ; sur un ferry elle paie des cases à vague.
rule-ferry_cards-more =
    Vous pouvez en avoir { $hand_limit } au plus ; cases à vague qu'une carte paie, au plus : { $waves_each
    }.
event-ferry_card_taken = { $who } prend une carte Ferry.
    .me = Vous prenez une carte Ferry.
group-take_ferry_card = Prendre une carte Ferry
say-take_ferry_card = prendre une carte ferry
refused-ferry_cards_at_limit = Vous avez déjà autant de cartes Ferry que possible.
refused-no_ferry_card_left = Il n'y a plus de carte Ferry.
mark-waves = Une locomotive ou une carte Ferry
mark-ferry_cards = Cartes Ferry
look-ferry_cards_left = Il reste { $count ->
        [one] { $count } carte Ferry.
       *[other] { $count } cartes Ferry.
    }
look-ferry_cards_held = { $seat } a { $count ->
        [one] { $count } carte Ferry.
       *[other] { $count } cartes Ferry.
    }
    .me = Vous avez { $count ->
        [one] { $count } carte Ferry.
       *[other] { $count } cartes Ferry.
    }
"""

HEARD = {
    "take": Word(may_mean=(TakeFerryCard,)),
    "draw": Word(may_mean=(TakeFerryCard,)),
    "ferry": Word(
        is_noun=True,
        card=FERRY,
        means=(TakeFerryCard,),
        may_mean=(ClaimRoute,),
        said={
            "en": ("ferry", "ferries", "boat", "boats", "ship"),
            "fr": ("ferry", "ferries", "bateau", "bateaux", "traversier"),
        },
    ),
}


ferry_cards = RuleModule(
    name="ferry_cards",
    settings=FerryCards,
    codes=FerryCardCode,
    contents={"ferry_cards": lambda board, settings, _: settings.cards},
    words={"en": ENGLISH, "fr": FRENCH},
    heard=HEARD,
    features={"waves": "spaces with a wave, which ferry cards or locomotives must cover"},
    compile=_compile,
    commands={TakeFerryCard: Action(_take, (PlayingTurn,))},
    events={FerryCardTaken: _taken},
    offers={PlayingTurn: _offers},
    view=_view,
    shows=FerryCardsShown,
    marks=_marks,
    looks=_looks,
    worth={TakeFerryCard: _worth},
)
