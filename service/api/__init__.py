"""The calls of the API, one module for each resource; each registers its own on a blueprint."""

from service.api import (
    boards,
    commands,
    events,
    games,
    history,
    operations,
    people,
    pictures,
    records,
    webhooks,
)

MODULES = (boards, games, people, commands, events, history, pictures, records, webhooks, operations)
