import { basename, join } from 'node:path'
import { readConfig } from '../app/configuration/config.ts'
import type { ImportProgress } from '../catalog/import/import-catalog.ts'
import type { AccessStore } from '../stores/store.ts'
import { type Command, CommandError, formatTable, mebibytes, optional, printResult } from './command.ts'
import { keepCardNames } from './keep-card-names.ts'
import { namesLines } from './name-commands.ts'
import { createProgress } from './progress.ts'
import { refusalLines } from './refusal-lines.ts'
import { withStore } from './with-store.ts'

type Contents = Record<'products' | 'sets' | 'categories' | 'sizeBytes', number> & Record<'fetchedAt' | 'file', string>

const contentsLine = ({ products, sets, categories, sizeBytes, fetchedAt, file }: Readonly<Contents>): string =>
  `${products} products in ${sets} sets of ${categories} product lines, as of ${fetchedAt}, ` +
  `${mebibytes(sizeBytes)} in ${file}`

export const catalogCommands: readonly Command[] = [
  {
    name: 'catalog import',
    usage: 'PATH...',
    summary:
      'build the local catalogue from TCGCSV folders or catalogue JSON lines; replaces the one in use, whole ' +
      'or not at all',
    operandHelp: { PATH: 'a TCGCSV folder, or a file of JSON lines, as it is or gzipped; several make one catalogue' },
    examples: ['catalog import products.jsonl.gz', 'catalog import tcgcsv-folder'],
    run: async (context) => {
      const { catalogFile } = await readConfig(context.env)
      const { importCatalog } = await import('../catalog/import/import-catalog.ts')
      const { tcgcsvFolders } = await import('../sources/tcgcsv/files/catalog-folder.ts')
      const progress = createProgress(context)
      const onProgress = ({ step, path, rows, readBytes, totalBytes }: ImportProgress) =>
        progress.show(
          readBytes,
          totalBytes,
          `${rows} rows  ${step === 'read' ? 'reading' : 'writing'} ${basename(path)}`,
        )
      const report = await importCatalog(context.operands, {
        file: catalogFile,
        now: () => new Date(),
        folders: tcgcsvFolders(),
        onProgress,
      }).finally(progress.end)
      await keepCardNames(catalogFile)
      return {
        json: report,
        lines: [
          contentsLine(report),
          ...(report.lists.length === 0 ? [] : [`sets and product lines from ${report.lists.join(' and ')}`]),
          ...(report.names === null ? [] : namesLines(report.names)),
          ...refusalLines(report.refused),
        ],
      }
    },
  },
  {
    name: 'catalog sync',
    usage: '[--category SLUG]',
    summary: 'fetch the local catalogue from TCGCSV, at most once a day; goes on where a broken sync ended',
    options: { category: { type: 'string', value: 'SLUG', help: 'fetch this product line alone (default: all)' } },
    examples: ['catalog sync', 'catalog sync --category pokemon'],
    run: async (context) => {
      const { catalogFile, dataDir, tcgcsvUrl } = await readConfig(context.env)
      const { syncCatalog } = await import('../sources/tcgcsv/sync/catalog-sync.ts')
      const { version } = await import('../app/configuration/version.ts')
      const category = optional(context, 'category')
      const progress = createProgress(context)
      const sync = ({ syncLedger, now }: AccessStore) =>
        syncCatalog({
          file: catalogFile,
          workFolder: join(dataDir, 'tcgcsv'),
          baseUrl: tcgcsvUrl,
          userAgent: `card-market-data/${version}`,
          now,
          ledger: syncLedger,
          onProgress: ({ done, total, name }) => progress.show(done, total, name),
          ...(category === null ? {} : { category }),
        })
      const result = await withStore(context, sync, { isChecked: false }).finally(progress.end)
      await keepCardNames(catalogFile)
      return {
        json: result,
        lines: [
          result.status === 'synced'
            ? `${contentsLine(result.report)}; ${result.requests} requests`
            : `The catalogue is of today already (${result.lastUpdated}); nothing was fetched.`,
          ...(result.status === 'synced' && result.report.names !== null ? namesLines(result.report.names) : []),
        ],
      }
    },
  },
  {
    name: 'catalog status',
    summary: 'show what the local catalogue holds; ends with 1 when there is none that can be used',
    examples: ['catalog status', 'catalog status --json'],
    run: async (context) => {
      const { readCatalogStatus } = await import('../catalog/index/catalog-status.ts')
      const status = await readCatalogStatus((await readConfig(context.env)).catalogFile)
      if (status.state !== 'ready') {
        printResult(context, { json: status, lines: [] })
        throw new CommandError(
          status.state === 'missing'
            ? `There is no local catalogue at ${status.file}; run catalog import or catalog sync.`
            : `${status.file} cannot be used: ${status.reason}`,
        )
      }
      const rows = status.categories.map(({ name, slug, sets, products }) => [name, slug, sets, products])
      return {
        json: status,
        lines: [
          contentsLine({ ...status, categories: status.categories.filter(({ products }) => products > 0).length }),
          `source ${status.sourceName}, imported ${status.importedAt}`,
          ...(status.otherNames === 0 ? [] : [`${status.otherNames} names in other languages and passcodes`]),
          ...formatTable([['product line', 'slug', 'sets', 'products'], ...rows]),
        ],
      }
    },
  },
]
