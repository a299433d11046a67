"""Hears a message about a game and answers it: every channel comes in here."""

import re
from collections.abc import Collection, Sequence
from functools import cached_property

from msgspec.structs import replace

from service.errors import StaleVersion
from service.games.game_cache import Loaded
from service.games.games import Games
from service.language.conversation.follow_up import in_full
from service.language.conversation.looks import requests_to
from service.language.conversation.numbered_choices import (
    Act,
    Confirm,
    Leave,
    Narrow,
    Play,
    SettleClause,
    Show,
    commands_of,
    having,
)
from service.language.conversation.questions import (
    NO_TOPIC,
    Effect,
    Meaning,
    Question,
    Questions,
    Reply,
    Utterance,
    is_mark,
    is_open,
)
from service.language.conversation.responses import Responder
from service.language.conversation.second_opinion import revised
from service.language.grammar.command_match import BLIND, Situation, situation_of
from service.language.grammar.inquiry import (
    ABOUT_PEOPLE,
    QUESTION_MARK,
    compares,
    everyday_language,
    is_asking,
    nouns_of_rules,
    places_in,
    rule_behind,
)
from service.language.grammar.interpretation import (
    agrees_with_comment,
    answer_with_reason,
    hear,
    is_conditional,
)
from service.language.grammar.lexicon import lexicon_of
from service.language.grammar.moves.heard import Aspect, Heard
from service.language.grammar.orders.named_orders import names_something_ordered
from service.language.grammar.orders.order_sentence import HeardOrder, hear_order, settle_clause
from service.language.grammar.orders.two_turns import both_turns, two_turns_in
from service.language.grammar.phrases import Words, has_phrase, plain_words, sentence, spoken_words
from service.language.grammar.questions.facts_asked import asks_who, facts_asked
from service.language.grammar.questions.several_questions import questions_in
from service.language.grammar.sentences.look_phrases import COURTESIES
from service.language.grammar.sentences.matter_phrases import HeardMatter, answer_about
from service.language.grammar.sentences.named_turn import order_in, turn_named_in
from service.language.grammar.sentences.question_beside import is_answer
from service.language.grammar.sentences.single_clause import AGAIN
from service.language.grammar.sentences.table_matter import matter_heard
from service.language.grammar.sentences.yes_and_no import answer_in
from service.language.grammar.table_requests import (
    ANSWERED,
    DECLINED,
    REMATCH,
    VOTES,
    answer_before_but,
    cancelled_order_in,
    objection_in,
    patience_asked_in,
    rematch_in,
    rematch_wish_in,
    table_request_in,
    vote_in,
)
from service.language.languages import codes, words_for
from service.language.recognition.typing_mistakes import without_mistakes
from service.language.speech.story import voice_for
from ttr_core.model.commands import SeatCommand
from ttr_core.model.events import CardDrawn, CardTaken, TurnStarted
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import Paused
from ttr_core.model.state import route_numbers

FEWEST_QUESTIONS = 2  # that are answered one by one
WORD = re.compile(r"[^\W\d_]+")
SPOKEN_TO = words_for(lambda heard: heard.talk["you"])


class Talk:
    """Hears what people say about a game, and answers or does it."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._questions = Questions(games.store)

    def hear(self, utterance: Utterance) -> Reply:
        """Does what is surely meant, and answers."""
        return self.answer(utterance, self.understand(utterance))

    def overhear(self, utterance: Utterance) -> Reply | None:
        """The same where people also talk to each other: None if it is not plainly about the game."""
        meaning = self.understand(utterance)
        is_possible = utterance.seat is not None or meaning.heard.look
        is_plain = meaning.is_for_service and (meaning.moves(preview=False) or not _is_strange(utterance))
        is_plain = is_plain and not (_is_guess(meaning.heard) or _is_encouragement(utterance, meaning))
        return self.answer(utterance, meaning) if is_possible and is_plain else None

    def understand(self, utterance: Utterance) -> Meaning:
        """What the text means; changes nothing."""
        loaded, seat, text = utterance.loaded, utterance.seat, utterance.text
        last = None if seat is None else self._questions.last(loaded, seat)
        question = last if last and seat is not None and is_open(loaded, seat, last) else None
        hearing = _Hearing(loaded, seat, question, self._drawn_before(loaded, seat, text))
        if question and (answer := hearing.answer(question, text)):
            return answer
        is_request = answer_in(plain_words(text)) and hearing.motions
        is_again = rematch_in(text) if loaded.over and not question else None
        if is_again:  # people who say "yes" to each other are not asked
            about, is_bare = ("" if is_again.yes else DECLINED), rematch_wish_in(text) is None
            return Meaning(text=text, heard=Heard(is_again.lang, look=REMATCH, about=about, vague=is_bare))
        if is_mark(text) or (last and not question and last.is_answered(text) and not is_request):
            return Meaning(text=text, heard=Heard(last.lang if last else None), outdated=True)
        if seat is not None and (full := self._in_full(hearing, loaded, seat, text)):
            return full
        meaning = hearing.meaning(text)
        return (hearing.narrowed(question, meaning) if question else None) or meaning

    def _in_full(self, hearing: "_Hearing", loaded: Loaded, seat: SeatId, text: str) -> Meaning | None:
        """What a question means that goes on from the last one: "and Berlin?"."""
        before = self._questions.asked(loaded, seat)
        full = hearing.in_full(before, text) if before else ""
        meaning = hearing.meaning(full) if full else None
        return meaning if meaning and meaning.heard.look else None

    def _drawn_before(self, loaded: Loaded, seat: SeatId | None, text: str) -> tuple[str, ...]:
        """What the seat drew last, for "same again": in the turn that it has begun, or in the one before."""
        if seat is None or not has_phrase(f" {' '.join(spoken_words(text))} ", AGAIN):
            return ()
        turns: list[list[str]] = [[]]
        for _, event in self._games.cache.read_events(loaded.game, 0, loaded.version):
            match event:
                case TurnStarted() if event.seat == seat:
                    turns.append([])
                case CardDrawn() if event.seat == seat:
                    turns[-1].append(BLIND)
                case CardTaken() if event.seat == seat:
                    turns[-1].append(event.card)
        return tuple(next((cards for cards in reversed(turns[-2:]) if cards), ()))

    def asks(self, loaded: Loaded, seat: SeatId | None, text: str) -> bool:
        """Whether the text picks a choice of a question that is open to this seat."""
        last = None if seat is None else self._questions.last(loaded, seat)
        return bool(last and seat is not None and is_open(loaded, seat, last) and last.picked(text))

    def answer(self, utterance: Utterance, meaning: Meaning) -> Reply:
        loaded = utterance.loaded
        wanted = utterance.lang if utterance.lang in codes() else None
        understood = meaning.heard.lang or wanted or everyday_language(plain_words(utterance.text))
        understood = understood or utterance.common_lang
        voice = voice_for(loaded, wanted or understood, utterance.viewer)
        responder = Responder(self._games, self._questions, loaded, voice, understood)
        repeated = self._games.repeated(loaded, utterance.key)
        if repeated is not None:
            return responder.report(repeated)
        if utterance.expected not in (None, loaded.version) and not meaning.heard.look:
            raise StaleVersion(version=loaded.version)
        reply = responder.answer(utterance, meaning)
        if utterance.seat is not None and meaning.heard.look and meaning.heard.look not in COURTESIES:
            self._questions.keep_asked(loaded, utterance.seat, meaning.text)
        if meaning.heard.following and reply.did is Effect.MOVED:
            return self._follow(utterance, meaning.heard.following, reply)
        return reply

    def _follow(self, utterance: Utterance, text: str, first: Reply) -> Reply:
        """What the same sentence says of the choice that its first part has led to."""
        loaded = self._games.cache.read_latest(utterance.loaded.game)
        again = replace(utterance, loaded=loaded, text=text, key=None, expected=None)
        meaning = self.understand(again)
        second = self.answer(again, meaning)
        if meaning.heard.look:
            return replace(
                first, text=f"{first.text}\n{second.text}", private=first.private or second.private
            )
        if second.did is not Effect.MOVED:
            return first
        public = "\n".join(filter(None, (first.public, second.public)))
        text = "\n".join(filter(None, (first.story, second.text)))
        return replace(second, text=text, public=public, events=(*first.events, *second.events))


def _is_guess(heard: Heard) -> bool:
    """Whether it names neither what is to be done nor a route, and may still mean something: "good luck all"."""
    is_about_route = any(getattr(one, "route", None) for one in heard.options)
    return bool(heard.options) and not (heard.verb or is_about_route)


def _is_encouragement(utterance: Utterance, meaning: Meaning) -> bool:
    """Whether it only urges on: "keep going", or "let's continue" where nothing is paused."""
    if meaning.matter is not None:
        return meaning.matter.name == "resume" and not isinstance(utterance.loaded.state.phase, Paused)
    heard = meaning.heard
    said = None if heard.is_clear else heard.understood
    return said is not None and not said.elements and len(plain_words(utterance.text)) > 1


def _is_strange(utterance: Utterance) -> bool:
    """Whether it has a word that we do not know; people are known by their names."""
    lexicon, names = lexicon_of(utterance.loaded.ruleset), _names(utterance.loaded)
    return not all(word in names or lexicon.is_known(word) for word in plain_words(utterance.text))


def _names(loaded: Loaded) -> frozenset[str]:
    """The words of the names of people at the table."""
    names = (loaded.facts.name(seat) or "" for seat in range(loaded.ruleset.players))
    return frozenset(word for name in names for word in plain_words(name))


class _Hearing:
    """What texts mean to one seat, or to a spectator, at one version of a game."""

    def __init__(
        self, loaded: Loaded, seat: SeatId | None, question: Question | None, drawn_before: tuple[str, ...]
    ) -> None:
        self._loaded, self._seat, self._question = loaded, seat, question
        self._situation = _situation(loaded, seat)._replace(names=_names(loaded), drawn_before=drawn_before)

    @cached_property
    def motions(self) -> Sequence[str]:
        """What others have proposed and this seat has not answered."""
        return () if self._seat is None else requests_to(self._loaded.state, self._seat)

    def answer(self, question: Question, text: str) -> Meaning | None:
        """What a number, a button, a yes or no, or the words of a choice pick."""
        heard, confirmed = Heard(question.lang), question.topic.yes_or_no
        version = self._loaded.version if question.topic.turn is None else None
        picked = Meaning(text=text, heard=heard, confirmed=confirmed, question=question, version=version)
        match question.picked(text) or question.said(text) or self._agreed(question, text):
            case Play() as act:
                commands = commands_of(act)
                return replace(picked, heard=heard._replace(commands=commands), outdated=not commands)
            case Narrow(parts=parts) as act if act not in question.acts:  # several numbers
                commands = tuple(having(parts, self._situation.legal))
                only = len(commands) == 1
                return replace(picked, heard=heard._replace(commands=commands)) if only else None
            case Narrow() | Confirm() as act:
                return replace(picked, act=act)
            case Show(look=look, about=about):
                return replace(picked, heard=heard._replace(look=look, about=about))
            case SettleClause(meant=meant, words=words) if gap := question.topic.order:
                order = settle_clause(self._loaded.ruleset, self._taken(), gap, meant, words)
                return replace(picked, order=order)
            case Leave() if not self._is_declined(question):
                answer = answer_in(plain_words(text))
                lang = (answer.lang if answer else None) or question.lang
                return replace(picked, heard=Heard(lang, look="never_mind"))
        return None

    def _agreed(self, question: Question, text: str) -> Act | None:
        """What a yes with a comment picks where yes or no is asked: "yeah, worth it"."""
        is_agreed = question.topic.yes_or_no and agrees_with_comment(self._situation, text)
        return question.acts[0] if is_agreed else None

    def _is_declined(self, question: Question) -> bool:
        """Whether `no` declines what the turn itself offers, such as to pay for a tunnel."""
        declining = any(isinstance(c, SeatCommand) and c.answers == "no" for c in self._situation.legal)
        return declining and question.topic == NO_TOPIC

    def in_full(self, before: str, text: str) -> str:
        """A question with the words of the one that it goes on from; nothing if it does not."""
        speaker = (self._seat is not None and self._loaded.facts.name(self._seat)) or ""
        return in_full(self._situation, before, text, speaker)

    def meaning(self, text: str) -> Meaning:
        """What the grammar understands, held against what the text is like."""
        if self._is_said_to_another(text):
            return Meaning(text=text, heard=Heard(everyday_language(spoken_words(text)), talk=True))
        return self._several(text) or self._likeliest(text)

    def _likeliest(self, text: str) -> Meaning:
        return revised(self._situation, text, self._by_grammar(text), self.motions, over=self._loaded.over)

    def _several(self, text: str) -> Meaning | None:
        """Several questions, each of which is answered; None if fewer than two of them are understood."""
        if not (QUESTION_MARK in text or is_asking(spoken_words(text))):
            return None
        names = self._situation.names
        ruleset, words = self._loaded.ruleset, spoken_words(text)
        is_whole = (
            self._situation.offer
            or facts_asked(ruleset, words, names).is_gap
            or compares(ruleset, words, names)
        )
        parts = [] if is_whole else questions_in(text, names, self._nouns(text))
        heard = [(part, *self._answered(part.ways)) for part in parts]
        answered = {(one.look, one.about, way): (way, one) for _, way, one in heard if one is not None}
        if len(answered) < FEWEST_QUESTIONS:
            return None
        (begin, first), *others = answered.values()
        also = [Aspect(way, one.look, one.about) for way, one in others]
        also += [Aspect(part.text, "", "") for part, _, one in heard if one is None]
        return Meaning(
            text=text, heard=first._replace(also=tuple(also), asked=begin), question=self._question
        )

    def _nouns(self, text: str) -> Collection[str]:
        """What a text may speak of again: things of rules, and places that it names."""
        ruleset = self._loaded.ruleset
        places = [" ".join(words) for words, _ in places_in(ruleset, spoken_words(text))]
        return [*places, *(noun for _, nouns in nouns_of_rules(ruleset) for noun in nouns)]

    def _answered(self, ways: Sequence[str]) -> tuple[str, Heard | None]:
        """The first way to hear a question in which it has an answer."""
        for way in ways:
            meaning = self._likeliest(way)
            heard = meaning.heard
            is_plain = meaning.matter is None and not (heard.commands or heard.options)
            is_wish = heard.look in ("hint", "claims") and not heard.vague
            if is_plain and (is_answer(heard._replace(vague=False)) or is_wish):
                return way, heard
        return ways[0], None

    def _by_grammar(self, text: str) -> Meaning:
        """What its phrases mean; if that is nothing, as it is spelled, or without the names of those spoken to."""
        meaning = self._as_it_stands(text)
        is_unclear = bool(meaning.heard.unknown) or not meaning.is_clear
        if is_unclear and (spelled := self._as_spelled(text)):
            return spelled
        bare = "" if meaning.is_clear else self._without_names(text)
        again = self._as_it_stands(bare) if bare else meaning
        if again.heard.look in ABOUT_PEOPLE:  # the name says whose
            again = replace(again, heard=again.heard._replace(about=" ".join(plain_words(text))))
        return replace(again, text=text) if again.is_clear else meaning

    def _as_spelled(self, text: str) -> Meaning | None:
        """What it means without mistakes in everyday words, and nothing done at once; None if it is no clearer."""
        lexicon, names = lexicon_of(self._loaded.ruleset), self._situation.names
        spelled = without_mistakes(
            text, lambda word: word in names or lexicon.is_known(word) or bool(lexicon.matches((word,)))
        )
        if spelled == text:
            return None
        again = self._as_it_stands(spelled)
        if not again.is_clear or again.heard.unknown:
            return None
        heard = again.heard._replace(tentative=bool(again.heard.commands), vague=True)
        matter = again.matter and again.matter._replace(is_news=True)
        return replace(again, heard=heard, matter=matter)

    def _is_said_to_another(self, text: str) -> bool:
        """Whether it begins with the name of somebody else and asks them something: "Carol, do you think ...?"."""
        if self._seat is None or self.motions:
            return False
        others = range(self._loaded.ruleset.players)
        names = [plain_words(self._loaded.facts.name(seat) or "") for seat in others if seat != self._seat]
        words = spoken_words(text)
        return any(name and words[: len(name)] == name for name in names) and not SPOKEN_TO.isdisjoint(words)

    def _without_names(self, text: str) -> str:
        """The text without the names of people at the table; nothing if it names nobody, or nothing else is said."""
        names = _names(self._loaded)
        bare = WORD.sub(lambda word: "" if names.issuperset(plain_words(word[0])) else word[0], text)
        return bare if bare != text and plain_words(bare) else ""

    def _is_rather_move(self, request: HeardMatter, text: str) -> bool:
        """Whether it is a move, or speaks of tickets on offer without naming anybody at the table."""
        names_nobody = self._situation.names.isdisjoint(plain_words(text))
        is_of_tickets = request.name == "replace" and bool(self._situation.offer) and names_nobody
        return is_of_tickets or bool(hear(self._situation, text).commands)

    def _order(self, text: str, words: Words) -> Meaning | None:
        """A standing order, perhaps behind a move for now."""
        opened = order_in(words) if self._seat is not None else None
        order = hear_order(self._loaded.ruleset, self._taken(), words) if opened else None
        is_asked = QUESTION_MARK in text or is_asking(words)
        is_sure = bool(opened and opened.is_sure) or bool(order and order.is_clear and not is_asked)
        if order and is_sure:
            return Meaning(text=text, heard=Heard(order.lang), order=order, question=self._question)
        is_later = self._seat is not None and turn_named_in(" ".join(words)) is not None
        two = two_turns_in(self._situation, self._taken(), text) if is_later else None
        if two is None or self._seat is None:
            is_one_turn = order is not None and all(len(one) < 2 for one in order.clauses.alternatives)
            unclear = order if is_one_turn and not is_asked else None
            return unclear and Meaning(
                text=text, heard=Heard(unclear.lang), order=unclear, question=self._question
            )
        if heard := both_turns(two, self._seat):
            return Meaning(text=text, heard=heard, question=self._question)
        order = HeardOrder(two.later.lang, wrong="order-two_turns", first=two.first, about=two.second)
        return Meaning(text=text, heard=Heard(order.lang), order=order, question=self._question)

    def _as_it_stands(self, text: str) -> Meaning:
        """Its phrases decide what sort of sentence it is; only that sort is looked at."""
        words = sentence(text)
        cancelled = cancelled_order_in(text) if self._seat is not None else None
        if cancelled and names_something_ordered(self._loaded.ruleset, cancelled.rest):
            return Meaning(text=text, heard=Heard(cancelled.lang), matter=cancelled, question=self._question)
        matter = vote_in(text, self.motions) if self.motions else None
        if matter and matter.name != VOTES and hear(self._situation, text).commands:
            matter = None  # "pay as you like"
        matter = matter or (answer_about(spoken_words(text), self.motions) if self.motions else None)
        matter = matter or objection_in(text, self.motions)
        is_paused = isinstance(self._loaded.state.phase, Paused)
        is_of_choice = self._situation.is_choice and bool(
            rule_behind(self._loaded.ruleset, self._situation.legal)
        )
        request = None if is_of_choice else table_request_in(text, self.motions, is_paused=is_paused)
        if request and request.name in ANSWERED and self._is_rather_move(request, text):
            request = None  # "je vire juste la longue" throws out no player
        matter = matter or matter_heard(self._situation, text, lambda: bool(self.motions)) or request
        if is_paused and request and matter and matter.name != request.name:
            matter = request  # "I'm back, can we carry on?" is about the pause
        if matter is None and (lang := patience_asked_in(text)):
            return Meaning(text=text, heard=Heard(lang, look="patience"), question=self._question)
        is_about_people = matter is not None and matter.name != VOTES and asks_who(words)
        if matter is not None and not is_about_people:  # "who is closest to ending the game?" ends nothing
            return Meaning(text=text, heard=Heard(matter.lang), matter=matter, question=self._question)
        if meaning := self._order(text, words):
            return meaning
        heard = hear(self._situation, text)
        if self._seat is not None and is_conditional(self._situation, text, heard):
            order = HeardOrder(heard.lang or everyday_language(words) or "", wrong="order-condition")
            return Meaning(text=text, heard=Heard(order.lang or None), order=order, question=self._question)
        answer = heard.answer or (None if heard.is_clear else answer_with_reason(text))
        answer = answer or (answer_before_but(text) if self.motions and not heard.commands else None)
        if answer and self.motions:
            agrees = HeardMatter("agree" if answer.yes else "object", answer.lang or heard.lang, ())
            return Meaning(text=text, heard=Heard(agrees.lang), matter=agrees, question=self._question)
        return Meaning(text=text, heard=heard, question=self._question)

    def _taken(self) -> frozenset[str]:
        routes = self._loaded.ruleset.routes
        return frozenset(str(routes[number].id) for number in route_numbers(self._loaded.state.claimed))

    def narrowed(self, question: Question, meaning: Meaning) -> Meaning | None:
        """More words about the open question: they are heard together with those that led to it."""
        heard, topic = meaning.heard, question.topic
        if heard.look or meaning.matter or meaning.order or heard.verb or heard.preview or heard.compound:
            return None
        if heard.question or heard.answer or heard.unknown:
            return None
        together = self.meaning(f"{topic.text} {meaning.text}{topic.behind}")
        if together.order is not None:
            return None if together.order.wrong and (heard.commands or heard.options) else together
        meant = together.heard.commands or together.heard.options
        before = self.meaning(f"{topic.text}{topic.behind}").heard
        return together if meant and set(meant) <= {*before.commands, *before.options} else None


def _situation(loaded: Loaded, seat: SeatId | None) -> Situation:
    if seat is None or loaded.refusal():
        return Situation(loaded.ruleset, ())
    return situation_of(loaded.ruleset, loaded.state, seat)
