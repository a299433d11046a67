"""Forgers who make all seals and hashes anew: rules, seed and decks expose them, or else the posted head does."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.audit.forgery import data_with, first, forged, line_with, with_lines
from tests.support.audit.game_records import WORDS, plan_of, record_of, recorded
from tests.support.boards.every_board import MOSTLY_SOAKED
from ttr_core.audit import Report, parse_head, short_head, verify
from ttr_core.history.codec import event_types
from ttr_core.history.record import Record
from ttr_core.model.events import Draw
from ttr_core.model.message import type_name

OUTCOMES = {type_name(kind) for kind in event_types() if issubclass(kind, Draw)} | {
    "card_taken",
    "game_ended",
    "game_scored",
    "last_round_started",
    "market_flushed",
    "packet_passed",
    "seed_revealed",
    "tickets_kept",
    "tickets_returned",
    "tickets_revealed",
    "tickets_shuffled",
    "train_cards_shuffled",
    "turn_started",
}
UNCHECKED = {("seat_taken", "kind"), ("game_created", "options")}  # free words: see the heads below


def caught(record: Record) -> Report:
    report = verify(forged(record))
    assert not report.verified
    assert not {"hash_differs", "prev_differs"} & {finding.code for finding in report.findings}, (
        "forged badly"
    )
    return report


def at_and_code(record: Record) -> tuple[int, str]:
    finding = caught(record).findings[0]
    return finding.version, f"{finding.check}/{finding.code}"


# -------------------------------------------------------------------------------------- any one field


def other_values(record: Record, kind: str, name: str, value: Any) -> Iterator[Any]:
    """What the field could hold instead: what it holds elsewhere, or something near."""
    for line in record.events:
        if line.type == kind and line.data.get(name, value) != value:
            yield line.data[name]
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, list):
        yield from (value[1:], value[::-1], [*value, *value[:1]], ["locomotive", *value[1:]])
    elif isinstance(value, str):
        yield from ("locomotive", f"{value}x", "")


@pytest.mark.parametrize("board", MOSTLY_SOAKED)
@settings(max_examples=16)
@given(data=st.data())
def test_one_other_field_and_all_hashes_anew(board: str, data: st.DataObject) -> None:
    """A wrong outcome is found where it stands; another choice where what follows does not fit it."""
    record = record_of(board)
    line = data.draw(st.sampled_from([line for line in record.events if line.data]))
    name = data.draw(st.sampled_from(sorted(line.data)))
    assume((line.type, name) not in UNCHECKED)
    values = list(other_values(record, line.type, name, line.data[name]))
    value = data.draw(st.sampled_from(values)) if values else None
    assume(value != line.data[name])
    seed = bytes.fromhex(record.events[-1].data["seed"])
    report = verify(forged(data_with(record, line.version, **{name: value}), seed))
    assert not report.verified
    errors = [
        finding.version for finding in report.findings if finding.severity == "error" and finding.version
    ]
    if line.version > 1 and line.type in OUTCOMES:
        assert errors[0] == line.version, report.findings
    elif line.version > 1 and errors:
        assert errors[0] >= line.version, report.findings


@pytest.mark.parametrize("board", MOSTLY_SOAKED)
@settings(max_examples=5)
@given(data=st.data())
def test_an_event_less_or_more_and_all_hashes_anew(board: str, data: st.DataObject) -> None:
    record = record_of(board)
    lines = record.events
    version = data.draw(st.integers(2, len(lines) - 1))
    other = data.draw(st.integers(1, len(lines)))
    seed = bytes.fromhex(lines[-1].data["seed"])
    for changed in (
        (*lines[: version - 1], *lines[version:]),
        (*lines[:version], lines[other - 1], *lines[version:]),
    ):
        report = verify(forged(with_lines(record, changed), seed))
        assert not report.verified
        assert report.findings[0].version >= version or report.findings[0].version == 0


# ------------------------------------------------------------------------------------------- by name


def test_a_better_card_is_not_the_top_of_the_deck() -> None:
    record = record_of("usa")
    drawn = first(record, "card_drawn")
    assert at_and_code(data_with(record, drawn, card="locomotive")) == (
        drawn,
        "draws/not_the_top_of_the_deck",
    )


def test_a_deck_in_another_order_does_not_follow_from_the_seed() -> None:
    record = record_of("usa")
    at = first(record, "train_cards_shuffled")
    cards = record.events[at - 1].data["cards"]
    lower_cards = [*cards[:-2], cards[-1], cards[-2]]
    stacked = data_with(record, at, cards=lower_cards)
    if lower_cards == cards:
        stacked = data_with(record, at, cards=[*cards[:-30], *sorted(cards[-30:])])
    finding = caught(stacked).findings[0]
    assert (finding.version, finding.code) == (at, "shuffle_differs")


def test_a_deck_with_other_cards() -> None:
    record = record_of("usa")
    at = first(record, "train_cards_shuffled")
    cards = ["locomotive" if card == "red" else card for card in record.events[at - 1].data["cards"]]
    assert at_and_code(data_with(record, at, cards=cards)) == (at, "shuffles/other_cards_shuffled")


def test_a_ticket_that_was_not_on_top() -> None:
    record = record_of("usa")
    at = first(record, "tickets_offered")
    tickets = record.events[at - 1].data["tickets"]
    other = record.events[at].data["tickets"]
    swapped = data_with(record, at, tickets=[other[0], *tickets[1:]])
    assert at_and_code(swapped) == (at, "draws/not_the_top_of_the_deck")


def test_a_route_that_the_rules_refuse() -> None:
    record = record_of("usa")
    one = first(record, "route_claimed")
    two = first(record, "route_claimed", after=one)
    taken = data_with(
        record, two, **record.events[one - 1].data | {"seat": record.events[two - 1].data["seat"]}
    )
    finding = caught(taken).findings[0]
    assert (finding.version, finding.check, finding.code) == (two, "moves", "illegal_move")
    assert "route taken" in finding.reason


def test_a_turn_out_of_order() -> None:
    record = record_of("usa")
    one = first(record, "route_claimed")
    seat = record.events[one - 1].data["seat"]
    finding = caught(
        data_with(line_with(record, one, actor=f"seat:{1 - seat}"), one, seat=1 - seat)
    ).findings[0]
    assert (finding.version, finding.code) == (one, "illegal_move")
    assert "not your turn" in finding.reason


def test_points_on_the_track_and_in_the_final_score() -> None:
    record = record_of("usa")
    claimed, scored = first(record, "route_claimed"), first(record, "game_scored")
    assert at_and_code(data_with(record, claimed, points=21)) == (claimed, "moves/outcome_differs")
    sheet = record.events[scored - 1].data["sheet"]
    best = {**sheet["seats"][0], "total": 999, "rank": 1}
    raised = data_with(record, scored, sheet={**sheet, "seats": [best, *sheet["seats"][1:]]})
    finding = caught(raised).findings[0]
    assert (finding.version, finding.code) == (scored, "score_differs")
    assert "999 points in the record" in finding.reason
    won = data_with(record, scored, sheet={**sheet, "winners": [0, 1]})
    assert at_and_code(won) == (scored, "score/score_differs")


def test_another_seed_and_another_commitment() -> None:
    record = record_of("usa")
    seed = bytes.fromhex(record.events[-1].data["seed"])
    last = len(record.events)
    other = verify(forged(data_with(record, last, seed="ab" * 32), seed))
    assert [(finding.version, finding.code) for finding in other.findings] == [(last, "seed_differs")]
    promised = verify(forged(data_with(record, 1, commitment="ab" * 32), seed))
    assert [(finding.version, finding.code) for finding in promised.findings] == [(1, "seed_differs")]


def test_other_entropy_means_other_shuffles() -> None:
    record = record_of("usa")
    seated = first(record, "seat_taken")
    findings = caught(data_with(record, seated, entropy="picked afterwards")).findings
    assert {each.code for each in findings} == {"shuffle_differs"}
    assert findings[0].version == first(record, "train_cards_shuffled")


def test_another_board() -> None:
    """A document with cheaper points and the hash that fits it: the moves no longer do, and it is nobody's board."""
    record = record_of("usa")
    header = record.header
    routes = [
        {**route, "length": 6} if n == 0 else route for n, route in enumerate(header.document["routes"])
    ]
    changed = replace(record, header=replace(header, document={**header.document, "routes": routes}))
    finding = caught(changed).findings[0]
    assert (finding.version, finding.code) == (0, "document_differs")


@pytest.mark.parametrize(
    ("actor", "kind"),
    [
        ("host", "route_claimed"),
        ("bot:0", "card_drawn"),
        ("system", "route_claimed"),
        ("seat:0", "game_created"),
    ],
)
def test_an_actor_who_could_not_do_it(actor: str, kind: str) -> None:
    record = record_of("usa")
    at = first(record, kind)
    finding = caught(line_with(record, at, actor=actor)).findings[0]
    assert (finding.version, finding.check) == (at, "actors")


def test_times_that_run_backwards_or_tear_a_command_apart() -> None:
    record = record_of("usa")
    at = first(record, "route_claimed")
    early = caught(line_with(record, at, at="2025-12-31T23:59:59.999Z")).findings
    assert (at, "time_backwards") in {(finding.version, finding.code) for finding in early}
    later = record.events[-1].at
    torn = caught(line_with(record, at + 1, at=later)).findings
    assert (at + 1, "command_torn_apart") in {(finding.version, finding.code) for finding in torn}


def test_a_name_that_was_sealed_as_another_type() -> None:
    record = record_of("usa")
    drawn = first(record, "card_drawn")
    line = record.events[drawn - 1]
    report = caught(line_with(record, drawn, sealed={**line.sealed, "last": ""}))
    assert "wrong_fields_sealed" in {finding.code for finding in report.findings}


# ------------------------------------------------------------------------ what only a kept head can show


def later(record: Record) -> Record:
    """Every event a month later: nothing in the game contradicts it."""
    moved = [replace(line, at=line.at.replace("2026-01", "2026-02", 1)) for line in record.events]
    return with_lines(record, moved)


def by_the_guest(record: Record) -> Record:
    at = first(record, "seat_taken")
    return line_with(record, at, actor=f"seat:{record.events[at - 1].data['seat']}")


def played_by_a_bot(record: Record) -> Record:
    """A player says afterwards that a bot had played instead."""
    lines = [replace(line, actor=line.actor.replace("seat:0", "bot:0")) for line in record.events]
    return data_with(with_lines(record, lines), first(record, "seat_taken"), kind="bot:greedy")


def renamed(record: Record) -> Record:
    lines = [replace(line, game="ffffffffffffffff") for line in record.events]
    return with_lines(replace(record, header=replace(record.header, game="ffffffffffffffff")), lines)


def played_again(record: Record) -> Record:
    """Another game altogether: as legal as the first, but not the one that was played."""
    return recorded(replace(plan_of("usa"), entropy=(*WORDS[:1], "other words")))


@pytest.mark.parametrize("change", [later, by_the_guest, played_by_a_bot, renamed, played_again])
def test_only_the_posted_head_tells(change: Any) -> None:
    """These forgeries are consistent and verify; only a head that somebody kept exposes them."""
    record = record_of("usa")
    posted: Sequence[str] = [short_head(n, record.events[n - 1].hash) for n in (40, len(record.events))]
    rewritten = forged(change(record))
    assert verify(rewritten).verified
    assert any("rewritten as a whole" in limit for limit in verify(rewritten).limits)
    for text in posted:
        assert verify(record, parse_head(text)).verified
        report = verify(rewritten, parse_head(text))
        assert [finding.code for finding in report.findings] == ["head_differs"]
        assert not report.verified
        without_version = verify(rewritten, parse_head(text.partition(":")[2]))
        assert not without_version.verified


def test_other_options_are_a_warning_and_contradict_the_head() -> None:
    record = record_of("usa")
    options = {**record.header.options, "edition": "2004"}
    header = replace(record.header, options=options)
    rewritten = forged(replace(data_with(record, 1, options=options), header=header))
    report = verify(rewritten)
    assert [(finding.code, finding.severity) for finding in report.findings] == [
        ("board_not_shipped", "warning")
    ]
    assert not verify(rewritten, parse_head(short_head(9, record.events[8].hash))).verified


@pytest.mark.parametrize("text", ["", "12:", "abcd", "12:abcd-ef01", "x" * 16, "1:" + "g" * 16, "a" * 65])
def test_what_is_no_head(text: str) -> None:
    with pytest.raises(ValueError, match="a head is"):
        parse_head(text)
