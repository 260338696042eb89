import { ServiceError } from '../contract/errors.ts'
import type { ArchiveHead, ArchiveStore } from './ports.ts'

/** Writers keep replaced versions for so long; a reader never answers from a head that it saw longer ago. */
export const readerGraceMs = 15_000

/** Well before the versions that a head needs may be swept. */
const maxHeadAgeMs = 10_000

const maxAttempts = 3

export interface HeadOptions {
  readonly store: ArchiveStore
  readonly source: string
  /** How often to look for a newer head; below `readerGraceMs`. */
  readonly pollMs: number
  /** A steady clock in milliseconds. */
  readonly nowMs?: () => number
  /** A poll failed: the old head stays, and answers look for a newer one themselves. */
  readonly onPollError?: (error: unknown) => void
}

/** What an answer reads by, from its beginning to its end. */
export interface ReadingState {
  readonly head: ArchiveHead
  /** Months that have pages, in order. */
  readonly months: readonly string[]
}

export interface FollowedHead {
  readonly head: () => ArchiveHead | null
  readonly refresh: () => Promise<void>
  /** Reads by one head whose versions are kept, anew if it took too long. `empty` answers while nothing is kept. */
  readonly read: <T>(empty: T, read: (state: ReadingState) => Promise<T>) => Promise<T>
  readonly close: () => void
}

export const followHead = async ({
  store,
  source,
  pollMs,
  nowMs = () => performance.now(),
  onPollError = () => {},
}: HeadOptions): Promise<FollowedHead> => {
  let state: ReadingState | null = null
  let seenMs = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | null = null

  const load = async (): Promise<void> => {
    const startedMs = nowMs()
    const head = await store.head(source)
    if (head === null) state = null
    else if (head.hash !== state?.head.hash) state = { head, months: await store.months(source, head.sequence) }
    seenMs = startedMs
  }

  const refresh = (): Promise<void> => {
    refreshing ??= load().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  const isFresh = (): boolean => nowMs() - seenMs < maxHeadAgeMs

  await refresh()
  const timer = setInterval(() => refresh().catch(onPollError), pollMs)
  timer.unref()

  return {
    head: () => state?.head ?? null,
    refresh,
    read: async (empty, read) => {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        if (!isFresh()) await refresh()
        if (state === null) return empty
        const answer = await read(state)
        if (isFresh()) return answer
      }
      throw new ServiceError('access_store_unavailable', 'The price archive answers too slowly.')
    },
    close: () => clearInterval(timer),
  }
}
