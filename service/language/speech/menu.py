"""The menu: what a seat or the host may do now, in groups, in words, and with what each choice is about.

A page or an app shows it as it is: what a board's rules add comes with words and with ids of the things to point at, so
that a client knows no command by name.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from service.language.speech.command_text import Entry, Move
from service.language.speech.story import Voice
from service.language.vocabulary.board_words import alike, says_something
from service.language.vocabulary.command_fields import fields_of, payment_of, route_of
from ttr_core.engine.hooks import Template
from ttr_core.model.commands import Command, RouteCommand
from ttr_core.model.ids import BOARD_IDS
from ttr_core.model.kinds import FieldKind
from ttr_core.model.message import snake_case, type_name
from ttr_core.model.state import Seat


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A command that can be posted as it is."""

    text: str  # what it is paid with; empty if nothing is
    command: Command


class MenuEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One choice. Where it can be paid in several ways, one of them is chosen next."""

    title: str
    details: Sequence[str]  # short: length and colour, features, points
    effect: str | None  # what it brings, as a sentence
    about: Mapping[
        str, Sequence[str]
    ]  # ids by kind: `route`, `city`, `card`, `ticket`, `deck`, and what rules add
    ways: Sequence[Way]


class MenuGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Choices of one type."""

    type: str
    title: str
    entries: Sequence[MenuEntry]


class MenuField(msgspec.Struct, frozen=True, kw_only=True):
    """A number that the sender chooses."""

    name: str
    label: str
    min: int
    max: int


class MenuForm(msgspec.Struct, frozen=True, kw_only=True):
    """A command with fields to fill in."""

    type: str
    title: str
    command: Command  # filled in one way
    fields: Sequence[MenuField]


class MenuRefusal(msgspec.Struct, frozen=True, kw_only=True):
    """Something that people look for in a menu and that cannot be done now."""

    type: str
    title: str
    why: str


class MenuWriter:
    """Puts what is legal into a menu, in the words of one voice."""

    def __init__(self, voice: Voice, seat: Seat | None) -> None:
        self._voice, self._seat = voice, seat

    def groups(self, legal: Sequence[Command]) -> list[MenuGroup]:
        writer, routes = self._voice.writer, frozenset(map(route_of, legal))
        return [
            MenuGroup(
                type=group.kind,
                title=group.title,
                entries=[self._entry(entry, routes) for entry in group.entries],
            )
            for group in writer.groups(writer.moves(legal))
        ]

    def forms(self, templates: Iterable[Template]) -> list[MenuForm]:
        return [self._form(template) for template in templates]

    def refusal(self, command: Command, code: str, facts: Mapping[str, object]) -> MenuRefusal:
        kind = type_name(type(command))
        return MenuRefusal(type=kind, title=self._title(kind), why=self._voice.refusal(code, facts))

    def _title(self, kind: str) -> str:
        return self._voice.say.or_words(f"group-{kind}", kind)

    def _entry(self, entry: Entry, routes: frozenset[str | None]) -> MenuEntry:
        first = entry.moves[0]
        title, *details = entry.cells
        if isinstance(first.command, RouteCommand):
            details = details[:-1]  # the last one is how many ways there are to pay: they are listed
        return MenuEntry(
            title=title,
            details=[detail for detail in details if detail],
            effect=self._effect(first.command),
            about=self._about(first.command, routes),
            ways=self._ways(entry.moves),
        )

    def _ways(self, moves: Sequence[Move]) -> list[Way]:
        """Beside others, the way that pays nothing yet has a word, too."""
        nothing = self._voice.say("say-none") if len(moves) > 1 else ""
        return [Way(text=move.payment or nothing, command=move.command) for move in moves]

    def _about(self, command: Command, routes: frozenset[str | None]) -> dict[str, list[str]]:
        """With the open tracks that are equal to the one that stands for them."""
        about = _ids_in(command)
        if route := route_of(command):
            about["route"] = [track for track in alike(self._voice.ruleset, route) if track in routes]
        return about

    def _effect(self, command: Command) -> str | None:
        """What a claim brings, or what has to be known before the command is given; most speak for themselves."""
        key = f"effect-{type_name(type(command))}"
        if self._voice.say.knows(key):
            return self._voice.say(key)
        route = route_of(command)
        if route is None or self._seat is None or payment_of(command) is None:
            return None
        ruleset = self._voice.ruleset
        number = ruleset.route_index[route]
        left = self._seat.trains - ruleset.trains[number]
        return self._voice.say("preview-route", points=ruleset.points[number], trains=left)

    def _form(self, template: Template) -> MenuForm:
        kind, say = type_name(type(template.command)), self._voice.say
        fields = [
            MenuField(name=name, label=say.or_words(f"field-{name}", name), min=free["min"], max=free["max"])
            for name, free in msgspec.to_builtins(template.free).items()
        ]
        return MenuForm(type=kind, title=self._title(kind), command=template.command, fields=fields)


def _ids_in(command: Command) -> dict[str, list[str]]:
    about: dict[str, list[str]] = {}
    for name, field in fields_of(type(command)).about.items():
        kind, value = _kind_name(field), getattr(command, name)
        if kind and says_something(value):
            about.setdefault(kind, []).extend(map(str, value if field.several else (value,)))
    return about


def _kind_name(field: FieldKind) -> str | None:
    """`route`, `city`, `festival`: the name of an id's type; None if the field holds no ids."""
    if field.kind in BOARD_IDS or field.is_thing:
        name = snake_case(getattr(field.kind, "__name__", ""))
        return name.removesuffix("_id").removesuffix("_name")
    return None
