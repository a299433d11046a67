"""The tree: folders a newcomer can take in at a glance, modules named by nouns, one meaning per name."""

from collections import Counter, defaultdict
from pathlib import Path

from tests.support.paths import ROOT

PACKAGES = ("ttr_core", "ttr_client", "service", "workers", "tests/simulator")
LANGUAGES = Path("service/language/languages")
MOST_MODULES = 12  # in a folder, besides __init__ and __main__
NOUNS = {"scoring", "timing"}  # that end like a gerund

# One concept at several levels: in the core, in a call of the API, on the command line, in a benchmark.
SHARED = {
    "bench",
    "boards",
    "chat",
    "commands",
    "engine",
    "events",
    "games",
    "lobby",
    "mail_addresses",
    "passkeys",
    "people",
    "pictures",
    "records",
    "webhooks",
}


def modules() -> list[Path]:
    return [
        path.relative_to(ROOT)
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if path.stem not in ("__init__", "__main__")
    ]


def test_folders_are_small() -> None:
    crowds = Counter(path.parent for path in modules())
    assert {folder: number for folder, number in crowds.items() if number > MOST_MODULES} == {}


def test_modules_are_named_by_nouns() -> None:
    gerunds = [path for path in modules() if path.stem.endswith("ing") and path.stem not in NOUNS]
    assert gerunds == []


def test_a_name_has_one_meaning() -> None:
    places = defaultdict(list)
    for path in modules():
        places[path.stem].append(path)
    assert {name: paths for name, paths in places.items() if len(paths) > 1 and name not in SHARED} == {}


def test_every_folder_says_what_it_is() -> None:
    """Folders of languages are data: their registry speaks for all of them."""
    folders = {path.parent for path in modules() if path.parent.parent != LANGUAGES}
    assert [
        folder for folder in folders if not (ROOT / folder / "__init__.py").read_text("utf-8").strip()
    ] == []
