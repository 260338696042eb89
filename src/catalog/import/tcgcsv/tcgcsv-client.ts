import { setTimeout as wait } from 'node:timers/promises'

/** A sync that had to stop, and what to do; what was fetched is kept, the index in use stays. */
export class SyncError extends Error {
  override readonly name = 'SyncError'
  readonly exitStatus = 1
  /** Earliest instant at which trying again makes sense, where it is known. */
  readonly retryAt: Date | null

  constructor(message: string, retryAt: Date | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.retryAt = retryAt
  }
}

/** How TCGCSV is asked. */
export interface TcgcsvClientOptions {
  readonly baseUrl: string
  /** `App/1.2.3`: generic or missing ones are blocked. */
  readonly userAgent: string
  /** Between two calls; the owner asks for about 100 ms. */
  readonly pauseMs: number
  readonly timeoutMs: number
  readonly now: () => Date
  readonly signal?: AbortSignal
  /** Called before every request; it throws when no more may be made. */
  readonly beforeRequest: () => Promise<void>
}

/** Asks TCGCSV as its owner wishes: one call at a time, with a pause, by name. */
export interface TcgcsvClient {
  /** Body of an address, or `null` where there is none (404). */
  readonly get: (path: string) => Promise<string | null>
  readonly requests: () => number
}

/** How long TCGCSV throttles who comes too fast. */
const throttleMs = 10 * 60_000
const attempts = 3

const afterSeconds = (header: string | null, now: Date): Date => {
  const seconds = header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null
  return new Date(now.getTime() + (seconds === null ? throttleMs : Math.max(1, seconds) * 1000))
}

/** Creates a client; it tries again where the server or the line fails, and gives up by name where it is turned away. */
export const createTcgcsvClient = ({
  baseUrl,
  userAgent,
  pauseMs,
  timeoutMs,
  now,
  signal,
  beforeRequest,
}: TcgcsvClientOptions): TcgcsvClient => {
  let requests = 0

  const once = async (path: string): Promise<{ body: string | null } | { failed: string }> => {
    await beforeRequest()
    requests++
    const limit = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}${path}`, {
      headers: { 'user-agent': userAgent, accept: '*/*' },
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    })
    if (response.ok) return { body: await response.text() }
    await response.body?.cancel()
    if (response.status === 404) return { body: null }
    if (response.status === 401) {
      throw new SyncError(
        `TCGCSV refused the User-Agent ${JSON.stringify(userAgent)} (401 for ${path}); it needs no key, but a name with a version.`,
      )
    }
    if (response.status === 403) throw new SyncError(`TCGCSV forbids ${path} (403); this address may be banned for a day.`)
    if (response.status === 429) {
      const retryAt = afterSeconds(response.headers.get('retry-after'), now())
      throw new SyncError(
        `TCGCSV asks to slow down (429); run the sync again after ${retryAt.toISOString()}, it resumes.`,
        retryAt,
      )
    }
    return { failed: `status ${response.status}` }
  }

  const get = async (path: string): Promise<string | null> => {
    let reason = ''
    for (let attempt = 1; attempt <= attempts; attempt++) {
      await wait(attempt === 1 ? pauseMs : pauseMs * 10 * attempt, undefined, signal === undefined ? {} : { signal })
      try {
        const result = await once(path)
        if ('body' in result) return result.body
        reason = result.failed
      } catch (error) {
        if (error instanceof SyncError || signal?.aborted === true) throw error
        reason = error instanceof Error ? error.message : String(error)
      }
    }
    throw new SyncError(`TCGCSV did not answer ${path} (${reason}, ${attempts} attempts); run the sync again, it resumes.`)
  }

  return { get, requests: () => requests }
}
