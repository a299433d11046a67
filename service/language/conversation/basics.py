"""The base game in sentences: what people ask who do not have the rules at hand, with the numbers of the board."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from service.language.languages import codes
from service.language.speech.story import Voice
from ttr_core.base_game import Globetrotter, LongestPath, Routes, Tickets, TrainCards, Turns
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import Witness

IN_SHORT = ("turn", "draw", "colour", "points", "tickets", "bonuses", "trains")
BASE_BONUSES = frozenset({"longest_path", "globetrotter"})


def basics(voice: Voice, topic: str) -> list[str]:
    """What there is to say about one of the topics of `words.toml`."""
    return list(TOPICS[topic](voice, voice.ruleset))


def game_in_short(rulesets: Sequence[Ruleset]) -> list[dict[str, str]]:
    """How a board is played, each sentence by language; the rulesets are those for its numbers of players, in order."""
    by_lang = {}
    for lang in codes():
        voice = Voice(rulesets[-1], lang, {}, Witness.SPECTATOR)
        by_lang[lang] = [sentence for topic in IN_SHORT for sentence in basics(voice, topic)]
        by_lang[lang] += _double_by_players(voice, rulesets)
    return [dict(zip(by_lang, sentence, strict=True)) for sentence in zip(*by_lang.values(), strict=True)]


def _double_by_players(voice: Voice, rulesets: Sequence[Ruleset]) -> Iterator[str]:
    yield voice.say("basics-double")
    if few := [ruleset.players for ruleset in rulesets if ruleset.setting(Routes).tracks == 1]:
        yield voice.say("basics-double_few", players=max(few))


def _turn(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    yield voice.say("basics-turn")


def _draw(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    cards = ruleset.setting(TrainCards)
    yield voice.say("basics-draw")
    yield voice.say("basics-draw_whole" if cards.locomotive_is_whole_turn else "basics-draw_single")
    if cards.flush_at:
        yield voice.say("basics-flush", count=cards.flush_at)


def _deck_out(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    yield voice.say("basics-deck_out")


def _points(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    rows = sorted((int(length), points) for length, points in ruleset.setting(Routes).points.items())
    table = ", ".join(voice.say("basics-points_row", length=length, points=points) for length, points in rows)
    yield voice.say("basics-points", table=table)


def _locomotives(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    features = ruleset.setting(Routes).wild_on
    if features is None:
        yield voice.say("basics-locomotives")
    else:
        labels = (_feature(voice, ruleset, feature) for feature in features)
        yield voice.say("basics-locomotives_some", features=", ".join(labels))


def _feature(voice: Voice, ruleset: Ruleset, feature: str) -> str:
    """As routes with it are shown."""
    route = next(route for route in ruleset.routes if route.feature(feature))
    return voice.words.features(route)


def _tickets(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    yield voice.say("basics-tickets")
    draw = ruleset.setting(Tickets).draw
    yield voice.say(
        "basics-tickets_draw", least=draw.keep_at_least, count=draw.mix or sum(draw.deal.values())
    )
    if draw.mix and len(draw.deal) > 1:
        yield voice.say("basics-tickets_mix")
    yield from _goals(voice, ruleset)


def _goals(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    if any(len(ticket.goals) > 1 for ticket in ruleset.tickets.values()):
        yield voice.say("basics-tickets_goals")


def _meaning(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    """What a ticket is: where one may lead to several places, that comes first."""
    yield from dict.fromkeys((*_goals(voice, ruleset), *_tickets(voice, ruleset)))


def _decks(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    """What the tickets of each deck are worth, or of the only one."""
    for deck, tickets in ruleset.decks.items():
        worth = [points for ticket in tickets for _, points in ruleset.tickets[ticket].goals]
        key = "basics-deck" if len(ruleset.decks) > 1 else "basics-deck_only"
        yield voice.say(key, deck=voice.words.word(deck), low=min(worth), high=max(worth))


def _end(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    yield voice.say("basics-end", trains=ruleset.setting(Turns).last_round_at)


def _bonuses(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    rules = {module.name for module in ruleset.modules}
    points = ruleset.setting(LongestPath).points if "longest_path" in rules else 0
    yield voice.say("basics-longest", points=points) if points else voice.say("basics-longest_tie")
    if "globetrotter" in rules:
        yield voice.say("basics-globetrotter", points=ruleset.setting(Globetrotter).points)
    own = [module.name for module in ruleset.modules if module.score and module.name not in BASE_BONUSES]
    yield from (voice.say(f"rule-{name}") for name in own if voice.say.knows(f"rule-{name}"))


def _ties(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    measures = [voice.say(f"tie-{one.removeprefix('-')}") for one in ruleset.board.tie_breaks]
    yield (
        voice.say("basics-ties", measures="; ".join(measures))
        if measures
        else voice.say("basics-ties_shared")
    )


def _double(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    yield voice.say("basics-double")
    if ruleset.setting(Routes).tracks == 1:
        yield voice.say("basics-double_one")


def _passing(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    yield voice.say("basics-passing")


def _fairness(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    yield voice.say("basics-fairness")


def _hand(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    yield voice.say("basics-hand")


def _colour(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    yield voice.say("basics-colour")
    yield from _locomotives(voice, ruleset)


def _trains(voice: Voice, ruleset: Ruleset) -> Iterator[str]:
    yield voice.say("basics-trains", trains=ruleset.board.trains)
    yield from _end(voice, ruleset)


TOPICS: Mapping[str, Callable[[Voice, Ruleset], Iterator[str]]] = {
    "meaning": _meaning,
    "passing": _passing,
    "fairness": _fairness,
    "ties": _ties,
    "decks": _decks,
    "points": _points,
    "draw": _draw,
    "deck_out": _deck_out,
    "tickets": _tickets,
    "bonuses": _bonuses,
    "double": _double,
    "hand": _hand,
    "locomotives": _locomotives,
    "trains": _trains,
    "end": _end,
    "colour": _colour,
    "turn": _turn,
}
