import { hash } from 'node:crypto'

const tagOf = (content: string | Buffer): string => `W/"${hash('sha1', content, 'base64url')}"`

/**
 * Fields that differ between a miss and a hit of one observation. Only a field can match: a quotation mark within a
 * JSON text is escaped, so `cacheHit":` cannot stand in one.
 */
const momentaryFields = /"(?:cacheHit|observedAt)":(?:true|false|"[^"]*"),?/g

/** Weak ETag of an answer: of what was observed, neither of `cacheHit` nor of the moment of assembly. */
export const jsonTag = (json: string): string => tagOf(json.replace(momentaryFields, ''))

export const bytesTag = (bytes: Buffer): string => tagOf(bytes)

/** Whether an `If-None-Match` header names this tag, by the weak comparison of RFC 9110. */
export const matchesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.slice(2)))
