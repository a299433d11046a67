"""Answering what was understood: doing it, asking, showing, or saying why not."""

from collections.abc import Sequence

import msgspec

from service.games import Done, Games, Key
from service.problems import TITLES, Problem
from service.shelf import Loaded
from service.talk.asking import Asking, short
from service.talk.ear import Heard
from service.talk.looks import Looks
from service.talk.matters import command_for, says_for
from service.talk.meaning import Meaning
from service.talk.order_ear import HeardOrder
from service.talk.ordering import Ordering
from service.talk.questions import Question, Questions, all_choices
from service.talk.reply import Reply
from service.talk.vocabulary import NO, YES
from service.talk.voice import Voice, seen_by, voice_for
from service.talk.why import why_not
from ttr_core import legal_commands
from ttr_core.commands import Command
from ttr_core.rules.orders import CancelOrder, GiveOrder
from ttr_core.words import SeatId

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
            done = self._games.perform(self._loaded, possible, f"seat:{seat}", expected=expected, key=key)
        except Problem as problem:
            if problem.code in TITLES:  # not for a reason of the rules
                raise
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
                self._games.check(self._loaded, commands[:count], None)
            except Problem:
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
