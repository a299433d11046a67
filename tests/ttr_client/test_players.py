"""Everything that the client does for players, against the real service."""

from collections.abc import Iterator

import pytest

from service.api import CALLS
from tests.support.http.authenticator import Authenticator
from tests.support.http.running_service import Stack
from ttr_client import (
    Address,
    Client,
    Denied,
    NotFound,
    Notices,
    Passkeys,
    Player,
    Refused,
    Table,
    Talk,
    Webhooks,
)

# Which method makes each call.
METHODS = {
    "list_boards": Client.boards,
    "list_bots": Client.bots,
    "get_board": Client.board,
    "list_ratings": Client.ratings,
    "get_board_statistics": Client.statistics,
    "get_board_statistics_svg": Client.statistics_picture,
    "list_games": Client.games,
    "create_game": Client.create,
    "create_rematch": Client.rematch,
    "import_game": Client.import_game,
    "get_token": Client.token,
    "create_player": Client.sign_up,
    "sign_in": Client.sign_in,
    "begin_passkey_sign_in": Client.passkey_options,
    "sign_in_with_passkey": Client.sign_in_with_passkey,
    "confirm_address": Client.confirm_address,
    "get_sign_in_mail": Client.sign_in_mail,
    "request_sign_in_mail": Client.request_sign_in,
    "get_push_key": Client.push_key,
    "get_player": Client.player,
    "join_game": Client.join,
    "get_game": Table.game,
    "get_game_board": Table.board,
    "get_result": Table.result,
    "get_commands": Table.commands,
    "post_command": Table.play,
    "post_say": Table.say,
    "get_events": Table.events,
    "list_seats": Table.seats,
    "invite_to_seat": Table.invite,
    "rotate_seat_token": Table.rotate_seat_token,
    "rotate_table_token": Table.rotate_token,
    "get_changes": Table.changes,
    "get_statistics": Table.statistics,
    "get_knowledge": Table.knowledge,
    "get_audit": Table.audit,
    "get_export": Table.export,
    "create_hint": Table.hint,
    "get_analysis": Table.analysis,
    "list_messages": Talk.messages,
    "post_message": Talk.post,
    "erase_message": Talk.erase,
    "mute_seat": Talk.mute,
    "report_message": Talk.report,
    "create_webhook": Webhooks.subscribe,
    "list_webhooks": Webhooks.all,
    "get_webhook": Webhooks.get,
    "change_webhook": Webhooks.change,
    "list_attempts": Webhooks.attempts,
    "delete_webhook": Webhooks.delete,
    "rotate_webhook": Webhooks.rotate,
    "ping_webhook": Webhooks.ping,
    "redeliver_webhook": Webhooks.redeliver,
    "create_my_webhook": Webhooks.subscribe,
    "list_my_webhooks": Webhooks.all,
    "get_me": Player.get,
    "change_me": Player.rename,
    "list_my_tokens": Player.tokens,
    "create_my_token": Player.add_token,
    "rename_my_token": Player.rename_token,
    "revoke_my_token": Player.revoke_token,
    "create_my_link": Player.link,
    "export_me": Player.export,
    "erase_me": Player.erase,
    "list_my_games": Player.games,
    "get_my_events": Player.events,
    "begin_my_passkey": Passkeys.options,
    "add_my_passkey": Passkeys.add,
    "list_my_passkeys": Passkeys.all,
    "rename_my_passkey": Passkeys.rename,
    "remove_my_passkey": Passkeys.remove,
    "get_my_address": Address.get,
    "enter_my_address": Address.enter,
    "remove_my_address": Address.remove,
    "get_my_notices": Notices.get,
    "set_my_notices": Notices.set,
    "see_my_game": Notices.see,
    "list_my_channels": Notices.channels,
    "add_my_channel": Notices.add_channel,
    "confirm_my_channel": Notices.confirm_channel,
    "remove_my_channel": Notices.remove_channel,
    "list_my_feed_keys": Notices.feed_keys,
    "create_my_feed_key": Notices.create_feed_key,
    "revoke_my_feed_key": Notices.revoke_feed_key,
}
ELSEWHERE = {  # calls for browsers, feed readers, and operators
    *("get_menu", "get_board_picture", "get_board_svg", "get_board_png", "get_hand_svg", "get_hand_png"),
    *("get_analysis_svg", "get_analysis_png"),
    *("get_replay", "get_replay_sheet", "get_statistics_picture", "get_board_statistics_png"),
    *("get_turns_feed", "get_deadlines_calendar", "get_game_feed", "show_unsubscribe_page", "unsubscribe"),
    *("list_reports", "close_report", "suspend_player", "reinstate_player", "close_table", "list_actions"),
    *("offer_board", "withdraw_board", "erase_person_of"),
    *("healthz", "readyz", "metrics", "openapi", "docs", "docs_file", "get_problem"),
}


def test_every_call_of_the_service_has_a_method_or_is_for_somebody_else() -> None:
    assert METHODS.keys().isdisjoint(ELSEWHERE)
    assert METHODS.keys() | ELSEWHERE == {call.name for call in CALLS}


@pytest.fixture
def ann(stack: Stack) -> Iterator[Client]:
    """At `localhost`: a number has no passkeys."""
    with Client(f"http://localhost:{stack.port}") as client:
        client.sign_up("Ann")
        yield client


def test_a_passkey_brings_somebody_back(ann: Client, stack: Stack) -> None:
    device = Authenticator(origin=ann.url)
    credential = device.create(ann.me.passkeys.options()["options"])
    passkey = ann.me.passkeys.add(credential, "laptop")["id"]
    assert ann.me.passkeys.rename(passkey, "old laptop")["name"] == "old laptop"
    with Client(ann.url) as other:
        back = other.sign_in_with_passkey(device.get(other.passkey_options()["options"]), "phone")
        assert back["id"] == other.me.get()["id"] == ann.me.get()["id"]
    ann.me.passkeys.remove(passkey)
    assert ann.me.passkeys.all() == []


def test_without_a_mail_server_there_are_no_addresses(ann: Client) -> None:
    assert ann.me.address.get() == {
        "address": None,
        "confirmed_at": None,
        "pending": None,
        "offered": False,
    }
    assert ann.sign_in_mail() == {"offered": False}
    for call in (ann.me.address.enter, ann.request_sign_in):
        with pytest.raises(Refused) as refusal:
            call("ann@example.org")
        assert refusal.value.code == "mail_off"
    with pytest.raises(NotFound):
        ann.confirm_address("0" * 64)
    ann.me.address.remove()


def test_a_player_says_what_others_see(ann: Client) -> None:
    me = ann.me.get()["id"]
    with Client(ann.url) as other:
        assert other.player(me)["name"] == "Ann"
        assert ann.me.show(ratings=False)["shows"] == {
            "profile": True,
            "ratings": False,
            "reliability": True,
        }
        assert other.player(me)["ratings"] is None
        ann.me.show(profile=False)
        with pytest.raises(NotFound):
            other.player(me)


def test_ratings_and_statistics_of_a_board(ann: Client) -> None:
    assert list(ann.ratings("usa", who="players")) == []
    figures = ann.statistics("usa", players=3, bots="without")
    head, games, *_ = ann.statistics_csv("usa", players=3, bots="without").splitlines()
    assert (head, games) == ("kind,name,figure,value", f"board,,games,{figures['games']}")
    assert "<svg" in ann.statistics_picture("usa", lang="fr")


def test_people_at_a_table_talk(ann: Client) -> None:
    game = ann.create("usa", [{"me": True}, {"name": "Ben"}])
    table, ben = game.seats[0], game.seats[1]
    message = table.talk.post("Good luck!")["id"]
    assert [said["text"] for said in ben.talk.messages()] == ["Good luck!"]
    assert ben.talk.report(message, "insults us")["id"]
    assert ben.talk.mute(0) == {"seat": 0, "muted": True}
    assert list(ben.talk.messages()) == []
    ben.talk.mute(0, muted=False)
    table.talk.erase(message)
    assert [said["text"] for said in ben.talk.messages(channel="table")] == [None]
    assert list(ben.talk.messages(after=message)) == []


def test_notices_are_asked_for(ann: Client) -> None:
    preferences = ann.me.notices.get()
    preferences["quiet_hours"] = {"start": "22:00", "end": "07:00"}
    assert ann.me.notices.set({**preferences, "lang": "fr"})["lang"] == "fr"
    address = "https://ntfy.example.org/my-trains-7f31"
    channel = ann.me.notices.add_channel({"kind": "ntfy", "url": address})["channel"]
    with pytest.raises(Refused):
        ann.me.notices.confirm_channel(channel["id"], "wrong")
    assert [one["status"] for one in ann.me.notices.channels()] == ["unconfirmed"]
    ann.me.notices.remove_channel(channel["id"])
    feed = ann.me.notices.create_feed_key("my calendar")
    assert [one["name"] for one in ann.me.notices.feed_keys()] == ["my calendar"]
    ann.me.notices.revoke_feed_key(feed["feed_key"]["id"])
    assert ann.push_key()["public_key"]
    game = ann.create("usa", [{"me": True}, {"kind": "bot"}])
    version, message = game.seats[0].game()["version"], game.seats[0].talk.post("Hello")["id"]
    seen = ann.me.notices.see(game.id, version, message)
    assert seen == {"game": game.id, "version": version, "message": message}


def test_a_token_for_a_program_can_do_no_more_than_it_should(ann: Client) -> None:
    token = ann.me.add_token("display", scopes=["games:read", "me:read"])["token"]
    with Client(ann.url, token) as display:
        assert display.me.get()["name"] == "Ann"
        with pytest.raises(Denied):
            display.me.rename("Eve")


def test_the_host_invites_again_for_somebody_who_lost_their_token(ann: Client) -> None:
    game = ann.create("usa", [{"me": True}, {"name": "Ben"}])
    assert ann.table(game.id).invite(1)["usable"] is False
    game.seats[0].play({"type": "agree", "motion": "reinvite:1"})
    (offered,) = [seat["offered"] for seat in game.seats[0].seats() if seat["offered"]]
    assert offered == "reinvited"
