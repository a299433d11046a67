"""The cursor of a list that comes in pages: an opaque text that says where one begins, and leads to the next."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated, Generic, TypeVar
from urllib.parse import quote, urlencode

import msgspec

from service.errors import MalformedRequest
from service.http.request import Parameter, Part, base_url, query_argument, this_request

PATTERN = "^[0-9A-Za-z_-]{1,200}$"

MOST = 10**7  # items of a list

P = TypeVar("P")  # a place in the list, in any type that JSON can hold


class Offset(msgspec.Struct, frozen=True, array_like=True):
    """A place in a list that is read by position."""

    before: Annotated[int, msgspec.Meta(ge=0, le=MOST)] = 0  # items


class PageCursor(Parameter, Generic[P], frozen=True, kw_only=True):
    """The place where a page begins. Only the list that wrote a cursor reads it."""

    name: str = "cursor"
    description: str = "Where the page begins: the `next` of the page before."
    place: type[P]
    example: P

    def schema(self) -> Part:
        return {"type": "string", "pattern": PATTERN, "example": self.write(self.example)}

    def read(self) -> P | None:
        text = query_argument(self.name)
        if text is None:
            return None
        try:
            return msgspec.json.decode(urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=self.place)
        except (ValueError, msgspec.DecodeError) as error:
            raise MalformedRequest("cursor", parameter=self.name) from error

    def write(self, place: P) -> str:
        return urlsafe_b64encode(msgspec.json.encode(place)).rstrip(b"=").decode()

    def link(self, following: str | None) -> dict[str, str]:
        """The header that names the following page of this list, if there is one."""
        if following is None:
            return {}
        request = this_request()
        query = urlencode({**request.args, self.name: following})
        return {"Link": f'<{base_url()}{quote(request.path)}?{query}>; rel="next"'}
