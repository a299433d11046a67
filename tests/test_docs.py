"""The documents name only what exists: links, files, modules; and leave out no folder, hook, setting or rule."""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from service.cli import main
from service.config import Config
from tests.support.boards.board_manual import COMMAND, MANUAL, manual, meanings
from tests.support.http.problem_manual import PROBLEMS, problem_manual
from tests.support.paths import DOCS, ROOT
from ttr_core.engine.draft import Draft
from ttr_core.engine.hooks import RuleModule, Settings
from ttr_core.rules.registry import MODULES

PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
PACKAGES = ("ttr_core", "ttr_client", "service", "workers", "tests")
FENCED = re.compile(r"```.*?```", re.DOTALL)

for_every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def prose(page: Path) -> str:
    return FENCED.sub("", page.read_text("utf-8"))


# ---------------------------------------------------------------------------------------------- names


def anchors(page: Path) -> set[str]:
    """The headings of a page as a link names them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.strip().replace(" ", "-") for heading in words}


def broken_links(page: Path) -> Iterator[str]:
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if "://" not in link and not (target.exists() and (not anchor or anchor in anchors(target))):
            yield link


@for_every_page
def test_links_lead_somewhere(page: Path) -> None:
    assert list(broken_links(page)) == []


@for_every_page
def test_files_that_a_page_names_exist(page: Path) -> None:
    paths = re.findall(r"`((?:ttr_core|ttr_client|service|workers|tests|maps|docs)/[\w./-]+)`", prose(page))
    assert [path for path in paths if not (ROOT / path).exists()] == []


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


@for_every_page
def test_modules_that_a_page_names_exist(page: Path) -> None:
    names = re.findall(
        r"`((?:ttr_core|ttr_client|service|workers|tests)(?:\.(?!ndjson)[a-z_]+)+)`", prose(page)
    )
    if page.name != "CHANGELOG.md":  # which names what was, too
        assert [name for name in names if not is_module(name)] == []


def test_the_index_lists_every_page() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (DOCS / "README.md").read_text("utf-8"))
    listed = {(DOCS / link).resolve() for link in links}
    parts = {page for page in DOCS.glob("decisions/*.md") if page.name != "README.md"}  # in their own index
    tables = set(DOCS.glob("conformance-table-*.md"))  # a new board or rule comes with one
    assert set(DOCS.rglob("*.md")) - parts - tables - listed == {DOCS / "README.md"}
    numbered = re.findall(r"\]\((\d{3}[^)]+)\)", (DOCS / "decisions" / "README.md").read_text("utf-8"))
    assert {DOCS / "decisions" / name for name in numbered} == parts


# -------------------------------------------------------------------------------------------- glossary


def glossary() -> list[tuple[str, str]]:
    text = (DOCS / "glossary.md").read_text("utf-8")
    return re.findall(r"^\| ([\w ]+) \| .+ \| `([\w.]+)` \|$", text, re.MULTILINE)


def test_every_module_of_the_glossary_exists() -> None:
    words = glossary()
    assert len(words) >= 40
    assert [module for _, module in words if not is_module(module)] == []


def test_the_glossary_is_sorted() -> None:
    words = [word for word, _ in glossary()]
    assert words == sorted(words)


# ---------------------------------------------------------------------------------------- architecture


def folders() -> list[str]:
    """Every folder of a package that holds something, as the tree of the page names it."""
    inside = {
        file.parent for package in PACKAGES[:4] for file in (ROOT / package).rglob("*") if file.is_file()
    }
    names = {folder.relative_to(ROOT) for folder in inside}
    return sorted(str(name) for name in names if "__pycache__" not in name.parts)


def test_the_architecture_names_every_folder() -> None:
    text = (DOCS / "architecture.md").read_text("utf-8")
    tree = text.partition("## The tree")[2].partition("## ")[0]
    above: list[str] = []
    named = []
    for indent, name in re.findall(r"^( *)([\w.]+)/ ", tree, re.MULTILINE):
        above[len(indent) // 2 :] = [name]
        named.append("/".join(above))
    assert [folder for folder in folders() if folder not in named] == []
    assert [folder for folder in named if not (ROOT / folder).is_dir()] == []


def test_the_architecture_answers_where_things_are() -> None:
    text = (DOCS / "architecture.md").read_text("utf-8").partition("## Where is ...?")[2]
    assert len(re.findall(r"^\| .+\? \| .*`[\w/.]+`", text, re.MULTILINE)) >= 20


# ------------------------------------------------------------------------------------ rules and boards


def rows_below(page: str, heading: str) -> list[list[str]]:
    """The code words in the first cell of every row of every table below a heading, table by table."""
    section = (DOCS / page).read_text("utf-8").partition(f"\n{heading}\n")[2].partition("\n## ")[0]
    tables = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)
    return [re.findall(r"^\| `(\w+)`", table, re.MULTILINE) for table in tables]


def test_the_table_of_hooks_is_the_code() -> None:
    hooks, others = rows_below("rules.md", "## Hooks")[:2]
    assert hooks + others == list(dict.fromkeys(hooks + others))
    assert {*hooks, *others} == {field.name for field in fields(RuleModule)}


def test_the_table_of_a_draft_is_the_code() -> None:
    text = (DOCS / "rules.md").read_text("utf-8").partition("\n## Hooks\n")[2].partition("\n## ")[0]
    calls = {name for name, value in vars(Draft).items() if callable(value) and not name.startswith("_")}
    assert set(re.findall(r"`draft\.(\w+)\(", text)) == calls


def test_every_hook_has_two_users() -> None:
    hooks = rows_below("rules.md", "## Hooks")[0]
    users = {hook: [name for name, module in MODULES.items() if getattr(module, hook)] for hook in hooks}
    assert len(hooks) <= 14
    assert [hook for hook, names in users.items() if len(names) < 2] == []


def test_every_field_of_a_rule_has_a_docstring() -> None:
    source = ast.parse(inspect.getsource(RuleModule)).body[0]
    assert isinstance(source, ast.ClassDef)
    documented = {
        line.target.id
        for line, below in pairwise(source.body)
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
    }
    assert documented == {field.name for field in fields(RuleModule)}


def test_the_tables_about_map_files_are_made_from_the_code() -> None:
    assert MANUAL.read_text("utf-8") == manual(), COMMAND


def test_the_table_of_problems_is_what_the_service_says() -> None:
    assert PROBLEMS.read_text("utf-8") == problem_manual(), COMMAND


def test_every_rule_is_documented_with_its_settings() -> None:
    table = MANUAL.read_text("utf-8").partition("## Rules and their settings")[2]
    parts = dict(re.findall(r"### `(\w+)`\n(.*?)(?=###|\Z)", table, re.DOTALL))
    expected = {name: module for name, module in MODULES.items() if not module.always}
    assert parts.keys() == expected.keys()
    for name, module in expected.items():
        documented = set(re.findall(r"`([\w.]+)`", parts[name]))
        settings = {field.name for field in msgspec.structs.fields(module.settings)}
        assert settings | {*module.features, *module.measures} <= documented


def test_a_setting_that_says_nothing_is_named() -> None:
    class Silent(Settings, frozen=True, kw_only=True):
        loud: int = 1  # said
        quiet: int = 2

    with pytest.raises(AssertionError, match=r"Silent\.quiet"):
        meanings(Silent)


def test_the_board_of_the_manual_is_one(tmp_path: Path) -> None:
    (document,) = re.findall(r"```json\n(.*?)```", MANUAL.read_text("utf-8"), re.DOTALL)
    file = tmp_path / "lakes.json"
    file.write_text(document, "utf-8")
    result = CliRunner().invoke(main, ["boards", "check", str(file)])
    assert result.exit_code == 0
    assert "0 errors, 0 warnings" in result.output


# ------------------------------------------------------------------------------------------- operators


def test_every_setting_is_documented() -> None:
    text = "".join(page.read_text("utf-8") for page in (DOCS / "running.md", *(DOCS / "chat").glob("*.md")))
    named = set(re.findall(r"`(TTR_[A-Z_]+)`", text))
    assert {f"TTR_{name.upper()}" for name in Config.__struct_fields__} <= named
