"""Facts about the table: who plays in which colour, which turn it is, on which board, and what has been discarded."""

from collections.abc import Mapping

import msgspec

from service.games.game_cache import Loaded
from service.games.games import Games
from service.language.speech.story import Voice, marked_name
from service.language.vocabulary.board_words import label_in
from ttr_core.boards.board import Label, Option
from ttr_core.engine.views import View
from ttr_core.model.events import TurnStarted


class _Head(msgspec.Struct, frozen=True):
    """What a board says of itself."""

    title: Label
    options: Mapping[str, Option] = {}


def people(loaded: Loaded, voice: Voice) -> list[str]:
    """Everybody at the table in the order of play, with the colour of their trains."""
    colours = loaded.ruleset.board.player_colours
    return [
        voice.say(
            "seated.me" if seat == voice.viewer else "seated",
            who=marked_name(loaded, seat, voice.say),
            colour=voice.say.or_words(f"colour-{colours[seat]}", colours[seat]),
        )
        for seat in range(loaded.ruleset.players)
    ]


def turns(games: Games, loaded: Loaded, voice: Voice) -> list[str]:
    """Which turn it is, when the game began, and since when this turn lasts."""
    log = games.cache.read_events(loaded.game, 0, loaded.version)
    starts = [(envelope.at, event.seat) for envelope, event in log if isinstance(event, TurnStarted)]
    if not starts or loaded.milestones.started_at is None:
        return [voice.say("turns-none")]
    at, seat = starts[-1]
    begun = voice.say("turns-since", who=voice.names[seat], since=voice.values.moment(at))
    count = len(starts)
    facts = {
        "turn": count,
        "round": (count - 1) // loaded.ruleset.players + 1,
        "began": voice.values.moment(loaded.milestones.started_at),
    }
    return [voice.say("turns", **facts), *([] if loaded.over else [begun])]


def setup(games: Games, loaded: Loaded, voice: Voice) -> list[str]:
    """The board, the options that were chosen for it, and what its rules change."""
    served = games.boards.find(loaded.facts.board, withdrawn=True)
    lang = voice.say.lang
    board = msgspec.convert(served.whole, _Head)
    lines = [voice.say("setup-board", board=label_in(board.title, lang), players=loaded.ruleset.players)]
    for name, choice in sorted(loaded.ruleset.options.items()):
        option = board.options[name]
        label, value = (label_in(one, lang) for one in (option.label, option.choices[choice].label))
        lines.append(voice.say("named", name=label, value=value))
    rules = (f"rule-{module.name}" for module in loaded.ruleset.modules)
    return [*lines, *(voice.say(rule) for rule in rules if voice.say.knows(rule))]


def discards(voice: Voice, seen: View) -> list[str]:
    """The cards of the discard pile, which lies open, and how many cards are left to draw."""
    cards = voice.words.cards(card for card, count in seen.discard.items() for _ in range(count))
    stacks = voice.say("deck", deck=seen.deck, discard=sum(seen.discard.values()))
    return [voice.say("discards", cards=cards or voice.say("discards-none")), stacks]


def nearness(seen: View, voice: Voice) -> list[str]:
    """How near the end is: whose turn ends the game, or who has the fewest trains."""
    if seen.last_seat is not None:
        return [voice.say("last_round", who=voice.names[seen.last_seat])]
    fewest = min(seat.trains for seat in seen.seats)
    holders = [voice.names[seat.seat] for seat in seen.seats if seat.trains == fewest]
    return [voice.say("facts-fewest_train", who=voice.say.listed(holders), count=fewest)]
