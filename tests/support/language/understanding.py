"""How well people are understood: utterances written before the grammar was read, and the share of each outcome.

`python -m tests.support.language.understanding` prints the shares for each language; `-v` adds what went wrong.

What an utterance is meant to be:
- commands as in the corpus: `take_card red, then draw_card`;
- `claim a--b`: this route, however it is paid; questions about the payment are right;
- `look hand`, `matter undo`, `order`; in a room `open europe`, `join`, ... or `chat`, which is left alone;
- `ask`, `ask draw_card`: a question, about such commands only;
- `refuse`, `refuse take_card`: understood and refused, perhaps offering such commands instead;
- `nothing`: nothing is waiting for such an answer.

In `overheard usa`, people also talk to each other: `talk` is left alone, `game` is not.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path

from service.chat.rooms.arrangement import NOTES
from service.chat.rooms.open_table import Lobby
from service.chat.rooms.room import room_verb_in
from service.language.conversation.questions import Meaning
from service.language.conversation.second_opinion import revised
from service.language.grammar.command_match import Situation
from service.language.grammar.interpretation import hear, is_conditional
from service.language.grammar.moves.heard import Heard
from service.language.grammar.phrases import plain_words, sentence
from service.language.grammar.sentences.named_turn import order_in
from service.language.grammar.sentences.table_matter import matter_heard
from service.language.languages import words_for
from tests.support.chat.memory_room import ANN, BOB, Parlour
from tests.support.language.readings import command_line
from tests.support.language.spoken_positions import situation
from ttr_core.model.message import type_name

FOLDER = Path(__file__).parents[2] / "service" / "language" / "utterances"
CONJUNCTIONS = words_for(lambda heard: heard.then)


class Outcome(StrEnum):
    RIGHT = "right"
    ASKED = "asked well"
    MISLEADING = "misleading"
    REFUSED = "refused"
    WRONG = "wrong"
    HALF_DONE = "half-done"


Utterances = Mapping[str, Mapping[str, str]]  # what is meant, by moment and text


def utterances(lang: str) -> Utterances:
    spoken: Utterances = json.loads((FOLDER / f"{lang}.json").read_text("utf-8"))
    return spoken


def outcomes(spoken: Utterances) -> Iterable[tuple[str, str, str, Outcome]]:
    """Each utterance with its moment, what it is meant to be, and what became of it."""
    for moment, texts in spoken.items():
        for text, meant in texts.items():
            if moment.startswith("room"):
                yield moment, text, meant, _in_room(moment, text, meant)
            elif moment.startswith("overheard"):
                yield moment, text, meant, _overheard(moment.split()[1], text, meant)
            else:
                yield moment, text, meant, _in_game(situation(*moment.split()), text, meant)


def _in_room(moment: str, text: str, meant: str) -> Outcome:
    room = Parlour()
    if moment == "room open":
        room.hear(ANN, "new game usa")
    named = _asked_of_room(room, text)
    if named == meant or (meant == "chat" and not named):
        return Outcome.RIGHT
    if meant.startswith("open ") and named == "open":
        return Outcome.ASKED
    return Outcome.WRONG if named else Outcome.REFUSED


def _asked_of_room(room: Parlour, text: str) -> str:
    """What a message asks of a room, in the words of the corpus."""
    verb, lobby = room_verb_in(text), Lobby(room.games, room.room, BOB, "en")
    heard = lobby.heard(text)
    if verb.verb in ("boards", "bots", "language"):
        return verb.verb
    if not heard.is_clear:
        return "open" if verb.verb == "new" else ""
    asked = [
        *(f"open {board}" for board in heard.boards),
        *(["settings"] if heard.has_terms and not heard.boards else []),
        *(["bot"] if heard.bots and not heard.boards else []),
        *sorted(heard.names - NOTES),
    ]
    return " and ".join(asked)


def _overheard(board: str, text: str, meant: str) -> Outcome:
    room = Parlour()
    room.first_turns(board=board)
    posts = room.hear(room.is_next(), text, addressed=False)
    is_left_alone = posts.public is posts.private is None
    return Outcome.RIGHT if is_left_alone == (meant == "talk") else Outcome.MISLEADING


def _in_game(position: Situation, text: str, meant: str) -> Outcome:
    if order_in(sentence(text)):
        return Outcome.RIGHT if meant == "order" else Outcome.MISLEADING
    matter = matter_heard(position, text)
    heard = Heard(matter.lang) if matter else hear(position, text)
    if not matter and is_conditional(position, text, heard):
        return Outcome.RIGHT if meant == "refuse" else Outcome.REFUSED
    meaning = revised(position, text, Meaning(text=text, heard=heard, matter=matter), (), over=False)
    heard = meaning.heard
    if meaning.matter:
        said = " ".join(("matter", meaning.matter.name, *meaning.matter.rest))
        is_asked = meaning.matter.is_confirmed and not matter
        return Outcome.RIGHT if said == meant else Outcome.MISLEADING if is_asked else Outcome.WRONG
    if heard.looks:
        return Outcome.ASKED if meant.removeprefix("look ") in heard.looks else Outcome.MISLEADING
    if heard.look:
        named = f"look {heard.look} {heard.about}".strip()
        return Outcome.RIGHT if named == meant or named.split()[:2] == meant.split() else Outcome.MISLEADING
    kind, _, detail = meant.partition(" ")
    if kind in ("refuse", "nothing"):
        return _refusal(heard, kind, detail, text)
    if heard.commands and not heard.tentative and not heard.preview:
        return _played(position, heard, meant)
    return _offered(position, heard, meant)


def _refusal(heard: Heard, kind: str, detail: str, text: str) -> Outcome:
    if heard.commands and not heard.tentative:
        joined = not CONJUNCTIONS.isdisjoint(plain_words(text))
        return Outcome.HALF_DONE if joined else Outcome.WRONG
    offered = heard.options or heard.commands
    if offered:
        kinds = {type_name(type(command)) for command in offered}
        return Outcome.ASKED if kinds == {detail} else Outcome.MISLEADING
    is_explained = heard.understood or heard.compound
    return Outcome.RIGHT if kind == "nothing" or is_explained else Outcome.REFUSED


def _played(position: Situation, heard: Heard, meant: str) -> Outcome:
    kind, _, detail = meant.partition(" ")
    lines = [command_line(position, command) for command in heard.commands]
    lines += [heard.following] if heard.following else []
    if ", then ".join(lines) == meant:
        return Outcome.RIGHT
    if kind == "claim" and len(lines) == 1 and lines[0].startswith(f"claim_route {detail}"):
        return Outcome.RIGHT
    return Outcome.HALF_DONE if meant.startswith(", then ".join(lines)) else Outcome.WRONG


def _offered(position: Situation, heard: Heard, meant: str) -> Outcome:
    kind, _, detail = meant.partition(" ")
    lines = [command_line(position, command) for command in heard.options]
    if heard.commands:
        lines = [", then ".join(command_line(position, command) for command in heard.commands)]
    if not lines:
        return Outcome.REFUSED
    if kind == "ask":
        return Outcome.RIGHT if all(line.startswith(detail) for line in lines) else Outcome.MISLEADING
    if kind == "claim":
        fits = all(f"{line} ".split(" ")[1].startswith(detail) for line in lines)
        return Outcome.RIGHT if fits else Outcome.MISLEADING
    return Outcome.ASKED if meant in lines else Outcome.MISLEADING


def main() -> None:
    for lang in sorted(path.stem for path in FOLDER.glob("*.json")):
        results = list(outcomes(utterances(lang)))
        counts = Counter(outcome for *_, outcome in results)
        total = counts.total()
        rows = (f"{outcome} {counts[outcome]} ({counts[outcome] / total:.0%})" for outcome in Outcome)
        sys.stdout.write(f"{lang}: {total} utterances: {', '.join(rows)}\n")
        if "-v" in sys.argv:
            for moment, text, meant, outcome in results:
                if outcome not in (Outcome.RIGHT, Outcome.ASKED):
                    sys.stdout.write(f"  {outcome}: {moment} | {text} | {meant}\n")


if __name__ == "__main__":
    main()
