"""An answer accounts for every word of its question: it speaks of it, says that it does not, or asks."""

import pytest

from service.language import Effect
from service.language.grammar.concepts import SCOPES, concepts_in, left_out, nearest
from service.language.grammar.interpretation import hear
from service.language.grammar.phrases import spoken_words
from service.language.grammar.table_requests import objection_in
from service.language.languages import heard_words
from tests.support.language.memory_table import ANN, BEN, Room, dealt
from tests.support.language.readings import reading
from tests.support.language.spoken_positions import situation


def said(text: str, board: str = "usa") -> str:
    return dealt(board).say(ANN, text).text.replace("\N{NO-BREAK SPACE}", " ")


def test_every_concept_of_a_scope_has_words_in_every_language() -> None:
    named = set().union(*(scope.all for scope in SCOPES.values()))
    for heard in heard_words().values():
        assert named <= heard.concepts.keys()


def test_a_longer_phrase_leaves_none_of_its_words_over() -> None:
    assert set(concepts_in(spoken_words("is my colour blue?"))) == {"colour_of"}


def test_a_look_leaves_out_what_it_does_not_speak_of() -> None:
    named = concepts_in(spoken_words("what are the odds for my longest ticket?"))
    assert set(left_out("tickets", named)) == {"odds"}


def test_the_nearest_looks_speak_of_all_that_is_named() -> None:
    assert nearest(concepts_in(spoken_words("the longest free route")), whole=True)[0] == "long_routes"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("what is my longest ticket on average?", "'average'"),
        ("mon plus long billet en moyenne ?", "« en moyenne »"),
    ],
)
def test_words_that_the_answer_leaves_out_are_quoted(text: str, left: str) -> None:
    reply = dealt().say(ANN, text)
    assert left in reply.text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    "text", ["which city has the most free routes?", "quelle ville a le plus de routes libres ?"]
)
def test_what_no_answer_accounts_for_is_asked_about(text: str) -> None:
    reply = dealt().say(ANN, text)
    assert reply.did is Effect.ASKED
    assert {"free routes", "routes libres"} & {choice.say for choice in reply.choices}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("any six-long routes still free?", "Calgary – Winnipeg takes 6 white"),
        ("which green routes are still available?", "Denver – Helena takes 4 green"),
        ("il reste des routes de 6 libres ?", "Calgary – Winnipeg demande 6 blanches"),
        ("quelles routes vertes sont encore libres", "Denver – Helena demande 4 vertes"),
    ],
)
def test_routes_are_listed_by_what_is_said_of_them(text: str, line: str) -> None:
    rows = said(text).splitlines()
    assert any(row.startswith(line) for row in rows)
    assert all("6" in row or "green" in row or "verte" in row for row in rows[1:])


@pytest.mark.parametrize("text", ["which routes has Ben built?", "ben a pris quelles routes ?"])
def test_routes_are_listed_by_their_owner(text: str) -> None:
    room = dealt()
    for who in (ANN, BEN):
        room.say(who, "draw 2")
    assert "route" in room.say(ANN, text).text
    assert "\n" not in room.say(ANN, text).text


@pytest.mark.parametrize("text", ["what did Ben do last turn?", "Ben a fait quoi au dernier tour ?"])
def test_the_last_turn_is_one_turn(text: str) -> None:
    room = dealt()
    for who in (ANN, BEN, ANN, BEN):
        room.say(who, "draw 2")
    assert len(room.say(ANN, text).text.splitlines()) == 2  # the two cards of one turn


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("has anybody drawn extra tickets since the start?", "Nobody has drawn tickets"),
        ("quelqu'un a repris des destinations depuis le début ?", "Personne n'a repris"),
        ("what's in the discard pile", "In the discard pile: nothing."),
        ("y a quoi dans la défausse", "Dans la défausse : rien."),
        ("what colour am I", "Ann (you): blue"),
        ("je suis de quelle couleur ?", "Ann (vous) : bleu"),
        ("how many turns have we played so far", "Turn 1 of the game, round 1."),
        ("on en est à quel tour ?", "Tour numéro 1 de la partie, manche 1."),
        ("is the 1910 expansion on?", "Tickets: Base game"),
        ("est-ce qu'on joue avec l'extension 1910 ?", "Destinations : Jeu de base"),
        ("can I see Ben's tickets?", "stay secret until the end"),
        ("je peux voir les billets de ben ?", "restent secrètes jusqu'à la fin"),
    ],
)
def test_facts_of_the_table(text: str, says: str) -> None:
    assert says in said(text)


@pytest.mark.parametrize(
    "text", ["let me see the board and my tickets", "montre le plateau et mes destinations"]
)
def test_two_looks_in_one_sentence_are_both_shown(text: str) -> None:
    reply = dealt().say(ANN, text).text
    assert "No route has been claimed yet." in reply or "Aucune route" in reply
    assert "Your tickets:" in reply or "Vos destinations" in reply


def test_a_name_at_the_table_is_no_strange_word() -> None:
    room = Room(names=("Ann", "Zorblax"))
    for who in (ANN, BEN):
        room.say(who, "keep all")
    assert "Zorblax has 0 points" in room.say(ANN, "what is Zorblax's score?").text


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_topics_can_be_asked_for_by_the_words_of_their_choices(lang: str) -> None:
    asked = heard_words()[lang].basics_asked
    heard = {topic: hear(situation("usa", "playing_turn"), texts[0]) for topic, texts in asked.items()}
    assert {topic: (one.look, one.about) for topic, one in heard.items()} == {t: ("basics", t) for t in asked}


def test_a_topic_is_answered_by_the_number_of_its_choice() -> None:
    room = dealt()
    asked = room.say(ANN, "is the loco any use to me at the end?")
    number = next(choice.number for choice in asked.choices if choice.say == "how do locomotives work")
    assert "ocomotive" in room.say(ANN, str(number)).text


@pytest.mark.parametrize(
    "text", ["ça fait combien les scores là", "what is the final thing about my tickets?"]
)
def test_a_question_is_not_answered_with_the_moves(text: str) -> None:
    assert hear(situation("usa", "playing_turn"), text).look != "moves"


@pytest.mark.parametrize(
    ("board", "text", "says"),
    [
        ("pennsylvania", "how many shares do I have?", "You have none of these so far."),
        ("pennsylvania", "j'ai combien d'actions en tout ?", "Vous n'en avez pas encore."),
        ("europe", "how many stations do I have left?", "You have 3 stations left"),
        ("europe", "combien de gares il me reste", "Il vous reste 3 gares"),
        ("india", "do I have a mandala yet", "this brings you 0 points"),
    ],
)
def test_what_rules_know_of_the_speaker(board: str, text: str, says: str) -> None:
    answer = said(text, board)
    assert says in answer
    assert "Ben" not in answer


def test_what_a_rule_brings_is_not_said_if_it_depends_on_tickets_of_others() -> None:
    assert "As things stand" not in said("how does globetrotter work?", "germany")


@pytest.mark.parametrize(
    ("moment", "text", "meant"),
    [
        ("usa playing_turn", "take the green one, and if it's not there a blind one", "take_card green"),
        ("usa playing_turn", "prends la rouge, et si elle n'est plus là une bleue", "take_card red"),
        ("usa playing_turn", "take the yellow one and if it's gone a blue one", "take_card blue"),
        ("italy playing_turn", "i'd rather have a ferry card than a train card", "take_ferry_card"),
        ("italy playing_turn", "novare turin voie rouge, 2 rouges", "claim_route novara--torino--1 2 red"),
        (
            "europe playing_turn",
            "use the locomotive and one green for Bruxelles-Dieppe, keep my other greens",
            "claim_route bruxelles--dieppe 1 green 1 locomotive",
        ),
        (
            "europe playing_turn",
            "une verte et la loco pour bruxelles dieppe, je garde mes autres vertes",
            "claim_route bruxelles--dieppe 1 green 1 locomotive",
        ),
        ("usa choosing_tickets", "the 1 and the 3, I drop the 2", "keep_tickets 1 3"),
        ("usa choosing_tickets", "la 1 et la 3, je jette la 2", "keep_tickets 1 3"),
        ("pennsylvania choosing_share", "i don't want this share", "decline_share"),
        ("pennsylvania choosing_share", "j'en veux pas de cette action", "decline_share"),
        ("usa playing_turn", "no tickets, just draw two cards", "ask: draw_card, then draw_card"),
    ],
)
def test_what_is_said_beside_a_wish_does_not_spoil_it(moment: str, text: str, meant: str) -> None:
    assert reading(situation(*moment.split()), text) == meant


def test_what_a_move_leads_to_is_shown_behind_it() -> None:
    reply = dealt().say(ANN, "draw one and then show me my hand")
    assert reply.did is Effect.MOVED
    assert "Your hand:" in reply.text
    assert reply.private


@pytest.mark.parametrize(
    "text", ["no takebacks", "sorry Ben, no takebacks", "ah non, pas de retour en arrière"]
)
def test_an_undo_is_objected_to_in_everyday_words(text: str) -> None:
    objection = objection_in(text, ["undo"])
    assert objection is not None
    assert (objection.name, objection.rest) == ("object", ("undo",))
    assert objection_in(text, []) is None


@pytest.mark.parametrize("text", ["let's play on", "ah non on continue"])
def test_the_end_is_objected_to_by_going_on(text: str) -> None:
    room = dealt()
    room.say(ANN, "vote to end")
    room.say(ANN, "yes")
    assert room.say(BEN, text).did is Effect.MOVED
    assert not room.games.cache.read_latest(room.game).over


@pytest.mark.parametrize(
    ("text", "lang", "says"),
    [
        ("is portland seattle taken on both sides?", "en", "is closed: nobody can claim it any more"),
        (
            "portland seattle c'est pris des deux côtés ?",
            "fr",
            "est fermée : personne ne peut plus la prendre",
        ),
        ("map seattle", "en", "Portland – Seattle, 1: closed"),
    ],
)
def test_a_track_beside_one_that_is_taken_is_not_called_free(text: str, lang: str, says: str) -> None:
    """With two players, once one track of a double route is claimed, the other is closed."""
    room = dealt()
    room.say(ANN, "claim portland seattle")
    room.say(ANN, "1")
    answer = room.say(BEN, text, lang).text.replace("\N{NO-BREAK SPACE}", " ")
    assert says in answer
    assert "Ann" in answer
