"""The addresses that chat platforms call: one route per platform, registered only if the platform is configured.

Unlike all other calls, these accept query parameters that they do not know. The callers are not ours: a platform may
add parameters when it repeats a request, and operators may have registered an address with some. Refusing them would
silence every room, and protects nothing, since a signature or a secret says who calls.
"""

from functools import partial

from flask import Blueprint, Response

from service.chat import ADAPTERS, Adapter
from service.chat.late_answers import leave_to_worker
from service.chat.platform import Backend
from service.config import Config
from service.http.request import services, this_request
from service.http.response import answer

CALLS = {  # their names in the log and in the metrics
    "discord": "discord_interaction",
    "slack": "slack_request",
    "telegram": "telegram_update",
    "matrix": "matrix_transaction",
    "bridge": "bridge_message",
}


def register(blueprint: Blueprint, config: Config) -> None:
    for name, adapter in ADAPTERS.items():
        if adapter.is_configured(config):
            view = partial(_receive, adapter)
            rule = f"/v1/chat/{name}{adapter.path}"
            blueprint.add_url_rule(rule, CALLS[name], view, methods=[adapter.method])


def _receive(adapter: Adapter, **_path: str) -> Response:
    request, running = this_request(), services()
    headers = {name.lower(): value for name, value in request.headers.items()}
    later = partial(leave_to_worker, running.store, running.jobs)
    backend = Backend(running.config, running.games, later, running.messages.admit)
    reply = adapter.receive(backend, headers, request.get_data())
    return Response(status=200) if reply.json is None else answer(reply.json)
