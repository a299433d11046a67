"""What people read of a refusal: a sentence for its code, and one for the particular case."""

from service.errors import RuleRefused, ServiceError
from service.language.languages import DEFAULT_LANG, Messages
from service.language.speech.story import Voice
from ttr_core.load import registered_rules
from ttr_core.model.ids import Witness


def title_of(code: str, lang: str = DEFAULT_LANG) -> str:
    """One sentence for all problems of a code. A rule brings its own, with the words for its refusals."""
    say, own, refused = _messages(code, lang), f"problem-{code}", f"refused-{code}"
    if say.knows(own):
        return say(own)
    return say(refused) if say.can_say(refused, {}) else say("problem")


def detail_of(error: ServiceError, lang: str) -> str:
    """One sentence for this occurrence: the one for its reason, the general one of its code, or the title."""
    if isinstance(error, RuleRefused):
        return _refusal(error, lang)
    say, facts = _messages(error.code, lang), {name: as_list(fact) for name, fact in error.facts.items()}
    facts |= {"pointers": ", ".join(invalid.pointer or "/" for invalid in error.errors)}
    for name in (error.reason, "detail"):
        key = f"problem-{error.code}.{name}"
        if say.can_say(key, facts):
            return say(key, **facts)
    return title_of(error.code, lang)


def cure_of(error: ServiceError, lang: str) -> str:
    """What can be said to the table instead of a command that the rules refuse; empty for all other problems."""
    voice = _voice(error, lang) if isinstance(error, RuleRefused) else None
    return voice.cure(error.code) if voice else ""


def _refusal(error: RuleRefused, lang: str) -> str:
    voice = _voice(error, lang)
    return voice.refusal_detail(error.code, error.facts) if voice else title_of(error.code, lang)


def _voice(error: RuleRefused, lang: str) -> Voice | None:
    if error.ruleset is None:
        return None
    say = Messages(lang)
    names = {seat: name or say.seat(seat) for seat, name in enumerate(error.names)}
    return Voice(error.ruleset, lang, names, Witness.SPECTATOR)


def _messages(code: str, lang: str) -> Messages:
    """The texts of the service, with the words of the rule that a code belongs to."""
    return Messages.with_words(lang, [rule for rule in registered_rules() if code in set(rule.codes or ())])


def as_list(fact: object) -> object:
    """A list as text; anything else as it is."""
    return ", ".join(map(str, fact)) if isinstance(fact, list | tuple) else fact
