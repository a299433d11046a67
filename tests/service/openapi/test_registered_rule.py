"""The description of the API and the schemas of its bodies follow the registry of rules."""

import pytest
from marshmallow import ValidationError
from openapi_spec_validator import validate

from service.api.commands import COMMAND
from service.errors import MalformedRequest
from service.http.problems import status_of
from service.openapi.document import build
from tests.support.rules.stamps import registered_stamps

PRESS = b'{"type": "press_stamp", "seat": 0, "stamp": "stamp_denver"}'


def test_a_registered_rule_is_described() -> None:
    with registered_stamps():
        described = build()
    validate(described)
    schemas = described["components"]["schemas"]
    assert schemas["PressStamp"]["properties"]["stamp"] == {"type": "string"}
    assert schemas["Command"]["discriminator"]["mapping"]["press_stamp"] == "#/components/schemas/PressStamp"
    assert schemas["Event"]["discriminator"]["mapping"]["stamp_pressed"].endswith("/StampPressedEvent")
    assert "`stamp_not_here`" in str(described)
    assert described["components"]["parameters"]["type"]["schema"] == {
        "$ref": "#/components/schemas/EventType"
    }
    assert schemas["EventType"]["enum"].count("stamp_pressed") == 1
    event_types = schemas["WebhookRequest"]["properties"]["event_types"]
    assert event_types["items"] == {"$ref": "#/components/schemas/EventType"}
    assert schemas["PressStamp"]["examples"] == [
        {"type": "press_stamp", "seat": 1, "stamp": "stamp_denver"}
    ]  # no game shows one
    assert schemas["StampPressed"]["examples"] == [{"seat": 1, "stamp": "stamp_denver"}]
    assert schemas["GameRules"]["properties"]["stamps"] == {"$ref": "#/components/schemas/StampsShown"}
    assert schemas["StampsShown"]["properties"]["sizes"] == {"type": "array", "items": {"type": "integer"}}
    assert "PressStamp" not in build()["components"]["schemas"]


def test_its_commands_are_read() -> None:
    with registered_stamps():
        assert COMMAND.parse(PRESS)["stamp"] == "stamp_denver"
        with pytest.raises(MalformedRequest) as refusal:
            COMMAND.parse(b'{"type": "press_stamp", "city": "denver"}')
        assert {error.pointer for error in refusal.value.errors} == {"/stamp", "/city"}
        assert status_of("stamp_not_here") == 422
    with pytest.raises(MalformedRequest) as refusal:
        COMMAND.parse(PRESS)
    assert isinstance(refusal.value.__cause__, ValidationError)
