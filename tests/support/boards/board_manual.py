"""The tables of docs/boards.md, from the types that read map files: keys, features, rules with their settings.

What a field means is the comment behind it, or the text below it; `make generated` writes the tables anew.
"""

import ast
import inspect
import io
import re
import sys
import textwrap
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec

from tests.support.paths import DOCS
from ttr_core import board_names
from ttr_core.boards.board import Board, BoardFile, Label
from ttr_core.boards.check.content import COUNTS
from ttr_core.boards.library import whole_document
from ttr_core.engine.hooks import RuleModule
from ttr_core.rules.registry import MODULES

MANUAL = DOCS / "boards.md"
COMMAND = "run make generated"
ORDER = (
    "format", "name", "extends", "abstract", "title", "provenance", "players", "trains", "player_colours", "cards",
    "labels", "cities", "zones", "aliases", "close_ups", "routes", "tickets", "rules", "tie_breaks", "options",
    "by_players", "wording", "contents",
)  # fmt: skip

_SECTION = re.compile(r"(<!-- generated: (\w+) -->\n)(?:.*?\n)??(<!-- end -->)", re.DOTALL)
Part = type[msgspec.Struct]


def manual() -> str:
    """The page as it should be: its own words, with the tables of today's code."""
    text = MANUAL.read_text("utf-8")
    return _SECTION.sub(
        lambda match: match[1] + "".join(f"{line}\n" for line in SECTIONS[match[2]]()) + match[3], text
    )


# what the code says of a field


def meanings(part: Part) -> dict[str, str]:
    """The meaning of each field, inherited ones included; without one, an error that names the field."""
    parents = [parent for parent in reversed(part.__mro__) if "__annotations__" in vars(parent)]
    return {name: text for parent in parents for name, text in _own_meanings(parent).items()}


def _own_meanings(part: type) -> dict[str, str]:
    source = textwrap.dedent(inspect.getsource(part))
    comments = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    body = ast.parse(source).body[0]
    assert isinstance(body, ast.ClassDef)
    texts: dict[str, str] = {}
    for statement, after in zip(body.body, [*body.body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            lines = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
            comment = next((comments[line] for line in lines if line in comments), "")
            texts[statement.target.id] = _text_below(after) or comment
    silent = [f"{part.__name__}.{name}" for name, text in texts.items() if not text]
    assert not silent, f"say in a comment what these are: {', '.join(silent)}"
    return texts


def _text_below(statement: ast.stmt | None) -> str:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        text = " ".join(str(statement.value.value).split()).removesuffix(".")
        return text[:1].lower() + text[1:]
    return ""


def fields_of(part: Part, before: str = "") -> Iterator[tuple[str, str, str, str]]:
    """Name, type, default and meaning of each field, and of those inside it."""
    hints, texts, expanded = get_type_hints(part, include_extras=True), meanings(part), dict[Part, str]()
    for field in msgspec.structs.fields(part):
        name, hint = field.encode_name, hints[field.name]
        inner = _struct_in(hint)
        like = f"as `{expanded[inner]}`: " if inner in expanded else ""
        yield f"{before}{name}", words_of(hint), _default(field), f"{like}{texts[field.name]}"
        if inner is not None and inner not in expanded:
            expanded[inner] = f"{before}{name}"
            yield from fields_of(inner, f"{before}{name}{_inside(hint)}.")


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.default_factory is not msgspec.NODEFAULT:
        return "none"
    if field.default is msgspec.NODEFAULT:
        return "**needed**"
    if field.default in (None, msgspec.UNSET, (), {}):
        return "none"
    return f"`{msgspec.json.encode(field.default).decode()}`"


# types in words


def words_of(hint: Any) -> str:
    """What a value of this type is in a map file."""
    if get_origin(hint) is Annotated:
        inner = words_of(get_args(hint)[0])
        return f"new {inner}" if _is_new(hint) else inner
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return words_of(next(arm for arm in arguments if arm not in (NoneType, msgspec.UnsetType)))
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in arguments)
    if origin is tuple and arguments[-1] is Ellipsis:
        return f"list of {_several(words_of(arguments[0]))}"
    if origin is tuple:
        return f"list of {len(arguments)} {_several(words_of(arguments[0]))}"
    if origin is not None and arguments[1] is Any:
        return "object"
    if origin is not None:
        return f"object: {words_of(arguments[1])} by {words_of(arguments[0])}"
    return _plain(hint)


def _plain(hint: Any) -> str:
    names = {
        int: "number", float: "number", str: "text", bool: "true or false", Any: "anything", Label: "`en` and `fr`",
    }  # fmt: skip
    if hint in names:
        return names[hint]
    if isinstance(hint, NewType):
        return re.sub("(?<!^)(?=[A-Z])", " ", hint.__name__.removesuffix("Id").removesuffix("Name")).lower()
    return "object"


def _several(words: str) -> str:
    plural = {"city": "cities", "anything": "anything"}
    if words.startswith("list "):
        return words.replace("list", "lists", 1)
    return plural.get(words, words if words.startswith("object:") else f"{words}s")


def _is_new(hint: Any) -> bool:
    return any(getattr(mark, "name", "") == "NEW" for mark in hint.__metadata__)


def _struct_in(hint: Any) -> Part | None:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return None if hint is Label else hint
    return next((part for part in map(_struct_in, get_args(hint)) if part), None)


def _inside(hint: Any) -> str:
    """How one reaches an entry: of a list by its index, of an object by its key."""
    arms = (
        [arm for arm in get_args(hint) if get_origin(arm) is tuple]
        if get_origin(hint) in (Union, UnionType)
        else []
    )
    origin = get_origin(arms[0]) if arms else get_origin(hint)
    if origin is tuple:
        return "[]"
    return ".*" if origin is not None and issubclass(origin, Mapping) else ""


# the sections


def table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |"


def keys() -> Iterator[str]:
    """All keys of a map file, in the order in which they are written."""
    rows = [*fields_of(Board), *fields_of(BoardFile)]
    assert {name.partition(".")[0].partition("[")[0] for name, *_ in rows} == set(ORDER)
    rows.sort(key=lambda row: ORDER.index(re.split(r"[.\[]", row[0])[0]))
    yield from table(("key", "value", "default", "meaning"), ((f"`{name}`", *rest) for name, *rest in rows))


def features() -> Iterator[str]:
    rows = (
        (f"`{feature}`", f"`{module.name}`", meaning)
        for module in MODULES.values()
        for feature, meaning in module.features.items()
    )
    yield from table(("feature", "rule", "the number says"), rows)


def rules() -> Iterator[str]:
    """Every rule that a map file can name, in the order of the registry."""
    for module in MODULES.values():
        if not module.always:
            yield from _rule(module)
            yield ""


def _rule(module: RuleModule) -> Iterator[str]:
    boards = [f"`{name}`" for name in board_names() if _has_rule(whole_document(name), module.name)]
    yield f"### `{module.name}`"
    yield ""
    yield f"{_sentence(module)} On {_boards(boards)}."
    extras = _extras(module)
    if extras:
        yield ""
        yield f"Brings {'; '.join(extras)}."
    rows = [(f"`{name}`", *rest) for name, *rest in fields_of(module.settings)]
    if rows:
        yield ""
        yield from table(("setting", "value", "default", "meaning"), iter(rows))


def _has_rule(document: object, rule: str) -> bool:
    """Whether a board has the rule, always or by an option or a number of players."""
    if not isinstance(document, Mapping):
        return False
    rules = document.get("rules")
    named = isinstance(rules, Mapping) and rules.get(rule) is not None
    return named or any(_has_rule(value, rule) for value in document.values())


def _boards(names: Sequence[str]) -> str:
    if len(names) == len(board_names()):
        return "all shipped boards"
    return ", ".join(names) or "no shipped board"


def _sentence(module: RuleModule) -> str:
    """What the rule is: of the settings' own type if that says so, otherwise of its file."""
    own = vars(module.settings).get("__doc__") if module.settings.__name__ != "Settings" else ""
    functions = [*module.events.values(), *(action.perform for action in module.commands.values())]
    places = [module.settings, *functions, module.score, module.compile, module.view, module.check]
    names = [place.__module__ for place in places if place is not None and "rules" in place.__module__]
    text = own or inspect.getdoc(sys.modules[names[0]]) or ""
    return " ".join(re.split(r"\n\n|(?<=\.)\s", text)[0].split())


def _extras(module: RuleModule) -> list[str]:
    kinds = {
        "features": module.features,
        "tie-breaks": module.measures,
        "counts in `contents`": module.contents,
    }
    return [f"{what} {', '.join(f'`{name}`' for name in names)}" for what, names in kinds.items() if names]


def counts() -> Iterator[str]:
    names = [*COUNTS, *(name for module in MODULES.values() for name in module.contents)]
    yield ", ".join(f"`{name}`" for name in names) + "."


def tie_breaks() -> Iterator[str]:
    rows = ((f"`{name}`", f"`{module.name}`") for module in MODULES.values() for name in module.measures)
    yield from table(("tie-break", "rule"), rows)


SECTIONS = {"keys": keys, "features": features, "rules": rules, "contents": counts, "tie_breaks": tie_breaks}
