"""Answering what was understood: doing it, asking, showing, or saying why not.

Why a move that was understood cannot be made.

Questions back to the one who spoke: which of several, whether to do it, and plain answers.

Answering a standing order: read back and confirmed before it is given, since it will play by itself.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from service.errors import RuleRefused, ServiceError
from service.games.game_cache import Loaded
from service.games.games import Done, Games, Key
from service.language.conversation.looks import Looks
from service.language.conversation.meaning import Meaning
from service.language.conversation.questions import (
    MOST_CHOICES,
    Choice,
    Choices,
    Question,
    Questions,
    Reply,
    all_choices,
    choices_among,
    lines_of,
)
from service.language.grammar.interpretation import Heard
from service.language.grammar.order_sentence import HeardOrder
from service.language.grammar.segmentation import Said
from service.language.grammar.table_commands import command_for, says_for
from service.language.grammar.tracks import join, tracks_of
from service.language.speech.order_utterances import OrderPhrasing
from service.language.speech.voice import Voice, seen_by, voice_for
from service.language.vocabulary.common_words import NO, YES
from ttr_core import legal_commands
from ttr_core.by_post import CancelOrder, GiveOrder, Order, Orders, orders_due
from ttr_core.engine.views import View
from ttr_core.model.actor import Actor, Role
from ttr_core.model.commands import ClaimRoute, Command
from ttr_core.model.ids import SeatId, TicketId
from ttr_core.model.state import put, with_slice


def why_not(voice: Voice, seen: View, said: Said, text: str) -> str:
    """For a route between two places what is the matter with it; the plain fact for everything else."""
    about_routes = said.kinds is None or "claim_route" in said.kinds
    if about_routes and len(said.places) == 2 and all(len(place) == 1 for place in said.places):
        return _route_refused(voice, seen, said)
    return voice.say("not_legal", text=text)


def _route_refused(voice: Voice, seen: View, said: Said) -> str:
    first, second = said.places
    tracks = tracks_of(voice.ruleset)
    between = [route for route, (ends, _, _) in tracks.items() if join(ends, first, second)]
    ends = f"{voice.words.place(min(first))} – {voice.words.place(min(second))}"
    if not between:
        return voice.say("no_route", route=ends)
    owners = {str(route): voice.names[seat.seat] for seat in seen.seats for route in seat.routes}
    taken = [owners[route] for route in between if route in owners]
    if taken and len(taken) == len(between):
        return voice.say("route_taken", route=ends, who=voice.listed(taken))
    return voice.say("route_not_now", route=ends)


class Asking:
    """Asks one seat about one version of a game."""

    def __init__(self, questions: Questions, loaded: Loaded, voice: Voice, understood: str) -> None:
        self._questions, self._loaded = questions, loaded
        self._voice, self._say, self._lang = voice, voice.say, understood

    def reply(
        self, text: str, *, private: bool = False, choices: tuple[Choice, ...] = (), picture: str = ""
    ) -> Reply:
        return Reply(
            text=text,
            private=private,
            choices=choices,
            picture=picture,
            version=self._loaded.version,
            lang=self._lang,
        )

    def ask(
        self,
        seat: SeatId,
        text: str,
        choices: Choices,
        lines: Sequence[str],
        *,
        preview: bool = False,
        behind: str = "",
        lasting: bool = False,
    ) -> Reply:
        """The choices, kept so that their numbers answer; they show what the seat holds."""
        says = tuple(choice.say for choice in choices.listed)
        turn = self._loaded.state.turns if lasting else None
        self._questions.ask(
            self._loaded, seat, Question(self._loaded.version, text, says, preview, behind, turn)
        )
        listed = () if preview else lines_of(self._voice, choices)
        return self.reply("\n".join([*lines, *listed]), private=True, choices=choices.listed)

    def which(self, seat: SeatId, heard: Heard, text: str) -> Reply:
        choices = choices_among(self._voice, heard.options, self._offer(seat))
        title = self._say("is_it" if len(choices.listed) == 1 else "which_one")
        return self.ask(seat, text, choices, [*self.unknown(heard), title])

    def one_of(self, seat: SeatId, text: str, says: Sequence[str]) -> Reply:
        """Phrases that are their own labels."""
        choices = Choices(tuple(Choice(number, say, say) for number, say in enumerate(says, 1)), 0)
        return self.ask(seat, text, choices, [self._say("which_one")])

    def preview(self, seat: SeatId, commands: Sequence[Command]) -> Reply:
        first = commands[0]
        phrase = self._voice.phrase(first, self._offer(seat))
        say = self._again(phrase, commands[1:])
        return self.would_do(seat, say, [self._outlook(seat, first)])

    def would_do(self, seat: SeatId, say: str, lines: Sequence[str] = ()) -> Reply:
        told = [self._say("preview", what=say), *lines, self._say("preview.ask")]
        return self.yes_or_no(seat, say, told)

    def yes_or_no(self, seat: SeatId, say: str, lines: Sequence[str], *, lasting: bool = False) -> Reply:
        yes = Choice(1, self._say("yes", what=say), say)
        no = Choice(2, self._say("no"), self._say("no.say"))
        return self.ask(seat, say, Choices((yes, no), 0), lines, preview=True, lasting=lasting)

    def _again(self, phrase: str, more: Sequence[Command]) -> str:
        """The phrase for several draws in one go."""
        cards = [self._voice.words.word(getattr(command, "card", "")) for command in more]
        if more and not any(cards):
            return f"{self._say('say.draw')} {len(more) + 1}"
        return self._say("and").join([phrase, *cards])

    def _outlook(self, seat: SeatId, command: Command) -> str:
        """What is certain about it; nothing that only the deck knows."""
        if not isinstance(command, ClaimRoute):
            return self._say("preview.hidden")
        number = self._loaded.ruleset.route_index[command.route]
        route = self._loaded.ruleset.routes[number]
        trains = self._loaded.state.seats[seat].trains - route.length
        return self._say("preview.route", points=self._loaded.ruleset.points[number], trains=trains)

    def unknown(self, heard: Heard) -> list[str]:
        quoted = ", ".join(f"'{short(word)}'" for word in heard.unknown[:5])
        return [self._say("unknown_words", words=quoted)] if quoted else []

    def _offer(self, seat: SeatId) -> tuple[TicketId, ...]:
        return self._loaded.state.seats[seat].offer


def short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


class Ordering:
    """Asks one seat about an order of its own; everything about it is for that seat alone."""

    def __init__(self, asking: Asking, loaded: Loaded, voice: Voice) -> None:
        self._asking, self._loaded, self._voice, self._say = asking, loaded, voice, voice.say
        self._phrase = OrderPhrasing(voice)

    def read_back(self, seat: SeatId, order: HeardOrder) -> Reply:
        """What was understood, for how long, and whether that is meant."""
        said = order.clauses
        key = "order.next" if said.turns == 1 else "order.each" if said.repeat else "order.once"
        what = self._phrase(order.command(seat))
        held = self._say(f"{key}.told", count=said.turns)
        now = self._is_due_now(seat)
        told = [
            self._say("order.read_back", what=what),
            held,
            self._say("order.now" if now else "order.ask"),
        ]
        return self._asking.yes_or_no(seat, what, told, lasting=not now)

    def _is_due_now(self, seat: SeatId) -> bool:
        """In the turn of the seat itself, unless its orders have been looked at."""
        state = self._loaded.state
        orders = state.slice(Orders)
        any_order = (Order(number=0, alternatives=(), turns=1),)
        with_one = replace(orders, in_force=put(orders.in_force, seat, any_order))
        return orders_due(replace(state, slices=with_slice(state, with_one)), seat)

    def doubt(self, seat: SeatId, order: HeardOrder) -> Reply:
        """What one of its clauses may mean: the numbered choices are whole orders."""
        before, after = self._phrase.around(order.clauses, order.place)
        meant = {self._phrase.clause(option): self._phrase.label(option) for option in order.options}
        listed = [
            Choice(number, label, f"{before}{clause}{after}")
            for number, (clause, label) in enumerate(list(meant.items())[:MOST_CHOICES], 1)
        ]
        choices = Choices(tuple(listed), max(0, len(meant) - MOST_CHOICES))
        title = self._say("order.which" if len(meant) > 1 else "is_it", part=short(order.about))
        return self._asking.ask(seat, f"{before}{order.about}", choices, [title], behind=after, lasting=True)

    def refuse(self, order: HeardOrder) -> Reply:
        """Nothing is ordered that was not understood as a whole."""
        if order.wrong == "order.taken":
            seen = seen_by(self._loaded, self._voice.viewer)
            owners = {str(route): self._voice.names[s.seat] for s in seen.seats for route in s.routes}
            facts = {"route": self._voice.words.route(order.about), "who": owners.get(order.about, "?")}
            return self._asking.reply(self._say("route_taken", **facts), private=True)
        return self._asking.reply(self._say(order.wrong, part=short(order.about)), private=True)


PICTURES = {"map": "board", "hand": "hand", "tickets": "hand"}
SHOWN_ON_BOARD = frozenset({"route_claimed", "station_built"})


class Acting:
    """One answer to one message."""

    def __init__(
        self, games: Games, questions: Questions, loaded: Loaded, voice: Voice, understood: str
    ) -> None:
        self._games, self._questions, self._loaded = games, questions, loaded
        self._voice, self._say, self._lang = voice, voice.say, understood
        self._asking = Asking(questions, loaded, voice, understood)
        self._looks = Looks(games, loaded, voice)
        self._seat: SeatId | None = voice.viewer if isinstance(voice.viewer, int) else None

    def answer(self, meaning: Meaning, *, preview: bool, key: Key | None, expected: int | None) -> Reply:
        heard = meaning.heard
        if heard.look:
            return self._look(heard.look, heard.about, meaning.question)
        if self._seat is None:
            return self._asking.reply(self._say("no_seat"))
        if meaning.matter is not None:
            return self._matter(self._seat, meaning, key, expected)
        if meaning.order is not None:
            return self._order(self._seat, meaning.order, meaning.confirmed, key, expected)
        if heard.commands and not meaning.moves(preview):
            return self._asking.preview(self._seat, heard.commands)
        if heard.commands:
            return self._do(self._seat, heard.commands, key, expected)
        if heard.options:
            return self._asking.which(self._seat, heard, meaning.text)
        return self._not_heard(self._seat, heard, meaning.text)

    # doing

    def _do(self, seat: SeatId, commands: Sequence[Command], key: Key | None, expected: int | None) -> Reply:
        """What the rules refuse, because somebody was faster or it was never listed, is an answer as well."""
        possible = self._still_legal(commands)
        try:
            done = self._games.perform(
                self._loaded, possible, Actor(Role.SEAT, seat), expected=expected, key=key
            )
        except RuleRefused as problem:
            known = self._say.knows(f"refused.{problem.code}")
            told = self._say(f"refused.{problem.code}") if known else self._say("refused", code=problem.code)
            secret = isinstance(
                possible[0], GiveOrder | CancelOrder
            )  # how many there are is nobody else's matter
            return self._asking.reply(told, private=secret)
        return self.told(done, self._say("partly") if len(possible) < len(commands) else "")

    def _still_legal(self, commands: Sequence[Command]) -> Sequence[Command]:
        """As many of them as can be done one after the other; the first one is legal."""
        for count in range(len(commands), 1, -1):
            try:
                self._games.check(self._loaded, commands[:count], None, Actor(Role.SEAT, self._seat))
            except ServiceError:
                continue
            return commands[:count]
        return commands[:1]

    def told(self, done: Done, more: str = "") -> Reply:
        """What was done, and what is asked of the player next."""
        events = [event for _, event in done.events]
        after = self._after(done)
        following = after.next_step() if done.new else after.nothing_asked()
        shown = done.shown(self._voice.viewer)
        lines = [*self._voice.told(events), more, following.text]
        return Reply(
            text="\n".join(filter(None, lines)) or f"{self._say('nothing_told')} {after.waiting()}",
            private=following.private or self._looks.is_secret(events),
            public="\n".join(self._voice.told_to_all(events)),
            choices=following.choices,
            picture="board" if any(event.type in SHOWN_ON_BOARD for event in shown) else "",
            events=tuple(shown),
            version=done.version,
            lang=self._lang,
        )

    def _after(self, done: Done) -> "Acting":
        voice = voice_for(done.loaded, self._say.lang, self._voice.viewer)
        return Acting(self._games, self._questions, done.loaded, voice, self._lang)

    def nothing_asked(self) -> Reply:
        return self._asking.reply("")

    def next_step(self) -> Reply:
        """What the same player is asked for before anybody else: tickets on offer, or numbered choices."""
        seen = seen_by(self._loaded, self._voice.viewer)
        if self._seat is None or self._seat not in seen.waiting or seen.phase == "playing_turn":
            return self.nothing_asked()
        title = self._say.or_words(f"phase.{seen.phase}", seen.phase)
        offer = self._looks.offer()
        if offer:
            return self._asking.reply("\n".join([title, *offer]), private=True)
        legal = legal_commands(self._loaded.ruleset, self._loaded.state, self._seat)
        asked = self._asking.ask(self._seat, "", all_choices(self._voice, legal, ()), [title])
        secret = any(hasattr(command, "cards") for command in legal)  # payments show what is in the hand
        return msgspec.structs.replace(asked, private=secret)

    def waiting(self) -> str:
        return self._looks.waiting()

    # matters of the table

    def _matter(self, seat: SeatId, meaning: Meaning, key: Key | None, expected: int | None) -> Reply:
        found = meaning.matter
        assert found is not None
        motions = list(seen_by(self._loaded, seat).rules.get("motions") or ())
        says = says_for(found, motions)
        if len(says) > 1:
            return self._asking.one_of(seat, meaning.text, says)
        if not says:
            return self._asking.reply(self._say("no_motion"))
        command = command_for(found, seat, motions)
        if command is None:
            return self._asking.reply(self._say("no_such_matter"))
        if found.grave and not meaning.confirmed:
            return self._asking.would_do(seat, meaning.text)
        return self._do(seat, [command], key, expected)

    def _order(
        self, seat: SeatId, order: HeardOrder, confirmed: bool, key: Key | None, expected: int | None
    ) -> Reply:
        if order.is_clear and confirmed:
            return self._do(seat, [order.command(seat)], key, expected)
        ordering = Ordering(self._asking, self._loaded, self._voice)
        if order.is_clear:
            return ordering.read_back(seat, order)
        return ordering.refuse(order) if order.wrong else ordering.doubt(seat, order)

    # showing, and not understanding

    def _look(self, look: str, about: str, question: Question | None) -> Reply:
        if look == "never_mind":
            if self._seat is not None:
                self._questions.forget(self._loaded, self._seat)
            return self._asking.reply(self._say("left" if question else "nothing_asked"))
        if look == "moves":
            return self._moves()
        lines, secret = self._looks(look, about)
        return self._asking.reply("\n".join(lines), private=secret, picture=PICTURES.get(look, ""))

    def _moves(self) -> Reply:
        """Everything that may be done, or whom the game waits for."""
        ruleset, state = self._loaded.ruleset, self._loaded.state
        legal = () if self._seat is None else legal_commands(ruleset, state, self._seat)
        if not legal or self._seat is None:
            return self._asking.reply(self.waiting())
        offer = self._looks.offer()
        if offer:  # the numbers are those of the tickets
            return self._asking.reply("\n".join(offer), private=True)
        return self._asking.ask(self._seat, "", all_choices(self._voice, legal, ()), [self._say("moves")])

    def _not_heard(self, seat: SeatId, heard: Heard, text: str) -> Reply:
        if heard.unknown and set(heard.unknown) <= YES | NO:
            return self._asking.reply(self._say("nothing_asked"))
        if heard.understood is None:
            told = self._say("not_heard", text=short(text), hint=self._say("not_heard.hint"))
            unknown = self._asking.unknown(heard) if len(heard.unknown) < len(text.split()) else []
            return self._asking.reply("\n".join([*unknown, told]))
        if self._loaded.over:
            return self._asking.reply(self._say("over"))
        seen = seen_by(self._loaded, self._voice.viewer)
        if seat not in seen.waiting:
            return self._asking.reply(self._say("not_you", waiting=self.waiting()))
        return self._asking.reply(why_not(self._voice, seen, heard.understood, short(text)), private=True)
