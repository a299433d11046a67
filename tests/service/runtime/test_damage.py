"""Damage to the files of the embedded server: refused without making it worse, or seen by the chain of hashes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from service.games.game_cache import Loaded
from service.runtime.append_only_file import FOLDER, MANIFEST, ends_unfinished, events_in
from service.runtime.embedded_valkey import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.support.checks.hash_chain import broken_links
from tests.support.http.service_games import games_on, moves, start
from tests.support.store.data_directories import GAME, events, fill, log_file, refused, rewrite


def replace(old: bytes, new: bytes, which: int = 10) -> Callable[[Path], None]:
    """Damage at one place well before the end of the log."""

    def damage(data: Path) -> None:
        parts = log_file(data).read_bytes().split(old)
        assert len(parts) > which + 5
        log_file(data).write_bytes(old.join(parts[:which]) + new + old.join(parts[which:]))

    return damage


def lose(pattern: str) -> Callable[[Path], None]:
    def damage(data: Path) -> None:
        (path,) = (data / FOLDER).glob(pattern)
        path.unlink()

    return damage


def flip_base(data: Path) -> None:
    (path,) = (data / FOLDER).glob("*.base.rdb")
    content = bytearray(path.read_bytes())
    content[-30] ^= 1
    path.write_bytes(content)


def write_manifest(text: str) -> Callable[[Path], None]:
    def damage(data: Path) -> None:
        (data / FOLDER / MANIFEST).write_text(text)

    return damage


DAMAGES = {
    "a record begins with something else": replace(b"*5\r\n$4\r\nXADD", b"#5\r\n$4\r\nXADD"),
    "a length is no length": replace(b"$4\r\nXADD", b"!4\r\nXADD"),
    "a length is too short": replace(b"$4\r\nXADD", b"$2\r\nXADD"),
    "a length is too long": replace(b"$4\r\nXADD", b"$5\r\nXADD"),
    "a length points past the end": replace(b"$4\r\nXADD", b"$4000000\r\nXADD"),
    "a count is too small": replace(b"*5\r\n", b"*4\r\n"),
    "a count is too large": replace(b"*5\r\n", b"*6\r\n"),
    "a count points past the end": replace(b"*5\r\n", b"*5000000\r\n"),
    "a record is overwritten with zeros": replace(b"*5\r\n$4\r\nXADD", b"\0" * 13),
    "a byte of the base is wrong": flip_base,
    "the base is missing": lose("*.base.rdb"),
    "the log is missing": lose("*.incr.aof"),
    "the manifest is missing": lose(MANIFEST),
    "the manifest is empty": write_manifest(""),
    "the manifest is nonsense": write_manifest("years of work\n"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_files_are_refused_and_left_as_they_are(data: Path, damage: Callable[[Path], None]) -> None:
    """The server itself would take some of these for an unfinished last record, and cut off what follows."""
    fill(data)
    damage(data)
    message = refused(data)
    assert str(data) in message
    assert "estore the directory from a copy" in message
    assert "manifest" in message or f"See {data / 'server.log'}:" in message


def test_a_manifest_that_is_lost_after_a_rewrite_is_noticed(data: Path) -> None:
    """The server would begin anew with the first number, beside the old files."""
    fill(data, 3)
    rewrite(data)
    log_file(data).write_bytes(b"")
    lose(MANIFEST)(data)
    assert "have lost their manifest; nothing was changed" in refused(data)


def test_a_first_start_that_was_killed_half_way_can_be_repeated(data: Path) -> None:
    fill(data, 0)
    lose(MANIFEST)(data)
    assert events(data) == []


LAST_COMMIT = 2  # events of the last commit, of which a torn record takes both


@pytest.mark.parametrize("cut", [1, 5, 20, 60, 130, 200])
def test_an_unfinished_last_record_is_cut_off_and_everything_before_it_is_there(
    data: Path, cut: int, caplog: pytest.LogCaptureFixture
) -> None:
    """What is cut off is kept beside the files, and the log says which game loses what."""
    fill(data)
    whole = log_file(data).read_bytes()
    assert whole.rindex(b"MULTI") < len(whole) - cut
    log_file(data).write_bytes(whole[:-cut])
    survived = events(data)
    (kept,) = data.glob("cut-*.aof")
    assert log_file(data).read_bytes() + kept.read_bytes() == whole[:-cut]
    assert kept.stat().st_mode & 0o777 == 0o600
    (said,) = [record.getMessage() for record in caplog.records if record.name == "ttr.data"]
    assert f"{kept.stat().st_size} bytes are dropped, and kept in {kept}" in said
    assert said.endswith(f"game {GAME} loses versions {events_in(kept.read_bytes())[GAME]}")
    assert set(events_in(kept.read_bytes())[GAME]) <= {39, 40}
    assert len(survived) == 2 * 20 - LAST_COMMIT
    assert survived[-1] == b'{"more":18}'
    assert events(data) == survived


def test_every_cut_is_seen_as_unfinished_and_no_wrong_length_is(tmp_path: Path) -> None:
    fill(tmp_path / "data", 2)
    path = log_file(tmp_path / "data")
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        assert ends_unfinished(tmp_path / "data"), cut
    last = whole.rindex(b"\r\n*")
    for at in (at for at in range(last) if whole[at : at + 1] in b"*$" and whole[at + 1 : at + 2].isdigit()):
        path.write_bytes(whole[: at + 1] + b"9999" + whole[at + 1 :])
        assert not ends_unfinished(tmp_path / "data"), at


# --------------------------------------------------------------------------------- what no server notices


def keep_a_game(data: Path) -> Loaded:
    server = EmbeddedServer(data)
    store = RedisStore(server.url)
    loaded = moves(games_on(store), start(games_on(store)), 20)
    store.close()
    server.stop()
    return loaded


def stored(data: Path, game: str) -> list[bytes]:
    server = EmbeddedServer(data)
    store = RedisStore(server.url)
    try:
        return store.read(game)
    finally:
        store.close()
        server.stop()


FLIPS = {  # in which event, and what is changed into what of the same length, so that the framing holds
    "a public field": (b"game_created", b'"players":2', b'"players":3'),
    "a hidden field": (b"train_cards_shuffled", b'"blue"', b'"grey"'),
    "who did it": (b"tickets_kept", b'"actor":"seat:0"', b'"actor":"seat:1"'),
    "when it was": (b"turn_started", b"T12:00:00", b"T12:00:01"),
    "its predecessor": (b"game_created", b'"prev":"00', b'"prev":"01'),
}


@pytest.mark.parametrize(("event", "old", "new"), FLIPS.values(), ids=FLIPS)
def test_a_changed_payload_is_served_and_seen_by_the_chain(
    data: Path, event: bytes, old: bytes, new: bytes
) -> None:
    """The append-only file has no checksum: only the hashes of the games reveal a changed record."""
    loaded = keep_a_game(data)
    assert broken_links(loaded.seed, stored(data, loaded.game)) == []
    before, kind, after = log_file(data).read_bytes().partition(b'"type":"%s"' % event)
    assert kind
    assert old in after
    log_file(data).write_bytes(before + kind + after.replace(old, new, 1))
    entries = stored(data, loaded.game)
    assert len(entries) == loaded.version
    assert len(broken_links(loaded.seed, entries)) == 1
