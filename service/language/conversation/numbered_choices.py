"""Numbered choices: each stands for commands, or for an act of the conversation, and never for a sentence.

A question stores its choices as JSON, so that any process can carry out the one that is picked. Where too many
commands are legal, a choice narrows them down, and the last number of a long list shows the rest of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from service.language.speech.command_text import Entry, Group
from service.language.speech.story import Voice
from service.language.vocabulary.command_fields import fields_of
from service.message_types import COMMANDS
from ttr_core.by_post import Steps, Stop
from ttr_core.model.commands import Command, RouteCommand
from ttr_core.model.ids import Card, DeckName, TicketId
from ttr_core.model.kinds import FieldKind, field_kinds
from ttr_core.model.message import type_name

Json = dict[str, Any]  # a command as JSON
Values = tuple[bytes, ...]  # of fields, as JSON

MOST_CHOICES = 9  # one digit; the last one shows more if there are more
PLAIN = FieldKind(str, several=False)
COUNTED = frozenset({Card, DeckName})  # of these a command may name the same one twice

# what a choice does


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has been chosen of a command so far."""

    type: str
    fields: Mapping[str, Any] = {}  # their whole values; tuples in any order
    items: Mapping[str, tuple[str, ...]] = {}  # of fields that may hold others besides


def having(parts: Iterable[Part], commands: Iterable[Command]) -> list[Command]:
    """The commands that have one of the parts."""
    alike: dict[
        tuple[str, tuple[str, ...]], dict[Values, list[Part]]
    ] = {}  # by type and fields, then by values
    for part in parts:
        values = tuple(map(_comparable, part.fields.values()))
        alike.setdefault((part.type, tuple(part.fields)), {}).setdefault(values, []).append(part)

    def parts_like(command: Command) -> Iterator[Part]:
        for (kind, names), by_values in alike.items():
            if kind == type_name(type(command)):
                yield from by_values.get(tuple(_comparable(getattr(command, name)) for name in names), ())

    return [command for command in commands if any(_has_items(command, part) for part in parts_like(command))]


def _has_items(command: Command, part: Part) -> bool:
    return all(set(items) <= set(getattr(command, name)) for name, items in part.items.items())


def _comparable(value: object) -> bytes:
    """A value as JSON; tuples are equal in any order."""
    plain = msgspec.to_builtins(value)
    return msgspec.json.encode(sorted(plain, key=repr) if isinstance(plain, list | tuple) else plain)


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Performs commands one after the other."""

    commands: tuple[Json, ...]


class Narrow(msgspec.Struct, frozen=True, tag="narrow", omit_defaults=True):
    """Lists the legal commands that have one of the parts."""

    parts: tuple[Part, ...]
    start: int = 0  # how many choices come before the first that is listed
    more: bool = False  # the same list from another place on


class Confirm(msgspec.Struct, frozen=True, tag="confirm"):
    """Asks for a yes before it plays something."""

    play: Play
    what: str


class SettleClause(msgspec.Struct, frozen=True, tag="clause"):
    """Settles what one clause of a standing order means."""

    meant: Steps | Stop
    words: str


class Show(msgspec.Struct, frozen=True, tag="show", omit_defaults=True):
    """Looks at something, and changes nothing."""

    look: str
    about: str = ""


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """Leaves the question without an answer."""


Act = Play | Narrow | Confirm | SettleClause | Show | Leave


def play(commands: Sequence[Command]) -> Play:
    return Play(tuple(msgspec.to_builtins(command) for command in commands))


def commands_of(act: Play) -> tuple[Command, ...]:
    """The commands that a choice plays; none if another version of this program has stored others."""
    try:
        return tuple(msgspec.convert(document, COMMANDS[document["type"]]) for document in act.commands)
    except (KeyError, msgspec.ValidationError):
        return ()


# choices among legal commands


class Option(NamedTuple):
    """A choice before it has a number: how it is shown, which words pick it, and what it does."""

    label: str
    say: str  # empty: nothing but its number
    act: Act


class Choices(NamedTuple):
    """The choices that a question lists, and how many more there are."""

    options: Sequence[Option]
    more: int = 0


class ChoiceList:
    """Commands as choices, in the words of one voice."""

    def __init__(
        self,
        voice: Voice,
        legal: Sequence[Command],
        offer: Sequence[TicketId],
        useful: frozenset[str] = frozenset(),
    ) -> None:
        self._voice, self._legal, self._offer, self._useful = voice, legal, offer, useful
        self._subjects = {kind: _grouped(alike, _subject) for kind, alike in _grouped(legal, type).items()}

    def narrowed(self, narrow: Narrow) -> Choices:
        """The choices behind a choice."""
        return self.among(having(narrow.parts, self._legal), narrow.start)

    def among(self, commands: Iterable[Command], start: int = 0) -> Choices:
        """As many as have one digit; the last of them shows the next ones, and the first ones after all others."""
        meant = set(commands)
        listed = [command for command in self._legal if command in meant]
        options = self._options(listed)
        if len(options) <= MOST_CHOICES:
            return Choices(options)
        shown = options[start : start + MOST_CHOICES - 1]
        following = start + len(shown) if start + len(shown) < len(options) else 0
        say = self._voice.say
        more = Option(say("more-label"), say("more-say"), Narrow(self._parts(listed), following, more=True))
        return Choices([*shown, more], len(options) - len(shown))

    def spelled_out(self, commands: Iterable[Command]) -> Choices:
        """The same, each with the sort of move that it is: nobody has been asked what sort they want."""
        choices = self.among(commands)
        return choices._replace(options=list(map(self._spelled_out, choices.options)))

    def _spelled_out(self, option: Option) -> Option:
        commands = commands_of(option.act) if isinstance(option.act, Play) else ()
        is_short = len(commands) == 1 and not isinstance(commands[0], RouteCommand)
        return option._replace(label=self._voice.label(commands[0])) if is_short else option

    def tickets(self) -> Choices | None:
        """The tickets on offer, in their order, if all that can be done is to choose among them."""
        named = [_named_tickets(command) for command in self._legal]
        if not self._offer or set(self._offer) != {ticket for tickets in named for ticket in tickets}:
            return None
        return Choices([self._ticket(ticket) for ticket in self._offer])

    def _ticket(self, ticket: TicketId) -> Option:
        naming = [command for command in self._legal if ticket in _named_tickets(command)]
        label, first = self._voice.words.ticket(ticket), naming[0]
        if len(naming) == 1 and _named_tickets(first) == (ticket,):
            return Option(label, self._voice.phrase(first, self._offer), play(naming))
        (field,) = [name for name, kind in field_kinds(type(first)).items() if kind.kind is TicketId]
        return Option(label, "", Narrow((Part(type_name(type(first)), items={field: (ticket,)}),)))

    # by type, by subject, by payment

    def _options(self, commands: Sequence[Command]) -> Sequence[Option]:
        """Several types with many commands by type, several subjects by subject; else each command."""
        if items := self._by_item(commands):
            return items
        groups = self._voice.writer.groups(self._voice.writer.moves(commands), self._useful)
        entries = [(group, entry) for group in groups for entry in group.entries]
        if len(entries) == 1:
            group, entry = entries[0]
            entries = [(group, Entry((move.text,), (move,))) for move in entry.moves]
        if len(groups) == 1 or len(entries) <= MOST_CHOICES:
            return [self._entry(group, entry, titled=len(groups) > 1) for group, entry in entries]
        return list(self._by_type(commands, groups))

    def _by_type(self, commands: Sequence[Command], groups: Sequence[Group]) -> Iterator[Option]:
        """A type with too many commands is one choice."""
        room = MOST_CHOICES - len(groups)
        for group in sorted(groups, key=lambda group: len(group.entries)):
            if len(group.entries) - 1 <= room:
                room -= len(group.entries) - 1
                yield from (self._entry(group, entry, titled=True) for entry in group.entries)
            else:
                count = self._voice.say("how_many", count=len(group.entries))
                alike = [command for command in commands if type_name(type(command)) == group.kind]
                act = Narrow(self._parts(alike))
                yield Option(f"{group.title} ({count})", self._voice.phrase.verb(group.kind), act)

    def _entry(self, group: Group, entry: Entry, *, titled: bool) -> Option:
        first, single = entry.moves[0], len(entry.moves) == 1
        label = (
            first.text if single else f"{first.subject} ({self._voice.say('ways', count=len(entry.moves))})"
        )
        is_titled = titled and label != group.title
        shown = self._voice.say("named", name=group.title, value=label) if is_titled else label
        if single:
            return Option(shown, self._voice.phrase(first.command, self._offer), play([first.command]))
        say = self._voice.phrase.subject(first.command, self._offer)
        return Option(shown, say, Narrow(self._parts([move.command for move in entry.moves])))

    def _parts(self, commands: Sequence[Command]) -> tuple[Part, ...]:
        """The fewest parts that say which of the legal commands these are."""
        parts: list[Part] = []
        for kind, alike in _grouped(commands, type).items():
            subjects, legal = _grouped(alike, _subject), self._subjects[kind]
            if all(len(subjects.get(key, ())) == len(legal[key]) for key in legal):
                parts.append(Part(type_name(kind)))
                continue
            for key, ways in subjects.items():
                whole = len(ways) == len(legal[key])
                fields = [
                    name for name in kind.__struct_fields__ if not whole or name in fields_of(kind).about
                ]
                parts += [_part(way, fields) for way in (ways[:1] if whole else ways)]
        return tuple(parts)

    # one by one

    def _by_item(self, commands: Sequence[Command]) -> list[Option]:
        """Sets of tickets or routes that are too many to be listed: first which of them is in it."""
        kinds = {type(command) for command in commands}
        field = _set_field(kinds.pop()) if len(kinds) == 1 and len(commands) > MOST_CHOICES else None
        if field is None:
            return []
        sets = [frozenset[str](getattr(command, field)) for command in commands]
        common = frozenset.intersection(*sets)
        items = dict.fromkeys(item for command in commands for item in getattr(command, field))
        whole = [command for command, items in zip(commands, sets, strict=True) if items == common]
        options = [self._item(commands[0], field, common, item) for item in items if item not in common]
        return [*map(self._only, whole), *options]

    def _only(self, command: Command) -> Option:
        (move,) = self._voice.writer.moves([command])
        return Option(move.text, self._voice.phrase(command, self._offer), play([command]))

    def _item(self, command: Command, field: str, common: frozenset[str], item: str) -> Option:
        kind = field_kinds(type(command))[field]
        chosen = (*sorted(common), item)
        label = self._voice.values.value(kind, chosen)
        return Option(label, "", Narrow((Part(type_name(type(command)), items={field: chosen}),)))


def exactly(parts: Sequence[Part]) -> Part | None:
    """The items of several choices together, and no others; None if these are no choices of items."""
    kind, (field, *more) = parts[0].type, [*parts[0].items, ""]
    if more != [""] or any(part.type != kind or [*part.items] != [field] for part in parts):
        return None
    return Part(kind, fields={field: [item for part in parts for item in part.items[field]]})


def _grouped(commands: Iterable[Command], key: Callable[[Command], Any]) -> dict[Any, list[Command]]:
    groups: dict[Any, list[Command]] = {}
    for command in commands:
        groups.setdefault(key(command), []).append(command)
    return groups


def _subject(command: Command) -> tuple[object, ...]:
    """All of it besides whose it is and the cards that pay for it."""
    return tuple(getattr(command, name) for name in fields_of(type(command)).about)


def _part(command: Command, names: Iterable[str]) -> Part:
    fields = {name: msgspec.to_builtins(getattr(command, name)) for name in names}
    return Part(type_name(type(command)), fields)


@cache
def _set_field(kind: type[Command]) -> str | None:
    """The only field, if it holds several things of which none comes twice."""
    (name, field), *more = [*fields_of(kind).about.items(), ("", PLAIN)]
    is_set = len(more) == 1 and not fields_of(kind).payment and field.several and field.kind not in COUNTED
    return name if is_set else None


def _named_tickets(command: Command) -> tuple[TicketId, ...]:
    for name, field in field_kinds(type(command)).items():
        if field.kind is TicketId:
            value = getattr(command, name)
            return tuple(value) if field.several else (value,)
    return ()
