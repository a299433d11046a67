"""The checker of map files: every defect of every variant of a board at once, each reported once."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from ttr_core.boards.board import BoardFile, Document, Option, merge
from ttr_core.boards.check.content import board_defects
from ttr_core.boards.check.defects import (
    Defect,
    PartialBoard,
    below,
    error,
    misfits,
    partial_board,
    read,
    warning,
)
from ttr_core.boards.check.limits import excesses
from ttr_core.boards.check.network import loop_defects, map_defects
from ttr_core.boards.check.settings import Rules, ticket_sets, train_features

__all__ = ["Defect", "check_document"]

FILE_KEYS = frozenset(BoardFile.__struct_fields__)
MAP_KEYS = ("cities", "zones", "routes", "tickets")
MOST_PLAYERS = 20  # a guard: the checker looks at the board for every number of players


class Variant(NamedTuple):
    """The board for one choice of options and number of players; the label names what is not the default."""

    board: PartialBoard
    label: str

    @property
    def map_identity(self) -> tuple[int, ...]:
        """Equal for variants that share their map: patches seldom touch it."""
        return tuple(id(self.board.document.get(key)) for key in MAP_KEYS)


def check_document(whole: Document, rules: Rules) -> tuple[Defect, ...]:
    """Every defect of a map file, its parents merged already: errors first, then warnings.

    A file beyond the limits is looked at no further.
    """
    if beyond := tuple(excesses(whole)):
        return (*beyond, *_bad_span(whole))
    variants = tuple(_variants(whole))
    defects = [*_file_defects(whole), *_board_defects(variants, rules)]
    defects += _tickets_in_no_deck(variants, rules)
    defects += _many_loops(variants)
    return tuple(sorted(defects, key=lambda defect: defect.severity))


def _board_defects(variants: tuple[Variant, ...], rules: Rules) -> Iterator[Defect]:
    """The defects of all variants; a defect that the default variant does not have names its variant."""
    reported: set[Defect] = set()
    first_of_map = {variant.map_identity: variant for variant in reversed(variants)}
    for variant in variants:
        is_new_map = first_of_map[variant.map_identity] is variant
        of_map = map_defects(variant.board, train_features(variant.board, rules)) if is_new_map else ()
        for defect in (*board_defects(variant.board, rules), *of_map):
            if defect not in reported:
                reported.add(defect)
                label = f" (with {variant.label})" if variant.label else ""
                yield msgspec.structs.replace(defect, message=defect.message + label)


# -------------------------------------------------------------------------------------------- the file


def _file_defects(whole: Document) -> Iterator[Defect]:
    yield from misfits({key: value for key, value in whole.items() if key in FILE_KEYS}, BoardFile)
    for name, option in _options(whole).items():
        if option.default not in option.choices:
            place = below("/options", name) + "/default"
            yield error(place, "unknown_default", f"{option.default!r} is none of {sorted(option.choices)}")
    yield from _unknown_cities_shown(whole)
    yield from _bad_span(whole)
    if span := _player_span(whole):
        yield from _players_out_of_range(whole, {str(players) for players in span})


def _unknown_cities_shown(whole: Document) -> Iterator[Defect]:
    cities = [city.get("id") for city in read(whole.get("cities"), list[dict[str, Any]]) or ()]
    for number, group in enumerate(read(whole.get("close_ups"), list[list[str]]) or ()):
        for place, city in enumerate(group):
            if city not in cities:
                yield error(f"/close_ups/{number}/{place}", "unknown_city", f"there is no city {city!r}")


def _bad_span(whole: Document) -> Iterator[Defect]:
    if _player_span(whole) is None:
        message = f"expected two numbers from 1 to {MOST_PLAYERS}, smaller first"
        yield error("/players", "bad_players", message)


def _players_out_of_range(whole: Document, counts: set[str]) -> Iterator[Defect]:
    for key in _objects(whole.get("by_players")):
        if key not in counts:
            yield error(below("/by_players", key), "players_out_of_range", f"not played by {key!r} players")


def _options(whole: Document) -> dict[str, Option]:
    """The options that can be read."""
    options = {name: read(option, Option) for name, option in _objects(whole.get("options")).items()}
    return {name: option for name, option in options.items() if option is not None}


def _objects(value: object) -> dict[str, Document]:
    """The entries of an object that are objects."""
    entries = value.items() if isinstance(value, Mapping) else ()
    return {key: entry for key, entry in entries if isinstance(entry, Mapping)}


def _player_span(document: Document) -> range | None:
    players = read(document.get("players"), tuple[int, int])
    if players is None or not 1 <= players[0] <= players[1] <= MOST_PLAYERS:
        return None
    return range(players[0], players[1] + 1)


# ---------------------------------------------------------------------------------------- the variants


def _variants(whole: Document) -> Iterator[Variant]:
    """The defaults, then every other choice of every option on its own, each for every number of players."""
    options = _options(whole)
    choices = [(name, choice) for name, option in options.items() for choice in option.choices]
    for changed, other in (("", ""), *((n, c) for n, c in choices if c != options[n].default)):
        document = {key: value for key, value in whole.items() if key not in FILE_KEYS}
        for name, option in options.items():
            choice = option.choices.get(other if name == changed else option.default)
            document = merge(document, choice.patch) if choice else document
        yield from _player_variants(whole, document, [f"{changed} {other}"] if changed else [])


def _player_variants(whole: Document, document: Document, label: list[str]) -> Iterator[Variant]:
    patches = _objects(whole.get("by_players"))
    span = _player_span(document) or range(1)
    for players in span:
        resolved = merge(document, patches.get(str(players), {}))
        labels = label if players == span[0] else [*label, f"{players} players"]
        yield Variant(partial_board(resolved, players), ", ".join(labels))


def _tickets_in_no_deck(variants: tuple[Variant, ...], rules: Rules) -> Iterator[Defect]:
    used = {name for variant in variants for _, name in ticket_sets(variant.board, rules)}
    for n, ticket in variants[0].board.tickets:
        if used.isdisjoint(ticket.sets):
            yield warning(
                f"/tickets/{n}/sets", "ticket_in_no_deck", f"{ticket.id} is in no deck of any variant"
            )


def _many_loops(variants: tuple[Variant, ...]) -> Iterator[Defect]:
    counts = (read(variant.board.at("trains"), int) for variant in variants)
    return loop_defects(variants[0].board, max((trains for trains in counts if trains), default=0))
