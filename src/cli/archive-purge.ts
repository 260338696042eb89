import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../app/configuration/config.ts'
import { readCatalogStatus } from '../catalog/index/catalog-status.ts'
import { withSourceLease } from './archive-store.ts'
import { type CommandContext, CommandError, type CommandResult, required, UsageError } from './command.ts'
import { withStore } from './with-store.ts'

const daysText = (count: number): string => (count === 1 ? '1 segment' : `${count} segments`)

/** The catalogue of a source, what was packed of it, and the files that were fetched or refused. */
const filesOf = async (source: string, dataDir: string, catalogFile: string): Promise<readonly string[]> => {
  if (source !== 'tcgcsv') return []
  const catalog = await readCatalogStatus(catalogFile)
  const isOfSource = catalog.state === 'damaged' || (catalog.state === 'ready' && catalog.sourceName === source)
  return [...(isOfSource ? [catalogFile, `${catalogFile}.names`] : []), join(dataDir, source)].filter((path) =>
    existsSync(path),
  )
}

export const purgeArchive = async (context: CommandContext): Promise<CommandResult> => {
  const source = required(context, 'source')
  const { dataDir, catalogFile } = await readConfig(context.env)
  return withStore(
    context,
    async (store) => {
      const segments = (await store.archive.headers(source)).length
      const files = await filesOf(source, dataDir, catalogFile)
      if (segments === 0 && files.length === 0 && !(await store.archive.sources()).includes(source))
        throw new CommandError(`Nothing is kept of "${source}".`)
      if (context.options.yes !== true)
        throw new UsageError(
          `archive purge removes ${[`${daysText(segments)} of ${source}`, ...files].join(', ')} for ever; ` +
            'add --yes to do it',
        )
      await withSourceLease(store, source, async () => {
        await store.archive.purge(source)
        await store.syncLedger.remove(source)
      })
      for (const path of files) await rm(path, { recursive: true, force: true })
      return {
        json: { source, segments, files },
        lines: [
          `Removed ${daysText(segments)} of ${source} with their index, the records of its products and what ` +
            'was known of its syncs.',
          ...files.map((path) => `Removed ${path}.`),
          'Backups of the database made before, exports, and the memory of a service that runs still hold ' +
            'it: remove the former, restart the latter.',
          ...(source === 'tcgcsv'
            ? [
                'A service with MARKET_SOURCE=tcgcsv fetches anew when it starts; the mirror asks for one ' +
                  'pull a day at most.',
              ]
            : []),
        ],
      }
    },
    { isChecked: false },
  )
}
