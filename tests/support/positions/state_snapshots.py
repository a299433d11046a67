"""Snapshots of states as text, to compare and to store: what players have and what lies on the table."""

import json
from hashlib import sha256
from typing import Any

import msgspec

from ttr_core import Ruleset, Witness
from ttr_core.engine.views import view
from ttr_core.model.state import State, route_numbers
from ttr_core.rules.by_post.undo import Checkpoint, Checkpoints, UndoRequest


def snapshot(state: State) -> str:
    """The whole state, every field of it."""
    return json.dumps(_plain(state), sort_keys=True)


def _plain(state: State) -> dict[str, Any]:
    past = (Checkpoints, UndoRequest)  # they keep states
    parts = {kind.__name__: part for kind, part in state.parts.items() if kind not in past}
    slices = {name: msgspec.to_builtins(part) for name, part in parts.items()}
    bare = msgspec.structs.replace(state, slices={}, table={})
    plain: dict[str, Any] = msgspec.to_builtins(bare)
    return {**plain, "slices": slices, "kept": [_plain_past(kept) for kept in _checkpoints(state)]}


def _checkpoints(state: State) -> list[Checkpoint | None]:
    """Those of the table; a game that was kept has none."""
    if not state.table:
        return []
    return [*state.slice(Checkpoints).kept, state.slice(UndoRequest).latest]


def _plain_past(checkpoint: Checkpoint | None) -> tuple[int, dict[str, Any]] | None:
    return None if checkpoint is None else (checkpoint.seat, _plain(checkpoint.state))


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
