import { join } from 'node:path'
import { type Config, readConfig } from '../app/configuration/config.ts'
import type { SyncMessage } from '../app/sync/sync-messages.ts'
import { fullDiskMessage } from '../files/full-disk.ts'
import type { SyncRecord } from '../market/sync-ledger.ts'
import type { MarketSyncOptions, MarketSyncResult } from '../sources/tcgcsv/sync/sync-market.ts'
import { type Command, type CommandContext, CommandError, type CommandResult } from './command.ts'
import { keepCardNames } from './keep-card-names.ts'
import { createProgress } from './progress.ts'
import { withExistingStore, withStore } from './with-store.ts'

const ends = ['disconnect', 'SIGTERM', 'SIGINT'] as const

/** How long a sync that is to end may take to give its lease back. */
const endMs = 400

/** The service that started this sync, if one did: it is told how the sync goes, and its end ends the sync. */
const followParent = (stop: AbortController) => {
  const end = (): void => {
    stop.abort(new Error('the service has ended'))
    setTimeout(() => process.exit(1), endMs)
  }
  for (const event of ends) process.once(event, end)
  return {
    isWatching: process.connected === true,
    tell: (message: SyncMessage): void => {
      // A service that has just ended hears nothing any more.
      if (process.connected) process.send?.(message, (error) => void error)
    },
    close: (): void => {
      for (const event of ends) process.removeListener(event, end)
      if (process.connected) process.disconnect?.()
    },
  }
}

const count = (of: Readonly<Record<string, number>>): number => Object.values(of).reduce((sum, one) => sum + one, 0)

const linesOf = (result: MarketSyncResult): readonly string[] => {
  const { requests } = result
  if (result.status === 'current') {
    const next = result.nextAt === null ? '' : `; the next is due at ${result.nextAt}`
    const built = result.catalogueBuilt ? ' The catalogue was built anew.' : ''
    return [`Nothing is due: ${result.reason}${next}.${built}`]
  }
  const { build, prices, products, lines, refusedRows } = result
  const left = count(refusedRows)
  return [
    `Took over the build of ${build}: ${prices} prices of ${products} products of ${lines.join(', ')}; ` +
      `${requests} requests.`,
    ...(left === 0
      ? []
      : [
          `${left} rows were left out:`,
          ...Object.entries(refusedRows).map(([reason, rows]) => `  ${rows} × ${reason}`),
        ]),
  ]
}

const messageOf = (result: MarketSyncResult): SyncMessage => {
  const text = linesOf(result)[0] ?? ''
  return result.status === 'synced'
    ? { kind: 'synced', build: result.build, text }
    : { kind: 'current', nextAt: result.nextAt, text }
}

const describeBusy = (record: SyncRecord | null): string => {
  const { progress = null } = record ?? {}
  const state = progress ? ` (${progress.step}: ${progress.done} of ${progress.total})` : ''
  return `Another process is syncing already${state}; market status shows how far it is.`
}

const categoriesOf = ({ options }: CommandContext): readonly string[] | null => {
  const { category } = options as Record<string, unknown>
  return Array.isArray(category) && category.length > 0 ? category.map(String) : null
}

const optionsOf = (
  config: Config,
): Pick<MarketSyncOptions, 'baseUrl' | 'workFolder' | 'catalogFile' | 'keepsHistory'> => ({
  baseUrl: config.tcgcsvUrl,
  workFolder: join(config.dataDir, 'tcgcsv'),
  catalogFile: config.catalogFile,
  keepsHistory: config.priceArchive || config.marketSource !== 'tcgcsv',
})

const sync = async (context: CommandContext): Promise<CommandResult> => {
  const config = await readConfig(context.env)
  const { syncMarket } = await import('../sources/tcgcsv/sync/sync-market.ts')
  const { SyncError } = await import('../sources/tcgcsv/mirror/sync-error.ts')
  const { version } = await import('../app/configuration/version.ts')
  const stop = new AbortController()
  const parent = followParent(stop)
  const progress = createProgress(context)
  try {
    const result = await withStore(
      context,
      (store) =>
        syncMarket({
          ...optionsOf(config),
          userAgent: `card-market-data/${version}`,
          now: store.now,
          machineNow: Date.now,
          isClockAccepted: context.options['accept-clock'] === true,
          words: categoriesOf(context) ?? config.tcgcsvCategories,
          ledger: store.syncLedger,
          archive: store.archive,
          accept: context.options.accept === true,
          signal: stop.signal,
          onProgress: ({ step, done, total, name }) => {
            if (parent.isWatching) parent.tell({ kind: 'progress', step, done, total, name })
            else progress.show(done, total, [step, name].filter(Boolean).join(' '))
          },
        }).then(async (done) => done ?? describeBusy(await store.syncLedger.read('tcgcsv'))),
      { isChecked: false },
    )
    progress.end()
    if (typeof result === 'string') {
      parent.tell({ kind: 'busy' })
      throw new CommandError(result)
    }
    if (result.catalogueBuilt) await keepCardNames(config.catalogFile)
    parent.tell(messageOf(result))
    return { json: result, lines: linesOf(result) }
  } catch (error) {
    progress.end()
    const retryAt = error instanceof SyncError ? (error.retryAt?.toISOString() ?? null) : null
    const reason = fullDiskMessage(error, config.dataDir) ?? (error instanceof Error ? error.message : String(error))
    if (!(error instanceof CommandError)) parent.tell({ kind: 'failed', reason, retryAt })
    throw error
  } finally {
    parent.close()
  }
}

const statusLines = (record: SyncRecord | null): readonly string[] => {
  if (record === null)
    return ['Nothing was pulled yet; market sync does it, as serve does by itself with MARKET_SOURCE=tcgcsv.']
  const { lastBuild, lines, finishedAt, pulled, progress, refused, failure, pausedUntil, reserved } = record
  const rows = lines.reduce((sum, line) => sum + line.rows, 0)
  return [
    lastBuild === null
      ? 'no build was taken over yet'
      : `build ${lastBuild}, ${rows} prices of ${lines.length} product lines, taken over ${finishedAt}`,
    ...(pulled === null ? [] : [`last pull began ${pulled.at}; the next is due a day later`]),
    `requests of the last day: ${reserved.reduce((sum, block) => sum + block.count, 0)}`,
    ...(progress === null
      ? []
      : [`under way: ${progress.step}, ${progress.done} of ${progress.total}, as of ${progress.at}`]),
    ...(pausedUntil === null ? [] : [`the mirror is left alone until ${pausedUntil}`]),
    ...(refused === null
      ? []
      : [
          `refused: the build of ${refused.build}, ${refused.reason}; it lies in ${refused.folder}, and ` +
            'market sync --accept takes it',
        ]),
    ...(failure === null ? [] : [`the last attempt failed at ${failure.at}: ${failure.reason}`]),
  ]
}

export const marketCommands: readonly Command[] = [
  {
    name: 'market sync',
    usage: '[--category SLUG]... [--accept] [--accept-clock]',
    summary: 'fetch daily prices and catalogue from TCGCSV when a newer day is due; goes on where a broken sync ended',
    options: {
      category: {
        type: 'string',
        multiple: true,
        value: 'SLUG',
        help: 'product line by slug or id; may be repeated (default: TCGCSV_CATEGORIES)',
      },
      accept: { type: 'boolean', help: 'take over the build that was refused, after a look at it' },
      'accept-clock': { type: 'boolean', help: 'go by the clock of this service though other clocks differ' },
    },
    examples: ['market sync', 'market sync --category pokemon --category magic'],
    run: sync,
  },
  {
    name: 'market status',
    summary: 'show the newest day of prices, the pull under way, and what was refused or failed',
    examples: ['market status'],
    run: (context) =>
      withExistingStore(context, async (store) => {
        const record = await store.syncLedger.read('tcgcsv')
        return { json: { sync: record }, lines: statusLines(record) }
      }),
  },
]
