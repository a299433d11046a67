"""Rooms: one room is one game, whatever happens at the same time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import msgspec
import pytest

from service.boards.board_library import BoardLibrary
from service.boards.map_file import read_map_file
from service.chat.rooms import Posts, Speaker
from service.chat.rooms.open_table import boards_called
from service.chat.rooms.room import Whereabouts, Wish, forget_person
from service.games.erasure import erase_person
from service.language import Choice
from service.language.grammar.phrases import plain_words
from service.runtime.embedded_valkey import EmbeddedServer
from service.store import MemoryStore
from service.store.redis_store import RedisStore
from tests.support.boards.own_board import map_bytes
from tests.support.chat.memory_room import ANN, BOB, CY, Parlour
from tests.support.http.service_games import finish
from tests.support.language.number_players import play_by_numbers
from tests.support.rules.stamps import registered_stamps, stamp_document, wordless_stamps
from ttr_core.bots import ELO, POLICIES
from ttr_core.bots.policy import Dice
from ttr_core.model.state import HUMAN
from ttr_core.rules.by_post.seat_holders import Holders

FULL = "The table is full. 'status' shows who plays; 'leave' makes room."


@pytest.fixture
def parlour() -> Parlour:
    return Parlour()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    started = EmbeddedServer(tmp_path_factory.mktemp("rooms"), "everysec")
    yield started
    started.stop()


@pytest.fixture(params=["memory", "embedded", "embedded again", "embedded once more"])
def crowded(request: pytest.FixtureRequest, server: EmbeddedServer) -> Iterator[Parlour]:
    """A room on each kind of store; the real server comes several times, since races end differently each time."""
    if request.param == "memory":
        yield Parlour()
        return
    store = RedisStore(server.url)
    store.client.flushall()
    yield Parlour(store=store)
    store.close()


def people(count: int) -> list[Speaker]:
    return [Speaker(person=f"p{number}", name=f"Player {number}") for number in range(count)]


# ------------------------------------------------------------------------------------------- gathering


def test_a_room_without_a_game_tells_how_to_begin(parlour: Parlour) -> None:
    assert "'new game europe' opens a table" in parlour.public(ANN, "hello there")
    assert "no open table" in parlour.public(ANN, "join")
    assert "lyon (Lyon by tram)" in parlour.public(ANN, "boards")


def test_somebody_opens_a_table_and_others_join(parlour: Parlour) -> None:
    assert "2 to 5 players" in parlour.public(ANN, "New game: LYON!")
    assert parlour.public(BOB, "je joue") == "Bob joue. Lyon en tram\u00a0: Ann et Bob."
    assert "already" in parlour.public(BOB, "join")
    assert "'start' when all are here" in parlour.public(CY, "what now?")
    assert parlour.public(BOB, "start") == "The game begins: Ann and Bob."
    assert [seat.kind for seat in parlour.game.state.seats] == [HUMAN, HUMAN]
    assert parlour.room.table is None


@pytest.mark.parametrize(
    ("words", "boards"),
    [
        ("europe", ["europe"]),
        ("etats unis", ["usa"]),
        ("world", ["world-dense", "world-light"]),
        ("monde leger", ["world-light"]),
        ("on the lyon", ["lyon"]),
        ("atlantis", []),
        ("", []),
    ],
)
def test_boards_by_their_names(words: str, boards: list[str]) -> None:
    served = list(BoardLibrary(MemoryStore()).boards())
    assert [board.name for board in boards_called(plain_words(words), served)] == boards


def test_a_board_that_is_not_clear_is_asked_for(parlour: Parlour) -> None:
    assert parlour.public(ANN, "new game world") == (
        "Which board? Around the world, dense board; Around the world, light board. "
        "Say for example 'new game world-dense'."
    )
    assert "Nordic countries" in parlour.public(ANN, "new game")
    assert parlour.room.table is None


def test_a_player_who_leaves_is_gone(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game lyon")
    parlour.hear(BOB, "join")
    assert parlour.public(ANN, "leave") == "Ann leaves the table. Lyon by tram: Bob."
    assert "not at the table" in parlour.public(ANN, "leave")
    assert "Only those who play" in parlour.public(ANN, "start")


def test_the_last_one_who_leaves_closes_the_table(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game lyon")
    parlour.hear(ANN, "add bot")
    assert parlour.public(ANN, "leave") == "The table is closed."
    assert parlour.room.table is None
    assert "Bob opens a table" in parlour.public(BOB, "new game usa")
    assert parlour.room.bots == []


def test_bots_sit_down_and_get_up(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game lyon")
    other = next(name for name in sorted(POLICIES) if name != "greedy")
    assert (
        parlour.public(ANN, "add bot")
        == "Ada (greedy bot) joins the table. Lyon by tram: Ann and Ada (greedy bot)."
    )
    parlour.hear(ANN, "add bot")
    assert f"Ann, Ada (greedy bot), Boris (greedy bot) and Clara ({other} bot)." in parlour.public(
        ANN, f"add bot {other}"
    )
    assert (
        parlour.public(ANN, "remove bot")
        == "A bot leaves the table. Lyon by tram: Ann, Ada (greedy bot) and Boris (greedy bot)."
    )
    assert parlour.public(ANN, "start") == "The game begins: Ann, Ada (greedy bot) and Boris (greedy bot)."
    assert [seat.kind for seat in parlour.game.state.seats] == [HUMAN, "bot:greedy", "bot:greedy"]
    assert parlour.game.facts.name(2) == "Boris"


def test_bots_are_listed_with_a_sentence_and_added_by_level(parlour: Parlour) -> None:
    assert f"random (Elo {ELO['random']}): Makes any legal move" in parlour.public(
        ANN, "which bots are there"
    )
    parlour.hear(ANN, "new game lyon")
    assert "Ada (robot aléatoire)" in parlour.public(ANN, "un robot aléatoire")
    assert parlour.room.bots == ["random"]


@pytest.mark.parametrize(
    "text", ["add a bot and start", "ajoute un robot et c'est parti", "add a bot, let's go"]
)
def test_a_bot_is_added_and_the_game_starts(parlour: Parlour, text: str) -> None:
    parlour.hear(ANN, "new game europe")
    parlour.hear(ANN, text)
    assert len(parlour.game.state.seats) == 2


def test_there_is_no_bot_to_be_removed(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game lyon")
    assert "no bot" in parlour.public(ANN, "remove bot")


def test_a_table_is_full(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game nordic")
    parlour.hear(BOB, "join")
    parlour.hear(BOB, "add bot")
    assert parlour.public(CY, "join") == FULL
    assert parlour.public(BOB, "add bot") == FULL


def test_too_few(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game lyon")
    assert "needs 2 players or more; there are 1" in parlour.public(ANN, "start")


def test_only_those_at_the_table_close_it(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game lyon")
    assert "Only those who play" in parlour.public(BOB, "cancel game")
    assert "closed" in parlour.public(ANN, "cancel game")
    assert "no open table" in parlour.public(ANN, "start")
    assert set(parlour.room.items) == {"opened in"}


def test_nobody_takes_the_table_away_from_others(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game lyon")
    assert "There is already an open table" in parlour.public(BOB, "new game usa")
    assert parlour.room.board == "lyon"
    assert "United States" in parlour.public(ANN, "new game usa"), "but one's own may be changed"
    assert parlour.room.people == [("p-ann", "Ann")]


def test_names_are_what_games_take(parlour: Parlour) -> None:
    odd = [
        Speaker(person="1", name="  An\nn\u200b\u202e "),
        Speaker(person="2", name="An n"),
        Speaker(person="3", name="\u200b"),
        Speaker(person="4", name="x" * 300),
    ]
    game = parlour.begin(*odd)
    names = [game.facts.name(seat) or "" for seat in range(4)]
    assert names == ["An n", "An n 2", "3", "x" * 40]


# ----------------------------------------------------------------------------------------- all at once


def at_once(crowded: Parlour, speakers: list[Speaker], text: str) -> list[str]:
    with ThreadPoolExecutor(len(speakers)) as pool:
        posts = list(pool.map(lambda who: crowded.hear(who, text), speakers))
    return [post.public.text for post in posts if post.public]


def test_two_join_at_once(crowded: Parlour) -> None:
    crowd = people(4)
    crowded.hear(ANN, "new game lyon")
    at_once(crowded, crowd, "join")
    assert sorted(person for person, _ in crowded.room.people) == sorted(
        ["p-ann", *(who.person for who in crowd)]
    )


def test_no_more_sit_down_at_once_than_there_are_seats(crowded: Parlour) -> None:
    crowded.hear(ANN, "new game nordic")
    said = at_once(crowded, people(6), "join")
    assert len(crowded.room.people) == 3
    assert said.count(FULL) == 4


def test_one_person_twice_at_once_sits_down_once(crowded: Parlour) -> None:
    crowded.hear(ANN, "new game lyon")
    at_once(crowded, [BOB] * 4, "join")
    assert crowded.room.people == [("p-ann", "Ann"), ("p-bob", "Bob")]


def test_two_open_a_table_at_once(crowded: Parlour) -> None:
    said = at_once(crowded, people(4), "new game lyon")
    assert sum("opens a table" in text for text in said) == 1
    assert len(crowded.room.people) == 1


def test_a_game_is_started_once(crowded: Parlour) -> None:
    crowd = people(3)
    crowded.hear(crowd[0], "new game lyon")
    for person in crowd[1:]:
        crowded.hear(person, "join")
    table = crowded.room.table
    assert table
    said = at_once(crowded, crowd, "start")
    assert "The game begins: Player 0, Player 1 and Player 2." in said
    assert not any("did not work" in text for text in said), said
    assert crowded.room.game == table.game
    assert crowded.game.ruleset.players == 3
    assert set(crowded.room.items) == {"game", "opened in"}


def test_joining_while_the_game_starts_seats_the_player_or_says_why_not(crowded: Parlour) -> None:
    crowded.hear(ANN, "new game lyon")
    crowded.hear(BOB, "join")
    with ThreadPoolExecutor(2) as pool:
        joining, starting = pool.submit(crowded.hear, CY, "join"), pool.submit(crowded.hear, ANN, "start")
    posts, _ = joining.result(), starting.result()
    plays = crowded.game.ruleset.players == 3
    text = (posts.public or posts.private or pytest.fail("nothing was said")).text
    assert plays if "Cy plays" in text else True, text
    assert set(crowded.room.items) == {"game", "opened in"}


# --------------------------------------------------------------------------------------------- playing


def test_hands_are_private_and_moves_public(parlour: Parlour) -> None:
    parlour.begin()
    assert "Your hand" in parlour.private(ANN, "my hand")
    assert "Keep 2 to 3" in parlour.private(ANN, "what can i do")
    parlour.hear(ANN, "keep all")
    posts = parlour.hear(BOB, "keep all")
    assert posts.public
    assert posts.private
    assert "Bob keeps 3 tickets" in posts.public.text
    assert "You keep" in posts.private.text
    nobody = parlour.hear(CY, "my hand")
    assert nobody.private
    assert "no seat" in nobody.private.text
    assert nobody.private.picture == ""


def test_choices_are_for_the_one_who_is_asked(parlour: Parlour) -> None:
    parlour.first_turns()
    posts = parlour.hear(parlour.is_next(), "what can i do?")
    assert posts.public is None
    assert posts.private
    assert len(posts.private.choices) > 3


def test_a_message_that_comes_twice_counts_once(parlour: Parlour) -> None:
    parlour.first_turns()
    who = parlour.is_next()
    first = parlour.hear(who, "draw", "message-1")
    version = parlour.game.version
    assert parlour.hear(who, "draw", "message-1").public == first.public
    assert parlour.game.version == version
    parlour.hear(who, "draw", "message-2")
    assert parlour.game.version > version


def test_words_of_the_game_are_not_taken_for_the_rooms(parlour: Parlour) -> None:
    parlour.first_turns(ANN, BOB)
    assert "A game is going on" in parlour.public(ANN, "new game europe")
    assert "A game is going on" in parlour.public(ANN, "new")
    for text in ("new york boston", "status quo", "table lyon", "join", "start", "bot"):
        assert "going on" not in _text(parlour.hear(ANN, text)), text


def test_a_long_text_is_refused(parlour: Parlour) -> None:
    parlour.begin()
    assert "too long" in parlour.private(ANN, "draw " * 100)


def test_status_tells_everybodys_place(parlour: Parlour) -> None:
    parlour.begin()
    post = parlour.hear(CY, "status").public
    assert post
    assert post.picture == "board"
    assert "Ann: 0 points, 45 trains, 4 cards, 0 tickets" in post.text
    assert "Waiting for Ann and Bob." in post.text


def test_a_player_who_is_waited_for_is_reminded(parlour: Parlour) -> None:
    parlour.begin()
    parlour.hear(ANN, "keep all")
    post = parlour.hear(CY, "remind").public
    assert post
    assert post.mentions == ("p-bob",)
    assert [choice.say for choice in post.choices] == ["my hand", "what can i do"]
    assert "Your hand" in parlour.private(BOB, post.choices[0].say)


def test_a_room_has_its_language(parlour: Parlour) -> None:
    french = Speaker(person="p-ann", name="Ann", lang="fr")
    assert "Aucune partie n'est en cours ici" in parlour.public(french, "bonjour")
    assert parlour.public(ANN, "language french") == "Je parle français ici."
    parlour.hear(ANN, "new game lyon")
    assert parlour.public(BOB, "join") == "Bob joue. Lyon en tram\u00a0: Ann et Bob."
    parlour.hear(BOB, "start")
    assert "Votre main" in parlour.private(ANN, "my hand")
    assert parlour.public(ANN, "speak english") == "I speak English here."
    assert "Your hand" in parlour.private(french, "ma main")
    assert parlour.public(ANN, "language klingon") == "Say 'language english' or 'language french'."


def test_without_an_agreed_language_people_are_answered_in_their_own(parlour: Parlour) -> None:
    assert "Ann ouvre une table" in parlour.public(ANN, "nouvelle partie lyon")
    assert "Bob plays" in parlour.public(BOB, "join")
    parlour.hear(BOB, "start")
    assert "Votre main" in parlour.private(ANN, "ma main")
    assert "Your hand" in parlour.private(ANN, "my hand")
    english = Speaker(person="p-ann", name="Ann", lang="en")
    assert "Your hand" in parlour.private(english, "ma main")
    assert parlour.room.common_lang == "fr"


def test_the_next_game_in_the_same_room(parlour: Parlour) -> None:
    first = parlour.first_turns()
    finish(parlour.games, first)
    assert "The game is over" in parlour.public(CY, "status")
    assert "'new game' for another board" in parlour.public(CY, "status")
    assert "We are not waiting for anybody" in parlour.public(CY, "remind")
    assert ":" in parlour.public(CY, "score")
    second = parlour.begin(BOB, CY)
    assert second.game != first.game
    assert second.facts.contact(0) == "p-bob"


def test_a_person_who_is_erased_is_a_stranger(parlour: Parlour) -> None:
    game = parlour.begin()
    erase_person(parlour.games, game, 0, partial(forget_person, parlour.store))
    assert (parlour.game.facts.name(0), parlour.game.facts.contact(0)) == (None, None)
    assert "no seat" in _text(parlour.hear(ANN, "my hand"))
    post = parlour.hear(BOB, "remind").public
    assert post
    assert post.mentions == ("p-bob",)
    assert "Ann" not in post.text
    assert "p-ann" not in str(parlour.store.properties("room/bridge:parlour"))


def test_an_erased_person_leaves_nothing_in_the_room(parlour: Parlour) -> None:
    """The room forgets their place at the next table, their wish, the seat kept for them, and where they last wrote."""
    game = parlour.first_turns()
    finish(parlour.games, game)
    parlour.hear(ANN, "new game lyon")
    parlour.hear(BOB, "join")
    parlour.room.wish("p-ann", Wish(1, "Ann"))
    parlour.room.name_heir(1, "p-ann")
    parlour.room.name_heir(0, "p-bob")
    Whereabouts(parlour.store, "bridge", "p-ann").put("parlour")
    erase_person(parlour.games, game, 0, partial(forget_person, parlour.store))
    kept = str(parlour.store.properties("room/bridge:parlour"))
    assert "p-ann" not in kept
    assert "Ann" not in kept
    assert parlour.room.people == [("p-bob", "Bob")]
    assert parlour.room.heir(0) == "p-bob"
    assert Whereabouts(parlour.store, "bridge", "p-ann").last() == ""
    erase_person(parlour.games, game, 1, partial(forget_person, parlour.store))
    assert set(parlour.room.items) == {"game", "opened in"}, "a table without people is closed"


def test_an_earlier_holder_is_erased_and_the_present_one_stays(parlour: Parlour) -> None:
    parlour.first_turns()
    parlour.hear(CY, "take over bob")
    parlour.hear(BOB, "hand my seat to cy")
    Whereabouts(parlour.store, "bridge", "p-cy").put("parlour")
    erase_person(parlour.games, parlour.game, 1, partial(forget_person, parlour.store), holder=1)
    assert parlour.game.facts.earlier_name(1, 1) is None
    assert parlour.game.facts.contact(1) == "p-cy"
    assert Whereabouts(parlour.store, "bridge", "p-cy").last() == "parlour"


def test_a_button_answers_only_its_own_question(parlour: Parlour) -> None:
    parlour.first_turns()
    who = parlour.is_next()
    choices = _choices(parlour.hear(who, "what can i do"))
    version = parlour.game.version
    draw = next(choice for choice in choices if choice.label.startswith("Draw a card"))
    assert "no longer open" in parlour.private(BOB if who is ANN else ANN, draw.button)
    assert parlour.game.version == version
    parlour.hear(who, draw.button)
    assert parlour.game.version > version
    parlour.hear(who, "draw a card")  # the turn is over
    version = parlour.game.version
    assert "no longer open" in parlour.private(who, draw.button)
    assert parlour.game.version == version


# ------------------------------------------------------------------------------------ seats that pass on


def test_a_seat_is_handed_to_somebody_who_has_asked_for_it(parlour: Parlour) -> None:
    parlour.first_turns()
    assert "Bob: say 'hand my seat to Cy' to agree" in parlour.public(CY, "take over bob")
    assert "no seat" in _text(parlour.hear(CY, "my hand"))
    assert parlour.public(BOB, "hand my seat to Cy") == "Cy takes over from Bob."
    assert parlour.game.facts.contact(1) == "p-cy"
    assert parlour.game.facts.name(1) == "Cy"
    assert parlour.game.facts.earlier_name(1, 1) == "Bob"
    assert "Your hand" in parlour.private(CY, "my hand")
    assert "no seat" in _text(parlour.hear(BOB, "my hand"))
    assert set(parlour.room.items) == {"game", "opened in"}


@pytest.mark.parametrize(
    "text", ["cy takes over", "je donne ma place à Cy", "Cy me remplace", "i give my seat to cy"]
)
def test_ways_to_hand_a_seat_on(parlour: Parlour, text: str) -> None:
    parlour.first_turns()
    parlour.hear(CY, "je remplace Bob")
    assert "Cy takes over from Bob" in parlour.public(BOB, text)


def test_a_seat_is_offered_to_somebody_who_is_mentioned(parlour: Parlour) -> None:
    parlour.first_turns()
    offer = parlour.hear(BOB, "hand my seat to <@p-cy>").public
    assert offer
    assert offer.mentions == ("p-cy",)
    dan = Speaker(person="p-dan", name="Cy")
    assert "would like to take over" in parlour.public(dan, "take over bob"), "a name is no proof"
    assert parlour.public(CY, "take over") == "Cy takes over from Bob."


def test_a_name_alone_is_nobody(parlour: Parlour) -> None:
    parlour.first_turns()
    assert "I do not know cy yet" in parlour.public(BOB, "hand my seat to cy")
    assert parlour.game.state.slice(Holders).offered == {}


def test_nobody_gives_anothers_seat_away(parlour: Parlour) -> None:
    parlour.first_turns()
    parlour.hear(CY, "take over bob")
    assert "your own seat" in parlour.public(ANN, "hand bob's seat to cy")
    assert parlour.public(ANN, "take over bob") == "You have a seat already. 'my hand' shows its cards."
    assert "Whose seat?" in parlour.public(CY, "take over zoe")
    assert parlour.game.facts.contact(1) == "p-bob"


def test_a_person_replaces_a_bot_if_all_agree(parlour: Parlour) -> None:
    parlour.first_turns(ANN, BOB, CY)
    parlour.hear(CY, "resign to a bot")
    parlour.hear(CY, "yes")
    dan = Speaker(person="p-dan", name="Dan")
    assert "Any player: say 'hand seat 3 to Dan'" in parlour.public(dan, "take over ada")
    assert "If all who play say 'yes'" in parlour.public(ANN, "hand seat 3 to dan")
    assert "would like" in parlour.public(dan, "take over ada"), "not yet"
    parlour.hear(BOB, "agree")
    assert parlour.public(dan, "take over ada") == "Dan takes over from Ada."
    assert "Your hand" in parlour.private(dan, "my hand")


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "the person you mentioned can take over"), ("fr", "la personne mentionnée pourra dire")],
)
def test_somebody_unknown_is_mentioned_by_the_platforms_own_means(
    parlour: Parlour, lang: str, words: str
) -> None:
    parlour.first_turns(ANN, BOB, CY)
    parlour.hear(CY, "resign to a bot")
    parlour.hear(CY, "yes")
    parlour.hear(ANN, "language french" if lang == "fr" else "language english")
    post = parlour.hear(ANN, "hand seat 3 to <@p-dan>").public
    assert post
    assert words in post.text
    assert "<@" not in post.text
    assert post.mentions == ("p-dan",)


def test_a_seat_is_left_to_a_bot_in_the_games_own_words(parlour: Parlour) -> None:
    parlour.first_turns()
    assert "Go ahead?" in parlour.private(ANN, "leave my seat to a bot")


def _text(posts: Posts) -> str:
    return "\n".join(post.text for post in (posts.public, posts.private) if post)


def _choices(posts: Posts) -> tuple[Choice, ...]:
    assert posts.private
    return posts.private.choices


# boards of the operator's own


def test_an_own_board_is_offered_played_and_understood_like_any_other(parlour: Parlour) -> None:
    parlour.games.boards.publish(read_map_file(map_bytes()), "upload")
    assert "harbour (Harbour, own board)" in parlour.public(ANN, "boards")
    assert "harbour (Harbour, plateau maison)" in parlour.public(ANN, "plateaux")
    parlour.first_turns(ANN, BOB, board="harbour")
    turn = parlour.is_next()
    for words in ("preview claim abbey castle", "preview claim abbey fortress"):  # whatever is in the hand
        text = parlour.private(turn, words)
        assert "Abbey" in text, text
        assert "Castle" in text, text


def test_a_table_for_a_board_that_is_withdrawn_meanwhile_is_not_begun(parlour: Parlour) -> None:
    parlour.games.boards.publish(read_map_file(map_bytes()), "upload")
    parlour.hear(ANN, "new game harbour")
    parlour.hear(BOB, "join")
    parlour.games.boards.withdraw("harbour")
    assert "Harbour" in parlour.public(ANN, "status")
    assert "There is no board 'harbour'" in parlour.public(ANN, "start")
    assert parlour.public(ANN, "new game harbour").startswith("Which board?")


# ------------------------------------------------------------------------------------ numbers alone


@pytest.mark.parametrize("board", ["lyon", "iberia"])
def test_a_whole_game_is_played_by_numbers_alone(parlour: Parlour, board: str) -> None:
    parlour.begin(board=board)
    assert "playing_turn" in play_by_numbers(parlour.games, parlour.game.game, parlour.read_by_seat, Dice(2))


def test_a_rule_that_no_word_file_knows_is_played_by_numbers(parlour: Parlour) -> None:
    with registered_stamps(wordless_stamps):
        parlour.games.boards.publish(read_map_file(msgspec.json.encode(stamp_document())), "upload")
        parlour.begin(board="usa-stamps")
        phases = play_by_numbers(parlour.games, parlour.game.game, parlour.read_by_seat, Dice(3))
        assert "choosing_stamp" in phases


@pytest.mark.parametrize("text", ["who wants pizza", "new phone, who dis?", "je reviens", "go home", "ok"])
def test_talk_among_people_is_left_alone_before_a_game(parlour: Parlour, text: str) -> None:
    assert parlour.hear(ANN, text, addressed=False) == Posts()
    parlour.hear(ANN, "new game lyon")
    assert parlour.hear(BOB, text, addressed=False).public is None


@pytest.mark.parametrize(
    "text", ["let's play tennis tomorrow", "shall we play cards on sunday?", "on joue au foot demain ?"]
)
def test_talk_of_other_games_is_left_alone_during_and_after_a_game(parlour: Parlour, text: str) -> None:
    parlour.begin()
    assert parlour.hear(BOB, text, addressed=False).public is None
    finish(parlour.games, parlour.game)
    assert parlour.hear(BOB, text, addressed=False).public is None
    assert parlour.hear(BOB, "status", addressed=False).public
    opened = parlour.hear(ANN, "can we play europe now?", addressed=False).public
    assert opened is not None
    assert "Europe" in opened.text


@pytest.mark.parametrize(
    "text",
    ["can we play europe tomorrow?", "let's play usa on friday evening", "on joue à europe demain soir ?"],
)
def test_people_who_plan_another_day_are_left_alone(parlour: Parlour, text: str) -> None:
    assert parlour.hear(ANN, text, addressed=False).public is None
    parlour.begin()
    assert parlour.hear(BOB, text, addressed=False).public is None
    finish(parlour.games, parlour.game)
    assert parlour.hear(BOB, text, addressed=False).public is None


@pytest.mark.parametrize("text", ["new game europe, a week per move", "can we play europe, weekends off?"])
def test_days_in_the_terms_are_no_plan(parlour: Parlour, text: str) -> None:
    assert parlour.hear(ANN, text, addressed=False).public
    assert parlour.room.board == "europe"


def test_the_board_that_is_played_already_is_no_empty_answer(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game europe")
    assert parlour.public(ANN, "can we play europe?").startswith("Europe: Ann.")


@pytest.mark.parametrize(
    "text", ["talk french to me please", "reply in french from now on", "in french please"]
)
def test_the_language_of_the_room_is_asked_for_in_many_ways(parlour: Parlour, text: str) -> None:
    parlour.begin()
    assert parlour.public(ANN, text) == "Je parle français ici."
    assert parlour.room.lang == "fr"


def test_a_wish_of_luck_among_people_is_no_choice_of_tickets(parlour: Parlour) -> None:
    parlour.begin()
    for text in ("good luck all!", "bonne chance à tous !", "good luck everyone"):
        assert parlour.hear(BOB, text, addressed=False).private is None, text
    assert parlour.hear(BOB, "keep all", addressed=False).private


def test_another_board_is_chosen_among_people_who_talk(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game europe")
    for text in ("europe", "nordic is nice in winter", "my europe trip was great"):
        assert parlour.hear(ANN, text, addressed=False).public is None, text
    assert parlour.hear(ANN, "make it nordic instead", addressed=False).public
    assert parlour.room.board == "nordic"


def test_too_many_people_for_the_number_that_is_wanted_read_how_many_there_are(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game europe, three bots")
    said = parlour.public(ANN, "2 players")
    assert said == "There are 4 at the table, too many for 2 players: 'leave' or 'remove bot' makes room."
    assert "3 robots quittent la table." in parlour.public(ANN, "sans robots")
    assert parlour.room.terms.players == 0


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_board_is_opened_by_its_title(parlour: Parlour, lang: str) -> None:
    asked = parlour.public(ANN, {"en": "new game", "fr": "nouvelle partie"}[lang])
    for board in parlour.games.boards.boards():
        title = board.whole["title"][lang]
        assert title in asked
        parlour.hear(ANN, f"{'new game' if lang == 'en' else 'nouvelle partie'} {title}")
        assert parlour.room.board == board.name


def test_a_game_is_arranged_and_played_among_people_who_talk(parlour: Parlour) -> None:
    for who, text in ((ANN, "new game lyon"), (BOB, "count me in"), (ANN, "start"), (ANN, "keep all")):
        posts = parlour.hear(who, text, addressed=False)
        assert posts.public or posts.private, text
    assert parlour.hear(BOB, "keep your hair on", addressed=False).private is None
    assert parlour.hear(BOB, "keep all", addressed=False).private
    assert parlour.hear(CY, "draw 2", addressed=False).public is None  # Cy does not play
    assert parlour.hear(CY, "whose turn is it?", addressed=False).public


def test_a_long_text_among_people_is_left_alone(parlour: Parlour) -> None:
    assert parlour.hear(ANN, "so " * 200, addressed=False) == Posts()


def test_people_without_a_language_are_answered_in_that_of_the_table(parlour: Parlour) -> None:
    parlour.hear(ANN, "nouvelle partie lyon")
    parlour.hear(BOB, "je joue")
    parlour.hear(ANN, "commencer")
    assert "Je ne comprends pas" in parlour.public(ANN, "xyzzy")
