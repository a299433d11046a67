"""Who is let in by every call of the description: a public table and a private one, and everybody who may come.

A new call needs a row here. Its request is made from the examples of its description, about the world in
`tests.support.http.access_world`; only where that cannot do, add a request there.
"""

import pytest

from service.api import CALLS
from service.http.call import Access, Call
from tests.support.http.access_world import WHO, World, access_service, outcome
from tests.support.http.api_calls import Caller

# nobody, wrong, other, reader, player, seat, host, creator, watch, audit, invite, admin (as in WHO)
# +: is let in; 1, 3, 4: is refused with 401, 403, 404. "reader": a token of the player that only looks.
OPEN = ("++++++++++++", "++++++++++++")
OPERATOR = ("13333333333+", "13333333333+")
LOOK = ("+1+++++++++1", "414++++++++1")
ACT_OR_HOST = ("113+++++3331", "114+++++3331")
OWN_CARDS = ("113+++333331", "114+++333331")
ACCOUNT = ("11+3+33+3331", "11+3+33+3331")  # of one's own: other players have theirs
OWN_GAMES = ("11+++33+3331", "11+++33+3331")
OWN_WEBHOOK = ("114344+44444", "114344+44444")  # of the host's token
SUBSCRIPTION = ("1133++++++31", "1143++++++31")

ROWS: dict[str, tuple[str, str]] = {  # at a public table, and at a private one
    "list_boards": OPEN,
    "list_bots": OPEN,
    "offer_board": OPERATOR,
    "get_board": OPEN,
    "withdraw_board": OPERATOR,
    "get_game_board": LOOK,
    "list_ratings": OPEN,
    "get_board_statistics": OPEN,
    "get_board_statistics_svg": OPEN,
    "get_board_statistics_png": OPEN,
    "list_games": OPEN,
    "create_game": ("+1+3++++++++", "+1+3++++++++"),
    "create_rematch": ("1133++++3331", "1143++++3331"),  # those who played, and the host
    "get_game": LOOK,
    "get_result": LOOK,
    "get_commands": ACT_OR_HOST,
    "get_menu": ACT_OR_HOST,
    "post_command": ("1133++333331", "1143++333331"),  # a seat's
    "post_say": ("11+3+++++++1", "1143+++++++1"),
    "create_hint": ("1133++333331", "1143++333331"),  # a seat's
    "get_events": LOOK,
    "join_game": ("1133+33333+1", "1143+33433+1"),  # a player who sits there learns that they do
    "list_seats": LOOK,
    "invite_to_seat": ("1133++++3331", "1143++++3331"),
    "erase_person_of": ("11333+++333+", "11433+++333+"),
    "list_messages": LOOK,
    "post_message": ("11+3++++++31", "1143++++++31"),
    "erase_message": ("11+3++++++++", "1143++++++++"),
    "mute_seat": ("1133++++3331", "1143++++3331"),
    "report_message": ("11+3+++++++1", "1143+++++++1"),
    "get_token": ("11++++++++++", "11++++++++++"),
    "rotate_seat_token": ("11333+333331", "11433+333331"),
    "rotate_table_token": ("113333++3331", "114333++3331"),
    "get_board_picture": OPEN,
    "get_board_svg": LOOK,
    "get_board_png": LOOK,
    "get_hand_svg": OWN_CARDS,
    "get_hand_png": OWN_CARDS,
    "get_replay": LOOK,
    "get_replay_sheet": LOOK,
    "get_changes": LOOK,
    "get_statistics": LOOK,
    "get_statistics_picture": LOOK,
    "get_analysis": LOOK,
    "get_analysis_svg": LOOK,
    "get_analysis_png": LOOK,
    "get_knowledge": ("113333333331", "114333333331"),  # when the game is over
    "get_audit": LOOK,
    "get_export": LOOK,
    "import_game": OPEN,
    "create_webhook": SUBSCRIPTION,
    "list_webhooks": SUBSCRIPTION,
    "get_webhook": OWN_WEBHOOK,
    "change_webhook": OWN_WEBHOOK,
    "list_attempts": OWN_WEBHOOK,
    "delete_webhook": OWN_WEBHOOK,
    "rotate_webhook": OWN_WEBHOOK,
    "ping_webhook": OWN_WEBHOOK,
    "redeliver_webhook": OWN_WEBHOOK,
    "create_player": OPEN,
    "sign_in": OPEN,
    "get_player": ("+1++++++++++", "+1++++++++++"),
    "get_me": OWN_GAMES,
    "change_me": ACCOUNT,
    "list_my_tokens": ACCOUNT,
    "create_my_token": ACCOUNT,
    "rename_my_token": ACCOUNT,
    "revoke_my_token": ACCOUNT,
    "create_my_link": ACCOUNT,
    "begin_my_passkey": ACCOUNT,
    "add_my_passkey": ACCOUNT,
    "list_my_passkeys": ACCOUNT,
    "rename_my_passkey": ACCOUNT,
    "remove_my_passkey": ACCOUNT,
    "begin_passkey_sign_in": OPEN,
    "sign_in_with_passkey": OPEN,
    "get_my_address": ACCOUNT,
    "enter_my_address": ACCOUNT,
    "remove_my_address": ACCOUNT,
    "confirm_address": OPEN,
    "get_sign_in_mail": OPEN,
    "request_sign_in_mail": OPEN,
    "export_me": ACCOUNT,
    "erase_me": ACCOUNT,
    "list_my_games": OWN_GAMES,
    "get_my_events": OWN_GAMES,
    "create_my_webhook": ACCOUNT,
    "list_my_webhooks": ACCOUNT,
    "get_my_notices": OWN_GAMES,
    "set_my_notices": ACCOUNT,
    "see_my_game": ("1143+3343331", "1143+3343331"),  # with a seat in it
    "get_push_key": OPEN,
    "list_my_channels": ACCOUNT,
    "add_my_channel": ACCOUNT,
    "confirm_my_channel": ACCOUNT,
    "remove_my_channel": ACCOUNT,
    "list_my_feed_keys": ACCOUNT,
    "create_my_feed_key": ACCOUNT,
    "revoke_my_feed_key": ACCOUNT,
    "get_turns_feed": OPEN,
    "get_deadlines_calendar": OPEN,
    "get_game_feed": ("+1+++++++++1", "414444444441"),  # of public games
    "show_unsubscribe_page": OPEN,
    "unsubscribe": OPEN,
    "list_reports": OPERATOR,
    "close_report": OPERATOR,
    "suspend_player": OPERATOR,
    "reinstate_player": OPERATOR,
    "close_table": OPERATOR,
    "list_actions": OPERATOR,
    "healthz": OPEN,
    "readyz": OPEN,
    "metrics": OPEN,
    "openapi": OPEN,
    "docs": OPEN,
    "docs_file": OPEN,
    "get_problem": OPEN,
}


@pytest.fixture(scope="module")
def service() -> Caller:
    return access_service()


@pytest.fixture(scope="module")
def shown(service: Caller) -> dict[str, World]:
    """One world of each kind for all calls that change nothing."""
    return {visibility: World(service, visibility) for visibility in ("public", "private")}


def test_every_call_is_classified() -> None:
    assert set(ROWS) == {call.name for call in CALLS}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_everybody_is_let_in_where_they_belong(
    service: Caller, shown: dict[str, World], call: Call, visibility: str
) -> None:
    if call.name not in ROWS:
        pytest.fail(f"{call.name} needs a row in ROWS: who is let in?")
    world = shown[visibility] if call.method == "GET" else World(service, visibility)
    outcomes = {who: outcome(world.ask(call, who)) for who in WHO}
    expected = ROWS[call.name][visibility == "private"]
    assert outcomes == dict(zip(WHO, expected, strict=True))


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_rows_agree_with_the_description(call: Call) -> None:
    """A call that is described as open lets nobody in, and one that needs a token does not."""
    row = ROWS.get(call.name, OPEN)[0]
    assert row.startswith("1") == (call.access is Access.TOKEN)


@pytest.mark.parametrize(
    "call", [call for call in CALLS if "{game}" in call.path], ids=lambda call: call.name
)
def test_a_private_table_is_hidden_from_strangers(shown: dict[str, World], call: Call) -> None:
    """Neither nobody nor another player can tell it from one that does not exist."""
    world = shown["private"]
    nowhere = World.__new__(World)
    nowhere.__dict__.update(world.__dict__, in_path={**world.in_path, "game": "0" * 16})
    for who in ("nobody", "other"):
        here, there = world.ask(call, who), nowhere.ask(call, who)
        assert (here.status, here.code) == (there.status, there.code)
