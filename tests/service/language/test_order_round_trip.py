"""Orders put into words are heard as the same orders, and whatever is said, nothing is ordered that was not said."""

from time import thread_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.language.grammar.orders.order_clauses import of_board
from service.language.grammar.orders.order_sentence import HeardOrder, hear_order
from service.language.grammar.phrases import plain_words
from service.language.speech.command_text import OrderUtterances
from service.language.speech.story import Voice
from service.language.vocabulary.board_words import alike
from tests.service.language.test_never_by_accident import PLACES, WORDS, mentions
from tests.support.boards.every_board import PLAYABLE
from tests.support.language.spoken_positions import ruleset_of
from ttr_core import Ruleset
from ttr_core.bots.policy import Dice
from ttr_core.model.commands import ClaimRoute, Command
from ttr_core.model.ids import RouteId
from ttr_core.model.message import type_name
from ttr_core.rules.by_post.standing_orders.instruction import Steps, Stop, order_problem
from ttr_core.rules.by_post.standing_orders.orders import GiveOrder

USA = ruleset_of("usa")
ORDERS = 20  # of each board and language
CLAUSES = (
    *(
        "else",
        "sinon",
        "then",
        "puis",
        "if free",
        "si libre",
        "for 3 turns",
        "pendant 2 tours",
        "within 4 turns",
    ),
    *(
        "stop if",
        "arrête si",
        "is taken",
        "est prise",
        "unless",
        "until",
        "or if",
        "a rival has 5 trains",
        "every turn",
    ),
    *(
        "j'ai 9 cartes",
        "last round",
        "any cards",
        "if",
        "si",
        "order",
        "ordre",
        "2026-02-07 18:00",
        "next turn",
    ),
)
SPOKEN = st.lists(st.sampled_from(PLACES + WORDS + CLAUSES) | st.text(max_size=5), max_size=14).map(" ".join)


def said(ruleset: Ruleset, text: str) -> HeardOrder | None:
    return hear_order(ruleset, frozenset(), plain_words(text))


def some_steps(ruleset: Ruleset, command: Command, dice: Dice) -> tuple[Steps, ...]:
    """The command as a step of an order; a claim gives one alternative for each parallel track."""
    fields = {
        name: getattr(command, name) for name in command.__struct_fields__ if name not in ("seat", "cards")
    }
    step = {"type": type_name(type(command)), **{n: v for n, v in fields.items() if v != ()}}
    if not isinstance(command, ClaimRoute):
        return ((step,) * (1 + dice.below(2)) if step["type"] in ("draw_card", "take_card") else (step,),)
    ways = ruleset.prices.payments(ruleset.route_index[command.route], (9,) * len(ruleset.cards))
    paid = ({}, {"cards": list(ways[dice.below(len(ways))].cards)})[dice.below(2) if ways else 0]
    return tuple(({**step, "route": route, **paid},) for route in alike(ruleset, command.route))


def some_order(ruleset: Ruleset, dice: Dice) -> GiveOrder:
    things = [command for command in of_board(ruleset) if not command.answers]
    chosen = [things[dice.below(len(things))] for _ in range(1 + dice.below(3))]
    alternatives = [steps for thing in chosen for steps in some_steps(ruleset, thing, dice)]
    once = tuple(steps for n, steps in enumerate(alternatives) if steps not in alternatives[:n])
    route = RouteId(ruleset.routes[dice.below(len(ruleset.routes))].id)
    stops: tuple[Stop, ...] = (
        Stop(when="route_taken", route=route),
        Stop(when="rival_trains_at_most", count=dice.below(9)),
        Stop(when="hand_at_least", count=dice.below(30)),
        Stop(when="last_round"),
    )
    turns = 1 + dice.below(12)
    return GiveOrder(
        seat=0,
        alternatives=once,
        turns=turns,
        repeat=turns > 1 and bool(dice.below(2)),
        until=("", "2026-02-07T18:00:00.000Z", "2030-12-31T23:59:59.999Z")[dice.below(3)],
        stops=tuple(stop for stop in stops if dice.below(2)),
    )


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("board", PLAYABLE)
def test_an_order_in_words_is_heard_as_the_same_order(board: str, lang: str) -> None:
    ruleset, dice = ruleset_of(board), Dice(3)
    phrase = OrderUtterances(Voice(ruleset, lang, {0: "Ann", 1: "Ben", 2: "Cleo"}, 0).phrase)
    for _ in range(ORDERS):
        order = some_order(ruleset, dice)
        heard = said(ruleset, phrase(order))
        assert heard is not None
        assert heard.is_clear, (phrase(order), heard)
        assert heard.command(0) == order, phrase(order)
        assert heard.lang == lang


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SPOKEN)
def test_what_is_ordered_was_said(text: str) -> None:
    heard = said(USA, f"order: {text}")
    assert heard is not None
    if not heard.is_clear:
        return
    assert order_problem(USA, 0, heard.alternatives, heard.stops) == ""
    routes = [step["route"] for steps in heard.alternatives for step in steps if "route" in step]
    for route in (
        USA.routes[USA.route_index[r]] for r in (*routes, *(s.route for s in heard.stops if s.route))
    ):
        assert mentions(text, route.a)
        assert mentions(text, route.b)
    phrase = OrderUtterances(Voice(USA, "en", {0: "Ann", 1: "Ben"}, 0).phrase)
    again = said(USA, phrase(heard.command(0)))
    assert again is not None
    assert again.command(0) == heard.command(0)


@pytest.mark.parametrize(
    "text", ["or if " * 60, "stop if " * 50, "for 3 turns " * 30, "la " * 100, "else then " * 40]
)
def test_an_order_is_heard_quickly_whatever_it_is(text: str) -> None:
    quickest = 1.0
    for _ in range(5):
        start = thread_time()
        said(USA, f"order claim {text}")
        quickest = min(quickest, thread_time() - start)
    assert quickest < 0.1
