"""Receives the webhooks of a game: checks the signature, ignores repetitions, and prints the text.

TTR_SECRET=whsec_... python receive_webhooks.py 9000
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = base64.b64decode(os.environ["TTR_SECRET"].removeprefix("whsec_"))
TOLERANCE = 300  # seconds: an older message may be a recording
LARGEST = 64 * 1024
seen: set[str] = set()  # a real receiver stores the ids of the last few days


def is_genuine(headers: dict[str, str], body: bytes) -> bool:
    """Standard Webhooks: one of the signatures is HMAC-SHA256 over id, time and body with our secret."""
    message, stamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not message or not stamp.isdigit() or abs(time.time() - int(stamp)) > TOLERANCE:
        return False
    expected = hmac.digest(SECRET, f"{message}.{stamp}.".encode() + body, hashlib.sha256)
    signatures = [part.partition(",") for part in headers.get("webhook-signature", "").split(" ")]
    ours = base64.b64encode(expected).decode()
    return any(version == "v1" and hmac.compare_digest(text, ours) for version, _, text in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        body = self.rfile.read(min(length, LARGEST))
        headers = {name.lower(): value for name, value in self.headers.items()}
        if not is_genuine(headers, body):
            self.answer(401)
            return
        if headers["webhook-id"] not in seen:  # messages may arrive more than once
            seen.add(headers["webhook-id"])
            message = json.loads(body)
            print(f"{message['type']}: {message['data']['text']}", flush=True)
        self.answer(204)  # after any other status the message is sent again

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the library calls it
        """Logs no requests."""


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
