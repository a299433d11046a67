"""Tickets on offer that are sorted in passing, by a yes or no, by why they are not wanted, or by their length."""

import pytest

from service.language import Effect
from service.language.grammar.interpretation import hear
from tests.support.language.memory_table import ANN, BEN, Room
from tests.support.language.readings import reading
from tests.support.language.spoken_positions import situation
from ttr_core.model.commands import KeepTickets
from ttr_core.model.ids import DeckName

USA = situation("usa", "choosing_tickets")
KEEPING = situation("usa", "keeping_tickets")


def _city(number: int) -> str:
    ticket = USA.ruleset.tickets[USA.offer[number - 1]]
    return str(ticket.a).replace("_", " ")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("1 and 2 yes, 3 no", "1 2"),
        ("yes to 1 and 3, no to 2", "1 3"),
        ("the first and the last yes, the second one no thanks", "1 3"),
        ("la 1 et la 2 oui, la 3 non", "1 2"),
        ("oui pour la première et la dernière, non pour la deuxième", "1 3"),
        ("I'll hang on to the first two, {3} is way too far", "1 2"),
        ("keep 1 and 3, {2} is not worth it", "1 3"),
        ("je garde les deux premières, {3} c'est trop loin", "1 2"),
    ],
)
def test_tickets_are_sorted_by_a_yes_or_no_or_by_a_reason(text: str, kept: str) -> None:
    words = text.format(*[""] + [_city(number) for number in (1, 2, 3)])
    assert reading(USA, words) == f"keep_tickets {kept}"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("keep 2, bin the others", "2"),
        ("2 only, rest in the bin", "2"),
        ("1 is fine, the others no", "1"),
        ("the first two are fine, not the last one", "1 2"),
        ("the last two work for me, the first doesn't", "2 3"),
        ("not 1, the others are fine", "2 3"),
        ("je garde la 2, les autres à la poubelle", "2"),
        ("juste la 2, le reste poubelle", "2"),
        ("la première me va, les autres non", "1"),
        ("les deux premières me vont, la dernière non", "1 2"),
        ("garde la 1 et la 3, la 2 à la poubelle", "1 3"),
        ("je ne garde que la 3", "3"),
        ("la 2 et rien d'autre", "2"),
        ("les 3", "1 2 3"),
    ],
)
def test_what_is_wanted_is_kept_and_the_rest_is_not(text: str, kept: str) -> None:
    assert reading(KEEPING, text) == f"keep_tickets {kept}"


@pytest.mark.parametrize("text", ["2 only, rest in the bin", "la première me va, les autres non"])
def test_fewer_than_have_to_be_kept_are_refused(text: str) -> None:
    heard = hear(USA, text)
    assert heard.understood is not None
    assert not heard.is_clear


@pytest.mark.parametrize(
    "text", ["keep the first two, timbuktu is too far", "{3} is too far", "{3} est trop loin"]
)
def test_what_only_sounds_like_a_choice_is_not_made(text: str) -> None:
    heard = hear(USA, text.format(*[""] + [_city(number) for number in (1, 2, 3)]))
    assert heard.tentative or not heard.commands


def test_a_reason_against_a_ticket_that_is_kept_is_asked_about() -> None:
    heard = hear(USA, f"keep the first two, {_city(1)} is too far")
    assert heard.tentative


@pytest.mark.parametrize(
    "text",
    [
        "medium and short yes, long one no thanks",
        "keep the medium and the short one",
        "la moyenne et la courte oui, la longue non",
    ],
)
def test_a_deck_names_the_ticket_that_is_from_it(text: str) -> None:
    world = situation("world-dense", "keeping_tickets")
    heard = hear(world, text)
    medium, short = (world.ruleset.decks[DeckName(name)] for name in ("medium", "short"))
    offered = [sum(one in deck for one in world.offer) for deck in (medium, short)]
    assert offered == [1, 1]
    (command,) = heard.commands
    assert isinstance(command, KeepTickets)
    assert all(one in (*medium, *short) for one in command.tickets)


def test_the_cheapest_of_tickets_with_several_values_is_asked_for() -> None:
    """By its best end one ticket is worth more than the other, by its least end less."""
    swiss = situation("switzerland", "keeping_tickets")
    several = next(t for t in swiss.ruleset.tickets if len(swiss.ruleset.tickets[t].goals) > 1)
    low, high = (pick(points for _, points in swiss.ruleset.tickets[several].goals) for pick in (min, max))
    plain = next(
        t
        for t, ticket in swiss.ruleset.tickets.items()
        if len(ticket.goals) == 1 and low < ticket.goals[0][1] < high
    )
    offer = (several, plain)
    legal = [KeepTickets(seat=0, tickets=(one,)) for one in offer]
    heard = hear(swiss._replace(offer=offer, legal=legal), "just the cheapest")
    assert set(heard.options) == set(legal)


@pytest.mark.parametrize(
    ("text", "said"),
    [("2 long and 2 short for me", "dealt already"), ("deux longues et deux courtes", "déjà distribuées")],
)
def test_the_decks_of_tickets_that_are_dealt_are_settled(text: str, said: str) -> None:
    room = Room("germany")
    for who in (ANN, BEN):
        room.say(who, "2 long and 2 short")
    reply = room.say(ANN, text)
    assert reply.did is Effect.NOTHING
    assert said in reply.text


@pytest.mark.parametrize(
    "text", ["all three look good", "keep all 3", "les trois me vont", "toutes les trois"]
)
def test_all_of_another_number_than_are_on_offer_asks_which(text: str) -> None:
    """Four lie there: to keep all of them cannot be taken back."""
    assert Room("europe").say(ANN, text).did is Effect.ASKED
    assert Room("usa").say(ANN, text).did is Effect.MOVED


def test_the_cheapest_one_is_not_all_but_the_dear_one() -> None:
    """« moins » stands for « sauf » in « toutes moins la longue », but not in « la moins chère »."""
    offer = situation("usa", "choosing_tickets")
    cheapest = hear(offer, "la longue et la moins chère")
    kept = [one for one in (*cheapest.commands, *cheapest.options) if isinstance(one, KeepTickets)]
    assert {len(one.tickets) for one in kept} == {2}
    assert reading(offer, "toutes moins la longue").startswith("keep_tickets ")
