"""Matters of the table, such as undo and absences, that a text asks for beside other things."""

from collections.abc import Callable

from service.language.grammar.clauses import (
    clauses_of,
    names_something,
    says_nothing,
)
from service.language.grammar.command_match import Situation
from service.language.grammar.inquiry import (
    is_asking,
)
from service.language.grammar.interpretation import hear
from service.language.grammar.lexicon import (
    lexicon_of,
)
from service.language.grammar.phrases import (
    TURNING,
    has_phrase,
    plain_words,
    sentence,
    spoken_words,
    without_request,
)
from service.language.grammar.sentences.matter_phrases import (
    HeardMatter,
    absence_in,
    matter_in,
    matter_within,
)
from service.language.languages import words_for
from ttr_core.model.commands import (
    SeatCommand,
)

MISTAKES = words_for(lambda heard: heard.mistakes)
BOT = words_for(lambda heard: heard.handover.bot)
EMPTY = words_for(lambda heard: heard.handover.nobody) - BOT
RESIGNING = {True: "resign_to_bot", False: "resign_to_nobody"}  # whether a bot plays on
ABSENCES = frozenset({"away", "vacation"})


def matter_heard(
    situation: Situation, text: str, has_requests: Callable[[], bool] = lambda: False
) -> HeardMatter | None:
    """The matter of the table that a text is, unless it rather answers what the game itself offers."""
    heard = matter_in(sentence(text)) or _matter_beside_talk(situation, text)
    if heard is None:
        return None
    heard = _with_successor(heard, text)
    about_request = heard.matter.which == "motion"
    if about_request and situation.is_choice and situation.legal and not has_requests():
        return None  # an answer to what the game itself offers
    if (about_request and has_requests()) or not (about_request or heard.matter.grave):
        return heard
    commands = hear(situation, text).commands
    answers = [isinstance(command, SeatCommand) and bool(command.answers) for command in commands]
    return None if answers and all(answers) else heard


def _with_successor(heard: HeardMatter, text: str) -> HeardMatter:
    """Who is to play on for somebody who resigns, if the text says so: "I quit, let a bot finish for me"."""
    words = spoken_words(text)
    if heard.name != "resign" or not TURNING.isdisjoint(words):
        return heard
    is_bot, is_nobody = not BOT.isdisjoint(words), not EMPTY.isdisjoint(words)
    return heard._replace(name=RESIGNING[is_bot]) if is_bot != is_nobody else heard


def _matter_beside_talk(situation: Situation, text: str) -> HeardMatter | None:
    """The matter of one clause, if no other one can be about the game: "oh no, wrong one, please undo that"."""
    lexicon = lexicon_of(situation.ruleset)
    clauses = [part for clause in clauses_of(text) for part in _with_mistake_apart(clause)]
    matters = {clause: _matter_in_clause(clause) for clause in clauses}
    if any(matter and matter.name == "undo" for matter in matters.values()):
        matters = {clause: matter for clause, matter in matters.items() if matter or not _is_mistake(clause)}
        clauses = list(matters)
    others = [word for clause in clauses if not matters[clause] for word in plain_words(clause)]
    heard = [matter for matter in matters.values() if matter]
    absence = next((matter for matter in heard if matter.name in ABSENCES), None)
    if absence:  # "I am away till Monday, can we pause?"
        heard = [
            matter._replace(rest=absence.rest, until=True) if matter.name == "pause" else matter
            for matter in heard
            if matter is not absence or not any(other.name == "pause" for other in heard)
        ]
    if len({matter.name for matter in heard}) != 1:
        return None
    is_asked = heard[0].matter.grave  # confirmed in any case: no name or verb beside it is enough
    is_talk = all(
        word in TURNING or says_nothing(lexicon, word) or (is_asked and not names_something(lexicon, (word,)))
        for word in others
    )
    meant = max(heard, key=lambda matter: len(matter.rest))
    return meant._replace(is_news=meant.name in ABSENCES) if is_talk else None


def _with_mistake_apart(clause: str) -> list[str]:
    """A clause cut before the words that say what went wrong: "undo, I meant blue" may have no comma."""
    words = spoken_words(clause)
    spoken = f" {' '.join(words)} "
    begins = [at for phrase in MISTAKES if (at := spoken.find(f" {phrase} ")) > 0]
    return [spoken[: min(begins)].strip(), spoken[min(begins) :].strip()] if begins else [clause]


def _is_mistake(clause: str) -> bool:
    return has_phrase(f" {' '.join(spoken_words(clause))} ", MISTAKES)


def _matter_in_clause(clause: str) -> HeardMatter | None:
    words = sentence(clause)
    if (absence := absence_in(spoken_words(clause))) and absence.name == "away":
        return absence
    if matter := matter_in(words):
        return matter
    asked_for = without_request(words) or words
    return None if is_asking(asked_for) else matter_within(asked_for) or absence_in(spoken_words(clause))
