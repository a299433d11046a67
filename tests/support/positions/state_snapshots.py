"""Snapshots of states as text, to compare and to store: what players have and what lies on the table."""

import json
from hashlib import sha256
from typing import Any

import msgspec

from ttr_core import Ruleset, Witness
from ttr_core.engine.views import view
from ttr_core.model.state import State, route_numbers
from ttr_core.rules.by_post.undo import UndoRequest


def snapshot(state: State) -> str:
    """The whole state, every field of it."""
    return json.dumps(_plain(state), sort_keys=True)


def _plain(state: State) -> dict[str, Any]:
    parts = {kind.__name__: part for kind, part in state.slices.items() if kind is not UndoRequest}
    slices = {name: msgspec.to_builtins(part) for name, part in parts.items()}
    checkpoints = (*state.checkpoints, state.slice(UndoRequest).latest)
    kept = [checkpoint and (checkpoint.seat, _plain(checkpoint.state)) for checkpoint in checkpoints]
    bare = msgspec.structs.replace(state, slices={}, checkpoints=())
    plain: dict[str, Any] = msgspec.to_builtins(bare)
    return {**plain, "slices": slices, "kept": kept}


def digest(ruleset: Ruleset, state: State) -> str:
    """A fingerprint of what the game is about; it stays when rules keep their state in another shape."""
    plain = {
        "phase": msgspec.to_builtins(state.phase)["type"],
        "seats": [
            {
                "hand": dict(zip(ruleset.cards, seat.hand, strict=True)),
                "trains": seat.trains,
                "points": seat.points,
                "routes": sorted(ruleset.routes[route].id for route in route_numbers(seat.routes)),
                "tickets": seat.tickets,
            }
            for seat in state.seats
        ],
        "deck": state.deck[state.drawn :],
        "discard": dict(zip(ruleset.train_kinds, state.discard, strict=True)),
        "market": state.market,
        "tickets": dict(state.ticket_decks),
        "rules": view(ruleset, state, Witness.AUDITOR).rules,
    }
    return sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()
