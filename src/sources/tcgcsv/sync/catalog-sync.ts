import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImportReport, replaceIndex } from '../../../catalog/import/import-catalog.ts'
import { readCatalogStatus } from '../../../catalog/index/catalog-status.ts'
import { withFileLock } from '../../../files/file-lock.ts'
import { withReservedSpace } from '../../../files/reserved-space.ts'
import { writeFileAtomically } from '../../../files/write-file-atomically.ts'
import type { SyncLedger } from '../../../market/sync-ledger.ts'
import { dayMs } from '../../../time/units.ts'
import { tcgcsvFolders } from '../files/catalog-folder.ts'
import { openList } from '../format/envelope.ts'
import { chooseLines, readMirrorLines } from '../mirror/choose-lines.ts'
import { type LedgerSession, withLedgerSession } from '../mirror/ledger-session.ts'
import { pullBuild } from '../mirror/pull-build.ts'
import { categoriesAddress, type PullProgress } from '../mirror/pull-lists.ts'
import { SyncError } from '../mirror/sync-error.ts'
import { type BuildFolder, createWorkFolders, type WorkFolders } from '../mirror/work-folder.ts'
import { tcgcsvName } from './archive-day.ts'
import { judgeCatalog } from './judge-catalog.ts'
import { refuseBuild } from './refuse-build.ts'

export interface CatalogSyncOptions {
  /** The index file. */
  readonly file: string
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

/** How long a list of product lines is taken for complete: the market gets a new one a few times a year. */
const listTrustedMs = 7 * dayMs

/**
 * Refuses a product line that the list of the build in the work folder lacks, so that a mistyped word asks the mirror
 * for nothing.
 * @throws SyncError naming what is near it
 */
const refuseUnknownLine = async (folders: WorkFolders, word: string, nowMs: number): Promise<void> => {
  const folder = await folders.newest()
  if (folder === null || nowMs - Date.parse(folder.build) > listTrustedMs) return
  const { rows } = openList((await folder.read(categoriesAddress)) ?? '')
  if (!rows?.length) return
  try {
    chooseLines(readMirrorLines(rows), [word])
  } catch (error) {
    if (!(error instanceof SyncError)) throw error
    throw new SyncError(`${error.message} This is by its list of ${folder.build}; nothing was fetched.`)
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
  const refuse = (session: LedgerSession, folder: BuildFolder, reasons: readonly string[]) =>
    refuseBuild(
      { session, folders, at: new Date(now()).toISOString() },
      folder,
      reasons,
      (path) => `The index in use stays; the files lie in ${path}, and catalog import ${path} takes them after all.`,
    )
  const build = async (session: LedgerSession): Promise<CatalogSyncReport> => {
    const pulled = await pullBuild({
      baseUrl,
      userAgent,
      now,
      words: category === null ? null : [category],
      folders,
      session,
      signal,
      pauseMs,
      timeoutMs,
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
      folders: tcgcsvFolders(new Set(pulled.lines.map(({ categoryId }) => categoryId))),
      judge: async (index) => {
        if (status.state !== 'ready' || status.sourceName !== tcgcsvName) return
        const reasons = await judgeCatalog(file, index, category === null && built?.category === null)
        if (reasons.length > 0) throw await refuse(session, pulled.folder, reasons)
      },
    })
    const done: Built = { build: pulled.folder.build, category }
    await writeFileAtomically(builtFile, Buffer.from(JSON.stringify(done)))
    const { refused } = session.record()
    if (refused !== null && refused.build < done.build) await session.update({ refused: null })
    return { status: 'synced', requests: pulled.requests, report }
  }
  const result = await withReservedSpace(workFolder, (releaseSpace) =>
    withLedgerSession(ledger, tcgcsvName, (session) =>
      build(session).catch(async (error: unknown) => {
        await releaseSpace()
        throw error
      }),
    ),
  )
  if (result === null) throw new SyncError('A sync is running already; market status shows how far it is.')
  return result
}

/**
 * Fetches the catalogue alone from TCGCSV, keeping its etiquette with the memory that `market sync` has too. Broken
 * off, it resumes; the index is replaced whole at the end or not at all.
 * @throws RefusedBuildError when products were lost or mixed up since the index in use, which stays
 * @throws SyncError saying what else stopped it
 * @throws FileLockedError when another import or sync is at work on the index
 */
export const syncCatalog = (options: CatalogSyncOptions): Promise<CatalogSyncReport> =>
  withFileLock(options.file, 'catalog sync', () => pullCatalog(options))
