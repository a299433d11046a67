"""Names for the closed lists of words in the document, so that generated clients have one type for each."""

from collections.abc import Iterator, Mapping

from service.http.request import Part
from service.notices.notice_occasions import Occasion

# lists that stand in several places, or whose place is no name; all others are named for their schema and property
NAMES: Mapping[str, tuple[str, ...]] = {
    "BoardOrigin": ("BoardSeen.origin", "BoardSummary.origin"),
    "BotPolicy": ("SeatRequest.bot",),
    "ChannelKind": (
        *("ChannelRequest.kind", "ChannelSeen.kind", "ExportedChannel.kind"),
        *(f"Occasions.{occasion.value}" for occasion in Occasion),
        *(f"OccasionsRequest.{occasion.value}" for occasion in Occasion),
    ),
    "ClockKind": ("AgreedClock.kind", "ClockSettings.kind", "ClockSettingsRequest.kind"),
    "Include": ("include",),
    "Digest": ("Preferences.digest", "PreferencesRequest.digest"),
    "EventType": ("type", "WebhookRequest.event_types", "WebhookChangeRequest.event_types"),
    "Lang": (
        "lang",
        "Preferences.lang",
        "PreferencesRequest.lang",
        "TableRequest.lang",
        "SayRequest.lang",
        "WebhookRequest.lang",
        "WebhookChangeRequest.lang",
    ),
    "MessageKind": ("WebhookRequest.kinds", "WebhookChangeRequest.kinds"),
    "MyEventKind": ("my_kinds",),
    "Occasion": ("ExportedNotice.occasion",),
    "Severity": ("Defect.severity", "Finding.severity"),
    "StartRule": ("TableRequest.start",),
    "StatisticsStep": ("by",),
    "StopCondition": ("Stop.when", "StopRequest.when"),
    "StopReason": ("ClockStopped.reason", "StopClock.reason"),
    "TimeoutAction": (
        "AgreedClock.on_timeout",
        "ClockSettings.on_timeout",
        "ClockSettingsRequest.on_timeout",
        "TimeRanOut.action",
    ),
    "GameStatus": (
        *("Game.status", "GameSummary.status", "MyGame.status", "PlayedGame.status"),
        *("games_status", "my_status"),
    ),
    "Joining": ("joining", "TableRequest.joining", "Game.joining", "GameSummary.joining", "MyGame.joining"),
    "Visibility": (
        *("Game.visibility", "TableRequest.visibility", "GameSummary.visibility", "MyGame.visibility"),
    ),
}
_NAME_AT = {place: name for name, places in NAMES.items() for place in places}


def name_enumerations(document: Part) -> Part:
    """The document with each list as a schema of its own; a list of one word is a constant."""
    schemas = document["components"]["schemas"]
    for place, holder, key in [*_places(document)]:
        described = holder[key]
        words = [word for word in described["enum"] if word is not None]
        if len(words) == 1:
            holder[key] = {**_without_words(described), "const": words[0]}
            continue
        name = _NAME_AT.get(place) or "".join(
            part[:1].upper() + part[1:] for part in place.replace(".", "_").split("_")
        )
        listed = {"type": "string", "enum": words}
        if schemas.setdefault(name, listed) != listed:
            raise ValueError(f"{name} is the name of two schemas; name one of them in NAMES")
        holder[key] = _reference(name, described)
    return document


def _places(document: Part) -> Iterator[tuple[str, Part, str]]:
    """Every list of words: where it stands, what holds it, and under which key."""
    for name, parameter in document["components"]["parameters"].items():
        if "enum" in parameter["schema"]:
            yield name, parameter, "schema"
        if "enum" in parameter["schema"].get("items", {}):
            yield name, parameter["schema"], "items"
    for name, schema in document["components"]["schemas"].items():
        for key, described in schema.get("properties", {}).items():
            if "enum" in described:
                yield f"{name}.{key}", schema["properties"], key
            if "enum" in described.get("items", {}):
                yield f"{name}.{key}", described, "items"


def _reference(name: str, described: Part) -> Part:
    reference = {"$ref": f"#/components/schemas/{name}"}
    rest = {key: value for key, value in described.items() if key not in ("enum", "type")}
    if None in described["enum"]:
        return {**rest, "anyOf": [reference, {"type": "null"}]}
    return {**reference, **rest}


def _without_words(described: Part) -> Part:
    return {key: value for key, value in described.items() if key != "enum"}
