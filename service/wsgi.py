"""The application for a WSGI server, set up from the environment."""

import logging
import os
import sys

from service.app import create_app
from service.config import from_environment
from service.http.request import EXTENSION
from service.metrics import ProcessSizes
from service.runtime.log_lines import JsonLines
from service.runtime.shutdown import when_asked_to_end
from service.runtime.slow_clients import ConnectionWatch
from service.services import sizes_of

config = from_environment(os.environ)

handler = logging.StreamHandler(sys.stderr)
handler.setFormatter(JsonLines())
logging.basicConfig(level=config.log_level, handlers=[handler])

app = create_app(config)
services = app.extensions[EXTENSION]
when_asked_to_end(services.updates.stop)
ProcessSizes("api", lambda: sizes_of(services)).watch()
if sys.platform == "linux":  # elsewhere the number of unfinished bodies is bounded, but not their time
    ConnectionWatch(services.bodies.late_addresses, config.port).start()
