"""Events of players: the state follows from them alone, stored ones are read for ever, and none names a person."""

import msgspec
import pytest

from service.games.facts import is_game, player_stream
from service.players import player as events
from service.players.player import (
    EVENTS,
    AddressConfirmed,
    AddressEntered,
    AddressRemoved,
    ChannelAdded,
    ChannelConfirmed,
    ChannelRemoved,
    FeedKeyIssued,
    FeedKeyRevoked,
    NoticesSet,
    Origin,
    PasskeyAdded,
    PasskeyRemoved,
    PasskeyRenamed,
    Player,
    PlayerCreated,
    PlayerErased,
    PlayerEvent,
    PlayerReinstated,
    PlayerRenamed,
    PlayerSuspended,
    ProfileChanged,
    TokenIssued,
    TokenRenamed,
    TokenRevoked,
    decode_event,
    event_fields,
    evolve,
)
from service.players.player_stream import append_events, load_player, stored_events
from service.store import Appended, Conflict, MemoryStore
from ttr_core.history.chain import GENESIS

AT = "2026-11-16T12:00:00.000Z"
# as the first release wrote them; never edited
STORED = (
    (PlayerCreated(), "player_created", b"{}"),
    (PlayerRenamed(), "player_renamed", b"{}"),
    (TokenIssued(token="tok_1", origin=Origin.LINK), "token_issued", b'{"token":"tok_1","origin":"link"}'),
    (TokenRenamed(token="tok_1"), "token_renamed", b'{"token":"tok_1"}'),
    (TokenRevoked(token="tok_1"), "token_revoked", b'{"token":"tok_1"}'),
    (PlayerErased(), "player_erased", b"{}"),
)
# as the release wrote them that brought passkeys
STORED_LATER = (
    (
        TokenIssued(token="tok_1", origin=Origin.PASSKEY),
        "token_issued",
        b'{"token":"tok_1","origin":"passkey"}',
    ),
    (TokenIssued(token="tok_1", origin=Origin.MAIL), "token_issued", b'{"token":"tok_1","origin":"mail"}'),
    (PasskeyAdded(passkey="key_1"), "passkey_added", b'{"passkey":"key_1"}'),
    (PasskeyRenamed(passkey="key_1"), "passkey_renamed", b'{"passkey":"key_1"}'),
    (PasskeyRemoved(passkey="key_1"), "passkey_removed", b'{"passkey":"key_1"}'),
    (AddressEntered(), "address_entered", b"{}"),
    (AddressConfirmed(), "address_confirmed", b"{}"),
    (AddressRemoved(), "address_removed", b"{}"),
    (ProfileChanged(), "profile_changed", b"{}"),
    (PlayerSuspended(), "player_suspended", b"{}"),
    (PlayerReinstated(), "player_reinstated", b"{}"),
    (NoticesSet(), "notices_set", b"{}"),
    (ChannelAdded(channel="ch_1", kind="push"), "channel_added", b'{"channel":"ch_1","kind":"push"}'),
    (ChannelConfirmed(channel="ch_1"), "channel_confirmed", b'{"channel":"ch_1"}'),
    (
        ChannelRemoved(channel="ch_1", reason="gone"),
        "channel_removed",
        b'{"channel":"ch_1","reason":"gone"}',
    ),
    (FeedKeyIssued(key="fk_1"), "feed_key_issued", b'{"key":"fk_1"}'),
    (FeedKeyRevoked(key="fk_1"), "feed_key_revoked", b'{"key":"fk_1"}'),
)
HEAD = "985300d4cd3bdf6c1b3b6f73ffc1a0377bb89d66a6a9ac1e89fc010ba1947a85"  # of the first event


def test_every_stored_event_is_read() -> None:
    assert {name for _, name, _ in STORED + STORED_LATER} == set(EVENTS)
    for event, name, data in STORED + STORED_LATER:
        assert decode_event(name, 1, data) == event
        assert event_fields(event) == (name, msgspec.json.decode(data))


def test_an_old_shape_is_brought_to_today_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenRevoked, "schema", 3)
    monkeypatch.setitem(events.UPCASTERS, ("token_revoked", 1), lambda data: {"id": data["device"]})
    monkeypatch.setitem(events.UPCASTERS, ("token_revoked", 2), lambda data: {"token": data["id"]})
    assert decode_event("token_revoked", 1, b'{"device":"tok_1"}') == TokenRevoked(token="tok_1")
    assert decode_event("token_revoked", 3, b'{"token":"tok_1"}') == TokenRevoked(token="tok_1")


def test_the_state_follows_from_the_events() -> None:
    player = Player()
    steps: list[PlayerEvent] = [
        PlayerCreated(),
        TokenIssued(token="tok_1", origin=Origin.CREATION),
        TokenIssued(token="tok_2", origin=Origin.LINK),
        PlayerRenamed(),
        TokenRenamed(token="tok_2"),
        TokenRevoked(token="tok_1"),
    ]
    for event in steps:
        player = evolve(player, event, AT)
    assert player.created_at == AT
    assert [(token.id, token.origin) for token in player.tokens.values()] == [("tok_2", Origin.LINK)]
    assert evolve(player, PlayerErased(), AT) == Player(AT, is_erased=True)


def test_passkeys_follow_from_the_events() -> None:
    player = Player()
    steps: list[PlayerEvent] = [
        PlayerCreated(),
        PasskeyAdded(passkey="key_1"),
        PasskeyAdded(passkey="key_2"),
        PasskeyRenamed(passkey="key_1"),
        PasskeyRemoved(passkey="key_1"),
    ]
    for event in steps:
        player = evolve(player, event, AT)
    assert player.passkeys == {"key_2": AT}
    assert evolve(player, PlayerErased(), AT).passkeys == {}


def test_an_address_counts_from_its_confirmation_on() -> None:
    entered = evolve(Player(), AddressEntered(), AT)
    confirmed = evolve(entered, AddressConfirmed(), AT)
    assert [player.address_confirmed_at for player in (entered, confirmed)] == ["", AT]
    for event in (AddressRemoved(), PlayerErased()):
        assert evolve(confirmed, event, AT).address_confirmed_at == ""


def test_the_stream_is_a_chain() -> None:
    store = MemoryStore()
    nobody = load_player(store, "abc")
    assert (nobody.version, nobody.exists) == (0, False)
    assert append_events(store, nobody, [PlayerCreated()], AT, {"name": "Ann"}) == Appended(1)
    one = load_player(store, "abc")
    assert append_events(store, one, [PlayerRenamed(), PlayerRenamed()], AT, {"name": "Eve"}) == Appended(3)
    assert append_events(store, one, [PlayerErased()], AT, {}) == Conflict(3)
    chain = stored_events(store, "abc")
    assert [envelope.version for envelope in chain] == [1, 2, 3]
    assert [envelope.prev for envelope in chain] == [GENESIS, *(envelope.hash for envelope in chain[:-1])]
    assert chain[0].hash == HEAD
    assert load_player(store, "abc").name == "Eve"


def test_streams_of_players_are_no_games() -> None:
    assert not is_game(player_stream("0123456789abcdef"))
    assert is_game("0123456789abcdef")
