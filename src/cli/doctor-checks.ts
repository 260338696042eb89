import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../app/configuration/config.ts'
import { ServiceError } from '../contract/errors.ts'
import type { SyncRecord } from '../market/sync-ledger.ts'
import { openStore } from '../stores/open-store.ts'
import { connectRedis } from '../stores/redis-connection.ts'
import { isNewDatabase } from '../stores/sqlite-mark.ts'
import { type AccessStore, UnusableDatabaseError } from '../stores/store.ts'
import { dayMs } from '../time/units.ts'

export interface Finding {
  readonly state: 'ok' | 'warning' | 'error'
  readonly detail: string
  readonly fix: string | null
}

/** Another machine's clock, and how far it is ahead of this one's. */
export interface OtherClock {
  readonly of: string
  readonly aheadMs: number
}

const minFreeBytes = 500 * 1_048_576
/** What SQLite lets its log grow to, 1000 pages, and the database then by as much. */
const minLogBytes = 8 * 1_048_576
const probeTimeoutMs = 3_000

/** The `Date` of an answer is cut to whole seconds, and the way takes time. */
const clockToleranceMs = 5_000

/** Before this program was written; a clock that shows less was never set. */
const earliestMs = Date.parse('2026-01-01T00:00:00Z')

export const ok = (detail: string): Finding => ({ state: 'ok', detail, fix: null })
export const warning = (detail: string, fix: string): Finding => ({ state: 'warning', detail, fix })
export const error = (detail: string, fix: string): Finding => ({ state: 'error', detail, fix })

export const causeOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replaceAll('\n', ' ')

/** What a check that cannot look tells: often it runs as another user than the service. */
const unseen = (cause: unknown): Finding =>
  error(`could not be looked into: ${causeOf(cause)}`, 'as it says; or run doctor as the user of the service')

/** The finding of a check, `null` where there is nothing to tell; what cannot be looked into is a finding too. */
export const checked = async <F extends Finding | null>(check: () => F | Promise<F>): Promise<F | Finding> => {
  try {
    return await check()
  } catch (cause) {
    return unseen(cause)
  }
}

/** An outage of ours tells callers to try again; an operator wants what the driver said. */
const driverErrorOf = (cause: unknown): unknown =>
  cause instanceof ServiceError && cause.cause instanceof Error ? cause.cause : cause

const remedies: readonly (readonly [said: RegExp, fix: string])[] = [
  [/is full|no space left|disk I\/O/i, 'free some space on the disk of the database, and see that it is sound'],
  [/locked|lock timeout/i, 'see which process holds the lock, such as sqlite3 or a copy of the file, and end it'],
  [/read-?only/i, 'make the file and its folder, or the server, writable'],
]

const databaseFix = (cause: unknown): string => {
  const error = driverErrorOf(cause)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // A host without an address, and roles, passwords and databases that PostgreSQL does not know.
  if (code === 'ENOTFOUND' || /^(?:28...|3D000)$/.test(code)) return 'correct DATABASE_URL'
  const remedy = remedies.find(([said]) => said.test(causeOf(error)))?.[1]
  return (
    remedy ??
    (cause instanceof UnusableDatabaseError
      ? 'as it says; docs/backup.md'
      : 'make it reachable, or correct DATABASE_URL')
  )
}

/**
 * What the database tells: its state, its clock where it has one of its own, how the daily pull stands, and how many
 * products the daily files have brought, `null` where they are not the source.
 */
export interface DatabaseCheck {
  readonly finding: Finding
  readonly clocks: readonly OtherClock[]
  readonly sync: SyncRecord | null
  /** Kept prices that bear a time to come; `null` for none. */
  readonly archive: Finding | null
  readonly products: number | null
}

const countDailyProducts = async ({ marketSource }: Config, { archive }: AccessStore): Promise<number | null> => {
  if (marketSource !== 'tcgcsv') return null
  const { countProducts } = await import('../sources/tcgcsv/sync/archive-day.ts')
  return countProducts(archive)
}

/** Charges as a call does, which a database that can be read may refuse. */
const chargeProblem = ({ probe }: Pick<AccessStore, 'probe'>): Promise<Finding | null> =>
  probe().then(
    () => null,
    (cause: unknown) =>
      error(`no call can be charged, so every one is refused: ${causeOf(driverErrorOf(cause))}`, databaseFix(cause)),
  )

/** Looks for prices that were recorded under a clock that was wrong. */
const checkMisdated = async ({ archive, now }: Pick<AccessStore, 'archive' | 'now'>): Promise<Finding | null> => {
  const { misdatedSegments } = await import('../archive/recorded-at.ts')
  const misdated = []
  for (const source of await archive.sources()) misdated.push(...misdatedSegments(await archive.headers(source), now()))
  const [first] = misdated
  if (first === undefined) return null
  const more = misdated.length > 1 ? ` (and ${misdated.length - 1} more)` : ''
  const build = new Date(first.observedAtMs).toISOString()
  return error(
    `the build of ${build} bears a time to come${more}: a clock was wrong`,
    `see that this clock is right, then archive withdraw ${build}; archive verify names all`,
  )
}

export const checkDatabase = async (
  config: Config,
  onMigrationWait: (reason: string) => void,
): Promise<DatabaseCheck> => {
  const { database } = config
  const without = (finding: Finding): DatabaseCheck => ({
    finding,
    clocks: [],
    sync: null,
    archive: null,
    products: null,
  })
  try {
    if (database.kind === 'sqlite' && isNewDatabase(database.file))
      return without(warning(`none at ${database.file} yet`, 'the first start makes it'))
  } catch (cause) {
    return without(unseen(cause))
  }
  try {
    const store = await openStore(config, Date.now, { onMigrationWait })
    try {
      const clocks = database.kind === 'postgres' ? [{ of: 'the database', aheadMs: store.now() - Date.now() }] : []
      const migrated = store.migrated.join(', ')
      const [first = ''] = await store.check()
      const charged = first === 'ok' ? await chargeProblem(store) : null
      const finding =
        first === 'ok'
          ? (charged ?? ok(`${database.kind}, sound${migrated ? `; brought up to date by ${migrated}` : ''}`))
          : error(first, 'restore a backup: database restore FILE')
      return {
        finding,
        clocks,
        sync: await store.syncLedger.read('tcgcsv'),
        archive: await checkMisdated(store),
        products: await countDailyProducts(config, store),
      }
    } finally {
      await store.close()
    }
  } catch (cause) {
    return without(error(causeOf(driverErrorOf(cause)), databaseFix(cause)))
  }
}

/** Checks that Redis answers a write. Without it everything is served, so its absence is no error. */
export const checkRedis = async (url: string): Promise<Finding> => {
  const { host } = new URL(url)
  let seen = { isConnected: false, reason: '' }
  const connection = await connectRedis(url, (isConnected, reason) => {
    seen = { isConnected, reason }
  })
  await connection.close()
  return seen.isConnected
    ? ok(`${host} answers`)
    : warning(
        `${host}: ${seen.reason}`,
        'make it reachable, or correct REDIS_URL; until then each process keeps its own cache',
      )
}

/** Of those that search finds, or prices and details know: fewer have changed between two builds. */
const maxChangedShare = 0.25

/** Checks the catalogue, and that search finds the products that prices and details know. */
export const checkCatalog = async (
  { catalogSource, catalogFile, marketSource, marketSync }: Config,
  { sync, products }: Pick<DatabaseCheck, 'sync' | 'products'>,
): Promise<Finding> => {
  if (catalogSource !== 'local') return ok(`${catalogSource}; no index needed`)
  const { readCatalogStatus } = await import('../catalog/index/catalog-status.ts')
  const status = await readCatalogStatus(catalogFile)
  if (status.state === 'missing' && marketSource === 'tcgcsv')
    return warning(`no index at ${catalogFile}`, marketSync ? 'the first sync of serve makes it' : 'run market sync')
  if (status.state === 'missing') return error(`no index at ${catalogFile}`, 'run catalog sync or catalog import PATH')
  if (status.state === 'damaged')
    return error(status.reason, 'run catalog sync, or catalog import PATH; the old index is replaced whole')
  const build = sync?.lastBuild ?? null
  if (products === null || build === null || products === status.products || status.sourceName !== 'tcgcsv')
    return ok(`${status.products} products as of ${status.fetchedAt}`)
  const both =
    `search finds ${status.products} products of ${status.fetchedAt}, ` +
    `prices and details know ${products} of ${build}`
  const isFar = Math.abs(products - status.products) > maxChangedShare * Math.max(products, status.products)
  if (status.fetchedAt === build || isFar)
    return error(both, `remove ${catalogFile} and run market sync, which builds it anew; else see what that build lost`)
  return warning(both, marketSync ? 'the next sync of serve builds the catalogue' : 'run market sync')
}

/** Checks the names that photos are matched with, which follow from a sound catalogue. */
export const checkCardNames = async (
  { catalogSource, catalogFile, ocrWorkers }: Config,
  catalog: Finding,
): Promise<Finding | null> => {
  if (catalogSource !== 'local' || ocrWorkers === 0 || catalog.state !== 'ok') return null
  const { hasCardNames } = await import('../app/composition/card-names.ts')
  return hasCardNames(catalogFile)
    ? null
    : warning(
        `${catalogFile}.names is missing, damaged or older than the catalogue`,
        'run catalog import or catalog sync; or restart serve, which packs it too',
      )
}

/** Compares this machine's clock with others. Allowances and the lifetimes of keys and of the cache go by it. */
export const checkClock = (nowMs: number, others: readonly OtherClock[]): Finding => {
  const shown = new Date(nowMs).toISOString()
  const fix = 'set the clock, best by NTP: timedatectl set-ntp true'
  if (nowMs < earliestMs) return error(shown, fix)
  const off = others.filter(({ aheadMs }) => Math.abs(aheadMs) > clockToleranceMs)
  if (off.length > 0) {
    const words = off.map(
      ({ of, aheadMs }) => `${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'behind' : 'ahead of'} ${of}`,
    )
    const isFarOff = off.some(({ aheadMs }) => Math.abs(aheadMs) > dayMs)
    return isFarOff
      ? error(`${shown}, ${words.join(', ')}; daily files are not taken over meanwhile`, fix)
      : warning(`${shown}, ${words.join(', ')}`, fix)
  }
  const agreed = others.length > 0 ? `; agrees with ${others.map(({ of }) => of).join(' and ')}` : ''
  return ok(`${shown}${agreed}; allowances end on UTC minutes and months`)
}

export const checkDisk = async ({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): Promise<Finding> => {
  let folder = dataDir
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  const detail = `${(freeBytes / 1_048_576).toFixed(0)} MB free for ${dataDir}`
  const fix = 'free some space; a full disk stops metering, and with it the service'
  if (freeBytes >= minFreeBytes) return ok(detail)
  return database.kind === 'sqlite' && freeBytes < minLogBytes
    ? error(`${detail}, less than the log of the database may need`, fix)
    : warning(detail, fix)
}

/** Sends a host a HEAD request. Any answer will do; it carries the host's clock. */
const probe = async (url: string): Promise<{ reason: string } | { reason: null; aheadMs: number | null }> => {
  const sentMs = Date.now()
  try {
    const { headers } = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(probeTimeoutMs),
    })
    // A cache in between sends the date of its own fetch, and the seconds since.
    const instantMs = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1000
    return { reason: null, aheadMs: Number.isFinite(instantMs) ? instantMs - (sentMs + Date.now()) / 2 : null }
  } catch (cause) {
    return { reason: causeOf(cause instanceof Error && cause.cause ? cause.cause : cause) }
  }
}

/** Checks that the hosts of the market source answer, and reads one of their clocks. */
export const checkSource = async ({
  marketSource,
  source,
}: Config): Promise<{ finding: Finding; clocks: readonly OtherClock[] }> => {
  const origins = [...new Set(source.hosts.map((url) => new URL(url).origin))]
  if (origins.length === 0) return { finding: ok(`${marketSource}; its answers ask no host`), clocks: [] }
  const answers = await Promise.all(
    origins.map(async (origin) => ({ host: new URL(origin).host, ...(await probe(origin)) })),
  )
  const failed = answers.filter(({ reason }) => reason !== null)
  const clocks = answers.flatMap((answer) =>
    answer.reason === null && answer.aheadMs !== null ? [{ of: answer.host, aheadMs: answer.aheadMs }] : [],
  )
  const finding =
    failed.length > 0
      ? error(
          failed.map(({ host, reason }) => `${host}: ${reason}`).join('; '),
          `check the network, a proxy and the addresses set for ${marketSource}`,
        )
      : ok(`${marketSource}; all ${origins.length} hosts answer`)
  // One clock of the source is enough to compare with.
  return { finding, clocks: clocks.slice(0, 1) }
}

/** Checks that the models of photo reading are there, are the ones expected, and load. */
export const checkModels = async ({ ocrWorkers }: Config): Promise<Finding> => {
  if (ocrWorkers === 0) return { ...ok('off'), fix: 'OCR_WORKERS above 0 turns photo reading on' }
  try {
    const { loadModels } = await import('../photo/model/models.ts')
    await loadModels(1)
    return ok(`models as expected, ${ocrWorkers} workers`)
  } catch (cause) {
    const fix = 'run npm ci again, optional packages included; or turn photos off with OCR_WORKERS=0'
    return error(causeOf(cause), fix)
  }
}
