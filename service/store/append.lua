-- Appends one commit, whole or not at all. KEYS: stream, facts, feed, listing, record, active games, head,
--       listing by last move.
-- ARGV: expected version, number of events, number of facts, game, listed at (0: not), key (empty: none), record,
--       seconds to keep it (0: for ever), channel to publish the version on, types of the events, whether the game is active
--       ("1", "0", "" as before), whether replicas are waited for, whether the events happened together ("1", "0"),
--       hash of the event before (empty: not compared), hash of the last event, moved at (0: not listed); then the events, then name and value of each fact
-- An entry's id is <version>-<place in its commit>, from 1. Place 0: written before places were kept, or imported.
-- The head is "<version> <hash>" of the last event: XREVRANGE would find the hash as well, but costs more. Readers ask it
-- whether there is anything new, so no append leaves an outdated one.
local stream, facts, feed, listing, record, active, head, moves = unpack(KEYS)
local expected, count, changes, game, listed, key, answer, seconds, channel, types, goes_on, waited_for, together, prev, last, moved = unpack(ARGV, 1, 16)
local call, first = redis.call, 17
expected, count, changes = tonumber(expected), tonumber(count), tonumber(changes)

if key ~= '' then
  local earlier = call('GET', record)
  if earlier then
    -- WAIT counts from the connection's last write: without one it would confirm what it never looked at
    if waited_for == '1' then call('SET', record, earlier, 'KEEPTTL') end
    return {'repeated', earlier}
  end
end

local version = call('XLEN', stream) -- nothing is ever deleted, and versions have no gaps
if version ~= expected then return {'conflict', tostring(version)} end
if prev ~= '' and version > 0 and call('GET', head) ~= version .. ' ' .. prev then
  -- a stream of an earlier release has no head, or an old one: its last event says the hash
  local entry = call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1][2][2]
  if string.match(entry, '"hash":"(%x+)"}$') ~= prev then return {'conflict', tostring(version)} end
end

for i = 1, count do
  local place = together == '1' and i or 0
  call('XADD', stream, (version + i) .. '-' .. place, 'e', ARGV[first + i - 1])
end
if last ~= '' then
  call('SET', head, (version + count) .. ' ' .. last)
elseif count > 0 then
  call('DEL', head)
end
for i = first + count, first + count + 2 * changes - 1, 2 do
  if ARGV[i + 1] == '' then
    call('HDEL', facts, ARGV[i])
  else
    call('HSET', facts, ARGV[i], ARGV[i + 1])
  end
end
if listed ~= '0' then call('ZADD', listing, listed, game) end
if moved ~= '0' then call('ZADD', moves, moved, game) end
if key ~= '' then call('SET', record, answer) end
if key ~= '' and seconds ~= '0' then call('EXPIRE', record, seconds) end
if goes_on == '1' then call('SADD', active, game) end
if goes_on == '0' then call('SREM', active, game) end
if count > 0 then
  call('XADD', feed, '*', 'g', game, 'v', version + count, 't', types)
  call('PUBLISH', channel, version + count)
end
return {'appended', tostring(version + count)}
