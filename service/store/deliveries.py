"""What is stored about deliveries of one kind: tables, short lists, and a schedule. In memory or on a server.

A table holds texts by name, and a text changes only from what the writer last saw. The schedule says which delivery is
due when; a claim gives a delivery to one process until a time, after which it is due again: a dead process loses
nothing. `test_deliveries.py` holds both kinds of store to these promises. Webhooks and mail have each their own.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, Protocol, TypeVar

from service.errors import StoreUnavailable
from service.store.interface import Store
from service.store.redis_store import ERRORS, RedisStore

Milliseconds = int
T = TypeVar("T")


class DeliveryStore(Protocol):
    def table(self, table: str) -> Mapping[str, str]: ...

    def get(self, table: str, name: str) -> str | None: ...

    def replace(self, table: str, name: str, old: str | None, new: str | None) -> bool:
        """Whether the text was `old` and is `new` now; None stands for no text."""
        ...

    def count(self, table: str) -> int: ...

    def add_first(self, name: str, text: str, keep: int) -> None:
        """Puts a text at the front of a list, of which so many are kept."""
        ...

    def listed(self, name: str) -> Sequence[str]:
        """The texts of a list, the latest first."""
        ...

    def remove(self, name: str) -> None:
        """Removes a whole table or list."""
        ...

    def schedule(self, deliveries: Sequence[str], due: Milliseconds) -> None:
        """Each is due at this time, or at the time that it has, if that is earlier."""
        ...

    def claim(self, now: Milliseconds, until: Milliseconds, limit: int) -> Sequence[str]:
        """Deliveries that are due, the longest overdue first; claimed until they are released, or until a time."""
        ...

    def renew(self, delivery: str, until: Milliseconds, later: Milliseconds) -> bool:
        """Makes the claim until that time one until later; returns whether there still is such a claim."""
        ...

    def release(self, delivery: str, until: Milliseconds, due: Milliseconds | None) -> bool:
        """Ends the claim until that time. The delivery is due at `due`, or when it was scheduled for meanwhile."""
        ...


def delivery_store_of(store: Store, kind: str) -> DeliveryStore:
    """The part about these deliveries of the store that holds the games."""
    return RedisDeliveryStore(store.client, kind) if isinstance(store, RedisStore) else MemoryDeliveryStore()


# ------------------------------------------------------------------------------------------ in memory


class MemoryDeliveryStore:
    """Keeps everything until the process ends."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._tables: dict[str, dict[str, str]] = {}
        self._lists: dict[str, deque[str]] = {}
        self._due: dict[str, Milliseconds] = {}
        self._claimed: dict[str, Milliseconds] = {}

    def table(self, table: str) -> Mapping[str, str]:
        with self._lock:
            return dict(self._tables.get(table, {}))

    def get(self, table: str, name: str) -> str | None:
        return self._tables.get(table, {}).get(name)

    def replace(self, table: str, name: str, old: str | None, new: str | None) -> bool:
        with self._lock:
            texts = self._tables.setdefault(table, {})
            if texts.get(name) != old:
                return False
            texts.pop(name, None)
            if new is not None:
                texts[name] = new
            return True

    def count(self, table: str) -> int:
        return len(self._tables.get(table, {}))

    def add_first(self, name: str, text: str, keep: int) -> None:
        with self._lock:
            self._lists[name] = deque([text, *self._lists.get(name, ())][:keep])

    def listed(self, name: str) -> Sequence[str]:
        return list(self._lists.get(name, ()))

    def remove(self, name: str) -> None:
        with self._lock:
            self._tables.pop(name, None)
            self._lists.pop(name, None)

    def schedule(self, deliveries: Sequence[str], due: Milliseconds) -> None:
        with self._lock:
            for name in deliveries:
                self._due[name] = min(due, self._due.get(name, due))

    def pending(self) -> Mapping[str, Milliseconds]:
        """What is scheduled, and for when."""
        with self._lock:
            return dict(self._due)

    def claim(self, now: Milliseconds, until: Milliseconds, limit: int) -> Sequence[str]:
        for name in [name for name, end in self._claimed.items() if end <= now]:
            del self._claimed[name]
            self.schedule([name], now)
        with self._lock:
            overdue = sorted((due, name) for name, due in self._due.items() if due <= now)
            claimed = [name for _, name in overdue if name not in self._claimed][:limit]
            for name in claimed:
                del self._due[name]
                self._claimed[name] = until
            return claimed

    def renew(self, delivery: str, until: Milliseconds, later: Milliseconds) -> bool:
        with self._lock:
            if self._claimed.get(delivery) != until:
                return False
            self._claimed[delivery] = later
            return True

    def release(self, delivery: str, until: Milliseconds, due: Milliseconds | None) -> bool:
        if self._claimed.get(delivery) != until:
            return False
        del self._claimed[delivery]
        if due is not None:
            self.schedule([delivery], due)
        return True


# ---------------------------------------------------------------------------------------- on a server

# KEYS: table. ARGV: name, whether there must be a text, which, whether there is to be one, which
REPLACE = """
local text = redis.call('HGET', KEYS[1], ARGV[1])
if ARGV[2] == '0' and text or ARGV[2] == '1' and text ~= ARGV[3] then return 0 end
if ARGV[4] == '1' then redis.call('HSET', KEYS[1], ARGV[1], ARGV[5]) else redis.call('HDEL', KEYS[1], ARGV[1]) end
return 1
"""
# KEYS: due, claimed. ARGV: now, until, limit
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
# KEYS: claimed. ARGV: name, until, later
RENEW = """
local claimed = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not claimed or tonumber(claimed) ~= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
"""
# KEYS: due, claimed. ARGV: name, until, when it is due again or nothing
RELEASE = """
local claimed = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not claimed or tonumber(claimed) ~= tonumber(ARGV[2]) then return 0 end
redis.call('ZREM', KEYS[2], ARGV[1])
if ARGV[3] ~= '' then redis.call('ZADD', KEYS[1], 'LT', ARGV[3], ARGV[1]) end
return 1
"""


class RedisDeliveryStore:
    def __init__(self, client: Any, kind: str) -> None:  # clients for one server and a cluster share no type
        self._client, self._kind = client, kind
        self._schedule = [due_key(kind), claimed_key(kind)]
        scripts = map(client.register_script, (REPLACE, CLAIM, RENEW, RELEASE))
        self._replace, self._claim, self._renew, self._release = scripts

    def _key(self, name: str) -> str:
        return table_key(self._kind, name)

    def table(self, table: str) -> Mapping[str, str]:
        texts = _reply(lambda: self._client.hgetall(self._key(table)))
        return {name.decode(): text.decode() for name, text in texts.items()}

    def get(self, table: str, name: str) -> str | None:
        text = _reply(lambda: self._client.hget(self._key(table), name))
        return None if text is None else str(text.decode())

    def replace(self, table: str, name: str, old: str | None, new: str | None) -> bool:
        arguments = [name, int(old is not None), old or "", int(new is not None), new or ""]
        return bool(_reply(lambda: self._replace(keys=[self._key(table)], args=arguments)))

    def count(self, table: str) -> int:
        return int(_reply(lambda: self._client.hlen(self._key(table))))

    def add_first(self, name: str, text: str, keep: int) -> None:
        pipe = self._client.pipeline(transaction=False)
        pipe.lpush(self._key(name), text)
        pipe.ltrim(self._key(name), 0, keep - 1)
        _reply(pipe.execute)

    def listed(self, name: str) -> Sequence[str]:
        return [text.decode() for text in _reply(lambda: self._client.lrange(self._key(name), 0, -1))]

    def remove(self, name: str) -> None:
        _reply(lambda: self._client.delete(self._key(name)))

    def schedule(self, deliveries: Sequence[str], due: Milliseconds) -> None:
        if deliveries:
            _reply(lambda: self._client.zadd(self._schedule[0], dict.fromkeys(deliveries, due), lt=True))

    def claim(self, now: Milliseconds, until: Milliseconds, limit: int) -> Sequence[str]:
        names = _reply(lambda: self._claim(keys=self._schedule, args=[now, until, limit]))
        return [name.decode() for name in names]

    def renew(self, delivery: str, until: Milliseconds, later: Milliseconds) -> bool:
        keys, arguments = self._schedule[1:], [delivery, until, later]
        return bool(_reply(lambda: self._renew(keys=keys, args=arguments)))

    def release(self, delivery: str, until: Milliseconds, due: Milliseconds | None) -> bool:
        arguments = [delivery, until, "" if due is None else due]
        return bool(_reply(lambda: self._release(keys=self._schedule, args=arguments)))


def table_key(kind: str, table: str) -> str:
    return f"ttr:{kind}:{table}"


def due_key(kind: str) -> str:
    """In one slot of a cluster with `claimed_key`, since scripts use both."""
    return f"ttr:{{{kind}}}:due"


def claimed_key(kind: str) -> str:
    return f"ttr:{{{kind}}}:taken"


def _reply(ask: Callable[[], T]) -> T:
    try:
        return ask()
    except ERRORS as error:
        raise StoreUnavailable(str(error)) from error
