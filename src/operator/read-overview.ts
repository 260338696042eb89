import { setTimeout as delay } from 'node:timers/promises'
import type { Accounts } from '../accounts/accounts.ts'
import type { KeptDays } from '../archive/kept-days.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Usage } from '../contract/usage.ts'
import type { SyncRecord } from '../market/sync-ledger.ts'
import { certificateEndMs } from '../telemetry/certificate-end.ts'
import type { LiveSpan } from '../telemetry/live-samples.ts'
import type { MemoryUse } from '../telemetry/service-metrics.ts'
import { checksOf } from './checks.ts'
import { createKeptParts, type KeptPart } from './kept-parts.ts'
import type { CatalogueFigures, Overview } from './overview.ts'
import { type OverviewQuery, writeQuery } from './query.ts'
import { type RequestFigures, type RequestFiguresSources, readRequestFigures } from './request-figures.ts'
import { syncFiguresOf } from './sync-figures.ts'

export interface OverviewSources extends RequestFiguresSources {
  readonly service: Overview['service']
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly span: () => LiveSpan | null
  readonly memory: () => MemoryUse
  readonly accounts: Pick<Accounts, 'busiest' | 'show' | 'listKeys'>
  /** `null` where nothing is pulled. */
  readonly syncRecord: (() => SyncRecord | null) | null
  readonly catalogue: () => Promise<CatalogueFigures>
  /** `null` where nothing is kept. */
  readonly keptDays: (() => Promise<KeptDays | null>) | null
  readonly databaseBytes: () => Promise<number>
  /** The certificate that the service itself shows; `null` without TLS. */
  readonly certFile: string | null
}

const accountsShown = 50
/** An operator looks when something is wrong: a store that is silent holds up no more than its own part. */
const timeoutMs = 2_500
/** Questions read at once, and waiting for it: few enough that nobody can take the processor with more of them. */
const readings = { max: 2, maxWaiting: 4, maxWaitMs: timeoutMs } as const

const tooManyReadings = () =>
  new ServiceError('access_store_unavailable', 'Too many questions about requests are being read.')

/** Creates the overview. A part whose store is away is `null`; only a defect rejects. */
export const createOverview = (sources: OverviewSources): ((query: OverviewQuery) => Promise<Overview>) => {
  const { service, now, span, memory, accounts, syncRecord, catalogue, keptDays, databaseBytes, certFile } = sources
  const readRequests = createKeptParts<RequestFigures>({ now })
  const readAccounts = createKeptParts<readonly Usage[]>({ now })
  const readArchive = createKeptParts<{ readonly days: KeptDays | null }>({ now })
  const readBytes = createKeptParts<number>({ now })
  const reading = createSemaphore({ ...readings, busy: tooManyReadings })

  return async (query) => {
    const unavailable: string[] = []
    let oldestMs = now()
    const settle = async <T>(name: string, part: Promise<KeptPart<T>>): Promise<KeptPart<T> | null> => {
      const settled = await Promise.race([part, delay(timeoutMs, null, { ref: false })])
      if (settled !== null && settled.value !== null) return settled
      unavailable.push(name)
      return null
    }
    const dated = async <T>(name: string, part: Promise<KeptPart<T>>): Promise<T | null> => {
      const settled = await settle(name, part)
      oldestMs = Math.min(oldestMs, settled?.atMs ?? oldestMs)
      return settled?.value ?? null
    }
    const question = () => reading.run(() => readRequestFigures(sources, query))
    const [requests, usages, archive, bytes, certificate] = await Promise.all([
      settle('requests', readRequests(writeQuery(query), question)),
      dated(
        'accounts',
        readAccounts('', () => accounts.busiest(accountsShown)),
      ),
      keptDays &&
        dated(
          'archive',
          readArchive('', async () => ({ days: await keptDays() })),
        ),
      dated('database', readBytes('', databaseBytes)),
      certFile === null ? null : readCertificate(certFile),
    ])
    const live = span()
    const { residentBytes, heapUsedBytes, heapTotalBytes } = memory()
    const known = {
      observedAt: new Date(oldestMs).toISOString(),
      service,
      unavailable,
      now: live && withInstant(live),
      memory: { residentBytes, heapUsedBytes, outsideHeapBytes: Math.max(0, residentBytes - heapTotalBytes) },
      requests: requests?.value ? { ...requests.value, observedAt: new Date(requests.atMs).toISOString() } : null,
      accounts: usages,
      sync: syncRecord && syncFiguresOf(syncRecord(), now()),
      catalogue: await catalogue(),
      certificate,
      archive: archive?.days ?? null,
      databaseBytes: bytes,
    }
    return { ...known, checks: checksOf(known, { isKept: keptDays !== null }) }
  }
}

const readCertificate = async (certFile: string): Promise<NonNullable<Overview['certificate']>> => {
  const endMs = await certificateEndMs(certFile)
  return { endsAt: endMs === null ? null : new Date(endMs).toISOString() }
}

const withInstant = ({ sampledAtMs, ...figures }: LiveSpan): NonNullable<Overview['now']> => ({
  ...figures,
  sampledAt: new Date(sampledAtMs).toISOString(),
})
