import type { Logger } from 'pino'
import { emptySyncRecord, type SyncLedger, type SyncRecord } from '../../market/sync-ledger.ts'
import type { Config } from '../configuration/config.ts'
import type { SyncEnd, SyncProgressMessage } from './sync-messages.ts'
import { nextSyncInMs } from './sync-plan.ts'
import { type SyncProcess, startSyncProcess } from './sync-process.ts'

interface MarketSyncDependencies {
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
}

/** The syncs that a serving process starts, and what it knows of those of others. */
export interface MarketSync {
  /** What the ledger said last; `null` before the first pull. */
  readonly record: () => SyncRecord | null
  /** From now on starts a sync whenever one may be due, one at a time. */
  readonly start: (onProgress: (progress: SyncProgressMessage) => void) => void
  readonly close: () => Promise<void>
}

const pollMs = 5_000
const loggedEveryMs = 30_000

interface SyncState extends MarketSyncDependencies {
  /** What the ledger said last; `null` before the first pull. */
  record: SyncRecord | null
  running: SyncProcess | null
  timer: NodeJS.Timeout | undefined
  isStarted: boolean
  isClosed: boolean
  failures: number
  onProgress: (progress: SyncProgressMessage) => void
  /** How far the sync of this process is, newer than what the ledger says. */
  live: SyncRecord['progress']
  loggedMs: number
}

const readLedger = async (state: SyncState): Promise<void> => {
  try {
    state.record = await state.ledger.read(state.source)
  } catch {
    // The store is away, as every call notices; what was known last stays.
  }
}

const noteProgress = (state: SyncState, progress: SyncProgressMessage): void => {
  const { step, done, total } = progress
  state.live = { step, done, total, at: new Date(state.now()).toISOString() }
  state.onProgress(progress)
  const nowMs = performance.now()
  if (nowMs - state.loggedMs < loggedEveryMs) return
  state.loggedMs = nowMs
  state.log.info({ step, done, total }, 'market sync under way')
}

const noteEnd = ({ log, isClosed, onRecorded }: SyncState, end: SyncEnd): void => {
  if (end?.kind === 'synced') log.info({ build: end.build, sync: end.text }, 'market synced')
  else if (end?.kind === 'failed') log.warn({ reason: end.reason, retryAt: end.retryAt }, 'market sync failed')
  else if (end === null && !isClosed) log.warn('market sync ended without a word')
  if (end?.kind === 'synced') onRecorded()
}

const schedule = (state: SyncState, inMs: number): void => {
  clearTimeout(state.timer)
  state.timer = setTimeout(() => void run(state), inMs)
  state.timer.unref()
}

const run = async (state: SyncState): Promise<void> => {
  if (state.isClosed || state.running) return
  clearTimeout(state.timer)
  const { log, isOwnMirror, now } = state
  state.running = startSyncProcess({
    onProgress: (progress) => noteProgress(state, progress),
    onLine: (line) => log.info({ line }, 'market sync says'),
  })
  const end = await state.running.ended
  state.running = null
  state.live = null
  noteEnd(state, end)
  if (state.isClosed) return
  await readLedger(state)
  state.failures = end === null || end.kind === 'failed' ? state.failures + 1 : 0
  const { failures } = state
  schedule(state, nextSyncInMs({ end, failures, isOwnMirror, nowMs: now(), random: Math.random() }))
}

/** Notices a day that another process has taken over: this machine's catalogue is to follow it. */
const poll = async (state: SyncState): Promise<void> => {
  const before = state.record?.finishedAt
  await readLedger(state)
  if (state.running || state.record?.finishedAt === before) return
  state.onRecorded()
  if (state.isStarted) void run(state)
}

/** Follows the ledger, and starts syncs once it is told to. */
const createMarketSync = async (dependencies: MarketSyncDependencies): Promise<MarketSync> => {
  const state: SyncState = {
    ...dependencies,
    record: null,
    running: null,
    timer: undefined,
    isStarted: false,
    isClosed: false,
    failures: 0,
    onProgress: () => {},
    live: null,
    loggedMs: Number.NEGATIVE_INFINITY,
  }
  const polling = setInterval(() => void poll(state), pollMs)
  polling.unref()
  await readLedger(state)
  return {
    record: () => (state.live ? { ...(state.record ?? emptySyncRecord), progress: state.live } : state.record),
    start: (onProgress) => {
      state.isStarted = true
      state.onProgress = onProgress
      void run(state)
    },
    close: async () => {
      state.isClosed = true
      clearInterval(polling)
      clearTimeout(state.timer)
      await state.running?.stop()
    },
  }
}

/** Follows the daily pull of the market source; `null` for a source that nothing is pulled for. */
export const openMarketSync = async (
  { marketSource, tcgcsvUrl }: Config,
  dependencies: Pick<MarketSyncDependencies, 'ledger' | 'log' | 'now' | 'onRecorded'>,
): Promise<MarketSync | null> => {
  if (marketSource !== 'tcgcsv') return null
  const { isOwnMirror } = await import('../../sources/tcgcsv/mirror/etiquette.ts')
  return createMarketSync({ ...dependencies, source: marketSource, isOwnMirror: isOwnMirror(tcgcsvUrl) })
}
