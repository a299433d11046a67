"""The modules of the first look in one file, which the modules of other screens import.

A browser fetches six files at a time, and on a phone each waits for a round trip: dozens of modules are a second. In
the bundle a module is a function that returns what it exports. Every importer takes that, so there is one of each.
"""

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

BUNDLE = "page.js"
MODULES = "$modules"  # in the bundle: what each module exports, by its path
IMPORT = re.compile(r'\bimport\s*(?:(\w+)\s*from\s*|\{([^}]*)\}\s*from\s*)?"(\.[^"]+)";?')
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORTED_LIST = re.compile(r'\bexport\s*\{([^}]*)\}(?:\s*from\s*"(\.[^"]+)")?;?')
EXPORTED = re.compile(r"\bexport (default )?((?:async )?function|class|const)\b(?: (\w+))?")
SOURCE_MAP = re.compile(r"//# sourceMappingURL=.*")
DEFAULT = "$default"  # a function that is exported without a name


class Joined(NamedTuple):
    bundle: str
    others: Mapping[str, str]  # modules that are loaded later


def join(modules: Mapping[str, str], entries: Sequence[str]) -> Joined:
    """Puts the entries, and all that they cannot start without, into one file that runs them in this order."""
    order = in_order(modules, entries)
    functions = [_function(path, modules[path], order) for path in order]
    others = {path: _later(path, text, order) for path, text in modules.items() if path not in order}
    return Joined("".join((f"export const {MODULES} = {{}};\n", *functions)), others)


def in_order(modules: Mapping[str, str], entries: Sequence[str]) -> list[str]:
    """Each module after those that it imports."""
    order: dict[str, None] = {}
    begun: set[str] = set()

    def visit(path: str) -> None:
        if path in begun:
            if path not in order:
                raise ValueError(f"{path} imports itself by way of others")
            return
        begun.add(path)
        for needed in _imports(path, modules[path]):
            visit(needed)
        order[path] = None

    for entry in entries:
        visit(entry)
    return list(order)


def _function(path: str, text: str, bundled: Iterable[str]) -> str:
    exports: dict[str, str] = {}

    def list_exported(match: re.Match[str]) -> str:
        names, origin = match.groups()
        place = f"{_exports(_resolved(path, origin))}." if origin else ""
        for name, alias in _pairs(names):
            exports[alias] = place + name
        return ""

    def declare(match: re.Match[str]) -> str:
        is_default, kind, name = match.groups()
        exports["default" if is_default else name] = name or DEFAULT
        return f"{kind} {name}" if name else f"const {DEFAULT} = {kind}"

    def load_later(match: re.Match[str]) -> str:
        target = _resolved(path, match[1])
        return f"Promise.resolve({_exports(target)})" if target in bundled else f'import("./{target}")'

    body = SOURCE_MAP.sub("", text)
    body = IMPORT.sub(lambda match: _binding(path, match), body)
    body = EXPORTED.sub(declare, EXPORTED_LIST.sub(list_exported, body))
    body = LATER.sub(load_later, body)
    body = body.replace("import.meta.url", f'new URL("./{path}", import.meta.url)')
    given = ", ".join(f"{name}: {value}" for name, value in exports.items())
    return f"{_exports(path)} = await (async () => {{\n{body}\nreturn {{ {given} }};\n}})();\n"


def _later(path: str, text: str, bundled: Iterable[str]) -> str:
    """A module outside the bundle, which takes from it what is in it."""
    if not set(_imports(path, text)) & set(bundled):
        return text

    def bind(match: re.Match[str]) -> str:
        return _binding(path, match) if _resolved(path, match[3]) in bundled else match[0]

    bundle = posixpath.relpath(BUNDLE, posixpath.dirname(path) or ".")
    place = bundle if bundle.startswith(".") else f"./{bundle}"
    return f'import {{ {MODULES} }} from "{place}";\n{IMPORT.sub(bind, text)}'


def _imports(path: str, text: str) -> list[str]:
    """The modules that a module cannot start without; `import("...")` is for later."""
    names = [name for _, _, name in IMPORT.findall(text)]
    names += [origin for _, origin in EXPORTED_LIST.findall(text) if origin]
    return [_resolved(path, name) for name in names]


def _binding(path: str, match: re.Match[str]) -> str:
    default, names, origin = match.groups()
    place = _exports(_resolved(path, origin))
    if default:
        return f"const {default} = {place}.default;"
    fields = ", ".join(f"{name}: {alias}" if alias != name else name for name, alias in _pairs(names or ""))
    return f"const {{ {fields} }} = {place};" if fields else ""


def _pairs(names: str) -> list[tuple[str, str]]:
    """The names in braces, each with what it is called on the other side."""
    parts = [part.split(" as ") for part in names.split(",") if part.strip()]
    return [(part[0].strip(), part[-1].strip()) for part in parts]


def _exports(path: str) -> str:
    return f'{MODULES}["{path}"]'


def _resolved(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
