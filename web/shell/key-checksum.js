const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksumLength = 6

/** CRC-32 as zlib has it, bit by bit: a key is short. @param {string} text */
const crc32 = (text) => {
  let rest = ~0
  for (const byte of new TextEncoder().encode(text)) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xed_b8_83_20 : 0)
  }
  return ~rest >>> 0
}

/** The checksum that a key ends with, as `src/accounts/api-key.ts` makes it. @param {string} text */
const checksumOf = (text) => {
  let rest = crc32(text)
  let digits = ''
  for (let at = 0; at < checksumLength; at++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

/** Whether a key of the right form ends with its checksum, which a mistyped one does not. @param {string} key */
export const hasChecksum = (key) => checksumOf(key.slice(0, -checksumLength)) === key.slice(-checksumLength)
