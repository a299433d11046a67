"""Which intents there are, and what each asks for: a look, a matter of the table, a move, or nothing that we know."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from service.language.grammar.inquiry import (
    BASICS,
    MAP,
    ROUTE,
    RULE,
    THINGS,
    everyday_language,
    nouns_elsewhere,
    nouns_of_rules,
    places_in,
    rule_elsewhere,
)
from service.language.grammar.lexicon import lexicon_of
from service.language.grammar.phrases import Words, plain_words, spoken_words
from service.language.grammar.sentences.look_phrases import COURTESIES
from service.language.grammar.sentences.matter_phrases import MATTER
from service.language.recognition import features
from service.language.recognition.features import features_of
from service.language.recognition.intent_model import Likely, models
from service.language.recognition.typing_mistakes import without_mistakes
from ttr_core.engine.ruleset import Ruleset

TALK, MOVE, AGREE, OBJECT, VACATION = "talk", "move", "agree", "object", "vacation"
UNANSWERED = frozenset({"why", "unanswerable"})
ASKING_NOTHING = UNANSWERED | {TALK, MOVE}  # that lead to nothing which can be shown here
MATTERS: Mapping[str, str] = {  # the matter of the table that is meant, without what may be said behind it
    "undo": "undo",
    "pause": "pause",
    "resume": "resume",
    "end": "end",
    "resign": "resign",
    VACATION: "away_briefly",  # without days nothing can be booked
    "return": "return",
    "notices": "notices",
    "handover": "handover",
    "replace": "replace",
    AGREE: "agree",
    OBJECT: "object",
}
ABOUT_WORDS = frozenset(
    {"history", "route_list", "odds"}
)  # looks that look for names and properties in the words


class Sought(NamedTuple):
    """What an intent asks for: a look and what it is about, or a matter; neither if nothing can be shown or done."""

    look: str = ""
    about: str = ""
    matter: str = ""

    @property
    def topic(self) -> str:
        """The look, with its topic where looks of one name have several."""
        if self.matter:
            return f"{MATTER}{self.matter}"
        return f"{self.look} {self.about}" if self.look == BASICS else self.look


@lru_cache(maxsize=1 << 8)
def intents_of(ruleset: Ruleset, text: str, people: frozenset[str]) -> Sequence[Likely]:
    """What a text may ask for, the likeliest first; nothing if no language has learned it."""
    words = spoken_words(text)
    names: dict[str, Sequence[Words]] = {
        features.PLACE: [named for named, _ in places_in(ruleset, words)],
        features.PERSON: [(name,) for name in people],
        features.RULE: rule_nouns(ruleset),
    }
    known, lang = models(), everyday_language(words) or ""
    heard_by = [known[lang]] if lang in known else list(known.values())
    is_known = lexicon_of(ruleset).is_known
    spelled = without_mistakes(text, lambda word: word in people or is_known(word))
    chances = [model.chances(features_of(spelled, names)) for model in heard_by]
    return max(chances, key=lambda likely: likely[0].chance, default=[])


@lru_cache(maxsize=64)
def rule_nouns(ruleset: Ruleset) -> Sequence[Words]:
    """What rules of this board and of others are called."""
    own = (noun for _, names in nouns_of_rules(ruleset) for noun in names)
    return tuple(dict.fromkeys(plain_words(noun) for noun in (*own, *nouns_elsewhere(ruleset))))


def sought(ruleset: Ruleset, intent: str, text: str) -> Sought:
    """What an intent asks for in the words of a text; an answer needs the names that it is about."""
    words = spoken_words(text)
    spoken, places = f" {' '.join(words)} ", places_in(ruleset, words)
    if intent in MATTERS:
        return Sought(matter=MATTERS[intent])
    if intent.startswith(f"{BASICS}_"):
        return Sought(BASICS, intent.removeprefix(f"{BASICS}_"))
    if intent in ("rule", "things"):
        return _about_rule(ruleset, intent, spoken)
    if intent == ROUTE:
        return Sought(ROUTE, " ".join(words)) if len({named for _, named in places}) > 1 else Sought()
    if intent == MAP:
        return Sought(MAP, " ".join(places[0][0]) if places else "")
    if intent == "history_person":
        return Sought("history", " ".join(words))
    if intent in ASKING_NOTHING:
        return Sought()
    return Sought(intent, " ".join(words) if intent in ABOUT_WORDS else "")


def _about_rule(ruleset: Ruleset, intent: str, spoken: str) -> Sought:
    nouns = ((rule, noun) for rule, names in nouns_of_rules(ruleset) for noun in names)
    named = [(len(noun.split()), rule) for rule, noun in nouns if f" {noun} " in spoken]
    rule = max(named, key=lambda one: one[0], default=(0, ""))[1]  # "instead of a loco on a ferry"
    if rule:
        return Sought(THINGS, f"{rule}{spoken.rstrip()}") if intent == "things" else Sought(RULE, rule)
    absent = rule_elsewhere(ruleset, spoken)
    return Sought("absent", absent) if absent else Sought()


def is_idle(intent: str) -> bool:
    """Whether it asks for nothing: talk, or a courtesy."""
    return intent == TALK or intent in COURTESIES
