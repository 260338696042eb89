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

/** What syncs remember of each other. The caller holds the lock of the index. */
export interface SyncState {
  /** @throws SyncError when the last sync of this selection ended less than a day ago */
  readonly refuseBeforeDue: (category: string | null) => void
  /** Counts a request against the day's allowance. @throws SyncError when it is used up */
  readonly countRequest: () => Promise<void>
  readonly hasFinished: (category: string | null) => boolean
  /** Whether what was fetched before is of this data and selection. */
  readonly isOf: (lastUpdated: string, category: string | null) => boolean
  readonly begin: (lastUpdated: string, category: string | null) => Promise<void>
  readonly finish: () => Promise<void>
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

/** Opens the state that syncs keep in a file. */
export const openSyncState = async (path: string, now: () => Date): Promise<SyncState> => {
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
    refuseBeforeDue: (category) => {
      const { finishedAt } = state
      if (finishedAt === null || !isWithinADay(finishedAt) || state.category !== category) return
      const dueAt = aDayAfter(finishedAt)
      throw new SyncError(
        `The last sync was at ${finishedAt}; TCGCSV asks for one a day, so the next is due at ${dueAt.toISOString()}.`,
        dueAt,
      )
    },
    countRequest: async () => {
      const { requests, countedFrom } = state
      if (requests >= maxRequestsADay) {
        throw new SyncError(
          `${requests} requests were made since ${countedFrom}, as many as TCGCSV takes in a day; run the sync again a day later, it resumes.`,
          aDayAfter(countedFrom),
        )
      }
      await save({ requests: requests + 1 })
    },
    hasFinished: (category) => state.finishedAt !== null && state.category === category,
    isOf: (lastUpdated, category) => state.lastUpdated === lastUpdated && state.category === category,
    begin: (lastUpdated, category) => save({ lastUpdated, category }),
    finish: () => save({ finishedAt: now().toISOString() }),
  }
}
