"""Answers what was understood: does it, asks back, shows something, or says why not."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cached_property
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from service.advice.best_moves import take_hint
from service.errors import HintsOff, RuleRefused, ServiceError, StaleVersion
from service.games.game_cache import Loaded
from service.games.games import Done, Games
from service.language.conversation.explanation import UNTOLD, why_not
from service.language.conversation.looks import Looks, requests, requests_to
from service.language.conversation.numbered_choices import (
    Act,
    ChoiceList,
    Choices,
    Confirm,
    Narrow,
    Option,
    Show,
    play,
)
from service.language.conversation.order_confirmation import OrderConfirmation
from service.language.conversation.pointed.pointed_answers import PointedAnswers
from service.language.conversation.questions import (
    NO_TOPIC,
    Asker,
    Effect,
    Meaning,
    Question,
    Questions,
    Reply,
    Topic,
    Utterance,
    shortened,
)
from service.language.grammar.clauses import FEWEST_OF_STORY
from service.language.grammar.dates import dates_meant
from service.language.grammar.inquiry import rule_behind, rule_elsewhere, stranger_beside
from service.language.grammar.lexicon import Lexicon, lexicon_of
from service.language.grammar.moves.heard import Aspect, Heard
from service.language.grammar.orders.named_orders import orders_about
from service.language.grammar.orders.order_sentence import HeardOrder
from service.language.grammar.phrases import Words, as_written, plain_words, sentence, spoken_words
from service.language.grammar.questions.claims_meant import claims_meant
from service.language.grammar.questions.standings_asked import GLOBETROTTER, REACH
from service.language.grammar.segmentation import Said
from service.language.grammar.sentences.matter_phrases import (
    LATER,
    MATTER,
    HeardMatter,
    command_for,
    meant_by,
)
from service.language.grammar.table_requests import VOTES
from service.language.languages import Messages, heard_words
from service.language.speech.command_text import OrderUtterances
from service.language.speech.story import Voice, seen_by, voice_for, zone_of
from service.language.vocabulary.board_words import first_twins
from service.language.vocabulary.command_fields import payment_of
from service.language.vocabulary.moments import date_in_words
from service.message_types import COMMANDS
from ttr_core import legal_commands
from ttr_core.bots.greedy.outlook import Outlook
from ttr_core.bots.greedy.plan import make_plan
from ttr_core.bots.judgement import Judgement
from ttr_core.by_post import CancelOrder, GiveOrder, Orders
from ttr_core.engine.shared_slices import TicketChoices
from ttr_core.engine.views import marks_of
from ttr_core.model.actor import Actor, Role
from ttr_core.model.commands import Command, DrawTickets, RouteCommand, SeatCommand, TableCommand
from ttr_core.model.events import RouteClaimed
from ttr_core.model.ids import SeatId, Witness
from ttr_core.model.message import type_name
from ttr_core.model.phases import OUTSIDE, OpenPayment, PlayingTurn
from ttr_core.model.violations import Code

LONGEST_NAME = 3  # words of a city
MOST_REPEATED = 4  # words of a request that is read back as it was said
SHORTEST_ALIAS = 4  # letters; shorter ones are codes, which may be words
AT_THE_END = frozenset(
    {"tickets", "score", "tally", "missing", "points", GLOBETROTTER, REACH}
)  # what was asked of a game is its result
WITH_CHOICES = frozenset({"moves", "claims", "hint"})  # looks that end in numbered choices
PICTURES = {"map": "board", "hand": "hand", "tickets": "hand"}  # by look


class Responder:
    """Answers one utterance."""

    def __init__(
        self, games: Games, questions: Questions, loaded: Loaded, voice: Voice, understood: str
    ) -> None:
        self._games, self._questions, self._loaded = games, questions, loaded
        self._voice, self._say, self._lang = voice, voice.say, understood
        self._asker = Asker(questions, loaded, voice, understood)
        self._seat: SeatId | None = voice.viewer if isinstance(voice.viewer, int) else None

    @cached_property
    def _looks(self) -> Looks:
        return Looks(self._games, self._loaded, self._voice)

    @property
    def _has_ended(self) -> bool:
        """Whether nothing more is played; the score may still be counted."""
        return isinstance(self._loaded.state.phase, OUTSIDE)

    def answer(self, utterance: Utterance, meaning: Meaning) -> Reply:
        heard = meaning.heard
        if heard.look or heard.looks:
            shown = self._of_score_line(heard, meaning.text) or self._shown(heard, meaning)
            return (
                self._with_move(self._seat, shown, heard, meaning.text) if self._seat is not None else shown
            )
        if self._seat is None:
            return self._asker.reply(self._say("no_seat"))
        if meaning.outdated:
            return self._ask_anew(self._seat)
        if meaning.act is not None:
            return self._ask_further(self._seat, meaning.act, meaning.question)
        if meaning.matter is not None or meaning.order is not None:
            return self._without_turn(self._seat, utterance, meaning)
        if heard.instead_of is not None and (heard.commands or heard.options):
            return self._instead(self._seat, utterance, meaning)
        if heard.commands and not meaning.moves(utterance.preview):
            return self._confirmation(self._seat, heard, meaning.text)
        if heard.commands:
            return self._do(self._seat, heard.commands, utterance, meaning.version)
        if heard.options:
            return self._which(self._seat, heard, meaning.text)
        return self._with_requests(self._not_possible(self._seat, heard, meaning.text))

    def _of_score_line(self, heard: Heard, text: str) -> Reply | None:
        """The answer to a question about one line of the score, once the game is over."""
        if heard.also or not self._loaded.over:
            return None
        pointed = PointedAnswers(self._games, self._loaded, self._voice)
        answer = pointed.of_score_line(spoken_words(text))
        return self._asker.reply("\n".join(answer[0])) if answer else None

    def _confirmation(self, seat: SeatId, heard: Heard, text: str) -> Reply:
        """What would be done, for a yes: now, and perhaps in the turn after it."""
        if isinstance(heard.commands[-1], GiveOrder):
            confirmation = OrderConfirmation(self._asker, self._loaded, self._voice, text)
            return confirmation.now_and_later(seat, heard.commands)
        return self._asker.preview(seat, heard, text)

    def _instead(self, seat: SeatId, utterance: Utterance, meaning: Meaning) -> Reply:
        """Why the first of two wishes cannot be met, and the second."""
        wished = meaning.heard.instead_of
        assert wished is not None
        why = self._refused(seat, wished, meaning.text).text.split("\n")[0]
        second = self.answer(utterance, replace(meaning, heard=meaning.heard._replace(instead_of=None)))
        return replace(second, text=f"{why}\n{second.text}", private=True)

    def _with_requests(self, reply: Reply) -> Reply:
        """What was not understood may have been an answer to others."""
        requests = [line for line in self._looks.requests() if line not in reply.text]
        return replace(reply, text="\n".join([reply.text, *requests]))

    def _with_move(self, seat: SeatId, shown: Reply, heard: Heard, text: str) -> Reply:
        """What was asked for, and the move beside it, for which a yes is needed: "is it my turn? draw 2"."""
        if heard.understood is not None:
            why = self._refused(seat, heard.understood, text)
            parts = (shown.text, why.text) if why.choices else (why.text, shown.text)
            return replace(why, text="\n".join(parts), private=why.private or shown.private)
        if not (heard.commands or heard.options):
            return shown
        asked = self._asker.preview(seat, heard, "") if heard.commands else self._which(seat, heard, text)
        return replace(asked, text=f"{shown.text}\n{asked.text}", picture=shown.picture)

    def _which(self, seat: SeatId, heard: Heard, text: str) -> Reply:
        """Asks what is meant; the routes of one city are no answer where the other one is not on the board."""
        elsewhere = self._no_such_place(text, by_the_way=0) if heard.unknown else None
        return elsewhere or self._asker.which(
            seat, heard, text, self._choices(seat).spelled_out(heard.options)
        )

    # doing

    def _do(
        self, seat: SeatId, commands: Sequence[Command], utterance: Utterance, version: int | None = None
    ) -> Reply:
        """A refusal by the rules is an answer as well: somebody was faster, or the command was never listed."""
        possible = self._still_legal(commands)
        expected = version if utterance.expected is None else utterance.expected
        try:
            done = self._games.perform(
                self._loaded, possible, Actor(Role.SEAT, seat), expected=expected, key=utterance.key
            )
        except RuleRefused as refusal:
            text = self._voice.refusal_with_cure(refusal.code, refusal.facts)
            secret = isinstance(possible[0], GiveOrder | CancelOrder)  # nobody else knows how many there are
            return self._asker.reply(text, private=secret)
        except StaleVersion:
            if utterance.expected is not None:
                raise
            return self._at(self._games.cache.read_latest(self._loaded.game))._ask_anew(seat)
        return self.report(done, self._say("partly") if len(possible) < len(commands) else "")

    def _still_legal(self, commands: Sequence[Command]) -> Sequence[Command]:
        """As many of them as can be done one after the other; the first one is legal."""
        for count in range(len(commands), 1, -1):
            try:
                self._games.check(self._loaded, commands[:count], None, Actor(Role.SEAT, self._seat))
            except ServiceError:
                continue
            return commands[:count]
        return commands[:1]

    def report(self, done: Done, more: str = "") -> Reply:
        """What was done, and what the player is asked next."""
        events = [event for _, event in done.events]
        after = self._at(done.loaded)
        following = after.next_step() if done.new else after.no_question()
        shown = done.shown(self._voice.viewer)
        voice = after._voice  # people who come back are named by their own name
        story = voice.story(events)
        lines = [*story, more, following.text]
        return Reply(
            did=Effect.MOVED,
            story="\n".join(story),
            text="\n".join(filter(None, lines)) or f"{voice.confirmation(events)} {after.waiting()}",
            private=following.private or voice.is_secret(events),
            public="\n".join(voice.public_story(events)),
            choices=following.choices,
            picture="board" if self._changes_board(done) else "",
            events=tuple(shown),
            version=done.version,
            lang=self._lang,
        )

    def _changes_board(self, done: Done) -> bool:
        """Whether a picture for everybody would show what was done."""
        if any(isinstance(event, RouteClaimed) for _, event in done.events):
            return True
        ruleset = self._loaded.ruleset
        if not any(module.marks and module.view for module in ruleset.modules):  # marks that never change
            return False
        before, after = (seen_by(loaded, Witness.SPECTATOR) for loaded in (self._loaded, done.loaded))
        return marks_of(ruleset, before) != marks_of(ruleset, after)

    def _at(self, loaded: Loaded) -> "Responder":
        voice = voice_for(loaded, self._say.lang, self._voice.viewer)
        return Responder(self._games, self._questions, loaded, voice, self._lang)

    def no_question(self) -> Reply:
        return self._asker.reply("")

    def next_step(self) -> Reply:
        """What the same player is asked for before anybody else: tickets on offer, or numbered choices."""
        phase = self._loaded.state.phase
        if self._seat is None or self._seat not in phase.waiting or isinstance(phase, PlayingTurn):
            return self.no_question()
        title = self._say.or_words(f"phase-{phase.name}", phase.name)
        question = self._ask_for_move(self._seat, [title])
        legal = self._legal(self._seat)
        secret = any(payment_of(command) is not None for command in legal)  # it shows what is in the hand
        return msgspec.structs.replace(question, private=secret or bool(self._looks.offer()))

    def _ask_for_move(self, seat: SeatId, lines: Sequence[str]) -> Reply:
        """All that may be done now; of tickets on offer, the numbers are theirs, since several may be kept."""
        choices, legal = self._choices(seat), self._legal(seat)
        tickets = choices.tickets()
        if tickets is None:
            return self._asker.ask(seat, choices.among(legal), lines)
        topic = Topic(
            turn=self._asker.turn, offer=self._loaded.state.slice(TicketChoices).by_seat[seat].offer
        )
        return self._asker.ask(seat, tickets, [*lines, *self._looks.offer()], topic, list_them=False)

    def _ask_anew(self, seat: SeatId) -> Reply:
        """Refuses an answer to a question that is no longer open, and asks what is open now."""
        if self._legal(seat):
            return self._ask_for_move(seat, [self._say("outdated"), self._say("moves")])
        return self._asker.reply(self._say("outdated"), private=True)

    def _ask_further(self, seat: SeatId, act: Act, question: Question | None) -> Reply:
        """Lists the commands behind a choice, or asks for a yes."""
        if isinstance(act, Confirm):
            return self._asker.confirm(seat, act.play, act.what)
        assert isinstance(act, Narrow)  # all other acts are what they do
        choices = self._choices(seat).narrowed(act)
        if not choices.options:
            return self._ask_anew(seat)
        topic = question.topic_behind(act) if question else NO_TOPIC
        return self._asker.ask(seat, choices, [self._say("which_one")], topic)

    def _choices(self, seat: SeatId) -> ChoiceList:
        legal, offer = self._legal(seat), self._loaded.state.slice(TicketChoices).by_seat[seat].offer
        return ChoiceList(self._voice, legal, offer, self._useful_routes(legal))

    def _useful_routes(self, legal: Sequence[Command]) -> frozenset[str]:
        """Routes on the way to the speaker's tickets: they are listed first, and only the speaker sees the list."""
        if not any(isinstance(command, RouteCommand) for command in legal):
            return frozenset()
        ruleset = self._loaded.ruleset
        outlook = Outlook(ruleset, seen_by(self._loaded, self._voice.viewer))
        planned = make_plan(outlook, outlook.unfinished).routes
        return frozenset(first_twins(ruleset)[str(ruleset.routes[number].id)] for number in planned)

    def _legal(self, seat: SeatId) -> Sequence[Command]:
        return legal_commands(self._loaded.ruleset, self._loaded.state, seat)

    def waiting(self) -> str:
        return self._looks.waiting()

    # matters of the table and standing orders

    def _without_turn(self, seat: SeatId, utterance: Utterance, meaning: Meaning) -> Reply:
        """In a game that has ended nothing is left to choose or to confirm."""
        if self._has_ended:
            return self._asker.reply(self._over())
        if meaning.matter is not None:
            return self._matter(seat, utterance, meaning.text, meaning.matter)
        assert meaning.order is not None
        return self._order(seat, meaning.order, meaning.text)

    def _over(self) -> str:
        return f"{self._say('over')} {self._say('over-look')}"

    def _matter(self, seat: SeatId, utterance: Utterance, text: str, heard: HeardMatter) -> Reply:
        if heard.name == "return" and self._is_on_vacation(seat):
            heard = heard._replace(name="vacation_over")
        if reply := self._absence(seat, heard) or self._remark(seat, heard):
            return reply
        if heard.name == "cancel_order" and not (len(heard.rest) == 1 and heard.rest[0].isdecimal()):
            return self._cancel_named(seat, utterance, heard.rest)
        state = self._loaded.state
        motions = requests_to(state, seat) or requests(state)
        meant = meant_by(heard, motions)
        commands = {phrase: command_for(one, seat, motions) for phrase, one in meant.items()}
        if not meant or heard.name in requests_to(state, seat):
            return self._asker.reply("\n".join(self._looks.requests()) or self._say("no_motion"))
        possible = {phrase: command for phrase, command in commands.items() if command is not None}
        if not possible:
            return self._asker.reply(self._say("no_such_matter"))
        if len(possible) > 1:
            return self._which_matter(seat, text, heard.is_confirmed, possible)
        (command,) = possible.values()
        if heard.is_confirmed:
            return self._asker.confirm(seat, play([command]), self._plainly(text, heard, command))
        if heard.name == "return" and (refusal := self._refusal_of(command)):
            why = self._voice.refusal_detail(refusal.code, refusal.facts)
            now = [self.waiting(), *self._looks("time", "")[0]]
            return self._asker.reply("\n".join([why, *dict.fromkeys(now)]))
        done = self._do(seat, [command], utterance)
        is_pause = "pause" in (heard.name, getattr(command, "motion", ""))
        is_until = heard.until or not LATER.isdisjoint(plain_words(text))
        return self._with_open_end(done) if is_pause and is_until and heard.name != "object" else done

    def _absence(self, seat: SeatId, heard: HeardMatter) -> Reply | None:
        """The answer to news of an absence, if it is some."""
        if heard.name == "away":
            return self._away(seat, heard)
        if heard.name == "pause" and heard.rest:
            return self._pause_or_vacation(seat, heard)
        if heard.name == "away_briefly":
            return self._asker.reply("\n".join([self._say("away_briefly"), *self._looks("time", "")[0]]))
        return None

    def _remark(self, seat: SeatId, heard: HeardMatter) -> Reply | None:
        """What is said about a matter of which nothing is done."""
        if heard.name == VOTES:
            return self._asker.reply("\n".join([*self._looks.votes(), *self._looks.requests()]))
        if not self._say.knows(f"about-{heard.name}"):
            return None
        about = self._say(f"about-{heard.name}", name=self._voice.names[seat])
        return self._asker.reply("\n".join([about, *self._looks.requests()]))

    def _plainly(self, text: str, heard: HeardMatter, command: TableCommand) -> str:
        """What is read back before it is done: in the words of the speaker, if they are few."""
        days = heard.rest[0] if heard.is_news and heard.rest else ""
        if days.isdecimal():
            return self._say("vacation-say", days=int(days))
        is_brief = len(plain_words(text)) <= MOST_REPEATED
        return text.strip(" .!?…") if is_brief else self._voice.label(command)

    def _cancel_named(self, seat: SeatId, utterance: Utterance, about: Words) -> Reply:
        """Takes back the order that is about something; which one, if there are several."""
        orders = self._loaded.state.slice(Orders).in_force[seat]
        named = orders_about(self._loaded.ruleset, orders, about) if about else orders
        if not orders:
            return self._asker.reply(self._say("order-none"), private=True)
        meant = named or orders
        commands = {CancelOrder(seat=seat, order=one.number): one for one in meant}
        if len(commands) == 1 and named:
            return self._do(seat, tuple(commands), utterance)
        words = OrderUtterances(self._voice.phrase)
        options = [
            Option(words.what(one), f"{self._say('order-cancel-say')} {one.number}", play([command]))
            for command, one in commands.items()
        ]
        title = self._say("order-cancel-which" if named else "order-cancel-none")
        return self._asker.ask(seat, Choices(options), [title])

    def _is_on_vacation(self, seat: SeatId) -> bool:
        """Whether somebody who is back ends their vacation rather than takes their seat again."""
        ending = command_for(HeardMatter("vacation_over", None, ()), seat, ())
        return ending is not None and self._refusal_of(ending) is None

    def _away(self, seat: SeatId, heard: HeardMatter) -> Reply:
        """A vacation begins at once: what is to begin later cannot be booked yet."""
        dates, today = self._dates(heard.rest), self._today()
        if not dates:
            return self._asker.reply(self._say("no_such_matter"))
        first, last = dates
        days = (last - first).days + 1
        say = self._say("vacation-say", days=days)
        command = command_for(HeardMatter("vacation", heard.lang, (str(days),)), seat, ())
        if first > today or command is None:
            begins = date_in_words(first, self._say)
            return self._asker.reply(self._say("vacation-then", first=begins, say=say))
        until = self._say("vacation-until", until=date_in_words(last, self._say), days=days)
        return self._asker.yes_or_no(seat, play([command]), say, [until, self._say("preview-ask")])

    def _pause_or_vacation(self, seat: SeatId, heard: HeardMatter) -> Reply:
        """A pause stops everybody and has no last day; a vacation stops the clock of one person until a day."""
        dates = self._dates(heard.rest)
        if dates and dates[0] > self._today():
            return self._away(seat, heard)
        days = str((dates[1] - dates[0]).days + 1) if len(dates) == 2 else heard.rest[0]
        pause = command_for(heard, seat, ())
        away = command_for(HeardMatter("vacation", heard.lang, (days,)), seat, ())
        if pause is None or away is None:
            return self._asker.reply(self._say("no_such_matter"))
        options = [
            Option(self._say("pause-for_all"), self._say("pause-say"), play([pause])),
            Option(
                self._say("vacation-for_me", days=int(days)),
                self._say("vacation-say", days=int(days)),
                play([away]),
            ),
        ]
        return self._asker.ask(seat, Choices(options), [self._say("pause-or_vacation")])

    def _dates(self, days: Words) -> list[date]:
        """The days that are meant, by the calendar of the game."""
        return dates_meant(days, self._today()) if len(days) == 4 else []

    def _today(self) -> date:
        now = datetime.fromisoformat(self._games.now())
        return now.astimezone(ZoneInfo(zone_of(self._loaded.state))).date()

    def _with_open_end(self, done: Reply) -> Reply:
        """A pause until tomorrow is a pause: what was left out is said."""
        open_end = self._say("pause-open_end")
        public = f"{done.public}\n{open_end}" if done.public else ""
        return replace(done, text=f"{done.text}\n{open_end}", public=public)

    def _which_matter(
        self, seat: SeatId, text: str, grave: bool, possible: Mapping[str, TableCommand]
    ) -> Reply:
        """Each by the command that it stands for: a phrase may end in the name of a motion."""
        options = [
            Option(
                self._voice.label(command), say, Confirm(play([command]), say) if grave else play([command])
            )
            for say, command in possible.items()
        ]
        return self._asker.ask(seat, Choices(options), [self._say("which_one")], Topic(text))

    def _order(self, seat: SeatId, order: HeardOrder, text: str) -> Reply:
        confirmation = OrderConfirmation(self._asker, self._loaded, self._voice, text)
        if order.is_clear:
            return confirmation.read_back(seat, order)
        return confirmation.refuse(order) if order.wrong else confirmation.ask_clause(seat, order)

    # showing, and not understanding

    def _shown(self, heard: Heard, meaning: Meaning) -> Reply:
        look, about = self._at_the_end(heard.look, heard.about)
        if not look:
            return self._which_look(
                heard.looks, *self._asker.unknown(heard, meaning.text, "unknown_in_question")
            )
        if look == "never_mind":
            if self._seat is not None:
                self._questions.forget(self._loaded, self._seat)
            return self._asker.reply(self._left(meaning.question))
        if look in WITH_CHOICES:
            return self._with_others(self._to_choose(look, meaning.text), heard.also)
        lines, secret = self._pointed(look, about, heard.asked or meaning.text) or self._looks(look, about)
        if look == "rule" and self._is_choice() and not (heard.commands or heard.options):
            assert self._seat is not None
            return self._ask_for_move(self._seat, [*lines, self._say("moves")])
        for other in (one for one in heard.also if one.look not in WITH_CHOICES):
            further, is_secret = self._further(other)
            lines, secret = [*lines, *(line for line in further if line not in lines)], secret or is_secret
        lines = [*lines, *self._asker.left_out(heard.left_out, meaning.text)]
        return self._asker.reply("\n".join(lines), private=secret, picture=PICTURES.get(look, ""))

    def _at_the_end(self, look: str, about: str) -> tuple[str, str]:
        """What is asked of a game that is over is asked of its result."""
        is_of_result = self._loaded.over and (look in AT_THE_END or about in AT_THE_END)
        return ("result", "") if is_of_result else (look, about)

    def _further(self, other: Aspect) -> tuple[list[str], bool]:
        """The answer to another one of several questions."""
        if not other.look:
            return self._unanswered(other.text), False
        look, about = self._at_the_end(other.look, other.about)
        return self._pointed(look, about, other.text) or self._looks(look, about)

    def _pointed(self, look: str, about: str, text: str) -> tuple[list[str], bool] | None:
        """One fact of what a look shows, if no more is asked for."""
        return PointedAnswers(self._games, self._loaded, self._voice)(look, about, spoken_words(text))

    def _to_choose(self, look: str, text: str) -> Reply:
        if look == "hint":
            return self._hint()
        return self._claims(text) if look == "claims" else self._moves()

    def _with_others(self, reply: Reply, others: Sequence[Aspect]) -> Reply:
        """What else is asked is answered first: the choices of a reply stand at its end."""
        further = [self._further(other) for other in others if other.look not in WITH_CHOICES]
        lines = dict.fromkeys(line for own, _ in further for line in own)
        is_secret = any(secret for _, secret in further)
        return replace(reply, text="\n".join([*lines, reply.text]), private=reply.private or is_secret)

    def _is_choice(self) -> bool:
        """Whether the game waits for a choice of the speaker in the middle of a turn."""
        phase = self._loaded.state.phase
        return self._seat in phase.waiting and not isinstance(phase, PlayingTurn) and not self._looks.offer()

    def _unanswered(self, text: str) -> list[str]:
        """Says which of several questions has no answer."""
        return [self._say("not_answered-part", text=shortened(text.strip(" ,;:.?!")))]

    def _which_look(self, looks: Sequence[str], *before: str) -> Reply:
        """What a question may be about, in the words by which it can be asked."""
        lines = [*before, self._say("which_look")]
        if self._seat is None:
            says = [asked_by(look, self._say) for look in looks if not look.startswith(MATTER)]
            quoted = self._say.listed(self._say("quoted", text=say) for say in says)
            return self._asker.reply(" ".join([*lines, quoted]))
        seat = self._seat
        options = [self._option_to_show(look) or self._option_to_do(seat, look) for look in looks]
        return self._asker.ask(seat, Choices([option for option in options if option]), lines)

    def _option_to_show(self, look: str) -> Option | None:
        if look.startswith(MATTER):
            return None
        say = asked_by(look, self._say)
        return Option(say, say, Show(*look.split()))

    def _option_to_do(self, seat: SeatId, look: str) -> Option | None:
        """A matter of the table, which is confirmed before it is done; None if the game does not have it now."""
        heard = HeardMatter(look.removeprefix(MATTER), self._say.lang, ())
        command = command_for(heard, seat, requests_to(self._loaded.state, seat))
        if command is None:
            return None
        label = self._voice.label(command)
        return Option(
            label, heard_words()[self._say.lang].table[heard.name][0], Confirm(play([command]), label)
        )

    def _left(self, question: Question | None) -> str:
        """What a no leaves as it is; a turn that has begun is not undone by it."""
        return self._begun() or self._say("left" if question else "nothing_asked")

    def _begun(self) -> str:
        """What goes on in the turn that the speaker has begun, if that is more than a choice."""
        key, phase = f"left-{self._loaded.state.phase.name}", self._loaded.state.phase
        return self._say(key) if self._seat in phase.waiting and self._say.knows(key) else ""

    def _moves(self) -> Reply:
        """Everything that may be done, or whom the game waits for."""
        if self._seat is None or not self._legal(self._seat):
            return self._asker.reply(self.waiting())
        is_turn = isinstance(self._loaded.state.phase, PlayingTurn)
        title = [] if self._looks.offer() else [self._say("moves")]
        return self._ask_for_move(self._seat, title if is_turn or not title else [self.waiting(), *title])

    def _claims(self, text: str) -> Reply:
        """The routes that can be claimed now; those of a city, or of so many points, if that is asked."""
        legal = self._legal(self._seat) if self._seat is not None else ()
        claims = [command for command in legal if isinstance(command, RouteCommand)]
        if self._seat is None or not claims:
            return self._moves()
        ruleset, words = self._loaded.ruleset, spoken_words(text)
        meant = claims_meant(ruleset, words)
        claims = [one for one in claims if meant.fits(ruleset, ruleset.route_index[one.route])]
        if not claims:
            return self._asker.reply(self._say("claims-none"), private=True)
        return self._asker.ask(self._seat, self._choices(self._seat).among(claims), [self._say("moves")])

    def _hint(self) -> Reply:
        """The best moves, whose numbers play them; everybody else hears that the seat has asked."""
        if self._seat is None:
            return self._asker.reply(self._say("no_seat"))
        try:
            hint = take_hint(self._games, self._loaded, self._seat)
        except RuleRefused as refusal:
            return self._asker.reply(self._voice.refusal_with_cure(refusal.code, refusal.facts))
        except HintsOff as refusal:
            return self._asker.reply(self._voice.with_cure(self._say(f"problem-{refusal.code}")))
        return self._at(hint.loaded).advise(self._seat, hint.moves)

    def advise(self, seat: SeatId, moves: Sequence[Judgement]) -> Reply:
        offer = self._loaded.state.slice(TicketChoices).by_seat[seat].offer
        options = [
            Option(self._judged(move), self._voice.phrase(move.command, offer), play([move.command]))
            for move in moves
        ]
        return self._asker.ask(seat, Choices(options), [self._say("hint-title")])

    def _judged(self, move: Judgement) -> str:
        chance, points = round(100 * move.chance), round(move.points)
        said = "hint-ahead" if points >= 0 else "hint-behind"
        return self._say(said, move=self._voice.label(move.command), chance=chance, points=abs(points))

    def _not_possible(self, seat: SeatId, heard: Heard, text: str) -> Reply:
        if heard.answer and heard.answer.yes and (unpayable := self._unpayable(seat)):
            return replace(self._ask_for_move(seat, [*unpayable, self._say("moves")]), private=True)
        if heard.answer:
            return self._asker.reply(self._left(None))
        if heard.together and (why := self._why_not_together(heard.together)):
            return self._asker.reply(why)
        if heard.compound:
            return self._too_much(seat, heard.parts)
        if heard.question and self._loaded.over:
            if line := self._of_score_line(heard, text):
                return line
            return self._asker.reply("\n".join([*self._looks("result", "")[0], self._say("over-look")]))
        if heard.question:
            return self._asker.reply(self._say("not_answered", **self._voice.words.examples()))
        if text.strip().isdecimal() and self._legal(seat):  # a number without a question
            return self._ask_for_move(seat, [self._say("moves")])
        return self._not_now(seat, heard, text)

    def _too_much(self, seat: SeatId, parts: Sequence[Command]) -> Reply:
        """Several things at once; of tickets on offer it is asked which are meant."""
        if self._looks.offer():
            return self._ask_for_move(seat, [self._say("which_one")])
        whole_turns = [part for part in parts if isinstance(part, RouteCommand | DrawTickets)]
        claims = [part for part in whole_turns if isinstance(part, RouteCommand)]
        if whole_turns:
            key = "compound-claim" if claims else "compound-tickets"
            first = (claims or whole_turns)[0]
            say = self._voice.phrase.subject(first) if claims else self._voice.phrase(first)
            return self._asker.reply(self._say(key, say=say, **self._voice.words.examples()))
        return self._asker.reply(self._say("compound", hint=self._what_to_say(seat)))

    def _not_now(self, seat: SeatId, heard: Heard, text: str) -> Reply:
        """A move that is not to be made, or cannot be, or that is of other boards; or nothing that we know."""
        if heard.understood is not None and _is_left(heard.understood) and not self._looks.offer():
            return self._asker.reply(self._begun() or self._say("negated"))
        noun = rule_elsewhere(self._loaded.ruleset, f" {' '.join(spoken_words(text))} ")
        if noun and not heard.talk:
            return self._asker.reply(self._say("rule-absent", noun=noun))
        if heard.understood is None or self._is_about_tickets(heard.understood):
            return self._not_heard(seat, heard, text)
        if self._has_ended:
            return self._asker.reply(self._over())
        if seat not in self._loaded.state.phase.waiting:
            not_you = self._say("not_you", waiting=self.waiting())
            return self._asker.reply(self._voice.with_cure(not_you, "refused-not_your_turn.cure"))
        return self._refused(seat, heard.understood, text)

    def _is_about_tickets(self, said: Said) -> bool:
        """`the long one`, where no tickets are on offer: it may mean anything."""
        things = (said.places, said.cards, said.decks, said.kinds)
        return bool(said.ranks) and not any(things) and not self._looks.offer()

    def _refused(self, seat: SeatId, said: Said, text: str) -> Reply:
        """Why a move that was understood cannot be made; in a choice, where there is nothing else, what can be."""
        seen, legal = seen_by(self._loaded, self._voice.viewer), self._legal(seat)
        why = why_not(self._voice, seen, legal, said, shortened(text), self._refusal_of)
        is_choice = not isinstance(self._loaded.state.phase, PlayingTurn) and not self._looks.offer()
        if not (is_choice and legal):
            return self._asker.reply(why, private=True)
        unpayable = self._unpayable(seat) if _is_payment(said) else []
        title = unpayable or [self.waiting() if _is_of_another_phase(said, legal) else why]
        asked = self._ask_for_move(seat, [*title, self._say("moves")])
        return replace(asked, private=asked.private or bool(unpayable))

    def _unpayable(self, seat: SeatId) -> list[str]:
        """What is demanded for the route that is being paid for, and why it cannot be paid; nothing if it can."""
        phase, legal = self._loaded.state.phase, self._legal(seat)
        paying = [one for one in legal if isinstance(one, SeatCommand) and one.answers != "no"]
        if not isinstance(phase, OpenPayment) or not legal or paying:
            return []
        rule = rule_behind(self._loaded.ruleset, legal)
        seen = seen_by(self._loaded, self._voice.viewer)
        demand = self._voice.rules.of_rule(seen, rule) if rule else []
        cards, words = Counter(map(str, phase.laid)), self._voice.words.cards
        left = Counter({str(card): count for card, count in (seen.seats[seat].hand or {}).items()}) - cards
        none = self._say("empty_hand")
        facts = {"laid": words(cards.elements()), "left": words(left.elements()) or none}
        return [*demand, self._say("unpayable", **facts)]

    def _not_heard(self, seat: SeatId, heard: Heard, text: str) -> Reply:
        """Talk is left at that; what else was not understood is answered with what can be said."""
        is_story = heard.talk and len(plain_words(text)) >= FEWEST_OF_STORY
        if elsewhere := self._no_such_place(text, by_the_way=int(is_story)):
            return elsewhere
        if heard.talk:
            return self._asker.reply(" ".join([self._say("table_talk"), *self._looks.at_this_moment()]))
        answer = self._say("not_heard", text=shortened(text), hint=self._what_to_say(seat))
        telling = tuple(word for word in heard.unknown if not self._is_idle(word))
        is_part = len(heard.unknown) < len(text.split())
        unknown = self._asker.unknown(heard._replace(unknown=telling), text) if is_part else []
        return self._asker.reply("\n".join([*unknown, answer]))

    def _is_idle(self, word: str) -> bool:
        """A word of every day or the name of somebody at the table: it need not be on the board."""
        names = (plain_words(name) for name in self._voice.names.values())
        return lexicon_of(self._loaded.ruleset).is_everyday(word) or any(word in name for name in names)

    def _what_to_say(self, seat: SeatId) -> str:
        """Words that fit the moment, in place of those that were not understood."""
        phase = self._loaded.state.phase
        key = f"help-{phase.name}"
        moment = seat in phase.waiting and self._say.knows(key)
        examples = [self._say(key, **self._voice.words.examples())] if moment else []
        examples = self._looks.offer()[-1:] or examples  # how many tickets are to be kept
        return " ".join([*examples, self._say("not_heard-hint")])

    def _no_such_place(self, text: str, *, by_the_way: int) -> Reply | None:
        """Says which places are not on the board; as many may be named `by_the_way` in talk."""
        strange, words = self._places_elsewhere(text), sentence(text)
        if len(strange) > by_the_way:
            facts = {"places": ", ".join(strange), **self._voice.words.examples()}
            return self._asker.reply(self._say("no_place", **facts))
        name = stranger_beside(self._loaded.ruleset, words) if len(words) < FEWEST_OF_STORY else ""
        return self._asker.reply(self._say("map-unknown", text=as_written(text, (name,)))) if name else None

    def _places_elsewhere(self, text: str) -> list[str]:
        """Cities of other boards that the text names, and that this board does not have."""
        words, lexicon = plain_words(text), lexicon_of(self._loaded.ruleset)
        here = _parts_of_places(lexicon, words)
        spans = {
            words[n : n + length]
            for n in range(len(words))
            for length in range(1, LONGEST_NAME + 1)
            if here.isdisjoint(range(n, n + length))
        }
        named = {
            plain_words(text): str(city["name"])
            for board in self._games.boards.boards()
            for city in board.whole.get("cities", ())
            for text in (*board.whole.get("aliases", {}).get(city["id"], ()), city["name"])
            if len(text) >= SHORTEST_ALIAS or text == city["name"]
        }
        strange = [
            span
            for span in named
            if span in spans
            and not lexicon.exact(span)
            and not (len(span) == 1 and lexicon.is_everyday(span[0]))
        ]
        whole = [one for one in strange if not any(set(one) < set(other) for other in strange)]
        return [named[span] for span in sorted(whole, key=lambda span: words.index(span[0]))]

    def _refusal_of(self, *commands: Command) -> RuleRefused | None:
        try:
            self._games.check(self._loaded, commands, None, Actor(Role.SEAT, self._seat))
        except RuleRefused as refusal:
            return refusal
        return None

    def _why_not_together(self, commands: Sequence[Command]) -> str:
        """The rule by which one card leaves no room for another, in whichever order it shows; else nothing."""
        orders = (commands, tuple(reversed(commands)))
        refusals = filter(None, (self._refusal_of(*order) for order in orders))
        telling = (one for one in refusals if one.code not in UNTOLD | {Code.NOT_YOUR_TURN})
        refusal = next(telling, None)
        return self._voice.refusal_with_cure(refusal.code, refusal.facts) if refusal else ""


def asked_by(look: str, say: Messages) -> str:
    """The words by which a look can be asked for: `market`, or `basics draw` for a topic of the base game."""
    return say(f"asked-{look.replace(' ', '_')}")


def _parts_of_places(lexicon: Lexicon, words: Words) -> frozenset[int]:
    """Which words belong to a longer name on this board: the `york` of New York is no other city."""
    return frozenset(
        part
        for n in range(len(words))
        for length in range(2, LONGEST_NAME + 1)
        if any(match.sort == "place" for match in lexicon.exact(words[n : n + length]))
        for part in range(n, n + length)
    )


def _is_left(said: Said) -> bool:
    """Whether something is not to be done: "don't draw", "do nothing yet"."""
    return said.negated or (said.none and said.elements == 1 and not said.kinds)


def _is_payment(said: Said) -> bool:
    """Whether it is a yes, or cards, for what the turn itself asks: "pay it"."""
    kinds = [COMMANDS[name] for name in said.kinds or ()]
    return any(issubclass(kind, SeatCommand) and kind.answers == "yes" for kind in kinds) or (
        not kinds and bool(said.cards) and not said.places
    )


def _is_of_another_phase(said: Said, legal: Sequence[Command]) -> bool:
    """Whether a move was meant of a sort that is not to be made now."""
    kinds = {type_name(type(command)) for command in legal}
    is_route = len(said.places) == 2 and not any(isinstance(command, RouteCommand) for command in legal)
    return is_route or (said.kinds is not None and kinds.isdisjoint(said.kinds))
