"""A second opinion on what a text asks for, by its likeness to examples, where the grammar only guesses.

The grammar alone decides about moves, and about phrases that it knows as a whole. What it takes from some words of a
text, or cannot place, is held against the intents that the text is likely to have (`recognition`): where both agree, it
is answered; where one is sure, it decides; where they differ, the likeliest answers are offered.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from service.language.conversation.questions import Meaning
from service.language.grammar.command_match import Situation
from service.language.grammar.concepts import concepts_in, left_out
from service.language.grammar.inquiry import (
    BASICS,
    MAP,
    MOST_LOOKS,
    MOVES,
    ODDS,
    QUESTION_MARK,
    ROUTE,
    RULE,
    everyday_language,
    is_asking,
)
from service.language.grammar.moves.heard import Heard
from service.language.grammar.phrases import Words, sentence, spoken_words
from service.language.grammar.questions.facts_asked import asks_whether_near, facts_asked
from service.language.grammar.questions.standings_asked import STANDINGS
from service.language.grammar.sentences.look_phrases import COURTESIES, query_in
from service.language.grammar.sentences.matter_phrases import HeardMatter, absence_of, matter_in
from service.language.grammar.table_requests import REMATCH
from service.language.languages import DEFAULT_LANG, heard_words
from service.language.recognition.intent_model import is_intent, is_learned
from service.language.recognition.intents import (
    AGREE,
    ASKING_NOTHING,
    MATTERS,
    MOVE,
    OBJECT,
    TALK,
    UNANSWERED,
    VACATION,
    Sought,
    intents_of,
    is_idle,
    sought,
)

SURE = 0.8  # chance of an intent that decides against the grammar
CERTAIN = 0.9  # ... even where names or a choice say what the text is about
LIKELY = 0.7  # ... where the grammar has nothing
BACKED = 0.1  # ... that is enough for what the grammar has found
DOUBTED = 0.5  # ... that makes another look of the grammar doubtful
PROPOSED = 0.2  # ... for a matter of the table to be one of the answers that are offered
OFFERED = 0.07  # ... to be one of the answers that are offered
# looks that the grammar knows by names in the text, or by the end of the game
KNOWN_BY_NAMES = frozenset(
    {"route", "routes", "route_list", "rule", "things", "absent", "stranger", "result"}
)
HINT, HELP = "hint", "help"
# topics of which both say the same: only one of them is offered
SAME_ANSWER = {"basics meaning": "basics tickets"}
FEWEST_WORDS = 2  # of a text that is likened to examples


class Candidate(NamedTuple):
    """An intent with what it asks for here."""

    intent: str
    chance: float
    sought: Sought


def revised(
    situation: Situation, text: str, meaning: Meaning, motions: Sequence[str], *, over: bool
) -> Meaning:
    """The meaning, unless what is likeliest by its examples says that it is another one."""
    words = spoken_words(text)
    if len(words) < FEWEST_WORDS or _is_settled(situation, text, meaning):
        return meaning
    candidates = _candidates(situation, text, motions, over=over)
    return _Opinion(situation, text, meaning, candidates, over=over).meaning if candidates else meaning


def _is_settled(situation: Situation, text: str, meaning: Meaning) -> bool:
    """Whether it is a move or an order, or a phrase that is known as a whole."""
    heard, words = meaning.heard, spoken_words(text)
    if meaning.order or meaning.act or meaning.outdated or heard.answer or heard.also or heard.following:
        return True
    if (heard.commands and not heard.tentative) or heard.look in STANDINGS:
        return True
    if (heard.look, heard.about) == (BASICS, "end") and asks_whether_near(words):
        return True
    if heard.look == ODDS and heard.about:  # of a card or a route that is named
        return True
    if heard.look and _is_fact(situation, words):
        return True
    query, matter = query_in(words), matter_in(sentence(text))
    is_query = bool(query.look and not query.rest)
    return is_query or bool(meaning.matter and matter and matter.name == meaning.matter.name)


def _is_fact(situation: Situation, words: Words) -> bool:
    """Whether a plain fact is asked for, whatever else the words are like."""
    asked = facts_asked(situation.ruleset, words, situation.names)
    return asked.is_plain or asked.is_gap or asked.is_about_taking


def _candidates(
    situation: Situation, text: str, motions: Sequence[str], *, over: bool
) -> Sequence[Candidate]:
    """The intents that a text can have here, the likeliest first."""
    impossible = {*(() if motions else (AGREE, OBJECT)), *(() if over else (REMATCH,))}
    likely = [
        Candidate(intent, chance, sought(situation.ruleset, intent, text))
        for intent, chance in intents_of(situation.ruleset, text, situation.names)
        if intent not in impossible
    ]
    possible = [one for one in likely if one.sought != Sought() or one.intent in ASKING_NOTHING]
    total = sum(one.chance for one in possible)
    return [one._replace(chance=one.chance / total) for one in possible]


def is_nameable(asked: Sought) -> bool:
    """Whether there are words by which it can be asked for, without names that they do not hold."""
    heard = heard_words()[DEFAULT_LANG]
    return asked.matter in heard.table or asked.look == BASICS or asked.look in heard.looks


class _Opinion:
    """Holds the meaning of a text against the candidates."""

    def __init__(
        self,
        situation: Situation,
        text: str,
        meaning: Meaning,
        candidates: Sequence[Candidate],
        *,
        over: bool,
    ) -> None:
        self._situation, self._text, self._given, self._over = situation, text, meaning, over
        self._first = candidates[0]
        self._best = self._first if self._first.sought != Sought() else None
        self._candidates = candidates

    @property
    def meaning(self) -> Meaning:
        heard = self._given.heard
        if self._given.matter is not None:
            return self._of_matter(self._given.matter)
        if rule := self._rule_asked(heard):
            return replace(self._given, heard=Heard(heard.lang, look=rule.look, about=rule.about, vague=True))
        if heard.look:
            return self._of_look(heard)
        if heard.commands or heard.options:
            return self._of_offer()
        return self._of_nothing(heard)

    def _rule_asked(self, heard: Heard) -> Sought | None:
        """The rule, of this board or of others, that a question names where the grammar has nothing nearer."""
        if heard.commands or not (self._is_asked or heard.question):
            return None
        named = sought(self._situation.ruleset, RULE, self._text)
        is_rule = self._first.intent == RULE and self._first.chance >= LIKELY and not heard.verb
        if named.look == RULE:
            is_near = heard.look == HELP or (heard.look, heard.about) == (BASICS, "bonuses")
            return named if is_near or (is_rule and not heard.look) else None
        is_elsewhere = named.look == "absent" and not (heard.look or heard.options)
        return named if is_elsewhere and (heard.verb or is_rule) else None

    def _of_matter(self, matter: HeardMatter) -> Meaning:
        """A matter of the table is dropped only for a question, or talk, that is sure."""
        is_learned = matter.name in MATTERS.values()
        backed = any(one.sought.matter == matter.name and one.chance >= BACKED for one in self._candidates)
        is_other = self._is_sure_of_another and not (self._best and self._best.sought.matter)
        is_other = is_other and self._first.intent not in COURTESIES
        return self._decided() if is_learned and is_other and not backed else self._given

    @property
    def _is_sure_of_another(self) -> bool:
        """Whether the likeliest intent is sure, and leads to something else than a move or a refusal."""
        return self._first.chance >= SURE and self._first.intent not in UNANSWERED | {MOVE}

    def _of_look(self, heard: Heard) -> Meaning:
        given = f"{heard.look} {heard.about}" if heard.look == BASICS else heard.look
        is_unlearned = heard.look == BASICS and not is_intent(f"{BASICS}_{heard.about}")
        if (
            is_unlearned
            or self._is_of_choice(heard)
            or heard.look in KNOWN_BY_NAMES
            or (heard.look == MAP and heard.about)
        ):
            return self._given
        topics = (
            (SAME_ANSWER.get(one.sought.topic, one.sought.topic), one.chance) for one in self._candidates
        )
        if any(topic in (given, SAME_ANSWER.get(given)) and chance >= BACKED for topic, chance in topics):
            return self._given
        if heard.vague and self._first.chance >= SURE:
            return self._decided()
        if self._is_sure_of_another and self._best is None:
            return self._decided()
        is_found = not heard.vague and self._first.chance < DOUBTED
        if is_found or heard.look in COURTESIES or heard.left_out or self._first.intent == MOVE:
            return self._given
        return self._asked([given])

    def _is_of_choice(self, heard: Heard) -> bool:
        """What is asked during a choice is likely about the choice."""
        if self._situation.offer and heard.look in (MOVES, "missing"):
            return True
        if not self._situation.is_choice:
            return False
        return heard.look == RULE or (heard.look in (MOVES, ROUTE) and self._first.chance < CERTAIN)

    @property
    def _is_an_answer(self) -> bool:
        """Whether something is to be chosen, and the text asks nothing: it speaks of the choice, in words we lack."""
        return self._situation.is_choice and not self._is_asked and self._first.chance < CERTAIN

    @property
    def _is_asked(self) -> bool:
        return QUESTION_MARK in self._text or is_asking(spoken_words(self._text))

    def _of_offer(self) -> Meaning:
        """A question never becomes the offer of a move, unless it asks for one in words that are all known."""
        heard = self._given.heard
        is_look = self._best is not None and bool(self._best.sought.look)
        is_request = heard.verb and bool(heard.commands) and not heard.unknown
        is_other = self._is_asked and is_look and self._is_sure_of_another
        return self._decided() if is_other and not is_request else self._given

    def _of_nothing(self, heard: Heard) -> Meaning:
        if self._first.intent == MOVE or self._first.intent in UNANSWERED:
            return self._given
        if heard.compound or heard.understood is not None or self._is_an_answer:
            return self._given
        if heard.question and self._over and self._first.chance < SURE:  # it is about how the game went
            return self._given
        if self._first.chance >= LIKELY and not self._strange:
            return self._decided()
        return self._given if heard.talk else self._asked(heard.looks)

    @property
    def _strange(self) -> Sequence[str]:
        """Words that nobody has said in an example, and that the grammar does not know."""
        return [word for word in self._given.heard.unknown if not is_learned(word)]

    def _decided(self) -> Meaning:
        """The likeliest intent, whatever the grammar says."""
        lang = self._given.heard.lang or everyday_language(spoken_words(self._text))
        given = replace(self._given, matter=None)
        if self._best is None:
            is_talk = self._first.intent == TALK
            return replace(given, heard=Heard(lang, talk=is_talk, question=not is_talk))
        asked = self._best.sought
        if asked.look == HINT:  # the others see that somebody asked for one: only a plain wish is enough
            return self._asked([self._given.heard.look]) if self._first.chance >= SURE else self._given
        if asked.matter:
            matter = self._matter(asked.matter, lang or DEFAULT_LANG)
            return replace(given, heard=Heard(lang, vague=True), matter=matter)
        rest = left_out(asked.topic, concepts_in(spoken_words(self._text)))
        heard = Heard(
            lang,
            look=asked.look,
            about=asked.about,
            vague=True,
            left_out=tuple(dict.fromkeys(rest.values())) if self._first.chance < CERTAIN else (),
        )
        return replace(given, heard=heard)

    def _matter(self, name: str, lang: str) -> HeardMatter:
        """A matter of the table, which is confirmed; an absence with the days that are named."""
        days = absence_of(spoken_words(self._text), lang) if name == MATTERS[VACATION] else None
        return days or HeardMatter(name, lang, (), is_news=True)

    def _asked(self, others: Sequence[str]) -> Meaning:
        """The likeliest answers, and those that the grammar has found, to choose from."""
        likely = [
            one
            for one in self._candidates
            if one.chance >= (PROPOSED if one.sought.matter else OFFERED) and not is_idle(one.intent)
        ]
        near = [one.sought.topic for one in likely if is_nameable(one.sought)]
        named = (look for look in others if is_nameable(Sought(look.partition(" ")[0])))
        looks = tuple(dict.fromkeys(SAME_ANSWER.get(look, look) for look in (*near, *named)))[:MOST_LOOKS]
        heard = self._given.heard
        is_guess = len(looks) == 1 and self._first.chance < LIKELY
        if not near or is_guess or self._first.intent == TALK:
            return self._given
        return replace(
            self._given,
            heard=Heard(
                heard.lang, vague=True, looks=looks, unknown=tuple(self._strange), question=heard.question
            ),
        )
