"""Substitutes: on some boards any three or four cards stand for one card that a route asks for.

On a ferry they stand for a compulsory locomotive; on a route with the feature `substitute`, whose number says how many
cards it takes, for one card of its colour.
"""

from ttr_core.boards.board import Route
from ttr_core.engine.hooks import RuleModule, Settings, Word
from ttr_core.engine.payments import StandIn
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import ClaimRoute
from ttr_core.model.marks import Mark, SpaceMark


class Substitutes(Settings, frozen=True, kw_only=True):
    cards_for_locomotive: int = 3  # any cards that stand for one locomotive
    not_on: tuple[str, ...] = ("tunnel",)  # features of routes on which every card stands for itself


def _any_cards(ruleset: Ruleset, route: Route) -> StandIn | None:
    settings = ruleset.setting(Substitutes)
    if any(route.feature(feature) for feature in settings.not_on):
        return None
    if symbols := route.feature("locomotives"):
        return StandIn(size=settings.cards_for_locomotive, most=symbols, for_locomotive=True)
    if cards := route.feature("substitute"):
        return StandIn(size=cards, most=route.length)
    return None


def _marks(ruleset: Ruleset, shown: object) -> list[Mark]:
    """How many cards stand for one, on every space of such a route."""
    cards = {route.id: route.feature("substitute") for route in ruleset.board.routes}
    return [
        SpaceMark(name="substitute", sign=str(each), route=route) for route, each in cards.items() if each
    ]


substitutes = RuleModule(
    name="substitutes",
    settings=Substitutes,
    words={
        "en": "rule-substitutes = Substitutes: on some routes several cards of any kind stand for one.\n"
        "rule-substitutes-more =\n"
        "    On a ferry any { $cards_for_locomotive } cards stand for a locomotive that is asked for; on a\n"
        "    route marked so,\n"
        "    as many cards as its mark says stand for one card of its colour.\n"
        "mark-substitute = This many cards of any kind count as one\n"
        "feature-substitute = any { $count ->\n"
        "        [one] { $count } card\n"
        "       *[other] { $count } cards\n"
        "    } for one",
        "fr": "rule-substitutes = Remplacements : sur certaines routes, plusieurs cartes quelconques en valent une.\n"
        "rule-substitutes-more =\n"
        "    Sur un ferry, { $cards_for_locomotive } cartes quelconques valent une locomotive demandée ; sur\n"
        "    une route qui le\n"
        "    dit, autant de cartes que son signe l'indique valent une carte de sa couleur.\n"
        "mark-substitute = Ce nombre de cartes quelconques en vaut une\n"
        "feature-substitute = { $count ->\n"
        "        [one] { $count } carte quelconque\n"
        "       *[other] { $count } cartes quelconques\n"
        "    } pour une",
    },
    heard={
        "lay": Word(said={"en": ("substitute", "replace"), "fr": ("remplace", "remplacer")}),
        "instead": Word(
            is_noun=True,
            may_mean=(ClaimRoute,),
            said={
                "en": ("instead of a locomotive", "instead of a loco", "instead of locos", "as a locomotive"),
                "fr": (
                    "au lieu d'une locomotive",
                    "au lieu d'une loco",
                    "à la place d'une locomotive",
                    "à la place d'une loco",
                    "comme locomotive",
                ),
            },
        ),
    },
    features={"substitute": "any cards that stand for one card of its colour"},
    compile=lambda draft: draft.stand_in(_any_cards),
    marks=_marks,
)
