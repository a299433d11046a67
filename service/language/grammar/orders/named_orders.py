"""Standing orders by what they are about: "cancel what I said about Berlin"."""

from collections.abc import Sequence

from service.language.grammar.lexicon import lexicon_of
from service.language.grammar.phrases import Words
from service.language.grammar.segmentation import Said, ways_to_read
from service.language.vocabulary.board_words import tracks_of
from service.language.vocabulary.command_fields import route_of_step
from ttr_core.by_post import PAID_WITH, Order, Step
from ttr_core.engine.ruleset import Ruleset


def names_something_ordered(ruleset: Ruleset, words: Words) -> bool:
    """Whether words name something by which one order stands apart from another."""
    said = _read(ruleset, words)
    return bool(said.places or said.cards or said.kinds) and not said.unknown


def orders_about(ruleset: Ruleset, orders: Sequence[Order], words: Words) -> list[Order]:
    """The orders of which one step is about all that is named."""
    said = _read(ruleset, words)
    return [
        order
        for order in orders
        if any(_is_about(ruleset, said, step) for steps in order.alternatives for step in steps)
    ]


def _read(ruleset: Ruleset, words: Words) -> Said:
    return next(ways_to_read(lexicon_of(ruleset), words))


def _is_about(ruleset: Ruleset, said: Said, step: Step) -> bool:
    route = route_of_step(step)
    values = {text for value in step.values() for text in (value if isinstance(value, list) else [value])}
    named = {str(value) for value in values} | {str(step.get(PAID_WITH))}
    ends = tracks_of(ruleset)[route][0] if route else frozenset[str]()
    places = all(place & (ends | named) for place in said.places)
    cards = all(mention.values & named for mention in said.cards)
    is_kind = said.kinds is None or bool(said.places or said.cards) or step["type"] in said.kinds
    return places and cards and is_kind
