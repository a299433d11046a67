"""What commands and events have in common: frozen, named by their class, strict about their JSON."""

import re

import msgspec


def snake_case(name: str) -> str:
    """`ClaimRoute` is `claim_route` in JSON."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Message(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag=snake_case,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    """A command or an event."""
