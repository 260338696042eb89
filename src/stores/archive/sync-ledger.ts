import { randomUUID } from 'node:crypto'
import { emptySyncRecord, type SyncLedger, type SyncRecord } from '../../market/sync-ledger.ts'
import type { ArchiveDatabase } from './archive-database.ts'

/** A lease that began so much later than now, in milliseconds, was taken by a clock that was wrong, and is over. */
const clockToleranceMs = 60_000

/** Pulls remembered in the accounts' database. Each holder has its own name: a replaced one writes nothing more. */
export const createSyncLedger = ({
  read,
  transact,
  nowMs,
}: Pick<ArchiveDatabase, 'read' | 'transact' | 'nowMs'>): SyncLedger => {
  const acquireStatement = `
    insert into market_sync (source, holder, lease_ms, lease_until_ms)
    values ($1, $2, cast($3 as bigint), ${nowMs} + cast($3 as bigint))
    on conflict (source) do update set
      holder = excluded.holder, lease_ms = excluded.lease_ms, lease_until_ms = excluded.lease_until_ms
    where market_sync.holder is null or market_sync.lease_until_ms <= ${nowMs}
      or market_sync.lease_until_ms - market_sync.lease_ms > ${nowMs} + ${clockToleranceMs}
    returning source`

  /** Whether a statement on the row of a holder found it. */
  const changes = async (text: string, values: readonly unknown[]): Promise<boolean> =>
    ((await transact([{ text, values }]))[0]?.length ?? 0) > 0

  const recordOf = (text: string | null | undefined): SyncRecord | null =>
    text ? { ...emptySyncRecord, ...(JSON.parse(text) as Partial<SyncRecord>) } : null

  const update = async (source: string, holder: string, changed: Partial<SyncRecord>): Promise<boolean> => {
    for (;;) {
      const [row] = await read<{ record: string | null }>(
        'select record from market_sync where source = $1 and holder = $2',
        [source, holder],
      )
      if (row === undefined) return false
      const merged = JSON.stringify({ ...emptySyncRecord, ...recordOf(row.record), ...changed })
      // Also when two updates of the holder itself meet, neither is lost.
      const isWritten = await changes(
        `update market_sync set record = $3
        where source = $1 and holder = $2 and coalesce(record, '') = $4 returning source`,
        [source, holder, merged, row.record ?? ''],
      )
      if (isWritten) return true
    }
  }

  return {
    read: async (source) => {
      const [row] = await read<{ record: string | null }>('select record from market_sync where source = $1', [source])
      return recordOf(row?.record)
    },
    acquire: async (source, leaseMs) => {
      const holder = randomUUID()
      if (!(await changes(acquireStatement, [source, holder, leaseMs]))) return null
      return {
        update: (changed) => update(source, holder, changed),
        renew: () =>
          changes(
            `update market_sync set lease_until_ms = ${nowMs} + lease_ms
            where source = $1 and holder = $2 returning source`,
            [source, holder],
          ),
        release: async () => {
          await transact([
            {
              text: 'update market_sync set holder = null, lease_until_ms = 0 where source = $1 and holder = $2',
              values: [source, holder],
            },
          ])
        },
      }
    },
    remove: async (source) => {
      await transact([{ text: 'delete from market_sync where source = $1', values: [source] }])
    },
  }
}
