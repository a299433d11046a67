"""The words of one language that people say: the shape of `words.toml`."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

Names = tuple[str, ...]


class Handover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How people say that a seat passes on."""

    i: Names
    hand: Names
    to: Names
    take_over: Names
    takes_over: Names  # behind a name
    seat: Names
    my: Names
    of: Names  # not part of a name
    nobody: Names
    bot: Names  # what plays on in a seat


class OrderClauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Regular expressions for the clauses of a standing order."""

    opening: Names
    when: Names  # the turn in which it is to be done, which opens an order as well
    later: Names  # the turn after this one, which may be said anywhere
    reported: Names  # words beside which that turn is none for a move: "what I said about next turn"
    mover: Names  # before the verb of an order that names the turn last
    condition: Names  # said first: `what` is free
    faster: Names  # conditions that nobody else does first what the text names beside them
    pronoun: Names  # a verb, and a word that stands for what the condition is about
    else_: Names = msgspec.field(name="else")
    then: Names
    if_free: Names
    stop: Names
    or_stop: Names
    once: Names
    repeated: Names
    each: Names
    until: Names
    at: Names  # between a day and an hour
    any_cards: Names
    last_round: Names
    rival_trains: Names
    hand_cards: Names
    taken: Names
    conditions: Names  # words that betray a condition that was not understood


class QuestionSigns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Regular expressions for what makes a sentence a question, and for questions that ask for a move."""

    asking: Names
    requests: Names
    bidding: Names  # those that tell the service to do something
    cost: Names  # beside a noun of a rule: what the rule says
    counting: Names  # how many there are of something
    listing: Names  # beside routes: which of them there are
    existing: Names  # whether there is something: beside a place, it is about that place
    worth: Names  # beside a place: what its routes are worth
    means: Names  # beside a route: whether the speaker can pay for it


class HeardWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    called: Names  # the language itself, in any language
    fillers: Names
    please: Names  # said around a sentence
    corrections: Names  # what was said before them is taken back
    wishes: Names  # beside them what is named is wanted, though no verb says so: "two cards please"
    requests: Names  # before a matter of the table: "can we pause"
    everyday: Names  # never the beginning of a name
    ordinary: Names  # known, though they stand for nothing
    articles: Names  # numbers that count only before cards
    singular: Names  # before the number of one ticket, never before how many: `la 2`
    yes: Names
    no: Names
    leaving: Names  # verbs for the tickets or cards that are not chosen: "and leave the others"
    minimum: Names  # as many tickets as have to be kept
    dismissing: Names  # why a ticket is not wanted: "too far"
    being: Names  # before them
    halves: Names  # as many from each deck
    again: Names  # they mean what was done before
    hypothetical: Names  # what follows is not to be done yet: "if", "otherwise"
    if_so: Names  # behind a question: what follows is to be done if the answer is yes
    do_it: Names  # then: whatever the question was about
    otherwise: Names  # then: what is to be done if the answer is no
    pronouns: Names  # then: what stands for the thing that the question was about
    reasons: (
        Names  # regular expressions for the beginning of a reason, which changes nothing: "since I need it"
    )
    mistakes: Names  # why something is taken back: "I meant orange"
    others: Names  # who does what is said, if not the speaker: "you always take Chicago"
    surprise: Names  # a no, or amazement: asked about where a no would be a move
    leaning_yes: Names  # in an answer that is not understood
    leaning_no: Names
    thrift: Names  # regular expressions for the wish to keep the locomotives
    lesser: Names  # regular expressions for what is wanted, in a group, and what is wanted less: "rather A than B"
    sparing: Names  # regular expressions for what is kept beside a payment: "keep my other greens"
    failing: Names  # regular expressions between a wish and one for the case that it cannot be met
    tags: Names  # regular expressions for questions behind a move that ask whether it was meant so: "right?"
    second_card: Names  # regular expressions between the first card of a turn and the second: "after that"
    first_card: Names  # regular expressions for what is said of the first: "first the red one"
    excluding: Names  # regular expressions for a colour, `spared`, that is not to pay: "any colour but red"
    waiting: Names  # behind "otherwise": nothing is to be done
    idle_conditions: Names  # regular expressions for what a move needs anyway: "if it's still free"
    means_conditions: Names  # the same, about what is held: "if I have the cards"
    consent: Names  # regular expressions for what every proposal needs: "if Ben agrees"
    absence: Names  # with a number of days: somebody is away
    then: Names  # between two moves
    and_: Names = msgspec.field(name="and")
    but: Names
    days: Names
    weekdays: Names  # from Monday on
    weekdays_in_short: Names  # understood in pairs alone: `mon to wed`
    months: Names
    span: Mapping[str, Names]  # before the first and the last day of an absence
    ahead: Mapping[str, Names]  # days that are named as a whole: "next week"
    until: Names  # before the day on which somebody is back
    days_back: Mapping[str, Names]  # days that have been, by how many days ago they were
    later: Names  # behind a matter of the table, about when: "pause until monday"
    speaker: Names  # words for the person who speaks
    remaining: Names  # beside the things of a rule: those that nobody has
    showing: Names  # before a look: "let me see"
    following_up: Names  # before names that a question is asked about, too: "and what about"
    preview: Names
    quit: Names
    short_forms: Names  # of chats, with what they stand for: `u = you`
    elided: Names  # written as one word: "d accord" for "daccord"
    elided_subjects: Names  # before every verb of a move: "j = je" for "jprends"
    letter_forms: Names  # letters that stand for words before some others: "c = c est | mon"
    numbers: Mapping[int, Names]
    ordinals: Mapping[int, Names]
    signs: Mapping[str, Names]
    cards: Mapping[str, Names]
    moves: Mapping[str, Names]
    looks: Mapping[str, Names]
    inquiries: Mapping[str, Names]  # regular expressions by look
    basics: Mapping[str, Names]  # regular expressions for questions about the base game, by topic
    basics_asked: Mapping[str, Names]  # how such a question is put, by topic
    topics: Mapping[str, Names]  # nouns of questions by look
    concepts: Mapping[str, Names]  # what questions are about
    questions: QuestionSigns
    single_facts: Mapping[
        str, Names
    ]  # regular expressions for what a plain fact is about, and for what is no plain fact
    standings: Mapping[str, Names]  # regular expressions for how things stand for somebody
    table: Mapping[str, Names]
    asked_of_table: Mapping[str, Names]  # regular expressions for whole sentences about the table
    rooms: Mapping[str, Names]
    talk: Mapping[str, Names]
    handover: Handover
    boards: Mapping[str, Names]
    bots: Mapping[str, Names]  # levels
    terms: Mapping[str, Names]  # regular expressions by what they settle at a table
    arranging: Mapping[
        str, Names
    ]  # regular expressions by what is asked of an open table, and the words around
    units: Mapping[str, Names]
    orders: OrderClauses


def spelled_words(heard: HeardWords) -> frozenset[str]:
    """Every word of the language, those of its regular expressions among them, except what is said around a table."""
    return whole_vocabulary(msgspec.structs.replace(heard, arranging={}, asked_of_table={}))


def whole_vocabulary(heard: HeardWords) -> frozenset[str]:
    return frozenset(re.findall("[a-z]+", msgspec.json.encode(heard).decode()))


def read_words(file: Path) -> HeardWords:
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), HeardWords, strict=False)
