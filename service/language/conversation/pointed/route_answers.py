"""What a question about a route asks beside its price: what is missing for it, what it completes, which rule holds."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from service.language.conversation.basics import basics
from service.language.conversation.lookups.open_ways import closed_routes, ways_to_pay
from service.language.conversation.lookups.provisional_points import own_points
from service.language.grammar.concepts import concepts_in
from service.language.grammar.inquiry import nouns_of_rules
from service.language.grammar.phrases import Words, has_phrase
from service.language.grammar.questions.facts_asked import (
    asks_about_completion,
    asks_about_doubles,
    asks_what_is_lacking,
)
from service.language.speech.story import Voice
from ttr_core.boards.board import Route
from ttr_core.bots.greedy.outlook import Outlook
from ttr_core.engine.hooks import RuleModule
from ttr_core.engine.views import View
from ttr_core.model.ids import LOCOMOTIVE, Card
from ttr_core.model.state import State, put

DOUBLE = "double"  # the topic of the base game about tracks side by side


class RouteAnswers:
    """What is asked of the tracks between two places, for one viewer."""

    def __init__(self, voice: Voice, seen: View, state: State, tracks: Sequence[Route], words: Words) -> None:
        self._voice, self._say, self._seen = voice, voice.say, seen
        self._words, self._state = words, state
        shut = closed_routes(voice.ruleset, seen)
        self._tracks, self._free = tracks, [track for track in tracks if track.id not in shut]

    def first(self) -> list[str]:
        """What comes before the price; it may hold secrets of the viewer."""
        own = isinstance(self._voice.viewer, int)
        return [
            *(self._lacking() if own and asks_what_is_lacking(self._words) else ()),
            *(self._completed() if own and asks_about_completion(self._words) else ()),
            *self._brought(),
            *(
                basics(self._voice, DOUBLE)
                if len(self._tracks) > 1 and asks_about_doubles(self._words)
                else ()
            ),
        ]

    def _lacking(self) -> Iterator[str]:
        """The fewest cards that would have to be drawn for one of the tracks."""
        assert isinstance(self._voice.viewer, int)
        held = Counter[Card](dict(self._seen.seats[self._voice.viewer].hand or {}))
        index = self._voice.ruleset.route_index
        ways = [
            (Counter[Card](way) - held, track)
            for track in self._free
            for way in ways_to_pay(self._voice.ruleset, index[track.id])
        ]
        if not ways:
            return
        lacking, track = min(ways, key=lambda way: (way[0].total(), way[0][LOCOMOTIVE]))
        ends = self._voice.words.ends(track)
        if not lacking:
            yield self._say("route-lacks_nothing", route=ends)
        else:
            cards = self._voice.words.cards(lacking.elements())
            yield self._say("route-lacks", route=ends, cards=cards)

    def _completed(self) -> Iterator[str]:
        """Which of the viewer's tickets the route would complete."""
        assert isinstance(self._voice.viewer, int)
        before = Outlook(self._voice.ruleset, self._seen)
        for track in self._free[:1]:
            seats = tuple(
                replace(seat, routes=(*seat.routes, track.id)) if seat.seat == self._voice.viewer else seat
                for seat in self._seen.seats
            )
            after = Outlook(self._voice.ruleset, replace(self._seen, seats=seats))
            done = [ticket for ticket in before.unfinished if ticket not in after.unfinished]
            ends = self._voice.words.ends(track)
            if done:
                tickets = self._say.listed(map(self._voice.words.ticket, done))
                yield self._say("route-completes", route=ends, tickets=tickets)
            else:
                yield self._say("route-completes_none", route=ends)

    @property
    def rules(self) -> list[RuleModule]:
        """The rules of the route that are named."""
        spoken, ruleset = f" {' '.join(self._words)} ", self._voice.ruleset
        named = {rule for rule, nouns in nouns_of_rules(ruleset) if has_phrase(spoken, nouns)}
        return [
            module
            for module in ruleset.modules
            if module.name in named
            and any(t.feature(feature) for t in self._tracks for feature in module.features)
        ]

    def _brought(self) -> Iterator[str]:
        """The points that a rule which is named adds to those of the route."""
        seat, ruleset = self._voice.viewer, self._voice.ruleset
        if not isinstance(seat, int) or not self._free or "points" not in concepts_in(self._words):
            return
        track = self._free[0]
        number = ruleset.route_index[track.id]
        mine = self._state.seats[seat]
        with_it = replace(mine, routes=mine.routes | 1 << number)
        after = replace(self._state, seats=put(self._state.seats, seat, with_it))
        for module in self.rules:
            own = [own_points(ruleset, state, seat, module) or 0 for state in (self._state, after)]
            if own[1] > own[0]:
                facts = {"more": own[1] - own[0], "points": ruleset.points[number]}
                yield self._say("route-brings_more", route=self._voice.words.ends(track), **facts)
