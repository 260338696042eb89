import { readFile } from 'node:fs/promises'
import { writeFileAtomically } from '../../../files/write-file-atomically.ts'
import { SyncError } from './tcgcsv-client.ts'

interface StoredState {
  /** The day's data that the folder holds. */
  readonly lastUpdated: string
  readonly category: string | null
  /** When the last sync ended well. */
  readonly finishedAt: string | null
  /** Requests made since `countedFrom`. */
  readonly requests: number
  readonly countedFrom: string
}

const dayMs = 24 * 3_600_000
/** The owner bans who makes 10,000 requests a day; we stop well before. */
const maxRequestsADay = 9_500

const readStored = async (path: string): Promise<StoredState | null> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as StoredState
  } catch {
    // Without a state, or with one that a crash has cut off, a sync starts from the beginning.
    return null
  }
}

/** Opens the file in which syncs keep what they remember of each other. The caller holds the lock of the index. */
export const openSyncState = async (path: string, now: () => Date) => {
  const before = await readStored(path)
  const isWithinADay = (instant: string | null | undefined): boolean => now().getTime() - Date.parse(instant ?? '') < dayMs
  const aDayAfter = (instant: string): Date => new Date(Date.parse(instant) + dayMs)
  let state: StoredState = {
    lastUpdated: before?.lastUpdated ?? '',
    category: before?.category ?? null,
    finishedAt: before?.finishedAt ?? null,
    ...(before !== null && isWithinADay(before.countedFrom)
      ? { requests: before.requests, countedFrom: before.countedFrom }
      : { requests: 0, countedFrom: now().toISOString() }),
  }
  const save = (changes: Partial<StoredState>): Promise<void> => {
    state = { ...state, ...changes }
    return writeFileAtomically(path, Buffer.from(JSON.stringify(state)))
  }

  return {
    /** @throws SyncError when the last sync of this selection ended less than a day ago */
    refuseBeforeDue: (category: string | null): void => {
      const { finishedAt } = state
      if (finishedAt === null || !isWithinADay(finishedAt) || state.category !== category) return
      const dueAt = aDayAfter(finishedAt)
      throw new SyncError(
        `The last sync was at ${finishedAt}; TCGCSV asks for one a day, so the next is due at ${dueAt.toISOString()}.`,
        dueAt,
      )
    },
    /** Counts a request against the day's allowance. @throws SyncError when it is used up */
    countRequest: async (): Promise<void> => {
      const { requests, countedFrom } = state
      if (requests >= maxRequestsADay) {
        throw new SyncError(
          `${requests} requests were made since ${countedFrom}, as many as TCGCSV takes in a day; run the sync again a day later, it resumes.`,
          aDayAfter(countedFrom),
        )
      }
      await save({ requests: requests + 1 })
    },
    hasFinished: (category: string | null): boolean => state.finishedAt !== null && state.category === category,
    /** Whether what was fetched before is of this data and selection. */
    isOf: (lastUpdated: string, category: string | null): boolean =>
      state.lastUpdated === lastUpdated && state.category === category,
    begin: (lastUpdated: string, category: string | null): Promise<void> => save({ lastUpdated, category }),
    finish: (): Promise<void> => save({ finishedAt: now().toISOString() }),
  }
}
