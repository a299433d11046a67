"""The terms of a table: everything that can be agreed on is said in a room, read back in one sentence, and played."""

from collections.abc import Mapping

import msgspec
import pytest

from service.chat.rooms.table_terms import ROOM_CLOCK
from tests.support.chat.memory_room import ANN, BOB, CY, Parlour
from tests.support.http.service_games import finish
from ttr_core.by_post import Clock, ClockSettings, TimeOut
from ttr_core.model.state import HUMAN

# Each setting of the clock in English and in French
SAID: Mapping[str, tuple[str, str, Mapping[str, object] | None]] = {
    "no_clock": ("no clock", "sans horloge", None),
    "per_move": ("3 days per move", "3 jours par coup", {"kind": "per_move", "seconds": 3 * 86_400}),
    "hours": ("12 hours a turn", "12 heures par tour", {"seconds": 12 * 3600}),
    "bank": ("10 days in total", "10 jours en tout", {"kind": "bank", "seconds": 10 * 86_400}),
    "increment": (
        "bank of 5 days plus 6 hours per move",
        "réserve de 5 jours plus 6 heures par coup",
        {"kind": "bank", "seconds": 5 * 86_400, "increment": 6 * 3600},
    ),
    "daily": ("one move a day at 21:30", "un coup par jour à 21 h 30", {"kind": "daily", "hour": "21:30"}),
    "evening": ("daily by 8 pm", "tous les jours avant 20 h", {"kind": "daily", "hour": "20:00"}),
    "nights": ("nights off", "pas la nuit", {"quiet_from": "22:00", "quiet_until": "08:00"}),
    "quiet": ("quiet from 23 to 7:30", "calme de 23 h à 7 h 30", {"quiet_from": "23:00", "quiet_until": "07:30"}),
    "weekends": ("weekends off", "pas le week-end", {"weekends_off": True}),
    "vacation": ("20 days of vacation", "20 jours de vacances", {"vacation_days": 20}),
    "no_vacation": ("no vacation", "sans vacances", {"vacation_days": 0}),
    "reminders": ("remind us 3 hours before", "rappel 3 heures avant", {"reminders": (3 * 3600,)}),
    "no_reminders": ("no reminders", "pas de rappel", {"reminders": ()}),
    "warn_next": ("warn the next player", "préviens le suivant", {"warn_next": True}),
    "skip": ("skip late turns", "saute les tours en retard", {"on_timeout": TimeOut.SKIP}),
    "bot_plays": ("a bot plays late turns", "un robot joue les tours en retard", {"on_timeout": TimeOut.BOT_PLAYS}),
    "takes_over": ("a bot takes over", "un robot remplace les retardataires", {"on_timeout": TimeOut.BOT_TAKES_OVER}),
    "zone": ("paris time", "heure de Paris", {"zone": "Europe/Paris"}),
    "far_zone": ("new york time", "heure de New York", {"zone": "America/New_York"}),
}  # fmt: skip


@pytest.fixture
def parlour() -> Parlour:
    return Parlour()


def clock_of(parlour: Parlour) -> ClockSettings | None:
    return parlour.game.state.slice(Clock).settings


@pytest.mark.parametrize("setting", SAID)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_setting_of_the_clock_can_be_said(parlour: Parlour, setting: str, lang: str) -> None:
    english, french, expected = SAID[setting]
    parlour.hear(ANN, "new game lyon")
    parlour.hear(ANN, "weekends count, 7 days per move, reminder 7 hours before")
    assert "Ann change" in parlour.public(ANN, {"en": english, "fr": french}[lang])
    clock = parlour.room.terms.clock
    if expected is None:
        assert clock is None
    else:
        assert clock is not None
        assert {name: getattr(clock, name) for name in expected} == expected


def test_every_field_of_the_clock_is_covered() -> None:
    said = {name for *_, expected in SAID.values() for name in expected or {}}
    fields = {field.name for field in msgspec.structs.fields(ClockSettings)}
    assert fields - said == {"bot"}


def test_a_table_opens_with_a_clock_that_reminds(parlour: Parlour) -> None:
    text = parlour.public(ANN, "new game lyon")
    assert "2 days per move, reminders 12 hours and 2 hours before time is up" in text
    parlour.hear(BOB, "join")
    parlour.hear(ANN, "start")
    assert clock_of(parlour) == ROOM_CLOCK


def test_terms_are_said_when_a_table_is_opened(parlour: Parlour) -> None:
    text = parlour.public(ANN, "new game europe, 2 days per move, nights off, skip late turns")
    assert (
        "We play with: 48 hours of running time per move, no time runs from 22:00 to 08:00, UTC time" in text
    )
    assert "late turns are skipped" in text
    assert "understand" not in text
    parlour.hear(BOB, "me too")
    parlour.hear(BOB, "start")
    clock = clock_of(parlour)
    assert clock is not None
    assert (clock.quiet_from, clock.on_timeout) == ("22:00", TimeOut.SKIP)


def test_options_players_and_bots_are_said_when_a_table_is_opened(parlour: Parlour) -> None:
    text = parlour.public(ANN, "new game usa edition 2004 with 1910 tickets, 3 players, one greedy bot")
    assert "3 players, Edition: 2004 rule book, Tickets: USA 1910" in text
    assert "United States: Ann and Ada (greedy bot)." in text
    assert "needs 3 players" in parlour.public(ANN, "start")
    parlour.hear(BOB, "join")
    assert parlour.public(CY, "join") == "The table is full. 'status' shows who plays; 'leave' makes room."
    parlour.hear(ANN, "start")
    assert parlour.game.ruleset.options == {"edition": "2004", "tickets": "1910"}
    assert [seat.kind for seat in parlour.game.state.seats] == [HUMAN, HUMAN, "bot:greedy"]


def test_the_same_in_french(parlour: Parlour) -> None:
    text = parlour.public(
        ANN, "nouvelle partie états-unis, édition 2004, à 3, 1 jour par coup, pas le week-end"
    )
    assert (
        "On joue ainsi\u00a0: 3 joueurs, Édition\u00a0: Règles de 2004, "
        "24 heures de temps décompté par coup, pas le week-end" in text
    )
    assert "compris" not in text


def test_words_that_were_not_understood_are_named(parlour: Parlour) -> None:
    assert "I did not understand 'moonlight'" in parlour.public(ANN, "new game europe moonlight")
    assert parlour.room.board == "europe"


def test_terms_change_until_the_start_and_only_by_those_at_the_table(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game usa")
    assert "Ann changes the terms. We play with: Edition: 2004" in parlour.public(ANN, "edition 2004")
    assert parlour.room.terms.options == {"edition": "2004"}
    assert "Only those who play" in parlour.public(BOB, "no clock")
    assert "no time limit" in parlour.public(ANN, "no clock")
    assert "no time limit" in parlour.public(BOB, "settings")
    parlour.hear(BOB, "join")
    parlour.hear(BOB, "start")
    assert clock_of(parlour) is None


def test_terms_that_were_understood_in_part_change_nothing_and_say_so(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game usa")
    before = parlour.room.terms
    answer = parlour.public(ANN, "weekends off, moonlight, 5 days of vacation")
    assert answer.startswith("I did not understand 'moonlight', so nothing was changed.")
    assert parlour.room.terms == before


@pytest.mark.parametrize("text", ["zone Europe/Paris", "paris time", "fuseau Europe/Paris", "heure de Paris"])
def test_a_time_zone_goes_by_its_own_name_as_well(parlour: Parlour, text: str) -> None:
    parlour.hear(ANN, "new game usa")
    parlour.hear(ANN, f"weekends off, {text}")
    assert parlour.room.terms.clock is not None
    assert parlour.room.terms.clock.zone == "Europe/Paris"
    assert "Paris" in parlour.public(ANN, "status")


@pytest.mark.parametrize("text", ["9 players", "quiet from 8 to 7", "900 weeks per move"])
def test_terms_that_cannot_be_played_change_nothing(parlour: Parlour, text: str) -> None:
    parlour.hear(ANN, "new game usa")
    answer = parlour.public(ANN, text)
    assert "We play with" not in answer
    assert parlour.room.terms.clock == ROOM_CLOCK
    assert parlour.room.terms.players == 0


@pytest.mark.parametrize(
    "text", ["it took 2 days per move last time lol", "i have no clock at home", "a bot"]
)
def test_talk_about_terms_changes_none(parlour: Parlour, text: str) -> None:
    parlour.hear(ANN, "new game usa")
    parlour.hear(ANN, text)
    assert parlour.room.terms.clock == ROOM_CLOCK


def test_the_choices_of_every_board_are_heard_and_read_back(parlour: Parlour) -> None:
    for board in parlour.games.boards.boards():
        parlour.hear(ANN, f"new game {board.name}")
        for lang in ("en", "fr"):
            for name, option in board.whole.get("options", {}).items():
                for choice, described in option["choices"].items():
                    text = parlour.public(ANN, f"{option['label'][lang]} {described['label'][lang]}")
                    assert parlour.room.terms.options[name] == choice
                    assert described["label"]["en"] in text or described["label"]["fr"] in text


def test_a_rematch_has_the_same_board_and_terms(parlour: Parlour) -> None:
    parlour.hear(ANN, "new game usa, edition 2004, no clock")
    parlour.hear(BOB, "join")
    parlour.hear(ANN, "start")
    finish(parlour.games, parlour.game)
    posts = parlour.hear(BOB, "rematch")
    assert posts.public is not None
    assert "Bob would like a rematch." in posts.public.text
    assert posts.public.mentions == (ANN.person,)
    assert (parlour.room.terms.options, parlour.room.terms.clock) == ({"edition": "2004"}, None)
    assert [place.name for place in parlour.room.places.values()] == ["Bob"]
    assert "Ann" in parlour.public(ANN, "une revanche ?"), "who wants it as well sits down"
    assert [place.name for place in parlour.room.places.values()] == ["Bob", "Ann"]


@pytest.mark.parametrize(
    ("yes", "said"), [("yes", "would like a rematch"), ("oui", "propose une revanche"), ("ok", "rematch")]
)
def test_a_yes_answers_the_rematch_that_the_end_of_a_game_offers(
    parlour: Parlour, yes: str, said: str
) -> None:
    parlour.begin()
    finish(parlour.games, parlour.game)
    assert parlour.hear(BOB, yes, addressed=False).public is None, "people say it to each other"
    assert "nothing was done" in parlour.public(ANN, "no")
    assert parlour.room.table is None
    assert said in parlour.public(BOB, yes)
    assert parlour.room.people == [(BOB.person, BOB.name)]
    parlour.hear(ANN, "yes")
    assert len(parlour.room.people) == 2


@pytest.mark.parametrize(
    "text",
    [
        "open a table on Europe for three, one day per move",
        "new game europe, three of us, ok for you?",
        "on se fait une petite partie d'Europe à trois ? un jour par tour ça vous va ?",
        "nouvelle partie europe, on est trois",
    ],
)
def test_how_many_play_is_said_as_people_say_it(parlour: Parlour, text: str) -> None:
    reply = parlour.public(ANN, text)
    assert "understand" not in reply
    assert "compris" not in reply
    assert parlour.room.terms.players == 3


@pytest.mark.parametrize("text", ["new game usa for two greedy bots", "new game usa for a change"])
def test_what_else_follows_for_counts_no_players(parlour: Parlour, text: str) -> None:
    parlour.hear(ANN, text)
    assert parlour.room.terms.players == 0
