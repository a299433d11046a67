"""Globetrotter: a bonus for every player who has completed the most tickets."""

from ttr_core.engine.hooks import RuleModule, Settings, Standing, chance_to_lead
from ttr_core.engine.networks import completed_tickets
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import SeatId
from ttr_core.model.scoresheet import Item, ScoreLine
from ttr_core.model.state import State

DOUBT = 3  # tickets by which a rival may still outdo another


class Globetrotter(Settings, frozen=True, kw_only=True):
    points: int = 15  # for all who have completed the most tickets


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    """All who are tied score in full; nobody scores without a completed ticket."""
    done = [completed_tickets(ruleset, state, seat) for seat in range(ruleset.players)]
    best = max(len(tickets) for tickets in done)
    line = ScoreLine(
        reason="globetrotter",
        points=ruleset.setting(Globetrotter).points,
        items=(Item("tickets_completed", best),),
    )
    return [line if best and len(tickets) == best else None for tickets in done]


def _worth(ruleset: Ruleset, standing: Standing, seat: SeatId) -> float:
    return ruleset.setting(Globetrotter).points * chance_to_lead(standing.tickets, seat, DOUBT)


globetrotter = RuleModule(name="globetrotter", settings=Globetrotter, bonus_worth=_worth, score=_score)
