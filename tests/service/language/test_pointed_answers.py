"""What is asked of one person and one thing is answered in one sentence, with the fact in it."""

import pytest

from service.language.conversation.responses import asked_by
from service.language.grammar.interpretation import hear
from service.language.grammar.sentences.look_phrases import COURTESIES
from service.language.languages import Messages, heard_words
from tests.support.language.memory_table import ANN, BEN, Room, dealt, finished
from tests.support.language.spoken_positions import situation
from ttr_core.engine.scoring import score


@pytest.fixture(scope="module")
def room() -> Room:
    """Ann has taken a red card and drawn one, as Ben has: the market is always the same."""
    room = dealt()
    for who in (ANN, BEN):
        room.say(who, "what can I do?")
        room.say(who, f"take {_first_card(room)} then draw")
    return room


def _first_card(room: Room) -> str:
    loaded = room.games.cache.read_latest(room.game)
    card = next(str(card) for card in loaded.state.market if card and card != "locomotive")
    return {"pink": "purple"}.get(card, card)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("how many trains has Ben got left", "Ben has 45 trains left."),
        ("trains Ben still has, how many is it?", "Ben has 45 trains left."),
        ("tell me how many wagons Ben has", "Ben has 45 trains left."),
        ("how many trains do I have?", "You have 45 trains left."),
        ("how many cards is Ben holding?", "Ben holds 6 cards; which ones is secret."),
        ("number of cards Ben has", "Ben holds 6 cards; which ones is secret."),
        ("how many points do I have", "You have 0 points so far"),
        ("what's Ben's score", "Ben has 0 points so far."),
        ("how many tickets has Ben got?", "Ben has 3 tickets; which ones is secret until the end."),
        ("how many tickets did Ben keep?", "Ben has 3 tickets; which ones is secret until the end."),
        ("how many tickets do I have", "You have 3 tickets, 0 of them completed."),
        ("how many routes has Ben built", "Ben has 0 routes with 0 spaces in all: none yet."),
        ("how many turns has Ben had", "Ben has begun 1 turn."),
        ("who has the fewest trains?", "Fewest trains left: Ann and Ben, with 45."),
        ("who has the most cards?", "Most cards: Ann and Ben, with 6."),
        ("how many points am I behind Ben?", "You and Ben are level, with 0 points each."),
        ("by how much is Ben leading?", "You and Ben are level, with 0 points each."),
        ("combien de wagons il reste à Ben ?", "Il reste 45 wagons à Ben."),
        ("il me reste combien de wagons", "Il vous reste 45 wagons."),
        ("dis-moi combien de cartes a Ben", "Ben a 6 cartes en main ; lesquelles, c'est secret."),
        ("Ben il a combien de destinations ?", "Ben a 3 destinations ; lesquelles"),
        ("combien de billets Ben a pris", "Ben a 3 destinations ; lesquelles"),
        ("combien j'ai de points", "Vous avez 0 point pour l'instant"),
        ("combien de routes Ben a-t-il construites ?", "Ben a 0 route, soit 0 case en tout : aucune"),
        ("qui a le moins de wagons ?", "Le moins de wagons : Ann et Ben, avec 45."),
        ("de combien Ben est-il devant moi ?", "Vous êtes à égalité avec Ben"),
        ("combien de points de retard j'ai sur Ben", "Vous êtes à égalité avec Ben"),
    ],
)
def test_a_fact_about_one_person_is_one_sentence(room: Room, text: str, answer: str) -> None:
    reply = room.say(ANN, text)
    assert reply.text.replace("\u00a0", " ").startswith(answer)
    assert "\n" not in reply.text


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("how many trains do Ann and Ben have?", ["You have 45 trains left.", "Ben has 45 trains left."]),
        ("combien de wagons ont Ben et Ann ?", ["Il reste 45 wagons à Ben.", "Il vous reste 45 wagons."]),
    ],
)
def test_of_two_people_both_are_named(room: Room, text: str, facts: list[str]) -> None:
    assert sorted(room.say(ANN, text).text.replace("\u00a0", " ").split("\n")) == sorted(facts)


@pytest.mark.parametrize(
    ("text", "begin"),
    [
        ("did Ben take any white?", "Face up, Ben has taken "),
        ("what colours is Ben collecting?", "Face-up cards that Ben has taken so far: 1 "),
        ("has Ben picked up a locomotive?", "Face up, Ben has taken no locomotive so far."),
        (
            "est-ce que Ben a pris une locomotive ?",
            "Cartes visibles prises par Ben jusqu'ici : aucune locomotive",
        ),
        ("quelles couleurs Ben collectionne ?", "Cartes visibles prises par Ben jusqu'ici : 1 "),
    ],
)
def test_what_somebody_has_taken_is_said_in_one_sentence(room: Room, text: str, begin: str) -> None:
    reply = room.say(ANN, text)
    assert reply.text.replace("\u00a0", " ").startswith(begin)
    assert not reply.private


def test_what_is_held_of_a_colour_is_counted_for_its_owner_alone() -> None:
    room = dealt()
    loaded = room.games.cache.read_latest(room.game)
    held = dict(zip(map(str, loaded.ruleset.cards), loaded.state.seats[ANN].hand, strict=True))
    red = f"{held['red']} red" if held["red"] else "no red"
    reply = room.say(ANN, "how many reds do I have?")
    assert (reply.text, reply.private) == (f"You hold {red}.", True)
    asked = room.say(ANN, "how many red cards does Ben have?")
    assert asked.text.startswith("Ben holds 4 cards; which ones is secret.")


@pytest.mark.parametrize(
    "text",
    [
        "how many trains does everyone start with?",
        "how many cards can I draw?",
        "combien de cartes faut-il pour une gare ?",
    ],
)
def test_a_rule_is_no_fact_about_a_person(text: str) -> None:
    reply = dealt("europe").say(ANN, text)
    assert "You have" not in reply.text
    assert "Vous avez" not in reply.text


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("odds of a locomotive from the deck", ["locomotive in about ", "%"]),
        ("how likely am I to draw a red?", ["red in about ", "at least one of the next two"]),
        ("what is the probability that the next blind card is a locomotive", ["locomotive in about "]),
        ("quelle est la probabilité de piocher une bleue ?", ["bleue dans environ "]),
        ("j'ai combien de chances de tirer un joker", ["locomotive dans environ "]),
    ],
)
def test_the_chance_of_a_card_is_reckoned(text: str, facts: list[str]) -> None:
    said = dealt().say(ANN, text)
    assert all(fact in said.text.replace("\u00a0", " ") for fact in facts), said.text
    assert said.private  # it depends on what the speaker holds


def test_a_chance_counts_what_is_open_and_held_and_nothing_hidden() -> None:
    """Of 14 locomotives among 110 cards, those in the market and in one's hand are seen."""
    room = dealt()
    loaded = room.games.cache.read_latest(room.game)
    mine = dict(zip(map(str, loaded.ruleset.cards), loaded.state.seats[ANN].hand, strict=True))
    seen = mine["locomotive"] + sum(card == "locomotive" for card in loaded.state.market)
    unseen = 110 - sum(mine.values()) - len(loaded.state.market) - sum(loaded.state.discard)
    said = room.say(ANN, "what are the odds of a locomotive?").text
    assert f"of the {unseen} cards that neither lie open nor are in your hand, {14 - seen} are" in said


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "how likely is it that the tunnel Madrid Pamplona costs more",
            ["nothing more to pay: ", "1 card more: "],
        ),
        ("quel est le risque pour Madrid Pampelune en noir ?", ["rien à ajouter : ", "3 noires"]),
        ("what are the chances of extra cards on Paris Dieppe", ["costs no more than what it says"]),
    ],
)
def test_the_risk_of_a_tunnel_is_reckoned(text: str, facts: list[str]) -> None:
    said = dealt("europe").say(ANN, text).text.replace("\u00a0", " ")
    assert all(fact in said for fact in facts), said


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("are we close to the end?", "Fewest trains left: Ann and Ben, with 45."),
        ("is the last round near?", "Fewest trains left: Ann and Ben, with 45."),
        ("how many turns are left until the end?", "Fewest trains left: Ann and Ben, with 45."),
        ("on est loin de la fin ?", "Le moins de wagons : Ann et Ben, avec 45."),
        ("c'est bientôt la fin ?", "Le moins de wagons : Ann et Ben, avec 45."),
    ],
)
def test_how_near_the_end_is(text: str, first: str) -> None:
    said = dealt().say(ANN, text).text.replace("\u00a0", " ")
    assert said.startswith(first)
    assert " 2 " in said  # and the rule


@pytest.mark.parametrize(
    "text",
    [
        "which routes from Denver are free?",
        "free routes from Denver",
        "what lines out of Denver are still available",
        "routes libres depuis Denver",
        "quelles lignes partent de Denver, encore libres ?",
        "quelles routes sont disponibles depuis Denver",
        "and from Denver?",
        "et depuis Denver ?",
    ],
)
def test_free_routes_of_a_city_are_those_of_the_city(text: str) -> None:
    first, *routes = dealt().say(ANN, text).text.replace("\u00a0", " ").split("\n")
    assert first.startswith("9 routes")
    assert all("Denver" in route for route in routes)


def test_no_word_of_a_question_is_taken_for_a_city_that_is_not_there() -> None:
    said = dealt("lyon").say(ANN, "quelles lignes partent de Bellecour et sont encore libres ?").text
    assert "Bellecour" in said
    assert "Il n'y a pas de ville" not in said


@pytest.mark.parametrize(
    "text",
    [
        "which of these is the easiest to finish?",
        "which one would take the fewest trains",
        "are any of these doable",
        "laquelle est la plus facile ?",
        "quelle destination est la plus proche d'être finie ?",
        "laquelle demande le moins de wagons ?",
    ],
)
def test_of_tickets_on_offer_it_is_said_what_each_would_take(text: str) -> None:
    reply = Room().say(ANN, text)
    lines = reply.text.replace("\u00a0", " ").split("\n")
    assert reply.private
    assert len(lines) == 4  # three tickets, and how many are kept
    assert all("still to build" in line or "à construire" in line for line in lines[:3]), lines


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("may I pass my turn?", "only if nothing else is possible"),
        ("why can't I pass", "only if nothing else is possible"),
        ("is skipping a turn allowed?", "only if nothing else is possible"),
        ("ai-je le droit de passer mon tour ?", "que si rien d'autre n'est possible"),
        ("pourquoi je ne peux pas passer", "que si rien d'autre n'est possible"),
        ("is the deck shuffled fairly?", "sealed before the deal"),
        ("how is the deck shuffled", "sealed before the deal"),
        ("can you prove that the cards are random?", "sealed before the deal"),
        ("est-ce que la pioche est truquée ?", "scellée avant la donne"),
        ("comment sont mélangées les cartes ?", "scellée avant la donne"),
    ],
)
def test_passing_and_shuffling_are_explained(text: str, fact: str) -> None:
    assert fact in dealt().say(ANN, text).text


@pytest.mark.parametrize("board", ["germany", "usa", "world-light"])
def test_ties_are_broken_by_what_the_board_says_and_by_nothing_else(board: str) -> None:
    room = Room(board, names=("Ann", "Ben", "Carol"))
    breaks = room.games.cache.read_latest(room.game).ruleset.board.tie_breaks
    said = room.say(ANN, "how are ties broken?").text
    assert said.count(";") == len(breaks) - 1
    assert ("points for tickets" in said) == ("ticket_points" in breaks)


@pytest.mark.parametrize(
    ("board", "text", "facts"),
    [
        ("usa", "is the longest route worth it, who has it now?", ["10 points", "a path of 0 spaces"]),
        ("usa", "when does the game end? are we close?", ["with 45", "everybody plays once more"]),
        (
            "usa",
            "whose turn is it and how many cards are left in the deck?",
            ["It is your turn.", "in the deck"],
        ),
        ("usa", "how do tickets work and how many do I have?", ["costs you as many", "You have 3 tickets"]),
        (
            "usa",
            "how many trains do I have left and what's in my hand?",
            ["You have 45 trains", "Your hand:"],
        ),
        ("usa", "c'est à qui de jouer, et combien de points a Ben ?", ["C'est à vous", "Ben a 0 point"]),
        ("usa", "il me reste combien de wagons ? et Ben ?", ["Il vous reste 45", "45 wagons à Ben"]),
        (
            "europe",
            "how many stations have I got and what does the next one cost?",
            ["3 stations left", "costs 1 card."],
        ),
        (
            "europe",
            "combien de gares il me reste et combien coûte la prochaine ?",
            ["3 gares", "coûte 1 carte."],
        ),
    ],
)
def test_two_questions_get_two_answers(board: str, text: str, facts: list[str]) -> None:
    said = dealt(board).say(ANN, text).text.replace("\u00a0", " ")
    assert all(fact in said for fact in facts), said


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("what did Ben do last turn, and Ann?", ["Ben draws a card.", "You draw a card"]),
        ("qu'a fait Ben au dernier tour, et Ann ?", ["Ben pioche une carte", "Vous piochez une carte"]),
    ],
)
def test_of_two_people_the_deeds_of_both_are_shown(room: Room, text: str, facts: list[str]) -> None:
    said = room.say(ANN, text).text.replace("\u00a0", " ")
    assert all(fact in said for fact in facts), said


def test_no_deadline_of_long_ago_is_among_what_has_happened(room: Room) -> None:
    assert "until" not in room.say(ANN, "what happened?").text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("how many cards am I missing for Denver Omaha?", "For Denver – Omaha you lack "),
        ("what do I still need to claim Denver - Omaha", "For Denver – Omaha you lack "),
        (
            "combien de cartes me manque-t-il pour relier Denver à Omaha ?",
            "Pour Denver – Omaha, il vous manque ",
        ),
        ("does Denver Omaha complete a ticket?", "Denver – Omaha by itself completes none of your tickets."),
        ("would Denver Omaha help with my destinations", "Denver – Omaha by itself completes none"),
        (
            "est-ce que Denver Omaha termine une de mes destinations ?",
            "Denver – Omaha ne termine à elle seule aucune",
        ),
        ("can both tracks of Denver Kansas City be claimed?", "Where two tracks join the same cities"),
        (
            "la deuxième voie de Denver Kansas City est-elle fermée ?",
            "Quand deux voies relient les mêmes villes",
        ),
    ],
)
def test_what_is_asked_of_a_route_beside_its_price_comes_first(text: str, first: str) -> None:
    assert dealt().say(ANN, text).text.replace("\u00a0", " ").startswith(first)


@pytest.mark.parametrize(
    ("board", "text", "facts"),
    [
        ("world-light", "how do polar routes work?", ["ferry and a tunnel", "27 points", "On this board"]),
        (
            "world-light",
            "routes polaires, comment ça marche ?",
            ["un ferry et un tunnel", "27 points", "Sur ce plateau"],
        ),
        ("world-light", "what is the world tour?", ["closed circuit", "On this board"]),
        ("world-light", "le tour du monde, il faut faire quoi ?", ["circuit fermé", "Sur ce plateau"]),
        (
            "nordic",
            "can I use 3 cards instead of a loco?",
            ["any 3 cards stand for a locomotive", "On this board"],
        ),
        (
            "nordic",
            "je peux mettre 3 cartes au lieu d'une loco ?",
            ["3 cartes quelconques valent une locomotive"],
        ),
        ("pennsylvania", "how do shares work?", ["one share of one of them", "30, 20, 13, 8, 4"]),
        (
            "pennsylvania",
            "comment marchent les actions ?",
            ["une action de l'une d'elles", "30, 20, 13, 8, 4"],
        ),
        ("iberia", "how does the draft work?", ["gets 6 tickets", "at most 4"]),
        ("iberia", "comment marche le draft ?", ["reçoit 6 destinations", "4 au plus"]),
        ("india", "what are mandalas?", ["without a route in common", "5, 10, 20, 30, 40"]),
        ("india", "les mandalas, c'est quoi ?", ["sans route commune", "5, 10, 20, 30, 40"]),
        ("europe", "how do ferries work?", ["cards of one colour, as on any route", "for example"]),
        ("europe", "comment marchent les ferries ?", ["d'une seule couleur", "par exemple"]),
        ("legendary_asia", "asian explorer?", ["connects the most cities, and for all who tie: 10"]),
    ],
)
def test_a_rule_can_be_played_by_its_answer(board: str, text: str, facts: list[str]) -> None:
    room = Room(board, names=("Ann", "Ben", "Carol"))
    said = room.say(ANN, text).text.replace("\u00a0", " ")
    assert all(fact in said for fact in facts), said


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_suggested_is_understood_as_what_it_stands_for(lang: str) -> None:
    say, heard = Messages(lang), heard_words()[lang]
    looks = [look for look in heard.looks if look not in COURTESIES | {"never_mind", "patience"}]
    for look in (*looks, *(f"basics {topic}" for topic in heard.basics_asked)):
        meant = hear(situation("usa", "playing_turn"), asked_by(look, say))
        assert (meant.look, meant.about if meant.look == "basics" else "") == tuple(f"{look} ".split(" ")[:2])


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("how many red cards are face up?", "Face up: "),
        ("how long is Ben's longest path?", "Ben: a path of 0 spaces"),
        ("what is my score including my tickets?", "If it ended now, your total would be "),
        ("combien de locomotives sont visibles ?", "Cartes visibles : "),
        ("quelle est la longueur du plus long chemin de Ben ?", "Ben : un chemin de 0 espace"),
        ("mon score avec mes destinations ?", "Si tout s'arrêtait maintenant"),
    ],
)
def test_one_fact_of_a_longer_answer_is_taken_from_it(text: str, answer: str) -> None:
    said = dealt().say(ANN, text).text.replace("\u00a0", " ")
    assert said.startswith(answer)
    assert "\n" not in said


@pytest.mark.parametrize(
    "text", ["which routes can I claim from Denver?", "quelles routes puis-je prendre depuis Denver ?"]
)
def test_routes_that_can_be_claimed_are_those_of_the_city(text: str) -> None:
    reply = dealt().say(ANN, text)
    assert all("Denver" in choice.label for choice in reply.choices)
    assert reply.choices or "can be claimed" in reply.text or "ne peut être prise" in reply.text


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("how many Pennsylvania shares are left?", ["Shares left: 15 × Pennsylvania."]),
        ("combien d'actions Pennsylvania restent ?", ["Actions restantes : 15 × Pennsylvania."]),
    ],
)
def test_of_the_things_of_a_rule_the_one_that_is_named_is_counted(text: str, facts: list[str]) -> None:
    said = Room("pennsylvania", names=("Ann", "Ben", "Carol")).say(ANN, text).text.replace("\u00a0", " ")
    assert said.split("\n") == facts


def test_what_a_rule_brings_for_a_route_is_added() -> None:
    said = dealt("legendary_asia").say(ANN, "how many points does the mountain bring on Lhasa Xian?").text
    assert said.startswith("Lhasa – Xi'an brings 7 points, and at the end 2 points more by this rule.")


@pytest.mark.parametrize(
    ("board", "text", "answer"),
    [
        ("europe", "where are Ben's stations?", "Ben has 3 stations left."),
        ("europe", "how many stations has Ben got", "Ben has 3 stations left."),
        ("europe", "combien de gares a Ben ?", "Il reste 3 gares à Ben."),
        ("iberia", "how many festival cards does Ben have?", "Ben has none of these so far."),
        ("iberia", "combien de cartes festival a Ben ?", "Ben n'en a pas encore."),
        ("italy", "how many ferry cards do I have?", "You have none of these so far."),
    ],
)
def test_of_the_things_of_a_rule_those_of_the_person_are_shown(board: str, text: str, answer: str) -> None:
    room = Room(board)
    assert room.say(ANN, text).text.replace("\u00a0", " ") == answer


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("how does a country ticket count?", "A ticket with several goals counts for the best one"),
        ("what does a country ticket mean", "A ticket with several goals counts for the best one"),
        (
            "un billet vers un pays il compte comment",
            "Une destination à plusieurs buts compte pour le meilleur",
        ),
        ("un billet pays ça marche comment", "Une destination à plusieurs buts compte pour le meilleur"),
    ],
)
def test_what_is_asked_of_country_tickets_comes_first(text: str, first: str) -> None:
    assert dealt("switzerland").say(ANN, text).text.startswith(first)


@pytest.mark.parametrize(
    "text", ["what special rules does this board have?", "quelles sont les règles spéciales ici ?"]
)
def test_the_special_rules_of_a_board_are_listed(text: str) -> None:
    said = dealt("europe").say(ANN, text).text
    assert said.count(":") >= 5  # the board, ferries, tunnels, stations, longest path


def test_who_is_near_the_end_is_no_wish_to_end_the_game() -> None:
    reply = dealt().say(ANN, "who's closest to ending the game?")
    assert not reply.choices
    assert "Fewest trains left: Ann and Ben, with 45." in reply.text


@pytest.fixture(scope="module")
def ended() -> Room:
    return finished()


@pytest.mark.parametrize(
    ("text", "begin"),
    [
        ("who got the longest route bonus in the end?", "Longest path: "),
        ("so who had the longest route?", "Longest path: "),
        ("qui a eu le bonus du chemin le plus long finalement ?", "Chemin le plus long : "),
        ("à qui est allé le bonus du plus long trajet ?", "Chemin le plus long : "),
    ],
)
def test_who_got_the_longest_path_is_said_with_its_spaces_and_points(
    ended: Room, text: str, begin: str
) -> None:
    loaded = ended.games.cache.read_latest(ended.game)
    lengths = loaded.ruleset.measures["longest_path"](loaded.ruleset, loaded.state)
    best = [name for name, length in zip(("Ann", "Ben"), lengths, strict=True) if length == max(lengths)]
    answer = ended.say(ANN, text).text.replace("\u00a0", " ")
    assert answer.startswith(begin + best[0])
    assert f"{max(lengths)} " in answer
    assert "10 points" in answer


@pytest.mark.parametrize(
    "text", ["how many points did I lose on tickets?", "mes destinations, ça fait combien de points ?"]
)
def test_a_line_of_the_score_is_answered_by_that_line(ended: Room, text: str) -> None:
    loaded = ended.games.cache.read_latest(ended.game)
    own = score(loaded.ruleset, loaded.state).seats[ANN]
    points = sum(line.points for line in own.lines if line.reason == "tickets")
    assert f"{points:+d}" in ended.say(ANN, text).text.split("\n")[0]


def test_what_a_bonus_is_worth_stays_a_question_about_the_rules(ended: Room) -> None:
    assert ended.say(ANN, "how much is the longest path worth?").text.startswith(
        "The longest continuous path"
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "what would it cost me to get from Seattle to Chicago?",
            ("(6 yellow)", "(5 red)", "(4 blue)", "15 spaces in all"),
        ),
        (
            "combien ça me coûterait d'aller de Seattle à Chicago ?",
            ("(6 jaunes)", "(5 rouges)", "(4 bleues)", "15 espaces en tout"),
        ),
    ],
)
def test_a_way_of_several_routes_is_named_with_what_each_takes(text: str, facts: tuple[str, ...]) -> None:
    answer = dealt().say(ANN, text).text.replace("\u00a0", " ")
    assert all(fact in answer for fact in facts)
