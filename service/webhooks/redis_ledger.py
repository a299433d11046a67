"""The ledger on a Redis or Valkey server: the keys of one operation share a slot, as a cluster needs it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from service.errors import StoreUnavailable
from service.store.redis_store import ERRORS

PREFIX = "ttr:webhooks"
DUE, TAKEN = "ttr:{webhooks}:due", "ttr:{webhooks}:taken"

# KEYS: book. ARGV: name, whether there must be an entry, which, whether there is to be one, which
WRITE = """
local found = redis.call('HGET', KEYS[1], ARGV[1])
if ARGV[2] == '0' and found or ARGV[2] == '1' and found ~= ARGV[3] then return 0 end
if ARGV[4] == '1' then redis.call('HSET', KEYS[1], ARGV[1], ARGV[5]) else redis.call('HDEL', KEYS[1], ARGV[1]) end
return 1
"""
# KEYS: what is due, what is taken. ARGV: now, until, limit
CLAIM = """
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])) do
  redis.call('ZREM', KEYS[2], name)
  redis.call('ZADD', KEYS[1], 'LT', ARGV[1], name)
end
local most = tonumber(ARGV[3]) + redis.call('ZCARD', KEYS[2])
local claimed = {}
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, most)) do
  if #claimed < tonumber(ARGV[3]) and not redis.call('ZSCORE', KEYS[2], name) then
    redis.call('ZREM', KEYS[1], name)
    redis.call('ZADD', KEYS[2], ARGV[2], name)
    claimed[#claimed + 1] = name
  end
end
return claimed
"""
# KEYS: what is due, what is taken. ARGV: name, until, when it is due again or nothing
SETTLE = """
local found = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not found or tonumber(found) ~= tonumber(ARGV[2]) then return 0 end
redis.call('ZREM', KEYS[2], ARGV[1])
if ARGV[3] ~= '' then redis.call('ZADD', KEYS[1], 'LT', ARGV[3], ARGV[1]) end
return 1
"""

T = TypeVar("T")


class RedisLedger:
    def __init__(
        self, client: Any
    ) -> None:  # redis-py's clients for one server and for a cluster share no type
        self._client = client
        self._write, self._claim, self._settle = map(client.register_script, (WRITE, CLAIM, SETTLE))

    def book(self, book: str) -> Mapping[str, str]:
        found = _asked(lambda: self._client.hgetall(_key(book)))
        return {name.decode(): text.decode() for name, text in found.items()}

    def entry(self, book: str, name: str) -> str | None:
        found = _asked(lambda: self._client.hget(_key(book), name))
        return None if found is None else str(found.decode())

    def write(self, book: str, name: str, old: str | None, new: str | None) -> bool:
        arguments = [name, int(old is not None), old or "", int(new is not None), new or ""]
        return bool(_asked(lambda: self._write(keys=[_key(book)], args=arguments)))

    def burn(self, book: str) -> None:
        _asked(lambda: self._client.delete(_key(book)))

    def count(self, book: str) -> int:
        return int(_asked(lambda: self._client.hlen(_key(book))))

    def tell(self, diary: str, text: str, keep: int) -> None:
        pipe = self._client.pipeline(transaction=False)
        pipe.lpush(_key(diary), text)
        pipe.ltrim(_key(diary), 0, keep - 1)
        _asked(pipe.execute)

    def told(self, diary: str) -> Sequence[str]:
        return [text.decode() for text in _asked(lambda: self._client.lrange(_key(diary), 0, -1))]

    def plan(self, names: Sequence[str], due: int) -> None:
        if names:
            _asked(lambda: self._client.zadd(DUE, dict.fromkeys(names, due), lt=True))

    def claim(self, now: int, until: int, limit: int) -> Sequence[str]:
        found = _asked(lambda: self._claim(keys=[DUE, TAKEN], args=[now, until, limit]))
        return [name.decode() for name in found]

    def settle(self, name: str, until: int, due: int | None) -> bool:
        arguments = [name, until, "" if due is None else due]
        return bool(_asked(lambda: self._settle(keys=[DUE, TAKEN], args=arguments)))


def _key(book: str) -> str:
    return f"{PREFIX}:{book}"


def _asked(ask: Callable[[], T]) -> T:
    try:
        return ask()
    except ERRORS as error:
        raise StoreUnavailable(str(error)) from error
