"""Load a ruleset from a board document, or from the name of a board that comes with the game; check documents."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from ttr_core.boards import check
from ttr_core.boards.board import BoardFile, Document, chosen_options, file_part, resolve
from ttr_core.boards.check.content import board_defects
from ttr_core.boards.check.defects import Defect, partial_board
from ttr_core.boards.library import whole_document
from ttr_core.engine.hooks import RuleModule
from ttr_core.engine.ruleset import NO_FILE, RULES_VERSION, Ruleset
from ttr_core.rules.registry import MODULES, SHIPPED

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


def load_ruleset(
    board: str, players: int, options: Mapping[str, str] = NO_OPTIONS, rules_version: str = RULES_VERSION
) -> Ruleset:
    """The ruleset of a board that comes with the game; a stored game names its rules version in its first event."""
    return compile_ruleset(whole_document(board), players, options, rules_version)


def compile_ruleset(
    whole: Document,
    players: int,
    options: Mapping[str, str] = NO_OPTIONS,
    rules_version: str = RULES_VERSION,
) -> Ruleset:
    """The ruleset of any board document that is merged with its parents (see `board.inherit`)."""
    file = file_part(whole)
    chosen = chosen_options(file, options)
    return resolved_ruleset(resolve(whole, players, options), players, chosen, rules_version, file)


def resolved_ruleset(
    document: Document,
    players: int,
    options: Mapping[str, str],
    rules_version: str = RULES_VERSION,
    file: BoardFile = NO_FILE,
) -> Ruleset:
    """The ruleset of a resolved document, as games keep it; the rest of its map file is no part of a game.

    The hash of a document does not depend on the order of its keys, so rules must not either: they get them sorted.
    """
    ordered = msgspec.json.decode(msgspec.json.encode(document, order="sorted"), type=dict[str, Any])
    return Ruleset(ordered, players, dict(sorted(options.items())), MODULES, rules_version, file)


def registered_rules() -> tuple[RuleModule, ...]:
    """The rules that boards can name, in their order."""
    return tuple(MODULES.values())


def has_only_shipped_rules(ruleset: Ruleset) -> bool:
    """Whether other processes can compile it, too: no rule of it was registered in this one alone."""
    return all(SHIPPED.get(module.name) is module for module in ruleset.modules)


def check_document(whole: Document) -> tuple[Defect, ...]:
    """Every defect of a map file that is merged with its parents, under the rules that are registered."""
    return check.check_document(whole, MODULES)


def check_resolved(document: Document, players: int) -> tuple[Defect, ...]:
    """Every defect of a resolved document, except those of the map as a graph."""
    return tuple(board_defects(partial_board(document, players), MODULES))
