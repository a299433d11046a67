"""Coloured locomotives: three wagon cards of one colour stand for a locomotive when a route is claimed."""

from ttr_core.boards.board import Route
from ttr_core.engine.hooks import RuleModule, Settings
from ttr_core.engine.payments import StandIn
from ttr_core.engine.ruleset import Ruleset


class ColouredLocomotives(Settings, frozen=True, kw_only=True):
    wagons: int = 3  # of one colour, for one locomotive


def _wagons(ruleset: Ruleset, route: Route) -> StandIn:
    """Wherever the price takes a locomotive, compulsory or wild, a coloured one does as well."""
    return StandIn(
        size=ruleset.setting(ColouredLocomotives).wagons,
        most=route.length,
        alike=True,
        in_order=not ruleset.ruled_since("2"),
        for_locomotive=True,
    )


coloured_locomotives = RuleModule(
    name="coloured_locomotives",
    settings=ColouredLocomotives,
    words={
        "en": "rule-coloured_locomotives = Coloured locomotives: several cards of one colour stand for a locomotive.\n"
        "rule-coloured_locomotives-more =\n"
        "    Wherever a locomotive is asked for, or may stand for a colour, { $wagons } cards of one colour\n"
        "    count as one.",
        "fr": "rule-coloured_locomotives = Locos colorées : plusieurs cartes d'une couleur valent une locomotive.\n"
        "rule-coloured_locomotives-more =\n"
        "    Partout où l'on demande ou accepte une locomotive, { $wagons } cartes d'une même couleur en valent une.",
    },
    compile=lambda draft: draft.stand_in(_wagons),
)
