"""Hears a message about a game and answers it: every channel comes in here."""

from service.errors import StaleVersion
from service.games.game_cache import Loaded
from service.games.games import Games
from service.language.conversation.questions import Meaning, Question, Questions, Reply, Utterance
from service.language.conversation.responses import Responder
from service.language.grammar.command_match import Situation
from service.language.grammar.interpretation import NO, YES, Heard, hear, language_of_answer
from service.language.grammar.order_sentence import HeardOrder, hear_order
from service.language.grammar.phrases import Words, plain_words
from service.language.grammar.table_talk import matter_in
from service.language.languages import DEFAULT_LANG, Messages, codes
from service.language.speech.voice import voice_for
from ttr_core import legal_commands
from ttr_core.model.ids import SeatId
from ttr_core.model.state import route_numbers


class Talk:
    """Hears what people say about a game, and answers or does it."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._questions = Questions(games.store)

    def hear(self, utterance: Utterance) -> Reply:
        """Does what is surely meant, and answers."""
        return self.answer(utterance, self.understand(utterance))

    def understand(self, utterance: Utterance) -> Meaning:
        """What the text means; changes nothing."""
        loaded, seat, text = utterance.loaded, utterance.seat, utterance.text
        question = None if seat is None else self._questions.open(loaded, seat)
        hearing = _Hearing(loaded, seat, question)
        if question is None:
            return hearing.meaning(text)
        if picked := _picked(question, text):
            return hearing.meaning(picked, confirmed=question.preview)
        meaning = hearing.meaning(text)
        return hearing.narrowed(question, meaning) or meaning

    def answer(self, utterance: Utterance, meaning: Meaning) -> Reply:
        loaded = utterance.loaded
        wanted = utterance.lang if utterance.lang in codes() else None
        understood = meaning.heard.lang or wanted or DEFAULT_LANG
        voice = voice_for(loaded, wanted or understood, utterance.viewer)
        responder = Responder(self._games, self._questions, loaded, voice, understood)
        repeated = self._games.repeated(loaded, utterance.key)
        if repeated is not None:
            return responder.report(repeated)
        if utterance.expected not in (None, loaded.version) and not meaning.heard.look:
            raise StaleVersion(version=loaded.version)
        return responder.answer(utterance, meaning)


class _Hearing:
    """What texts mean to one seat, or to a spectator, at one version of a game."""

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
        """More words about the open question: they are heard together with those that led to it."""
        heard = meaning.heard
        if heard.look or meaning.matter or meaning.order or heard.verb or heard.preview:
            return None
        together = self.meaning(f"{question.text} {meaning.text}{question.behind}")
        if together.order is not None:
            return None if together.order.wrong and (heard.commands or heard.options) else together
        meant = together.heard.commands or together.heard.options
        return together if meant and not together.heard.look else None


def _situation(loaded: Loaded, seat: SeatId | None) -> Situation:
    if seat is None or loaded.refusal():
        return Situation(loaded.ruleset, ())
    legal = legal_commands(loaded.ruleset, loaded.state, seat)
    return Situation(loaded.ruleset, legal, loaded.state.seats[seat].offer)


def _picked(question: Question, text: str) -> str | None:
    """The words of the choice that a number, its own words, or `yes` to the only one pick."""
    words = plain_words(text)
    if text in question.says:
        return text
    if len(words) != 1:
        return None
    word = words[0]
    if word.isdecimal() and len(word) < 3 and 1 <= int(word) <= len(question.says):
        return question.says[int(word) - 1]
    if word in YES and (question.preview or len(question.says) == 1):
        return question.says[0]
    if word in NO:
        return Messages(language_of_answer(word) or DEFAULT_LANG)("no-say")
    return None
