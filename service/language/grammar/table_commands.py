"""Matters of the table in words: any command of the table can have its phrases here."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from service.http.schemas import TABLED
from service.language.grammar.plain_text import Words, plain_words
from service.language.vocabulary.common_words import Names
from ttr_core.model.actor import Role
from ttr_core.model.commands import TableCommand
from ttr_core.model.ids import SeatId

Template = Mapping[str, Any]  # a command as JSON, without its seat


class Matter(NamedTuple):
    """Phrases, and the command that they mean; `which` names the field that is said behind them."""

    english: Names
    french: Names
    template: Template
    which: str = ""
    grave: bool = False


MATTERS: Mapping[str, Matter] = {
    "undo": Matter(
        ("undo", "take it back", "take back", "undo that", "undo my move"),
        ("annuler", "annule", "defaire", "retour en arriere", "annuler mon coup", "annule mon coup"),
        {"type": "propose_undo"},
    ),
    "pause": Matter(
        ("pause", "pause the game", "let us pause", "lets pause", "propose a pause", "propose pause"),
        ("pause", "mettre en pause", "faire une pause", "pause du jeu", "proposer une pause"),
        {"type": "propose", "motion": "pause"},
    ),
    "resume": Matter(
        ("resume", "resume the game", "continue", "unpause"),
        ("reprendre", "reprise", "continuer", "reprendre la partie"),
        {"type": "resume_game"},
    ),
    "end": Matter(
        ("end the game", "vote to end", "end game", "propose to end", "finish the game"),
        ("finir la partie", "terminer la partie", "voter la fin", "arreter la partie"),
        {"type": "propose", "motion": "end"},
        grave=True,
    ),
    "agree": Matter(
        ("agree", "i agree", "accept"),
        ("d accord", "je suis d accord", "accepter", "j accepte", "accepte"),
        {"type": "agree"},
        which="motion",
    ),
    "object": Matter(
        ("object", "disagree", "i object", "i disagree"),
        ("pas d accord", "je ne suis pas d accord", "m opposer", "je m oppose", "objection"),
        {"type": "object"},
        which="motion",
    ),
    "resign_to_bot": Matter(
        ("resign to a bot", "resign to bot", "leave my seat to a bot"),
        ("abandonner a un robot", "abandonner a un bot", "laisser ma place a un robot"),
        {"type": "resign", "kind": "bot:greedy"},
        grave=True,
    ),
    "resign_to_nobody": Matter(
        ("resign to nobody", "leave my seat to nobody", "leave my seat empty"),
        ("abandonner a personne", "laisser ma place vide", "laisser ma place a personne"),
        {"type": "resign", "kind": "nobody"},
        grave=True,
    ),
    "vacation": Matter(
        ("vacation", "take vacation", "i am on vacation for", "on vacation for", "vacation for", "holiday"),
        ("vacances", "en vacances pour", "je suis en vacances pour", "conge", "absent pour"),
        {"type": "take_vacation"},
        which="days",
    ),
    "vacation_over": Matter(
        ("end vacation", "vacation over", "back from vacation"),
        ("fin des vacances", "vacances terminees", "retour de vacances"),
        {"type": "end_vacation"},
    ),
    "cancel_order": Matter(
        ("cancel order", "cancel standing order", "cancel my order", "delete order", "remove order"),
        ("annuler ordre", "annuler l ordre", "annule ordre", "annule l ordre", "supprime l ordre"),
        {"type": "cancel_order"},
        which="order",
    ),
    "cancel_orders": Matter(
        ("cancel all orders", "cancel orders", "cancel my orders", "cancel all my orders"),
        (
            *("annuler les ordres", "annuler mes ordres", "annuler tous les ordres", "annule mes ordres"),
            *("annule tous les ordres", "annule tous mes ordres"),
        ),
        {"type": "cancel_order", "order": 0},
    ),
    "return": Matter(
        ("return to my seat", "i am back", "im back", "come back"),
        ("je reviens", "reprendre ma place", "je suis de retour"),
        {"type": "return_to_seat"},
    ),
}
RESIGN = Matter(
    ("resign", "i resign", "quit the game", "leave the game"),
    ("abandonner", "j abandonne", "abandonner la partie"),
    {},
)
MOST_BEHIND = 3  # words behind a phrase
DAYS = frozenset({"day", "days", "jour", "jours"})
WAYS_TO_RESIGN = ("resign_to_bot", "resign_to_nobody")


class Found(NamedTuple):
    """A matter with its language, and the words behind its phrase."""

    name: str
    lang: str | None
    rest: Words

    @property
    def grave(self) -> bool:
        """Asked once more before it is done."""
        return self.name == "resign" or (self.name in MATTERS and MATTERS[self.name].grave)


def matter_in(words: Words) -> Found | None:
    """The matter that the words are; what it is about, a motion or a number, may be named behind it."""
    for phrase, name, lang in _phrases():
        behind = words[len(phrase) :]
        if words[: len(phrase)] == phrase and (
            not behind or (_takes_more(name) and len(behind) <= MOST_BEHIND)
        ):
            return Found(name, lang, tuple(word for word in behind if word not in DAYS))
    return None


def says_for(found: Found, motions: Sequence[str]) -> list[str]:
    """What can be meant: the matter itself, about one of the open motions, or one of two ways to resign."""
    if found.name == "resign":
        return [_first_phrase(name, found.lang) for name in WAYS_TO_RESIGN]
    if found.name not in MATTERS or MATTERS[found.name].which != "motion":
        return [found.name]
    phrase = _first_phrase(found.name, found.lang)
    return [f"{phrase} {motion}" for motion in _named(found.rest, motions)]


def _named(rest: Words, motions: Sequence[str]) -> list[str]:
    return [motion for motion in motions if not rest or plain_words(motion) == rest]


def _first_phrase(name: str, lang: str | None) -> str:
    return (MATTERS[name].french if lang == "fr" else MATTERS[name].english)[0]


def _takes_more(name: str) -> bool:
    return name in MATTERS and bool(MATTERS[name].which)


@cache
def _phrases() -> tuple[tuple[Words, str, str | None], ...]:
    """The longest first; a command that has no phrases goes by its own name."""
    found: list[tuple[Words, str, str | None]] = []
    for name, matter in {**MATTERS, "resign": RESIGN}.items():
        for text in (*matter.english, *matter.french):
            both = text in matter.english and text in matter.french
            found.append(
                (plain_words(text), name, None if both else "en" if text in matter.english else "fr")
            )
    listed = {matter.template.get("type") for matter in MATTERS.values()}
    plain = [name for name, kind in TABLED.items() if name not in listed and _needs_nothing(kind)]
    found += [(plain_words(name.replace("_", " ")), name, "en") for name in plain]
    return tuple(sorted(found, key=lambda phrase: -len(phrase[0])))


def _needs_nothing(kind: type[TableCommand]) -> bool:
    required = [field.name for field in msgspec.structs.fields(kind) if field.required]
    return required == ["seat"] and Role.SEAT in kind.by


def command_for(found: Found, seat: SeatId, motions: Sequence[str]) -> TableCommand | None:
    """The command of a matter; None if the game does not have it, or something is missing."""
    matter = MATTERS.get(found.name, Matter((), (), {"type": found.name}))
    kind = TABLED.get(matter.template["type"])
    fields = {**matter.template, "seat": seat}
    if matter.which == "motion":
        fields["motion"] = next(iter(_named(found.rest, motions)), None)
    elif matter.which and len(found.rest) == 1 and found.rest[0].isdecimal():
        fields[matter.which] = int(found.rest[0][:4])
    try:
        return None if kind is None else msgspec.convert(fields, kind)
    except msgspec.ValidationError:
        return None
