"""The floor of the service benchmark: handlers that do the least possible with Flask and the store."""

import json
import os

from flask import Flask, Response, request

from service.bench.request_load import FLOOR_BYTES, FLOOR_LIST
from service.store.redis_store import connect

app = Flask("floor", static_folder=None)
store = connect(os.environ["TTR_REDIS_URL"])


@app.post("/append")
def append() -> Response:
    """Parse JSON and do one XADD."""
    body = json.loads(request.get_data())
    entry = store.xadd("floor", {"e": json.dumps(body)}, maxlen=1000)
    return Response(json.dumps({"id": entry.decode()}), mimetype="application/json")


@app.get("/read")
def read() -> Response:
    """Do one range read that returns nothing new, as a warm view does."""
    store.xrange("floor", "+", "+")
    return Response('{"status": "read"}', mimetype="application/json")


@app.get("/list")
def rows() -> Response:
    """Read the rows of a list, and send as many bytes as an answer about it has."""
    pipe = store.pipeline(transaction=False)
    pipe.hgetall(FLOOR_LIST)
    pipe.get(FLOOR_BYTES)
    _, length = pipe.execute()
    return Response(b" " * int(length or 0), mimetype="application/json")


@app.get("/nothing")
def nothing() -> Response:
    return Response('{"status": "nothing"}', mimetype="application/json")
