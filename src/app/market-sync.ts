import type { Logger } from 'pino'
import { emptySyncRecord, type SyncLedger, type SyncRecord } from '../market/sync-ledger.ts'
import type { SyncEnd, SyncProgressMessage } from './sync-messages.ts'
import { nextSyncInMs } from './sync-plan.ts'
import { type SyncProcess, startSyncProcess } from './sync-process.ts'

export interface MarketSyncDependencies {
  readonly ledger: SyncLedger
  /** Under which the ledger keeps the pulls. */
  readonly source: string
  /** Whether the mirror is the operator's own, so that no etiquette binds it. */
  readonly isOwnMirror: boolean
  readonly log: Logger
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Called when a day was taken over, here or on another machine, to look at the archive at once. */
  readonly onRecorded: () => void
  readonly startProcess?: typeof startSyncProcess
  readonly pollMs?: number
}

/** The syncs that a serving process starts, and what it knows of those of others. */
export interface MarketSync {
  /** What the ledger said last; `null` before the first pull. */
  readonly record: () => SyncRecord | null
  /** From now on starts a sync whenever one may be due, one at a time. */
  readonly start: (onProgress: (progress: SyncProgressMessage) => void) => void
  readonly close: () => Promise<void>
}

const defaultPollMs = 5_000
const loggedEveryMs = 30_000

/** Follows the ledger, and starts syncs once it is told to. */
export const createMarketSync = async (dependencies: MarketSyncDependencies): Promise<MarketSync> => {
  const { ledger, source, isOwnMirror, log, now, onRecorded } = dependencies
  const { startProcess = startSyncProcess, pollMs = defaultPollMs } = dependencies
  let record: SyncRecord | null = null
  let running: SyncProcess | null = null
  let timer: NodeJS.Timeout | undefined
  let isStarted = false
  let isClosed = false
  let failures = 0
  let onProgress = (_: SyncProgressMessage): void => {}
  /** How far the sync of this process is, newer than what the ledger says. */
  let live: SyncRecord['progress'] = null
  let loggedMs = Number.NEGATIVE_INFINITY

  const read = async (): Promise<void> => {
    try {
      record = await ledger.read(source)
    } catch {
      // The store is away, as every call notices; what was known last stays.
    }
  }

  const noteProgress = (progress: SyncProgressMessage): void => {
    const { step, done, total } = progress
    live = { step, done, total, at: new Date(now()).toISOString() }
    onProgress(progress)
    const nowMs = performance.now()
    if (nowMs - loggedMs < loggedEveryMs) return
    loggedMs = nowMs
    log.info({ step, done, total }, 'market sync under way')
  }

  const noteEnd = (end: SyncEnd): void => {
    if (end?.kind === 'synced') log.info({ build: end.build, sync: end.text }, 'market synced')
    else if (end?.kind === 'failed') log.warn({ reason: end.reason, retryAt: end.retryAt }, 'market sync failed')
    else if (end === null && !isClosed) log.warn('market sync ended without a word')
    if (end?.kind === 'synced') onRecorded()
  }

  const schedule = (inMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), inMs)
    timer.unref()
  }

  const run = async (): Promise<void> => {
    if (isClosed || running) return
    clearTimeout(timer)
    running = startProcess({ onProgress: noteProgress, onLine: (line) => log.info({ line }, 'market sync says') })
    const end = await running.ended
    running = null
    live = null
    noteEnd(end)
    if (isClosed) return
    await read()
    failures = end === null || end.kind === 'failed' ? failures + 1 : 0
    schedule(nextSyncInMs({ end, failures, isOwnMirror, nowMs: now(), random: Math.random() }))
  }

  const poll = setInterval(async () => {
    const before = record?.finishedAt
    await read()
    if (running || record?.finishedAt === before) return
    // Another process has taken a day over: this machine's catalogue is to follow it.
    onRecorded()
    if (isStarted) void run()
  }, pollMs)
  poll.unref()
  await read()

  return {
    record: () => (live ? { ...(record ?? emptySyncRecord), progress: live } : record),
    start: (progress) => {
      isStarted = true
      onProgress = progress
      void run()
    },
    close: async () => {
      isClosed = true
      clearInterval(poll)
      clearTimeout(timer)
      await running?.stop()
    },
  }
}
