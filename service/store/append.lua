-- One commit, whole or not at all. KEYS: stream, facts, feed, listing, record, active games.
-- ARGV: expected version, number of entries, entries ..., number of facts, name, value, ...,
--       game, listed at, key (empty: none), record, seconds to keep it (0: for ever), channel to announce it on,
--       types of the events, whether the game is active ("1", "0", "" as before), whether replicas are waited for
local stream, facts, feed, listing, record, active = unpack(KEYS)
local at = 1
local function take() at = at + 1; return ARGV[at - 1] end

local expected, count = tonumber(take()), tonumber(take())
local entries, changes = {}, {}
for i = 1, count do entries[i] = take() end
for i = 1, 2 * tonumber(take()) do changes[i] = take() end
local game, listed, key, answer, seconds = take(), tonumber(take()), take(), take(), tonumber(take())
local channel, types, goes_on, waited_for = take(), take(), take(), take()

if key ~= '' then
  local earlier = redis.call('GET', record)
  if earlier then
    -- WAIT counts from the connection's last write: without one it would confirm what it never looked at
    if waited_for == '1' then redis.call('SET', record, earlier, 'KEEPTTL') end
    return {'repeated', earlier}
  end
end

local last = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)
local version = last[1] and tonumber(string.match(last[1][1], '^(%d+)-')) or 0
if version ~= expected then return {'conflict', tostring(version)} end

for i = 1, count do
  redis.call('XADD', stream, string.format('%d-0', version + i), 'e', entries[i])
end
for i = 1, #changes, 2 do
  if changes[i + 1] == '' then
    redis.call('HDEL', facts, changes[i])
  else
    redis.call('HSET', facts, changes[i], changes[i + 1])
  end
end
if listed > 0 then redis.call('ZADD', listing, listed, game) end
if key ~= '' then redis.call('SET', record, answer) end
if key ~= '' and seconds > 0 then redis.call('EXPIRE', record, seconds) end
if goes_on == '1' then redis.call('SADD', active, game) end
if goes_on == '0' then redis.call('SREM', active, game) end
if count > 0 then
  redis.call('XADD', feed, '*', 'g', game, 'v', version + count, 't', types)
  redis.call('PUBLISH', channel, version + count)
end
return {'appended', tostring(version + count)}
