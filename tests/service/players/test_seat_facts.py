"""What a game keeps about its players when seats change hands, and whether a player is still welcome."""

import pytest

from service.api.access import Visit
from service.games.facts import Facts, held_by
from service.games.seats import handover_changes
from service.games.tokens import Grant, TokenRole
from tests.support.http.api_calls import inside, table_of
from tests.support.http.api_people import delete, sign_up
from ttr_core.by_post import HandoverReason, SeatHandedOver
from ttr_core.model.ids import Witness

START = Facts({"players": "2", **held_by(0, "ann")})
PEOPLE = {"ann": {"name": "Ann", "handle": "ann-1"}, "ben": {"name": "Ben", "handle": "ben-1"}}


def after(facts: Facts, kind: str, reason: HandoverReason, holder: int, **more: str) -> Facts:
    event = SeatHandedOver(seat=0, kind=kind, reason=reason, holder=holder)
    return facts.changed({**handover_changes(facts, [event]), **more}).with_names(PEOPLE.__getitem__)


def test_a_player_who_ran_out_of_time_may_return() -> None:
    away = after(START, "bot:greedy", HandoverReason.TIMEOUT, 2)
    assert (away.name(0), away.handle(0), away.player(0)) == ("Ada", None, None)
    assert away.seats_of("ann") == [0]
    assert away.earlier_name(0, 1) == "Ann"
    back = after(away, "human", HandoverReason.RETURNED, 3)
    assert (back.name(0), back.handle(0), back.player(0)) == ("Ann", "ann-1", "ann")
    assert (back.earlier_name(0, 1), back.earlier_name(0, 2)) == ("Ann", "Ada")
    assert back.absent_player(0) is None


def test_a_seat_that_nobody_plays_has_no_name() -> None:
    away = after(START, "nobody", HandoverReason.TIMEOUT, 2)
    assert (away.name(0), away.handle(0)) == (None, None)
    assert away.seats_of("ann") == [0]


@pytest.mark.parametrize("first", [HandoverReason.TIMEOUT, HandoverReason.RESIGNED])
def test_another_player_takes_a_seat_for_good(first: HandoverReason) -> None:
    left = after(START, "bot:greedy", first, 2)
    assert left.seats_of("ann") == ([0] if first is HandoverReason.TIMEOUT else [])
    replaced = after(left, "human", HandoverReason.REPLACED, 3, **held_by(0, "ben"))
    assert (replaced.name(0), replaced.handle(0)) == ("Ben", "ben-1")
    assert (replaced.seats_of("ann"), replaced.seats_of("ben")) == ([], [0])
    assert [replaced.earlier_name(0, holder) for holder in (1, 2)] == ["Ann", "Ada"]


def test_names_are_never_among_the_changes() -> None:
    named = START.with_names(PEOPLE.__getitem__)
    event = SeatHandedOver(seat=0, kind="bot:greedy", reason=HandoverReason.RESIGNED, holder=2)
    assert "Ann" not in handover_changes(Facts(named.texts), [event]).values()


def test_a_stream_ends_with_the_token_and_with_the_seat() -> None:
    server = inside()
    caller, ann = server.caller, sign_up(server.caller)
    request = {"board": "usa", "seats": [{"me": True}, {"name": "Ben"}]}
    table = table_of(caller.post("/v1/games", request, ann.token))
    now = server.games.cache.read_latest(table.game)
    player, other = now.facts.player(0), caller.post("/v1/me/tokens", {}, ann.token).json
    seated, revoked = (
        Visit(now, Grant(TokenRole.SEAT, 0), 0, token, now.version, player)
        for token in (ann.token, other["token"])
    )
    looking = Visit(now, Grant(TokenRole.PLAYER), Witness.SPECTATOR, ann.token, now.version, player)
    assert all(visit.still_welcome(server.games, to_news=True) for visit in (seated, revoked, looking))
    delete(caller, f"/v1/me/tokens/{other['id']}", ann.token)
    assert not revoked.still_welcome(server.games)
    leave = {"type": "resign", "kind": "nobody"}
    assert caller.post(f"{table.path}/commands", leave, ann.token, {"If-Match": "*"}).status == 200
    assert not seated.still_welcome(server.games, to_news=True)
    assert looking.still_welcome(server.games, to_news=True)
