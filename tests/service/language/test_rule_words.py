"""The words of a rule are its own: it is played and explained with them, and described without them."""

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from service.chat.rooms import Speaker
from service.chat.rooms.room import seat_of
from service.cli.terminal_games.screen import sheet_lines
from service.games.game_cache import Loaded
from service.http.schemas import schema_for
from service.language.grammar.lexicon import lexicon_of
from service.language.grammar.orders.order_sentence import hear_order
from service.language.grammar.phrases import plain_words
from service.language.grammar.sentences.matter_phrases import command_for, matter_in
from service.language.languages import Messages
from service.language.languages.catalogue import BrokenTexts
from service.language.speech.command_text import OrderUtterances
from service.language.speech.story import Voice, voice_for
from service.store.deliveries import MemoryDeliveryStore
from service.webhooks.payload import NewEvent, message_body
from service.webhooks.subscriptions import Owner, Subscriptions, WebhookRequest
from service.webhooks.triggers import Trigger
from tests.support.chat.memory_room import ANN, BOB, Parlour
from tests.support.fixed_secrets import fix_names_and_seeds
from tests.support.rules.stamps import (
    BOARD,
    ENGLISH,
    AlbumOpened,
    LeaveStamps,
    PressStamp,
    StampId,
    StampPressed,
    StampsLeft,
    registered_stamps,
    stamp_document,
    stamp_ruleset,
    stamps,
    wordless_stamps,
)
from ttr_core import Ruleset, compile_ruleset, legal_commands, load_ruleset, score
from ttr_core.bots.policy import Dice
from ttr_core.engine.hooks import Action, RuleModule
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.history.chain import Envelope
from ttr_core.model.actor import SYSTEM
from ttr_core.model.commands import Command, DrawTickets, ScoreGame, TableCommand
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId, Viewer, Witness

NAMES = {0: "Ann", 1: "Bob"}
DENVER = StampId("stamp_denver")


class Spoken(NamedTuple):
    """A finished game, what was said in it, and what the room could read of it."""

    game: Loaded
    words: list[str]
    public: list[str]
    private: list[str]
    log: list[tuple[Envelope, Event]]


def chosen(loaded: Loaded, seat: SeatId, dice: Dice) -> Command:
    """Tickets are drawn only if nothing else can be done: they would make the game long."""
    by_type: dict[type[Command], list[Command]] = {}
    for command in legal_commands(loaded.ruleset, loaded.state, seat):
        by_type.setdefault(type(command), []).append(command)
    if len(by_type) > 1:
        by_type.pop(DrawTickets, None)
    kinds = list(by_type.values())
    commands = kinds[dice.below(len(kinds))]
    return commands[dice.below(len(commands))]


def spoken_game(board: str) -> Spoken:
    """A whole game in a room: Ann speaks English, Bob French, and every move is made in words."""
    parlour, dice = Parlour(), Dice(3)
    people: dict[Speaker, str] = {ANN: "en", replace(BOB, lang="fr"): "fr"}
    if board == BOARD:
        parlour.games.boards.publish(stamp_document(), "upload")
    with pytest.MonkeyPatch.context() as patch:
        fix_names_and_seeds(patch, lambda size: "5e" * size)
        parlour.begin(*people, board=board)
    words, public, private = [], list[str](), list[str]()
    while waiting := (loaded := parlour.game).state.phase.waiting:
        who = next(person for person in people if seat_of(loaded, person) == waiting[0])
        command = chosen(loaded, waiting[0], dice)
        text = voice_for(loaded, people[who], waiting[0]).phrase(
            command, ticket_choice(loaded.state, waiting[0]).offer
        )
        posts = parlour.hear(who, text)
        assert parlour.game.version > loaded.version, (text, posts)
        words.append(text)
        public += [posts.public.text] if posts.public else []
        private += [posts.private.text] if posts.private else []
    parlour.games.perform(parlour.game, [ScoreGame()], SYSTEM)
    log = parlour.games.cache.read_events(parlour.game.game, 0)
    return Spoken(parlour.game, words, public, private, list(log))


@pytest.fixture(params=[True, False], ids=["with words", "without words"])
def spoken(request: pytest.FixtureRequest) -> tuple[RuleModule, Spoken]:
    return _spoken(bool(request.param))


@cache
def _spoken(has_words: bool) -> tuple[RuleModule, Spoken]:
    module = stamps if has_words else wordless_stamps
    with registered_stamps(module):
        return module, spoken_game(BOARD)


def test_a_whole_game_is_played_in_words(spoken: tuple[RuleModule, Spoken]) -> None:
    module, game = spoken
    english = {"press Stamp of", "leave the stamps"}
    french = {"tamponner Tampon de", "laisser les tampons"}
    bare = {"press stamp Stamp of", "press stamp Tampon de", "leave stamps"}
    said = {text for text in english | french | bare if any(words.startswith(text) for words in game.words)}
    assert said == (english | french if module.words else bare)


def test_the_room_reads_what_happened(spoken: tuple[RuleModule, Spoken]) -> None:
    module, game = spoken
    public, private = "\n".join(game.public), "\n".join(game.private)
    if module.words:
        assert {"Ann presses a stamp.", "Bob tamponne son album."} <= set(public.splitlines())
        assert "You press Stamp of" in private
        assert "Vous tamponnez\u00a0: Tampon de" in private
    else:
        assert {"Ann: Stamp pressed.", "Bob\u00a0: Stamp pressed."} <= set(public.splitlines())
        assert "Ann: Stamp pressed: stamp Stamp of" in private
    assert "stamp_" not in public + private


@pytest.mark.parametrize(
    ("board", "sentences", "lines"),
    [
        (
            "pennsylvania",
            (
                r"Ann takes share \d+ of [A-Z]",
                r"Bob prend l'action \d+ de [A-Z]",
                "Bob ne prend pas d'action",
            ),
            ({"Shares"}, {"Actions"}),
        ),
        (
            "legendary_asia",
            ("Ann claims", "Bob prend"),
            ({"Mountain trains", "Asian explorer"}, {"Wagons de montagne", "Explorateur asiatique"}),
        ),
    ],
)
def test_boards_whose_rules_bring_their_words(
    board: str, sentences: Sequence[str], lines: Sequence[set[str]]
) -> None:
    game = spoken_game(board)
    public = "\n".join(game.public)
    assert [sentence for sentence in sentences if not re.search(sentence, public)] == []
    sheet = score(game.game.ruleset, game.game.state)
    for lang, names in zip(("en", "fr"), lines, strict=True):
        table = "\n".join(sheet_lines(sheet, Messages(lang, game.game.ruleset), NAMES))
        assert all(name in table for name in names)


# single sentences


def voice(lang: str, viewer: Viewer, ruleset: Ruleset | None = None) -> Voice:
    return Voice(ruleset or stamp_ruleset(), lang, NAMES, viewer)


def test_a_city_stands_for_everything_that_a_rule_has_there() -> None:
    listed = stamp_document()["rules"]["stamps"]["stamps"]
    second = {**listed[0], "id": "second_stamp", "name": "Second Stamp"}
    with registered_stamps():
        ruleset = compile_ruleset(stamp_document({"stamps": [*listed, second]}), 2)
        (match,) = lexicon_of(ruleset).exact(("chicago",))
    assert match.values == {"chicago", "stamp_chicago", "second_stamp"}


PRESSED = StampPressed(seat=0, stamp=DENVER)


@contextmanager
def speaking(**words: str) -> Iterator[Ruleset]:
    """A ruleset with stamps that say only this, by language."""
    with registered_stamps(dataclasses.replace(stamps, words=words)):
        yield stamp_ruleset()


def test_each_reads_an_event_in_their_language_and_as_it_concerns_them() -> None:
    with registered_stamps():
        assert voice("en", 0).story([PRESSED]) == ["You press Stamp of Denver."]
        assert voice("en", 1).story([PRESSED]) == ["Ann presses a stamp."]
        assert voice("fr", 0).story([PRESSED]) == ["Vous tamponnez\u00a0: Tampon de Denver."]
        assert voice("fr", Witness.SPECTATOR).story([StampsLeft(seat=1)]) == ["Bob laisse les tampons."]


def test_what_a_rule_does_not_say_in_a_language_it_says_in_another() -> None:
    with speaking(en=ENGLISH) as ruleset:
        assert voice("fr", 0, ruleset).story([PRESSED]) == ["You press Tampon de Denver."]
        assert voice("fr", 0, ruleset).say("group-press_stamp") == "Press a stamp"
    with speaking(fr="reason-stamps = Tampons") as ruleset:
        assert voice("en", 0, ruleset).say("reason-stamps") == "Tampons"


def test_what_a_rule_does_not_say_at_all_is_described() -> None:
    with registered_stamps(wordless_stamps):
        opened = AlbumOpened(seat=1, stamps=(DENVER, StampId("stamp_dallas")))
        assert voice("en", 0).story([opened]) == [
            "Bob: Album opened: stamps Stamp of Denver and Stamp of Dallas."
        ]
        assert voice("fr", 0).story([PRESSED]) == ["Ann\u00a0: Stamp pressed\u00a0: stamp Tampon de Denver."]
        moves = [PressStamp(seat=0, stamp=DENVER), LeaveStamps(seat=0)]
        for lang, name in (("en", "Stamp of Denver"), ("fr", "Tampon de Denver")):
            writer = voice(lang, 0).writer
            groups = writer.groups(writer.moves(moves))
            assert [(group.title, group.entries[0].cells) for group in groups] == [
                ("Press stamp", (name,)),
                ("Leave stamps", ("Leave stamps",)),
            ]


def test_a_text_that_names_what_is_hidden_gives_way_to_a_description() -> None:
    with speaking(en="event-stamp_pressed = { $who } presses { $stamp }.") as ruleset:
        assert voice("en", 0, ruleset).story([PRESSED]) == ["Ann presses Stamp of Denver."]
        assert voice("en", 1, ruleset).story([PRESSED]) == ["Ann: Stamp pressed."]


def test_a_number_reaches_its_text_as_a_number() -> None:
    ruleset = load_ruleset("iberia", 2)
    say = Messages("en", ruleset)
    (festival,) = [kind for kind in ruleset.kinds if kind.__name__ == "FestivalId"]
    first = next(iter(ruleset.things(festival).values()))
    taken = next(kind for kind in ruleset.appliers if kind.__name__ == "FestivalTaken")
    event = taken(seat=0, festival=first.id, count=2)
    assert voice("en", 1, ruleset).values.fields(event)["count"] == 2
    sentence = say("event-festival_taken", who="Ann", festival=first.name, count=2)
    assert voice("en", 1, ruleset).story([event]) == [sentence]


def test_a_refusal_is_explained() -> None:
    facts = {"offered": ["stamp_denver"]}
    with registered_stamps():
        assert voice("en", 0).refusal("stamp_not_here", facts) == (
            "You can press this stamp elsewhere; here there is: Stamp of Denver."
        )
        assert voice("fr", 0).refusal("stamp_not_here", facts) == (
            "Ce tampon est ailleurs\u00a0; ici, il y a\u00a0: Tampon de Denver."
        )
    with registered_stamps(wordless_stamps):
        assert voice("en", 0).refusal("stamp_not_here", facts) == (
            "That is not possible now: stamp not here (offered Stamp of Denver)."
        )
        assert voice("fr", 0).refusal("stamp_not_here", facts) == (
            "Ce n'est pas possible pour le moment\u00a0: stamp not here (offered Tampon de Denver)."
        )


def test_a_score_line_is_named(spoken: tuple[RuleModule, Spoken]) -> None:
    module, game = spoken
    ruleset = game.game.ruleset
    sheet = score(ruleset, game.game.state)
    for lang, name in (("en", "Stamps"), ("fr", "Tampons" if module.words else "Stamps")):
        lines = sheet_lines(sheet, Messages(lang, ruleset), NAMES)
        assert [line for line in lines if line.split()[:1] == [name]]


def test_webhooks_tell_of_it(spoken: tuple[RuleModule, Spoken]) -> None:
    module, game = spoken
    with registered_stamps(module):
        english, french = message_texts(game, "en"), message_texts(game, "fr")
    assert len(english) > 2
    if module.words:
        assert "Ann presses a stamp." in english
        assert "Bob tamponne son album." in french
    else:
        assert "Ann: Stamp pressed." in english
        assert "Bob\u00a0: Stamp pressed." in french


def message_texts(game: Spoken, lang: str) -> list[str]:
    """Of the messages to a spectator who wants to hear of stamps that are pressed."""
    request = WebhookRequest(
        url="https://example.com/", kinds=("game.event",), event_types=("stamp_pressed",), lang=lang
    )
    assert not schema_for(WebhookRequest)().validate(msgspec.json.decode(msgspec.json.encode(request)))
    subscription = Subscriptions(MemoryDeliveryStore(), lambda: "").subscribe(
        Owner("somebody"), request, "https://example.com", 0, 1
    )
    bodies = [
        message_body(
            "id",
            subscription,
            Trigger("game.event", None, stored[0].type),
            NewEvent(stored, (), game.game),
            (),
        )
        for stored in game.log
        if subscription.wants("game.event", None, stored[0].type)
    ]
    return [msgspec.json.decode(body)["data"]["text"] for body in bodies]


def test_nobody_can_subscribe_to_events_of_no_rule() -> None:
    request = {"url": "https://example.com/", "kinds": ["game.event"], "event_types": ["stamp_pressed"]}
    assert schema_for(WebhookRequest)().validate(request)


ORDERS = {
    "en": "order: claim Denver – Santa Fe with red, then press Stamp of Denver",
    "fr": "ordre : prendre la route Denver – Santa Fe avec des cartes rouges, puis tamponner Tampon de Denver",
}
BARE_ORDERS = {
    "en": "order: claim Denver – Santa Fe with red, then press stamp Stamp of Denver",
    "fr": "ordre : prendre la route Denver – Santa Fe avec des cartes rouges, puis press stamp Tampon de Denver",
}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("module", "orders"), [(stamps, ORDERS), (wordless_stamps, BARE_ORDERS)])
def test_a_standing_order_names_it(module: RuleModule, orders: Mapping[str, str], lang: str) -> None:
    with registered_stamps(module):
        heard = hear_order(stamp_ruleset(), frozenset(), plain_words(orders[lang]))
        assert heard is not None
        assert heard.is_clear
        command = heard.command(0)
        assert command.alternatives[0][1] == {"type": "press_stamp", "stamp": DENVER}
        assert OrderUtterances(voice(lang, 0).phrase)(command) == orders[lang]


class RingBell(TableCommand, frozen=True, kw_only=True):
    """Another command that exists only here; it waits for no turn."""


def test_a_matter_of_the_table_that_is_registered_later_is_heard() -> None:
    assert matter_in(("ring", "bell")) is None
    with registered_stamps(
        RuleModule(name="bells", commands={RingBell: Action(lambda decision, command: None)})
    ):
        matter = matter_in(("ring", "bell"))
        assert matter is not None
        assert command_for(matter, 1, ()) == RingBell(seat=1)
    assert matter_in(("ring", "bell")) is None


def test_a_broken_text_names_its_rule() -> None:
    with speaking(en="event-stamp_pressed = { $who"), pytest.raises(BrokenTexts, match="rule stamps, en"):
        voice("en", 0)
