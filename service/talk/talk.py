"""Hearing a message about a game and answering it: the one door of every channel."""

from service.games import Games, Key
from service.problems import Problem
from service.shelf import Loaded
from service.talk.acting import Acting
from service.talk.ear import Heard, hear
from service.talk.fitting import Situation
from service.talk.matters import matter_in
from service.talk.meaning import Meaning
from service.talk.plain import plain_words
from service.talk.questions import Question, Questions
from service.talk.reply import Reply
from service.talk.vocabulary import FRENCH_YES_NO, NO, YES
from service.talk.voice import voice_for
from ttr_core import legal_commands
from ttr_core.words import SeatId, Viewer

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
        situation = _situation(loaded, seat)
        words = plain_words(text)
        answered = _answered(question, text, words)
        if answered is not None and question is not None:
            return _meaning(situation, answered, question, confirmed=question.preview)
        meaning = _meaning(situation, text, question)
        return (question and _narrowed(situation, question, meaning)) or meaning

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
            raise Problem("stale_version", version=loaded.version)
        return acting.answer(meaning, preview=preview, key=key, expected=expected)


def _situation(loaded: Loaded, seat: SeatId | None) -> Situation:
    if seat is None or loaded.refusal():
        return Situation(loaded.ruleset, ())
    legal = legal_commands(loaded.ruleset, loaded.state, seat)
    return Situation(loaded.ruleset, legal, loaded.state.seats[seat].offer)


def _meaning(
    situation: Situation, text: str, question: Question | None, *, confirmed: bool = False
) -> Meaning:
    matter = matter_in(plain_words(text))
    if matter is not None:
        heard = Heard(matter.lang)
        return Meaning(text=text, heard=heard, matter=matter, confirmed=confirmed, question=question)
    return Meaning(text=text, heard=hear(situation, text), confirmed=confirmed, question=question)


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


def _narrowed(situation: Situation, question: Question, meaning: Meaning) -> Meaning | None:
    """More words for what was asked about: they are heard together with those that led to the question."""
    heard = meaning.heard
    if heard.look or meaning.matter or heard.verb or heard.preview:
        return None
    joined = f"{question.text} {meaning.text}"
    together = hear(situation, joined)
    if not together.commands and not together.options:
        return None
    return Meaning(text=joined, heard=together, question=question)
