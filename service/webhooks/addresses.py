"""Which addresses a webhook may be sent to: those of the public network.

The owner of a name could let it stand for a public address when it is checked and for one of ours when it is used. So a
name is looked up once, and the connection goes to the address that was checked.
"""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address

from requests_hardened.ip_filter import (  # type: ignore[import-untyped]  # the library has no types
    InvalidIPAddress,
    get_ip_address,
)

Address = IPv4Address | IPv6Address


class AddressNotPublic(OSError):
    """The host is, or stands for, an address that is not public."""


def literal_address(host: str) -> Address | None:
    """The address, if the host is one and not a name, in any spelling that a resolver takes: 127.1, 0x7f000001 ..."""
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))
    except (OSError, ValueError):  # ValueError: a host with a letter that no address has
        return None


def is_public(address: Address) -> bool:
    if isinstance(address, IPv6Address) and address.scope_id:  # means something on one machine only
        return False
    try:
        checked_address(str(address), 443)
    except AddressNotPublic:
        return False
    return True


def checked_address(host: str, port: int) -> str:
    """The public address of a host, to connect to."""
    try:
        address, _ = get_ip_address(host, port, allow_loopback=False)
    except InvalidIPAddress as error:
        raise AddressNotPublic(f"{host} is not public") from error
    if not address.is_global or address.is_reserved:  # the library lets these pass
        raise AddressNotPublic(f"{host} is not public")
    return str(address)


def any_address(host: str, port: int) -> str:
    """Any address of a host, for operators who have allowed receivers in private networks."""
    addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return str(addresses[0][4][0])
