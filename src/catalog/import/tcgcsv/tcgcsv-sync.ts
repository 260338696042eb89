import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { slugOf } from '../../../cards/fold.ts'
import { withFileLock } from '../../../files/file-lock.ts'
import { makeFolder } from '../../../files/make-folder.ts'
import { writeFileAtomically } from '../../../files/write-file-atomically.ts'
import { readCatalogStatus } from '../../index/catalog-status.ts'
import { type ImportReport, replaceIndex } from '../import-catalog.ts'
import { createTcgcsvClient, SyncError, type TcgcsvClient } from './tcgcsv-client.ts'
import { readEnvelope, readLastUpdated } from './tcgcsv-folder.ts'

/** How far a sync is. */
export interface SyncProgress {
  readonly step: 'lists' | 'sets' | 'import'
  readonly done: number
  readonly total: number
  /** Set or product line being fetched. */
  readonly name: string
}

/** What to sync, from where and to where. */
export interface SyncOptions {
  /** The index file; what is fetched meanwhile lies in a folder beside it. */
  readonly file: string
  readonly baseUrl: string
  /** `App/1.2.3`. */
  readonly userAgent: string
  readonly now: () => Date
  /** One product line by its slug; all when left out. */
  readonly category?: string
  readonly pauseMs?: number
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SyncProgress) => void
}

/** How a sync ended: `current` when there was nothing newer to fetch. */
export type SyncReport =
  | { readonly status: 'synced'; readonly requests: number; readonly report: ImportReport }
  | { readonly status: 'current'; readonly requests: number; readonly lastUpdated: string }

interface SyncState {
  /** The day's data that the folder holds. */
  lastUpdated: string
  category: string | null
  /** When the last sync ended well. */
  finishedAt: string | null
  /** Requests made since `countedFrom`, at most `maxRequestsADay` a day. */
  requests: number
  countedFrom: string
}

const dayMs = 24 * 3_600_000
/** The owner bans who asks 10,000 times a day; we stop well before. */
const maxRequestsADay = 9_500
/** Product lines that TCGCSV's owner says to leave out. */
const skipped = new Set([21, 69, 70])

const readState = async (path: string): Promise<SyncState | null> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as SyncState
  } catch {
    // Without a state, or with one that a crash has cut off, a sync starts from the beginning.
    return null
  }
}

type Rows = Readonly<Record<string, unknown>>[]

const resultsOf = (body: string, path: string): Rows => {
  try {
    return readEnvelope(JSON.parse(body), path) as Rows
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SyncError(`TCGCSV answered ${path} with something else than its envelope (${reason}).`, null, error)
  }
}

/** Lists fetched so far, kept under the addresses they came from, so that a sync that was broken off goes on where it was. */
const createKept = (folder: string, client: TcgcsvClient) => ({
  results: async (path: string): Promise<Rows> => {
    const file = join(folder, path)
    try {
      return resultsOf(await readFile(file, 'utf8'), path)
    } catch {
      const body = await client.get(path)
      if (body === null) return []
      const rows = resultsOf(body, path)
      makeFolder(dirname(file))
      await writeFileAtomically(file, Buffer.from(body))
      return rows
    }
  },
})

/**
 * Fetches the catalogue from TCGCSV, keeping its etiquette: it asks first whether there is anything new, at most once a day, one call at a time with a pause
 * and its name. Broken off, it resumes; the index is replaced whole at the end or not at all.
 * @throws SyncError saying what stopped it
 * @throws FileLockedError when another import or sync is at work on the index
 */
export const syncCatalog = (options: SyncOptions): Promise<SyncReport> =>
  withFileLock(options.file, 'catalog sync', () => pullCatalog(options))

const pullCatalog = async (options: SyncOptions): Promise<SyncReport> => {
  const { file, baseUrl, userAgent, now, onProgress, category = null } = options
  const folder = `${file}.sync`
  const statePath = join(folder, 'state.json')
  makeFolder(folder)
  const before = await readState(statePath)
  const finishedMs = Date.parse(before?.finishedAt ?? '')
  if (now().getTime() - finishedMs < dayMs && before?.category === category) {
    const retryAt = new Date(finishedMs + dayMs)
    if ((await readCatalogStatus(file)).state === 'ready') {
      throw new SyncError(
        `The last sync was at ${before.finishedAt}; TCGCSV asks for one a day, so the next is due at ${retryAt.toISOString()}.`,
        retryAt,
      )
    }
  }
  const countedFromMs = Date.parse(before?.countedFrom ?? '')
  const sameDay = now().getTime() - countedFromMs < dayMs
  const state: SyncState = {
    lastUpdated: before?.lastUpdated ?? '',
    category,
    finishedAt: before?.finishedAt ?? null,
    requests: sameDay ? (before?.requests ?? 0) : 0,
    countedFrom: sameDay ? (before?.countedFrom ?? '') : now().toISOString(),
  }
  const save = (): Promise<void> => writeFileAtomically(statePath, Buffer.from(JSON.stringify(state)))
  const count = async (): Promise<void> => {
    if (state.requests >= maxRequestsADay) {
      throw new SyncError(
        `${state.requests} requests were made since ${state.countedFrom}, as many as TCGCSV takes in a day; run the sync again a day later, it resumes.`,
        new Date(Date.parse(state.countedFrom) + dayMs),
      )
    }
    state.requests++
    await save()
  }

  const client = createTcgcsvClient({
    baseUrl,
    userAgent,
    now,
    beforeRequest: count,
    pauseMs: options.pauseMs ?? 100,
    timeoutMs: options.timeoutMs ?? 30_000,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  const updatedText = await client.get('/last-updated.txt')
  const updatedMs = updatedText === null ? null : readLastUpdated(updatedText)
  if (updatedText === null || updatedMs === null)
    throw new SyncError('TCGCSV does not say when its data was made (/last-updated.txt).')
  const lastUpdated = new Date(updatedMs).toISOString()
  const content = join(folder, 'content')
  const status = await readCatalogStatus(file)
  if (
    status.state === 'ready' &&
    status.fetchedAt === lastUpdated &&
    before?.category === category &&
    before.finishedAt !== null
  ) {
    return { status: 'current', requests: client.requests(), lastUpdated }
  }
  // What was fetched of another day, or for another selection, is of no use.
  if (before?.lastUpdated !== lastUpdated || before.category !== category) await rm(content, { recursive: true, force: true })
  state.lastUpdated = lastUpdated
  makeFolder(content)
  await save()

  const kept = createKept(content, client)
  const lines = (await kept.results('/tcgplayer/categories')).filter(
    ({ categoryId, name }) => !skipped.has(Number(categoryId)) && (category === null || slugOf(String(name)) === category),
  )
  if (lines.length === 0)
    throw new SyncError(
      category === null
        ? 'TCGCSV lists no product line.'
        : `TCGCSV has no product line with the slug ${JSON.stringify(category)}.`,
    )
  const sets: { readonly path: string; readonly name: string }[] = []
  for (const [done, { categoryId, name }] of lines.entries()) {
    onProgress?.({ step: 'lists', done, total: lines.length, name: String(name) })
    const path = `/tcgplayer/${Number(categoryId)}/groups`
    for (const group of await kept.results(path)) {
      sets.push({ path: `/tcgplayer/${Number(categoryId)}/${Number(group.groupId)}`, name: String(group.name) })
    }
  }
  for (const [done, { path, name }] of sets.entries()) {
    onProgress?.({ step: 'sets', done, total: sets.length, name })
    // An empty set is answered 404, and then has no prices either.
    const products = await kept.results(`${path}/products`)
    if (products.length > 0) await kept.results(`${path}/prices`)
  }
  onProgress?.({ step: 'import', done: sets.length, total: sets.length, name: file })
  await writeFileAtomically(join(content, 'last-updated.txt'), Buffer.from(updatedText))
  const report = await replaceIndex([content], { file, now, sourceName: 'tcgcsv' })
  state.finishedAt = now().toISOString()
  await save()
  await rm(content, { recursive: true, force: true })
  return { status: 'synced', requests: client.requests(), report }
}
