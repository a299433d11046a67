"""Writes openapi.yaml: `python -m service.openapi`."""

from service.openapi.document import FILE, text

FILE.write_text(text(), "utf-8")
