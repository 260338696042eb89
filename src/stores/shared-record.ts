import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { errorTable, ServiceError } from '../contract/errors.ts'
import type { SharedAnswer } from '../market/shared-cache.ts'

/** More than any answer takes, so that a damaged one cannot fill the memory. */
const maxBytes = 16 * 1_048_576

const pack = (record: unknown): Buffer =>
  // The lowest level: a value is written once and read by each process once.
  zstdCompressSync(JSON.stringify(record), { params: { [constants.ZSTD_c_compressionLevel]: 1 } })

const unpack = (bytes: Buffer): Readonly<Record<string, unknown>> | null => {
  try {
    const record: unknown = JSON.parse(zstdDecompressSync(bytes, { maxOutputLength: maxBytes }).toString())
    return typeof record === 'object' ? (record as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

export const packAnswer = ({ value, fetchedAt }: SharedAnswer): Buffer => pack({ value, fetchedAt })

export const packFailure = ({ code, message, upstreamStatus }: ServiceError): Buffer =>
  pack({ code, message, upstreamStatus })

/**
 * @returns the answer that was packed, or the failure, or `null` when it is neither; of an answer's value nothing is
 * known yet
 */
export const unpackRecord = (bytes: Buffer | null): SharedAnswer | ServiceError | null => {
  const record = bytes && unpack(bytes)
  if (record === null) return null
  const { value, fetchedAt, code, message, upstreamStatus } = record
  if (typeof fetchedAt === 'string' && value !== undefined) return { value, fetchedAt }
  const isFailure =
    typeof code === 'string' &&
    Object.hasOwn(errorTable, code) &&
    typeof message === 'string' &&
    (upstreamStatus === null || Number.isInteger(upstreamStatus))
  return isFailure
    ? new ServiceError(code as keyof typeof errorTable, message, { upstreamStatus: upstreamStatus as number | null })
    : null
}
