import type { Writable } from 'node:stream'

/** Writes lines to a stream without ever waiting for its reader. */
export interface LineWriter {
  /** Takes one line with its end, or drops it while too many bytes are unread. */
  readonly write: (line: string) => void
  /** Hands over what is gathered. @returns once the reader has taken it, or after this time */
  readonly flush: (withinMs: number) => Promise<void>
  /** Lines dropped so far. */
  readonly dropped: () => number
}

export interface LineWriterOptions {
  /** Bytes that may be unread; at 250 a line this is half a minute of a thousand requests a second. */
  readonly maxUnreadBytes?: number
  /** Called when the reader has taken everything after lines were dropped: how many since it was called last. */
  readonly onRecovered: (dropped: number) => void
}

/** Lines are gathered and written together, so large or so long after the first. */
const gatherBytes = 8_192
const gatherMs = 250

/** Holds a bounded part of what is not read and drops the rest: memory and exit must not depend on a reader. */
export const createLineWriter = (
  stream: Writable,
  { maxUnreadBytes = 8 * 1024 * 1024, onRecovered }: LineWriterOptions,
): LineWriter => {
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  let dropped = 0
  let reported = 0
  let isGone = false
  stream.on('error', () => {
    isGone = true
  })
  stream.on('drain', () => {
    const since = dropped - reported
    reported = dropped
    if (since > 0) onRecovered(since)
  })

  const handOver = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines !== '' && !isGone) stream.write(lines)
    lines = ''
  }

  return {
    write: (line) => {
      if (isGone || stream.writableLength + lines.length > maxUnreadBytes) {
        dropped++
        return
      }
      lines += line
      if (lines.length >= gatherBytes) handOver()
      else timer ??= setTimeout(handOver, gatherMs).unref()
    },
    flush: (withinMs) =>
      new Promise((resolve) => {
        handOver()
        if (isGone || stream.writableLength === 0) {
          resolve()
          return
        }
        const limit = setTimeout(resolve, withinMs)
        stream.write('', () => {
          clearTimeout(limit)
          resolve()
        })
      }),
    dropped: () => dropped,
  }
}
