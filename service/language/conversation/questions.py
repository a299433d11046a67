"""Questions with numbered choices: asked of one seat, kept until the game moves on, answered from any channel."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from hashlib import sha256

import msgspec

from service.games.commit import Key
from service.games.game_cache import Loaded
from service.language.conversation.numbered_choices import (
    Act,
    Choices,
    Leave,
    Narrow,
    Option,
    Play,
    exactly,
    play,
)
from service.language.grammar.inquiry import QUESTION_MARK, is_asking, is_bidding
from service.language.grammar.moves.heard import Heard
from service.language.grammar.orders.order_sentence import HeardOrder, OrderGap
from service.language.grammar.phrases import Words, as_written, plain_words, sentence
from service.language.grammar.sentences.look_phrases import COURTESIES, query_in
from service.language.grammar.sentences.matter_phrases import HARMLESS, LATER, HeardMatter
from service.language.grammar.sentences.yes_and_no import answer_in
from service.language.languages import DEFAULT_LANG, Messages, codes
from service.language.speech.story import Voice
from service.store import Store
from ttr_core.engine.shared_slices import TicketChoices
from ttr_core.history.chain import Shown
from ttr_core.model.commands import Command, DrawCard, DrawTickets, RouteCommand, TakeCard
from ttr_core.model.ids import SeatId, TicketId, Viewer


@cache
def more_words() -> frozenset[Words]:
    """What people say to see the rest of a list, in any language."""
    return frozenset(plain_words(Messages(lang)("more-say")) for lang in codes())


class Utterance(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody says about a game, and the terms on which it may be done."""

    loaded: Loaded
    viewer: Viewer
    text: str
    lang: str | None = None  # of the reply; decides, too, where the words belong to several languages
    common_lang: str = DEFAULT_LANG  # of a reply to words that are in no language that we know
    preview: bool = False  # asks before anything is done
    key: Key | None = None
    expected: int | None = None  # the version that the speaker has seen

    @property
    def seat(self) -> SeatId | None:
        return self.viewer if isinstance(self.viewer, int) else None


class Topic(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a question is about, for those who answer in words or with several numbers."""

    text: str = ""  # the words that led to it
    behind: str = ""  # the words behind those that the question is about
    yes_or_no: bool = False
    turn: int | None = None  # asked in this turn about something that does not depend on the moves of others
    offer: tuple[TicketId, ...] = ()  # the tickets that it is about
    order: OrderGap | None = None


MARK, MARK_LENGTH = "=", 20  # the first character of what a button sends, and how many follow


def mark_of(version: int, act: Act) -> str:
    """What a button sends: it picks this act at this version of the game, and nothing else later."""
    return MARK + sha256(b"%d %s" % (version, msgspec.json.encode(act))).hexdigest()[:MARK_LENGTH]


def is_mark(text: str) -> bool:
    return text.startswith(MARK) and len(text) == len(MARK) + MARK_LENGTH


class Question(msgspec.Struct, frozen=True):
    """An open question: what each number stands for, and the words that stand for it as well."""

    version: int
    lang: str
    topic: Topic
    acts: tuple[Act, ...]
    says: tuple[str, ...]

    def picked(self, text: str) -> Act | None:
        """What a number, a button, `yes` or `no` picks."""
        if is_mark(text):
            return next((act for act in self.acts if mark_of(self.version, act) == text), None)
        words = plain_words(text)
        if words and all(word.isdecimal() and len(word) < 3 for word in words):
            return self._numbered([int(word) for word in words])
        if words in more_words():
            return next((act for act in self.acts if isinstance(act, Narrow) and act.more), None)
        answer = answer_in(words)
        if answer and answer.yes and (self.topic.yes_or_no or len(self.acts) == 1):
            return self.acts[0]
        is_left = query_in(words).look == "never_mind" and self.topic != NO_TOPIC
        return Leave() if is_left or (answer and not answer.yes) else None

    def is_answered(self, text: str) -> bool:
        """Whether the text answers this question and can be nothing else; a `no` can decline anything."""
        act = self.picked(text)
        return act is not None and (self.topic.yes_or_no or not isinstance(act, Leave))

    def _numbered(self, numbers: Sequence[int]) -> Act | None:
        """One choice, or several tickets at once."""
        if not all(1 <= number <= len(self.acts) for number in numbers):
            return None
        acts = [self.acts[number - 1] for number in numbers]
        if len(acts) == 1:
            return acts[0]
        parts = [part for act in acts if isinstance(act, Narrow) for part in act.parts]
        together = exactly(parts) if len(parts) == len(acts) else None
        return Narrow((together,)) if together else None

    def topic_behind(self, act: Act) -> Topic:
        """What the question behind a choice is about, for answers in words."""
        if isinstance(act, Narrow) and act.more:
            return self.topic
        say = next((say for own, say in zip(self.acts, self.says, strict=True) if own == act), "")
        return msgspec.structs.replace(self.topic, text="" if say.isdecimal() else say)

    def said(self, text: str) -> Act | None:
        """What the words of a choice pick."""
        return next((act for act, say in zip(self.acts, self.says, strict=True) if say == text), None)


# people say these to each other as well: nothing happens, and nobody needs an answer
BY_THE_WAY = COURTESIES | {"away_briefly", "never_mind"}


class Meaning(msgspec.Struct, frozen=True, kw_only=True):
    """What was heard in a text, or the matter of the table or the standing order that it is; changes nothing."""

    text: str
    heard: Heard
    matter: HeardMatter | None = None
    order: HeardOrder | None = None
    act: Act | None = None  # what was picked, if it asks further
    confirmed: bool = False  # it answers the question whether to do it
    question: Question | None = None
    outdated: bool = False  # it answers a question that is no longer open
    version: int | None = None  # the only one at which it may be done, since its question is open at no other

    @property
    def is_clear(self) -> bool:
        """Whether it can be done, chosen from, shown, or taken for an answer."""
        return bool(self.matter or self.order or self.heard.is_clear or self.heard.answer)

    @property
    def is_for_service(self) -> bool:
        """Whether it is plainly about the game, where people also talk to each other."""
        heard = self.heard
        if self.matter is not None:
            return not (heard.vague or self.matter.name in BY_THE_WAY)
        if heard.look:
            is_left = heard.look == "never_mind" and self.question is not None
            return is_left or not (heard.vague or heard.look in BY_THE_WAY)
        if heard.unknown or self.outdated:
            return False
        if heard.options:
            return heard.verb or len({(type(one), getattr(one, "route", None)) for one in heard.options}) == 1
        said = heard.understood
        is_refused = said is not None and not said.negated and not said.tiers
        return bool(self.act or self.order or heard.commands or heard.compound or is_refused)

    def moves(self, preview: bool) -> bool:
        """Whether it changes the game at once."""
        if self.matter is not None:
            return not self.matter.is_confirmed
        asks = preview or self.heard.preview or self.heard.tentative
        return bool(self.heard.commands) and (self.confirmed or not asks)


class Choice(msgspec.Struct, frozen=True):
    """One of several things that may be meant; its number, `say` or `button` picks it."""

    number: int
    label: str
    say: str
    button: str  # what a button sends: it answers this question and no later one


class Effect(StrEnum):
    """What saying something has led to."""

    NOTHING = "nothing"
    ASKED = "asked"  # there are choices, and a number or their words answer
    MOVED = "moved"  # the game has changed


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """The answer, and what everybody at the table may read about what was done."""

    did: Effect
    text: str
    private: bool = False  # the text or the choices hold secrets of the speaker
    story: str = ""  # what was done, without what is asked next
    public: str = ""  # made of public facts only
    choices: tuple[Choice, ...] = ()
    picture: str = ""  # "board" or "hand": which picture would show it
    events: tuple[Shown, ...] = ()  # as the speaker may see them
    version: int
    lang: str  # the language that the words were understood in


MOST_QUOTED = 60  # characters of a text that is quoted
LONGEST_ASKED = 200  # characters of a question that another one goes on from


class Asked(msgspec.Struct, frozen=True):
    """The last question that a seat asked, at the version at which it was answered."""

    version: int
    text: str


class Questions:
    """One open question for each seat of each game, and the last one that the seat asked itself."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def ask(self, loaded: Loaded, seat: SeatId, question: Question) -> None:
        self._store.keep_note(loaded.game, _note(seat), msgspec.json.encode(question).decode())

    def forget(self, loaded: Loaded, seat: SeatId) -> None:
        self._store.keep_note(loaded.game, _note(seat), "")

    def last(self, loaded: Loaded, seat: SeatId) -> Question | None:
        """The last question that waits for this seat, though the game may have moved on."""
        note = self._store.note(loaded.game, _note(seat))
        try:
            return msgspec.json.decode(note, type=Question) if note else None
        except msgspec.ValidationError:  # of another version of this program
            return None

    def keep_asked(self, loaded: Loaded, seat: SeatId, text: str) -> None:
        """Remembers what the seat asked, for a short question that goes on from it."""
        note = Asked(version=loaded.version, text=text[:LONGEST_ASKED])
        self._store.keep_note(loaded.game, _asked_note(seat), msgspec.json.encode(note).decode())

    def asked(self, loaded: Loaded, seat: SeatId) -> str:
        """What the seat asked last; nothing if the game has moved on."""
        note = self._store.note(loaded.game, _asked_note(seat))
        asked = msgspec.json.decode(note, type=Asked) if note else None
        return asked.text if asked and asked.version == loaded.version else ""


def _asked_note(seat: SeatId) -> str:
    return f"asked:{seat}"


def is_open(loaded: Loaded, seat: SeatId, question: Question) -> bool:
    return question.version == loaded.version or _lasts(loaded, seat, question)


def _lasts(loaded: Loaded, seat: SeatId, question: Question) -> bool:
    """Others may move on meanwhile, while the same tickets are on offer, or until the turn that it is about."""
    topic, state = question.topic, loaded.state
    if topic.turn is None:
        return False
    if topic.offer:
        return topic.turn == state.turns and topic.offer == state.slice(TicketChoices).by_seat[seat].offer
    return seat not in state.phase.waiting and 0 <= state.turns - topic.turn < loaded.ruleset.players


def _note(seat: SeatId) -> str:
    return f"question:{seat}"


NO_TOPIC = Topic()


class Asker:
    """Replies to one seat about one version of a game, and asks it back."""

    def __init__(self, questions: Questions, loaded: Loaded, voice: Voice, understood: str) -> None:
        self._questions, self._loaded = questions, loaded
        self._voice, self._say, self._lang = voice, voice.say, understood

    def reply(
        self, text: str, *, private: bool = False, choices: tuple[Choice, ...] = (), picture: str = ""
    ) -> Reply:
        return Reply(
            did=Effect.ASKED if choices else Effect.NOTHING,
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
        choices: Choices,
        lines: Sequence[str],
        topic: Topic = NO_TOPIC,
        *,
        list_them: bool = True,
    ) -> Reply:
        """The choices, kept so that their numbers answer; private, since they show what the seat holds."""
        version = self._loaded.version
        listed = [
            Choice(number, label, say or str(number), mark_of(version, act))
            for number, (label, say, act) in enumerate(choices.options, 1)
        ]
        acts = tuple(option.act for option in choices.options)
        says = tuple(choice.say for choice in listed)
        self._questions.ask(self._loaded, seat, Question(version, self._say.lang, topic, acts, says))
        rows = [f"{choice.number}) {choice.label}" for choice in listed] if list_them else []
        rest = [self._say("more_choices", count=choices.more)] if choices.more else []
        return self.reply("\n".join([*lines, *rows, *rest]), private=True, choices=tuple(listed))

    def which(self, seat: SeatId, heard: Heard, text: str, choices: Choices) -> Reply:
        title = self._say("is_it" if len(choices.options) == 1 else "which_one")
        return self.ask(seat, choices, [*self.unknown(heard, text), title], Topic(text))

    def preview(self, seat: SeatId, heard: Heard, text: str) -> Reply:
        say = self._in_words(seat, heard.commands)
        title = self._say("preview-may" if _is_asked(text) else "preview", what=say)
        lines = [*self.unknown(heard, text), title, self._outlook(seat, heard.commands[0])]
        return self._go_ahead(seat, play(heard.commands), say, list(filter(None, lines)))

    def confirm(self, seat: SeatId, act: Play, say: str) -> Reply:
        return self._go_ahead(seat, act, say, [self._say("preview", what=say)])

    def _go_ahead(self, seat: SeatId, act: Play, say: str, lines: Sequence[str]) -> Reply:
        return self.yes_or_no(seat, act, say, [*lines, self._say("preview-ask")])

    def yes_or_no(
        self, seat: SeatId, act: Play, say: str, lines: Sequence[str], *, lasting: bool = False
    ) -> Reply:
        yes = Option(self._say("yes"), say, act)
        no = Option(self._say("no"), self._say("no-say"), Leave())
        topic = Topic(say, yes_or_no=True, turn=self.turn if lasting else None)
        return self.ask(seat, Choices([yes, no]), lines, topic, list_them=False)

    @property
    def turn(self) -> int:
        return self._loaded.state.turns

    def _in_words(self, seat: SeatId, commands: Sequence[Command]) -> str:
        """Exactly what will be done: `draw 2`, `take red and blue`, or one after the other."""
        phrases = [self._voice.phrase(command, self._offer(seat)) for command in commands]
        if len(commands) > 1 and all(isinstance(command, DrawCard) for command in commands):
            return f"{self._say('say-draw')} {len(commands)}"
        taken = [
            self._voice.phrase.card(command.card) for command in commands if isinstance(command, TakeCard)
        ]
        if len(taken) == len(commands):
            return self._say.listed([phrases[0], *taken[1:]])
        return self._say("order-then").join(phrases)

    def _outlook(self, seat: SeatId, command: Command) -> str:
        """What is certain about it, or that only the deck knows."""
        if not isinstance(command, RouteCommand):
            return self._say("preview-hidden") if isinstance(command, DrawCard | DrawTickets) else ""
        ruleset = self._loaded.ruleset
        number = ruleset.route_index[command.route]
        trains = self._loaded.state.seats[seat].trains - ruleset.trains[number]
        return self._say("preview-route", points=ruleset.points[number], trains=trains)

    def unknown(self, heard: Heard, text: str, key: str = "unknown_words") -> list[str]:
        telling = [word for word in heard.unknown if word not in HARMLESS - LATER]
        written = (as_written(text, plain_words(word)) for word in telling[:5])
        quoted = ", ".join(self._say("quoted", text=shortened(word)) for word in written)
        return [self._say(key, words=quoted)] if quoted else []

    def left_out(self, words: Sequence[str], text: str) -> list[str]:
        """Says which words of a question its answer does not speak of."""
        written = (as_written(text, plain_words(word)) for word in words)
        quoted = ", ".join(self._say("quoted", text=shortened(word)) for word in written)
        return [self._say("left_out", words=quoted)] if quoted else []

    def _offer(self, seat: SeatId) -> tuple[TicketId, ...]:
        return self._loaded.state.slice(TicketChoices).by_seat[seat].offer


def _is_asked(text: str) -> bool:
    """Whether it asks for leave rather than for the move: "can I still take red?"."""
    words = sentence(text)
    return (text.rstrip().endswith(QUESTION_MARK) or is_asking(words)) and not is_bidding(words)


def shortened(text: str) -> str:
    return text if len(text) <= MOST_QUOTED else f"{text[: MOST_QUOTED - 1]}…"
