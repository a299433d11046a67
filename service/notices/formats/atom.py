"""Atom feeds (RFC 4287): of the turns that wait for a player, and of what happens at a public table."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, register_namespace, tostring

import msgspec

NAMESPACE = "http://www.w3.org/2005/Atom"
MEDIA_TYPE = "application/atom+xml"


class AtomEntry(msgspec.Struct, frozen=True, kw_only=True):
    id: str  # the same for good
    title: str
    updated: str
    text: str
    link: str


def atom(
    *, title: str, identity: str, address: str, updated: str, entries: Sequence[AtomEntry], lang: str
) -> bytes:
    """A whole feed; `address` is its own."""
    register_namespace("", NAMESPACE)
    feed = Element(_tag("feed"), {"xml:lang": lang})
    _add(feed, "id", identity)
    _add(feed, "title", title)
    _add(feed, "updated", updated)
    _add(SubElement(feed, _tag("author")), "name", "Ticket to Ride by Post")
    SubElement(feed, _tag("link"), {"rel": "self", "type": MEDIA_TYPE, "href": address})
    for entry in entries:
        part = SubElement(feed, _tag("entry"))
        _add(part, "id", entry.id)
        _add(part, "title", entry.title)
        _add(part, "updated", entry.updated)
        SubElement(part, _tag("link"), {"rel": "alternate", "href": entry.link})
        _add(part, "content", entry.text).set("type", "text")
    document: bytes = tostring(feed, encoding="utf-8", xml_declaration=True)
    return document


def _add(parent: Element, name: str, text: str) -> Element:
    part = SubElement(parent, _tag(name))
    part.text = text
    return part


def _tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"
