"""What a text means: one command for sure, one of several, a look around the table, or nothing that we know.

Every reading of the text is held against the legal commands: everything that was said must belong to the command.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from service.language.grammar.contrast import sorted_parts, without_contrast
from service.language.grammar.inquiry import QUESTION_MARK, inquiry_in, is_asking, is_bidding, places_in
from service.language.grammar.lexicon import EVERYDAY, MISTYPED, SKELETON, Lexicon, lexicon_of
from service.language.grammar.phrases import (
    TURNING,
    Answer,
    HeardMatter,
    Words,
    absence_in,
    answer_in,
    has_phrase,
    is_near,
    leaning_in,
    matter_in,
    matter_within,
    mistyped_query,
    plain_words,
    prevailing_language,
    query_in,
    sentence,
    spoken_words,
    without_request,
    without_yes,
)
from service.language.grammar.segmentation import MIDDLE, UNKNOWN, Mention, Said, ways_to_read
from service.language.languages import words_for
from service.language.vocabulary.board_words import first_twins, join, tracks_of
from service.language.vocabulary.command_fields import ROUTE, fields_of, payment_of, route_of
from ttr_core.engine.engine import legal_commands
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.model.commands import Command, DrawCard, DrawTickets, RouteCommand, SeatCommand, TakeCard
from ttr_core.model.ids import Card, CityId, DeckName, RouteId, SeatId, TicketId
from ttr_core.model.kinds import FieldKind, field_kinds
from ttr_core.model.message import type_name
from ttr_core.model.phases import DrawingSecond, PlayingTurn
from ttr_core.model.state import State

MOST_IN_A_TURN = 2  # cards drawn one by one
MOST_TICKETS = 8  # that one text names by their cities

Tickets = frozenset[TicketId]
Kinds = Mapping[str, Sequence[Sequence[Command]]]  # commands by type; those about the same thing together


class Situation(NamedTuple):
    """What can be meant: the legal commands of the speaker, and the tickets that they choose from."""

    ruleset: Ruleset
    legal: Sequence[Command]
    offer: tuple[TicketId, ...] = ()
    draws: int = MOST_IN_A_TURN  # cards that can still be drawn one by one
    pairable: tuple[Card, ...] = ()  # face-up cards that can be one of two in this turn
    market: tuple[Card | None, ...] = ()  # the face-up cards in their order
    is_choice: bool = False  # the game waits for one thing only, so that naming it is enough
    is_wished: bool = False  # it was said that what is named is wanted: `two cards please`


def situation_of(ruleset: Ruleset, state: State, seat: SeatId) -> Situation:
    legal = legal_commands(ruleset, state, seat)
    offer = ticket_choice(state, seat).offer
    is_turn = isinstance(state.phase, PlayingTurn)
    pairable = _pairable(ruleset, state, seat)
    draws = MOST_IN_A_TURN if is_turn else 1
    return Situation(ruleset, legal, offer, draws, pairable, state.market, is_choice=not is_turn)


def _pairable(ruleset: Ruleset, state: State, seat: SeatId) -> tuple[Card, ...]:
    """What may be taken as a second card may be taken as the first of two."""
    if not isinstance(state.phase, PlayingTurn):
        return ()
    second = legal_commands(ruleset, replace(state, phase=DrawingSecond(seat=seat)), seat)
    cards = {command.card for command in second if isinstance(command, TakeCard)}
    return tuple(card for card in state.market if card in cards)


class Fit(NamedTuple):
    command: Command
    complete: bool  # all that the command is about was named
    named: bool  # all cards that it takes were named, too
    sure: bool  # nothing that was said could be something else on this board
    rank: int
    said: Said


class CommandMatch:
    """One reading of a text, compared with the commands."""

    def __init__(self, situation: Situation, said: Said) -> None:
        self._situation, self._said = situation, said
        self._tracks = tracks_of(situation.ruleset)
        self._single = all(len(m.values) == 1 for m in (*said.cards, *said.decks))
        self._checks: Mapping[FieldKind, Callable[[Any], bool | None]] = {
            ROUTE: self._route,
            FieldKind(RouteId, several=True): self._routes,
            FieldKind(CityId, several=False): self._city,
            FieldKind(Card, several=False): self._card,
            FieldKind(DeckName, several=True): self._decks,
            FieldKind(TicketId, several=False): self._ticket,
            FieldKind(TicketId, several=True): self._tickets,
        }

    def fits(self, kinds: Kinds) -> Iterator[Fit]:
        """Of the plainest meaning of the verb that has room for all that was said."""
        meant = dict.fromkeys(kinds, 0) if self._said.kinds is None else self._said.kinds
        ranks = {k: meant[k] for k, alike in kinds.items() if k in meant and self._has_room(alike[0][0])}
        plainest = min(ranks.values(), default=0)
        for kind in (kind for kind, rank in ranks.items() if rank == plainest):
            sure = self._single and self._certain(kind, kinds[kind][0][0])
            for commands in kinds[kind]:
                whole = self._subject(commands[0])
                if whole is not None:
                    yield from self._paid_ways(commands, whole, sure, plainest)

    def _has_room(self, command: Command) -> bool:
        """Whether commands of this type have room for all that was said."""
        said, fields = self._said, _fields(type(command))
        kinds, several = fields.kinds, fields.several
        tickets, routes, places = TicketId in kinds, RouteId in kinds, CityId in kinds
        named = said.places or said.cards or said.decks or (said.elements and tickets)
        is_counted = said.counted or (self._situation.is_wished and said.numbers == (MOST_IN_A_TURN,))
        counts = is_counted and said.numbers and isinstance(command, TakeCard if said.placed else DrawCard)
        if said.kinds is None and not (named or counts):
            return False
        if said.negated and TicketId not in several:
            return False
        if len(said.places) > (2 if fields.one_route else 1 if places else len(said.places)):
            return False
        room = (
            (said.places, tickets or routes or places),
            (said.cards, Card in kinds or routes),
            (said.decks, DeckName in kinds),
            (said.tracks, routes),
            (said.ranks, tickets),
            (said.numbers, tickets or said.places or said.decks or self._counts(command)),
            (said.all, tickets or said.decks),
            (said.none, not several.isdisjoint({TicketId, RouteId, Card})),
        )
        return all(place for thing, place in room if thing)

    def _counts(self, command: Command) -> bool:
        """Whether a number can say how many: of cards, rather than of anything else that the verb may mean.

        A place in a row is that of a face-up card.
        """
        if self._said.placed:
            return isinstance(command, TakeCard) or (isinstance(command, DrawCard) and self._is_second())
        return isinstance(command, DrawCard) or "draw_card" not in (self._said.kinds or ())

    def _paid_ways(self, commands: Sequence[Command], whole: bool, sure: bool, rank: int) -> Iterator[Fit]:
        says_how = bool(self._said.cards or self._said.none)
        spare = self._colours(commands[0]) if says_how else frozenset()
        for command in commands:
            named = self._paid(command, spare) if says_how else True
            if named is not None:
                yield Fit(command, whole, named, sure, rank, self._said)

    # what it is about

    def _subject(self, command: Command) -> bool | None:
        """Whether all of it was named; None if something else was."""
        whole = True
        for name, field in fields_of(type(command)).about.items():
            if check := self._thing if field.is_thing else self._checks.get(field):
                named = check(getattr(command, name))
                if named is None:
                    return None
                whole = whole and named
        return whole

    def _route(self, route: str) -> bool | None:
        places, (ends, track, _) = self._said.places, self._tracks[route]
        if self._said.tracks and self._said.tracks[0][1] != track:
            return None
        if len(places) > 2 or not all(ends & place for place in places):
            return None
        if len(places) == 2:
            return True if join(ends, *places) else None
        return False

    def _city(self, city: str) -> bool | None:
        places = self._said.places
        if not places:
            return False
        return True if len(places) == 1 and city in places[0] else None

    def _thing(self, thing: str) -> bool | None:
        """The only one, such as a festival, need not be named."""
        fields = (field_kinds(type(command)).values() for command in self._situation.legal)
        only = sum(any(field.is_thing for field in kinds) for kinds in fields) == 1
        return only if not self._said.places else self._city(thing)

    def _card(self, card: str) -> bool | None:
        cards = self._said.cards
        if not cards:
            return self._lies_there(card) if self._said.placed else False
        fits = len(cards) == 1 and card in cards[0].values and cards[0].number in (None, 1)
        return True if fits else None

    def _lies_there(self, card: str) -> bool | None:
        """`the second card`, counted among those that lie face up."""
        (number, *others), market = self._said.numbers, self._situation.market
        if others or not 1 <= abs(number) <= len(market):
            return None
        return True if market[number - 1 if number > 0 else number] == card else None

    def _decks(self, decks: tuple[str, ...]) -> bool | None:
        said = self._said.decks
        if not said:
            return not decks
        if len({mention.values for mention in said}) == len(said) and not any(m.number for m in said):
            return False if len(set(decks)) == len(said) and self._are_named(decks) else None
        counts: Counter[frozenset[str]] = Counter()  # a deck may be named again for each of its tickets
        for mention in said:
            counts[mention.values] += mention.number or 1
        named = all(any(decks.count(deck) == count for deck in names) for names, count in counts.items())
        return True if named and counts.total() == len(decks) else None

    def _are_named(self, decks: tuple[str, ...]) -> bool:
        """Whether every ticket is from one of the decks that were named: `short tickets`."""
        return all(any(deck in mention.values for mention in self._said.decks) for deck in decks)

    def _ticket(self, ticket: TicketId) -> bool | None:
        return self._tickets((ticket,))

    def _tickets(self, tickets: tuple[TicketId, ...]) -> bool | None:
        sets = ticket_sets(self._situation.ruleset, self._situation.offer, self._said)
        if sets is None:
            return None if self._said.negated else False
        return sets.get(frozenset(tickets), sets.get(len(tickets)))

    def _routes(self, routes: tuple[str, ...]) -> bool | None:
        said = self._said
        if said.none or not said.places:
            return (True if not routes else None) if said.none else False
        pairs = [said.places[n : n + 2] for n in range(0, len(said.places), 2)]
        if len(pairs) != len(routes) or len(pairs[-1]) != 2:
            return None
        tracks = {before // 2 - 1: track for before, track in said.tracks}
        left = list(routes)
        for number, pair in enumerate(pairs):
            fitting = [r for r in left if self._is_between(r, pair, tracks.get(number))]
            if not fitting:
                return None
            left.remove(fitting[0])
        return True

    def _is_between(self, route: str, pair: Sequence[frozenset[str]], wanted: int | None) -> bool:
        ends, track, _ = self._tracks[route]
        return join(ends, *pair) and wanted in (None, track)

    # what is paid

    def _paid(self, command: Command, spare: frozenset[str]) -> bool | None:
        """Whether all kinds of cards were named, or none; None if other cards were."""
        cards, mentions = payment_of(command), self._said.cards
        if self._said.none and cards:
            return None
        if cards is None or not mentions:
            return True
        if not all(holds(cards, m) or (m.number is None and m.values & spare) for m in mentions):
            return None
        return all(any(card in mention.values for mention in mentions) for card in cards)

    def _colours(self, command: Command) -> frozenset[str]:
        """The colours of the route itself, which tell it from the track beside it."""
        route = route_of(command)
        if route is None:
            return frozenset()
        ruleset = self._situation.ruleset
        return frozenset(ruleset.routes[ruleset.route_index[route]].colour.split("/"))

    # what else it could be

    def _certain(self, kind: str, command: Command) -> bool:
        """Beginnings of names that fit several things of the board leave doubts, whatever is legal now."""
        said = self._said
        fields = _fields(type(command))
        if fields.one_route and len(said.places) == 2:
            ends = {self._tracks[r][0] for r in self._tracks if join(self._tracks[r][0], *said.places)}
            return len(ends) == 1 and not said.numbers
        if TicketId not in fields.kinds:
            times = said.numbers[0] if len(said.numbers) == 1 else 0
            counted = kind == "draw_card" and (0 < times <= self._situation.draws or said.placed)
            if said.numbers and not counted and not self._is_placed():
                return False
            return all(len(place) == 1 for place in said.places)
        return True

    def _is_placed(self) -> bool:
        """Whether the number says which card, or only that it is the second one of the turn."""
        return self._said.placed and bool(self._said.cards) == self._is_second()

    def _is_second(self) -> bool:
        """`the second one: black`, said of the second card of a turn."""
        return self._situation.draws == 1 and self._said.numbers == (2,)


def holds(cards: Sequence[str], mention: Mention) -> bool:
    if mention.number is None:
        return any(value in cards for value in mention.values)
    return any(cards.count(value) == mention.number for value in mention.values)


def by_kind(legal: Sequence[Command]) -> Kinds:
    """The commands by their types, those about the same thing together."""
    by_type: dict[str, dict[Any, list[Command]]] = {}
    for command in legal:
        kind = type(command)
        groups = by_type.setdefault(type_name(kind), {})
        groups.setdefault(tuple([getattr(command, name) for name in fields_of(kind).about]), []).append(
            command
        )
    return {kind: list(groups.values()) for kind, groups in by_type.items()}


class _Fields(NamedTuple):
    """What the fields of a type of commands hold."""

    kinds: frozenset[object]
    several: frozenset[object]  # those of which a field holds several
    one_route: bool


@cache
def _fields(kind: type[Command]) -> _Fields:
    fields = field_kinds(kind).values()
    return _Fields(
        frozenset(
            CityId if field.is_thing else field.kind for field in fields
        ),  # a thing is named like a place
        frozenset(field.kind for field in fields if field.several),
        ROUTE in fields,
    )


# tickets of an offer: by their numbers, by their cities, or all of them


def ticket_sets(ruleset: Ruleset, offer: Sequence[TicketId], said: Said) -> dict[Tickets | int, bool] | None:
    """The sets that may be meant, or numbers of tickets, and whether that names them; None if nothing was said."""
    if said.negated:
        return _all_but(ruleset, offer, said)
    if said.ranks:
        return _by_rank(ruleset, offer, said)
    if said.all:
        return {frozenset(offer): True}
    if said.none:
        return {frozenset(): True}
    if said.places:
        return dict.fromkeys(_by_places(ruleset, offer, said.places, said.numbers), True)
    return _by_numbers(ruleset, offer, said) if said.numbers else None


def _all_but(ruleset: Ruleset, offer: Sequence[TicketId], said: Said) -> dict[Tickets | int, bool] | None:
    """Tickets by those that are not wanted: `all but the long one`, `discard 2`."""
    named = said._replace(negated=False, all=said.all and not said.elements > 1)
    sets = ticket_sets(ruleset, offer, named._replace(indexed=True))
    if sets is None or said.none:
        return None
    return {
        frozenset(offer) - tickets: sure for tickets, sure in sets.items() if isinstance(tickets, frozenset)
    }


def _by_rank(ruleset: Ruleset, offer: Sequence[TicketId], said: Said) -> dict[Tickets | int, bool]:
    """`the long one`, `the two short ones`; nothing if it is not certain which."""
    count = said.numbers[0] if said.numbers else 1
    sign = -1 if said.ranks[0] == "long" else 1
    worth = {ticket: sign * max(points for _, points in ruleset.tickets[ticket].goals) for ticket in offer}
    ranked = sorted(offer, key=worth.__getitem__)
    is_certain = len(said.ranks) == 1 and len(said.numbers) < 2 and 0 < count <= len(offer)
    if not is_certain or (count < len(offer) and worth[ranked[count - 1]] == worth[ranked[count]]):
        return {}
    return {frozenset(ranked[:count]): True}


def _by_numbers(ruleset: Ruleset, offer: Sequence[TicketId], said: Said) -> dict[Tickets | int, bool]:
    """One number by itself may be that of a ticket or how many to keep: `2` is both, `1` and `1 3` are not."""
    middle = (len(offer) + 1) // 2 if len(offer) % 2 else 0
    numbers = tuple(middle if number == MIDDLE else number for number in said.numbers)
    lone = len(numbers) == 1 and not said.indexed
    if lone and said.spelled:
        return {numbers[0]: False}
    if lone and numbers[0] > len(offer):
        return _by_points(ruleset, offer, numbers[0])
    if not all(1 <= abs(number) <= len(offer) for number in numbers):
        return {}
    chosen = frozenset(offer[number - 1 if number > 0 else number] for number in numbers)
    if len(chosen) != len(numbers):
        return {}
    if lone and numbers[0] > 1:
        return {chosen: False, numbers[0]: False}
    return {chosen: True}


def _by_points(ruleset: Ruleset, offer: Sequence[TicketId], points: int) -> dict[Tickets | int, bool]:
    """`the 20 pointer`, if only one is worth that much."""
    worth = [ticket for ticket in offer if any(value == points for _, value in ruleset.tickets[ticket].goals)]
    return {frozenset(worth): True} if len(worth) == 1 else {}


def _by_places(
    ruleset: Ruleset, offer: Sequence[TicketId], places: Sequence[frozenset[str]], points: Sequence[int]
) -> Iterator[Tickets]:
    """Each ticket is named by one or both of its ends, and perhaps its points."""
    for tickets in _partitions(ruleset, offer, places[: 2 * MOST_TICKETS]):
        worth = {value for ticket in tickets for _, value in ruleset.tickets[ticket].goals}
        if len(places) <= 2 * MOST_TICKETS and worth.issuperset(points):
            yield tickets


def _partitions(
    ruleset: Ruleset, offer: Sequence[TicketId], places: Sequence[frozenset[str]]
) -> Iterator[Tickets]:
    if not places:
        yield frozenset()
        return
    for used in (2, 1):
        for ticket in offer if len(places) >= used else ():
            if _is_named(ruleset, ticket, places[:used]):
                others = [other for other in offer if other != ticket]
                yield from (rest | {ticket} for rest in _partitions(ruleset, others, places[used:]))


def _is_named(ruleset: Ruleset, ticket: TicketId, places: Sequence[frozenset[str]]) -> bool:
    starts = {str(ruleset.tickets[ticket].a)}
    ends = {str(to) for to, _ in ruleset.tickets[ticket].goals}
    if len(places) == 1:
        return bool(places[0] & (starts | ends))
    first, second = places
    return bool((first & starts and second & ends) or (second & starts and first & ends))


# the meaning of the whole text

THEN = words_for(lambda heard: heard.then)
NEGATIONS = words_for(lambda heard: heard.signs["not"])
KEEPING = words_for(lambda heard: heard.moves["keep"])
MOST_WORDS = 60  # of a text; names and payments need far fewer
CLAUSE = re.compile(r"[^,;:!?.…\n]*[,;:!?.…\n]*")
SUBJECTS = words_for(lambda heard: heard.handover.i)  # they need a verb: `I like the first one` is no answer
WISHES = words_for(lambda heard: (*heard.wishes, *heard.corrections))
# those of several words; a single one is unknown or means something else
CONDITIONS = frozenset(one for one in words_for(lambda heard: heard.orders.conditions) if " " in one)
NEVER_MATTERS = EVERYDAY | words_for(lambda heard: heard.please)  # in a clause that is left out


class Heard(NamedTuple):
    """What a text means."""

    lang: str | None  # the language of its words, unless several share them
    commands: tuple[Command, ...] = ()  # to be carried out one after the other
    options: tuple[Command, ...] = ()  # may be meant, one of them
    unknown: tuple[str, ...] = ()  # words that are not in the language
    understood: Said | None = None  # what was said, if no legal command fits it
    look: str = ""
    about: str = ""  # what the look is about
    preview: bool = False
    verb: bool = False
    tentative: bool = False  # likely meant, but without a verb: confirmed before they are done
    answer: Answer | None = None  # a yes or no that the game itself has not asked for
    following: str = ""  # what is said of the choice that the commands lead to: `keep all`
    compound: bool = False  # several moves that do not fit in one turn
    question: bool = False  # nothing that we can answer

    @property
    def only(self) -> tuple[Command, ...]:
        """What is meant, or the only thing that may be meant."""
        return self.commands or (self.options if len(self.options) == 1 and not self.unknown else ())


def hear(situation: Situation, text: str) -> Heard:
    """Never more than what all of the text says; a move beside talk of other things is asked for."""
    if text.count(QUESTION_MARK) > 1 and (last := _look_beside_talk(situation, text)):
        return last
    heard = _heard(situation, text)
    aside = Aside.left_out_of(lexicon_of(situation.ruleset), text) if heard.unknown else None
    if aside is None:
        is_open = heard.unknown and not heard.options
        return (_look_beside_talk(situation, text) or _leaning(situation, text) if is_open else None) or heard
    later = _heard(situation, aside.rest)
    if later.unknown and not later.options:
        return _leaning(situation, text) or heard
    if not (later.commands or later.options or later.look or later.understood):
        return heard
    return later if aside.is_idle or not later.commands else later._replace(tentative=True)


def _look_beside_talk(situation: Situation, text: str) -> Heard | None:
    """A look in one clause, where nothing else can be about the game: "I'm lost, what are my options?"."""
    lexicon, clauses = lexicon_of(situation.ruleset), clauses_of(text)
    if len(clauses) < 2 or not all(_says_nothing(lexicon, word) for word in plain_words(text)):
        return None
    heard = (_heard(situation, clause) for clause in reversed(clauses))
    return next((one for one in heard if one.look), None)


def _leaning(situation: Situation, text: str) -> Heard | None:
    """An answer to what the game offers that only sounds like a yes or a no: it is asked whether it is one."""
    leaning = leaning_in(spoken_words(text))
    commands = _answering(situation, yes=leaning.yes) if leaning else ()
    return Heard(leaning.lang, options=commands) if leaning and commands else None


class Aside(NamedTuple):
    """What is left of a text without the clauses that cannot be about the game: "sorry I am late! draw 2"."""

    rest: str
    is_idle: bool  # all that was left out are words that never matter

    @classmethod
    def left_out_of(cls, lexicon: Lexicon, text: str) -> "Aside | None":
        """None if all clauses may be about the game, or none."""
        clauses = clauses_of(text)
        idle = [_is_talk(lexicon, plain_words(clause)) for clause in clauses]
        if all(idle) or not any(idle):
            return None
        rest = " ".join(clause for clause, is_idle in zip(clauses, idle, strict=True) if not is_idle)
        left_out = {
            w for one, is_idle in zip(clauses, idle, strict=True) if is_idle for w in plain_words(one)
        }
        return cls(rest.rstrip(" ,;:"), left_out <= NEVER_MATTERS)


def clauses_of(text: str) -> list[str]:
    """The parts of a text, each with the signs that end it."""
    return [clause for clause in CLAUSE.findall(text) if plain_words(clause)]


def _is_talk(lexicon: Lexicon, words: Words) -> bool:
    """A clause that cannot be about the game; a negation turns only what stands beside it: "can't decide... draw 2"."""
    telling = [word for word in words if word not in NEGATIONS]
    turned = len(telling) < len(words)
    is_about_itself = not turned or any(word not in NEVER_MATTERS for word in telling)
    return is_about_itself and all(_says_nothing(lexicon, word) for word in telling)


def _says_nothing(lexicon: Lexicon, word: str) -> bool:
    if word in TURNING:
        return False
    sorts = {match.sort for match in lexicon.matches((word,)) if match.tier < MISTYPED}
    is_article = word in EVERYDAY and sorts == {"number"}
    return "filler" in sorts or not sorts or is_article


def _heard(situation: Situation, text: str) -> Heard:
    words = spoken_words(text)
    if not words or len(words) > MOST_WORDS:
        return Heard(None, unknown=(text[:40],))
    spoken = sentence(text)
    query = query_in(words)
    query = query if query.look else query_in(spoken)
    if query.look == "never_mind" and (declining := _answering(situation, yes=False)):
        return Heard(query.lang, commands=declining)
    if query.look and not (query.rest and _names_no_place(situation, query.rest)):
        return Heard(query.lang, look=query.look, about=" ".join(query.rest), preview=query.preview)
    if answer := answer_in(spoken):
        return _yes_or_no(situation, answer)
    lexicon = lexicon_of(situation.ruleset)
    is_move = query.preview and NEGATIONS.isdisjoint(words)  # nobody previews what they do not do
    said = dict.fromkeys((words, spoken))
    inquiries = (inquiry_in(situation.ruleset, text, one) for one in said if not is_move)
    inquiry = next((one for one in inquiries if one), None)
    if inquiry:
        return Heard(inquiry.lang, look=inquiry.look, about=inquiry.about, question=not inquiry.look)
    said_plainly = f" {' '.join(words)} "
    if has_phrase(said_plainly, WISHES):
        situation = situation._replace(is_wished=True)
    heard = _move(situation, lexicon, query.rest)
    if has_phrase(said_plainly, CONDITIONS):
        heard = heard._replace(tentative=True)
    if not heard.commands and not heard.options and (near := mistyped_query(words)):
        return Heard(near.lang, look=near.look)
    if text.rstrip().endswith(QUESTION_MARK) and not is_bidding(spoken):
        heard = heard._replace(tentative=True, options=())
    return heard._replace(preview=query.preview, lang=heard.lang or query.lang)


def _names_no_place(situation: Situation, words: Words) -> bool:
    """Whether something else than a place is said behind `the map`: in French, `the card` on the right."""
    lexicon = lexicon_of(situation.ruleset)
    return not places_in(situation.ruleset, words) and any(
        lexicon.exact(words[n:]) for n in range(len(words))
    )


def _move(situation: Situation, lexicon: Lexicon, words: Words) -> Heard:
    """One or several moves; words that lead up to them are left out where they are not part of them."""
    if twice := _sorted_twice(situation, lexicon, words):
        return twice
    words = without_contrast(lexicon, words)
    heard = _compound(situation, lexicon, words) or _moves(situation, lexicon, words)
    if not heard.unknown:
        return heard
    if behind_yes := without_yes(words):
        return _move(situation, lexicon, behind_yes)
    if behind_request := without_request(words):
        later = _move(situation, lexicon, behind_request)
        return later if is_bidding(words) else later._replace(tentative=True)
    return heard


def matter_heard(
    situation: Situation, text: str, has_requests: Callable[[], bool] = lambda: False
) -> HeardMatter | None:
    """The matter of the table that a text is, unless it rather answers what the game itself offers."""
    heard = matter_in(sentence(text)) or _matter_beside_talk(situation, text)
    if heard is None:
        return None
    about_request = heard.matter.which == "motion"
    if (about_request and has_requests()) or not (about_request or heard.matter.grave):
        return heard
    commands = hear(situation, text).commands
    answers = [isinstance(command, SeatCommand) and bool(command.answers) for command in commands]
    return None if answers and all(answers) else heard


def _matter_beside_talk(situation: Situation, text: str) -> HeardMatter | None:
    """The matter of one clause, if no other one can be about the game: "oh no, wrong one, please undo that"."""
    lexicon, clauses = lexicon_of(situation.ruleset), clauses_of(text)
    matters = {clause: _matter_in_clause(clause) for clause in clauses}
    others = [word for clause in clauses if not matters[clause] for word in plain_words(clause)]
    heard = [matter for matter in matters.values() if matter]
    if len({matter.name for matter in heard}) != 1:
        return None
    is_talk = all(word in TURNING or _says_nothing(lexicon, word) for word in others)
    return max(heard, key=lambda matter: len(matter.rest)) if is_talk else None


def _matter_in_clause(clause: str) -> HeardMatter | None:
    words = sentence(clause)
    if matter := matter_in(words):
        return matter
    asked_for = without_request(words) or words
    return None if is_asking(asked_for) else matter_within(asked_for) or absence_in(spoken_words(clause))


def _answering(situation: Situation, *, yes: bool) -> tuple[Command, ...]:
    """The commands by which a yes or no is said to what the game itself offers."""
    wanted = "yes" if yes else "no"
    return tuple(c for c in situation.legal if isinstance(c, SeatCommand) and c.answers == wanted)


def _yes_or_no(situation: Situation, answer: Answer) -> Heard:
    """An answer where the game itself offers something: `yes` to what can be had in one way only, else which way."""
    commands = _answering(situation, yes=answer.yes)
    if not commands:
        return Heard(answer.lang, answer=answer)
    return (
        Heard(answer.lang, commands=commands) if len(commands) == 1 else Heard(answer.lang, options=commands)
    )


def _compound(situation: Situation, lexicon: Lexicon, words: Words) -> Heard | None:
    """Several moves in one sentence: all of them in this order, or none; None if it is one move."""
    for number in (n for n, word in enumerate(words) if word in THEN and 0 < n < len(words) - 1):
        left, right = words[:number], words[number + 1 :]
        while right and right[0] in THEN:
            right = right[1:]
        joining = _word(lexicon, right)
        first, second = _moves(situation, lexicon, left), _moves(situation, lexicon, right)
        if (joining is None or _word(lexicon, left) is None) and not _are_cards(first, second, joining):
            continue
        if together := _in_one_turn(situation, first, second, " ".join(right)):
            return together
        if joining or _is_another(first, _moves(situation, lexicon, words)):
            return Heard(first.lang or second.lang, understood=first.understood, compound=True)
    return None


def _sorted_twice(situation: Situation, lexicon: Lexicon, words: Words) -> Heard | None:
    """Tickets to keep and tickets to give back in one sentence: both must say the same."""
    parts = sorted_parts(lexicon, words)
    both = [_moves(situation, lexicon, part) for part in parts]
    if len(both) != 2 or not all(heard.commands for heard in both):
        return None
    first, second = both
    return first if first.commands == second.commands else Heard(first.lang, compound=True)


def _are_cards(first: Heard, second: Heard, joining: bool | None) -> bool:
    """Whether both parts are moves by themselves: `one from the deck and the red`."""
    if joining is None:
        halves = [{type(command) for command in half.only} for half in (first, second)]
        return halves == [{DrawCard}, {TakeCard}]
    return bool(first.only and second.only)


def _in_one_turn(situation: Situation, first: Heard, second: Heard, right: str) -> Heard | None:
    """Two cards one after the other, or tickets of which all are kept."""
    lang = first.lang or second.lang
    halves = first.only, second.only
    both = tuple(command for half in halves for command in half)
    draws = all(isinstance(command, DrawCard | TakeCard) for command in both)
    if all(halves) and draws and len(both) == MOST_IN_A_TURN and _are_pairable(situation, both):
        is_meant = first.verb or second.verb or situation.is_choice or situation.is_wished
        return Heard(lang, commands=both, verb=True, tentative=not is_meant)
    keeps_all = second.understood is not None and second.understood.all and second.understood.elements == 1
    is_kept = keeps_all and "keep_tickets" in (second.understood.kinds or {} if second.understood else {})
    if len(first.commands) == 1 and isinstance(first.commands[0], DrawTickets) and is_kept:
        return Heard(lang, commands=first.commands, verb=True, following=right)
    return None


def _is_another(first: Heard, whole: Heard) -> bool:
    """Whether the first part alone is a move, and another one than the whole sentence would be."""
    meant = {type(command) for command in (*whole.commands, *whole.options)}
    return bool(first.commands) and bool(meant) and type(first.commands[0]) not in meant


def _word(lexicon: Lexicon, words: Words) -> bool | None:
    """Whether the words have a verb; None if they have not even a noun of moves."""
    senses = [lexicon.matches((word,)) for word in words]
    sure = [matches for matches in senses if all(match.sort in ("word", "filler") for match in matches)]
    names = [name for matches in sure for match in matches for name in match.values if match.sort == "word"]
    if not names:
        return None
    return any(not lexicon.words[name].is_noun for name in names)


def _moves(situation: Situation, lexicon: Lexicon, words: Words) -> Heard:
    """Words that are exactly something are not taken for something else because that would be possible."""
    ways = list(ways_to_read(lexicon, words))
    ways = [said for said in ways if said.is_plausible] or ways
    kinds, nearest = by_kind(situation.legal), min(said.tiers for said in ways)
    usable = [said for said in ways if said.tiers == nearest]
    fits = [fit for said in usable for fit in CommandMatch(situation, said).fits(kinds)]
    if not fits or all(_is_vague(fit.said) or _may_turn_round(fit) or _is_chance(fit.said) for fit in fits):
        return _nothing(situation, words, usable, ways)
    best = nearest_fits(situation.ruleset, fits)
    said = best[0].said
    lang, unknown = prevailing_language(said.langs), said.unknown
    if not unknown and (cards := open_cards(situation, said)):
        return cards
    is_answer = situation.is_choice and len(words) > 1 and SUBJECTS.isdisjoint(words)
    is_named = not said.tiers and (situation.is_wished or is_answer)
    if len(best) == 1 and _is_said(best[0], fits, is_named):
        return Heard(lang, commands=repeated(best[0]), verb=said.verb, tentative=_is_rare(best[0]))
    if len(best) == 1 and is_sure(best[0], verb=True, known=False) and len(repeated(best[0])) > 1:
        return Heard(lang, commands=repeated(best[0]), unknown=unknown, verb=said.verb, tentative=True)
    return Heard(lang, options=tuple(fit.command for fit in best), unknown=unknown, verb=said.verb)


def _is_said(best: Fit, fits: Sequence[Fit], is_named: bool) -> bool:
    """Whether it is surely meant, also by another reading of the same words: `want` may be a verb or nothing."""
    alike = (fit for fit in fits if fit.command == best.command and repeated(fit) == repeated(best))
    return is_sure(best, verb=is_named) or any(map(is_sure, alike))


def _is_rare(fit: Fit) -> bool:
    """`take 2`: the verb alone means other cards than those that can be counted."""
    plainest = min((fit.said.kinds or {"": 0}).values())
    return isinstance(fit.command, DrawCard) and bool(fit.said.numbers) and fit.rank > plainest


def _may_turn_round(fit: Fit) -> bool:
    """An unknown verb may keep tickets or throw them away, unless it is nearly one for keeping."""
    chooses = TicketId in _fields(type(fit.command)).kinds and fit.said.kinds is None
    return chooses and any(not is_near(word, KEEPING) for word in fit.said.unknown)


def _is_vague(said: Said) -> bool:
    """A verb, and nothing else that we know: `claim atlantis`."""
    kinds = said.kinds or {}
    claims = kinds.get("claim_route") == 0 or ("claim_route" in kinds and "take_card" not in kinds)
    return not said.elements and len(said.unknown) > (0 if claims else 1)


def _is_chance(said: Said) -> bool:
    """One word that is hardly a name, and nothing else of a move: `brb dinner` is not about Denver."""
    tiers = said.tiers - len(said.unknown) * UNKNOWN.tier
    return said.kinds is None and said.elements == 1 and tiers >= SKELETON


def _nothing(situation: Situation, words: Words, usable: Sequence[Said], ways: Sequence[Said]) -> Heard:
    for said in usable:
        if not said.unknown and (cards := open_cards(situation, said)):
            return cards
    first = min(usable or ways, key=lambda said: (len(said.unknown), said.cost))
    lang = prevailing_language(first.langs)
    is_statement = not first.verb and any(word in SUBJECTS for word in words)
    if first.negated and not (first.unknown or is_statement) and (declining := _declined(situation, first)):
        return Heard(lang, commands=declining, verb=first.verb)
    is_clear = bool(usable) and not first.unknown and (first.kinds is not None or bool(first.elements))
    is_clear = is_clear or (first.negated and first.verb)  # whatever else was said, it was not to be done
    return Heard(lang, unknown=first.unknown, understood=first if is_clear else None, verb=first.verb)


def _declined(situation: Situation, said: Said) -> tuple[Command, ...]:
    """`no share for me`: says no to what the game itself offers, unless it turns another verb round."""
    offered = {type_name(type(command)) for command in _answering(situation, yes=True)}
    declining = _answering(situation, yes=False)
    return declining if len(declining) == 1 and offered & set(said.kinds or offered) else ()


def nearest_fits(ruleset: Ruleset, fits: Sequence[Fit]) -> list[Fit]:
    """Those without unknown words, with the plainest verb, complete ones, the nearest reading, all cards named."""

    def distance(fit: Fit) -> tuple[int, int, bool, int]:
        return len(fit.said.unknown), fit.rank, not fit.complete, fit.said.cost

    distances = list(map(distance, fits))
    nearest = min(distances)
    near = [fit for fit, far in zip(fits, distances, strict=True) if far == nearest]
    named = [fit for fit in near if fit.named] or near
    return list(_without_twins(ruleset, named))


def _without_twins(ruleset: Ruleset, fits: Iterable[Fit]) -> Iterable[Fit]:
    """Equal tracks between the same cities are one choice for people, unless they name one of them."""
    twins = first_twins(ruleset)
    distinct: dict[object, Fit] = {}
    for fit in fits:
        command = fit.command
        distinct.setdefault(
            replace(command, route=twins[command.route]) if isinstance(command, RouteCommand) else command,
            fit,
        )
    return distinct.values()


def is_sure(fit: Fit, *, verb: bool = False, known: bool = True) -> bool:
    """A verb, or at least two things that tell a move from talk, and no doubt about any of them.

    `verb` and `known` leave out whether there is a verb, and whether all words are known.
    """
    said = fit.said
    is_move = verb or said.verb or said.elements > 1
    clear = is_move and not (known and said.unknown) and not said.doubtful and said.verbs < 2
    return clear and fit.complete and fit.named and fit.sure


def repeated(fit: Fit) -> tuple[Command, ...]:
    """`draw 2` is to be done twice."""
    counts = isinstance(fit.command, DrawCard) and fit.said.numbers and not fit.said.placed
    times = fit.said.numbers[0] if counts else 1
    return (fit.command,) * times


def open_cards(situation: Situation, said: Said) -> Heard | None:
    """Two face-up cards at once; one of them is only offered if the other cannot be had."""
    pair = two_open_cards(situation, said)
    if not pair:
        return None
    lang, cards = prevailing_language(said.langs), [command.card for command in pair]
    if _are_pairable(situation, pair):
        is_meant = said.verb or situation.is_choice or situation.is_wished
        return Heard(lang, commands=pair, verb=said.verb, tentative=not is_meant)
    if cards[0] == cards[1]:
        return Heard(lang, options=pair[:1], verb=said.verb)
    return Heard(lang, understood=said, verb=said.verb)


def _are_pairable(situation: Situation, commands: Sequence[Command]) -> bool:
    """Whether the face-up cards lie there, and leave room for each other in one turn."""
    cards = [command.card for command in commands if isinstance(command, TakeCard)]
    return all(situation.pairable.count(card) >= cards.count(card) for card in cards)


def two_open_cards(situation: Situation, said: Said) -> tuple[TakeCard, ...]:
    """`take red and blue`, `take 2 red`: the first one is legal."""
    cards = [card for mention in said.cards for card in _cards_of(mention.values, mention.number)]
    only = said.verbs < 2 and not said.places and not said.numbers and not said.negated and not said.doubtful
    if not only or len(cards) != MOST_IN_A_TURN or "take_card" not in (said.kinds or {"take_card": 0}):
        return ()
    legal = {command.card: command for command in situation.legal if isinstance(command, TakeCard)}
    if cards[0] not in legal:
        return ()
    first = legal[cards[0]]
    return first, TakeCard(seat=first.seat, card=cards[1])


def _cards_of(values: frozenset[str], count: int | None) -> list[Card]:
    """No cards at all if it is not certain which."""
    return [Card(value) for value in values] * min(count or 1, 9) if len(values) == 1 else [Card("")] * 9
