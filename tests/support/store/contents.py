"""All that a store holds, to look for words in it."""

from service.store import MemoryStore, Store
from service.store.redis_store import RedisStore


def everything(store: Store) -> str:
    """All that a store holds, as text."""
    if isinstance(store, MemoryStore):
        return repr({name: value for name, value in vars(store).items() if name != "_clock"})
    assert isinstance(store, RedisStore)
    texts = []
    for key in store.client.scan_iter():
        kind = store.client.type(key)
        read = {
            b"string": store.client.get,
            b"hash": store.client.hgetall,
            b"stream": store.client.xrange,
            b"set": store.client.smembers,
            b"list": lambda key: store.client.lrange(key, 0, -1),
            b"zset": lambda key: store.client.zrange(key, 0, -1),
        }[kind]
        texts.append(f"{key} {read(key)}")
    return "\n".join(texts)
