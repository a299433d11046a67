"""A language that nobody speaks, made from what is English: every word changed, every text between marks."""

import re
import tomllib
from pathlib import Path

from fluent.syntax import ast, parse, serialize
from fluent.syntax.visitor import Transformer

from ttr_core.load import registered_rules

ENDING = "zu"
MARKS = ("[!! ", " !!]")
_WORD = re.compile(r"[^\W\d_]+")
_QUOTED = re.compile(r"""(?<== )'[^']*'|"[^"]*"|'[^']*'""")
_NOT_WORDS = re.compile(r"(\(\?P<(?:beyond|what)>|\{count\})")  # parts of regular expressions


def pseudo(text: str) -> str:
    """`draw a card` is `drawzu azu cardzu`."""
    return _WORD.sub(rf"\g<0>{ENDING}", text)


def write_pseudo_language(english: Path, folder: Path) -> None:
    """Write the folder of the language, in the shape of the English one, with what rules say for themselves."""
    folder.mkdir()
    texts = {file.name: file.read_text("utf-8") for file in english.glob("*.ftl")}
    rules = dict.fromkeys(module.words.get("en", "") for module in registered_rules())
    for name, text in {**texts, "rules.ftl": "\n".join(rules)}.items():
        resource = _Marked().visit(parse(text))
        (folder / name).write_text(serialize(resource), "utf-8")
    heard = (english / "words.toml").read_text("utf-8")
    (folder / "words.toml").write_text(_pseudo_words(_with_words_of_rules(heard)), "utf-8")


def _with_words_of_rules(toml: str) -> str:
    """The words that rules bring, as entries of the table of moves."""
    known = tomllib.loads(toml)["moves"]
    words = {name: word for module in registered_rules() for name, word in module.heard.items()}
    lines = [
        f"{name} = {list(word.said['en'])}"
        for name, word in words.items()
        if name not in known and "en" in word.said
    ]
    return toml.replace("[moves]\n", "\n".join(["[moves]", *lines, ""]))


class _Marked(Transformer):
    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:  # noqa: N802 - named by the library
        return ast.TextElement(pseudo(node.value))

    def visit_StringLiteral(self, node: ast.StringLiteral) -> ast.StringLiteral:  # noqa: N802 - as above
        return ast.StringLiteral(pseudo(node.value))

    def visit_Message(self, node: ast.Message) -> ast.Message:  # noqa: N802 - as above
        self.generic_visit(node)
        for pattern in (node.value, *(attribute.value for attribute in node.attributes)):
            if pattern is not None:
                marks = [ast.Placeable(ast.StringLiteral(mark)) for mark in MARKS]
                pattern.elements = [marks[0], *pattern.elements, marks[1]]
        return node


def _pseudo_words(toml: str) -> str:
    """Every quoted word changed; keys, comments and the signs of regular expressions stay."""
    lines = (
        line if line.startswith("#") else _QUOTED.sub(_pseudo_quoted, line) for line in toml.splitlines()
    )
    return "\n".join(lines) + "\n"


def _pseudo_quoted(match: re.Match[str]) -> str:
    parts = _NOT_WORDS.split(match.group(0))
    return "".join(part if _NOT_WORDS.fullmatch(part) else pseudo(part) for part in parts)
