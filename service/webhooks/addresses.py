"""Which addresses a webhook may be sent to: those of the public network, each looked up once and then kept to.

Whoever controls a name could let it stand for a public address when it is checked and for ours when it is used; so the
address that was checked is the one that is connected to.
"""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address

from requests_hardened.ip_filter import (  # type: ignore[import-untyped]  # the library has no types
    InvalidIPAddress,
    get_ip_address,
)

Address = IPv4Address | IPv6Address


class AddressRefused(OSError):
    """The name stands for an address that is not public."""


def literal_address(host: str) -> Address | None:
    """The address that a host is, if it is not a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def is_public(address: Address) -> bool:
    try:
        checked_address(str(address), 443)
    except AddressRefused:
        return False
    return True


def checked_address(host: str, port: int) -> str:
    """The public address to connect to."""
    try:
        address, _ = get_ip_address(host, port, allow_loopback=False)
    except InvalidIPAddress as error:
        raise AddressRefused(f"{host} is not public") from error
    if not address.is_global or address.is_reserved:  # what the library's own list lets pass
        raise AddressRefused(f"{host} is not public")
    return str(address)


def any_address(host: str, port: int) -> str:
    """For those who run receivers of their own on private addresses, and have said so."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return str(found[0][4][0])
