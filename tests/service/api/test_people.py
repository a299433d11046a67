"""People over HTTP: resigning, handing a seat on, replacements by consent, coming back, and what others see of it."""

from typing import Any

import pytest

from service.errors import ServiceError
from service.games.commit import Decided, fact_changes, prepare
from tests.support.http.api_calls import (
    ABANDON,
    Caller,
    Inside,
    Reply,
    Table,
    act,
    inside,
    open_table,
    problem,
)
from tests.support.http.api_players import Players
from tests.support.http.game_bodies import caller_of, names, open_seats
from tests.support.http.viewer_questions import comparable
from ttr_core import SeededRandomness
from ttr_core.engine.engine import Decision
from ttr_core.engine.shared_slices import TicketChoices
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.commands import KeepTickets
from ttr_core.model.phases import Lobby, Scored
from ttr_core.rules.by_post.seat_holders import HandoverReason, PeopleCode, hand_over

ANY = {"If-Match": "*"}
ANN, BOB, CLEO = 0, 1, 2


@pytest.fixture
def service() -> Inside:
    return inside()


def named(service: Inside, *names: str, **settings: Any) -> Table:
    return open_table(service.caller, seats=[{"name": name} for name in names], first=0, **settings)


def settle(caller: Caller, table: Table, token: str, **command: Any) -> Reply:
    return caller.post(f"{table.path}/commands", command, token, ANY)


def invite(caller: Caller, table: Table, seat: int, token: str | None, key: str = "") -> Reply:
    headers = {"Idempotency-Key": f'"{key}"'} if key else {}
    return caller.call("POST", f"{table.path}/seats/{seat}/invite", token, None, headers)


def accept(caller: Caller, table: Table, invited: Reply, name: str) -> Reply:
    assert invited.status == 201, invited.body
    return caller.post(f"{table.path}/seats", {"name": name}, invited.json["invite"])


def people(caller: Caller, table: Table) -> list[list[tuple[str, str | None, str | None]]]:
    """For each seat its holders: a person, nobody, or the policy of a bot; their name, and why they got it."""
    seats = caller.get(f"{table.path}/seats").json["items"]
    return [
        [(held["policy"] or held["kind"], held["name"], held["reason"]) for held in seat["holders"]]
        for seat in seats
    ]


def time_out(service: Inside, table: Table, seat: int) -> None:
    """Time a seat out as the clock does, including the facts that the commit changes."""
    loaded = service.games.cache.read_latest(table.game)
    rng = SeededRandomness(loaded.seed, loaded.state.entropy)
    played = Decision(loaded.ruleset, loaded.state, rng)
    hand_over(played, seat, "bot:greedy", HandoverReason.TIMEOUT)
    decided = Decided(tuple(played.events), (SYSTEM,) * len(played.events), played.state)
    changes = fact_changes(service.store, loaded, decided.events)
    service.store.append(prepare(loaded, decided, loaded.at, changes).commit)


# ------------------------------------------------------------------------------------------- resigning


@pytest.mark.parametrize("kind", ["bot:greedy", "nobody"])
def test_after_resigning_a_player_has_no_say_and_sees_nothing(service: Inside, kind: str) -> None:
    table = named(service, "Ann", "Bob", "Cleo")
    done = settle(service.caller, table, table.seats[BOB], type="resign", kind=kind)
    assert done.json["events"][0]["data"] == {"seat": BOB, "kind": kind, "holder": 2, "reason": "resigned"}
    assert problem(service.caller.get(table.path, table.seats[BOB])) == (401, "token_invalid")
    assert problem(settle(service.caller, table, table.seats[BOB], type="resign", kind=kind))[0] == 401
    successor = "Ada" if kind == "bot:greedy" else None
    assert people(service.caller, table)[BOB] == [
        ("person", "Bob", None),
        (kind.removeprefix("bot:"), successor, "resigned"),
    ]
    assert names(service.caller.get(table.path).json) == ["Ann", successor, "Cleo"]


@pytest.mark.parametrize("kind", ["bot:unheard_of", "human", "bot:"])
def test_only_a_bot_that_plays_here_takes_over(service: Inside, kind: str) -> None:
    table = named(service, "Ann", "Bob")
    reply = settle(service.caller, table, table.seats[BOB], type="resign", kind=kind)
    assert problem(reply) == (422, "unknown_kind")
    assert service.caller.get(table.path, table.seats[BOB]).status == 200


def test_nobody_resigns_for_somebody_else(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    for token in (table.host, table.spectator, table.auditor):
        assert settle(service.caller, table, token, type="resign", seat=BOB, kind="nobody").status == 403
    assert (
        settle(service.caller, table, table.seats[ANN], type="resign", seat=BOB, kind="nobody").status == 403
    )


# --------------------------------------------------------------------------------------- handing a seat on


def test_a_seat_passes_to_another_person_with_all_that_belongs_to_it(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    Players(service.caller, table).play(6)
    hand = service.caller.get(table.path, table.seats[BOB]).json["seats"][BOB]
    taken = accept(service.caller, table, invite(service.caller, table, BOB, table.seats[BOB]), "Dora")
    assert taken.status == 201
    new = taken.json["seat"]["token"]
    seat = service.caller.get(table.path, new).json["seats"][BOB]
    assert (seat["holder"]["name"], seat["holder"]["since_version"]) == ("Dora", taken.json["version"])
    assert {**seat, "holder": None} == {**hand, "holder": None}
    assert problem(service.caller.get(table.path, table.seats[BOB]))[0] == 401
    assert people(service.caller, table)[BOB] == [("person", "Bob", None), ("person", "Dora", "handed_over")]
    assert names(service.caller.get(table.path).json) == ["Ann", "Dora"]


def test_an_invite_is_good_once_and_the_latest_one_counts(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    first = invite(service.caller, table, BOB, table.seats[BOB])
    second = invite(service.caller, table, BOB, table.seats[BOB])
    assert (first.json["usable"], second.json["usable"]) == (True, True)
    assert accept(service.caller, table, first, "Dora").status == 401
    assert accept(service.caller, table, second, "Dora").status == 201
    assert accept(service.caller, table, second, "Emil").status == 401


def test_repeating_a_lost_request_gets_the_same_invite(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    once, again = (invite(service.caller, table, BOB, table.seats[BOB], "k") for _ in range(2))
    assert once.json == again.json
    assert accept(service.caller, table, again, "Dora").status == 201


def test_an_offer_is_taken_back(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    invited = invite(service.caller, table, BOB, table.seats[BOB])
    assert settle(service.caller, table, table.seats[BOB], type="close_seat").status == 200
    assert accept(service.caller, table, invited, "Dora").status == 401
    invite(service.caller, table, BOB, table.seats[BOB])
    assert accept(service.caller, table, invited, "Dora").status == 401


def test_the_new_holder_plays_and_the_old_one_cannot_by_any_path(service: Inside) -> None:
    """Not even a command that was under way when the seat passed on gets through."""
    table = named(service, "Ann", "Bob")
    stale = service.games.cache.read_latest(table.game)
    taken = accept(service.caller, table, invite(service.caller, table, BOB, table.seats[BOB]), "Dora")
    command = service.caller.get(f"{table.path}/commands", taken.json["seat"]["token"]).json["moves"][0]
    same = KeepTickets(seat=BOB, tickets=tuple(command["tickets"]))
    with pytest.raises(ServiceError, match="token_invalid"):
        service.games.perform(stale, [same], Actor(Role.SEAT, BOB))
    played = service.caller.post(f"{table.path}/commands", command, taken.json["seat"]["token"], ANY)
    assert played.status == 200


# ------------------------------------------------------------------------------------------- replacing


def test_a_replacement_needs_everybody_who_is_present(service: Inside) -> None:
    table = named(service, "Ann", "Bob", "Cleo")
    settle(service.caller, table, table.seats[CLEO], type="resign", kind="nobody")
    invited = invite(service.caller, table, CLEO, table.seats[ANN])
    assert invited.json["usable"] is False
    assert problem(accept(service.caller, table, invited, "Dora")) == (409, "seat_not_open")
    settle(service.caller, table, table.seats[BOB], type="agree", motion="replace:2")
    assert accept(service.caller, table, invited, "Dora").status == 201
    assert people(service.caller, table)[CLEO] == [
        ("person", "Cleo", None),
        ("nobody", None, "resigned"),
        ("person", "Dora", "replaced"),
    ]


def test_hosts_alone_cannot_open_a_seat_whose_cards_they_would_see(service: Inside) -> None:
    seats = [{"name": "Ann"}, {"name": "Bob"}, {"kind": "bot", "bot": "random"}]
    table = open_table(service.caller, seats=seats)
    invited = invite(service.caller, table, CLEO, table.host)
    assert invited.json["usable"] is False
    assert accept(service.caller, table, invited, "Host").status == 409
    for seat in (ANN, BOB):
        assert (
            settle(service.caller, table, table.seats[seat], type="agree", motion="replace:2").status == 200
        )
    assert accept(service.caller, table, invited, "Dora").status == 201


def test_a_person_who_is_present_is_not_thrown_out(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    assert problem(invite(service.caller, table, BOB, table.seats[ANN])) == (422, "seat_held")
    for token in (table.spectator, table.auditor):
        assert problem(invite(service.caller, table, BOB, token))[0] == 403
    assert problem(invite(service.caller, table, BOB, None))[0] == 401
    assert problem(invite(service.caller, table, 9, table.host)) == (422, "unknown_seat")
    assert service.caller.get(table.path, table.seats[BOB]).status == 200


def test_an_objection_leaves_an_invite_that_opens_nothing(service: Inside) -> None:
    table = named(service, "Ann", "Bob", "Cleo")
    settle(service.caller, table, table.seats[CLEO], type="resign", kind="bot:random")
    invited = invite(service.caller, table, CLEO, table.host)
    settle(service.caller, table, table.seats[ANN], type="object", motion="replace:2")
    assert accept(service.caller, table, invited, "Dora").status == 409


# ------------------------------------------------------------------------------------------- lost tokens

MONDAY, TUESDAY, WEDNESDAY = (f"2099-11-{day}T12:00:00.000Z" for day in (16, 17, 18))


def at(service: Inside, moment: str) -> None:
    service.games.now = lambda: moment


def reinvited(service: Inside, table: Table) -> Reply:
    """The host invites somebody for Bob on Monday at noon, and Ann agrees."""
    at(service, MONDAY)
    invited = invite(service.caller, table, BOB, table.host)
    assert settle(service.caller, table, table.seats[ANN], type="agree", motion="reinvite:1").status == 200
    return invited


def test_a_person_who_has_lost_their_token_comes_back_when_the_others_agree(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    at(service, MONDAY)
    invited = invite(service.caller, table, BOB, table.host)
    assert invited.json["usable"] is False
    assert problem(accept(service.caller, table, invited, "Bob")) == (409, "seat_not_open")
    assert settle(service.caller, table, table.seats[ANN], type="agree", motion="reinvite:1").status == 200
    hand = service.caller.get(table.path, table.seats[BOB]).json["seats"][BOB]["cards"]
    at(service, TUESDAY)
    taken = accept(service.caller, table, invited, "Bob")
    assert taken.status == 201
    assert problem(service.caller.get(table.path, table.seats[BOB])) == (401, "token_invalid")
    seen = service.caller.get(table.path, taken.json["seat"]["token"]).json["seats"][BOB]
    assert (seen["cards"], seen["holder"]["name"]) == (hand, "Bob")
    assert people(service.caller, table)[BOB] == [("person", "Bob", None), ("person", "Bob", "reinvited")]
    assert service.caller.get(f"{table.path}/audit").json["findings"] == []


def test_nobody_comes_in_for_a_person_before_they_were_silent_for_a_day(service: Inside) -> None:
    """Otherwise one who hosts and plays alone against somebody could look at their cards while they sleep."""
    table = named(service, "Ann", "Bob")
    invited = reinvited(service, table)
    at(service, "2099-11-17T11:59:59.999Z")
    refused = accept(service.caller, table, invited, "Eve")
    assert problem(refused) == (409, "seat_not_open")
    assert refused.json["facts"]["opens_at"] == TUESDAY
    assert "2099" in refused.json["detail"]
    assert invite(service.caller, table, BOB, table.host).json["usable"] is False


def test_whatever_a_person_does_begins_the_day_again(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    invited = reinvited(service, table)
    at(service, "2099-11-17T11:00:00.000Z")
    move = service.caller.get(f"{table.path}/commands", table.seats[BOB]).json["moves"][0]
    assert settle(service.caller, table, table.seats[BOB], **move).status == 200
    at(service, TUESDAY)
    refused = accept(service.caller, table, invited, "Eve")
    assert refused.json["facts"]["opens_at"] == "2099-11-18T11:00:00.000Z"
    at(service, WEDNESDAY)
    assert accept(service.caller, table, invited, "Bob").status == 201


def test_a_person_who_is_there_keeps_the_seat(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    invited = reinvited(service, table)
    listed = service.caller.get(f"{table.path}/commands", table.seats[BOB]).json["table"]
    assert {"type": "close_seat", "seat": BOB} in listed
    assert settle(service.caller, table, table.seats[BOB], type="close_seat").status == 200
    at(service, WEDNESDAY)
    assert accept(service.caller, table, invited, "Eve").status == 401
    again = invite(service.caller, table, BOB, table.host)
    assert settle(service.caller, table, table.seats[BOB], type="object", motion="reinvite:1").status == 200
    assert problem(accept(service.caller, table, again, "Eve")) == (409, "seat_not_open")


@pytest.mark.parametrize(("lang", "day"), [("en", "a day"), ("fr", "un jour")])
def test_the_log_says_what_was_agreed(service: Inside, lang: str, day: str) -> None:
    table = named(service, "Ann", "Bob")
    reinvited(service, table)
    events = service.caller.get(f"{table.path}/events?lang={lang}&include=said&limit=1000").json["items"]
    said = {event["type"]: event["said"] for event in events}
    assert "Bob" in said["motion_proposed"]
    assert "Bob" in said["seat_opened"]
    assert day in said["seat_opened"]


def test_hosts_are_offered_the_seats_that_they_may_invite_to(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    assert service.caller.get(f"{table.path}/commands", table.host).json["invitations"] == [ANN, BOB]
    assert service.caller.get(f"{table.path}/commands", table.seats[ANN]).json["invitations"] == [ANN]


# -------------------------------------------------------------------------------------------- coming back


def test_a_player_who_ran_out_of_time_keeps_the_token_and_comes_back(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    command = service.caller.get(f"{table.path}/commands", table.seats[BOB]).json["moves"][0]
    time_out(service, table, BOB)
    assert caller_of(service.caller.get(table.path, table.seats[BOB]).json) == f"seat:{BOB}"
    for query in ("", "?dry_run=true"):
        reply = service.caller.post(f"{table.path}/commands{query}", command, table.seats[BOB], ANY)
        assert problem(reply) == (409, PeopleCode.NOT_PRESENT)
    assert settle(service.caller, table, table.seats[BOB], type="return_to_seat").status == 200
    assert service.caller.post(f"{table.path}/commands", command, table.seats[BOB], ANY).status == 200
    assert people(service.caller, table)[BOB] == [
        ("person", "Bob", None),
        ("greedy", "Ada", "timeout"),
        ("person", "Bob", "returned"),
    ]


def test_a_replaced_player_does_not_come_back(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    time_out(service, table, BOB)
    invited = invite(service.caller, table, BOB, table.seats[ANN])
    assert invited.json["usable"] is True  # Ann is the only one who could object
    assert accept(service.caller, table, invited, "Dora").status == 201
    assert settle(service.caller, table, table.seats[BOB], type="return_to_seat").status == 401


# --------------------------------------------------------------------------------------- before the deal


def test_a_game_that_is_given_up_before_it_begins_says_so_everywhere(service: Inside) -> None:
    table = open_table(service.caller, seats=[{"name": "Ann"}, {}], visibility="public")
    for token, status in ((None, 401), (table.seats[ANN], 403), (table.spectator, 403)):
        assert act(service.caller, table, ABANDON, token).status == status
    done = act(service.caller, table, ABANDON, table.host)
    assert done.json["events"][0]["data"] == {"reason": "abandoned"}
    guest = service.caller.post(f"{table.path}/seats", {"name": "Bob"}, table.invites[BOB])
    assert problem(guest) == (409, "game_over")
    service.score(table)
    seen = service.caller.get(table.path).json
    assert (seen["status"], seen["phase"], seen["end_reason"]) == ("abandoned", "scored", "abandoned")
    (listed,) = service.caller.get("/v1/games").json["items"]
    assert listed["status"] == "abandoned"
    assert service.caller.get(f"{table.path}/audit").json["findings"] == []


def test_a_game_that_has_begun_is_not_given_up_by_the_host(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    assert problem(act(service.caller, table, ABANDON, table.host)) == (409, "not_now")


def test_all_who_are_present_end_a_game(service: Inside) -> None:
    table = named(service, "Ann", "Bob", "Cleo")
    settle(service.caller, table, table.seats[CLEO], type="resign", kind="nobody")
    settle(service.caller, table, table.seats[ANN], type="propose", motion="end")
    settle(service.caller, table, table.seats[BOB], type="agree", motion="end")
    service.score(table)
    assert isinstance(service.games.cache.read_latest(table.game).state.phase, Scored)
    assert service.caller.get(table.path).json["end_reason"] == "agreed"


def test_a_seat_that_was_left_before_the_deal_is_open_again(service: Inside) -> None:
    table = open_table(service.caller, seats=[{"name": "Ann"}, {"name": "Bob"}, {}])
    settle(service.caller, table, table.seats[BOB], type="resign", kind="nobody")
    assert open_seats(service.caller.get(table.path).json) == [BOB, CLEO]
    invited = {seat: invite(service.caller, table, seat, table.host) for seat in (BOB, CLEO)}
    assert [reply.json["usable"] for reply in invited.values()] == [True, True]
    assert accept(service.caller, table, invited[CLEO], "Cleo").status == 201
    assert isinstance(service.games.cache.read_latest(table.game).state.phase, Lobby)
    assert accept(service.caller, table, invited[BOB], "Dora").status == 201
    assert service.caller.get(table.path).json["waiting_for"] == [ANN, BOB, CLEO]


# --------------------------------------------------------------------------------------- what others see


def erase(service: Inside, table: Table, token: str, query: str = "") -> Reply:
    return service.caller.call("DELETE", f"{table.path}/seats/{BOB}/person{query}", token, None, None)


def test_an_earlier_holder_is_erased_and_the_present_one_stays(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    taken = accept(service.caller, table, invite(service.caller, table, BOB, table.seats[BOB]), "Dora")
    assert erase(service, table, table.host, "?holder=1").status == 200
    assert people(service.caller, table)[BOB] == [("person", None, None), ("person", "Dora", "handed_over")]
    assert erase(service, table, table.host, "?holder=3").status == 200  # there is none
    assert service.caller.get(table.path, taken.json["seat"]["token"]).status == 200
    assert erase(service, table, table.host).status == 200
    assert people(service.caller, table)[BOB][1] == ("person", None, "handed_over")
    assert service.caller.get(table.path, taken.json["seat"]["token"]).status == 401


def test_a_name_that_was_erased_does_not_come_back_when_the_seat_passes_on(service: Inside) -> None:
    table = named(service, "Ann", "Bob")
    other = inside(service.store)  # another process, which still believes what it has read
    other.caller.get(table.path)
    time_out(service, table, BOB)
    assert erase(service, table, table.host).status == 200
    invited = invite(other.caller, table, BOB, table.seats[ANN])
    assert accept(other.caller, table, invited, "Dora").status == 201
    assert [name for _, name, _ in people(other.caller, table)[BOB]] == [None, None, "Dora"]
    assert "Bob" not in service.store.facts(table.game).values()


def test_names_never_enter_the_events(service: Inside) -> None:
    table = named(service, "Ann", "Bobolina")
    accept(service.caller, table, invite(service.caller, table, BOB, table.seats[BOB]), "Doralina")
    log = b"".join(service.store.read(table.game))
    assert b"Bobolina" not in log
    assert b"Doralina" not in log


def test_everybody_gets_the_same_answer_about_who_sits_where(service: Inside) -> None:
    table = named(service, "Ann", "Bob", visibility="unlisted")
    settle(service.caller, table, table.seats[BOB], type="resign", kind="bot:greedy")
    path = f"{table.path}/seats"
    answers = {
        comparable(service.caller.get(path, token).body) for token in (None, table.host, table.seats[ANN])
    }
    assert len(answers) == 1
    hidden = named(service, "Ann", "Bob", visibility="private")
    assert service.caller.get(f"{hidden.path}/seats").status == 404


def test_the_calls_of_the_host_reveal_nothing(service: Inside) -> None:
    """No answer to these calls holds a card or a ticket."""
    seats = [{"name": "Ann"}, {"kind": "bot", "bot": "random"}]
    table = open_table(service.caller, seats=seats)
    state = service.games.cache.read_latest(table.game).state
    replies = [
        invite(service.caller, table, BOB, table.host),
        invite(service.caller, table, ANN, table.host),
        act(service.caller, table, ABANDON, table.host),
        service.caller.get(f"{table.path}/commands", table.host),
        service.caller.get(f"{table.path}/seats", table.host),
    ]
    tickets = [ticket for choice in state.slice(TicketChoices).by_seat for ticket in choice.offer]
    assert tickets
    for reply in replies:
        assert not [ticket for ticket in tickets if ticket.encode() in reply.body]
        assert b'"hand"' not in reply.body


def test_only_the_operator_erases_a_person() -> None:
    word = "an-administrator-s-word"
    service = inside(admin_token=word)
    table = named(service, "Ann", "Bob")
    assert problem(erase(service, table, "another-long-word-entirely")) == (401, "token_invalid")
    assert erase(service, table, word).status == 200
    assert people(service.caller, table)[BOB] == [("person", None, None)]
