"""Writes openapi.yaml and the types of the client that follow from it: `python -m service.openapi`."""

from service.openapi.client_types import TYPES, client_types
from service.openapi.document import FILE, build, text

FILE.write_text(text(), "utf-8")
TYPES.write_text(client_types(build()), "utf-8")
