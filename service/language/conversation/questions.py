"""A question with numbered choices: asked, kept until the game moves on, and answered from any channel.

What is answered to a message.
"""

from collections.abc import Sequence

import msgspec

from service.games.game_cache import Loaded
from service.language.speech.move_list import Entry, Group
from service.language.speech.voice import Voice
from service.store import Store
from ttr_core.history.chain import Shown
from ttr_core.model.commands import Command
from ttr_core.model.ids import SeatId, TicketId


class Choice(msgspec.Struct, frozen=True):
    """One of several things that may be meant; `say`, or the number, picks it."""

    number: int
    label: str
    say: str


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """The answer, and what everybody at the table may read about what was done."""

    text: str
    private: bool = False  # the text or the choices hold secrets of the one who spoke
    public: str = ""  # made of public facts only
    choices: tuple[Choice, ...] = ()
    picture: str = ""  # "board" or "hand": which picture would show it
    events: tuple[Shown, ...] = ()  # as the one who spoke may see them
    version: int
    lang: str  # the language that the words were understood in


MOST_CHOICES = 9  # one digit; what is left is found by saying more


class Question(msgspec.Struct, frozen=True):
    """What was asked at a version: the text that led to it, and what each number stands for."""

    version: int
    text: str
    says: tuple[str, ...]
    preview: bool = False  # yes or no
    behind: str = ""  # what was said behind that about which it is asked
    turn: int | None = None  # asked in this turn about what does not depend on the game's moves


class Choices(msgspec.Struct, frozen=True):
    """As many as are listed, and how many more there are."""

    listed: tuple[Choice, ...]
    more: int


class Questions:
    """One open question for each seat of each game."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def ask(self, loaded: Loaded, seat: SeatId, question: Question) -> None:
        self._store.keep_note(loaded.game, _name(seat), msgspec.json.encode(question).decode())

    def forget(self, loaded: Loaded, seat: SeatId) -> None:
        self._store.keep_note(loaded.game, _name(seat), "")

    def open(self, loaded: Loaded, seat: SeatId) -> Question | None:
        """The question that waits for this seat, unless the game has moved on."""
        kept = self._store.note(loaded.game, _name(seat))
        if not kept:
            return None
        question = msgspec.json.decode(kept, type=Question)
        return question if question.version == loaded.version or _lasts(loaded, seat, question) else None


def _lasts(loaded: Loaded, seat: SeatId, question: Question) -> bool:
    """About a later turn: others may move on meanwhile, until the turn of the one who was asked has come."""
    if question.turn is None or seat in loaded.state.phase.waiting:
        return False
    return 0 <= loaded.state.turns - question.turn < loaded.ruleset.players


def _name(seat: SeatId) -> str:
    return f"asked:{seat}"


def choices_among(voice: Voice, options: Sequence[Command], offer: Sequence[TicketId]) -> Choices:
    """Several subjects are listed by subject; the ways to pay for one are listed each."""
    groups = voice.writer.groups(voice.writer.moves(options))
    entries = [(group, entry) for group in groups for entry in group.entries]
    if len(entries) == 1:
        group, entry = entries[0]
        entries = [(group, Entry((move.text,), (move,))) for move in entry.moves]
    several = len(groups) > 1
    return _numbered([_entry(voice, group, entry, offer, several) for group, entry in entries])


def all_choices(voice: Voice, legal: Sequence[Command], offer: Sequence[TicketId]) -> Choices:
    """Everything that may be done: a type of moves that there are too many of is one choice."""
    groups = voice.writer.groups(voice.writer.moves(legal))
    found: list[tuple[str, str]] = []
    room = MOST_CHOICES - len(groups)
    for group in sorted(groups, key=lambda group: len(group.entries)):
        if len(group.entries) - 1 <= room:
            room -= len(group.entries) - 1
            found += [_entry(voice, group, entry, offer, True) for entry in group.entries]
        else:
            count = voice.say("how_many", count=len(group.entries))
            found.append((f"{group.title} ({count})", voice.phrase.verb(group.kind)))
    return _numbered(found)


def _entry(
    voice: Voice, group: Group, entry: Entry, offer: Sequence[TicketId], several: bool
) -> tuple[str, str]:
    """Its label, and what to say for it."""
    first = entry.moves[0]
    label = first.text if len(entry.moves) == 1 else f"{first.subject} ({entry.cells[-1]})"
    titled = label if not several or label == group.title else f"{group.title}: {label}"
    single = len(entry.moves) == 1
    say = voice.phrase(first.command, offer) if single else voice.phrase.subject(first.command, offer)
    return titled, say


def _numbered(found: Sequence[tuple[str, str]]) -> Choices:
    listed = tuple(Choice(n, label, say) for n, (label, say) in enumerate(found[:MOST_CHOICES], 1))
    return Choices(listed, max(len(found) - MOST_CHOICES, 0))


def lines_of(voice: Voice, choices: Choices) -> list[str]:
    lines = [f"{choice.number}) {choice.label}" for choice in choices.listed]
    return [*lines, voice.say("more_choices", count=choices.more)] if choices.more else lines
