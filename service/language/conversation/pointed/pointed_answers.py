"""Answers to the point: one sentence for what is asked of one person, instead of a table of everybody."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from service.games.game_cache import Loaded
from service.games.games import Games
from service.language.conversation.basics import basics
from service.language.conversation.looks import Looks
from service.language.conversation.lookups.open_ways import fate_of
from service.language.grammar.concepts import concepts_in
from service.language.grammar.inquiry import BASICS, nouns_of_rules
from service.language.grammar.phrases import Words, has_phrase, plain_words
from service.language.grammar.questions.facts_asked import (
    FEWEST,
    ME,
    MOST,
    FactsAsked,
    asks_whether_near,
    asks_who,
    facts_asked,
    speaks_of_loss,
    speaks_of_points,
)
from service.language.speech.result_text import TICKETS, headline, tickets_in_score
from service.language.speech.story import Voice, seen_by
from ttr_core.bots.greedy.outlook import Outlook
from ttr_core.engine.scoring import score
from ttr_core.engine.views import SeatView, View
from ttr_core.model.events import CardDrawn, CardTaken, TurnStarted
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import Scored
from ttr_core.model.scoresheet import ScoreSheet

Answer = tuple[list[str], bool]  # lines, and whether they hold secrets
# Looks that show more than one fact, of which a question may ask for one
OF_FACTS = frozenset(
    {"score", "hand", "tickets", "secret", "people", "history", "own", "turns", "tally", "result", "longest"}
    | {"route_list", "things", "market"}
)
END = (BASICS, "end")
OF_TABLE = frozenset({"score", "result", "tally"})  # those that are about points and what else everybody has
OF_CARDS = frozenset({"hand", "market", "secret", "history"})
COUNTED = ("train", "card", "points", "ticket", "route")  # what a seat has more or less of
COMMON_REASONS = frozenset({TICKETS, "routes"})  # lines of the score that everybody has
REASONS = {"ticket": TICKETS, "path": "longest_path", "route": "routes"}  # concept: a reason for points


class PointedAnswers:
    """Facts of one table for one viewer."""

    def __init__(self, games: Games, loaded: Loaded, voice: Voice) -> None:
        self._games, self._loaded, self._voice, self._say = games, loaded, voice, voice.say
        self._seen: View = seen_by(loaded, voice.viewer)

    def __call__(self, look: str, about: str, words: Words) -> Answer | None:
        """The fact that the words ask for; None if they ask for what the look shows as a whole."""
        if (look, about) == END and asks_whether_near(words):
            looks = Looks(self._games, self._loaded, self._voice)
            return ([*looks.standing_of(about), *basics(self._voice, about)], False)
        names = {word: seat for seat, name in self._voice.names.items() for word in plain_words(name)}
        asked = facts_asked(self._loaded.ruleset, words, names)
        seats = [seat for seat in self._seats(asked, names) if seat is not None]
        is_over = isinstance(self._loaded.state.phase, Scored)
        if is_over and (look in OF_FACTS or asked.is_plain or (look == BASICS and seats)):
            return self._of_end(look, asked, seats, words)
        if look == "rule" and asked.is_counted:
            return self._of_rule(about, seats)
        if is_over or look not in OF_FACTS:
            return None
        return self._part_of_look(look, asked, seats) or self._of_people(look, asked, seats, words)

    def _of_rule(self, rule: str, seats: Sequence[SeatId]) -> Answer | None:
        """What a rule shows of the people who are named."""
        shown = self._voice.rules
        lines = [
            line
            for seat in seats
            for line in (
                shown.of_viewer(self._seen, rule)
                if seat == self._voice.viewer
                else shown.of_seat(self._seen, rule, seat)
            )
        ]
        has_things = any(module.looks for module in self._loaded.ruleset.modules if module.name == rule)
        if has_things and not lines and seats == [self._voice.viewer]:
            lines = [self._say("things-none")]
        return (lines, True) if lines else None

    def _part_of_look(self, look: str, asked: FactsAsked, seats: Sequence[SeatId]) -> Answer | None:
        """The paths of those who are named, how many cards of a kind lie face up, or what one's tickets bring."""
        if look == "longest" and seats and not asked.extreme:
            return Looks(self._games, self._loaded, self._voice).paths_of(seats), False
        if look == "market" and asked.cards:
            lying = Counter(str(card) for card in self._seen.market if card is not None)
            return [self._say("facts-face_up", cards=self._counted(asked.cards, lying))], False
        if {"points", "ticket"} <= {*asked.things} and seats == [self._voice.viewer]:
            lines, secret = Looks(self._games, self._loaded, self._voice)("tally", "")
            return lines[:1], secret
        return None

    def _of_people(
        self, look: str, asked: FactsAsked, seats: Sequence[SeatId], words: Words
    ) -> Answer | None:
        """What is asked of people who are named, or who has most."""
        if (asked.is_taking or asked.is_gathering) and (taken := self._taken(asked, seats, words)):
            return taken, False
        if asked.is_gap and (look in OF_TABLE or "points" in asked.things):
            points = {seat.seat: seat.points for seat in self._seen.seats}
            still = [self._say("not_over")] if look == "result" else []
            return [*still, *self._gap(points, seats)], False
        if asked.extreme and asked.things and not asked.is_taking:
            return self._extremes(asked) or None
        if look == "score" and len(seats) == 1 and not asked.things and seats[0] != self._voice.viewer:
            looks = Looks(self._games, self._loaded, self._voice)
            return [looks.standing(self._seen.seats[seats[0]])], False
        is_meant = (
            asked.is_counted or (look in OF_TABLE and len(seats) == 1) or (look == "hand" and asked.cards)
        )
        if not (is_meant and asked.things and seats):
            return None
        facts = [self._fact(thing, seat, asked) for seat in seats for thing in asked.things]
        lines = list(dict.fromkeys(line for own, _ in facts for line in own))
        return (lines, any(secret for _, secret in facts)) if lines else None

    def _seats(self, asked: FactsAsked, names: Mapping[str, SeatId]) -> Iterator[SeatId | None]:
        viewer = self._voice.viewer
        for one in dict.fromkeys(asked.people):
            yield (viewer if isinstance(viewer, int) else None) if one == ME else names[one]

    # while the game goes on

    def _fact(self, thing: str, seat: SeatId, asked: FactsAsked) -> Answer:
        mine = self._seen.seats[seat]
        if thing == "card":
            return self._cards(mine, asked.cards)
        if thing == "ticket":
            return self._tickets(mine)
        if thing == "route":
            routes = [self._voice.words.route(str(route)) for route in mine.routes]
            ruleset = self._loaded.ruleset
            spaces = sum(ruleset.routes[ruleset.route_index[route]].length for route in mine.routes)
            listed = self._say.listed(routes) if routes else self._say("facts-no_routes")
            return [self._own("facts-route", seat, count=len(routes), spaces=spaces, routes=listed)], False
        counts = {"train": mine.trains, "points": mine.points, "turn": self._turns(seat)}
        return [self._own(f"facts-{thing}", seat, count=counts[thing])], False

    def _own(self, key: str, seat: SeatId, **facts: object) -> str:
        """A sentence about a seat, or to the viewer about their own."""
        own = f"{key}.me" if seat == self._voice.viewer else key
        return self._say(own, who=self._voice.names[seat], **facts)

    def _cards(self, seat: SeatView, cards: Sequence[str]) -> Answer:
        """What the viewer holds; of others how many, and what they have taken face up."""
        if seat.hand is None:
            lines = [self._own("facts-card", seat.seat, count=seat.hand_size)]
            return [*lines, *(self._drawn(seat.seat, cards) if cards else ())], False
        held = {str(card): count for card, count in seat.hand.items()}
        if cards:
            return [self._own("facts-hand", seat.seat, cards=self._counted(cards, held))], True
        listed = self._voice.words.cards(Counter(held).elements()) or self._say("empty_hand")
        return [self._own("facts-whole_hand", seat.seat, count=seat.hand_size, cards=listed)], True

    def _counted(self, cards: Sequence[str], held: Mapping[str, int]) -> str:
        """How many there are of each, and that there are none of one."""
        words = self._voice.words
        return self._say.listed(
            f"{held[card]} {words.card(card, held[card])}"
            if held.get(card)
            else self._say("facts-none_of", card=words.card(card))
            for card in cards
        )

    def _tickets(self, seat: SeatView) -> Answer:
        if seat.tickets is None:
            return [self._own("facts-ticket", seat.seat, count=seat.ticket_count)], False
        outlook = Outlook(self._loaded.ruleset, self._seen)
        done = sum(fate_of(outlook, ticket) == "done" for ticket in seat.tickets)
        return [self._own("facts-ticket", seat.seat, count=seat.ticket_count, done=done)], True

    def _turns(self, seat: SeatId) -> int:
        log = self._games.cache.read_events(self._loaded.game, 0, self._loaded.version)
        return sum(isinstance(event, TurnStarted) and event.seat == seat for _, event in log)

    def _extremes(self, asked: FactsAsked) -> Answer | None:
        """Who has most of what is named, or fewest."""
        lines = []
        for thing in asked.things or ():
            if thing not in COUNTED or asked.cards:
                continue
            counts = {
                seat.seat: {
                    "train": seat.trains,
                    "card": seat.hand_size,
                    "points": seat.points,
                    "ticket": seat.ticket_count,
                    "route": len(seat.routes),
                }[thing]
                for seat in self._seen.seats
            }
            best = max(counts.values()) if asked.extreme == MOST else min(counts.values())
            who = self._say.listed(self._voice.names[seat] for seat, count in counts.items() if count == best)
            lines.append(self._say(f"facts-{asked.extreme}_{thing}", who=who, count=best))
        return (lines, False) if lines else None

    def _gap(self, points: Mapping[SeatId, int], seats: Sequence[SeatId]) -> Iterator[str]:
        """By how many points one is ahead of the other: the viewer, or the best of the others, if only one is named."""
        ranked = sorted(points, key=lambda seat: -points[seat])
        viewer = self._voice.viewer
        rivals = [viewer] if isinstance(viewer, int) and seats else []
        pair = [*dict.fromkeys((*seats, *rivals, *ranked))][:2]
        one, other = sorted(pair, key=lambda seat: -points[seat])
        gap, facts = points[one] - points[other], {"high": points[one], "low": points[other]}
        if not gap:
            first, second = (one, other) if one == viewer else (other, one)
            yield self._own("facts-level", first, other=self._voice.names[second], count=points[one])
        elif other == viewer:
            yield self._say("facts-behind", who=self._voice.names[one], count=gap, **facts)
        else:
            yield self._own("facts-ahead", one, other=self._voice.names[other], count=gap, **facts)

    def _taken(self, asked: FactsAsked, seats: Sequence[SeatId], words: Words) -> list[str]:
        """The face-up cards that others have taken, if a question is about their cards."""
        others = [seat for seat in seats if seat != self._voice.viewer]
        is_about = (
            asked.is_gathering or asked.cards or "card" in asked.things or "colour" in concepts_in(words)
        )
        is_turn = not {"last", "turn"}.isdisjoint(concepts_in(words))
        if not is_about or is_turn:
            return []
        return [line for seat in others for line in self._drawn(seat, asked.cards)]

    def _drawn(self, seat: SeatId, cards: Sequence[str]) -> list[str]:
        """Which cards a seat has taken face up since the beginning, and how many nobody has seen."""
        log = [
            event for _, event in self._games.cache.read_events(self._loaded.game, 0, self._loaded.version)
        ]
        taken = Counter(str(one.card) for one in log if isinstance(one, CardTaken) and one.seat == seat)
        blind = sum(isinstance(one, CardDrawn) and one.seat == seat for one in log)
        whole = self._voice.words.cards(taken.elements()) or self._say("facts-no_cards")
        who = self._voice.names[seat]
        if cards:
            named = self._counted(cards, taken)
            return [self._say("facts-taken_named", who=who, named=named, cards=whole, count=blind)]
        return [self._say("facts-taken", who=who, cards=whole, count=blind)]

    # at the end

    def _of_end(self, look: str, asked: FactsAsked, seats: Sequence[SeatId], words: Words) -> Answer | None:
        """The points of one reason, the total of a person, or by how much somebody has won."""
        sheet = score(self._loaded.ruleset, self._loaded.state)
        totals = {seat.seat: seat.total for seat in sheet.seats}
        if asked.is_gap:
            own = list(self._gap(totals, seats))
            return ([*headline(self._loaded, self._say.lang, self._voice.viewer), *own], False)
        if not seats:
            return None
        reasons = self._reasons(sheet, words)
        lines = [line for seat in seats for line in self._brought(sheet, seat, reasons)]
        if lines:
            return lines, False
        is_total = ("points" in asked.things and look in OF_TABLE) or (
            asked.is_counted and {*asked.things} <= {"points"}
        )
        totalled = [self._total(sheet, seat) for seat in seats] if is_total else []
        return (totalled, False) if totalled else None

    def _reasons(self, sheet: ScoreSheet, words: Words) -> list[str]:
        """The lines of the score sheet that are named, by a word of the game or of a rule."""
        named, spoken = concepts_in(words), f" {' '.join(words)} "
        reasons = {line.reason for seat in sheet.seats for line in seat.lines}
        by_rule = [rule for rule, nouns in nouns_of_rules(self._loaded.ruleset) if has_phrase(spoken, nouns)]
        wanted = [*(reason for concept, reason in REASONS.items() if concept in named), *by_rule]
        if "route" in named and (REASONS["path"] in wanted or "longest" in named):  # "the longest route"
            wanted[wanted.index(REASONS["route"])] = REASONS["path"]
        return [reason for reason in dict.fromkeys(wanted) if reason in reasons]

    def _brought(self, sheet: ScoreSheet, seat: SeatId, reasons: Sequence[str]) -> Iterator[str]:
        for reason in reasons:
            points = sum(line.points for line in sheet.seats[seat].lines if line.reason == reason)
            label = self._say.or_words(f"reason-{reason}", reason)
            yield self._own("facts-reason", seat, reason=label, points=f"{points:+d}")
            if reason == TICKETS:
                yield from tickets_in_score(self._voice, sheet.seats[seat])

    def of_score_line(self, words: Words) -> Answer | None:
        """What one line of the score sheet brought: to those who are named, or who got most by it.

        Who lost by it is seen from the lines of everybody.
        """
        if not isinstance(self._loaded.state.phase, Scored):
            return None
        sheet = score(self._loaded.ruleset, self._loaded.state)
        names = {word: seat for seat, name in self._voice.names.items() for word in plain_words(name)}
        asked = facts_asked(self._loaded.ruleset, words, names)
        reasons, is_of_points = self._reasons(sheet, words), speaks_of_points(words)
        is_of_everybody = speaks_of_loss(words) and not asked.people
        if is_of_points and (asked.people or is_of_everybody):
            seats = [seat for seat in self._seats(asked, names) if seat is not None]
            seats = [seat.seat for seat in sheet.seats] if is_of_everybody else seats
            lines = [line for seat in seats for line in self._brought(sheet, seat, reasons)]
        elif asks_who(words) and not asked.people and asked.extreme != FEWEST:
            awards = [one for one in reasons if is_of_points or one not in COMMON_REASONS]
            lines = [line for reason in awards for line in self._awarded(sheet, reason)]
        else:
            return None
        return (lines, False) if lines else None

    def _awarded(self, sheet: ScoreSheet, reason: str) -> Iterator[str]:
        """Who got most by one line of the score, and for how long a path."""
        brought = {
            seat.seat: sum(line.points for line in seat.lines if line.reason == reason)
            for seat in sheet.seats
        }
        most = max(brought.values())
        if most <= 0:
            return
        best = [seat for seat, points in brought.items() if points == most]
        who = self._say.listed(self._voice.names[seat] for seat in best)
        label = self._say.or_words(f"reason-{reason}", reason)
        measure = self._loaded.ruleset.measures.get(reason)
        if measure is None:
            yield self._say("facts-award", reason=label, who=who, points=most)
        else:
            length = measure(self._loaded.ruleset, self._loaded.state)[best[0]]
            yield self._say("facts-award_path", reason=label, who=who, points=most, count=length)

    def _total(self, sheet: ScoreSheet, seat: SeatId) -> str:
        own = sheet.seats[seat]
        return self._own("facts-total", seat, count=own.total, rank=own.rank)
