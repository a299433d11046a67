"""A standing order in the words of the grammar: heard again, they mean exactly that order."""

from collections.abc import Sequence
from itertools import groupby

from service.language.grammar.order_clauses import Clauses
from service.language.grammar.order_sentence import STOPS, Place
from service.language.grammar.order_steps import ANY, BETWEEN, between, payments_meant
from service.language.grammar.tracks import alike, tracks_of
from service.language.speech.voice import Voice
from ttr_core.by_post import PAID_WITH, GiveOrder, Order, Step, Steps, Stop
from ttr_core.model.commands import ClaimRoute
from ttr_core.model.ids import RouteId

GAP = "\0"  # where a clause is missing


class OrderPhrasing:
    """Puts orders into words in one language."""

    def __init__(self, voice: Voice) -> None:
        self._voice, self._say, self._phrase = voice, voice.say, voice.phrase

    def __call__(self, order: Order | GiveOrder) -> str:
        """All of it behind the word by which it is given."""
        return self._say("order.say", what=self.told(order))

    def told(self, order: Order | GiveOrder) -> str:
        told = [self.steps(steps) for steps in self._merged(order.alternatives)]
        return self._joined(told, self._holds(order), order.stops)

    def _merged(self, alternatives: Sequence[Steps]) -> list[Steps]:
        """The same for each of equal tracks is told once."""
        left, ruleset = list(alternatives), self._voice.ruleset
        merged: list[Steps] = []
        while left:
            (first, *more), route = left[0], left[0][0].get("route")
            tracks = alike(ruleset, route) if route in ruleset.route_index else [route]
            same = [({**first, "route": track}, *more) for track in tracks]
            whole = len(tracks) > 1 and left[: len(tracks)] == same
            merged.append((between(ruleset, first), *more) if whole else left[0])
            left = left[len(tracks) if whole else 1 :]
        return merged

    def around(self, clauses: Clauses, place: Place) -> tuple[str, str]:
        """An order as it was said, up to one of its clauses and behind it."""
        steps, stops = [list(texts) for texts in clauses.alternatives], list(clauses.stops)
        (stops if place.alternative == STOPS else steps[place.alternative])[place.number] = GAP
        then = self._say("order.then")
        told = self._joined([then.join(texts) for texts in steps], self._holds(clauses), stops)
        before, _, after = self._say("order.say", what=told).partition(GAP)
        return before, after

    def clause(self, meant: Steps | Stop) -> str:
        """One of several things that a clause may mean; what can be paid in several colours is left open."""
        return self._stop(meant) if isinstance(meant, Stop) else self.steps(meant, bare=True)

    def label(self, meant: Steps | Stop) -> str:
        """As the clause, with the colour of a track by which it is told from those beside it."""
        route = meant.route if isinstance(meant, Stop) else str(meant[0].get("route", ""))
        if route not in self._voice.words.routes or tracks_of(self._voice.ruleset)[route][2] == 1:
            return self.clause(meant)
        return f"{self.clause(meant)} ({self._voice.words.colours(self._voice.words.routes[route].colour)})"

    def steps(self, steps: Steps, *, bare: bool = False) -> str:
        runs = [(step, len(list(same))) for step, same in groupby(steps)]
        return self._say("order.then").join(self._several(step, count, bare) for step, count in runs)

    def _joined(self, alternatives: Sequence[str], holds: Sequence[str], stops: Sequence[str | Stop]) -> str:
        told = self._say("order.else").join(alternatives)
        ends = [self._say("order.stop", stop=s if isinstance(s, str) else self._stop(s)) for s in stops]
        return ", ".join([told, *holds, *ends])

    def _several(self, step: Step, count: int, bare: bool) -> str:
        if step["type"] == "draw_card" and count > 1:
            return f"{self._say('say.draw')} {count}"
        return self._say("order.then").join([self._step(step, bare)] * count)

    def _step(self, step: Step, bare: bool) -> str:
        values = [self._value(name, value) for name, value in step.items() if name not in _NO_SUBJECT]
        about = " ".join(filter(None, (self._phrase.verb(step["type"]), *values)))
        paid = self._paid(step, bare)
        return self._say("say.with", about=about, cards=paid) if paid else about

    def _value(self, name: str, value: object) -> str:
        if name == BETWEEN:
            return self._voice.words.ends(self._voice.words.routes[str(value)])
        return self._phrase.value(name, tuple(value) if isinstance(value, list) else value)

    def _paid(self, step: Step, bare: bool) -> str:
        if "cards" in step:
            return self._phrase.counted(step["cards"])
        if PAID_WITH in step:
            return (
                self._voice.words.word(step[PAID_WITH])
                if step[PAID_WITH] != ANY
                else self._say("order.any_cards")
            )
        return self._say("order.any_cards") if not bare and self._is_open(step) else ""

    def _is_open(self, step: Step) -> bool:
        """Whether it can be paid in several colours."""
        route = step.get("route", step.get(BETWEEN))
        if step["type"] != "claim_route" or route is None:
            return bool(step["type"] == "build_station")
        claim = ClaimRoute(seat=0, route=RouteId(route), cards=())
        return len(payments_meant(self._voice.ruleset, claim, ())) > 1

    def _holds(self, order: Order | GiveOrder | Clauses) -> list[str]:
        """For how long, in turns and in time."""
        key = "order.each" if order.repeat else "order.once"
        turns = [self._say(key, count=order.turns)] if order.turns > 1 else []
        return [*turns, *([self._say("order.until", until=order.until)] if order.until else [])]

    def _stop(self, stop: Stop) -> str:
        route = self._phrase.value("route", stop.route) if stop.route else ""
        return self._say(f"order.stop.{stop.when}", route=route, count=stop.count)


_NO_SUBJECT = frozenset({"type", "seat", "cards", "coloured", PAID_WITH})
