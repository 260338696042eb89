import { setTimeout as delay } from 'node:timers/promises'
import { createGuardedLookup, createResolver } from './addresses.ts'
import { BodyTooLargeError, createHttpClient, type HttpAnswer } from './http-client.ts'

export interface PoliteClientOptions {
  readonly baseUrl: URL
  readonly headers: Readonly<Record<string, string>>
  /** Between the end of a call and the next. */
  readonly minGapMs: number
  /** The same before another attempt, by how many have failed. */
  readonly retryGapMs: (failures: number) => number
  readonly maxAttempts: number
  /** Whether the first call waits as well: another process may have called just now. */
  readonly waitsFirst?: boolean
  /** For one answer from its request to its last byte. */
  readonly timeoutMs: number
  readonly limitBytes: number
  readonly charset?: 'utf8' | 'latin1'
  readonly signal?: AbortSignal | undefined
  /** Called before every request; it throws when no more may be made. */
  readonly beforeRequest?: () => Promise<void>
  /** Whether an error ends the attempts; others are failures of one. */
  readonly isFinal: (error: unknown) => boolean
}

/** What an answer is read as; a failure is followed by another attempt, if there is one left. */
export type Attempt<T> = { readonly value: T } | { readonly failed: string }

/** Calls a host as its owner wishes: one call at a time, with a gap, by name. */
export interface PoliteClient {
  /**
   * Calls an address until `read` takes an answer, or says why no attempt succeeded.
   * @throws BodyTooLargeError, a final error, and any when the signal has aborted
   */
  readonly get: <T>(path: string, read: (answer: HttpAnswer, isLast: boolean) => Attempt<T>) => Promise<Attempt<T>>
  readonly holdOff: (ms: number) => void
  readonly requests: () => number
  readonly close: () => void
}

/**
 * Creates a client over the HTTP client of the market sources, which bounds what is read, follows no redirect and
 * connects to public addresses alone. Every request is counted, so none is sent again behind the caller's back.
 */
export const createPoliteClient = (options: PoliteClientOptions): PoliteClient => {
  const { baseUrl, headers, limitBytes, charset = 'utf8', maxAttempts, timeoutMs, signal } = options
  const prefix = baseUrl.pathname.replace(/(?<!\/)\/+$/, '')
  const http = createHttpClient({
    baseUrl,
    lookup: createGuardedLookup(baseUrl.hostname, createResolver()),
    connections: 1,
    limitBytes,
    isResending: false,
    charset,
  })
  let requests = 0
  let endedMs = options.waitsFirst === true ? performance.now() : Number.NEGATIVE_INFINITY
  let heldOffUntilMs = 0

  /** Waits until the gap since the last call is over; a timer alone may fire a little early. */
  const waitFor = async (gapMs: number): Promise<void> => {
    const leftMs = (): number => Math.max(endedMs + gapMs, heldOffUntilMs) - performance.now()
    while (leftMs() > 0) await delay(Math.ceil(leftMs()), undefined, { signal })
  }

  const send = async (path: string): Promise<HttpAnswer> => {
    await options.beforeRequest?.()
    requests++
    const timeout = AbortSignal.timeout(timeoutMs)
    const request = { url: new URL(prefix + path, baseUrl), method: 'GET', headers, body: null } as const
    return http.send(request, signal === undefined ? timeout : AbortSignal.any([timeout, signal])).finally(() => {
      endedMs = performance.now()
    })
  }

  return {
    get: async (path, read) => {
      let reason = ''
      for (let failures = 0; failures < maxAttempts; failures++) {
        await waitFor(failures === 0 ? options.minGapMs : options.retryGapMs(failures))
        try {
          const attempt = read(await send(path), failures + 1 === maxAttempts)
          if ('value' in attempt) return attempt
          reason = attempt.failed
        } catch (error) {
          if (error instanceof BodyTooLargeError || options.isFinal(error) || signal?.aborted === true) throw error
          reason = error instanceof Error ? error.message : String(error)
        }
      }
      return { failed: `${reason}, ${maxAttempts} attempts` }
    },
    holdOff: (ms) => {
      heldOffUntilMs = Math.max(heldOffUntilMs, performance.now() + ms)
    },
    requests: () => requests,
    close: http.close,
  }
}
