import type { ArchiveStore } from '../archive/ports.ts'
import type { LedgerSession } from '../sources/tcgcsv/mirror/ledger-session.ts'
import type { AccessStore } from '../stores/store.ts'
import { type CommandContext, CommandError, optional, UsageError } from './command.ts'
import { withExistingStore } from './with-store.ts'

/** The archive reads what it needs and checks it by its hashes, so a database of a gigabyte is not read whole first. */
const unchecked = { isChecked: false } as const

export const withArchive = <T>(context: CommandContext, work: (store: AccessStore) => Promise<T>): Promise<T> =>
  withExistingStore(context, work, unchecked)

/** The sources that a command is for: the one that `--source` names, else all that are kept. */
export const chosenSources = async (context: CommandContext, archive: ArchiveStore): Promise<readonly string[]> => {
  const kept = await archive.sources()
  const chosen = optional(context, 'source')
  if (chosen === null) return kept
  if (!kept.includes(chosen))
    throw new UsageError(
      kept.length === 0
        ? 'nothing is kept yet'
        : `nothing is kept of "${chosen}"; what is kept is of ${kept.join(', ')}`,
    )
  return [chosen]
}

/**
 * Runs `work` while nothing else syncs, imports or purges the source, on any machine that shares the database. Its
 * `check` is called before what only the holder may do.
 */
export const withSourceLease = async <T>(
  { syncLedger }: AccessStore,
  source: string,
  work: (session: LedgerSession) => Promise<T>,
): Promise<T> => {
  // Only with the commands that need it: no other is to load a market source.
  const { withLedgerSession } = await import('../sources/tcgcsv/mirror/ledger-session.ts')
  const done = await withLedgerSession(syncLedger, source, async (session) => ({ result: await work(session) }))
  if (done === null)
    throw new CommandError(
      `Prices of ${source} are being synced or imported by another process; try again when that has ended.`,
    )
  return done.result
}

export const sourceOption = (help: string) => ({ source: { type: 'string', value: 'NAME', help } }) as const
