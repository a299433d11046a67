"""Facts beside a stream: the store keeps them under the same keys as ever, and nobody else spells those."""

import re
from pathlib import Path

import service
from service.games.facts import (
    Facts,
    StartRule,
    Visibility,
    created,
    imported_at,
    known_as,
    named,
    named_before,
    played_in,
    removed,
    table,
    token_granted,
    webhook_switched_off,
)
from service.games.tokens import Grant, TokenRole, fingerprint, new_token

GAME = "0123456789abcdef"
TOKEN, INVITE = new_token(TokenRole.SEAT, GAME), new_token(TokenRole.INVITE, GAME)
KEPT = {
    "board": "lyon",
    "board_hash": "00ff",
    "players": "2",
    "options": '{"a":"b"}',
    "seed": "00" * 32,
    "visibility": "private",
    "start": "by_host",
    "first": "0",
    "imported": "2026-11-16T12:00:00.000Z",
    "room": "bridge:parlour",
    "contact:0": "p-ann",
    "contact:1": "p-bob",
    "name:0": "Ann",
    "name:1/1": "Bob",
    fingerprint(TOKEN): "seat:1",
    fingerprint(INVITE): "invite:1",
    f"webhook_off:{fingerprint(TOKEN)}": "0123456789abcdef",
}
FACTS = Facts(KEPT)


def test_changes_have_the_keys_that_the_store_keeps() -> None:
    changes = created("lyon", "00ff", 2, {"a": "b"}, bytes(32))
    changes |= table(Visibility.PRIVATE, StartRule.BY_HOST, 0) | imported_at("2026-11-16T12:00:00.000Z")
    changes |= played_in("bridge:parlour", ["p-ann", "p-bob"]) | named(0, "Ann") | named_before(1, 1, "Bob")
    changes |= token_granted(TOKEN, Grant(TokenRole.SEAT, 1))
    changes |= token_granted(INVITE, Grant(TokenRole.INVITE, 1))
    changes |= webhook_switched_off(fingerprint(TOKEN), "0123456789abcdef")
    assert changes == KEPT


def test_facts_are_read_as_what_they_are() -> None:
    assert (FACTS.board, FACTS.board_hash, FACTS.players) == ("lyon", "00ff", 2)
    assert (FACTS.options, FACTS.seed) == ('{"a":"b"}', bytes(32))
    assert (FACTS.visibility, FACTS.starts_when_full) == (Visibility.PRIVATE, False)
    assert (FACTS.first, FACTS.imported, FACTS.room) == (0, True, "bridge:parlour")
    assert FACTS.names() == ("Ann", None)
    assert (FACTS.name(0), FACTS.name(1), FACTS.earlier_name(1, 1)) == ("Ann", None, "Bob")
    assert (FACTS.contact(1), FACTS.contact(2)) == ("p-bob", None)
    assert FACTS.grant(TOKEN) == Grant(TokenRole.SEAT, 1)
    assert FACTS.grant(new_token(TokenRole.SEAT, GAME)) is None
    assert FACTS.webhook_off(fingerprint(TOKEN)) == "0123456789abcdef"


def test_what_was_never_set_is_none() -> None:
    bare = Facts(created("lyon", "00ff", 2, {}, bytes(32)) | table(Visibility.PUBLIC, StartRule.WHEN_FULL))
    assert (bare.first, bare.imported, bare.room, bare.names()) == (None, False, None, (None, None))
    assert bare.starts_when_full
    assert not Facts()


def test_an_empty_text_removes_a_fact() -> None:
    changed = FACTS.changed(
        named(0, "") | known_as(1, "p-cy") | removed(FACTS.token_keys(Grant(TokenRole.SEAT, 1)))
    )
    assert (changed.name(0), changed.contact(1), changed.grant(TOKEN)) == (None, "p-cy", None)
    assert changed.grant(INVITE) == Grant(TokenRole.INVITE, 1)
    assert FACTS.name(0) == "Ann", "facts are never changed in place"


def test_the_keys_of_a_person_are_all_that_is_personal() -> None:
    assert FACTS.personal_keys(0) == ["name:0", "contact:0"]
    assert FACTS.personal_keys(1) == ["contact:1"]
    assert FACTS.earlier_name_keys(1) == FACTS.earlier_name_keys(1, 1) == ["name:1/1"]
    assert FACTS.earlier_name_keys(1, 2) == FACTS.earlier_name_keys(0) == []


def test_no_other_module_spells_a_key() -> None:
    spelled = re.compile(r"""["'](name|contact|webhook_off):|(?<!error)\.facts(\.texts)?(\[|\.get\()""")
    place = Path(service.__file__).parent
    modules = [path for folder in (place, place.parent / "workers") for path in folder.rglob("*.py")]
    guilty = [
        path.name for path in modules if path.name != "facts.py" and spelled.search(path.read_text("utf-8"))
    ]
    assert guilty == []
