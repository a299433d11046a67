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
    table,
)

MODULES = (boards, lobby, people, play, table, events, history, results, pictures, audits, operations, docs)
