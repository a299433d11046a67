"""Hearing a message about a game and answering it: the one door of every channel."""

from service.errors import StaleVersion
from service.games.game_cache import Loaded
from service.games.games import Games, Key
from service.language.conversation.meaning import Meaning
from service.language.conversation.questions import Question, Questions, Reply
from service.language.conversation.responses import Acting
from service.language.grammar.command_match import Situation
from service.language.grammar.interpretation import Heard, hear
from service.language.grammar.order_sentence import HeardOrder, hear_order
from service.language.grammar.plain_text import Words, plain_words
from service.language.grammar.table_commands import matter_in
from service.language.speech.voice import voice_for
from service.language.vocabulary.common_words import FRENCH_YES_NO, NO, YES
from ttr_core import legal_commands
from ttr_core.model.ids import SeatId, Viewer
from ttr_core.model.state import route_numbers

DEFAULT_LANG = "en"
LANGS = ("en", "fr")


class Talk:
    """Hears what people say about a game, and answers or does it."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._questions = Questions(games.store)

    def hear(
        self,
        loaded: Loaded,
        viewer: Viewer,
        text: str,
        *,
        lang: str | None = None,
        preview: bool = False,
        key: Key | None = None,
        expected: int | None = None,
    ) -> Reply:
        """The answer, after what was surely meant has been done.

        `lang` decides where the words belong to both languages, and is the language of the answer.
        """
        meaning = self.understand(loaded, viewer, text)
        return self.answer(loaded, viewer, meaning, lang=lang, preview=preview, key=key, expected=expected)

    def understand(self, loaded: Loaded, viewer: Viewer, text: str) -> Meaning:
        """What the text means; changes nothing."""
        seat = viewer if isinstance(viewer, int) else None
        question = None if seat is None else self._questions.open(loaded, seat)
        hearing = _Hearing(loaded, seat, question)
        answered = _answered(question, text, plain_words(text))
        if answered is not None and question is not None:
            return hearing.meaning(answered, confirmed=question.preview)
        meaning = hearing.meaning(text)
        return (question and hearing.narrowed(question, meaning)) or meaning

    def answer(
        self,
        loaded: Loaded,
        viewer: Viewer,
        meaning: Meaning,
        *,
        lang: str | None = None,
        preview: bool = False,
        key: Key | None = None,
        expected: int | None = None,
    ) -> Reply:
        understood = meaning.heard.lang or (lang if lang in LANGS else None) or DEFAULT_LANG
        voice = voice_for(loaded, lang if lang in LANGS else understood, viewer)
        acting = Acting(self._games, self._questions, loaded, voice, understood)
        repeated = self._games.repeated(loaded, key)
        if repeated is not None:
            return acting.told(repeated)
        if expected is not None and expected != loaded.version and not meaning.heard.look:
            raise StaleVersion(version=loaded.version)
        return acting.answer(meaning, preview=preview, key=key, expected=expected)


class _Hearing:
    """What texts mean to one seat, or to nobody's, at one version of a game."""

    def __init__(self, loaded: Loaded, seat: SeatId | None, question: Question | None) -> None:
        self._loaded, self._seat, self._question = loaded, seat, question
        self._situation = _situation(loaded, seat)

    def meaning(self, text: str, *, confirmed: bool = False) -> Meaning:
        words = plain_words(text)
        matter = matter_in(words)
        order = None if matter or self._seat is None else self._order(words)
        lang = matter.lang if matter else order.lang if order else None
        heard = Heard(lang) if matter or order else hear(self._situation, text)
        return Meaning(
            text=text, heard=heard, matter=matter, order=order, confirmed=confirmed, question=self._question
        )

    def _order(self, words: Words) -> HeardOrder | None:
        routes = self._loaded.ruleset.routes
        taken = frozenset(str(routes[number].id) for number in route_numbers(self._loaded.state.claimed))
        return hear_order(self._loaded.ruleset, taken, words)

    def narrowed(self, question: Question, meaning: Meaning) -> Meaning | None:
        """More words for what was asked about: they are heard together with those that led to the question."""
        heard = meaning.heard
        if heard.look or meaning.matter or meaning.order or heard.verb or heard.preview:
            return None
        together = self.meaning(f"{question.text} {meaning.text}{question.behind}")
        if together.order is not None:
            return None if together.order.wrong and (heard.commands or heard.options) else together
        found = together.heard.commands or together.heard.options
        return together if found and not together.heard.look else None


def _situation(loaded: Loaded, seat: SeatId | None) -> Situation:
    if seat is None or loaded.refusal():
        return Situation(loaded.ruleset, ())
    legal = legal_commands(loaded.ruleset, loaded.state, seat)
    return Situation(loaded.ruleset, legal, loaded.state.seats[seat].offer)


def _answered(question: Question | None, text: str, words: tuple[str, ...]) -> str | None:
    """What is said by the number of a choice or its own words, or by yes where there is only one."""
    if question is not None and text in question.says:
        return text
    if question is None or len(words) != 1:
        return None
    word = words[0]
    if word.isdecimal() and len(word) < 3 and 1 <= int(word) <= len(question.says):
        return question.says[int(word) - 1]
    if word in YES and (question.preview or len(question.says) == 1):
        return question.says[0]
    if word in NO:
        return "laisse tomber" if word in FRENCH_YES_NO else "never mind"
    return None
