"""The application for a WSGI server, set up from the environment."""

import logging
import os
import sys

from service.app import create_app
from service.config import from_environment
from service.http.request import EXTENSION
from service.runtime.log_lines import JsonLines
from service.runtime.shutdown import when_asked_to_end

config = from_environment(os.environ)

handler = logging.StreamHandler(sys.stderr)
handler.setFormatter(JsonLines())
logging.basicConfig(level=config.log_level, handlers=[handler])

app = create_app(config)
when_asked_to_end(app.extensions[EXTENSION].updates.stop)
