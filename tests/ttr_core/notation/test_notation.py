"""Notation: games and positions as text, read back exactly, on every board."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from service.cli import main
from tests.support.audit.game_records import file_of, seen_by
from tests.support.audit.golden_corpus import CORPUS, commands_of, events_of, ruleset_of_game
from tests.support.paths import DOCS
from ttr_core import (
    RULES_VERSION,
    Event,
    Ruleset,
    SeededRandomness,
    Witness,
    advance,
    evolve,
    legal_commands,
    load_ruleset,
    redact,
    replay,
    score,
    view,
)
from ttr_core.engine.shared_slices import TicketChoice
from ttr_core.history.codec import event_types
from ttr_core.history.record import encode_record
from ttr_core.model.events import SeatTaken, SeedRevealed
from ttr_core.model.ids import Viewer
from ttr_core.model.message import type_name
from ttr_core.model.phases import OpenPayment
from ttr_core.model.state import InPositions, Seat, State, with_part
from ttr_core.notation import (
    BrokenNotation,
    read_game,
    read_position,
    ruleset_of_position,
    write_event,
    write_game,
    write_position,
)
from ttr_core.notation.position import SEAT_FIELDS, STATE_FIELDS
from ttr_core.notation.syntax import FORMS, write_json
from ttr_core.rules.by_post.undo import Checkpoints, UndoRequest

GUIDE = (DOCS / "notation.md").read_text("utf-8")
USA = "usa-2p-whole"

for_every_game = pytest.mark.parametrize("name", CORPUS)

# ---------------------------------------------------------------------------------------------- games


@for_every_game
def test_events_are_the_same_again(name: str) -> None:
    events = events_of(name)
    text = write_game(events, {"Game": "5f0c", "Remark": 'a "quoted" one; with ] and \n'})
    record = read_game(text)
    assert record.events == events
    assert record.tags == {"Game": "5f0c", "Remark": 'a "quoted" one; with ] and \n'}
    assert write_game(record.events, record.tags) == text


@for_every_game
@pytest.mark.parametrize("viewer", [0, Witness.SPECTATOR])
def test_what_one_viewer_saw_is_the_same_again(name: str, viewer: Viewer) -> None:
    seen = tuple(redact(event, viewer) for event in events_of(name))
    assert read_game(write_game(seen)).events == seen


def test_any_part_of_a_game_is_a_game() -> None:
    events = events_of(USA)
    for version in (1, 2, 40, len(events) - 1):
        assert read_game(write_game(events[:version])).events == events[:version]


def test_one_turn_is_one_line() -> None:
    lines = [line for line in write_game(events_of(USA)).splitlines() if re.match(r"\d+\. turn ", line)]
    assert len(lines) == sum(type_name(type(event)) == "turn_started" for event in events_of(USA))


@given(st.text(max_size=200), st.text(max_size=40))
def test_any_words_of_a_player_are_kept(entropy: str, kind: str) -> None:
    events = (events_of(USA)[0], SeatTaken(seat=0, kind=kind, entropy=entropy), *events_of(USA)[2:4])
    try:
        text = write_game(events)
    except UnicodeEncodeError:  # half of a surrogate pair is no text, and no event holds one
        return
    assert read_game(text).events == events


def test_every_short_form_has_the_fields_of_its_event() -> None:
    kinds = {type_name(kind): kind for kind in event_types()}
    assert len({(form.type, form.schema) for form in FORMS}) == len(FORMS)
    assert len({form.word for form in FORMS}) == len({form.type for form in FORMS})
    assert not {form.word for form in FORMS} & kinds.keys()
    for form in (form for form in FORMS if form.schema == kinds[form.type].schema):
        names = [field.rstrip("#*!") for field in form.fields]
        assert set(names) == set(kinds[form.type].__struct_fields__)
        defaults = {field.name for field in msgspec.structs.fields(kinds[form.type]) if not field.required}
        assert set(names[len(names) - len(defaults) :]) == defaults  # the last ones


def test_common_events_are_short() -> None:
    texts = [write_event(event) for event in events_of(USA)[1:]]
    assert sum("{" in text for text in texts) == 1  # the score sheet


@settings(max_examples=120)
@given(st.integers(0, 10**6), st.integers(0, 12), st.sampled_from(["", "-", "9", "; ", "?", "\n", "{", "é"]))
def test_a_damaged_text_is_refused_or_says_something_else_but_breaks_nothing(
    place: int, length: int, new: str
) -> None:
    text = write_game(events_of("ring-2p-last_round"))
    place %= len(text)
    damaged = text[:place] + new + text[place + length :]
    with suppress(BrokenNotation):
        record = read_game(damaged)
        assert read_game(write_game(record.events, record.tags)) == record


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (('"ttr-game/1"', '"ttr-game/2"'), "this is not ttr-game/1"),
        (("[Rules ", "[Rule "), "the tag Rules is missing"),
        (("\n2. ", "\n3. "), "version 2 was to come"),
        (("sit 0 human", "stand 0 human"), "there is no event 'stand'"),
        (("sit 0 human", "sit zero human"), "'zero' is not a number"),
        (("sit 0 human", "sit 0 human a b"), "sit has 3 fields, not 4"),
        (("sit 0 human", "sit"), "missing required field"),
        (("sit 0 human", 'seat_taken{"type":"game_ended","reason":"x"}'), "before its fields"),
        (("sit 0 human", "seat_taken@9{}"), "written by a later version|missing required field"),
        (("sit 0 human", 'nothing{"seat":0}'), "nothing"),
        (('"totals":[', '"totals":[1,'), "the result is not that of the events"),
    ],
)
def test_what_is_wrong_is_said(damage: tuple[str, str], reason: str) -> None:
    text = write_game(events_of(USA))
    assert text.count(damage[0]) == 1
    with pytest.raises(BrokenNotation, match=reason):
        read_game(text.replace(*damage))


# ------------------------------------------------------------------------------------------ positions


@for_every_game
@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.soak)])
def test_every_state_is_the_same_again(name: str, every: int) -> None:
    ruleset = ruleset_of_game(name)
    state = ruleset.new_state()
    for number, event in enumerate(events_of(name)):
        state = evolve(ruleset, state, event)
        if number % every:
            continue
        line = write_position(ruleset, state)
        position = read_position(ruleset, line)
        # what went before is no part of a position
        assert position == with_part(with_part(state, Checkpoints()), UndoRequest())
        assert list(position.ticket_decks) == list(state.ticket_decks)
        assert "\n" not in line


@for_every_game
def test_play_goes_on_from_a_position_as_from_the_game(name: str) -> None:
    ruleset, commands, decided = ruleset_of_game(name), commands_of(name), list[Event]()
    (seed,) = (event.seed for event in events_of(name) if isinstance(event, SeedRevealed))
    entropy = [event.entropy for event in events_of(name) if isinstance(event, SeatTaken)]
    rng, state = SeededRandomness(bytes.fromhex(seed), entropy), ruleset.new_state()
    for number, command in enumerate(commands):
        if number % 10 == 5:
            written = read_position(ruleset, write_position(ruleset, state))
            seats = range(ruleset.players)
            assert [legal_commands(ruleset, written, seat) for seat in seats] == [
                legal_commands(ruleset, state, seat) for seat in seats
            ]
            state = written
        new, state = advance(ruleset, state, command, rng)
        decided += new
    assert tuple(decided) == events_of(name)


def test_every_field_of_the_state_is_written() -> None:
    assert set(SEAT_FIELDS) == {*Seat.__struct_fields__, *TicketChoice.__struct_fields__}
    others = {"phase", "seats", "ticket_decks", "slices", "table"}
    of_rules = {"aside", "skips"}
    assert set(STATE_FIELDS) | others == {*State.__struct_fields__, *of_rules}


@pytest.mark.parametrize("board", ["usa", "germany", "iberia", "europe"])
def test_parts_of_rules_that_are_written_by_field_are_those_that_positions_know(board: str) -> None:
    slices = load_ruleset(board, 2).new_state().parts.values()
    names = [
        name
        for part in slices
        if part.in_positions is InPositions.BY_FIELD
        for name in part.__struct_fields__
    ]
    assert sorted(names) == ["aside", "by_seat", "skips"]
    left_out = [type(part) for part in slices if part.in_positions is InPositions.LEFT_OUT]
    assert left_out == [UndoRequest, Checkpoints]


def test_a_position_names_its_ruleset() -> None:
    ruleset = ruleset_of_game(USA)
    line = write_position(ruleset, replay(ruleset, events_of(USA)[:60]))
    assert ruleset_of_position(line).board_hash == ruleset.board_hash
    with pytest.raises(BrokenNotation, match="another board"):
        read_position(ruleset_of_game("europe-2p-whole"), line)


def test_a_position_names_its_rules_unless_they_are_the_first() -> None:
    line = write_position(ruleset_of_game(USA), ruleset_of_game(USA).new_state())
    assert "rules=" not in line
    assert ruleset_of_position(line).rules_version == "1"
    today = load_ruleset("usa", 2)
    line = write_position(today, today.new_state())
    assert f'rules="{RULES_VERSION}"' in line
    assert ruleset_of_position(line).rules_version == RULES_VERSION
    with pytest.raises(BrokenNotation, match="rules: the position is not of the rules '1'"):
        read_position(load_ruleset("usa", 2, rules_version="1"), line)


def _parts(name: str, share: int) -> tuple[Ruleset, list[str]]:
    ruleset, events = ruleset_of_game(name), events_of(name)
    return ruleset, write_position(ruleset, replay(ruleset, events[: len(events) * share // 4])).split(" ")


NEEDED = ("board", "hash", "players", "options", "phase", "discard")


@for_every_game
@pytest.mark.parametrize("share", [2, pytest.param(3, marks=pytest.mark.soak)])
def test_a_position_that_lacks_a_part_is_refused_by_its_name_or_can_be_played(name: str, share: int) -> None:
    ruleset, parts = _parts(name, share)
    for part in parts[1:]:
        missing = part.partition("=")[0]
        rest = " ".join(other for other in parts if other != part)
        if missing in NEEDED or missing.startswith("deck."):
            assert _refusal(ruleset, rest) == f"{missing}: the position lacks it"
        elif missing == "rules":  # without it the position is one of the first rules
            assert _refusal(ruleset, rest).startswith("rules: ")
        else:
            _look_at_everything(ruleset, read_position(ruleset, rest))


@for_every_game
@pytest.mark.parametrize("share", [2, *(pytest.param(share, marks=pytest.mark.soak) for share in (1, 3))])
def test_a_part_that_lacks_something_is_refused_by_its_name_or_can_be_played(name: str, share: int) -> None:
    ruleset, parts = _parts(name, share)
    for number, part in enumerate(parts):
        place, _, text = part.partition("=")
        if not place.startswith(("slice.", "phase")):
            continue
        for less in _lacking(json.loads(text)):
            line = " ".join([*parts[:number], f"{place}={write_json(less)}", *parts[number + 1 :]])
            refusal = _refusal(ruleset, line)
            assert refusal.startswith(f"{place}: ") or not refusal
            if not refusal:
                _look_at_everything(ruleset, read_position(ruleset, line))


@pytest.mark.parametrize("name", ["europe-2p-whole", "nordic-2p-steps", "world-light-5p-steps"])
def test_a_payment_that_lacks_something_is_refused_by_its_name_or_can_be_played(name: str) -> None:
    """Every moment of the game in which a route is being paid for and the player is to go on."""
    ruleset, state, looked = ruleset_of_game(name), ruleset_of_game(name).new_state(), 0
    for event in events_of(name):
        state = replay(ruleset, [event], state)
        if not isinstance(state.phase, OpenPayment) or not legal_commands(ruleset, state, state.phase.seat):
            continue
        looked += 1
        parts = write_position(ruleset, state).split(" ")
        number = next(number for number, part in enumerate(parts) if part.startswith("phase="))
        for less in _lacking(msgspec.to_builtins(state.phase)):
            line = " ".join([*parts[:number], f"phase={write_json(less)}", *parts[number + 1 :]])
            refusal = _refusal(ruleset, line)
            assert refusal.startswith("phase: ") or not refusal
            if not refusal:
                _look_at_everything(ruleset, read_position(ruleset, line))
    assert looked > 3


def test_a_tunnel_as_positions_had_it_before_is_read_unless_it_had_sets() -> None:
    ruleset, state = ruleset_of_game("europe-2p-whole"), ruleset_of_game("europe-2p-whole").new_state()
    for event in events_of("europe-2p-whole"):
        state = replay(ruleset, [event], state)
        if isinstance(state.phase, OpenPayment):
            break
    line = write_position(ruleset, state)
    before = line.replace('"sets":[]', '"coloured":[]')
    assert before != line
    assert read_position(ruleset, before).phase == state.phase
    with pytest.raises(BrokenNotation, match=r"phase: .*PayingTunnel has no coloured"):
        read_position(ruleset, line.replace('"sets":[]', '"coloured":["red"]'))


def _refusal(ruleset: Ruleset, line: str) -> str:
    try:
        read_position(ruleset, line)
    except BrokenNotation as broken:
        return str(broken)
    return ""


def _lacking(value: Any) -> Iterator[Any]:  # JSON values
    """The value without one of its parts, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {other: kept for other, kept in value.items() if other != key}
            yield from ({**value, key: less} for less in _lacking(inner))
    if isinstance(value, list):
        for place, inner in enumerate(value):
            yield [*value[:place], *value[place + 1 :]]
            yield from ([*value[:place], less, *value[place + 1 :]] for less in _lacking(inner))


def _look_at_everything(ruleset: Ruleset, state: State) -> None:
    for seat in range(ruleset.players):
        legal_commands(ruleset, state, seat)
        view(ruleset, state, seat)
    score(ruleset, state)
    write_position(ruleset, state)


def test_a_position_with_a_deck_that_the_board_does_not_have_is_refused() -> None:
    ruleset, parts = _parts(USA, 2)
    with pytest.raises(BrokenNotation, match=r"deck\.long: .*there is no deck 'long'"):
        read_position(ruleset, " ".join([*parts, "deck.long=-"]))


@settings(max_examples=200)
@given(st.integers(0, 10**6), st.integers(1, 12), st.sampled_from(["", "-", "9", " ", "?", "{", "=", "+"]))
def test_a_damaged_position_breaks_nothing(place: int, length: int, new: str) -> None:
    ruleset = ruleset_of_game("ring-2p-last_round")
    line = write_position(ruleset, replay(ruleset, events_of("ring-2p-last_round")[:40]))
    place %= len(line)
    with suppress(BrokenNotation):
        position = read_position(ruleset, line[:place] + new + line[place + length :])
        assert isinstance(position, State)


# ----------------------------------------------------------------------------------------- the document


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", GUIDE, re.DOTALL)


def test_the_examples_of_the_document_are_what_it_says() -> None:
    (game,), (line,) = blocks("ttr-game"), blocks("ttr-position")
    record = read_game(game)
    kept = "\n".join(line for line in game.splitlines() if not line.startswith("#"))
    assert write_game(record.events, record.tags).strip() == kept.strip()
    ruleset = ruleset_of_position(line)
    current = re.sub(
        'hash="[0-9a-f]{64}"', f'hash="{ruleset.board_hash}"', line
    ).strip()  # whatever the board is now
    assert write_position(ruleset, read_position(ruleset, current)) == current


def test_the_document_lists_every_short_form() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)(?:@(\d))?` \| `([^`]+)` \|$", GUIDE, re.MULTILINE)
    assert [(word, kind, int(schema or 1), fields) for word, kind, schema, fields in rows] == [
        (form.word, form.type, form.schema, " ".join(form.fields)) for form in FORMS
    ]


def test_a_claim_of_the_first_schema_is_read() -> None:
    """It named the colours of coloured locomotives; which cards these are stands in the events before it."""
    text = write_game(events_of(USA))
    old = re.sub(r"(claim \d [\w-]+ [\w,*]+ \d \d+)", r"\1 red", text, count=1)
    assert old != text
    assert read_game(old).events == events_of(USA)


# -------------------------------------------------------------------------------------------- ttr show


def shown(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["show", *arguments])
    return result.exit_code, result.output


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "europe.ndjson"
    path.write_bytes(file_of("europe"))
    return str(path)


def test_a_record_a_game_and_a_position_show_the_same_table(record: str, tmp_path: Path) -> None:
    game, position = tmp_path / "europe.txt", tmp_path / "europe.position"
    game.write_text(shown(record, "--notation")[1], "utf-8")
    position.write_text(shown(str(game), "--at", "60", "--position")[1], "utf-8")
    tables = [shown(record, "--at", "60"), shown(str(game), "--at", "60"), shown(str(position))]
    assert tables[0] == tables[1] == tables[2]
    assert tables[0][0] == 0
    for word in ("PLAYER", "Seat 1", "Face up", "Tickets left"):
        assert word in tables[0][1]
    assert shown(str(game), "--notation")[1] == game.read_text("utf-8")


def test_players_are_shown_by_their_names(record: str, tmp_path: Path) -> None:
    """A record holds none; a game as text keeps those that were given."""
    named = shown(record, "--at", "60", "--name", "Ann", "--name", "Zoé")[1]
    assert "Seat 1" not in named
    assert (named.count("── Ann ──"), named.count("── Zoé ──")) == (1, 1)
    game = tmp_path / "europe.txt"
    game.write_text(shown(record, "--notation", "--name", "Ann", "--name", "Zoé")[1], "utf-8")
    assert '[Names ["Ann","Zoé"]]' in game.read_text("utf-8")
    assert shown(str(game), "--at", "60")[1] == named
    assert "── Cleo ──" in shown(str(game), "--at", "60", "--name", "Cleo")[1]


def test_the_end_is_shown_with_its_score(record: str) -> None:
    assert "Final score" in shown(record)[1]
    assert "Score final" in shown(record, "--lang", "fr")[1]


def test_what_cannot_be_shown_is_said(record: str, tmp_path: Path) -> None:
    assert "versions" in shown(record, "--at", "90000")[1]
    assert "players" in shown(record, *["--name", "Ann"] * 6)[1]
    partial = tmp_path / "partial.ndjson"
    partial.write_bytes(encode_record(seen_by("europe", 0, 60)))
    assert "redacted" in shown(str(partial))[1]
    assert shown(str(partial), "--notation")[0] == 0
    for content in (b"", b"hello\n", b"\xff\xfe", b"{}\n", b"ttr-position/1 x\n", b"[Format 1]\n"):
        (tmp_path / "broken").write_bytes(content)
        code, output = shown(str(tmp_path / "broken"))
        assert (code, "Error: " in output) == (1, True)
