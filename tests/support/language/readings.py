"""The interpretation of a sentence in one line, in the notation of the corpus."""

from collections import Counter

import msgspec

from service.language.grammar.command_match import Situation
from service.language.grammar.interpretation import hear
from service.language.grammar.moves.heard import Heard
from service.language.grammar.sentences.table_matter import matter_heard
from ttr_core.model.commands import Command
from ttr_core.model.message import type_name


def reading(situation: Situation, text: str) -> str:
    matter = matter_heard(situation, text)
    if matter is not None:
        return " ".join(("matter", matter.name, *matter.rest))
    return summary(situation, hear(situation, text))


def summary(situation: Situation, heard: Heard) -> str:
    if heard.look:
        return f"look {heard.look} {heard.about}".strip()
    mark = "preview " if heard.preview else "ask: " if heard.tentative else ""
    if heard.commands:
        return mark + ", then ".join(command_line(situation, command) for command in heard.commands)
    if heard.options:
        kinds = Counter(type_name(type(command)) for command in heard.options)
        counted = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        return f"{mark}ask: {counted}"
    if heard.compound:
        return "several moves"
    return "impossible" if heard.understood else "unknown"


def command_line(situation: Situation, command: Command) -> str:
    """Its type and the values of its fields; tickets by their numbers in the offer."""
    parts = [type_name(type(command))]
    for name, value in msgspec.structs.asdict(command).items():
        if name in ("ticket", "tickets"):
            kept = {value} if isinstance(value, str) else set(value)
            parts += [str(n) for n, ticket in enumerate(situation.offer, 1) if ticket in kept]
        elif name == "cards":
            parts += [f"{count} {card}" for card, count in Counter(value).items()] or ["nothing"]
        elif name != "seat":
            parts += value if isinstance(value, tuple) else [str(value)]
    return " ".join(parts)
