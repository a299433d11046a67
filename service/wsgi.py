"""The application for a WSGI server, set up from the environment."""

import logging
import os
import sys

from service.app import JsonLines, create_app
from service.config import from_environment

config = from_environment(os.environ)

handler = logging.StreamHandler(sys.stderr)
handler.setFormatter(JsonLines())
logging.basicConfig(level=config.log_level, handlers=[handler])

app = create_app(config)
