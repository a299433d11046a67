"""Strict JSON for what comes from outside: no duplicate keys, no NaN, no lone surrogates."""

import json
from typing import Any


def decode_json(data: bytes) -> Any:  # JSON values
    """The value. Raises `ValueError`, or `RecursionError` if the nesting exhausts the parser.

    A fault of syntax is a `JSONDecodeError`, and data in another encoding than UTF-8 a `UnicodeDecodeError`.
    """
    # decoded here: the library would accept other encodings, and half a character at the end
    value = _decoder.decode(data.decode())
    if b"\\u" in data:
        json.dumps(value, ensure_ascii=False).encode()  # fails for half of a surrogate pair
    return value


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("a key occurs twice in one object")
    return values


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(object_pairs_hook=_unique_keys, parse_constant=_refuse_constant)
