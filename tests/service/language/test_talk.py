"""Talking about a game: doing, asking and being answered, previews, languages, and what is whose secret."""

import re

import msgspec
import pytest

from service.errors import ServiceError
from service.games.commit import Key
from service.language import Effect, Utterance
from service.language.conversation.numbered_choices import MOST_CHOICES
from service.message_types import SEAT_COMMANDS
from tests.support.http.service_games import finish
from tests.support.language.every_text import every_text
from tests.support.language.memory_table import ANN, BEN, Room, dealt
from tests.support.language.spoken_positions import moment
from ttr_core.model.ids import Witness
from ttr_core.model.state import put
from ttr_core.rules.variants.tunnels import PayTunnel

COLOURS = ("white", "blue", "yellow", "green", "red", "purple", "black", "orange", "locomotive")

# doing
CURE = "'What can I do?' shows what is possible."
NO_SEAT = "You have no seat in this game, but you can watch: 'map', 'score', 'history'."


def test_what_is_surely_meant_is_done() -> None:
    room = dealt()
    before = room.version
    reply = room.say(ANN, "prends 2 au hasard")
    assert [event.type for event in reply.events].count("card_drawn") == 2
    assert reply.version == room.version > before
    assert reply.text.startswith("Vous piochez une ")
    assert reply.public == "Ann pioche une carte en aveugle.\nAnn pioche une carte en aveugle."


def test_what_only_the_player_may_know_is_private() -> None:
    room = dealt()
    drawn = room.say(ANN, "draw")
    assert drawn.private
    assert not any(colour in drawn.public for colour in COLOURS)
    room.say(ANN, "draw")
    offered = room.say(BEN, "draw tickets")
    assert offered.private
    assert offered.public == "Ben draws tickets."
    assert "1) " in offered.text


def test_an_open_card_is_no_secret() -> None:
    room = dealt()
    market = room.games.cache.read_latest(room.game).state.market
    card = next(card for card in market if card and card != "locomotive")
    reply = room.say(ANN, f"take {card}")
    assert reply.public.startswith("Ann takes ")
    assert not reply.private


def test_two_cards_are_asked_about_where_only_one_is_left() -> None:
    room = dealt()
    room.say(ANN, "draw")
    reply = room.say(ANN, "draw 2")
    assert (reply.events, [choice.say for choice in reply.choices]) == ((), ["draw a card"])
    assert room.say(ANN, "yes").did is Effect.MOVED
    assert room.games.cache.read_latest(room.game).state.phase.waiting == (BEN,)


def test_what_is_asked_next_comes_with_choices() -> None:
    room = dealt()
    first = room.say(ANN, "draw")
    assert "Your second card" in first.text
    assert first.choices[0].say == "draw a card"
    assert "card_drawn" in {event.type for event in room.say(ANN, "1").events}


def test_a_key_that_was_used_gets_its_answer_again() -> None:
    room = dealt()
    first = room.say(ANN, "draw", key=Key("k", "draw"))
    again = room.say(ANN, "draw", key=Key("k", "draw"))
    assert again.events == first.events
    assert again.version == first.version == room.version
    with pytest.raises(ServiceError, match="idempotency_key_reused"):
        room.say(ANN, "draw 2", key=Key("k", "draw 2"))


def test_a_stale_version_is_refused() -> None:
    room = dealt()
    with pytest.raises(ServiceError, match="stale_version"):
        room.say(ANN, "draw", expected=room.version - 1)
    assert room.say(ANN, "score", expected=room.version - 1).text


def test_only_who_is_to_act_acts() -> None:
    room = dealt()
    before = room.version
    assert "It is not your turn. We are waiting for Ann" in room.say(BEN, "draw").text
    assert room.say(Witness.SPECTATOR, "draw").text == NO_SEAT
    assert room.version == before


# asking


def test_a_question_is_answered_by_number() -> None:
    room = dealt()
    question = room.say(ANN, "take")
    assert question.private
    assert [choice.number for choice in question.choices] == list(range(1, len(question.choices) + 1))
    assert all(f"{choice.number}) {choice.label}" in question.text for choice in question.choices)
    done = room.say(ANN, str(len(question.choices)))
    assert done.events[0].type == "card_taken"
    assert done.public.startswith("Ann takes ")


def test_what_a_choice_says_picks_it_by_itself() -> None:
    room = dealt()
    for choice in room.say(ANN, "what can I do?").choices:
        reply = room.say(ANN, f"preview {choice.say}")
        assert reply.choices, choice.say
        room.say(ANN, "never mind")


def test_long_lists_are_cut_and_narrowed_by_more_words() -> None:
    room = dealt()
    for _ in range(8):
        room.say(ANN, "draw 2")
        room.say(BEN, "draw 2")
    question = room.say(ANN, "claim")
    assert len(question.choices) == MOST_CHOICES
    assert "Narrow it down" in question.text
    city = question.choices[0].say.removeprefix("claim ").partition(" – ")[0]
    narrowed = room.say(ANN, city)
    assert all(city in choice.label for choice in narrowed.choices)
    assert not narrowed.events


def test_a_question_is_forgotten_when_the_game_has_moved_on() -> None:
    room = dealt()
    room.say(ANN, "take")
    room.say(ANN, "draw 2")
    assert not room.say(ANN, "1").events


def test_a_question_belongs_to_one_seat() -> None:
    room = Room()
    question = room.say(ANN, "keep")
    assert question.choices
    assert not room.say(BEN, "4").events
    assert room.say(ANN, "4").events


def test_no_leaves_a_question() -> None:
    room = dealt()
    room.say(ANN, "take")
    assert room.say(ANN, "non").text == "Très bien, rien n'a été fait."
    assert not room.say(ANN, "1").events


def test_one_doubtful_reading_is_confirmed_by_yes() -> None:
    room = dealt()
    question = room.say(ANN, "tickets")
    assert len(question.choices) == 1
    assert room.say(ANN, "yes").events[0].type == "tickets_offered"


@pytest.mark.parametrize("word", ["yes", "oui"])
def test_yes_to_a_tunnel_with_several_ways_to_pay_lists_them(word: str) -> None:
    room = Room("europe")
    _, state, seat = moment("europe", "paying_tunnel")
    rich = msgspec.structs.replace(state.seats[seat], hand=(3,) * len(state.seats[seat].hand))
    paying = msgspec.structs.replace(state, seats=put(state.seats, seat, rich))
    loaded = msgspec.structs.replace(room.games.cache.read_latest(room.game), state=paying)
    question = room.talk.hear(Utterance(loaded=loaded, viewer=seat, text=word))
    assert [choice.number for choice in question.choices] == [1, 2]
    assert all(f"{choice.number}) {choice.label}" in question.text for choice in question.choices)
    assert question.private
    second = room.talk.understand(Utterance(loaded=loaded, viewer=seat, text="2"))
    assert [type(command) for command in second.heard.commands] == [PayTunnel]


def test_yes_without_a_question_says_that_nothing_was_asked() -> None:
    room = dealt()
    assert room.say(ANN, "yes").text == "There is no open question. Ask 'what can I do?'."
    assert room.say(ANN, "non").text.startswith("Il n'y a pas de question en attente.")


def test_cards_without_a_verb_are_confirmed_before_they_are_taken() -> None:
    room = dealt()
    before = room.version
    assert "draw 2" in room.say(ANN, "2 blind cards").text
    assert room.version == before
    assert [event.type for event in room.say(ANN, "yes").events].count("card_drawn") == 2


# previews


@pytest.mark.parametrize(("text", "flag"), [("preview draw 2", False), ("draw 2", True)])
def test_a_preview_asks_and_does_nothing(text: str, flag: bool) -> None:
    room = dealt()
    before = room.version
    question = room.say(ANN, text, preview=flag)
    assert "draw 2" in question.text
    assert room.version == before
    assert not any(colour in question.text for colour in COLOURS)
    done = room.say(ANN, "yes", preview=flag)
    assert [event.type for event in done.events].count("card_drawn") == 2


def test_a_preview_that_is_declined_is_forgotten() -> None:
    room = dealt()
    room.say(ANN, "aperçu piocher")
    assert not room.say(ANN, "non").events
    assert not room.say(ANN, "oui").events


# languages


def test_the_answer_is_in_the_language_of_the_text_or_in_the_one_asked_for() -> None:
    room = dealt()
    assert room.say(ANN, "ma main").text.startswith("Votre main\u00a0: ")
    assert room.say(ANN, "my hand").text.startswith("Your hand: ")
    reply = room.say(ANN, "my hand", "fr")
    assert reply.text.startswith("Votre main\u00a0: ")
    assert reply.lang == "en"
    assert room.say(ANN, "score", "fr").lang == "fr"
    assert "points" in room.say(ANN, "score").text


# looking


def test_looks_of_a_player_are_private_where_they_hold_secrets() -> None:
    room = dealt()
    looks = {text: room.say(ANN, text) for text in ("my hand", "my tickets", "what can i do?", "history")}
    assert all(reply.private for reply in looks.values())
    assert looks["my hand"].picture == "hand"
    for text in ("map", "map boston", "market", "score", "who are we waiting for?", "help"):
        assert not room.say(ANN, text).private
    assert room.say(ANN, "map").picture == "board"


def test_a_spectator_sees_what_lies_open_and_nothing_else() -> None:
    room = dealt()
    room.say(ANN, "draw 2")
    assert room.say(Witness.SPECTATOR, "my hand").text == NO_SEAT
    history = room.say(Witness.SPECTATOR, "history")
    assert "Ann draws a card." in history.text
    assert not history.private
    assert "Ben" in room.say(Witness.SPECTATOR, "qui attend-on ?").text
    assert room.say(Witness.SPECTATOR, "what can I do?").choices == ()


def test_history_since_the_last_turn_begins_after_it() -> None:
    room = dealt()
    room.say(ANN, "draw 2")
    room.say(BEN, "draw 2")
    sentences = room.say(ANN, "history since my last turn").text.splitlines()
    assert sentences == ["Ben draws a card.", "Ben draws a card."]


def test_help_fits_the_moment() -> None:
    room = Room()
    assert "keep 1 and 3" in room.say(ANN, "help").text
    room.say(ANN, "keep all")
    assert "keep 1 and 3" not in room.say(ANN, "help").text


@pytest.mark.parametrize(
    ("ask", "pattern"), [("help", "turn also: '(.+)'"), ("aide", "tour aussi : « (.+) »")]
)
def test_help_in_a_turn_names_what_rules_add(ask: str, pattern: str) -> None:
    room = dealt("italy")
    example = re.search(pattern, room.say(ANN, ask).text.replace("\u202f", " ").replace("\xa0", " "))
    assert example
    assert room.say(ANN, example[1]).did is Effect.MOVED
    assert "aussi" not in room.say(ANN, "aide").text  # it is Ben's turn


def test_help_in_a_turn_tells_nothing_about_the_hand() -> None:
    """Whatever is legal: in a room everybody reads it."""
    assert "'build a station in …'." in dealt("europe").say(ANN, "help").text
    assert "turn also" not in dealt("usa").say(ANN, "help").text


@pytest.mark.parametrize("board", ["usa", "europe", "iberia", "switzerland", "nordic"])
@pytest.mark.parametrize(
    ("ask", "pattern"), [("help", "map ([^,]+), market"), ("aide", "plan ([^,]+), marché")]
)
def test_examples_name_places_of_the_board(board: str, ask: str, pattern: str) -> None:
    room = dealt(board)
    place = re.search(pattern, room.say(ANN, ask).text)
    assert place
    assert "– " in room.say(ANN, f"map {place[1]}").text
    route = re.search("'is (.+) taken[?]'", room.say(ANN, "why did you do that?").text)
    assert route
    assert "is free" in room.say(ANN, f"is {route[1]} taken?").text


def test_a_question_that_is_not_understood_is_answered_in_its_language() -> None:
    assert dealt().say(ANN, "le festival finit bientôt ?").lang == "fr"


@pytest.mark.parametrize("text", ["no problem", "yeah fine with me", "ok pour moi", "pas de souci"])
def test_a_request_is_agreed_to_in_everyday_words(text: str) -> None:
    room = dealt()
    room.say(ANN, "lets pause for a bit")
    assert room.say(BEN, text).did is Effect.MOVED


def test_the_reply_says_why_a_route_cannot_be_claimed() -> None:
    room = dealt()
    assert room.say(ANN, "claim boston miami").text == (
        "No direct route joins Boston and Miami. The shortest way that is open to you: "
        "Boston – New York – Pittsburgh – Raleigh – Charleston – Miami. Still to claim: Boston – New York (2 red), "
        "New York – Pittsburgh (2 green), Pittsburgh – Raleigh (2 cards of one colour), "
        "Charleston – Raleigh (2 cards of one colour) and Charleston – Miami (4 purple), 12 spaces in all. "
        + CURE
    )
    assert "Duluth – Toronto takes 6 purple; you hold" in room.say(ANN, "claim duluth toronto").text


def test_what_is_not_understood_is_said_so() -> None:
    room = dealt()
    before = room.version
    assert room.say(ANN, "tralala").text.startswith("I did not understand 'tralala'.")
    assert "'tomorrow'" in room.say(ANN, "draw tomorrow").text
    assert room.version == before


# matters of the table


def test_a_motion_is_proposed_and_agreed_to_in_words() -> None:
    room = dealt()
    assert room.say(BEN, "agree").text == (
        "Nothing is being voted on. 'undo', 'pause' or 'end the game' proposes something to the others."
    )
    proposed = room.say(ANN, "pause")
    assert proposed.events[0].type == "motion_proposed"
    agreed = room.say(BEN, "d'accord")
    assert agreed.events[-1].type == "game_paused"
    assert room.say(ANN, "who are we waiting for?").text == "The game is paused: 'resume' plays on."


def test_an_undo_is_asked_for_in_words() -> None:
    room = Room()
    room.say(ANN, "keep all")
    assert room.say(ANN, "annuler").events[0].type == "choice_taken_back"
    assert room.say(ANN, "keep 1 2").events
    for who in (BEN, ANN):
        room.say(who, "keep all" if who == BEN else "draw")
    assert "a card has been drawn" in room.say(ANN, "undo").text


def test_a_vacation_needs_its_days() -> None:
    room = dealt()
    assert not room.say(BEN, "vacation").events
    assert "days" in room.say(BEN, "vacation").text
    assert room.say(BEN, "vacances 5 jours").lang == "fr"


def test_the_words_of_a_choice_confirm_as_its_number_does() -> None:
    room = dealt()
    question = room.say(ANN, "resign to nobody")
    assert room.say(ANN, question.choices[0].say).events


def test_resigning_asks_how_and_asks_again() -> None:
    room = dealt()
    before = room.version
    assert len(room.say(ANN, "resign").choices) == 2
    assert "resign to a bot" in room.say(ANN, "1").text
    assert room.version == before
    assert room.say(ANN, "yes").events


def test_a_matter_that_the_rules_refuse_is_answered() -> None:
    room = dealt()
    assert room.say(ANN, "resume").text == (
        "That is not possible at this point of the game. 'What can I do?' shows what is possible."
    )


@pytest.mark.parametrize(
    "text", ["resign", "resign to a bot", "end the game", "agree", "next turn draw 2", "abandonner"]
)
def test_nothing_is_offered_in_a_finished_game(text: str) -> None:
    room = dealt()
    for said in ("end the game", "yes"):
        room.say(ANN, said)
    assert room.say(BEN, "agree").events[-1].type == "game_ended"
    before = room.version
    reply = room.say(ANN, text, lang="en")
    assert (reply.text, reply.choices) == (
        "The game is over. 'result' shows the points, 'history' the last moves.",
        (),
    )
    assert not room.say(ANN, "1").events
    assert room.version == before


@pytest.mark.parametrize("text", ["rematch?", "same again", "yes", "une revanche ?", "oui", "revanche"])
def test_who_asks_for_a_rematch_outside_rooms_reads_how_to_open_one(text: str) -> None:
    room = dealt()
    finish(room.games, room.games.cache.read_latest(room.game))
    reply = room.say(ANN, text, lang="en")
    assert reply.text.startswith("A rematch is a new table for the same people."), reply.text
    assert room.say(ANN, "non", lang="en").text == "All right, nothing was done."
    assert room.say(ANN, "was that fun?", lang="en").text != reply.text


# words for everything


@pytest.mark.parametrize("kind", sorted(SEAT_COMMANDS))
def test_every_command_has_its_words(kind: str) -> None:
    assert {f"say-{kind}", f"group-{kind}"} <= every_text("en").keys()


# secrets


@pytest.mark.parametrize("text", ["map", "map boston", "market", "score", "marché", "plan"])
def test_a_reply_that_is_not_private_is_the_one_a_spectator_gets(text: str) -> None:
    room = dealt()
    room.say(ANN, "draw 2")
    reply = room.say(ANN, text)
    assert not reply.private
    assert reply.text == room.say(Witness.SPECTATOR, text).text


def test_a_rival_learns_nothing_from_the_replies() -> None:
    """Ben gets the same replies no matter what was dealt."""
    texts = []
    for _ in range(2):
        room = Room()
        replies = [
            room.say(BEN, text) for text in ("claim boston miami", "draw", "who are we waiting for?", "help")
        ]
        texts.append([reply.text for reply in replies])
    assert texts[0] == texts[1]


@pytest.mark.parametrize("board", ["europe", "iberia", "italy", "nordic", "lyon", "india", "switzerland"])
def test_every_look_is_answered_on_every_board_and_in_both_languages(board: str) -> None:
    room = Room(board)
    for text in ("help", "moves", "hand", "my tickets", "map", "market", "score", "history", "who"):
        for lang in ("en", "fr"):
            assert room.say(ANN, text, lang).text
            assert room.say(Witness.SPECTATOR, text, lang).text


@pytest.mark.parametrize(
    "text",
    [
        "forget what I said about my next turn",
        "en fait non, oublie ce que je t'ai demandé pour mon prochain tour",
    ],
)
def test_orders_are_dropped_in_everyday_words(text: str) -> None:
    room = dealt()
    room.say(BEN, "order: draw 2")
    room.say(BEN, "yes")
    assert room.say(BEN, "my orders").text == "1. draw 2"
    room.say(BEN, text)
    assert room.say(BEN, "my orders").text == "You have no standing orders."


def test_a_confirmation_says_exactly_what_will_be_done() -> None:
    room = dealt()
    card = next(
        card
        for card in room.games.cache.read_latest(room.game).state.market
        if card not in ("locomotive", "pink")
    )
    reply = room.say(ANN, f"one {card} from the table and then a blind one")
    assert f"take {card}, then draw a card" in reply.text
    assert reply.choices[0].label == "Yes"
    assert reply.choices[0].say == f"take {card}, then draw a card"
    done = room.say(ANN, reply.choices[0].say)
    assert [event.type for event in done.events][:1] == ["card_taken"]


def test_a_refusal_is_the_sentence_of_the_rule() -> None:
    room = dealt()
    assert room.say(ANN, "pass").text == "You can still play: passing is only for players who cannot. " + CURE


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("which festivals are still open", "No festival cards lie on the map."),
        ("c'est quoi déjà les fêtes qui restent ?", "Il n'y a pas de carte Festival sur le plan."),
    ],
)
def test_a_question_with_the_noun_of_a_rule_shows_what_the_rule_shows(text: str, shown: str) -> None:
    room = dealt("iberia")
    assert shown in room.say(ANN, text).text


@pytest.mark.parametrize(
    "text", ["nope sorry, I want to finish tonight", "bof non, je préfère qu'on continue"]
)
def test_a_no_may_have_a_reason(text: str) -> None:
    room = dealt()
    room.say(ANN, "pause")
    assert [event.type for event in room.say(BEN, text).events] == ["motion_refused"]


def test_a_pause_with_an_end_says_that_it_has_none() -> None:
    assert "say 'resume'" in dealt().say(ANN, "can we pause till tomorrow, dinner's ready").public


def test_talk_beside_a_grave_matter_does_not_hide_it() -> None:
    reply = dealt().say(ANN, "j'abandonne, bonne fin de partie à tous")
    assert [choice.say for choice in reply.choices] == ["abandonner à un robot", "abandonner à personne"]


def test_of_two_questions_the_plain_one_is_answered() -> None:
    assert (
        dealt().say(ANN, "remind me of my tickets, and which ones are done").text.startswith("Your tickets:")
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [("claim paris london", "Paris, London"), ("put boats from wien to oslo", "Wien, Oslo")],
)
def test_places_of_other_boards_are_named_as_such(text: str, names: str) -> None:
    assert dealt().say(ANN, text).text.startswith(f"Not on this board: {names}.")


def test_a_question_about_a_place_that_is_not_there_says_so() -> None:
    assert dealt().say(ANN, "how much is denver gondor?").text.startswith("There is no city called 'gondor'")


@pytest.mark.parametrize(
    ("text", "then"),
    [
        ("away from friday to monday, hold my seat", "vacation 4 days"),
        ("je suis en vacances du 3 au 10 août", "vacances 8 jours"),
        ("I'm away until monday", "vacation 3 days"),
        ("until monday", "vacation 3 days"),
        ("mets-moi en vacances jusqu'à samedi", "vacances 8 jours"),
    ],
)
def test_an_absence_by_dates_is_counted_and_never_begun_unasked(text: str, then: str) -> None:
    reply = dealt().say(ANN, text)
    assert reply.events == ()
    assert then in "\n".join([reply.text, *(choice.say for choice in reply.choices)])


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("I'm off for 5 days", "vacation 5 days"),
        ("no signal for 5 days, sorry", "vacation 5 days"),
        ("je pars 5 jours", "vacances 5 jours"),
    ],
)
def test_news_of_an_absence_books_no_vacation_unasked(text: str, command: str) -> None:
    room = dealt()
    reply = room.say(ANN, text)
    assert (reply.events, reply.choices[0].say) == ((), command)


@pytest.mark.parametrize("text", ["back in 10", "brb dinner, back in an hour", "je reviens dans 10 min"])
def test_a_short_absence_is_no_vacation(text: str) -> None:
    reply = dealt().say(ANN, text, "en")
    assert (reply.events, reply.choices) == ((), ())
    assert "'vacation 2 days'" in reply.text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("prends londres new york", "Absent de ce plateau : London"),
        ("what is the shortest way from boston to miami", "Boston – New York – Pittsburgh"),
        ("combien coûte chicago to st louis ?", "Chicago – Saint Louis"),
        ("ordre : escalade l'Everest", "escalade l'Everest"),
        ("ordre : escalade l'Everest", "« ordre : route denver omaha, sinon pioche 2 »"),
        ("tralala", "'draw 2'"),
    ],
)
def test_answers_name_what_was_meant_and_what_to_say(text: str, words: str) -> None:
    assert words in dealt().say(ANN, text).text.replace("\xa0", " ")


def test_a_refusal_of_tickets_lists_those_on_offer() -> None:
    room = Room()
    text = room.say(ANN, "keep the first").text
    assert "1) " in text
    assert "'keep 1 and 2'" in text
