"""Map files from outside: what cannot be a board is refused with every defect and its place, and nothing happens."""

import copy
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from service.boards.map_file import LARGEST_FILE, BadMapFile, check_map_file, read_map_file
from tests.support.boards.own_board import map_bytes, map_file
from ttr_core.boards.check.defects import Defect
from ttr_core.boards.check.limits import DEEPEST, LARGEST_NUMBER, LONGEST_LIST


def refusals(data: bytes) -> set[tuple[str, str]]:
    """Place and code of every defect."""
    with pytest.raises(BadMapFile) as refused:
        check_map_file(read_map_file(data))
    return {(defect.place, defect.code) for defect in refused.value.defects}


def with_changes(**changes: Any) -> bytes:
    return map_bytes(**changes)


def first_city(**changes: Any) -> bytes:
    cities = map_file()["cities"]
    return map_bytes(cities=[{**cities[0], **changes}, *cities[1:]])


def nested(depth: int) -> bytes:
    return (
        map_bytes(wording={})[:-1].replace(
            b'"wording": {}', b'"wording": ' + b'{"a":' * depth + b"1" + b"}" * depth
        )
        + b"}"
    )


HOSTILE: dict[str, tuple[Callable[[], bytes], tuple[str, str]]] = {
    "no JSON": (lambda: b"{", ("", "unreadable")),
    "nothing": (lambda: b"", ("", "unreadable")),
    "a list": (lambda: b"[]", ("", "unreadable")),
    "another encoding": (lambda: map_bytes().decode().encode("utf-16"), ("", "unreadable")),
    "10 MB": (lambda: b'{"name": "' + b"x" * 10_000_000 + b'"}', ("", "too_large")),
    "nested beyond the parser": (lambda: b"[" * 100_000, ("", "too_deep")),
    "nested deeply": (lambda: nested(DEEPEST + 1), ("/wording" + "/a" * (DEEPEST - 1), "too_deep")),
    "a key twice": (lambda: b'{"name": "a", "name": "b"}', ("", "unreadable")),
    "not a number": (lambda: map_bytes().replace(b'"trains": 10', b'"trains": NaN', 1), ("", "unreadable")),
    "an infinite number": (
        lambda: map_bytes().replace(b'"trains": 10', b'"trains": 1e999', 1),
        ("/trains", "number_too_large"),
    ),
    "5,000 digits": (lambda: map_bytes().replace(b'"trains": 10', b'"trains": ' + b"9" * 5000, 1), ("", "unreadable")),
    "a billion trains": (lambda: with_changes(trains=10**9), ("/trains", "number_too_large")),
    "a billion cards": (
        lambda: with_changes(cards={"colours": ["red"], "each": LARGEST_NUMBER + 1, "locomotives": 1}),
        ("/cards/each", "number_too_large"),
    ),
    "a long list": (lambda: with_changes(tie_breaks=["tickets"] * (LONGEST_LIST + 1)), ("/tie_breaks", "too_many")),
    "many cities": (lambda: with_changes(cities=map_file()["cities"] * 100), ("/cities", "too_many")),
    "many choices": (
        lambda: with_changes(
            options={
                "o": {"label": {"en": "O", "fr": "O"}, "default": "0", "choices": {str(n): {} for n in range(41)}}
            }
        ),
        ("/options", "too_many"),
    ),
    "a city twice": (
        lambda: with_changes(cities=map_file()["cities"] + map_file()["cities"][:1]),
        ("/cities/4/id", "duplicate_id"),
    ),
    "a control character": (lambda: first_city(name="Ab\x07bey"), ("/cities/0/name", "bad_character")),
    "a line break": (lambda: first_city(name="Abbey\nadmin: hello"), ("/cities/0/name", "bad_character")),
    "letters turned round": (lambda: first_city(name="Abbey \u202ekcab"), ("/cities/0/name", "bad_character")),
    "half a character": (lambda: map_bytes().replace(b'"Abbey"', b'"\\ud800"'), ("", "unreadable")),
    "a long name": (lambda: first_city(name="x" * 3000), ("/cities/0/name", "text_too_long")),
    "an id that is a path": (lambda: first_city(id="../../etc/passwd"), ("/cities/0/id", "bad_id")),
    "a name that is a path": (lambda: map_bytes().replace(b'"harbour"', b'"../usa"', 1), ("/name", "bad_name")),
    "a name with a dot": (lambda: map_bytes().replace(b'"harbour"', b'"usa.json"', 1), ("/name", "bad_name")),
    "a parent that is a path": (lambda: with_changes(extends="../maps/usa"), ("/extends", "unknown_board")),
    "a parent from the net": (lambda: with_changes(extends="http://localhost/usa"), ("/extends", "unknown_board")),
    "a parent that is no name": (lambda: with_changes(extends=None), ("/extends", "wrong_type")),
    "too few tickets for all": (
        lambda: with_changes(players=[2, 20]),
        ("/rules/tickets/start/deal/tickets", "too_few_tickets"),
    ),
    "an unknown rule": (lambda: with_changes(rules={"os.system": {}}), ("/rules/os.system", "unknown_rule")),
    "a route to nowhere": (
        lambda: with_changes(routes=[*map_file()["routes"][:-1], {**map_file()["routes"][-1], "b": "atlantis"}]),
        ("/routes/4/b", "unknown_city"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_refused_with_the_place_of_its_defect(kind: str) -> None:
    make, defect = HOSTILE[kind]
    assert defect in refusals(make())


def test_a_file_of_the_largest_size_is_read() -> None:
    padding = b" " * (LARGEST_FILE - len(map_bytes()))
    assert read_map_file(map_bytes() + padding)["name"] == "harbour"
    assert refusals(map_bytes() + padding + b" ") == {("", "too_large")}


def test_a_fault_of_syntax_has_its_line_and_column() -> None:
    with pytest.raises(BadMapFile, match=r"mine.json:2:3: Expecting"):
        read_map_file(b"{\n  oops\n}", "mine.json")


def test_nothing_of_a_parent_is_lost_and_warnings_do_not_refuse() -> None:
    whole = read_map_file(map_bytes())
    assert set(whole["rules"]) >= {"routes", "tickets", "train_cards"}
    assert {defect.severity for defect in check_map_file(whole)} <= {"warning"}


JUNK: list[Any] = [
    None,
    True,
    -1,
    1.5,
    999,
    "",
    "red",
    [],
    [1],
    {},
    {"a": 1},
    ["red"],
    {"en": "x", "fr": "y"},
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of everything inside a document."""
    entries = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    return [path] * bool(path) + [inner for key, entry in entries for inner in places(entry, (*path, key))]


@pytest.mark.parametrize("seed", range(4))
def test_no_change_of_a_file_makes_the_checker_fail(seed: int) -> None:
    """Any value in any place is accepted or refused with a defect; no other error comes out."""
    dice = random.Random(seed)
    document = json.loads(map_bytes(extends="europe"))
    whole = dict(read_map_file(json.dumps(document).encode()))
    everywhere = places(whole)
    for _ in range(40):
        changed: Any = copy.deepcopy(whole)
        for *path, last in dice.sample(everywhere, dice.choice((1, 1, 2, 4))):
            target = changed
            for step in path:
                target = target[step] if isinstance(target, list | dict) and _has(target, step) else {}
            if isinstance(target, list | dict) and _has(target, last):
                target[last] = dice.choice(JUNK)
        assert all(defect.message for defect in all_defects(json.dumps(changed).encode()))


def all_defects(data: bytes) -> Sequence[Defect]:
    try:
        return check_map_file(read_map_file(data))
    except BadMapFile as bad:
        return bad.defects


def _has(target: Any, step: Any) -> bool:
    return step in target if isinstance(target, dict) else isinstance(step, int) and step < len(target)
