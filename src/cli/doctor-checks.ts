import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../app/config.ts'
import { openStore } from '../stores/open-store.ts'

/** What was found of one thing. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'wrong'
  readonly found: string
  /** What to do about it, `null` when nothing. */
  readonly todo: string | null
}

/** A clock of another machine, and how far it is ahead of this one's. */
export interface OtherClock {
  readonly of: string
  readonly aheadMs: number
}

const leastFreeBytes = 500 * 1_048_576
const reachMs = 3_000

/** The `Date` of an answer is whole seconds old, and the way takes time. */
const clockToleranceMs = 5_000

/** Before this program was written; a clock that shows less was never set. */
const earliestMs = Date.parse('2026-01-01T00:00:00Z')

/** Nothing to do. */
export const ok = (name: string, found: string): Finding => ({ name, state: 'ok', found, todo: null })
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ')

/** The database, and its clock when it has one of its own. */
export const checkDatabase = async (config: Config): Promise<{ finding: Finding; clocks: readonly OtherClock[] }> => {
  const { database } = config
  const found = (finding: Finding, clocks: readonly OtherClock[] = []) => ({ finding, clocks })
  if (database.kind === 'sqlite' && !existsSync(database.file))
    return found({ name: 'database', state: 'warning', found: `none at ${database.file} yet`, todo: 'the first start makes it' })
  try {
    const store = await openStore(config, Date.now)
    try {
      const clocks = database.kind === 'postgres' ? [{ of: 'the database', aheadMs: store.now() - Date.now() }] : []
      const migrated = store.migrated.join(', ')
      const [first = ''] = await store.check()
      return first === 'ok'
        ? found(ok('database', `${database.kind}, sound${migrated ? `; brought up to date by ${migrated}` : ''}`), clocks)
        : found({ name: 'database', state: 'wrong', found: first, todo: 'restore a backup; docs/operations.md says how' })
    } finally {
      await store.close()
    }
  } catch (error) {
    const todo = 'bring it within reach, or correct DATABASE_URL'
    return found({ name: 'database', state: 'wrong', found: messageOf(error), todo })
  }
}

/** The index of a local catalogue. */
export const checkCatalog = async ({ catalogSource, catalogFile }: Config): Promise<Finding> => {
  if (catalogSource !== 'local') return ok('catalogue', `${catalogSource}; no index needed`)
  const { catalogStatus } = await import('../catalog/index/status.ts')
  const status = await catalogStatus(catalogFile)
  if (status.state === 'missing')
    return { name: 'catalogue', state: 'wrong', found: `no index at ${catalogFile}`, todo: 'run catalog sync or catalog import' }
  if (status.state === 'damaged')
    return { name: 'catalogue', state: 'wrong', found: status.reason, todo: 'import it anew; the old index is replaced whole' }
  return ok('catalogue', `${status.products} products as of ${status.fetchedAt}`)
}

/** This machine's clock beside others that are known. Allowances and the lifetimes of keys and of the cache go by it. */
export const checkClock = (nowMs: number, others: readonly OtherClock[]): Finding => {
  const shown = new Date(nowMs).toISOString()
  const todo = 'set the clock, best by NTP'
  if (nowMs < earliestMs) return { name: 'clock', state: 'wrong', found: shown, todo }
  const off = others.filter(({ aheadMs }) => Math.abs(aheadMs) > clockToleranceMs)
  if (off.length > 0) {
    const words = off.map(
      ({ of, aheadMs }) => `${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'behind' : 'ahead of'} ${of}`,
    )
    return { name: 'clock', state: 'warning', found: `${shown}, ${words.join(', ')}`, todo }
  }
  const agreed = others.length > 0 ? `; agrees with ${others.map(({ of }) => of).join(' and ')}` : ''
  return ok('clock', `${shown}${agreed}; allowances end on UTC minutes and months`)
}

/** Room where the service writes. */
export const checkDisk = async ({ dataDir }: Config): Promise<Finding> => {
  let folder = dataDir
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const found = `${(free / 1_048_576).toFixed(0)} MB free for ${dataDir}`
  return free >= leastFreeBytes
    ? ok('disk', found)
    : { name: 'disk', state: 'warning', found, todo: 'make room; a full disk stops metering, and with it the service' }
}

/** Asks a host for anything. @returns what kept it from answering, or the instant that it answered, if it told */
const reach = async (url: string): Promise<{ reason: string } | { reason: null; aheadMs: number | null }> => {
  const askedMs = Date.now()
  try {
    const { headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(reachMs) })
    // A cache in between answers with the instant at which it asked, and the seconds since.
    const instantMs = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1000
    return { reason: null, aheadMs: Number.isFinite(instantMs) ? instantMs - (askedMs + Date.now()) / 2 : null }
  } catch (error) {
    return { reason: messageOf(error instanceof Error && error.cause ? error.cause : error) }
  }
}

/** Whether the hosts of the market source answer, and their clocks. */
export const checkSource = async ({
  marketSource,
  upstream,
}: Config): Promise<{ finding: Finding; clocks: readonly OtherClock[] }> => {
  if (marketSource === 'sandbox') return { finding: ok('source', 'sandbox; nothing outside is asked'), clocks: [] }
  const { searchUrl, apiUrl, gatewayUrl, historyUrl } = upstream
  const origins = [...new Set([searchUrl, apiUrl, gatewayUrl, historyUrl].map((url) => new URL(url).origin))]
  const answers = await Promise.all(origins.map(async (origin) => ({ host: new URL(origin).host, ...(await reach(origin)) })))
  const failed = answers.filter(({ reason }) => reason !== null)
  const clocks = answers.flatMap((answer) =>
    answer.reason === null && answer.aheadMs !== null ? [{ of: answer.host, aheadMs: answer.aheadMs }] : [],
  )
  const finding: Finding =
    failed.length > 0
      ? {
          name: 'source',
          state: 'wrong',
          found: failed.map(({ host, reason }) => `${host}: ${reason}`).join('; '),
          todo: 'check the network, a proxy and the TCGPLAYER_… addresses',
        }
      : ok('source', `${marketSource}; all ${origins.length} hosts answer`)
  // One clock of the source is enough to compare with.
  return { finding, clocks: clocks.slice(0, 1) }
}

/** Whether the models of photo reading are there, are the ones expected, and load. */
export const checkModels = async ({ ocrWorkers }: Config): Promise<Finding> => {
  if (ocrWorkers === 0) return { name: 'photos', state: 'ok', found: 'off', todo: 'OCR_WORKERS above 0 turns photo reading on' }
  try {
    const { loadModels } = await import('../photo/model/models.ts')
    await loadModels(1)
    return ok('photos', `models as expected, ${ocrWorkers} workers`)
  } catch (error) {
    const todo = 'install anew with npm ci, optional packages included; or turn photos off with OCR_WORKERS=0'
    return { name: 'photos', state: 'wrong', found: messageOf(error), todo }
  }
}
