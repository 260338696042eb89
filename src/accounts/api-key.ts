import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idLength = 12
const secretLength = 32
const checksumLength = 6

/** `cmd_`, a public id, `_`, 190 random secret bits, and a CRC-32 in base 62 by which secret scanners recognize it. */
export const apiKeyPattern = new RegExp(`^cmd_[0-9A-Za-z]{${idLength}}_[0-9A-Za-z]{${secretLength + checksumLength}}$`)

/** Random characters of base 62 from a cryptographic source. */
export const randomBase62 = (length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** SHA-256 of a key as hex: what is stored instead of the key. A slow hash would add nothing at 190 bits of entropy. */
export const digestOf = (key: string): string => hash('sha256', key, 'hex')

const checksumOf = (text: string): string => {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

/** Mints a key: the only moment at which its text is known. `keyId` is public, and part of the key. */
export const mintApiKey = () => {
  const keyId = randomBase62(idLength)
  const body = `cmd_${keyId}_${randomBase62(secretLength)}`
  const key = body + checksumOf(body)
  return { key, keyId, digest: digestOf(key) }
}

/** Whether a text has the form of a key and a valid checksum; any other is refused without a query. */
export const isApiKey = (text: string): boolean =>
  apiKeyPattern.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
