"""Actors on the wire: what envelopes carry is written and read back alike, and nothing else is an actor."""

import pytest

from ttr_core.model.actor import HOST, SYSTEM, Actor, Role, parse_actor

ON_THE_WIRE = {
    "host": HOST,
    "system": SYSTEM,
    "seat:0": Actor(Role.SEAT, 0),
    "bot:1": Actor(Role.BOT, 1),
    "order:2": Actor(Role.ORDER, 2),
    "clock:10": Actor(Role.CLOCK, 10),
}


@pytest.mark.parametrize(("text", "actor"), ON_THE_WIRE.items())
def test_an_actor_is_written_and_read_as_envelopes_carry_it(text: str, actor: Actor) -> None:
    assert str(actor) == text
    assert parse_actor(text) == actor


@pytest.mark.parametrize(
    "text", ["", "spectator", "seat:", "seat:one", "seat:01", "Host", "seat: 1", "seat:1:2"]
)
def test_no_other_text_is_an_actor(text: str) -> None:
    with pytest.raises(ValueError, match=r"actor|valid"):
        parse_actor(text)
