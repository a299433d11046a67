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
    text,
    webhooks,
)

MODULES = (
    boards,
    lobby,
    people,
    play,
    table,
    text,
    events,
    history,
    results,
    pictures,
    audits,
    webhooks,
    operations,
    docs,
)
