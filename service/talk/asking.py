"""Questions back to the one who spoke: which of several, whether to do it, and plain answers."""

from collections.abc import Sequence

from service.shelf import Loaded
from service.talk.ear import Heard
from service.talk.questions import Choices, Question, Questions, choices_among, lines_of
from service.talk.reply import Choice, Reply
from service.talk.voice import Voice
from ttr_core.commands import ClaimRoute, Command
from ttr_core.words import SeatId, TicketId


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
