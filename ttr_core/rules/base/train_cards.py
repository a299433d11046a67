"""Train cards: each player starts with a hand; a turn draws two more, blind or from the face-up market."""

from collections import Counter
from operator import add

from msgspec.structs import replace

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, MadeForRuleset, Offer, RuleModule, Settings, Settle
from ttr_core.engine.randomness import Chance, shuffled
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.train_deck import next_card, refill_deck, shuffle_train_cards, turn_up_other
from ttr_core.engine.views import View
from ttr_core.model.commands import Command, DrawCard, TakeCard
from ttr_core.model.events import (
    CardDrawn,
    CardTaken,
    CardTurnedUp,
    DrawCutShort,
    HandDealt,
    MarketFlushed,
    MarketReshuffled,
    NothingDrawn,
    TrainCardsShuffled,
)
from ttr_core.model.ids import LOCOMOTIVE, Card, SeatId, Witness
from ttr_core.model.message import known
from ttr_core.model.phases import DrawingSecond, Phase, PlayingTurn, TurnOver
from ttr_core.model.state import State, with_seat
from ttr_core.model.violations import Code, RuleViolation


class TrainCards(Settings, frozen=True, kw_only=True):
    hand: int = 4  # cards that each player begins with
    market: int = 5  # cards that lie face up
    flush_at: int | None = None  # so many face-up locomotives replace the market; none do if absent
    locomotive_is_whole_turn: bool = True  # taking one from the market is the whole turn


# set-up


def _deal(decision: Decision) -> None:
    ruleset = decision.ruleset
    shuffle_train_cards(decision, ruleset.train_cards)
    count = ruleset.setting(TrainCards).hand
    for seat in range(ruleset.players):
        top = decision.state.drawn
        decision.emit(HandDealt(seat=seat, count=count, cards=decision.state.deck[top : top + count]))
    while _fill_market(decision) or _flush(decision):
        pass


def _shuffled(ruleset: Ruleset, state: State, event: TrainCardsShuffled) -> State:
    none_left = (0,) * len(ruleset.train_kinds)
    return replace(state, deck=known(event.cards), drawn=0, discard=none_left, shuffles=event.number)


def _dealt(ruleset: Ruleset, state: State, event: HandDealt) -> State:
    seat = state.seats[event.seat]
    hand = tuple(map(add, seat.hand, ruleset.counts(known(event.cards))))
    seats = with_seat(state.seats, event.seat, replace(seat, hand=hand))
    return replace(state, seats=seats, drawn=state.drawn + event.count)


# drawing


def _first_offers_for(ruleset: Ruleset) -> Offer:
    return _offers_of(ruleset, ruleset.train_kinds)


def _second_offers_for(ruleset: Ruleset) -> Offer:
    return _offers_of(ruleset, _second_kinds(ruleset))


def _second_kinds(ruleset: Ruleset) -> tuple[Card, ...]:
    """Where a face-up locomotive is a whole turn, it is never the second card."""
    whole_turn = ruleset.setting(TrainCards).locomotive_is_whole_turn
    return ruleset.colours if whole_turn else ruleset.train_kinds


def _offers_of(ruleset: Ruleset, kinds: tuple[Card, ...]) -> Offer:
    """A blind card, or any of the kinds that lies face up."""
    draws_of = tuple(_Draws(seat, kinds) for seat in range(ruleset.players))

    def offers(ruleset: Ruleset, state: State, seat: SeatId) -> tuple[Command, ...]:
        draws = draws_of[seat][frozenset(state.market)]
        return draws if _deck_has_card(ruleset, state) else draws[1:]

    return offers


class _Draws(dict[frozenset[Card | None], tuple[Command, ...]]):
    """A seat's draws by what lies face up, the blind one first; worked out when asked for, and listed every turn."""

    def __init__(self, seat: SeatId, kinds: tuple[Card, ...]) -> None:
        super().__init__()
        self._blind = DrawCard(seat=seat)
        self._face_up = {card: TakeCard(seat=seat, card=card) for card in kinds}

    def __missing__(self, market: frozenset[Card | None]) -> tuple[Command, ...]:
        face_up = (command for card, command in self._face_up.items() if card in market)
        self[market] = draws = (self._blind, *face_up)
        return draws


def _deck_has_card(ruleset: Ruleset, state: State) -> bool:
    """Any card will do: a list of legal commands does not show whether it is a train card."""
    if ruleset.turned_up and not ruleset.ruled_since("2"):  # then only train cards counted
        return any(card in ruleset.card_index for card in state.deck[state.drawn :]) or any(state.discard)
    return state.drawn < len(state.deck)


def _draw_blind(decision: Decision, command: DrawCard) -> None:
    """Where other rules mix cards into the deck, there may be no train card behind them."""
    if not _deck_has_card(decision.ruleset, decision.state):
        raise RuleViolation(Code.NO_CARD_LEFT)
    last = type(decision.state.phase) is DrawingSecond
    card = next_card(decision)
    if card is None:
        decision.emit(NothingDrawn(seat=command.seat, last=last))
    else:
        decision.emit(CardDrawn(seat=command.seat, card=card, last=last))


def _take_face_up(decision: Decision, command: TakeCard) -> None:
    state, card = decision.state, command.card
    last = type(state.phase) is DrawingSecond
    if card not in state.market:
        if card not in decision.ruleset.cards:
            raise RuleViolation(Code.UNKNOWN_CARD, card=card, cards=list(decision.ruleset.cards))
        raise RuleViolation(Code.CARD_NOT_IN_MARKET, card=card, market=list(state.market))
    if card == LOCOMOTIVE and decision.ruleset.setting(TrainCards).locomotive_is_whole_turn:
        if last:
            raise RuleViolation(Code.LOCOMOTIVE_IS_WHOLE_TURN)
        last = True
    decision.emit(CardTaken(seat=command.seat, card=card, slot=state.market.index(card), last=last))


def _drawn(ruleset: Ruleset, state: State, event: CardDrawn) -> State:
    return _with_card(ruleset, state, event, known(event.card), state.market, state.drawn + 1)


def _nothing_drawn(ruleset: Ruleset, state: State, event: NothingDrawn) -> State:
    return replace(state, phase=TurnOver(event.seat) if event.last else DrawingSecond(event.seat))


def _taken(ruleset: Ruleset, state: State, event: CardTaken) -> State:
    market = list(state.market)
    market[event.slot] = None
    return _with_card(ruleset, state, event, event.card, tuple(market), state.drawn)


def _with_card(
    ruleset: Ruleset,
    state: State,
    event: CardDrawn | CardTaken,
    card: Card,
    market: tuple[Card | None, ...],
    drawn: int,
) -> State:
    """The card is in the hand of the event's seat, and gone from where it lay."""
    number, seats = event.seat, list(state.seats)
    hand = list(seats[number].hand)
    hand[ruleset.card_index[card]] += 1
    seats[number] = replace(seats[number], hand=tuple(hand))
    phase = TurnOver(number) if event.last else DrawingSecond(number)
    return replace(state, seats=tuple(seats), market=market, drawn=drawn, phase=phase)


def _cut_short(ruleset: Ruleset, state: State, event: DrawCutShort) -> State:
    return replace(state, phase=TurnOver(event.seat))


# the market


def _settle_for(ruleset: Ruleset) -> Settle:
    """After every command the market is looked at, so that the usual cases are decided fast."""
    settings = ruleset.setting(TrainCards)
    size, mixed = settings.market, bool(ruleset.turned_up)
    # more face-up locomotives than these may change a full market; or end a draw, if the deck has no train card
    calm = 1 if mixed else size if settings.flush_at is None else settings.flush_at - 1

    def settle(decision: Decision) -> bool:
        state = decision.state
        market = state.market
        if state.drawn < len(state.deck):
            if None not in market:
                if len(market) == size and market.count(LOCOMOTIVE) <= calm:
                    return False
            elif not mixed:
                decision.emit(CardTurnedUp(slot=market.index(None), card=state.deck[state.drawn]))
                return True
        return (
            refill_deck(decision) or _fill_market(decision) or _flush(decision) or _cut_draw_short(decision)
        )

    return settle


def _fill_market(decision: Decision) -> bool:
    """Every empty slot gets the next card, as long as there are cards."""
    market, filled = decision.state.market, False
    first = market.index(None) if None in market else len(market)
    for slot in range(first, decision.ruleset.setting(TrainCards).market):
        if slot < len(market) and market[slot] is not None:
            continue
        card = next_card(decision)
        if card is None:
            break
        decision.emit(CardTurnedUp(slot=slot, card=card))
        filled = True
    return filled


def _flush(decision: Decision) -> bool:
    """Too many face-up locomotives: all face-up cards are replaced, again and again, unless that cannot help."""
    flush_at, market = decision.ruleset.setting(TrainCards).flush_at, decision.state.market
    if flush_at is None or market.count(LOCOMOTIVE) < flush_at or not _flush_can_help(decision, flush_at):
        return False
    cards = tuple(card for card in market if card is not None)
    if decision.ruleset.ruled_since("2"):
        _renew(decision, cards)
    else:
        decision.emit(MarketFlushed(cards=cards))
    return True


def _renew(decision: Decision, cards: tuple[Card, ...]) -> None:
    """One event for all places; other cards that lay between the new ones are turned up after them."""
    ruleset, state = decision.ruleset, decision.state
    size, left = ruleset.setting(TrainCards).market, state.deck[state.drawn :]
    places = [place for place, card in enumerate(left) if card in ruleset.card_index][:size]
    top = tuple(left[place] for place in places)
    passed = places[-1] + 1 if len(places) == size else len(left)
    if passed < len(left):
        decision.emit(MarketFlushed(cards=cards, turned_up=top))
    else:
        _reshuffle(decision, cards, top)
    for _ in range(passed - len(top)):
        turn_up_other(decision)


def _reshuffle(decision: Decision, cards: tuple[Card, ...], top: tuple[Card, ...]) -> None:
    ruleset, state = decision.ruleset, decision.state
    number, size = state.shuffles + 1, ruleset.setting(TrainCards).market
    discard = map(add, state.discard, ruleset.counts(cards))
    together = tuple(
        card for card, count in zip(ruleset.train_kinds, discard, strict=True) for _ in range(count)
    )
    deck = decision.rng.shuffle(f"train_cards/{number}", together)
    turned_up = (*top, *deck)[:size]
    decision.emit(
        MarketReshuffled(number=number, cards=cards, turned_up=turned_up, count=len(deck), deck=deck)
    )


def _flush_can_help(decision: Decision, flush_at: int) -> bool:
    """Whether the cards outside hands can make a market with fewer locomotives."""
    ruleset, state = decision.ruleset, decision.state
    left = state.deck[state.drawn :]
    only_train_cards = all(card in ruleset.card_index for card in left)
    lying = [*state.market, *left]
    others = sum(lying.count(colour) for colour in ruleset.colours) + sum(state.discard[:-1])
    locomotives = lying.count(LOCOMOTIVE) + state.discard[-1]
    size = min(ruleset.setting(TrainCards).market, others + locomotives)
    if len(left) == size and not any(state.discard) and (only_train_cards or not ruleset.ruled_since("2")):
        return left.count(LOCOMOTIVE) < flush_at  # deck and market would change places for ever
    return others > size - flush_at


def _cut_draw_short(decision: Decision) -> bool:
    """With no second card to draw, the turn ends after the first."""
    ruleset, state = decision.ruleset, decision.state
    if type(state.phase) is not DrawingSecond or _deck_has_card(ruleset, state):
        return False
    if any(card in state.market for card in _second_kinds(ruleset)):
        return False
    decision.emit(DrawCutShort(seat=state.phase.seat))
    return True


def _turned_up(ruleset: Ruleset, state: State, event: CardTurnedUp) -> State:
    market, slot = list(state.market), event.slot
    if slot < len(market):
        market[slot] = event.card
    else:
        market.append(event.card)
    return replace(state, market=tuple(market), drawn=state.drawn + 1)


def _flushed(ruleset: Ruleset, state: State, event: MarketFlushed) -> State:
    discard = tuple(map(add, state.discard, ruleset.counts(event.cards)))
    deck, drawn = _dealt_from_top(ruleset, state, len(event.turned_up))
    return replace(state, market=_laid_out(state, event.turned_up), deck=deck, drawn=drawn, discard=discard)


def _reshuffled(ruleset: Ruleset, state: State, event: MarketReshuffled) -> State:
    deck, drawn = _dealt_from_top(ruleset, state, len(event.turned_up))
    fresh, others = known(event.deck), deck[drawn:]
    from_fresh = len(event.turned_up) - (drawn - state.drawn)
    return replace(
        state,
        market=_laid_out(state, event.turned_up),
        deck=(*fresh[:from_fresh], *others, *fresh[from_fresh:]),
        drawn=from_fresh,
        discard=(0,) * len(ruleset.train_kinds),
        shuffles=event.number,
    )


def _dealt_from_top(ruleset: Ruleset, state: State, count: int) -> tuple[tuple[Card, ...], int]:
    """The deck and how many of it are gone when so many train cards are; others above them stay on top."""
    if not ruleset.turned_up:
        return state.deck, min(state.drawn + count, len(state.deck))
    left = state.deck[state.drawn :]
    places = [place for place, card in enumerate(left) if card in ruleset.card_index][:count]
    dealt, rest = tuple(left[p] for p in places), tuple(c for p, c in enumerate(left) if p not in places)
    return (*state.deck[: state.drawn], *dealt, *rest), state.drawn + len(dealt)


def _laid_out(state: State, cards: tuple[Card, ...]) -> tuple[Card | None, ...]:
    return (*cards, *(None,) * (len(state.market) - len(cards)))


# imagining


def _guess_shuffle(ruleset: Ruleset, state: State, event: TrainCardsShuffled) -> TrainCardsShuffled:
    return replace(event, cards=ruleset.train_cards[: event.count])


def _guess_deal(ruleset: Ruleset, state: State, event: HandDealt) -> HandDealt:
    return replace(event, cards=ruleset.colours[:1] * event.count)


def _guess_draw(ruleset: Ruleset, state: State, event: CardDrawn) -> CardDrawn:
    return replace(event, card=ruleset.colours[0])


def _guess_reshuffle(ruleset: Ruleset, state: State, event: MarketReshuffled) -> MarketReshuffled:
    return replace(event, deck=ruleset.train_cards[: event.count])


def _imagine(ruleset: Ruleset, state: State, seen: View, chance: Chance) -> State:
    """Cards that the viewer does not see are in other hands or in the deck, with what other rules have put there."""
    kinds, seats = ruleset.train_kinds, list(state.seats)
    pool = shuffled(_unseen(ruleset, state, seen).elements(), chance)
    for number, seat in enumerate(state.seats):
        if number != seen.viewer:
            size = sum(seat.hand[: len(kinds)])
            taken, pool = pool[:size], pool[size:]
            hand = (*(taken.count(kind) for kind in kinds), *seat.hand[len(kinds) :])
            seats[number] = replace(seat, hand=hand)
    others = [card for card in state.deck[state.drawn :] if card not in ruleset.card_index]
    deck = shuffled([*pool, *others], chance) if others else pool
    return replace(state, seats=tuple(seats), deck=tuple(deck), drawn=0)


def _unseen(ruleset: Ruleset, state: State, seen: View) -> Counter[Card]:
    unseen = Counter(ruleset.train_cards)
    unseen.subtract(card for card in (*state.market, *state.phase.lying) if card is not None)
    hand = () if isinstance(seen.viewer, Witness) else state.seats[seen.viewer].hand
    for counts in (state.discard, hand):
        unseen.subtract(dict(zip(ruleset.train_kinds, counts, strict=False)))
    return unseen


train_cards = RuleModule(
    name="train_cards",
    settings=TrainCards,
    setup=_deal,
    commands={
        DrawCard: Action(_draw_blind, (PlayingTurn, DrawingSecond)),
        TakeCard: Action(_take_face_up, (PlayingTurn, DrawingSecond)),
    },
    events={
        TrainCardsShuffled: _shuffled,
        HandDealt: _dealt,
        CardDrawn: _drawn,
        NothingDrawn: _nothing_drawn,
        CardTaken: _taken,
        DrawCutShort: _cut_short,
        CardTurnedUp: _turned_up,
        MarketFlushed: _flushed,
        MarketReshuffled: _reshuffled,
    },
    offers={
        PlayingTurn: MadeForRuleset(_first_offers_for),
        DrawingSecond: MadeForRuleset(_second_offers_for),
    },
    settle={Phase: MadeForRuleset(_settle_for)},
    guesses={
        TrainCardsShuffled: _guess_shuffle,
        HandDealt: _guess_deal,
        CardDrawn: _guess_draw,
        MarketReshuffled: _guess_reshuffle,
    },
    imagine=_imagine,
    examples=(
        DrawCutShort(seat=1),
        NothingDrawn(seat=1, last=False),
    ),
)
