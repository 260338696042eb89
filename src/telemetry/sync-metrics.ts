import type { Registry } from 'prom-client'
import type { SyncRecord } from '../market/sync-ledger.ts'
import { dayMs } from '../time/units.ts'
import { exportKnown } from './known-gauge.ts'

export interface SyncMetricsOptions {
  readonly registry: Registry
  /** What the ledger said last; `null` before the first pull. */
  readonly record: () => SyncRecord | null
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

const secondsOf = (instant: string | null | undefined): number | null => (instant ? Date.parse(instant) / 1000 : null)

/** Exports how the daily pull stands. */
export const watchSync = ({ registry, record, now }: SyncMetricsOptions): void => {
  const gauge = (name: string, help: string, read: (record: SyncRecord | null) => number | null) =>
    exportKnown(registry, `card_market_sync_${name}`, help, () => read(record()))
  gauge('last_success_timestamp_seconds', 'When a build was last taken over.', (sync) => secondsOf(sync?.finishedAt))
  gauge('build_age_seconds', 'Age of the build in use, by the time that the mirror gives it.', (sync) => {
    const builtSeconds = secondsOf(sync?.lastBuild)
    return builtSeconds === null ? null : Math.max(0, now() / 1000 - builtSeconds)
  })
  gauge('running', '1 while a sync is under way in any process of the database.', (sync) => (sync?.progress ? 1 : 0))
  gauge('refused', '1 while the newest build is one that was refused.', (sync) => (sync?.refused ? 1 : 0))
  gauge('failing', '1 when the last sync failed.', (sync) => (sync?.failure ? 1 : 0))
  gauge(
    'requests',
    'Requests to the mirror that count against the day, those reserved and not yet sent included.',
    (sync) =>
      (sync?.reserved ?? []).reduce((sum, { at, count }) => (now() - Date.parse(at) < dayMs ? sum + count : sum), 0),
  )
}
