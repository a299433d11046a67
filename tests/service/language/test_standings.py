"""Questions about how things stand: what others do, how far a goal is, what others know, and who gets which bonus."""

import pytest

from tests.support.language.memory_table import ANN, Room

BEN, CY = 1, 2


@pytest.fixture(scope="module")
def room() -> Room:
    """Ben has claimed a route, and drawn cards in the turns after it; it is Ann's turn."""
    room = Room("usa", ("Ann", "Ben", "Cy"))
    for who in (ANN, BEN, CY):
        room.say(who, "keep all")
    room.say(ANN, "draw 2")
    room.say(BEN, "claim dallas houston")
    room.say(BEN, "1")
    for who in (CY, ANN, BEN, CY):
        room.say(who, "draw 2")
    return room


def answer(room: Room, text: str) -> str:
    return plain(room.say(ANN, text).text)


def plain(text: str) -> str:
    """With ordinary spaces before French signs."""
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    "text",
    [
        "what's Ben up to?",
        "what is ben planning",
        "why did ben take that route",
        "que fabrique Ben ?",
        "qu'est-ce que Ben prépare",
        "ben a quoi derrière la tête",
        "pourquoi ben a pris cette route",
    ],
)
def test_what_somebody_is_up_to_is_what_everybody_saw(room: Room, text: str) -> None:
    lines = answer(room, text).splitlines()
    assert lines[0].startswith(("What others plan is theirs to know", "Ce que les autres préparent"))
    assert "Dallas – Houston" in lines[-1]
    assert any("Dallas – Houston" in line for line in lines[1:-1])  # of the last turns


@pytest.mark.parametrize(
    "text", ["where has ben been building lately?", "il construit où Ben ces derniers temps"]
)
def test_where_somebody_builds_is_about_routes_alone(room: Room, text: str) -> None:
    (line,) = answer(room, text).splitlines()
    assert "Dallas – Houston" in line


@pytest.mark.parametrize("text", ["what is ben waiting for", "c'est à ben de jouer ?"])
def test_whose_turn_it_is_is_another_question(room: Room, text: str) -> None:
    assert "Dallas – Houston" not in answer(room, text)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("how many turns do i need for Boston - Miami?", "Boston – Miami: still to claim"),
        ("can i still finish Boston Miami?", "Boston – Miami: still to claim"),
        ("how long would it take me to link Toronto with Miami", "Toronto – Miami: still to claim"),
        ("how far am i from Chicago", "You have no route yet."),
        ("il me faut combien de tours pour relier Boston à Miami", "Boston – Miami : il reste à prendre"),
        ("est-ce que je peux encore finir Boston - Miami ?", "Boston – Miami : il reste à prendre"),
        ("je suis encore loin de Boston ?", "Vous n'avez pas encore de route."),
    ],
)
def test_what_a_goal_still_takes(room: Room, text: str, start: str) -> None:
    reply = room.say(ANN, text)
    assert start in plain(reply.text)
    assert reply.private


@pytest.mark.parametrize(
    "text", ["am i going to make it with my tickets", "j'ai assez de wagons pour finir mes tickets ?"]
)
def test_of_no_place_all_tickets_are_meant(room: Room, text: str) -> None:
    loaded = room.games.cache.read_latest(room.game)
    lines = answer(room, text).splitlines()
    assert len(lines) == len(loaded.state.seats[ANN].tickets) + 1
    assert "45" in lines[-1] or "44" in lines[-1] or "43" in lines[-1]  # how near the end is


@pytest.mark.parametrize(
    "text", ["can I connect Duluth and Helena?", "il faut combien de cartes pour calgary helena ?"]
)
def test_of_a_single_route_its_price_is_asked(room: Room, text: str) -> None:
    assert "15" in answer(room, text) or "7" in answer(room, text)
    assert "turns" not in answer(room, text)


@pytest.mark.parametrize(
    "text",
    [
        "can ben see my tickets?",
        "does cy know what colours i'm collecting",
        "who knows my tickets",
        "ben voit mes tickets ?",
        "est-ce que les autres savent ce que je collectionne",
    ],
)
def test_what_others_know_of_the_speaker(room: Room, text: str) -> None:
    assert answer(room, text).startswith(("Everybody sees your routes", "Tout le monde voit vos routes"))


@pytest.mark.parametrize(
    ("text", "last"),
    [
        (
            "is Duluth - Helena longer than Dallas - Houston?",
            "Duluth – Helena is longer than Dallas – Houston by 5 spaces.",
        ),
        (
            "c'est quoi le plus long, Denver - Omaha ou Denver - Phoenix ?",
            "Le plus long des deux : Denver – Phoenix, devant Denver – Omaha (1 espace de plus).",
        ),
        ("laquelle est la plus longue, Seattle - Helena ou Duluth - Toronto ?", "ont la même longueur."),
    ],
)
def test_two_ways_are_compared(room: Room, text: str, last: str) -> None:
    assert answer(room, text).endswith(last)


@pytest.mark.parametrize(
    "text", ["does ben have more trains than cy?", "est-ce que ben a plus de wagons que cy ?"]
)
def test_two_people_are_compared(room: Room, text: str) -> None:
    lines = answer(room, text).splitlines()
    assert [("44" in line, "45" in line) for line in lines] == [(True, False), (False, True)]


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        ("who's getting the globetrotter", "On this board the most completed tickets bring no bonus."),
        (
            "qui aura le globe-trotter ?",
            "Sur ce plateau, réussir le plus de destinations ne rapporte aucun bonus.",
        ),
        ("c'est qui qui a réussi le plus de tickets", "ne se sait qu'à la fin"),
        ("who has finished more tickets, me or ben?", "shows only at the end"),
    ],
)
def test_completed_tickets_of_others_are_secret(room: Room, text: str, answered: str) -> None:
    assert answered in answer(room, text)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("what happens when the draw pile runs out", "When the deck is empty"),
        ("if we run out of cards is the game over?", "When the deck is empty"),
        ("il se passe quoi quand la pioche est vide ?", "Quand la pioche est vide"),
        ("si y a plus de cartes la partie s'arrête ?", "Quand la pioche est vide"),
    ],
)
def test_an_empty_deck(room: Room, text: str, start: str) -> None:
    assert answer(room, text).startswith(start)


@pytest.mark.parametrize(
    "text", ["how many yellow cards are left in the deck", "il reste combien de jaunes dans la pioche"]
)
def test_a_colour_in_the_deck_is_reckoned_and_not_taken_for_the_market(room: Room, text: str) -> None:
    assert " % " in answer(room, text)


@pytest.mark.parametrize("text", ["are my routes connected", "mes routes sont reliées entre elles ?"])
def test_routes_of_ones_own_are_not_those_that_are_free(room: Room, text: str) -> None:
    (_, line) = room.say(BEN, text).text.splitlines()
    assert "Dallas – Houston" in line


@pytest.mark.parametrize(("text", "count"), [("where are the tunnels", 41), ("où sont les tunnels ?", 41)])
def test_all_routes_of_a_rule(text: str, count: int) -> None:
    lines = Room("switzerland").say(ANN, text).text.splitlines()
    assert len(lines) == count + 1
    assert all("tunnel" in line for line in lines[1:])


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        ("what comes next from the deck", "Nobody knows what comes next"),
        ("what's the next card in the deck?", "Nobody knows what comes next"),
        ("c'est quoi la prochaine carte de la pioche ?", "Personne ne sait ce qui vient"),
        ("qu'est-ce qui vient après dans la pioche ?", "Personne ne sait ce qui vient"),
    ],
)
def test_nobody_knows_the_next_card(room: Room, text: str, answered: str) -> None:
    assert answer(room, text).startswith(answered)


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        ("are my routes connected", "You have no route yet."),
        ("mes routes sont-elles reliées ?", "Vous n'avez encore aucune route."),
        ("are Ben's routes connected?", "The routes of Ben form one network:\n– Dallas – Houston"),
        ("les routes de Ben se touchent ?", "Les routes de Ben forment un seul réseau :\n– Dallas – Houston"),
    ],
)
def test_routes_form_one_network_or_several(room: Room, text: str, answered: str) -> None:
    assert answer(room, text) == answered


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        ("who has a mandala", "Nothing of the kind lies open"),
        ("qui a un mandala ?", "Rien de tel n'est visible"),
    ],
)
def test_what_depends_on_tickets_is_secret(text: str, answered: str) -> None:
    assert answer(Room("india"), text).startswith(answered)
