"""Shuffles are fair, follow from the seed as documented, and can be repeated once the game is over."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from math import factorial
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.boards.every_board import ESSENTIAL, PLAYABLE, Case, player_numbers
from tests.support.whole_games.played_games import Plan, Record, play
from ttr_core import Event, Ruleset, SeededRandomness, State, commitment, evolve
from ttr_core.engine.randomness import BLOCK, derive_key, hmac_sha256
from ttr_core.engine.shared_slices import TicketChoices
from ttr_core.history.codec import event_types
from ttr_core.model.events import (
    GameCreated,
    GameStarted,
    MarketReshuffled,
    SeatTaken,
    SeedRevealed,
    TicketsReturned,
    TicketsShuffled,
    TrainCardsShuffled,
)
from ttr_core.rules.variants.drafts import DRAFT_CARD, DraftCardMixedIn, Drafts
from ttr_core.rules.variants.festivals import Festivals, FestivalsMixedIn

SEED = bytes(range(32))
WORDS = ("rain, steam", "éclair", "")
KEY_ALONE = "d38b42096d80f45f826b44a9d5607de72496a415d3f4a1a8c88e3bb9da8dc1cb"
KEY_WITH_WORDS = "6e8f21fe8ffbc84715e0814a0ef467700268f40e570f50186ee87272d77ab8e2"
TWELVE = (11, 1, 4, 2, 3, 5, 9, 7, 8, 6, 0, 10)
TWELVE_WITH_WORDS = (11, 9, 3, 10, 4, 6, 1, 5, 2, 8, 7, 0)
LETTERS = ("a", "b", "f", "g", "e", "d", "h", "c")


def documented_shuffle(seed: bytes, entropy: tuple[str, ...], label: str, items: list[str]) -> list[str]:
    """The description in docs/fairness.md, programmed a second time."""
    texts = [text.encode("utf-8") for text in entropy]
    message = b"".join(str(len(text)).encode() + b":" + text for text in texts)
    key = hmac.new(seed, message, hashlib.sha256).digest()
    stream: list[int] = []
    block = 0
    result, last = list(items), len(items) - 1
    while last > 0:
        if not stream:
            digest = hmac.new(key, f"{label}/{block}".encode(), hashlib.sha256).digest()
            stream = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
            block += 1
        word, choices = stream.pop(0), last + 1
        if word < 2**32 // choices * choices:
            result[last], result[word % choices] = result[word % choices], result[last]
            last -= 1
    return result


# --------------------------------------------------------------------------------------- known answers


@given(st.binary(max_size=3 * BLOCK), st.binary(max_size=300))
@example(b"", b"")
@example(bytes(BLOCK), b"message")
@example(b"k" * (BLOCK + 1), b"message")
def test_our_hmac_is_that_of_the_standard_library(key: bytes, message: bytes) -> None:
    assert hmac_sha256(key, message) == hmac.digest(key, message, "sha256")


def test_known_answers() -> None:
    """Written down once: another program, or this one in ten years, must arrive at the same."""
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert derive_key(SEED, ()).hex() == KEY_ALONE
    assert derive_key(SEED, WORDS).hex() == KEY_WITH_WORDS
    assert SeededRandomness(SEED).shuffle("train_cards/1", range(12)) == TWELVE
    assert SeededRandomness(SEED, WORDS).shuffle("train_cards/1", range(12)) == TWELVE_WITH_WORDS
    assert SeededRandomness(SEED, WORDS).shuffle("tickets/2", "abcdefgh") == LETTERS


@given(
    seed=st.binary(min_size=32, max_size=32),
    entropy=st.lists(st.text(max_size=20), max_size=5).map(tuple),
    label=st.text(max_size=20),
    size=st.integers(0, 130),
)
def test_shuffles_follow_the_description(
    seed: bytes, entropy: tuple[str, ...], label: str, size: int
) -> None:
    items = [str(number) for number in range(size)]
    expected = documented_shuffle(seed, entropy, label, items)
    assert list(SeededRandomness(seed, entropy).shuffle(label, items)) == expected
    assert sorted(expected) == sorted(items)


# ------------------------------------------------------------------------------------------- fairness


@pytest.mark.parametrize(("size", "limit"), [(2, 10.8), (3, 20.5), (4, 49.7)])
def test_every_order_is_as_likely_as_any_other(size: int, limit: float) -> None:
    """Chi-square over all orders; the limits are exceeded by chance once in a thousand seeds, not by this one."""
    rng, rounds = SeededRandomness(SEED), 400 * factorial(size)
    orders = Counter(rng.shuffle(f"trial/{number}", range(size)) for number in range(rounds))
    assert set(orders) == set(permutations(range(size)))
    assert sum((count - 400) ** 2 / 400 for count in orders.values()) < limit


def test_every_place_is_as_likely_as_any_other_in_a_whole_deck() -> None:
    """Where the first card of 110 ends up, over 11000 shuffles: 109 degrees of freedom."""
    rng, rounds = SeededRandomness(SEED), 11_000
    places = Counter(rng.shuffle(f"deck/{number}", range(110)).index(0) for number in range(rounds))
    assert sum((places[place] - 100) ** 2 / 100 for place in range(110)) < 159


def test_words_that_would_bias_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """4294967295 is the one 32-bit word too many for three choices: it picks nothing, the next one does."""
    rng = SeededRandomness(SEED)
    monkeypatch.setattr(rng, "_words", lambda label: iter([2**32 - 1, 1, 0]))
    assert rng.shuffle("any", "abc") == ("c", "a", "b")
    monkeypatch.setattr(rng, "_words", lambda label: iter([1, 0]))
    assert rng.shuffle("any", "abc") == ("c", "a", "b")


def test_shuffles_are_repeatable_and_differ_by_label_seed_and_entropy() -> None:
    def order(seed: bytes = SEED, entropy: tuple[str, ...] = (), label: str = "x/1") -> tuple[int, ...]:
        return SeededRandomness(seed, entropy).shuffle(label, range(50))

    assert order() == order()
    different = [
        order(),
        order(label="x/2"),
        order(label="y/1"),
        order(entropy=("a",)),
        order(seed=bytes(32)),
    ]
    split = [order(entropy=("ab", "c")), order(entropy=("a", "bc")), order(entropy=("abc",))]
    assert len({*different, *split}) == len(different) + len(split)


def test_shuffling_leaves_its_items_alone() -> None:
    items = list(range(20))
    SeededRandomness(SEED).shuffle("x", items)
    assert items == list(range(20))


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SeededRandomness(bytes(size))


# ----------------------------------------------------------------------------------------- whole games


def revealed(record: Record) -> tuple[bytes, tuple[str, ...]]:
    """The seed and what the players added, from the events alone."""
    events = record.events
    (seed,) = (event.seed for event in events if isinstance(event, SeedRevealed))
    texts = {event.seat: event.entropy for event in events if isinstance(event, SeatTaken)}
    return bytes.fromhex(seed), tuple(texts[seat] for seat in sorted(texts))


Lay = Callable[[Ruleset, State, Any], Sequence[str]]  # given a shuffle of the type it is registered for


def _box_or_discards(ruleset: Ruleset, state: State, event: TrainCardsShuffled) -> Sequence[str]:
    if not any(state.discard):
        return ruleset.train_cards
    kinds = zip(ruleset.train_kinds, state.discard, strict=True)
    return [kind for kind, count in kinds for _ in range(count)]


def _box_or_deck_and_rejects(ruleset: Ruleset, state: State, event: TicketsShuffled) -> Sequence[str]:
    if event.deck not in state.ticket_decks:
        return ruleset.decks[event.deck]
    back = [ticket for ticket in state.slice(TicketChoices).aside if ruleset.deck_of[ticket] == event.deck]
    return sorted((*state.ticket_decks[event.deck], *back))


def _rejects(ruleset: Ruleset, state: State, event: TicketsReturned) -> Sequence[str]:
    return sorted(
        ticket for ticket in state.slice(TicketChoices).aside if ruleset.deck_of[ticket] == event.deck
    )


def _deck_and_festivals(ruleset: Ruleset, state: State, event: FestivalsMixedIn) -> Sequence[str]:
    festivals = ruleset.setting(Festivals).festivals
    cards = [festival.card for festival in festivals for _ in range(festival.cards)]
    return (*state.deck[state.drawn :], *cards)


def _around_the_draft_card(ruleset: Ruleset, state: State, event: DraftCardMixedIn) -> Sequence[str]:
    share, whole = ruleset.setting(Drafts).card_at
    place = state.cards_left * share // whole
    assert event.above == place - 6
    return (*state.deck[state.drawn :][place - 6 : place + 6], DRAFT_CARD)


def _discards_and_market(ruleset: Ruleset, state: State, event: MarketReshuffled) -> Sequence[str]:
    cards = [c for kind, n in zip(ruleset.train_kinds, state.discard, strict=True) for c in [kind] * n]
    return ruleset.in_order((*cards, *(card for card in state.market if card is not None)))


# every event that numbers a shuffle: its label, the field that holds the outcome, and what lay there before
SHUFFLES: dict[type[Event], tuple[str, str, Lay]] = {
    TrainCardsShuffled: ("train_cards", "cards", _box_or_discards),
    TicketsShuffled: ("tickets", "tickets", _box_or_deck_and_rejects),
    TicketsReturned: ("tickets", "tickets", _rejects),
    FestivalsMixedIn: ("festivals", "cards", _deck_and_festivals),
    DraftCardMixedIn: ("draft_card", "cards", _around_the_draft_card),
    MarketReshuffled: ("train_cards", "deck", _discards_and_market),
}


def test_every_numbered_shuffle_can_be_checked() -> None:
    numbered = {kind for kind in event_types() if "number" in kind.__struct_fields__}
    assert numbered == set(SHUFFLES)


@pytest.mark.parametrize("board", PLAYABLE)
def test_the_shuffles_of_a_game_follow_from_its_revealed_seed(board: str) -> None:
    plan = Plan(Case(board, player_numbers(board)[0]), 7, ("builds short", "hoards"), entropy=WORDS)
    record = play(plan)
    seed, entropy = revealed(record)
    state, numbers = record.ruleset.new_state(), []
    for event in record.events:
        if type(event) in SHUFFLES:
            label, field, lay = SHUFFLES[type(event)]
            numbers.append(state.shuffles + 1)
            before = [str(item) for item in lay(record.ruleset, state, event)]
            after = documented_shuffle(seed, entropy, f"{label}/{numbers[-1]}", before)
            assert after == list(getattr(event, field))
        state = evolve(record.ruleset, state, event)
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 2, "the box and the tickets"
    assert len(numbers) >= 3 or board not in ESSENTIAL, "and the discards, unless a small board needs none"


@pytest.mark.parametrize("board", PLAYABLE)
def test_the_seed_was_committed_to_before_the_deal(board: str) -> None:
    record = play(Plan(Case(board, player_numbers(board)[0]), 8, entropy=WORDS))
    seed, entropy = revealed(record)
    created = record.events[0]
    assert isinstance(created, GameCreated)
    assert created.commitment == hashlib.sha256(seed).hexdigest()
    (started,) = (event for event in record.events if isinstance(event, GameStarted))
    players = [str(seat) for seat in range(created.players)]
    assert documented_shuffle(seed, entropy, "first_player", players)[0] == str(started.first)
