"""One exchange of messages about a game: what somebody says, what it means, and the reply."""

import msgspec

from service.games.game_cache import Loaded
from service.games.idempotency import Key
from service.language.grammar.interpretation import Heard
from service.language.grammar.order_sentence import HeardOrder
from service.language.grammar.table_talk import HeardMatter
from ttr_core.history.chain import Shown
from ttr_core.model.ids import SeatId, Viewer


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
