"""An answer is about what was asked: nothing near is shown instead, and no reason is given that is not true."""

from datetime import date

import pytest

from service.language import Effect, Utterance
from service.language.grammar.dates import dates_meant, days_ahead
from service.language.grammar.interpretation import hear
from service.language.grammar.phrases import plain_words
from service.language.grammar.sentences.table_matter import matter_heard
from service.language.languages import Messages
from service.language.vocabulary.moments import date_in_words
from tests.support.chat.memory_room import ANN as ANN_IN_ROOM
from tests.support.chat.memory_room import Parlour
from tests.support.language.memory_table import ANN, AT, BEN, Room, dealt
from tests.support.language.readings import reading
from tests.support.language.spoken_positions import situation
from ttr_core.model.commands import KeepTickets, SeatCommand
from ttr_core.model.message import type_name
from ttr_core.rules.variants.stations.stations import BuildStation

TODAY = "2026-01-31"  # a Saturday, as at the table in memory


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("what are those zebras on the routes?", "zebras"),
        ("who has the wobbliest score?", "wobbliest"),
        ("c'est quoi ces zèbres sur les routes ?", "zèbres"),
    ],
)
def test_a_question_with_a_word_that_nothing_accounts_for_is_asked_about(text: str, unknown: str) -> None:
    reply = dealt().say(ANN, text)
    assert reply.did is Effect.ASKED
    assert unknown in reply.text
    assert reply.choices


def test_the_nearest_answer_can_be_asked_for_by_its_number() -> None:
    room = dealt()
    room.say(ANN, "who has the wobbliest score?")
    assert "Ann: 0 points" in room.say(ANN, "1").text


def test_a_word_beside_the_question_is_no_part_of_it() -> None:
    assert (
        hear(situation("usa", "playing_turn"), "My kid bumped the zebra, whose turn is it?").look == "waiting"
    )


def test_a_thing_of_other_boards_is_said_to_be_missing() -> None:
    assert "nothing called 'tunnels'" in dealt().say(ANN, "how do tunnels work?").text
    assert "Tunnels: cards are turned over" in dealt("europe").say(ANN, "how do tunnels work?").text


@pytest.mark.parametrize("text", ["can I still draw tickets?", "je peux encore piocher des destinations ?"])
def test_whether_a_move_is_possible_is_answered_with_yes(text: str) -> None:
    reply = dealt().say(ANN, text)
    assert reply.did is Effect.ASKED
    assert reply.text.startswith(("Yes, you can: ", "Oui, vous pouvez"))


def test_whether_a_move_is_possible_is_answered_with_the_reason_why_not() -> None:
    heard = hear(situation("usa", "drawing_second"), "can I still take the locomotive now?")
    assert not heard.commands
    assert not heard.look
    assert heard.understood is not None


@pytest.mark.parametrize(
    "text", ["take the loco and the blue", "take blue and a locomotive", "prends la bleue et la loco"]
)
def test_two_cards_that_exclude_each_other_are_kept_together(text: str) -> None:
    heard = hear(situation("usa", "playing_turn"), text)
    assert len(heard.together) == 2
    assert not heard.commands
    assert not heard.options


def test_why_a_locomotive_leaves_no_room_for_another_card() -> None:
    room = dealt()
    for _ in range(40):  # until a locomotive lies beside a colour
        market = room.games.cache.read_latest(room.game).state.market
        colours = [card for card in market if card not in (None, "locomotive")]
        if "locomotive" in market and colours:
            assert "counts as two cards" in room.say(ANN, f"take the loco and the {colours[0]}").text
            return
        for who in (ANN, BEN):
            room.say(who, f"take {colours[0]}")
            room.say(who, "draw")
            market = room.games.cache.read_latest(room.game).state.market
            colours = [card for card in market if card not in (None, "locomotive")]
    pytest.fail("no locomotive came up")


def test_a_ticket_on_offer_is_named_with_its_points() -> None:
    room = Room()
    offer = room.say(ANN, "my tickets").text
    row = next(line for line in offer.splitlines() if line.startswith("1) "))
    cities, points = row.removeprefix("1) ").rstrip(")").split(" (")
    reply = room.say(ANN, f"how much is {cities} worth?")
    assert f"On offer to you: {cities} ({points})." in reply.text
    assert reply.private


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("do I have enough for duluth helena?", "You cannot pay for it yet: you hold"),
        ("pourquoi je peux pas faire duluth helena ?", "Vous ne pouvez pas encore la payer"),
        ("is duluth helena free?", "and is free."),
    ],
)
def test_what_a_route_costs_is_held_against_the_hand_if_that_is_asked(text: str, said: str) -> None:
    reply = dealt().say(ANN, text)
    assert said in reply.text
    assert reply.private == ("pay" in said)


def test_part_of_a_longer_name_is_no_city_from_elsewhere() -> None:
    reply = dealt().say(ANN, "je pose new york londres")
    assert "York" not in reply.text
    assert "London" in reply.text


def test_a_city_that_is_not_there_is_named() -> None:
    assert "no city called 'Springfield'" in dealt().say(ANN, "claim boston to Springfield").text


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("next week", ["2026-02-02", "2026-02-08"]),
        ("demain", ["2026-02-01", "2026-02-01"]),
        ("the weekend", ["2026-01-31", "2026-02-01"]),
    ],
)
def test_days_that_are_named_as_a_whole(text: str, days: list[str]) -> None:
    named = dates_meant(days_ahead(plain_words(text)), date.fromisoformat(TODAY))
    assert [day.isoformat() for day in named] == days


@pytest.mark.parametrize(
    "text",
    ["not here next week", "absent la semaine prochaine", "away tomorrow", "away from monday till friday"],
)
def test_an_absence_that_begins_later_is_not_booked_now(text: str) -> None:
    room = dealt()
    reply = room.say(ANN, text)
    assert AT.startswith(TODAY)
    assert (reply.did, reply.choices) == (Effect.NOTHING, ())
    assert any(word in reply.text for word in ("'vacation ", "vacances 7 jours"))
    assert room.say(ANN, "yes").did is Effect.NOTHING


def test_a_correction_of_an_earlier_message_is_confirmed() -> None:
    heard = hear(situation("usa", "playing_turn"), "ah non attends je voulais dire en bleu")
    assert heard.tentative
    assert not hear(situation("usa", "playing_turn"), "draw 2, no wait, take blue").tentative


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("thanks!", "You are welcome."),
        ("merci à tous", "De rien"),
        ("good night", "See you!"),
        ("one sec", "Take your time."),
        ("hello", "Hello!"),
    ],
)
def test_courtesies_are_returned(text: str, said: str) -> None:
    assert dealt().say(ANN, text).text.startswith(said)


@pytest.mark.parametrize(
    "text", ["one sec", "keep going", "une seconde", "vas-y continue", "merci !", "attends"]
)
def test_courtesies_among_people_are_left_alone(text: str) -> None:
    room = Parlour()
    room.first_turns(board="usa")
    posts = room.hear(room.is_next(), text, addressed=False)
    assert posts.public is posts.private is None


@pytest.mark.parametrize("text", ["remind bob to play", "rappelle à Bob de jouer", "nudge ann please"])
def test_somebody_at_the_table_is_reminded_by_name(text: str) -> None:
    room = Parlour()
    room.first_turns(board="usa")
    posts = room.hear(ANN_IN_ROOM, text)
    assert posts.public is not None
    assert posts.public.text.startswith(f"{room.is_next().name}: your turn")


def test_advice_is_given_while_a_choice_is_open() -> None:
    room = dealt()
    room.say(ANN, "draw tickets")
    assert "My advice" in room.say(ANN, "which of these go well together?").text


def test_a_game_that_is_paused_says_how_it_goes_on() -> None:
    room = dealt()
    room.say(ANN, "pause the game")
    room.say(BEN, "yes")
    assert "'resume'" in room.say(ANN, "why can't I play?").text


@pytest.mark.parametrize(("lang", "said"), [("fr", "dimanche 1er février"), ("en", "Sun 1 Feb")])
def test_the_first_of_a_month_is_said_as_people_say_it(lang: str, said: str) -> None:
    assert date_in_words(date(2026, 2, 1), Messages(lang)) == said
    assert date_in_words(date(2026, 2, 2), Messages(lang)).split()[1] == "2"


@pytest.mark.parametrize(
    "text",
    [
        "put one of my stations in Vienna and pay with a yellow",
        "build a station in Vienna and spend one yellow",
        "une gare à Vienne et je paye en jaune",
    ],
)
def test_how_a_move_is_paid_is_no_second_move(text: str) -> None:
    (command,) = hear(situation("europe", "playing_turn"), text).commands
    assert isinstance(command, BuildStation)
    assert (command.city, command.cards) == ("wien", ("yellow",))


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("i'll pick the one worth most", "and pass the rest"),
        ("take the first", "and leave the others"),
        ("je prends la plus chère", "et je laisse les autres"),
        ("je choisis la première", "et je passe le reste"),
    ],
)
def test_what_becomes_of_the_rest_is_no_second_move(text: str, rest: str) -> None:
    alone = hear(situation("iberia", "picking_ticket"), text)
    assert len(alone.commands) == 1
    assert hear(situation("iberia", "picking_ticket"), f"{text} {rest}").commands == alone.commands


def test_two_moves_are_answered_with_words_of_the_moment() -> None:
    assert "'keep 1 and 2'" in Room().say(ANN, "keep 1 and 2 and draw 2").text
    assert "'draw 2'" in dealt().say(ANN, "draw 2 and claim denver omaha").text


@pytest.mark.parametrize(
    ("motion", "text", "answer"),
    [
        ("pause", "ok pour la pause, pas de souci", "agree"),
        ("pause", "d'accord pour la pause", "agree"),
        ("pause", "I agree to the pause, no problem", "agree"),
        ("pause", "let's pause", "agree"),
        ("pause", "pas d'accord pour la pause", "object"),
        ("undo", "fine by me, go ahead and undo", "agree"),
        ("undo", "ok go ahead and take it back", "agree"),
        ("undo", "oui tu peux annuler", "agree"),
        ("undo", "no, don't undo", "object"),
    ],
)
def test_an_answer_may_name_what_it_is_about(motion: str, text: str, answer: str) -> None:
    room = _asked_for(motion)
    loaded = room.games.cache.read_latest(room.game)
    matter = room.talk.understand(Utterance(loaded=loaded, viewer=BEN, text=text)).matter
    assert matter is not None
    assert matter.name == answer
    assert room.say(BEN, text).did is Effect.MOVED


@pytest.mark.parametrize("text", ["d'accord pour la pause", "undo", "I agree to the pause"])
def test_an_answer_about_something_else_says_what_is_asked(text: str) -> None:
    reply = _asked_for("undo").say(BEN, text)
    assert reply.did is Effect.NOTHING
    assert any(said in reply.text for said in ("'yes' or 'no'", "On vous demande votre accord"))


def _asked_for(motion: str) -> Room:
    """Ann has moved, and asks Ben for this."""
    room = dealt()
    room.say(ANN, "claim dallas houston")
    room.say(ANN, "1")
    assert room.say(ANN, motion).did is Effect.MOVED
    return room


@pytest.mark.parametrize(
    "text",
    [
        "not that one, leave it",
        "leave it, not this one",
        "pas celle-là, laisse",
        "non pas celle-là, je la laisse",
    ],
)
def test_what_is_declined_twice_is_declined(text: str) -> None:
    (command,) = hear(situation("iberia", "choosing_festival"), text).commands
    assert isinstance(command, SeatCommand)
    assert command.answers == "no"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("I shall keep everything except the long one, thank you.", "keep all but the long one"),
        ("Good evening! I believe I shall keep all, thank you.", "keep all"),
        ("Bonsoir ! Je garde tout sauf la longue, merci bien.", "je garde tout sauf la longue"),
    ],
)
def test_courtesies_around_a_move_do_not_swallow_it(text: str, move: str) -> None:
    position = situation("europe", "choosing_tickets")
    assert hear(position, text).commands == hear(position, move).commands != ()


@pytest.mark.parametrize("text", ["i want the {} one and the {}", "je garde {} et la {}"])
def test_tickets_may_be_named_by_different_means(text: str) -> None:
    position = situation("usa", "choosing_tickets")
    worth = {t: max(points for _, points in position.ruleset.tickets[t].goals) for t in position.offer}
    longest, shortest = max(worth, key=worth.__getitem__), min(worth, key=worth.__getitem__)
    city = str(position.ruleset.tickets[shortest].a).replace("_", " ")
    rank = "longest" if "the" in text else "plus longue"
    (command,) = hear(position, text.format(city, rank)).commands
    assert isinstance(command, KeepTickets)
    assert set(command.tickets) == {longest, shortest}


@pytest.mark.parametrize(
    "text",
    [
        "zut, encore une rouge, j'ai vraiment pas de chance",
        "mince encore une bleue",
        "ugh another red, just my luck",
        "damn, red again",
    ],
)
def test_grumbling_is_talk(text: str) -> None:
    heard = hear(situation("usa", "playing_turn"), text)
    assert heard.talk
    assert not heard.is_clear


def test_a_curse_before_a_move_does_not_swallow_it() -> None:
    assert hear(situation("usa", "playing_turn"), "damn, no luck again, I take the red").is_clear


@pytest.mark.parametrize(
    ("board", "text", "look", "about"),
    [
        ("usa", "how many points do you get for a six-train route", "basics", "points"),
        ("usa", "ça rapporte combien une route de six wagons", "basics", "points"),
        ("usa", "how much is the longest path bonus?", "basics", "bonuses"),
        ("india", "what's this mandala bonus about", "rule", "mandalas"),
        ("india", "what bonuses are there?", "basics", "bonuses"),
        ("italy", "c koi le bonus des regions", "rule", "regions"),
    ],
)
def test_what_a_question_names_decides(board: str, text: str, look: str, about: str) -> None:
    heard = hear(situation(board, "playing_turn"), text)
    assert (heard.look, heard.about) == (look, about)


@pytest.mark.parametrize(
    "text",
    [
        "how long has Ben got to make his move?",
        "how long does Ben have?",
        "combien de temps il reste à Ben ?",
    ],
)
def test_the_time_of_others_is_asked_for_by_name(text: str) -> None:
    room = dealt()
    loaded = room.games.cache.read_latest(room.game)
    assert room.talk.understand(Utterance(loaded=loaded, viewer=ANN, text=text)).heard.look == "time"


@pytest.mark.parametrize("text", ["how does the region bonus work?", "c koi le bonus des regions"])
def test_a_rule_with_a_table_of_points_shows_it(text: str) -> None:
    assert "5 → 1, 6 → 2, 7 → 4" in dealt("italy").say(ANN, text).text


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("is seattle vancouver free? if so take it with red", "claim_route"),
        ("seattle vancouver est libre ? si oui je la prends avec une rouge", "claim_route"),
        ("is there a red one? if so take it", "take_card"),
        ("y a une rouge ? si oui je la prends", "take_card"),
        ("is seattle vancouver still free? grab it with red if it is", "claim_route"),
    ],
)
def test_what_depends_on_a_question_is_done_if_it_can_be(text: str, meant: str) -> None:
    heard = hear(situation("usa", "playing_turn"), text)
    assert {type_name(type(command)) for command in (*heard.commands, *heard.options)} == {meant}


def test_what_was_to_be_done_otherwise_is_offered() -> None:
    """No route joins the two cities."""
    heard = hear(situation("usa", "playing_turn"), "is seattle miami free? if so take it, otherwise draw 2")
    assert [type_name(type(command)) for command in heard.options] == ["draw_card", "draw_card"]


@pytest.mark.parametrize(
    "text",
    ["is it my turn? then I draw 2", "c'est à moi ? je pioche deux cartes", "draw 2! whose turn is it?"],
)
def test_a_move_beside_a_question_is_offered_with_the_answer(text: str) -> None:
    reply = dealt().say(ANN, text)
    assert reply.did is Effect.ASKED
    assert "draw 2" in reply.text or "piocher 2" in reply.text
    assert reply.text.startswith(("It is your turn", "C'est à vous"))


@pytest.mark.parametrize(
    "text", ["what's my hand again, and is it my turn?", "montre moi ma main et dis moi à qui c'est de jouer"]
)
def test_two_questions_get_two_answers(text: str) -> None:
    answer = dealt().say(ANN, text).text
    assert "Your hand" in answer or "Votre main" in answer
    assert "It is your turn" in answer or "C'est à vous" in answer


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("take red since I need it for Pittsburgh", "take_card"),
        ("seattle vancouver with a red one because Ben wants it", "claim_route"),
        ("comme il me faut Boston, je prends la rouge", "take_card"),
        ("seattle vancouver avec une rouge parce que sinon Ben va me la piquer", "claim_route"),
    ],
)
def test_a_reason_changes_nothing_about_a_move(text: str, command: str) -> None:
    heard = hear(situation("usa", "playing_turn"), text)
    assert [type_name(type(one)) for one in heard.commands] == [command]
    assert not heard.tentative


@pytest.mark.parametrize(
    "text",
    [
        "oops, I meant orange! can I take that back?",
        "undo I wanted the blue one",
        "oups je voulais la orange ! je peux annuler ?",
        "annule, je me suis trompé de route",
    ],
)
def test_a_mistake_beside_an_undo_is_its_reason(text: str) -> None:
    matter = matter_heard(situation("usa", "playing_turn"), text)
    assert matter is not None
    assert matter.name == "undo"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("keep 1 and keep the rest", 3),
        ("keep 2 and the rest", 3),
        ("je garde la 1 et les autres", 3),
        ("keep 1 and 2 and leave the last one", 2),
        ("je garde 1 et 2 et je laisse la derniere", 2),
        ("keep the longest and the shortest", 2),
    ],
)
def test_all_tickets_that_are_named_are_kept(text: str, kept: int) -> None:
    heard = hear(situation("europe", "keeping_tickets"), text)
    (command,) = (*heard.commands, *heard.options)
    assert isinstance(command, KeepTickets)
    assert len(command.tickets) == kept


@pytest.mark.parametrize(
    "text", ["what do I still have to build for my tickets", "il me manque quoi pour finir mes billets ?"]
)
def test_what_tickets_need_is_said_route_by_route(text: str) -> None:
    answer = dealt().say(ANN, text).text
    assert answer.count("still to build") + answer.count("il reste à construire") == len(answer.splitlines())


def test_only_a_deck_keeps_a_secret() -> None:
    assert "Nobody knows" in dealt().say(ANN, "preview draw 2").text
    assert "Nobody knows" not in dealt().say(ANN, "preview take red").text
    assert "Nobody knows" not in Room().say(ANN, "preview keep all").text


def test_a_station_that_nobody_has_is_refused_for_that_reason() -> None:
    assert "nothing called 'station'" in dealt().say(ANN, "build a station in Denver").text


def test_a_pause_until_a_day_is_offered_with_a_vacation_instead() -> None:
    reply = dealt().say(ANN, "pause until Monday")
    assert [choice.say for choice in reply.choices] == ["pause", "vacation 3 days"]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("claim denver santa fe if it's still free", "claim denver santa fe"),
        ("if it's still free claim denver santa fe", "claim denver santa fe"),
        ("take denver santa fe if nobody has taken it yet", "take denver santa fe"),
        ("take the red one if it's still there", "take the red one"),
        ("prends denver santa fe si elle est encore libre", "prends denver santa fe"),
        ("je pose denver santa fe si personne ne l'a prise", "je pose denver santa fe"),
        ("prends la rouge si elle est encore là", "prends la rouge"),
    ],
)
def test_that_a_move_is_still_possible_is_no_condition(text: str, plain: str) -> None:
    usa = situation("usa", "playing_turn")
    assert reading(usa, text) == reading(usa, plain)
    assert hear(usa, text).is_clear


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("claim duluth helena if it's still there", "Duluth – Helena takes 6 orange"),
        ("prends duluth helena si elle est encore libre", "Duluth – Helena demande 6 orange"),
    ],
)
def test_a_move_that_is_not_possible_is_refused_with_its_reason(text: str, reason: str) -> None:
    assert dealt().say(ANN, text).text.startswith(reason)


@pytest.mark.parametrize(
    "text",
    ["claim denver santa fe if Ben takes it", "claim denver santa fe if I have 12 cards, else draw 2"],
)
def test_other_conditions_are_not_played(text: str) -> None:
    room = dealt()
    version = room.version
    room.say(ANN, text)
    assert room.version == version
