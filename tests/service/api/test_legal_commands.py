"""`GET /v1/games/{game}/commands`: whatever it lists can be posted as it is, on every board and in every phase."""

from typing import Any

import pytest
from msgspec.structs import fields

from service.games.commit import Decided, prepare
from service.games.games import Games
from service.message_types import POSTED_COMMANDS
from tests.support.boards.every_board import player_numbers
from tests.support.http.api_calls import ABANDON, START, Inside, Table, act, inside, open_table
from ttr_core import SeededRandomness, board_names, legal_commands
from ttr_core.bots.policy import Dice
from ttr_core.engine.engine import Decision, table_candidates
from ttr_core.engine.hooks import Template
from ttr_core.model.actor import HOST, SYSTEM, Actor, Role
from ttr_core.model.commands import DrawCard, SeatCommand, TableCommand
from ttr_core.model.message import type_name
from ttr_core.model.phases import Ended, Scored
from ttr_core.rules.by_post.seat_holders import HandoverReason, hand_over

CLOCK = {"kind": "per_move", "seconds": 172_800, "vacation_days": 14}


@pytest.fixture
def service() -> Inside:
    return inside()


def listed(service: Inside, table: Table, token: str, query: str = "") -> dict[str, Any]:
    reply = service.caller.get(f"{table.path}/commands{query}", token)
    assert reply.status == 200, reply.body
    return dict(reply.json)


def types(commands: list[dict[str, Any]]) -> set[str]:
    return {command["type"] for command in commands}


def check(service: Inside, table: Table, token: str) -> dict[str, Any]:
    """Everything that is listed is legal as it stands; every template is, at both ends of each range."""
    body = listed(service, table, token)
    for command in [*(body["moves"] or ()), *body["table"], *map(lowest, body["templates"])]:
        reply = service.caller.post(f"{table.path}/commands?dry_run=true", command, token)
        assert reply.status == 200, (command, reply.body)
    for template in body["templates"]:
        reply = service.caller.post(f"{table.path}/commands?dry_run=true", highest(template), token)
        assert reply.status == 200, (template, reply.body)
    return body


def lowest(template: dict[str, Any]) -> dict[str, Any]:
    return filled(template, "min")


def highest(template: dict[str, Any]) -> dict[str, Any]:
    return filled(template, "max")


def filled(template: dict[str, Any], end: str) -> dict[str, Any]:
    command = {name: value[end] if isinstance(value, dict) else value for name, value in template.items()}
    if "alternatives" in command:
        command["alternatives"] = [[{"type": "draw_card"}]] * command["alternatives"]
    return command


def play_a_little(games: Games, game: str, dice: Dice, moves: int, *, drawing: bool = False) -> None:
    """At random; or nobody does anything but draw if they can."""
    loaded = games.cache.read_latest(game)
    for _ in range(moves):
        if not loaded.state.phase.waiting:
            return
        seat = loaded.state.phase.waiting[0]
        commands = legal_commands(loaded.ruleset, loaded.state, seat)
        draws = [command for command in commands if isinstance(command, DrawCard)] if drawing else []
        commands = tuple(draws) or commands
        chosen = commands[dice.below(len(commands))]
        loaded = games.perform(loaded, [chosen], Actor(Role.SEAT, seat)).loaded


@pytest.mark.parametrize("board", board_names())
def test_whatever_is_listed_can_be_posted(service: Inside, board: str) -> None:
    players = player_numbers(board)[0]
    table, dice, phases = open_table(service.caller, board, players, clock=CLOCK), Dice(7), set()
    for look in range(9):
        for seat in range(players):
            check(service, table, table.seats[seat])
        phases.add(service.games.cache.read_latest(table.game).state.phase.name)
        if look == 4:
            act(service.caller, table, {"type": "propose", "motion": "pause"}, table.seats[0])
            assert "agree" in types(check(service, table, table.seats[1])["table"])
        play_a_little(service.games, table.game, dice, 1 + 3 * look)
    assert len(phases) > 1


def test_the_table_of_a_game_by_post(service: Inside) -> None:
    """Undo, motions, vacations, orders and resigning come and go with what makes them legal."""
    table = open_table(service.caller, players=3, first=0, clock=CLOCK)
    ann, ben = table.seats[0], table.seats[1]
    begun = check(service, table, ann)
    assert {"propose", "resign"} <= types(begun["table"])
    assert not {"propose_undo", "agree", "cancel_order", "end_vacation", "resume_game"} & types(
        begun["table"]
    )
    assert types(begun["templates"]) == {"take_vacation", "give_order"}

    act(service.caller, table, begun["moves"][0], ann)
    act(service.caller, table, {"type": "take_vacation", "days": 10}, ann)
    act(service.caller, table, {"type": "give_order", "alternatives": [[{"type": "draw_card"}]]}, ann)
    act(service.caller, table, {"type": "propose", "motion": "end"}, ann)
    mine, theirs = check(service, table, ann), check(service, table, ben)
    assert {"propose_undo", "end_vacation", "cancel_order", "object"} <= types(mine["table"])
    assert "agree" not in types(mine["table"])
    assert types(mine["templates"]) == {"give_order"}
    assert [c for c in theirs["table"] if c["type"] == "agree"] == [
        {"type": "agree", "seat": 1, "motion": "end"}
    ]

    act(service.caller, table, {"type": "end_vacation"}, ann)
    (vacation,) = [t for t in listed(service, table, ann)["templates"] if t["type"] == "take_vacation"]
    assert vacation["days"]["max"] < 14


def test_the_host_starts_or_abandons_a_game(service: Inside) -> None:
    table = open_table(service.caller, seats=[{"name": "Ann"}, {}], start="by_host")
    waiting = check(service, table, table.host)
    assert (waiting["moves"], waiting["table"], waiting["templates"]) == (None, [ABANDON], [])
    guest = service.caller.post(f"{table.path}/seats", {"name": "Ben"}, table.invites[1])
    assert guest.status == 201
    full = check(service, table, table.host)
    assert full["table"] == [START, ABANDON]
    assert full["templates"] == [{**START, "first": {"min": 0, "max": 1}}]
    assert act(service.caller, table, START, table.host).status == 200
    assert check(service, table, table.host)["table"] == []


def test_a_seat_that_a_bot_plays_lists_no_move_that_would_be_refused(service: Inside) -> None:
    """The token of a person whose time ran out stays valid, but does not move before they return."""
    table = open_table(service.caller, first=0)
    assert listed(service, table, table.seats[0])["moves"]
    loaded = service.games.cache.read_latest(table.game)
    ran_out = Decision(loaded.ruleset, loaded.state, SeededRandomness(loaded.seed, loaded.state.entropy))
    hand_over(ran_out, 0, "bot:greedy", HandoverReason.TIMEOUT)
    decided = Decided(ran_out.events, [SYSTEM] * len(ran_out.events), ran_out.state)
    service.store.append(prepare(loaded, decided, loaded.at, {}).commit)
    body = check(service, table, table.seats[0])
    assert (body["moves"], types(body["table"])) == ([], {"return_to_seat"})


def test_routes_can_be_listed_once_with_all_payments(service: Inside) -> None:
    table = open_table(service.caller, first=0)
    play_a_little(service.games, table.game, Dice(5), 2 + 2 * 24, drawing=True)
    seat = service.games.cache.read_latest(table.game).state.phase.waiting[0]
    plain = listed(service, table, table.seats[seat])
    grouped = listed(service, table, table.seats[seat], "?group=route")
    assert plain["routes"] is None
    again = [
        {"type": group["type"], "seat": group["seat"], "route": group["route"], "cards": cards}
        for group in grouped["routes"]
        for cards in group["payments"]
    ]
    assert sorted(map(repr, [*again, *grouped["moves"]])) == sorted(map(repr, plain["moves"]))
    assert len({group["route"] for group in grouped["routes"]}) == len(grouped["routes"]) < len(again)


def test_a_finished_game_allows_nothing(service: Inside) -> None:
    table = open_table(service.caller, "lyon", first=0)
    play_a_little(service.games, table.game, Dice(3), 10**6)
    assert isinstance(service.games.cache.read_latest(table.game).state.phase, Ended | Scored)
    service.score(table)
    for token in (*table.seats.values(), table.host):
        body = check(service, table, token)
        assert not body["moves"]
        assert body["table"] == body["templates"] == []


def test_every_command_about_the_table_can_be_listed(service: Inside) -> None:
    """A command that needs more than a seat has candidates; without them nobody would learn that it exists."""
    ruleset = service.games.blank("usa", 2, {}).ruleset
    for kind in POSTED_COMMANDS.values():
        if issubclass(kind, SeatCommand) or kind not in ruleset.actions:
            continue
        required = {field.name for field in fields(kind) if field.required}
        assert required <= {"seat"} or ruleset.actions[kind].candidates, type_name(kind)
        assert issubclass(kind, TableCommand) or HOST.role in kind.by


def test_candidates_are_those_of_the_one_who_asks(service: Inside) -> None:
    table = open_table(service.caller, players=3)
    loaded = service.games.cache.read_latest(table.game)
    for seat in range(3):
        for candidate in table_candidates(loaded.ruleset, loaded.state, Actor(Role.SEAT, seat)):
            command = candidate.command if isinstance(candidate, Template) else candidate
            assert isinstance(command, TableCommand)
            assert command.seat == seat


def test_seats_that_can_be_handed_over_by_an_invite_are_listed(service: Inside) -> None:
    """Exactly those for which an invite is made: the commands themselves cannot be posted, for they make a token."""
    expected: dict[int | str, list[int]] = {0: [0, 2], 1: [1, 2], "host": [0, 1, 2]}
    for sender, seats in expected.items():
        for seat in range(3):
            table = open_table(service.caller, seats=[{"name": "Ann"}, {"name": "Ben"}, {"kind": "bot"}])
            token = table.host if sender == "host" else table.seats[int(sender)]
            assert listed(service, table, token)["invitations"] == seats
            invited = service.caller.post(f"{table.path}/seats/{seat}/invite", None, token)
            assert (invited.status == 201) == (seat in seats)
