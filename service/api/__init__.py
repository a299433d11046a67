"""The calls of the API, one module for each kind; each registers its own on a blueprint."""

from service.api import boards, docs, events, lobby, operations, play, results

MODULES = (boards, lobby, play, events, results, operations, docs)
