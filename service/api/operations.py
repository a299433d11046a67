"""For those who run the service: is it alive, can it work, what has it done."""

from flask import Blueprint, Response

from service.answers import Status
from service.context import services
from service.http import answer


def register(blueprint: Blueprint) -> None:
    blueprint.get("/healthz")(healthz)
    blueprint.get("/readyz")(readyz)
    blueprint.get("/metrics")(metrics)


def healthz() -> Response:
    """The process answers."""
    return answer(Status(status="alive"))


def readyz() -> Response:
    """The store answers and takes writes; otherwise 503."""
    services().store.check()
    return answer(Status(status="ready"))


def metrics() -> Response:
    return Response(services().metrics.text(), mimetype="text/plain; version=0.0.4")
