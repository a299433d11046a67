"""Kinds: what a field of a command, an event or a rule's settings holds, read from its type.

Programs that work with any rule (language, pages, pictures, the checker of map files) decide by kind, never by the name
of a field. The kind of an id is its type (`CityId`, or a type of the rule's own); a plain number or text may carry a
`Meaning`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    NewType,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from ttr_core.model.ids import BOARD_IDS, CityId, Meaning, Origin

T = TypeVar("T")

New = Annotated[T, Origin.NEW]  # in settings: the id is given here; everywhere else it must exist already


class Thing(msgspec.Struct, frozen=True, kw_only=True):
    """A named thing that a rule adds to a board: a festival, a region."""

    id: str
    name: str
    names: Mapping[str, str] = {}  # by language, where it has another name there
    aliases: tuple[str, ...] = ()  # other names that people use
    cities: tuple[CityId, ...] = ()  # where it is, if anywhere: people may name it by its city

    def name_in(self, language: str) -> str:
        return self.names.get(language, self.name)


class Named(Protocol):
    """An entry of settings that names a thing, in the words that map files use for it."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def names(self) -> Mapping[str, str] | msgspec.UnsetType: ...
    @property
    def aliases(self) -> tuple[str, ...] | msgspec.UnsetType: ...


def named_thing(entry: Named, cities: tuple[CityId, ...] = ()) -> Thing:
    names = {} if isinstance(entry.names, msgspec.UnsetType) else entry.names
    aliases = () if isinstance(entry.aliases, msgspec.UnsetType) else entry.aliases
    return Thing(id=entry.id, name=entry.name, names=names, aliases=aliases, cities=cities)


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of named things that a rule adds."""

    name: str  # for words: "festival"
    id: Callable[[str], str]  # the `NewType` of its ids, by which fields name it
    things: Callable[[Any], Iterable[Thing]]  # from the rule's settings, whose type the rule knows


class FieldKind(NamedTuple):
    """What a field holds: an id's type, a `Meaning`, or a plain type; and whether it holds several."""

    kind: object
    several: bool

    @property
    def is_thing(self) -> bool:
        """Whether it names things that a rule adds."""
        return isinstance(self.kind, NewType) and self.kind not in BOARD_IDS


@cache
def field_kinds(struct: type[msgspec.Struct]) -> dict[str, FieldKind]:
    """The kind of each field of a command, an event or settings."""
    return {name: field_kind(hint) for name, hint in _hints(struct).items()}


def field_kind(hint: Any) -> FieldKind:  # any type hint
    """What a value of this type is."""
    plain, marks = unmarked(hint)
    meanings = [mark for mark in marks if isinstance(mark, Meaning)]
    if meanings:
        return FieldKind(meanings[0], False)
    arms = alternatives(plain)
    if len(arms) == 1 and arms[0] is not plain:
        return field_kind(arms[0])
    if get_origin(plain) in (tuple, Mapping):  # of a mapping, its keys
        return field_kind(get_args(plain)[0])._replace(several=True)
    return FieldKind(plain, False)


class Leaf(NamedTuple):
    """A value inside a document, with its kind and the way to it."""

    kind: object
    value: object
    path: tuple[str, ...]
    is_new: bool  # an id that is given here


def leaves(hint: Any, value: object, path: tuple[str, ...] = ()) -> Iterator[Leaf]:
    """Every number and text of a value that is to be read as this type hint; what does not fit it is left out."""
    plain, marks = unmarked(hint)
    arms, args = alternatives(plain), get_args(plain)
    if len(arms) != 1 or arms[0] is not plain:
        fitting = (arm for arm in arms if value is not None and _fits(value, arm))
        yield from leaves(next(fitting, None), value, path)
    elif isinstance(value, Mapping):
        yield from _leaves_of_object(plain, args, value, path)
    elif isinstance(value, list | tuple) and get_origin(plain) is tuple:
        hints = args[:1] * len(value) if args[-1] is Ellipsis else args
        for index, (below, item) in enumerate(zip(hints, value, strict=False)):
            yield from leaves(below, item, (*path, str(index)))
    elif isinstance(value, str | int | float) and not _holds_others(plain):
        meanings = [mark for mark in marks if isinstance(mark, Meaning)]
        yield Leaf(meanings[0] if meanings else plain, value, path, Origin.NEW in marks)


def _leaves_of_object(
    plain: Any, args: tuple[Any, ...], value: Mapping[str, object], path: tuple[str, ...]
) -> Iterator[Leaf]:
    if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
        for name, hint in _hints(plain).items():
            if name in value:
                yield from leaves(hint, value[name], (*path, name))
    elif get_origin(plain) is Mapping:
        for key, item in value.items():
            yield from leaves(args[0], key, (*path, key))
            yield from leaves(args[1], item, (*path, key))


def _holds_others(plain: Any) -> bool:
    return get_origin(plain) in (tuple, Mapping) or (
        isinstance(plain, type) and issubclass(plain, msgspec.Struct)
    )


def _fits(value: object, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True


@cache
def _hints(struct: type[msgspec.Struct]) -> dict[str, Any]:
    hints = get_type_hints(struct, include_extras=True)
    return {name: hints[name] for name in struct.__struct_fields__}


def unmarked(hint: Any) -> tuple[Any, tuple[object, ...]]:
    """A hint without its annotations, and these."""
    if get_origin(hint) is not Annotated:
        return hint, ()
    plain, *marks = get_args(hint)
    inner, more = unmarked(plain)
    return inner, (*more, *marks)


def alternatives(hint: Any) -> tuple[Any, ...]:
    """What a value may be besides absent: the arms of a union, or the hint itself."""
    if get_origin(hint) not in (Union, UnionType):
        return (hint,)
    return tuple(arm for arm in get_args(hint) if arm not in (NoneType, msgspec.UnsetType))
