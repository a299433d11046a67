"""Questions with numbered choices: asked of one seat, kept until the game moves on, answered from any channel."""

from collections.abc import Sequence

import msgspec

from service.games.commit import Key
from service.games.game_cache import Loaded
from service.language.grammar.interpretation import Heard
from service.language.grammar.order_sentence import HeardOrder
from service.language.grammar.table_talk import HeardMatter
from service.language.speech.command_text import Entry, Group
from service.language.speech.voice import Voice
from service.store import Store
from ttr_core.history.chain import Shown
from ttr_core.model.commands import ClaimRoute, Command
from ttr_core.model.ids import SeatId, TicketId, Viewer


class Utterance(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody says about a game, and the terms on which it may be done."""

    loaded: Loaded
    viewer: Viewer
    text: str
    lang: str | None = None  # of the reply; decides, too, where the words belong to several languages
    preview: bool = False  # asks before anything is done
    key: Key | None = None
    expected: int | None = None  # the version that the speaker has seen

    @property
    def seat(self) -> SeatId | None:
        return self.viewer if isinstance(self.viewer, int) else None


class Question(msgspec.Struct, frozen=True):
    """An open question: the text that led to it, and what each number stands for."""

    version: int
    text: str
    says: tuple[str, ...]
    preview: bool = False  # yes or no
    behind: str = ""  # the words behind those that the question is about
    turn: int | None = None  # asked in this turn about something that does not depend on the game's moves


class Meaning(msgspec.Struct, frozen=True, kw_only=True):
    """What was heard in a text, or the matter of the table or the standing order that it is; changes nothing."""

    text: str
    heard: Heard
    matter: HeardMatter | None = None
    order: HeardOrder | None = None
    confirmed: bool = False  # it answers the question whether to do it
    question: Question | None = None

    def moves(self, preview: bool) -> bool:
        """Whether it changes the game at once."""
        if self.matter is not None:
            return self.confirmed or not self.matter.matter.grave
        if self.order is not None:
            return self.confirmed and self.order.is_clear
        return bool(self.heard.commands) and (
            self.confirmed or not (preview or self.heard.preview or self.heard.tentative)
        )


class Choice(msgspec.Struct, frozen=True):
    """One of several things that may be meant; `say`, or the number, picks it."""

    number: int
    label: str
    say: str


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """The answer, and what everybody at the table may read about what was done."""

    text: str
    private: bool = False  # the text or the choices hold secrets of the speaker
    public: str = ""  # made of public facts only
    choices: tuple[Choice, ...] = ()
    picture: str = ""  # "board" or "hand": which picture would show it
    events: tuple[Shown, ...] = ()  # as the speaker may see them
    version: int
    lang: str  # the language that the words were understood in


MOST_CHOICES = 9  # one digit; more words narrow a longer list
MOST_QUOTED = 60  # characters of a text that is quoted


class Choices(msgspec.Struct, frozen=True):
    """As many as are listed, and how many more there are."""

    listed: tuple[Choice, ...]
    more: int


class Questions:
    """One open question for each seat of each game."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def ask(self, loaded: Loaded, seat: SeatId, question: Question) -> None:
        self._store.keep_note(loaded.game, _note(seat), msgspec.json.encode(question).decode())

    def forget(self, loaded: Loaded, seat: SeatId) -> None:
        self._store.keep_note(loaded.game, _note(seat), "")

    def open(self, loaded: Loaded, seat: SeatId) -> Question | None:
        """The question that waits for this seat, unless the game has moved on."""
        note = self._store.note(loaded.game, _note(seat))
        if not note:
            return None
        question = msgspec.json.decode(note, type=Question)
        return question if question.version == loaded.version or _lasts(loaded, seat, question) else None


def _lasts(loaded: Loaded, seat: SeatId, question: Question) -> bool:
    """About a later turn: others may move on meanwhile, until that turn has come."""
    if question.turn is None or seat in loaded.state.phase.waiting:
        return False
    return 0 <= loaded.state.turns - question.turn < loaded.ruleset.players


def _note(seat: SeatId) -> str:
    return f"asked:{seat}"


class Asker:
    """Replies to one seat about one version of a game, and asks it back."""

    def __init__(self, questions: Questions, loaded: Loaded, voice: Voice, understood: str) -> None:
        self._questions, self._loaded = questions, loaded
        self._voice, self._say, self._lang = voice, voice.say, understood

    def reply(
        self, text: str, *, private: bool = False, choices: tuple[Choice, ...] = (), picture: str = ""
    ) -> Reply:
        return Reply(
            text=text,
            private=private,
            choices=choices,
            picture=picture,
            version=self._loaded.version,
            lang=self._lang,
        )

    def ask(
        self,
        seat: SeatId,
        text: str,
        choices: Choices,
        lines: Sequence[str],
        *,
        preview: bool = False,
        behind: str = "",
        lasting: bool = False,
    ) -> Reply:
        """The choices, kept so that their numbers answer; private, since they show what the seat holds."""
        says = tuple(choice.say for choice in choices.listed)
        turn = self._loaded.state.turns if lasting else None
        self._questions.ask(
            self._loaded, seat, Question(self._loaded.version, text, says, preview, behind, turn)
        )
        listed = () if preview else choice_lines(self._voice, choices)
        return self.reply("\n".join([*lines, *listed]), private=True, choices=choices.listed)

    def which(self, seat: SeatId, heard: Heard, text: str) -> Reply:
        choices = choices_among(self._voice, heard.options, self._offer(seat))
        title = self._say("is_it" if len(choices.listed) == 1 else "which_one")
        return self.ask(seat, text, choices, [*self.unknown(heard), title])

    def one_of(self, seat: SeatId, text: str, says: Sequence[str]) -> Reply:
        """Phrases that are their own labels."""
        choices = Choices(tuple(Choice(number, say, say) for number, say in enumerate(says, 1)), 0)
        return self.ask(seat, text, choices, [self._say("which_one")])

    def preview(self, seat: SeatId, commands: Sequence[Command]) -> Reply:
        first = commands[0]
        phrase = self._voice.phrase(first, self._offer(seat))
        say = self._repeated(phrase, commands[1:])
        return self.confirm_preview(seat, say, [self._outlook(seat, first)])

    def confirm_preview(self, seat: SeatId, say: str, lines: Sequence[str] = ()) -> Reply:
        return self.yes_or_no(seat, say, [self._say("preview", what=say), *lines, self._say("preview-ask")])

    def yes_or_no(self, seat: SeatId, say: str, lines: Sequence[str], *, lasting: bool = False) -> Reply:
        yes = Choice(1, self._say("yes", what=say), say)
        no = Choice(2, self._say("no"), self._say("no-say"))
        return self.ask(seat, say, Choices((yes, no), 0), lines, preview=True, lasting=lasting)

    def _repeated(self, phrase: str, more: Sequence[Command]) -> str:
        """The phrase for several draws in one go."""
        cards = [self._voice.words.word(getattr(command, "card", "")) for command in more]
        if more and not any(cards):
            return f"{self._say('say-draw')} {len(more) + 1}"
        return self._say.listed([phrase, *cards])

    def _outlook(self, seat: SeatId, command: Command) -> str:
        """What is certain about it; nothing that only the deck knows."""
        if not isinstance(command, ClaimRoute):
            return self._say("preview-hidden")
        number = self._loaded.ruleset.route_index[command.route]
        route = self._loaded.ruleset.routes[number]
        trains = self._loaded.state.seats[seat].trains - route.length
        return self._say("preview-route", points=self._loaded.ruleset.points[number], trains=trains)

    def unknown(self, heard: Heard) -> list[str]:
        quoted = ", ".join(f"'{shortened(word)}'" for word in heard.unknown[:5])
        return [self._say("unknown_words", words=quoted)] if quoted else []

    def _offer(self, seat: SeatId) -> tuple[TicketId, ...]:
        return self._loaded.state.seats[seat].offer


def shortened(text: str) -> str:
    return text if len(text) <= MOST_QUOTED else f"{text[: MOST_QUOTED - 1]}…"


# choices among commands


def choices_among(voice: Voice, options: Sequence[Command], offer: Sequence[TicketId]) -> Choices:
    """Several subjects are listed by subject; the ways to pay for one are listed each."""
    groups = voice.writer.groups(voice.writer.moves(options))
    entries = [(group, entry) for group in groups for entry in group.entries]
    if len(entries) == 1:
        group, entry = entries[0]
        entries = [(group, Entry((move.text,), (move,))) for move in entry.moves]
    several = len(groups) > 1
    return _numbered([_label_and_say(voice, group, entry, offer, several) for group, entry in entries])


def all_choices(voice: Voice, legal: Sequence[Command], offer: Sequence[TicketId]) -> Choices:
    """Everything that may be done: a type with too many moves is one choice."""
    groups = voice.writer.groups(voice.writer.moves(legal))
    choices: list[tuple[str, str]] = []
    room = MOST_CHOICES - len(groups)
    for group in sorted(groups, key=lambda group: len(group.entries)):
        if len(group.entries) - 1 <= room:
            room -= len(group.entries) - 1
            choices += [_label_and_say(voice, group, entry, offer, True) for entry in group.entries]
        else:
            count = voice.say("how_many", count=len(group.entries))
            choices.append((f"{group.title} ({count})", voice.phrase.verb(group.kind)))
    return _numbered(choices)


def _label_and_say(
    voice: Voice, group: Group, entry: Entry, offer: Sequence[TicketId], several: bool
) -> tuple[str, str]:
    first, single = entry.moves[0], len(entry.moves) == 1
    label = first.text if single else f"{first.subject} ({entry.cells[-1]})"
    titled = label if not several or label == group.title else f"{group.title}: {label}"
    say = voice.phrase(first.command, offer) if single else voice.phrase.subject(first.command, offer)
    return titled, say


def _numbered(choices: Sequence[tuple[str, str]]) -> Choices:
    listed = tuple(Choice(n, label, say) for n, (label, say) in enumerate(choices[:MOST_CHOICES], 1))
    return Choices(listed, max(len(choices) - MOST_CHOICES, 0))


def choice_lines(voice: Voice, choices: Choices) -> list[str]:
    lines = [f"{choice.number}) {choice.label}" for choice in choices.listed]
    return [*lines, voice.say("more_choices", count=choices.more)] if choices.more else lines
