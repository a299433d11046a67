"""A mix of decks: players choose how many tickets come from each, at the start and at each draw."""

from collections import Counter

import pytest

from tests.support.boards.italy_iberia import changed, play, position, refused
from tests.support.boards.more_boards import germany
from ttr_core import Witness, redact, start_game, view
from ttr_core.bots.greedy.greedy_bot import choose_greedy
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.engine.shared_slices import TicketChoices, ticket_choice
from ttr_core.model.commands import DrawTickets, KeepTickets
from ttr_core.model.events import TicketDecksChosen, TicketsOffered, TicketsShuffled
from ttr_core.model.ids import DeckName
from ttr_core.model.phases import ChoosingDecks, ChoosingTickets, PlayingTurn
from ttr_core.model.violations import Code
from ttr_core.rules.base.tickets import FirstDecks
from ttr_core.rules.by_post.undo import ProposeUndo

SEED = bytes(32)
SHORT_DECK, LONG_DECK = DeckName("short"), DeckName("long")
SHORT, LONG = (SHORT_DECK,) * 4, (LONG_DECK,) * 4


def decks(seat: int, *names: str) -> dict[str, object]:
    return {"type": "draw_tickets", "seat": seat, "decks": list(names)}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_choose_their_decks_and_then_their_tickets(players: int) -> None:
    game = start_game(germany(players), SEED)
    assert isinstance(game.state.phase, ChoosingDecks)
    for seat in reversed(range(players)):
        assert len(game.legal(seat)) == 5
        game.do(game.legal(seat)[seat % 5])
    assert isinstance(game.state.phase, ChoosingTickets)
    offered = [event for event in game.events if isinstance(event, TicketsOffered)]
    assert [event.seat for event in offered] == list(range(players))
    assert [event.decks.count("short") for event in offered] == [seat % 5 for seat in range(players)]
    for seat in range(players):
        keep = game.legal(seat)[0]
        assert isinstance(keep, KeepTickets)
        assert len(keep.tickets) == 2
        game.do(keep)
    assert isinstance(game.state.phase, PlayingTurn)


def test_what_others_have_chosen_is_hidden_until_the_deal() -> None:
    game = start_game(germany(), SEED)
    game.do(DrawTickets(seat=0, decks=LONG))
    (chosen,) = (event for event in game.events if isinstance(event, TicketDecksChosen))
    assert redact(chosen, 1).decks is None
    assert redact(chosen, 0).decks == LONG
    assert "long" not in str(view(germany(), game.state, Witness.SPECTATOR).rules)


def test_a_choice_of_decks_can_be_taken_back_while_others_choose() -> None:
    game = start_game(germany(), SEED)
    game.do(DrawTickets(seat=0, decks=LONG))
    game.do(ProposeUndo(seat=0))
    assert game.state.phase.waiting == (0, 1)
    assert game.state.slice(FirstDecks).chosen == (None, None)


def test_rejected_tickets_are_shuffled_into_the_whole_deck() -> None:
    game = start_game(germany(), SEED)
    for seat in (0, 1):
        game.do(DrawTickets(seat=seat, decks=SHORT))
    rejected = {ticket for seat in (0, 1) for ticket in ticket_choice(game.state, seat).offer[2:]}
    for seat in (0, 1):
        game.do(game.legal(seat)[0])
    shuffled = [event for event in game.events if isinstance(event, TicketsShuffled)][-1]
    assert (shuffled.deck, shuffled.count) == ("short", 55 - 4)
    assert rejected <= set(shuffled.tickets or ())
    assert game.state.ticket_decks[SHORT_DECK] == shuffled.tickets
    assert game.state.slice(TicketChoices).aside == ()


def test_no_deck_runs_out_before_everybody_has_their_tickets() -> None:
    ruleset = changed("germany", 5, {"rules": {"tickets": {"decks": {"long": ["few"]}}}})
    few = {"rules": {"tickets": {"start": {"deal": {"long": 34}, "mix": 8}}}}
    assert ruleset.decks[LONG_DECK] == ()
    game = start_game(changed("germany", 5, few), SEED)
    longest = max(Counter(c.decks)[LONG_DECK] for c in game.legal(0) if isinstance(c, DrawTickets))
    assert longest == 34 // 5


def test_a_mix_is_refused_when_the_decks_do_not_have_it() -> None:
    ruleset = germany()
    state = position(ruleset, ticket_decks={"short": ["berlin--chemnitz"], "long": ["berlin--koln"]})
    named = ["long", "long", "short", "short"]
    refused(ruleset, state, decks(0, *named), Code.DECK_CHOICE_NOT_ACCEPTED, decks=named)
    _, after = play(ruleset, state, decks(0, "long", "short"))
    assert len(ticket_choice(after, 0).offer) == 2


def test_greedy_begins_with_a_mix_and_later_draws_what_is_cheap() -> None:
    ruleset = germany()
    game = start_game(ruleset, SEED)
    first = choose_greedy(game.situation(0, Dice(0)))
    assert isinstance(first, DrawTickets)
    assert Counter(first.decks) == {"short": 2, "long": 2}
    done = {"routes": ["berlin--leipzig"], "tickets": ["berlin--leipzig"]}
    state = position(ruleset, seats=[done])
    later = choose_greedy(situation_of(ruleset, state, 0, Dice(0)))
    assert later == DrawTickets(seat=0, decks=SHORT)
