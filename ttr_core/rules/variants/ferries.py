"""Ferries: each locomotive symbol on a route must be paid with a locomotive."""

from ttr_core.boards.board import Route
from ttr_core.engine.hooks import Payment, RuleModule, Word
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import printed
from ttr_core.model.commands import ClaimRoute
from ttr_core.model.ids import LOCOMOTIVE
from ttr_core.model.marks import Symbol


def _enough_locomotives(ruleset: Ruleset, route: Route, ways: tuple[Payment, ...]) -> tuple[Payment, ...]:
    """The other spaces are one colour, for which further locomotives may stand."""
    symbols = route.feature("locomotives")
    return tuple(way for way in ways if way.cards.count(LOCOMOTIVE) >= symbols)


ferries = RuleModule(
    name="ferries",
    features={"locomotives": "locomotives that must be among the cards"},
    compile=lambda draft: draft.price(_enough_locomotives),
    words={
        "en": "rule-ferries = Ferries: every locomotive sign on a route is paid with a locomotive.\n"
        "rule-ferries-more =\n"
        "    The other spaces take cards of one colour, as on any route, and the route scores by its whole length.\n"
        "mark-locomotives = A locomotive for this space\n"
        "feature-locomotives = ferry with { $count ->\n"
        "        [one] { $count } locomotive\n"
        "       *[other] { $count } locomotives\n"
        "    }",
        "fr": "rule-ferries = Ferries : chaque symbole de locomotive se paie avec une locomotive.\n"
        "rule-ferries-more =\n"
        "    Les autres cases se paient d'une seule couleur, comme partout, et la route rapporte selon toute sa\n"
        "    longueur.\n"
        "mark-locomotives = Une locomotive pour cette case\n"
        "feature-locomotives = ferry avec { $count ->\n"
        "        [one] { $count } locomotive\n"
        "       *[other] { $count } locomotives\n"
        "    }",
    },
    heard={
        "ferry_route": Word(
            means=(ClaimRoute,),
            is_noun=True,
            said={"en": ("ferry", "ferries"), "fr": ("ferry", "ferries", "ligne de ferries")},
        )
    },
    marks=printed("locomotives", Symbol.LOCOMOTIVE),
)
