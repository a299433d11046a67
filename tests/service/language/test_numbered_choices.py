"""Numbers choose commands: whole games without a word, on every board, with rules that no word file knows."""

import msgspec
import pytest

from service.errors import ServiceError
from service.games.games import Games
from service.language import Reply, Talk, Utterance
from service.language.conversation.numbered_choices import (
    MOST_CHOICES,
    ChoiceList,
    Narrow,
    Play,
    commands_of,
)
from service.language.speech.story import voice_for
from service.language.vocabulary.board_words import first_twins
from tests.support.boards.every_board import PLAYABLE
from tests.support.language.memory_table import ANN, AT, BEN, Room, dealt
from tests.support.language.number_players import play_by_numbers
from tests.support.language.spoken_positions import PLAYERS, moment
from tests.support.rules.stamps import registered_stamps, stamp_document, wordless_stamps
from ttr_core import Ruleset, State, legal_commands
from ttr_core.bots.policy import Dice
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.model.actor import Actor, Role
from ttr_core.model.commands import ClaimRoute, Command, DrawCard
from ttr_core.model.ids import RouteId, SeatId
from ttr_core.model.message import type_name

NAMES = ("Ann", "Ben", "Cy")


def by_number(room: Room) -> set[str]:
    """The phases of a whole game that was played by numbers alone."""

    def say(seat: SeatId, text: str) -> str:
        return room.say(seat, text).text

    return play_by_numbers(room.games, room.game, say, Dice(1))


# whole games


@pytest.mark.parametrize("board", PLAYABLE)
def test_a_whole_game_by_numbers_alone(board: str) -> None:
    phases = by_number(Room(board, NAMES[: PLAYERS.get(board, 2)]))
    assert {"playing_turn", "drawing_second"} < phases


def test_a_rule_that_no_word_file_knows_is_played_by_numbers() -> None:
    with registered_stamps(wordless_stamps):
        room = Room("usa-stamps", own=msgspec.json.encode(stamp_document()))
        assert "choosing_stamp" in by_number(room)


# every choice of every phase


def every_command(ruleset: Ruleset, state: State, seat: SeatId) -> set[Command]:
    """What can be played by numbers alone, whatever the choices on the way."""
    legal, offer = legal_commands(ruleset, state, seat), ticket_choice(state, seat).offer
    room = Room("usa")
    loaded = msgspec.structs.replace(room.games.cache.read_latest(room.game), ruleset=ruleset, state=state)
    lists = ChoiceList(voice_for(loaded, "en", seat), legal, offer)
    waiting, seen, played = [lists.tickets() or lists.among(legal)], set[bytes](), set[Command]()
    while waiting:
        options = waiting.pop().options
        assert len(options) <= MOST_CHOICES
        assert len({option.label for option in options}) == len(options)
        for act in (option.act for option in options):
            if isinstance(act, Play):
                played |= set(commands_of(act))
            elif isinstance(act, Narrow) and msgspec.json.encode(act) not in seen:
                seen.add(msgspec.json.encode(act))
                waiting.append(lists.narrowed(act))
    return played


@pytest.mark.parametrize(
    ("board", "phase"),
    [
        *((board, "playing_turn") for board in PLAYABLE),
        ("europe", "keeping_tickets"),
        ("europe+stations=own", "choosing_borrowed_routes"),
        ("europe", "paying_tunnel"),
        ("germany", "choosing_decks"),
        ("iberia", "choosing_festival"),
        ("iberia", "picking_ticket"),
        ("italy", "choosing_tickets"),
        ("nordic", "paying_in_steps"),
        ("pennsylvania", "choosing_share"),
        ("usa", "drawing_second"),
    ],
)
def test_numbers_reach_every_legal_command(board: str, phase: str) -> None:
    """Of equal tracks side by side, the first stands for all."""
    ruleset, state, seat = moment(board, phase)
    legal = legal_commands(ruleset, state, seat)
    played = every_command(ruleset, state, seat)
    assert played <= set(legal)
    assert {on_first_track(ruleset, command) for command in legal} == {
        on_first_track(ruleset, command) for command in played
    }


def on_first_track(ruleset: Ruleset, command: Command) -> Command:
    if not isinstance(command, ClaimRoute):
        return command
    return msgspec.structs.replace(command, route=RouteId(first_twins(ruleset)[command.route]))


# step by step


def rich(room: Room) -> Room:
    """Everybody has drawn many cards."""
    for _ in range(8):
        room.say(ANN, "draw 2")
        room.say(BEN, "draw 2")
    return room


def test_a_route_is_chosen_first_and_then_how_it_is_paid() -> None:
    room = rich(dealt())
    moves = room.say(ANN, "what can I do?")
    claims = next(choice for choice in moves.choices if choice.label.startswith("Claim a route ("))
    routes = room.say(ANN, str(claims.number))
    several = next(choice for choice in routes.choices if "ways" in choice.label)
    ways = room.say(ANN, str(several.number))
    route = several.label.partition(" (")[0]
    assert all(choice.label.startswith(route) for choice in ways.choices)
    done = room.say(ANN, "2")
    assert done.events[0].type == "route_claimed"
    paid = ways.choices[1].label.partition(": ")[2]
    assert f"with {paid}" in done.public or paid in done.text


@pytest.mark.parametrize("more", ["more", "suite", str(MOST_CHOICES)])
def test_a_long_list_is_shown_page_by_page_and_then_from_its_beginning(more: str) -> None:
    room = rich(dealt())
    first = room.say(ANN, "claim")
    labels, page = list[str](), first
    while not labels or page.choices != first.choices:
        assert page.choices[-1].label == "Show more"
        labels += [choice.label for choice in page.choices[:-1]]
        page = room.say(ANN, more)
    assert len(labels) == len(set(labels)) > MOST_CHOICES
    assert room.say(ANN, "1").choices or room.version > first.version


def test_words_narrow_what_a_number_has_narrowed() -> None:
    room = rich(dealt())
    moves = room.say(ANN, "what can I do?")
    claims = next(choice for choice in moves.choices if choice.label.startswith("Claim a route ("))
    routes = room.say(ANN, str(claims.number))
    city = routes.choices[0].label.partition(" – ")[0]
    assert all(city in choice.label for choice in room.say(ANN, city).choices)


def test_tickets_are_kept_by_their_numbers() -> None:
    room = Room()
    offer = ticket_choice(room.games.cache.read_latest(room.game).state, ANN).offer
    question = room.say(ANN, "1")
    assert [choice.number for choice in question.choices] == [1, 2, 3]
    assert all(f"{choice.number}) {choice.label}" in question.text for choice in question.choices)
    kept = room.say(ANN, "1 3").events[0]
    assert (kept.type, kept.data["tickets"]) == ("tickets_chosen", (offer[0], offer[2]))


def test_one_ticket_asks_which_others() -> None:
    room = Room()
    room.say(ANN, "what can I do?")
    ways = room.say(ANN, "2")
    assert len(ways.choices) == 3, "with the first, with the third, or with both"
    offer = ticket_choice(room.games.cache.read_latest(room.game).state, ANN).offer
    assert offer[1] in room.say(ANN, "1").events[0].data["tickets"]


# answers that come late, or to another process


def elsewhere(room: Room) -> Talk:
    """Another process on the same store."""
    return Talk(Games(room.games.store, lambda game, version: None, lambda: AT))


def say_elsewhere(room: Room, who: SeatId, text: str) -> Reply:
    talk = elsewhere(room)
    loaded = Games(room.games.store, lambda game, version: None, lambda: AT).cache.read_latest(room.game)
    return talk.hear(Utterance(loaded=loaded, viewer=who, text=text))


@pytest.mark.parametrize("by_button", [True, False])
def test_a_question_is_answered_after_a_restart(by_button: bool) -> None:
    room = dealt()
    question = room.say(ANN, "take")
    choice = question.choices[1]
    done = say_elsewhere(room, ANN, choice.button if by_button else "2")
    assert done.events[0].type == "card_taken"
    assert done.text.startswith(f"You take a {choice.label.rpartition(': ')[2]} face-up card.")


@pytest.mark.parametrize("answer", ["1", "2 3"])
def test_an_outdated_number_plays_nothing_and_asks_anew(answer: str) -> None:
    room = Room()
    room.say(ANN, "what can I do?")
    for who in (ANN, BEN):
        room.say(who, "keep all")
    draw_elsewhere(room, ANN)
    before = room.version
    reply = room.say(ANN, answer)
    assert reply.text.startswith("That question is no longer open.")
    assert room.version == before
    assert reply.choices[0].say == "draw a card"
    assert room.say(ANN, "1").events[0].type == "card_drawn"


def draw_elsewhere(room: Room, seat: SeatId) -> None:
    loaded = room.games.cache.read_latest(room.game)
    room.games.perform(loaded, [DrawCard(seat=seat)], Actor(Role.SEAT, seat))


def test_tickets_stay_open_while_others_choose_theirs() -> None:
    room = Room()
    room.say(ANN, "what can I do?")
    room.say(BEN, "keep all")
    assert room.say(ANN, "1 2").events[0].type == "tickets_chosen"


def test_a_button_of_an_earlier_question_plays_nothing() -> None:
    """Not even if the new question offers the same."""
    room = dealt()
    draw = next(choice for choice in room.say(ANN, "what can I do?").choices if "deck" in choice.label)
    room.say(ANN, draw.button)
    before = room.version
    again = room.say(ANN, draw.button)
    assert again.text.startswith("That question is no longer open.")
    assert room.version == before
    assert any(choice.say == draw.say for choice in again.choices)
    assert room.say(ANN, "1").events


def test_an_outdated_yes_does_nothing() -> None:
    room = dealt()
    room.say(ANN, "preview draw")
    draw_elsewhere(room, ANN)
    before = room.version
    assert room.say(ANN, "yes").text.startswith("That question is no longer open.")
    assert room.version == before


def test_an_answer_that_somebody_else_overtakes_plays_nothing() -> None:
    """As when a button is pressed twice at once: both presses find the question open, one of them is first."""
    room = dealt()
    draw = next(choice for choice in room.say(ANN, "what can I do?").choices if "deck" in choice.label)
    loaded = room.games.cache.read_latest(room.game)
    pressed = Utterance(loaded=loaded, viewer=ANN, text=draw.button)
    meaning = room.talk.understand(pressed)
    draw_elsewhere(room, ANN)
    before = room.version
    reply = room.talk.answer(pressed, meaning)
    assert reply.text.startswith("That question is no longer open.")
    assert (room.version, reply.version) == (before, before)
    assert room.say(ANN, "1").events


def test_an_answer_for_another_version_than_the_speaker_has_seen_is_refused() -> None:
    room = dealt()
    question = room.say(ANN, "what can I do?")
    with pytest.raises(ServiceError, match="stale_version"):
        room.say(ANN, str(question.choices[0].number), expected=room.version - 1)


def test_a_question_of_another_version_of_the_program_is_forgotten() -> None:
    room = dealt()
    room.games.store.keep_note(room.game, f"question:{ANN}", '{"version": 1, "says": ["draw"]}')
    assert room.say(ANN, "1").choices


def test_a_command_that_the_program_does_not_know_any_more_is_asked_anew() -> None:
    room = dealt()
    room.say(ANN, "what can I do?")
    note = room.games.store.note(room.game, f"question:{ANN}")
    assert note
    room.games.store.keep_note(room.game, f"question:{ANN}", note.replace("draw_card", "draw_cards"))
    number = next(n for n, say in enumerate(msgspec.json.decode(note)["says"], 1) if say == "draw a card")
    before = room.version
    assert room.say(ANN, str(number)).text.startswith("That question is no longer open.")
    assert room.version == before


def test_no_declines_a_tunnel_even_if_it_was_asked_with_numbers() -> None:
    room = Room("europe")
    _, state, seat = moment("europe", "paying_tunnel")
    loaded = msgspec.structs.replace(room.games.cache.read_latest(room.game), state=state)
    room.talk.hear(Utterance(loaded=loaded, viewer=seat, text="what can I do?"))
    no = room.talk.understand(Utterance(loaded=loaded, viewer=seat, text="no"))
    assert [type_name(type(command)) for command in no.heard.commands] == ["withdraw_tunnel"]


def test_routes_on_the_way_to_tickets_come_first() -> None:
    ruleset, state, seat = moment("usa", "playing_turn")
    legal = [command for command in legal_commands(ruleset, state, seat) if isinstance(command, ClaimRoute)]
    room = Room("usa")
    loaded = msgspec.structs.replace(room.games.cache.read_latest(room.game), ruleset=ruleset, state=state)
    voice = voice_for(loaded, "en", seat)
    lists = ChoiceList(voice, legal, (), frozenset({"dallas--houston--1"}))
    assert lists.among(legal).options[0].label.startswith("Dallas – Houston")
    assert not ChoiceList(voice, legal, ()).among(legal).options[0].label.startswith("Dallas – Houston")
