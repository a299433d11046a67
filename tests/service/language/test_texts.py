"""The texts of all languages: none missing, none that no code asks for, the same arguments everywhere."""

import ast as python
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from service.language.languages import DEFAULT_LANG, codes, languages
from service.language.vocabulary.move_words import COMMON
from service.webhooks.payload import WORDS
from service.webhooks.subscriptions import GAME_EVENT, KINDS, TALK_KINDS
from tests.support.boards.every_board import CASES, ruleset_of
from tests.support.language.every_text import every_text, rule_texts
from tests.support.paths import DOCS
from ttr_core import refusal_codes
from ttr_core.engine.views import marks_of
from ttr_core.history.codec import command_types, event_types
from ttr_core.load import registered_rules
from ttr_core.model.kinds import field_kinds
from ttr_core.model.marks import Mark
from ttr_core.model.message import snake_case, type_name
from ttr_core.model.phases import Phase
from ttr_core.model.remarks import Remark

ROOT = Path(__file__).parents[3]
OTHERS = [code for code in codes() if code != DEFAULT_LANG]
ASKING = {"say", "_say", "_post", "_with_table", "named", "or_words", "knows", "_localized"}
EVENTS = {type_name(kind) for kind in event_types()}
COMMANDS = {type_name(kind) for kind in command_types()}


def phases(kind: type[Phase] = Phase) -> Iterator[str]:
    yield snake_case(kind.__name__)
    for below in kind.__subclasses__():
        yield from phases(below)


def marks() -> list[Mark]:
    return [mark for case in CASES for mark in marks_of(ruleset_of(case))]


def mark_names() -> set[str]:
    return {mark.name for mark in marks()}


# What the sentences of the alt text are about.
MARK_PARTS = (".at", ".count_at", ".stock", ".area", ".edge", ".printed", ".beside")

# Keys that are made at run time, by their beginnings, and what may follow; a reason may stand behind an event.
MADE = {
    "event": EVENTS,
    "group": COMMANDS,
    "say": COMMANDS,
    "phase": set(phases()),
    "doing": set(phases()),
    "help": set(phases()),
    "how": set(phases()),
    "left": set(phases()),
    "card": {str(card) for case in CASES for card in ruleset_of(case).cards},
    "tie": {measure for module in registered_rules() for measure in module.measures or ()},
    "reason": {module.name for module in registered_rules()},  # a score line has the name of its rule
    "refused": {str(code) for code in refusal_codes()},
    "look": {snake_case(kind.__name__) for kind in Remark.__subclasses__()},
    "mark": {f"{name}{part}" for name in mark_names() for part in ("", *MARK_PARTS)},
    "ping": {WORDS[kind] for kind in KINDS if kind not in (GAME_EVENT, *TALK_KINDS)},
}


@cache
def trees() -> list[python.AST]:
    files = [file for package in ("service", "workers") for file in (ROOT / package).rglob("*.py")]
    return [python.parse(file.read_text("utf-8")) for file in files]


def called(node: python.expr) -> str:
    """The name of the called function; `Messages(lang)(...)` counts as `say`."""
    if isinstance(node, python.Call):
        return "say" if called(node.func) == "Messages" else ""
    return node.attr if isinstance(node, python.Attribute) else getattr(node, "id", "")


def literal_keys() -> set[str]:
    """The text keys that calls name literally."""
    calls = (node for tree in trees() for node in python.walk(tree) if isinstance(node, python.Call))
    arguments = (argument for call in calls if called(call.func) in ASKING for argument in call.args[:2])
    constants = (node for argument in arguments for node in _values(argument))
    return {node.value for node in constants if isinstance(node.value, str)}


def _values(node: python.expr) -> Iterator[python.Constant]:
    if isinstance(node, python.IfExp):
        yield from (*_values(node.body), *_values(node.orelse))
    if isinstance(node, python.Constant):
        yield node


def mentioned() -> set[str]:
    """All strings of the code."""
    nodes = (node for tree in trees() for node in python.walk(tree) if isinstance(node, python.Constant))
    return {node.value for node in nodes if isinstance(node.value, str)}


@cache
def key_shapes() -> tuple[re.Pattern[str], ...]:
    """The shapes of keys that are made at run time: `f"column-{name}"`."""
    return tuple(_key_shapes())


def _key_shapes() -> Iterator[re.Pattern[str]]:
    for tree in trees():
        for node in python.walk(tree):
            if isinstance(node, python.JoinedStr):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, python.Constant) else "[a-z0-9_-]+"
                    for part in node.values
                ]
                if re.match(r"[a-z]+(\\)?-", parts[0]):
                    yield re.compile("".join(parts))


def texts(code: str = DEFAULT_LANG) -> set[str]:
    return set(every_text(code))


def is_made(key: str) -> bool:
    beginning, _, rest = (
        key.removesuffix(".detail").removesuffix(".nearest").removesuffix(".cure").partition("-")
    )
    if beginning in MADE and any(rest == name or rest.startswith(f"{name}-") for name in MADE[beginning]):
        return True
    return beginning not in MADE and any(shape.fullmatch(key) for shape in key_shapes())


def test_no_text_is_missing() -> None:
    without_attributes = {name.partition(".")[0] for name in texts()}
    alike = {key for key in literal_keys() if re.fullmatch(r"[a-z]+[a-z_-]*(\.[a-z]+)?", key)}
    missing = alike - texts() - without_attributes
    assert sorted(missing - NOT_KEYS) == []


# Fields of Discord's menu, and what the terminal itself says to the service.
NOT_KEYS = {"name", "description", "score"}


def referred() -> set[str]:
    """Texts that other texts refer to."""
    return {key for key in texts() if key.startswith("counted-")}


def test_no_text_is_unused() -> None:
    used = mentioned() | referred()
    keys = {key.removesuffix(".me") for key in texts()}
    unused = (key for key in keys if used.isdisjoint({key, f"{key}.me"}) and not is_made(key))
    assert sorted(unused) == []


@pytest.mark.parametrize("code", codes())
def test_every_refusal_has_a_sentence(code: str) -> None:
    assert sorted(str(one) for one in refusal_codes() if f"refused-{one}" not in texts(code)) == []


def test_every_event_that_is_news_has_a_sentence() -> None:
    named = {key.partition("-")[2].partition(".")[0] for key in texts() if key.startswith("event-")}
    assert (
        sorted(type_name(kind) for kind in event_types() if not kind.quiet and type_name(kind) not in named)
        == []
    )


def test_every_remark_and_every_mark_of_our_rules_has_a_text() -> None:
    ours = rule_texts(DEFAULT_LANG)
    own = [kind for kind in Remark.__subclasses__() if kind.__module__.startswith("ttr_core.")]
    remarks = {f"look-{snake_case(kind.__name__)}": set(field_kinds(kind)) for kind in own}
    assert sorted(key for key in remarks if key not in ours) == []
    assert [key for key, fields in remarks.items() if not ours[key] <= fields] == []
    assert sorted(name for name in mark_names() if f"mark-{name}" not in ours) == []


@pytest.mark.parametrize("code", OTHERS)
def test_every_language_has_the_same_texts_and_arguments(code: str) -> None:
    assert texts(code) == texts()
    ours, theirs = every_text(DEFAULT_LANG), every_text(code)
    assert [key for key in ours if ours[key] != theirs[key]] == []


@pytest.mark.parametrize("code", codes())
def test_every_rule_speaks_every_language(code: str) -> None:
    """In its own file, or in the folder of the language, and only once."""
    said = {key for name in codes() for key in rule_texts(name)}
    assert sorted(said - texts(code)) == []
    assert sorted(set(rule_texts(code)) & set(languages()[code].texts.patterns)) == []


def test_the_manual_names_the_texts_of_rules() -> None:
    manual = (DOCS / "rules.md").read_text("utf-8").partition("## Where words live")[2].partition("\n## ")[0]
    documented = set(re.findall(r"^\| `([a-z]+)-", manual, re.MULTILINE))
    assert documented == {key.partition("-")[0] for key in rule_texts(DEFAULT_LANG)}
    verbs = {name for name, word in COMMON.items() if not word.is_noun} - {"pass"}
    assert verbs <= set(re.findall(r"`(\w+)`", manual))


@pytest.mark.parametrize("code", codes())
def test_every_word_for_moves_is_said_in_every_language(code: str) -> None:
    words = [pair for module in registered_rules() for pair in module.heard.items()]
    names = {*COMMON, *(name for name, _ in words)}
    said = {name for name, word in words if word.said.get(code)} | languages()[code].heard.moves.keys()
    assert said == names


@pytest.mark.parametrize("code", OTHERS)
def test_every_language_hears_the_same_things(code: str) -> None:
    ours, theirs = languages()[DEFAULT_LANG].heard, languages()[code].heard
    for field in msgspec.structs.fields(type(ours)):
        first, second = getattr(ours, field.name), getattr(theirs, field.name)
        assert second, field.name
        if isinstance(first, dict):
            assert second.keys() == first.keys(), field.name
            assert all(second.values()), field.name
