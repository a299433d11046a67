"""The calls of the API, one module for each kind; each registers its own on a blueprint."""

from service.api import (
    audits,
    boards,
    docs,
    events,
    history,
    lobby,
    operations,
    people,
    pictures,
    play,
    results,
)

MODULES = (boards, lobby, people, play, events, history, results, pictures, audits, operations, docs)
