"""What rules show of themselves, in words: what marks are called, what stands beside a route, remarks in a look."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from service.language.languages import DEFAULT_LANG, Messages, as_words, codes
from service.language.vocabulary.board_words import Values
from ttr_core.engine.hooks import RuleModule
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View, marks_of, remarks_of
from ttr_core.load import registered_rules
from ttr_core.model.ids import Meaning, RouteId, SeatId, Viewer
from ttr_core.model.kinds import alternatives, field_kind, field_kinds, unmarked
from ttr_core.model.marks import Mark, RouteMark
from ttr_core.model.message import snake_case
from ttr_core.model.remarks import Remark, Topic

UNSORTED = (Topic.HAND, Topic.MAP)  # where the view of a rule that makes no remarks is described


def mark_name(mark: Mark, say: Messages) -> str:
    """What a mark is called: as the thing that it shows, or by its text."""
    if mark.thing is not None:
        return mark.thing.name_in(say.lang)
    return say.or_words(f"mark-{mark.name}", mark.name)


def beside_routes(ruleset: Ruleset, seen: View, say: Messages) -> dict[RouteId, str]:
    """What rules show beside each route; routes with nothing beside them are left out."""
    names: dict[RouteId, list[str]] = {}
    for mark in marks_of(ruleset, seen):
        if isinstance(mark, RouteMark):
            for route in mark.routes:
                names.setdefault(route, []).append(mark_name(mark, say))
    return {route: say("between").join(beside) for route, beside in names.items()}


def rule_sentences(names: Collection[str]) -> list[dict[str, str]]:
    """What rules change, each in a sentence by language, in the order of the registry; the base game has none."""
    rules = [rule for rule in registered_rules() if rule.name in names]
    says = {lang: Messages.with_words(lang, rules) for lang in codes()}
    keys = [f"rule-{rule.name}" for rule in rules]
    return [{lang: say(key) for lang, say in says.items()} for key in keys if says[DEFAULT_LANG].knows(key)]


def _seats_of(remark: Remark) -> list[object]:
    kinds = field_kinds(type(remark))
    return [getattr(remark, name) for name, kind in kinds.items() if kind.kind is Meaning.SEAT]


def _of_things(remark: Remark, things: Collection[str]) -> Remark | None:
    """The remark with these things alone; None if it counts none of them."""
    counted = {
        name: {thing: count for thing, count in value.items() if thing in things}
        for name in field_kinds(type(remark))
        if isinstance(value := getattr(remark, name), Mapping)
    }
    return replace(remark, **counted) if any(counted.values()) else None


class RuleDisplay:
    """What rules have to say to one viewer."""

    def __init__(self, ruleset: Ruleset, say: Messages, values: Values, me: Viewer) -> None:
        self._ruleset, self._say, self._values, self._me = ruleset, say, values, me

    def lines(self, seen: View, topic: Topic) -> list[str]:
        """The lines that belong to a look; they tell nothing that the view does not show."""
        remarks = remarks_of(self._ruleset, seen)
        lines = [self._line(remark) for said in remarks.values() for remark in said if remark.topic is topic]
        silent = [
            module for module in self._ruleset.modules if module.name in seen.rules.keys() - remarks.keys()
        ]
        return [*lines, *(self._plain(silent, seen) if topic in UNSORTED else ())]

    def of_rule(self, seen: View, name: str) -> list[str]:
        """All lines of one rule."""
        return [self._line(remark) for remark in remarks_of(self._ruleset, seen).get(name, ())]

    def of_seat(self, seen: View, name: str, seat: SeatId) -> list[str]:
        """Those lines of one rule that are about one seat."""
        remarks = remarks_of(self._ruleset, seen).get(name, ())
        return [self._line(one) for one in remarks if seat in _seats_of(one)]

    def of_things(self, seen: View, name: str, things: Collection[str]) -> list[str]:
        """Those lines of one rule that count things that are named, with these things alone."""
        remarks = remarks_of(self._ruleset, seen).get(name, ())
        kept = (_of_things(one, things) for one in remarks)
        return list(dict.fromkeys(self._line(one) for one in kept if one is not None))

    def of_viewer(self, seen: View, name: str) -> list[str]:
        """Those lines of one rule that are about the viewer alone."""
        remarks = remarks_of(self._ruleset, seen).get(name, ())
        in_hand = [one for one in remarks if one.topic is Topic.HAND]
        return [self._line(one) for one in in_hand or remarks if in_hand or self._is_mine(one)]

    def _is_mine(self, remark: Remark) -> bool:
        kinds = field_kinds(type(remark))
        return any(getattr(remark, f) == self._me for f, kind in kinds.items() if kind.kind is Meaning.SEAT)

    def _line(self, remark: Remark) -> str:
        name, mine = snake_case(type(remark).__name__), self._is_mine(remark)
        key, facts = f"look-{name}", self._values.fields(remark)
        for fitting in (f"{key}.me", key) if mine else (key,):
            if self._say.can_say(fitting, facts):
                return self._say(fitting, **facts)
        fields = ", ".join(f"{as_words(field).lower()} {fact}" for field, fact in facts.items())
        return self._say("named", name=as_words(name), value=fields) if fields else as_words(name)

    def _plain(self, modules: Sequence[RuleModule], seen: View) -> Iterator[str]:
        """What views show of rules that make no remarks, without further wording."""
        for module in modules:
            shown = seen.rules[module.name]
            text = self._described(module.shows, shown) if module.shows else self._values.anything(shown)
            if text:
                yield self._say("named", name=as_words(module.name), value=text)

    def _described(self, hint: Any, value: Any) -> str:  # a type hint, and JSON values that fit it
        """A value by the kinds of its parts; empty ones are left out."""
        plain, marks = unmarked(hint)
        if len(arms := alternatives(plain)) == 1 and arms[0] is not plain:
            return "" if value is None else self._described(arms[0], value)
        if isinstance(value, Mapping):
            return ", ".join(f"{name} {text}" for name, text in self._entries(plain, value) if text)
        if isinstance(value, list | tuple):
            texts = [self._described(get_args(plain)[0], item) for item in value]
            names = [
                f"{self._values.name(n)} " if Meaning.BY_SEAT in marks else "" for n in range(len(texts))
            ]
            return ", ".join(name + text for name, text in zip(names, texts, strict=True) if text)
        kind = field_kind(hint)
        return self._values.value(kind, value) if value or kind.kind is Meaning.SEAT else ""

    def _entries(self, plain: Any, value: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Names and values in words: of the fields of a type, or of a mapping."""
        if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
            for field, hint in get_type_hints(plain, include_extras=True).items():
                yield as_words(field).lower(), self._described(hint, value.get(field))
        else:
            keys, values = get_args(plain)
            for key, item in value.items():
                yield self._values.value(field_kind(keys), key), self._described(values, item)
