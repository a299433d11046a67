"""Questions about the table: what they ask to be shown, and which places they name.

A question is answered or not understood; it never becomes the offer of a move.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from service.language.grammar.concepts import concepts_in, decided, is_about, left_out, nearest
from service.language.grammar.lexicon import BEGUN, Lexicon, Match, lexicon_of
from service.language.grammar.phrases import Words, has_phrase, plain_words, prevailing_language, spoken_words
from service.language.grammar.questions.facts_asked import (
    ME,
    FactsAsked,
    asks_number,
    asks_odds,
    cards_named,
    facts_asked,
    look_of,
)
from service.language.grammar.questions.standings_asked import COMPARING, OF_RULE, SECRET, standing_asked
from service.language.grammar.route_filter import ROUTE_LIST, RouteFilter
from service.language.languages import DEFAULT_LANG, heard_words, words_for
from service.language.languages.heard_words import Names
from service.language.vocabulary.board_words import join, tracks_of
from service.language.vocabulary.move_words import COMMON, move_words
from ttr_core.engine.hooks import RuleModule
from ttr_core.engine.ruleset import Ruleset
from ttr_core.load import registered_rules
from ttr_core.model.commands import Command

QUESTION_MARK = "?"
CLAUSE_END = re.compile(r"[,;:!?.…\n]+")
MINE = words_for(lambda heard: heard.handover.my)
PLEASE = words_for(lambda heard: heard.wishes)
SMALL_WORDS = words_for(lambda heard: heard.fillers)
AND = words_for(lambda heard: (*heard.and_, "from", "depuis", "de", "about", "what", "how", "pour"))
SHORTEST_BEGINNING = 4  # letters of a name that is cut short in a question
ROUTE, MAP = "route", "map"  # looks about places
MOVES = "moves"  # the look that lists what can be done
OF_MOVES = frozenset(
    {"hint", "if", "claim", "drawn", "afford", "turn", "need", "already"}
)  # what moves speak of
MARKET, HELP = "market", "help"  # looks that ask what there is, and what can be said
ABOUT_PLACES = frozenset(
    {"", "map", "market", "help", "waiting"}
)  # what is asked beside one place is about that place
ROUTES = "routes"  # the look that says what the routes of a place are worth
STRANGER = "stranger"  # the look that says that there is no such place
ABSENT = "absent"  # the look that says that the board has nothing of the kind
SHORTEST_MISTYPED = 6  # letters of a name with a mistake
SHORTEST_STRANGER = 4  # letters of a word that is taken for a name
PERSON = "person"  # the concept of which the name of somebody at the table is an example
RULE = "rule"  # the look about a rule of the board
BASICS = "basics"  # the look about the base game
OF_RULES = frozenset({"bonuses", "tickets", "points"})  # topics that a rule may have something to say about
BESIDE_PLACES = frozenset(
    {"locomotives", "double", "colour", "meaning"}
)  # topics of which a place is an example
ODDS = "odds"  # the look that says how likely something is
HIDDEN = frozenset({"tickets", "missing", "hand"})  # looks at what others keep to themselves
MOST_LOOKS = 3  # that a question may mean
# what everybody asks of any board; what else is asked with a noun of a rule is about that rule
ABOUT_RULES = frozenset({"", "moves", "help", "market", "hand"})
COUNTED = frozenset(
    {"", "score", "moves", "hand", "market"}
)  # beside "how many", the things of a rule are counted
THINGS = "things"  # the look that says how many things of a rule there are
ABOUT_PEOPLE = frozenset({"history"})  # looks that may name somebody


class Inquiry(NamedTuple):
    """A question, and the look that answers it; an empty look if none does."""

    look: str
    about: str
    lang: str | None
    vague: bool = False  # the look is a guess from what is named
    looks: tuple[str, ...] = ()  # one of these, if it is not certain which
    unknown: Words = ()  # words that no answer accounts for
    left_out: Words = ()  # words that the look does not speak of


def inquiry_in(
    ruleset: Ruleset, text: str, words: Words, names: Collection[str] = frozenset()
) -> Inquiry | None:
    """The question that a text is; None if it is none, or asks for a move politely.

    `names` are the words of the names of people at the table.
    """
    spoken = f" {' '.join(words)} "
    if rule := _own_rule(ruleset, words):
        return Inquiry(RULE, rule, everyday_language(words))
    lang = _language(spoken, "asking")
    if not (lang or text.rstrip().endswith(QUESTION_MARK)) or _is_bid(text, spoken):
        return None
    asked = facts_asked(ruleset, words, names)
    named = places_in(ruleset, words)
    if standing := standing_in(ruleset, words, names):
        return standing
    is_request = _language(spoken, "requests") is not None
    if pointed := "" if is_request else _look_of_fact(ruleset, words, asked, named):
        return Inquiry(pointed, " ".join(words), lang or everyday_language(words))
    if is_about_route(ruleset, [places for _, places in named]):
        return Inquiry(ROUTE, " ".join(words), lang or everyday_language(words))
    if is_request and not _first_found(spoken, _basics())[0]:
        return None
    if len({places for _, places in named}) > 1:  # a ticket, or a way of several routes
        return Inquiry(ROUTE, " ".join(words), lang or everyday_language(words), vague=not lang)
    if _is_one_place(named) and _is_filter(ruleset, words, names, named):
        return Inquiry(ROUTE_LIST, " ".join(words), lang or everyday_language(words))
    is_of_people = not (named or asked.is_of_rule) and bool({*asked.people} - {ME})
    rule = _rule(ruleset, spoken) if is_of_people or _names_things(ruleset, named) else ""
    if rule:  # "how many Erie shares are left?", "where are Ben's stations?"
        return Inquiry(THINGS, " ".join((rule, *words)), lang or everyday_language(words))
    return _accounting_for(ruleset, text, _about_rules_or_looks(ruleset, words, lang, named), names)


def _is_bid(text: str, spoken: str) -> bool:
    """Whether it asks for something to be done rather than said."""
    is_marked = text.rstrip().endswith(QUESTION_MARK)
    is_polite = has_phrase(f" {' '.join(plain_words(text))} ", PLEASE) and not is_marked
    return bool(_language(spoken, "bidding") or (is_polite and _language(spoken, "requests")))


def _own_rule(ruleset: Ruleset, words: Words) -> str:
    """The rule whose things are named as one's own, and nothing else: "my stations"."""
    is_own = bool(words) and words[0] in MINE
    return _rule(ruleset, " ".join(("", *words[1:], "")), whole=True) if is_own else ""


def standing_in(ruleset: Ruleset, words: Words, names: Collection[str]) -> Inquiry | None:
    """A question about how things stand for somebody, if it is one."""
    spoken = f" {' '.join(words)} "
    places = [own for _, own in places_in(ruleset, words)]
    rule, asked = _rule(ruleset, spoken), facts_asked(ruleset, words, names)
    look = standing_asked(words, asked, places, rule, is_route=is_about_route(ruleset, places))
    about = rule if look in OF_RULE else " ".join(words)
    return Inquiry(look, about, everyday_language(words)) if look else None


def compares(ruleset: Ruleset, words: Words, names: Collection[str]) -> bool:
    """Whether it compares several that are named, and is no several questions: "which is longer, A - B or C - D?"."""
    standing = standing_in(ruleset, words, names)
    return standing is not None and standing.look in COMPARING


def _look_of_fact(
    ruleset: Ruleset, words: Words, asked: FactsAsked, named: Sequence[tuple[Words, frozenset[str]]]
) -> str:
    """The look that shows a plain fact, from which the answer takes that fact alone; nothing if none is asked for."""
    if asks_odds(words) and (named or cards_named(ruleset, words)):
        return ODDS
    if named or _rule(ruleset, f" {' '.join(words)} "):
        return ""
    if asks_number(words) and asked.cards and not asked.people and "deck" in concepts_in(words):
        return ODDS  # how many are left there, as far as that can be known
    if asked.is_about_taking:
        return "history"
    if asked.is_gap and {*asked.things} <= {"points"}:
        return "result" if "win" in concepts_in(words) else "score"
    if asked.is_of_most:
        return "score"
    return look_of(asked) if asked.is_plain else ""


def _is_one_place(named: Sequence[tuple[Words, frozenset[str]]]) -> bool:
    return len({places for _, places in named}) <= 1


def _is_filter(
    ruleset: Ruleset, words: Words, names: Collection[str], named: Sequence[tuple[Words, frozenset[str]]]
) -> bool:
    """Whether routes are listed by what they have in common; beside a place only if it is said which of them."""
    meant = RouteFilter.in_words(ruleset, words, names)
    if meant is None or not named:
        return meant is not None
    return meant.is_taken or bool(meant.colours) or "free" in concepts_in(words)


def _accounting_for(ruleset: Ruleset, text: str, inquiry: Inquiry, names: Collection[str]) -> Inquiry:
    """The look, or whether it is meant, if its clause has a word that its answer does not account for.

    "What are those crosses on the routes?" is no question about routes in general: what lies near is shown only to
    those who ask for it again. A word of the game that the look does not speak of leads to the look that does, or is
    named beside the answer.
    """
    lexicon, clauses = lexicon_of(ruleset), [spoken_words(clause) for clause in CLAUSE_END.split(text)]
    asking = [clause for clause in clauses if inquiry.look in _looks_in(clause)] or clauses
    strange = [
        word for clause in asking for word in clause if not lexicon.is_known(word) and word not in names
    ]
    unknown = tuple(word for word in strange if not any(map(_is_meant, lexicon.matches((word,)))))
    if unknown and inquiry.look in _looks_by_phrase():
        looks = tuple(dict.fromkeys((inquiry.look, HELP)))
        return inquiry._replace(look="", about="", vague=True, looks=looks, unknown=unknown)
    if inquiry.looks:
        return inquiry
    said = tuple(word for clause in asking for word in clause)
    return _speaking_of_all(inquiry, said, next((word for word in said if word in names), ""))


def _speaking_of_all(inquiry: Inquiry, words: Words, name: str) -> Inquiry:
    """The look, if its answer speaks of all that the words name; else the one that does, or a question which."""
    named = {**concepts_in(words), **({PERSON: name} if name else {})}
    topic = f"{inquiry.look} {inquiry.about}" if inquiry.look == BASICS else inquiry.look
    rest = left_out(topic, named)
    if inquiry.look and not rest:
        return inquiry
    if PERSON in named and inquiry.look in HIDDEN:
        return Inquiry(SECRET, "", inquiry.lang)
    if look := decided(named):
        return Inquiry(look, " ".join(words), inquiry.lang)
    near = [one for one in nearest(named, whole=bool(inquiry.look)) if one in _looks_by_phrase()]
    if inquiry.look and not near and is_about(topic, named):
        return inquiry._replace(left_out=tuple(dict.fromkeys(rest.values())))
    near = near or [one for one in nearest(named) if one in _looks_by_phrase()]
    own = (topic,) if topic in _looks_by_phrase() and is_about(topic, named) else ()
    looks = tuple(dict.fromkeys((*near[: MOST_LOOKS - len(own)], *own)))
    return Inquiry("", "", inquiry.lang, vague=True, looks=looks)


def instead_of_moves(inquiry: Inquiry, words: Words) -> Inquiry:
    """In a plain turn a question about things of the game is not answered with all that can be done."""
    named = {concept: said for concept, said in concepts_in(words).items() if concept not in OF_MOVES}
    if inquiry.look != MOVES or not named:
        return inquiry
    near = [
        look for look in nearest(named, whole=True, fewest=1) if look in heard_words()[DEFAULT_LANG].looks
    ]
    if near:
        return Inquiry(near[0], " ".join(words), inquiry.lang, vague=True)
    near = [look for look in nearest(named) if look in _looks_by_phrase()][:MOST_LOOKS]
    return Inquiry("", "", inquiry.lang, vague=True, looks=tuple(near))


def _is_meant(match: Match) -> bool:
    """Whether it may stand for that in a question about no place: a place with a mistake is chance."""
    return match.sort != "place" or match.tier <= BEGUN


def _looks_in(words: Words) -> tuple[str, ...]:
    """The look that a clause asks for by itself, or those of its nouns."""
    spoken = f" {' '.join(words)} "
    look, _ = _first_found(spoken, _patterns())
    return (look,) if look else _looks_named(spoken)


@cache
def _looks_by_phrase() -> frozenset[str]:
    """Looks, and topics of the base game, that can be asked for by a phrase of their own."""
    looks = (look for heard in heard_words().values() for look in heard.looks)
    topics = (f"{BASICS} {topic}" for heard in heard_words().values() for topic in heard.basics_asked)
    return frozenset((*looks, *topics))


def _about_rules_or_looks(
    ruleset: Ruleset, words: Words, lang: str | None, named: Sequence[tuple[Words, frozenset[str]]]
) -> Inquiry:
    """What a question asks that is about no route; `lang` is that of its question word, if it has one."""
    spoken = f" {' '.join(words)} "
    topic, heard_in = _first_found(spoken, _basics())
    is_of_rules = topic in OF_RULES
    if topic and (
        rule := _rule(ruleset, spoken, by_phrase=not is_of_rules)
    ):  # the one that is named, not all
        return Inquiry(RULE, rule, lang or heard_in)
    if topic and (not named or (len({places for _, places in named}) == 1 and topic in BESIDE_PLACES)):
        return Inquiry(BASICS, topic, lang or heard_in)
    look, heard_in = _first_found(spoken, _patterns())
    if look in COUNTED and _language(spoken, "counting") and (rule := _rule(ruleset, spoken)):
        return Inquiry(THINGS, " ".join((rule, *words)), lang or heard_in or everyday_language(words))
    if not named and _language(spoken, "cost") and (rule := _rule(ruleset, spoken)):
        return Inquiry(RULE, rule, lang or heard_in or everyday_language(words))
    is_there = named and _language(spoken, "existing")  # "is there a station in Paris?" is about Paris
    if look in ABOUT_RULES and not is_there and (rule := _rule(ruleset, spoken)):
        return Inquiry(RULE, rule, lang or heard_in or everyday_language(words), not look)
    if named and not (lang or look):  # nothing but the sign: "are you coming to Boston tomorrow?"
        is_only_place = _is_only_place(words, named)  # "and from Berlin?"
        return Inquiry(ROUTE_LIST if is_only_place else "", " ".join(words), everyday_language(words))
    if named and look in ABOUT_PLACES:
        return _about_places(ruleset, words, named)._replace(lang=lang or heard_in, vague=look != MAP)
    lang = lang or heard_in or everyday_language(words)
    if look in ("", HELP) and not named and (absent := rule_elsewhere(ruleset, spoken)):
        return Inquiry(ABSENT, absent, lang)
    looks = (look,) if look else _looks_named(spoken)
    if len(looks) > 1:
        return Inquiry("", "", lang, vague=True, looks=looks[:MOST_LOOKS])
    about = " ".join(words) if look in ABOUT_PEOPLE else ""
    return Inquiry("".join(looks), about, lang, vague=not look)


def _names_things(ruleset: Ruleset, named: Sequence[tuple[Words, frozenset[str]]]) -> bool:
    """Whether something is named that is no city: a thing that a rule adds."""
    return any(ruleset.city_index.keys().isdisjoint(places) for _, places in named)


def _is_only_place(words: Words, named: Sequence[tuple[Words, frozenset[str]]]) -> bool:
    """Whether nothing but small words stands around the only place."""
    of_place = {word for own, _ in named for word in own}
    return _is_one_place(named) and all(word in of_place or word in SMALL_WORDS | AND for word in words)


def _about_places(ruleset: Ruleset, words: Words, named: Sequence[tuple[Words, frozenset[str]]]) -> Inquiry:
    """A route that is not there, a place that is not there, or what lies around a place."""
    if len({places for _, places in named}) > 1:
        return Inquiry(ROUTE, " ".join(words), None)
    if stranger := _stranger(ruleset, words, named[0][0]):
        return Inquiry(STRANGER, stranger, None)
    is_worth = _language(f" {' '.join(words)} ", "worth") is not None
    return Inquiry(ROUTES if is_worth else MAP, " ".join(named[0][0]), None)


def is_asking(words: Words) -> bool:
    """Whether the words are a question even without a question mark."""
    return _language(f" {' '.join(words)} ", "asking") is not None


def asks_for_means(words: Words) -> bool:
    """Whether a question about a route is about what the speaker can pay: "do I have enough for ...?"."""
    return _language(f" {' '.join(words)} ", "means") is not None


def is_bidding(words: Words) -> bool:
    """Whether they tell the service to do something: "can you draw 2 for me?"."""
    return _language(f" {' '.join(words)} ", "bidding") is not None


def is_requesting(words: Words) -> bool:
    """Whether they ask for leave to do something: "could I have ...?"."""
    return _language(f" {' '.join(words)} ", "requests") is not None


def is_about_route(ruleset: Ruleset, places: Sequence[frozenset[str]]) -> bool:
    tracks = tracks_of(ruleset).values()
    return any(join(ends, *pair) for pair in pairwise(places) for ends, *_ in tracks)


class _Pattern(NamedTuple):
    """What stands for a look or a topic in one language."""

    name: str
    lang: str
    regex: re.Pattern[str]


class _Mention(NamedTuple):
    """Words of a text that name a place; an everyday word such as `la` may only seem to."""

    begin: int
    words: Words
    places: frozenset[str]
    is_sure: bool

    @property
    def end(self) -> int:
        return self.begin + len(self.words)


def places_in(ruleset: Ruleset, words: Words) -> list[tuple[Words, frozenset[str]]]:
    """The places that are named, in their order, with the words that name them.

    An everyday word names a place only next to the other end of a route: `la to phoenix`. A small word between two
    places does not: `chicago to st louis`.
    """
    mentions = _without_links(list(_mentions(lexicon_of(ruleset), words)))
    pairs = [pair for pair in combinations(mentions, 2) if _is_route(ruleset, words, *pair)]
    sure = {mention for mention in mentions if mention.is_sure}
    if len({mention.places for mention in sure}) > 1:  # `to` beside two cities is no third one
        return [(mention.words, mention.places) for mention in mentions if mention in sure]
    sure |= {mention for pair in pairs if not sure.isdisjoint(pair) for mention in pair}
    return [(mention.words, mention.places) for mention in mentions if mention in sure]


def _without_links(mentions: list[_Mention]) -> list[_Mention]:
    """The mentions without small words that stand between two places which are surely named."""
    sure = [number for number, mention in enumerate(mentions) if mention.is_sure]
    first, last = min(sure, default=len(mentions)), max(sure, default=-1)
    return [
        mention
        for number, mention in enumerate(mentions)
        if mention.is_sure or mention.words[0] not in SMALL_WORDS or not first < number < last
    ]


def _mentions(lexicon: Lexicon, words: Words) -> Iterator[_Mention]:
    at = 0
    while at < len(words):
        spans = (words[at : at + length] for length in range(lexicon.longest, 0, -1))
        span = next((span for span in spans if _place(lexicon, span)), ())
        codes = [match.values for match in lexicon.exact((words[at],)) if match.sort == "place"]
        if span:
            yield _Mention(at, span, _place(lexicon, span), is_sure=True)
        elif codes or (codes := _mistyped_place(lexicon, words[at])):
            yield _Mention(at, (words[at],), codes[0], is_sure=False)
        at += len(span) or 1


def _mistyped_place(lexicon: Lexicon, word: str) -> list[frozenset[str]]:
    """The place that a longer word nearly names: it counts only beside the other end of a route."""
    if len(word) < SHORTEST_MISTYPED or lexicon.is_everyday(word):
        return []
    matches = lexicon.matches((word,))
    return [match.values for match in matches if match.sort == "place" and len(match.values) == 1]


def _is_route(ruleset: Ruleset, words: Words, first: _Mention, second: _Mention) -> bool:
    """Whether nothing but small words parts two ends of a route."""
    between = words[first.end : second.begin]
    return SMALL_WORDS.issuperset(between) and is_about_route(ruleset, [first.places, second.places])


def _place(lexicon: Lexicon, words: Words) -> frozenset[str]:
    if len(words) == 1 and lexicon.is_everyday(words[0]):
        return frozenset()
    for match in lexicon.matches(words):
        plain = match.tier == 0 or (
            match.tier == BEGUN and len(words[0]) >= SHORTEST_BEGINNING and len(words) == 1
        )
        if match.sort == "place" and plain:
            return match.values
    return frozenset()


def _first_found(spoken: str, patterns: Sequence[_Pattern]) -> tuple[str, str | None]:
    fitting = ((pattern.name, pattern.lang) for pattern in patterns if pattern.regex.search(spoken))
    return next(fitting, ("", None))


def stranger_beside(ruleset: Ruleset, words: Words) -> str:
    """The unknown word beside the only place that is named: `seoul to dalian`; nothing if there is none."""
    named = places_in(ruleset, words)
    return _stranger(ruleset, words, named[0][0]) if len(named) == 1 else ""


def _stranger(ruleset: Ruleset, words: Words, place: Words) -> str:
    """The unknown word where the other end of a route would stand: `how much is Paris Atlantis`."""
    begin = next(n for n in range(len(words)) if words[n : n + len(place)] == place)
    end = begin + len(place)
    lexicon = lexicon_of(ruleset)
    for beside in (words[end:], words[:begin][::-1]):
        word = next((one for one in beside if one not in SMALL_WORDS), "")
        is_name = (
            len(word) >= SHORTEST_STRANGER and not lexicon.is_everyday(word) and not concepts_in((word,))
        )
        if is_name and word in words[-1:] and not lexicon.matches((word,)):
            return word
    return ""


def _rule(ruleset: Ruleset, spoken: str, *, whole: bool = False, by_phrase: bool = False) -> str:
    """The rule whose own noun stands in the text, or is all of it: a festival, a station, a share.

    `by_phrase`: only a noun of several words tells, such as "instead of a locomotive".
    """
    if by_phrase:
        phrases = {rule: [n for n in nouns if " " in n] for rule, nouns in nouns_of_rules(ruleset)}
        return next((rule for rule, nouns in phrases.items() if has_phrase(spoken, nouns)), "")
    if whole:
        return next((rule for rule, nouns in nouns_of_rules(ruleset) if spoken.strip() in nouns), "")
    return next((rule for rule, nouns in nouns_of_rules(ruleset) if has_phrase(spoken, nouns)), "")


def rule_elsewhere(ruleset: Ruleset, spoken: str) -> str:
    """What is asked about a rule of other boards, in the words of the question."""
    return next((noun for noun in nouns_elsewhere(ruleset) if f" {noun} " in spoken), "")


@lru_cache(maxsize=64)
def nouns_elsewhere(ruleset: Ruleset) -> Names:
    """The nouns of rules that the board does not have, and that mean nothing else on it; the longest first."""
    here = {module.name for module in ruleset.modules}
    names = {noun for _, nouns in nouns_of_rules(ruleset) for noun in nouns}
    others = _nouns_of_modules(ruleset, [rule for rule in registered_rules() if rule.name not in here])
    lexicon = lexicon_of(ruleset)
    nouns = {noun for _, nouns in others for noun in nouns if noun not in names}
    is_place = {noun for noun in nouns if any(m.sort == "place" for m in lexicon.exact(tuple(noun.split())))}
    return tuple(sorted(nouns - is_place, key=len, reverse=True))


@lru_cache(maxsize=64)
def nouns_of_rules(ruleset: Ruleset) -> list[tuple[str, Names]]:
    """The nouns of the board's rules that have something to say of themselves, as all languages say them."""
    return _nouns_of_modules(ruleset, ruleset.modules)


def _nouns_of_modules(ruleset: Ruleset, modules: Iterable[RuleModule]) -> list[tuple[str, Names]]:
    return [
        (module.name, tuple({" ".join(plain_words(noun)) for noun in _nouns_of(ruleset, module)}))
        for module in modules
        if module.looks or f"rule-{module.name}" in "".join(module.words.values())
    ]


def _nouns_of(ruleset: Ruleset, module: RuleModule) -> Iterator[str]:
    """Those that the rule brings, and what its sentence in each language calls it."""
    words = move_words(ruleset)
    for name, word in module.heard.items():
        if word.is_noun and name not in COMMON:
            yield from (text for texts in words[name].said.values() for text in texts)
    for text in module.words.values():
        title = re.search(rf"^rule-{module.name} = ([^:]+?) *:", text, re.MULTILINE)
        if title:
            yield from (title[1], title[1].removesuffix("s"))


def rule_behind(ruleset: Ruleset, commands: Sequence[Command]) -> str:
    """The rule whose commands these are, if it has nouns of its own: what is asked meanwhile is about it."""
    kinds = {type(command) for command in commands}
    rules = {name for name, _ in nouns_of_rules(ruleset)}
    owners = (m.name for m in ruleset.modules if kinds and kinds <= set(m.commands) and m.name in rules)
    return next(owners, "")


def _looks_named(spoken: str) -> tuple[str, ...]:
    """The looks of which the text has most nouns."""
    counts: Counter[str] = Counter()
    for heard in heard_words().values():
        for look, nouns in heard.topics.items():
            counts[look] = max(counts[look], sum(f" {noun} " in spoken for noun in nouns))
    most = max(counts.values())
    return tuple(look for look, count in counts.items() if count == most) if most else ()


def _language(spoken: str, signs: str) -> str | None:
    """The first language in which the text has one of the signs of a question."""
    return next((lang for lang, pattern in _signs(signs) if pattern.search(spoken)), None)


def everyday_language(words: Words) -> str | None:
    """The language that most of the words of every day are from, those that another one has as well left out."""
    languages = heard_words().items()
    return prevailing_language(
        Counter(
            lang
            for lang, heard in languages
            for word in words
            if word in heard.everyday and not _is_said_elsewhere(word, lang)
        )
    )


@cache
def _is_said_elsewhere(word: str, lang: str) -> bool:
    """Whether another language has it as a small word, too: `plus`."""
    others = (heard for code, heard in heard_words().items() if code != lang)
    return any(word in (*heard.everyday, *heard.fillers, *heard.then) for heard in others)


@cache
def _patterns() -> Sequence[_Pattern]:
    return _compiled({lang: heard.inquiries for lang, heard in heard_words().items()})


@cache
def _basics() -> Sequence[_Pattern]:
    return _compiled({lang: heard.basics for lang, heard in heard_words().items()})


def _compiled(expressions: Mapping[str, Mapping[str, Names]]) -> Sequence[_Pattern]:
    """What is looked for first decides: the order is that of the default language."""
    names = dict.fromkeys(name for table in expressions.values() for name in table)
    return [
        _Pattern(name, lang, re.compile("|".join(table[name])))
        for name in names
        for lang, table in expressions.items()
        if name in table
    ]


@cache
def _signs(name: str) -> list[tuple[str, re.Pattern[str]]]:
    return [
        (lang, re.compile("|".join(getattr(heard.questions, name)))) for lang, heard in heard_words().items()
    ]
