-- Sets an expiring key that still holds what the caller expects, or removes it. KEYS: the key.
-- ARGV: the expected text, the new text (empty: remove), milliseconds until it expires
local key, expected, text, milliseconds = KEYS[1], unpack(ARGV)
if redis.call('GET', key) ~= expected then return 0 end
if text == '' then
  redis.call('DEL', key)
else
  redis.call('SET', key, text, 'PX', milliseconds)
end
return 1
