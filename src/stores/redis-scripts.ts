import { redisScript } from './redis-connection.ts'

/** The longest value that is looked at; a longer one arrives cut off, which no signature survives. */
const maxBytes = 1_048_576

/** Characters of a token: who takes a lease is told apart by it. */
export const tokenLength = 16

/**
 * Whoever can write to Redis can leave a key of another type or any length, so `read` takes what it can and nothing
 * else. `refused` are SHA-1 digests of what this caller has looked at and refused: to it, they are not there.
 */
const reading = `
local function read(key, refused)
  local bytes = redis.pcall('GETRANGE', key, 0, ${maxBytes - 1})
  if type(bytes) ~= 'string' or (refused and string.find(refused, redis.sha1hex(bytes), 1, true)) then return '' end
  return bytes
end
local function holds(bytes, kind, token) return string.sub(bytes, 1, ${tokenLength + 1}) == kind .. token end
`

/**
 * KEYS: value, lease. ARGV: token, our lease, its life in ms, Redis's time after which nobody waits for the reply,
 * token waited for, what was refused. Replies with the value and its remaining life; or with the outcome that was
 * waited for; or with the lease of the process that fetches it; else takes the lease, unless the reply comes too late
 * for anybody to know of it.
 */
export const findScript = redisScript(`${reading}
local refused = ARGV[6] ~= '' and ARGV[6]
local value = read(KEYS[1], refused)
if value ~= '' then return {'value', value, redis.call('PTTL', KEYS[1])} end
local lease = read(KEYS[2], refused)
if ARGV[5] ~= '' and holds(lease, 'o', ARGV[5]) then return {'outcome', lease} end
if string.sub(lease, 1, 1) == 'l' then return {'lease', lease} end
if nowMs > tonumber(ARGV[4]) then return {'late'} end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
return {'ours'}`)

/** KEYS: lease. ARGV: token, our renewed lease, its life in ms. */
export const renewScript = redisScript(`${reading}
if holds(read(KEYS[1]), 'l', ARGV[1]) then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`)

/** KEYS: value, lease. ARGV: token, value, Redis's time at which it expires. */
export const publishScript = redisScript(`${reading}
redis.call('SET', KEYS[1], ARGV[2], 'PXAT', ARGV[3])
if holds(read(KEYS[2]), 'l', ARGV[1]) then redis.call('DEL', KEYS[2]) end
return 1`)

/** KEYS: lease. ARGV: token, outcome for those who wait or nothing, its life in ms. */
export const endScript = redisScript(`${reading}
if not holds(read(KEYS[1]), 'l', ARGV[1]) then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`)
