import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImportReport, replaceIndex } from '../../../../catalog/import/import-catalog.ts'
import { readCatalogStatus } from '../../../../catalog/index/catalog-status.ts'
import { withFileLock } from '../../../../files/file-lock.ts'
import { writeFileAtomically } from '../../../../files/write-file-atomically.ts'
import type { SyncLedger } from '../../../sync-ledger.ts'
import { withLedgerSession } from '../mirror/ledger-session.ts'
import { pullBuild } from '../mirror/pull-build.ts'
import type { PullProgress } from '../mirror/pull-lists.ts'
import { refuseUnknownLine } from '../mirror/refuse-unknown-line.ts'
import { SyncError } from '../mirror/sync-error.ts'
import { createWorkFolders } from '../mirror/work-folder.ts'
import { tcgcsvName } from './archive-day.ts'

export interface CatalogSyncOptions {
  /** The index file. */
  readonly file: string
  /** Where the files of a build lie. */
  readonly workFolder: string
  readonly baseUrl: string
  /** `App/1.2.3`. */
  readonly userAgent: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly ledger: SyncLedger
  /** One product line by its slug; all when left out. */
  readonly category?: string
  readonly pauseMs?: number
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: PullProgress) => void
}

/** How a sync ended: `current` when there was nothing newer to fetch. */
export type CatalogSyncReport =
  | { readonly status: 'synced'; readonly requests: number; readonly report: ImportReport }
  | { readonly status: 'current'; readonly requests: number; readonly lastUpdated: string }

/** What the index was built of. */
interface Built {
  readonly build: string
  readonly category: string | null
}

const readBuilt = async (path: string): Promise<Built | null> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Built
  } catch {
    // Without it the index is built once more, of files that are here.
    return null
  }
}

const pullCatalog = async (options: CatalogSyncOptions): Promise<CatalogSyncReport> => {
  const { file, workFolder, baseUrl, userAgent, now, ledger, category = null, pauseMs, timeoutMs, signal } = options
  const onProgress = options.onProgress ?? (() => {})
  const folders = createWorkFolders(workFolder)
  const builtFile = join(workFolder, 'catalogue.json')
  if (category !== null) await refuseUnknownLine(folders, category, now())
  const status = await readCatalogStatus(file)
  const built = status.state === 'ready' ? await readBuilt(builtFile) : null
  const isOfBuild = (build: string): boolean => built?.category === category && built.build === build
  const result = await withLedgerSession(ledger, tcgcsvName, async (session): Promise<CatalogSyncReport> => {
    const pulled = await pullBuild({
      baseUrl,
      userAgent,
      now,
      words: category === null ? null : [category],
      folders,
      session,
      signal,
      ...(pauseMs === undefined ? {} : { pauseMs }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      isTaken: isOfBuild,
      newestTaken: session.record().lastBuild,
      // It is made of the files alone.
      isSharedByDatabase: false,
      onProgress,
    })
    if (pulled.status === 'current') {
      if (built?.category === category && pulled.requests > 0)
        return { status: 'current', requests: pulled.requests, lastUpdated: built.build }
      const next = pulled.nextAt === null ? '' : `, so the next is due at ${pulled.nextAt}`
      throw new SyncError(`TCGCSV asks for one sync a day: ${pulled.reason}${next}.`, {
        retryAt: pulled.nextAt === null ? null : new Date(pulled.nextAt),
      })
    }
    onProgress({ step: 'catalogue', done: 0, total: 1, name: file })
    const report = await replaceIndex([pulled.folder.path], {
      file,
      now: () => new Date(now()),
      sourceName: 'tcgcsv',
      categoryIds: new Set(pulled.lines.map(({ categoryId }) => categoryId)),
    })
    const done: Built = { build: pulled.folder.build, category }
    await writeFileAtomically(builtFile, Buffer.from(JSON.stringify(done)))
    return { status: 'synced', requests: pulled.requests, report }
  })
  if (result === null) throw new SyncError('A sync is running already; market status shows how far it is.')
  return result
}

/**
 * Fetches the catalogue alone from TCGCSV, keeping its etiquette with the memory that `market sync` has too. Broken off, it resumes; the index is replaced whole at the
 * end or not at all.
 * @throws SyncError saying what stopped it
 * @throws FileLockedError when another import or sync is at work on the index
 */
export const syncCatalog = (options: CatalogSyncOptions): Promise<CatalogSyncReport> =>
  withFileLock(options.file, 'catalog sync', () => pullCatalog(options))
