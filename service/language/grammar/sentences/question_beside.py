"""Questions beside others, beside talk, or beside a move."""

from service.language.grammar.clauses import (
    NEVER_MATTERS,
    clauses_of,
    is_mere_talk,
    says_nothing,
)
from service.language.grammar.command_match import Situation
from service.language.grammar.inquiry import (
    QUESTION_MARK,
    ROUTE,
    compares,
    is_asking,
)
from service.language.grammar.lexicon import (
    lexicon_of,
)
from service.language.grammar.moves.heard import Aspect, Heard
from service.language.grammar.moves.joined_moves import move_in
from service.language.grammar.phrases import plain_words, sentence, spoken_words, without_request
from service.language.grammar.sentences.alternatives import DOING, things_named
from service.language.grammar.sentences.card_list import AND
from service.language.grammar.sentences.look_phrases import COURTESIES, query_in
from service.language.grammar.sentences.single_clause import heard_in_clause

SENTENCE_ENDS = frozenset("!.;…")
SHORTEST_QUESTION = 3  # words that lead up to a question rather than being one: "remind me, ..."
IDLE_LOOKS = COURTESIES | {"never_mind"}
VAGUE = frozenset({"moves", "help", "claims"})  # looks that answer a question about anything


def several_asked(situation: Situation, text: str) -> Heard | None:
    """Several questions in one text, each of which is answered: "my hand again, and can I afford LA to Phoenix?"."""
    parts = _questions_in(text)
    if len(parts) < 2 or compares(situation.ruleset, spoken_words(text), situation.names):
        return None
    heard = [(part, heard_in_clause(situation, part)) for part in parts]
    answered = {(one.look, one.about): (part, one) for part, one in reversed(heard) if is_answer(one)}
    if len(answered) < 2:
        return None
    (begin, first), *others = reversed(answered.values())
    open_ones = [Aspect(part, "", "") for part, one in heard if one.question and len(spoken_words(part)) > 3]
    also = (*(Aspect(part, one.look, one.about) for part, one in others), *open_ones)
    return first._replace(also=also, asked=begin)


def is_answer(heard: Heard) -> bool:
    """A look that answers a question of its own, rather than all of them."""
    return bool(heard.look) and not heard.vague and heard.look not in VAGUE | IDLE_LOOKS


def _questions_in(text: str) -> list[str]:
    """The parts of a text that are questions by themselves; none if there is anything else in it."""
    parts = [part for clause in clauses_of(text) for part in _cut_before_questions(clause)]
    asked = [part for part in parts if _is_question(part)]
    telling = [part for part in parts if part not in asked and not _is_idle(part)]
    long = (part for part in asked if len(spoken_words(part)) > SHORTEST_QUESTION or is_look(part))
    return [] if telling else list(long)


def _is_question(text: str) -> bool:
    return is_asking(spoken_words(text)) or text.rstrip().endswith(QUESTION_MARK) or is_look(text)


def is_look(text: str) -> bool:
    """Whether it is a look as a whole, perhaps behind a polite request: "let me see the board"."""
    words = sentence(text)
    query = query_in(without_request(words) or words)
    return bool(query.look) and not query.rest and query.look not in IDLE_LOOKS


def _is_idle(text: str) -> bool:
    return (
        all(word in NEVER_MATTERS for word in spoken_words(text))
        or query_in(spoken_words(text)).look in IDLE_LOOKS
    )


def _cut_before_questions(clause: str) -> list[str]:
    """A clause cut at each `and` behind which another question begins."""
    words = clause.split()
    for number in range(1, len(words)):
        left, right = " ".join(words[:number]), " ".join(words[number + 1 :])
        if "".join(plain_words(words[number])) in AND and (is_asking(spoken_words(right)) or is_look(right)):
            return [left, *_cut_before_questions(right)]
    return [clause]


def asked_beside(situation: Situation, text: str) -> Heard | None:
    """A question beside something else."""
    if text.count(QUESTION_MARK) > 1 and (last := look_beside_talk(situation, text)):
        return last
    return _asked_first(situation, text) if QUESTION_MARK in text else None


def _asked_first(situation: Situation, text: str) -> Heard | None:
    """A question, and talk behind it: "is it my turn? I have lost track"; or a move, and a question to somebody."""
    clauses = clauses_of(text)
    asked = [clause.rstrip().endswith(QUESTION_MARK) for clause in clauses]
    if all(asked) or (asked[-1] and not _ends_sentence(clauses[-2])):
        return None
    lexicon = lexicon_of(situation.ruleset)
    questions = [
        heard_in_clause(situation, clause)
        for clause, is_asked in zip(clauses, asked, strict=True)
        if is_asked
    ]
    others = [clause for clause, is_asked in zip(clauses, asked, strict=True) if not is_asked]
    look = next((one for one in questions if one.look and (situation.is_choice or not one.vague)), None)
    rest = heard_in_clause(situation, " ".join(others))
    is_answer = situation.is_choice and bool(rest.commands)  # "how much is it? no, not worth it"
    if look and not is_answer and all(is_mere_talk(lexicon, clause) for clause in others):
        return look
    if not (rest.commands or rest.options) or (look and look.look in VAGUE):
        return None
    if look and look.look == ROUTE and (named := things_named(situation, lexicon, spoken_words(text))):
        claim = (*DOING[named.sort], *named.words, *spoken_words(" ".join(others)))
        paid = move_in(situation, lexicon, claim)  # "may I take Agra to Delhi? I would pay with orange"
        rest = paid if paid.commands or paid.options else rest
    if look:  # both: the answer, and the move for a yes
        return look._replace(
            commands=rest.commands, options=rest.options, unknown=rest.unknown, tentative=True
        )
    return rest._replace(tentative=True) if rest.commands else rest


def _ends_sentence(clause: str) -> bool:
    """Whether the sign behind a clause parts it from the next one for good."""
    return clause.rstrip()[-1:] in SENTENCE_ENDS


def first_asked(situation: Situation, text: str, heard: Heard) -> Heard:
    """Of two questions of which the second is vague, the first: "remind me of my tickets, and which are done"."""
    clauses = clauses_of(text)
    if heard.look not in VAGUE or len(clauses) < 2:
        return heard
    first = heard_in_clause(situation, clauses[0])
    return first if first.look and first.look not in VAGUE else heard


def look_in_clause(text: str) -> Heard | None:
    """The look that one clause is as a whole, beside a question that we cannot answer."""
    queries = (query_in(spoken_words(clause)) for clause in clauses_of(text))
    look = next((query for query in queries if query.look and not query.rest), None)
    return Heard(look.lang, look=look.look) if look and look.look not in IDLE_LOOKS else None


def look_beside_talk(situation: Situation, text: str) -> Heard | None:
    """A look in one clause, where nothing else can be about the game: "I'm lost, what are my options?"."""
    lexicon, clauses = lexicon_of(situation.ruleset), clauses_of(text)
    if len(clauses) < 2 or not all(says_nothing(lexicon, word) for word in plain_words(text)):
        return None
    heard = (heard_in_clause(situation, clause) for clause in reversed(clauses))
    return next((one for one in heard if one.look), None)
