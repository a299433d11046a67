"""Writes the description of the API: `python -m service.openapi`."""

from service.openapi.document import FILES, text

for path in FILES:
    path.write_text(text(), "utf-8")
