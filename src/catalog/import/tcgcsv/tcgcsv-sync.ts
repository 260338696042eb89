import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { slugOf } from '../../../cards/fold.ts'
import { withFileLock } from '../../../files/file-lock.ts'
import { makeFolder } from '../../../files/make-folder.ts'
import { writeFileAtomically } from '../../../files/write-file-atomically.ts'
import { errorMessage } from '../../error-message.ts'
import { readCatalogStatus } from '../../index/catalog-status.ts'
import { type ImportReport, replaceIndex } from '../import-catalog.ts'
import type { Row } from '../row-fields.ts'
import { openSyncState } from './sync-state.ts'
import { createTcgcsvClient, SyncError, type TcgcsvClient } from './tcgcsv-client.ts'
import { readEnvelope, readLastUpdated } from './tcgcsv-folder.ts'

export interface SyncProgress {
  readonly step: 'lists' | 'sets' | 'import'
  readonly done: number
  readonly total: number
  /** Set or product line being fetched. */
  readonly name: string
}

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

/** Product lines that TCGCSV's owner says to leave out. */
const skippedLines = new Set([21, 69, 70])

const resultsOf = (body: string, path: string): Row[] => {
  try {
    return readEnvelope(JSON.parse(body), path) as Row[]
  } catch (error) {
    const reason = errorMessage(error)
    throw new SyncError(`TCGCSV answered ${path} with something else than its envelope (${reason}).`, null, error)
  }
}

/**
 * Creates a reader of TCGCSV's lists that keeps what it fetched under the addresses it came from, so that a sync that was broken off goes on where it was. What is
 * not there (404) has no rows.
 */
const createListReader =
  (folder: string, client: TcgcsvClient) =>
  async (path: string): Promise<Row[]> => {
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
  }

type ReadList = ReturnType<typeof createListReader>
type OnProgress = (progress: SyncProgress) => void

/** Fetches every list of the product lines. @returns how many sets they have */
const fetchLists = async (readList: ReadList, category: string | null, onProgress: OnProgress): Promise<number> => {
  const lines = (await readList('/tcgplayer/categories')).filter(
    ({ categoryId, name }) => !skippedLines.has(Number(categoryId)) && (category === null || slugOf(String(name)) === category),
  )
  if (lines.length === 0)
    throw new SyncError(
      category === null
        ? 'TCGCSV lists no product line.'
        : `TCGCSV has no product line with the slug ${JSON.stringify(category)}.`,
    )
  const sets: { readonly path: string; readonly name: string }[] = []
  for (const [done, { categoryId, name }] of lines.entries()) {
    onProgress({ step: 'lists', done, total: lines.length, name: String(name) })
    const path = `/tcgplayer/${Number(categoryId)}`
    for (const { groupId, name } of await readList(`${path}/groups`)) {
      sets.push({ path: `${path}/${Number(groupId)}`, name: String(name) })
    }
  }
  for (const [done, { path, name }] of sets.entries()) {
    onProgress({ step: 'sets', done, total: sets.length, name })
    // An empty set is answered 404, and then has no prices either.
    const products = await readList(`${path}/products`)
    if (products.length > 0) await readList(`${path}/prices`)
  }
  return sets.length
}

/** When TCGCSV's data was made: the text that says so, and the instant. */
const fetchLastUpdated = async (client: TcgcsvClient): Promise<{ text: string; lastUpdated: string }> => {
  const text = await client.get('/last-updated.txt')
  const ms = text === null ? null : readLastUpdated(text)
  if (text === null || ms === null) throw new SyncError('TCGCSV does not say when its data was made (/last-updated.txt).')
  return { text, lastUpdated: new Date(ms).toISOString() }
}

const pullCatalog = async (options: SyncOptions): Promise<SyncReport> => {
  const { file, now, onProgress = () => {}, category = null } = options
  const folder = `${file}.sync`
  const content = join(folder, 'content')
  makeFolder(folder)
  const state = await openSyncState(join(folder, 'state.json'), now)
  const status = await readCatalogStatus(file)
  if (status.state === 'ready') state.refuseBeforeDue(category)
  const client = createTcgcsvClient({
    baseUrl: options.baseUrl,
    userAgent: options.userAgent,
    now,
    beforeRequest: state.countRequest,
    pauseMs: options.pauseMs ?? 100,
    timeoutMs: options.timeoutMs ?? 30_000,
    signal: options.signal,
  })
  try {
    const { text, lastUpdated } = await fetchLastUpdated(client)
    if (status.state === 'ready' && status.fetchedAt === lastUpdated && state.hasFinished(category)) {
      return { status: 'current', requests: client.requests(), lastUpdated }
    }
    // What was fetched of another day, or for another selection, is of no use.
    if (!state.isOf(lastUpdated, category)) await rm(content, { recursive: true, force: true })
    makeFolder(content)
    await state.begin(lastUpdated, category)
    const sets = await fetchLists(createListReader(content, client), category, onProgress)
    onProgress({ step: 'import', done: sets, total: sets, name: file })
    await writeFileAtomically(join(content, 'last-updated.txt'), Buffer.from(text))
    const report = await replaceIndex([content], { file, now, sourceName: 'tcgcsv' })
    await state.finish()
    await rm(content, { recursive: true, force: true })
    return { status: 'synced', requests: client.requests(), report }
  } finally {
    client.close()
  }
}

/**
 * Fetches the catalogue from TCGCSV, keeping its etiquette: it asks first whether there is anything new, at most once a day, one call at a time with a pause
 * and its name. Broken off, it resumes; the index is replaced whole at the end or not at all.
 * @throws SyncError saying what stopped it
 * @throws FileLockedError when another import or sync is at work on the index
 */
export const syncCatalog = (options: SyncOptions): Promise<SyncReport> =>
  withFileLock(options.file, 'catalog sync', () => pullCatalog(options))
