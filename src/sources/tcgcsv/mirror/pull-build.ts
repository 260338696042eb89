import type { SyncRecord } from '../../../market/sync-ledger.ts'
import { dayMs, minuteMs } from '../../../time/units.ts'
import { openList } from '../format/envelope.ts'
import { readLastUpdatedMs } from '../format/last-updated.ts'
import type { MirrorLine } from '../format/read-lists.ts'
import { clockDisagreement, type WitnessClock } from './agree-on-time.ts'
import { chooseLines, readMirrorLines } from './choose-lines.ts'
import {
  askableAtMs,
  beginPull,
  type Clocks,
  dueAtMs,
  instantOf,
  isBegun,
  isOwnMirror,
  mayBeDue,
  pausedUntilMs,
} from './etiquette.ts'
import type { LedgerSession } from './ledger-session.ts'
import { createMirrorClient, type MirrorClient } from './mirror-client.ts'
import { categoriesAddress, type PullProgress, pullLines, pullLists } from './pull-lists.ts'
import { createOpenBudget, createRequestBudget, type RequestBudget } from './request-budget.ts'
import { SyncError } from './sync-error.ts'
import type { BuildFolder, WorkFolders } from './work-folder.ts'

export interface PullOptions {
  readonly baseUrl: string
  /** `App/1.2.3`. */
  readonly userAgent: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Product lines by slug or id; `null` for all. */
  readonly words: readonly string[] | null
  readonly folders: WorkFolders
  readonly session: LedgerSession
  /** Whether the caller has these product lines of a build already. */
  readonly isTaken: (build: string, lines: readonly MirrorLine[]) => boolean
  /** Newest build that was taken over; the mirror must not go back behind it. */
  readonly newestTaken: string | null
  /** Whether that build counts as pulled even without its files: the database holds what is in them. */
  readonly isSharedByDatabase: boolean
  /** Clocks besides the mirror's that must agree with `now`. */
  readonly witnesses?: () => readonly WitnessClock[]
  /** Goes by `now` alone: somebody has looked at the clocks. */
  readonly isClockAccepted?: boolean | undefined
  readonly onProgress: (progress: PullProgress) => void
  /** Between two calls to a public host. */
  readonly pauseMs?: number | undefined
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export type PullResult = { readonly requests: number } & (
  | { readonly status: 'whole'; readonly folder: BuildFolder; readonly lines: readonly MirrorLine[] }
  /** There is nothing to fetch: why, and when there may be. */
  | { readonly status: 'current'; readonly reason: string; readonly nextAt: string | null }
)

interface Stamp {
  readonly text: string
  readonly build: string
}

interface Pull {
  readonly options: PullOptions
  readonly client: MirrorClient
  readonly budget: RequestBudget
  readonly clocks: () => Clocks
  /** Whether the mirror is the operator's own, so that no etiquette binds it. */
  readonly isOwn: boolean
}

/** A build that lies further ahead than clocks differ would keep all true ones out. */
const maxAheadMs = dayMs
/** A whole build that is older than this and was not taken over shows a long outage, or a clock that has jumped. */
const maxUntakenMs = 2 * dayMs
/** How often a pull begins again at the operator's own mirror when that renews itself meanwhile. */
const maxOvertaken = 3

/** A length of time for a person, such as `6 d 3 h` or `12 min`. */
const spanText = (ms: number): string => {
  const minutes = Math.ceil(ms / minuteMs)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  return days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** The product lines asked for, by the folder's list; `null` without one, or when it lacks any of them. */
const linesIn = async (folder: BuildFolder, words: readonly string[] | null): Promise<readonly MirrorLine[] | null> => {
  const rows = openList((await folder.read(categoriesAddress)) ?? '').rows
  try {
    return rows && chooseLines(readMirrorLines(rows), words)
  } catch (error) {
    // The next build may know it.
    if (error instanceof SyncError) return null
    throw error
  }
}

const isWhole = async (folder: BuildFolder, lines: readonly MirrorLine[]): Promise<boolean> => {
  const whole = new Set(await folder.wholeLines())
  return lines.every(({ categoryId }) => whole.has(categoryId))
}

const askStamp = async ({ options, client, clocks, isOwn }: Pull): Promise<Stamp> => {
  const text = await client.get('/last-updated.txt')
  if (!isOwn) await options.session.update({ askedAt: instantOf(clocks()).at })
  const { nowMs, mirrorNowMs } = clocks()
  const witnesses = [...(options.witnesses?.() ?? []), { name: 'TCGCSV\'s "Date"', nowMs: mirrorNowMs }]
  const disagreement = options.isClockAccepted ? null : clockDisagreement(nowMs, witnesses)
  if (disagreement !== null) throw new SyncError(`${disagreement}.`)
  const ms = text === null ? null : readLastUpdatedMs(text)
  if (text === null || ms === null)
    throw new SyncError('TCGCSV does not say when its data was made (/last-updated.txt).')
  const build = new Date(ms).toISOString()
  if (ms > nowMs + maxAheadMs)
    throw new SyncError(`TCGCSV shows a build of the future (${build}); nothing was fetched.`)
  const { newestTaken } = options
  if (newestTaken !== null && build < newestTaken)
    throw new SyncError(
      `TCGCSV shows the build of ${build}, which is older than that of ${newestTaken}; nothing was fetched.`,
    )
  return { text, build }
}

/** Fetches what the folder lacks. @returns `null` when whole, else the build that replaced it meanwhile */
const complete = async (
  pull: Pull,
  folder: BuildFolder,
): Promise<{ lines: readonly MirrorLine[]; overtakenBy: Stamp | null }> => {
  const { options, client, budget, clocks, isOwn } = pull
  const { session, words, onProgress } = options
  const request = { folder, client, budget, onProgress }
  const lines = await pullLines(request, words)
  await pullLists(request, lines)
  const stamp = await askStamp(pull)
  if (stamp.build !== folder.build) return { lines, overtakenBy: stamp }
  await folder.setWholeLines([
    ...new Set([...(await folder.wholeLines()), ...lines.map(({ categoryId }) => categoryId)]),
  ])
  const begun = session.record().begun.find((one) => one.build === folder.build && one.folder === folder.id)
  const { at, mirrorAt } = begun ?? instantOf(clocks())
  if (!isOwn) await session.update({ pulled: { at, mirrorAt } })
  return { lines, overtakenBy: null }
}

/** Makes the folder of a build that is to be pulled from the beginning. @returns why not, when it may not begin now */
const begin = async (
  { options, clocks, isOwn }: Pull,
  stamp: Stamp,
  present: BuildFolder | null,
): Promise<BuildFolder | { readonly reason: string; readonly nextAt: string | null }> => {
  const { folders, session } = options
  const record = session.record()
  if (!isOwn && !mayBeDue(record, clocks())) {
    return {
      reason: `TCGCSV asks for one pull a day; the last began at ${record.pulled?.at}`,
      nextAt: iso(dueAtMs(record)),
    }
  }
  const folder = present ?? (await folders.create(stamp.build, stamp.text))
  if (isOwn) return folder
  const begun = beginPull(record, stamp.build, folder.id, clocks())
  if (begun === null) {
    const first = record.begun[0]
    throw new SyncError(
      'Two pulls were begun within a day and neither could be ended; the next begins when the first is a day old.',
      {
        retryAt: first ? new Date(Date.parse(first.at) + dayMs) : null,
      },
    )
  }
  await session.update({ begun })
  return folder
}

/** What may be asked of the mirror now, before it has been called. */
const plan = (record: SyncRecord, folder: BuildFolder | null, { clocks, isOwn }: Pull) => {
  const { nowMs } = clocks()
  const pausedMs = pausedUntilMs(record, nowMs)
  return {
    pausedMs,
    askableMs: isOwn ? null : askableAtMs(record, nowMs),
    canBegin: isOwn || mayBeDue(record, clocks()),
    canResume: folder !== null && (isOwn || isBegun(record, folder.build, folder.id)),
  }
}

const run = async (pull: Pull): Promise<PullResult> => {
  const { options, client, clocks } = pull
  const { folders, session, words, isTaken } = options
  const current = (reason: string, nextAt: string | null): PullResult => ({
    status: 'current',
    reason,
    nextAt,
    requests: client.requests(),
  })
  let folder = await folders.newest()
  const kept = folder && (await linesIn(folder, words))
  const isKeptWhole = folder !== null && kept !== null && (await isWhole(folder, kept))
  // A pull that ended whole and was not taken, since the process died: all is here.
  const untaken =
    folder && kept && isKeptWhole && !isTaken(folder.build, kept)
      ? { status: 'whole' as const, folder, lines: kept, requests: 0 }
      : null
  const isRecent = (build: string): boolean => Math.abs(clocks().nowMs - Date.parse(build)) <= maxUntakenMs
  if (untaken !== null && (options.isClockAccepted || isRecent(untaken.folder.build))) return untaken
  const record = session.record()
  const { pausedMs, askableMs, canBegin, canResume } = plan(record, folder, pull)
  if (pausedMs !== null) {
    const left = spanText(pausedMs - clocks().nowMs)
    const message = `TCGCSV has turned us away and is left alone until ${iso(pausedMs)}, ${left} from now.`
    throw new SyncError(message, { retryAt: new Date(pausedMs) })
  }
  const mayGoOn = canResume && !isKeptWhole
  if (!canBegin && !mayGoOn) return current(`the last pull began at ${record.pulled?.at}`, iso(dueAtMs(record)))
  let stamp: Stamp | null = null
  if (askableMs === null) {
    stamp = await askStamp(pull)
    if (untaken !== null) return { ...untaken, requests: client.requests() }
  }
  if (stamp === null && !mayGoOn) return current(`TCGCSV was asked at ${record.askedAt}`, iso(askableMs))

  for (let overtaken = 0; ; overtaken++) {
    if (stamp !== null && stamp.build !== folder?.build) {
      await folder?.dropPartialLines()
      if (stamp.build === session.record().refused?.build)
        return current(`the build of ${stamp.build} was refused; the next one is waited for`, null)
      if (stamp.build === options.newestTaken && options.isSharedByDatabase)
        return current(`the build of ${stamp.build} was taken over already`, null)
      const begun = await begin(pull, stamp, null)
      if ('reason' in begun) return current(begun.reason, begun.nextAt)
      folder = begun
    } else if (isKeptWhole) {
      return current(`TCGCSV still shows the build of ${folder?.build}`, null)
    } else if (folder && stamp !== null && !canResume) {
      const begun = await begin(pull, stamp, folder)
      if ('reason' in begun) return current(begun.reason, begun.nextAt)
    }
    if (folder === null) throw new Error('a pull goes on without a folder')
    const { lines, overtakenBy } = await complete(pull, folder)
    if (overtakenBy === null) return { status: 'whole', folder, lines, requests: client.requests() }
    if (pull.isOwn && overtaken === maxOvertaken)
      throw new SyncError('TCGCSV renewed itself again and again while it was pulled; the next sync begins anew.')
    stamp = overtakenBy
  }
}

/**
 * Brings the files of the mirror's newest build into a folder, keeping the owner's etiquette: `last-updated.txt` first,
 * at most one whole pull a day, no list of a build twice, and nothing at all before the end of a pause. What it must
 * know of earlier pulls stands in the ledger. Builds are never mixed: when the mirror renews itself meanwhile, what was
 * fetched is dropped and the pull begins again, once.
 * @throws SyncError saying what stopped it
 */
export const pullBuild = async (options: PullOptions): Promise<PullResult> => {
  const { baseUrl, userAgent, now, session, pauseMs = 100, timeoutMs = 30_000, signal } = options
  const isOwn = isOwnMirror(baseUrl)
  const clocks = (): Clocks => ({ nowMs: now(), mirrorNowMs: client.mirrorNow() })
  const budget = isOwn ? createOpenBudget(session) : createRequestBudget(session, clocks)
  const client = createMirrorClient({
    baseUrl,
    userAgent,
    now,
    signal,
    timeoutMs,
    isOwn,
    pauseMs: isOwn ? 0 : pauseMs,
    beforeRequest: budget.take,
  })
  try {
    const result = await run({ options, client, budget, clocks, isOwn })
    await budget.settle()
    return result
  } catch (error) {
    if (error instanceof SyncError && error.isPause)
      await session.update({ pausedUntil: error.retryAt?.toISOString() ?? null })
    throw error
  } finally {
    client.close()
  }
}
