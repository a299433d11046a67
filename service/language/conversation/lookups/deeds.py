"""What people at the table have done: in a turn that is named, with tickets, with cards, or on the map."""

from collections.abc import Collection, Sequence
from itertools import groupby

from service.games.game_cache import Loaded
from service.games.games import Games
from service.language.grammar.concepts import concepts_in
from service.language.grammar.phrases import Words, is_number, number_of
from service.language.languages import words_for
from service.language.speech.story import Voice
from ttr_core.history.chain import Envelope
from ttr_core.model.actor import Actor, Role
from ttr_core.model.events import (
    CardDrawn,
    CardTaken,
    Event,
    RouteClaimed,
    TicketsKept,
    TicketsOffered,
    TurnStarted,
)
from ttr_core.model.ids import RouteId, SeatId

MOST_DEEDS = 12  # in an answer
RECENT_TURNS = 3  # of somebody, that are recounted
CARDS = words_for(lambda heard: heard.signs["cards"])
ARTICLES = words_for(lambda heard: heard.articles)
TICKETS = TicketsOffered | TicketsKept


def deeds(
    games: Games, loaded: Loaded, voice: Voice, seats: Collection[SeatId], about: Words, last: int = 0
) -> list[str]:
    """What these seats did last; of a turn, of tickets, of cards or of routes only that, if a question names it.

    `last` is the number of their last turns, if the question names none.
    """
    log = games.cache.read_events(loaded.game, 0, loaded.version)
    meant = []
    for seat in seats:
        turns = _turns_of(seat, log)
        count = _turns_named(about) or last
        meant += turns[-count:] if count else turns
    kinds = _kinds(about)
    events = [event for turn in meant for event in turn if not kinds or isinstance(event, kinds)]
    return voice.story(events)[-MOST_DEEDS:]


def routes_claimed(games: Games, loaded: Loaded, seat: SeatId) -> list[RouteId]:
    """The routes that a seat has claimed, the first one first."""
    log = games.cache.read_events(loaded.game, 0, loaded.version)
    return [event.route for _, event in log if isinstance(event, RouteClaimed) and event.seat == seat]


def tickets_drawn(games: Games, loaded: Loaded, voice: Voice) -> list[str]:
    """Who has drawn tickets since the first turn."""
    log = games.cache.read_events(loaded.game, 0, loaded.version)
    first = next((n for n, (_, event) in enumerate(log) if isinstance(event, TurnStarted)), len(log))
    return voice.story([event for _, event in log[first:] if isinstance(event, TICKETS)])[-MOST_DEEDS:]


def _turns_of(seat: SeatId, log: Sequence[tuple[Envelope, Event]]) -> list[list[Event]]:
    """The seat's own deeds, turn by turn; those before the first turn together."""
    actor = str(Actor(Role.SEAT, seat))
    number, own = 0, []
    for envelope, event in log:
        number += isinstance(event, TurnStarted)
        is_own = envelope.actor == actor or isinstance(event, TicketsKept)  # kept when the last has chosen
        if is_own and getattr(event, "seat", None) == seat and not isinstance(event, TurnStarted):
            own.append((number, event))
    return [[event for _, event in turn] for _, turn in groupby(own, key=lambda deed: deed[0])]


def _turns_named(words: Words) -> int:
    """How many of the last turns a question is about; 0 for all of them."""
    named = concepts_in(words)
    if "last" not in named:
        return 0
    several = RECENT_TURNS if named.get("turn", "").endswith("s") else 1  # "the last turns"
    numbers = [number_of(word) for word in words if is_number(word) and word not in ARTICLES]
    return numbers[0] if numbers and "turn" in named else several


def _kinds(words: Words) -> tuple[type[Event], ...]:
    """What somebody may have done, by the nouns of a question."""
    named = concepts_in(words)
    kinds: list[type[Event]] = []
    if "ticket" in named:
        kinds += [TicketsOffered, TicketsKept]
    if "route" in named:
        kinds += [RouteClaimed]
    if "market" in named or not CARDS.isdisjoint(words):
        kinds += [CardTaken, CardDrawn]
    return tuple(kinds)
