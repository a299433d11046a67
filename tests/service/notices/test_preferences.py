"""Preferences as they are stored: what people switched off stays off, and what comes later is on."""

import msgspec
import pytest

from service.notices.notice_occasions import Occasion
from service.notices.preferences import FACT, KINDS, Occasions, Preferences, preferences_fact, preferences_of

BEFORE_CHAT = ("mail", "push", "webhook", "ntfy")


def earlier(**occasions: tuple[str, ...]) -> dict[str, str]:
    """The fact of a player who saved their preferences when the kinds that were on were stored."""
    everything = {occasion.value: BEFORE_CHAT for occasion in Occasion} | {"message": BEFORE_CHAT[1:]}
    return {FACT: msgspec.json.encode({"zone": "Europe/Paris", "occasions": everything | occasions}).decode()}


@pytest.mark.parametrize(
    "preferences",
    [
        Preferences(),
        Preferences(occasions=Occasions(your_turn=(), message=KINDS, reminder=("chat", "mail"))),
        Preferences(lang="fr", digest="daily", occasions=Occasions(game_over=("mail",))),
    ],
)
def test_preferences_come_back_as_they_were_saved(preferences: Preferences) -> None:
    again = preferences_of(preferences_fact(preferences))
    for occasion in Occasion:
        for kind in KINDS:
            assert again.wants(occasion, kind) == preferences.wants(occasion, kind)
    assert msgspec.structs.replace(again, occasions=preferences.occasions) == preferences


def test_only_what_is_switched_off_is_stored() -> None:
    """So that a kind of channel that comes later is on."""
    fields = msgspec.json.decode(
        preferences_fact(Preferences(occasions=Occasions(your_turn=("push",))))[FACT]
    )
    assert "occasions" not in fields
    assert fields["off"]["your_turn"] == [kind for kind in KINDS if kind != "push"]
    assert fields["off"]["reminder"] == []


def test_people_who_saved_theirs_before_there_was_chat_are_mentioned_there() -> None:
    again = preferences_of(earlier(reminder=("push",), game_over=()))
    assert again.zone == "Europe/Paris"
    assert again.occasions.your_turn == KINDS
    assert again.occasions.message == ("push", "webhook", "ntfy", "chat")
    assert again.occasions.reminder == ("push", "chat")
    assert again.occasions.game_over == ()


def test_chat_stays_off_where_somebody_who_knew_of_it_switched_it_off() -> None:
    again = preferences_of(earlier(your_turn=(*BEFORE_CHAT, "chat"), reminder=("push",)))
    assert again.occasions.reminder == ("push",)
    assert not again.wants(Occasion.MESSAGE, "chat")


def test_an_occasion_that_comes_later_is_as_for_everybody_else() -> None:
    fact = {FACT: '{"off": {"your_turn": ["mail"]}}'}
    assert preferences_of(fact) == Preferences(occasions=Occasions(your_turn=KINDS[1:]))
