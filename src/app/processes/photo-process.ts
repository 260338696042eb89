import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { openLocalCatalog } from '../../catalog/index/local-catalog.ts'
import { ServiceError } from '../../contract/errors.ts'
import { createMemoryCache } from '../../market/observation-cache.ts'
import { createLog } from '../../telemetry/log.ts'
import { createProcessMetrics } from '../../telemetry/service-metrics.ts'
import type { ParentMessage, PhotoRequest, Question, ReaderMessage } from '../../workers/messages.ts'
import { noKeptPrices } from '../composition/open-archive.ts'
import { openSources } from '../composition/open-sources.ts'
import { openPhotoReader } from '../composition/photo-reader.ts'
import type { Config } from '../configuration/config.ts'

/** Opens the reader with the names of the catalogue that the workers answer from. */
const openReader = async (config: Config, log: Logger) => {
  if (config.catalogSource !== 'local') {
    const sources = await openSources(config, {
      cache: createMemoryCache(config.cacheMaxBytes, () => performance.now()),
      shared: null,
      kept: noKeptPrices,
      now: Date.now,
      steadyNow: () => performance.now(),
      publicUrl: () => config.publicUrl ?? '',
      onObservation: () => {},
      log,
      registry: new Registry(),
      openPhotoReader,
    })
    return sources.reader
  }
  const { reader, useEntries, useIndexFile } = await openPhotoReader(config, log)
  const local = await openLocalCatalog({
    file: config.catalogFile,
    onEvent: ({ event }) => {
      if (event === 'opened') useIndexFile(config.catalogFile)
    },
  })
  if (local.index() === null) await useEntries(null)
  return reader
}

/** How long the end waits for the reader of the log. */
const flushMs = 500

const send = (message: ReaderMessage): void => {
  if (process.connected) process.send?.(message)
}

/** Reads the photos of all workers. */
export const startPhotoReader = async (config: Config): Promise<void> => {
  const log = createLog(config.logLevel)
  const reader = await openReader(config, log.logger)
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const metrics = createProcessMetrics(registry)
  metrics.start()
  const withdrawals = new Map<number, AbortController>()

  const failureOf = (error: unknown): ServiceError => {
    if (error instanceof ServiceError) return error
    log.logger.error({ err: error }, 'defect while reading a photo')
    return new ServiceError('service_unavailable', 'The picture could not be read.')
  }

  const read = async ({ id, photo }: Extract<PhotoRequest, { kind: 'read photo' }>): Promise<void> => {
    const withdrawal = new AbortController()
    withdrawals.set(id, withdrawal)
    try {
      const reading = await reader.read(photo, withdrawal.signal, () => send({ kind: 'photo started', id }))
      send({ kind: 'photo read', id, reading })
    } catch (error) {
      const { code, message, retryAfterSeconds } = failureOf(error)
      send({ kind: 'photo failed', id, code, message, retryAfterSeconds })
    } finally {
      withdrawals.delete(id)
    }
  }

  const answer = async (id: number, question: Question): Promise<void> => {
    const sample = await metrics.sample()
    const found = question === 'metrics' ? { ...sample, metrics: await registry.getMetricsAsJSON() } : sample
    send({ kind: 'answer', id, answer: found })
  }

  const end = async (): Promise<void> => {
    await reader.close()
    await log.flush(flushMs)
    process.exit(0)
  }

  // The parent tells; a terminal's Ctrl-C or end reaches every process of it.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  process.once('SIGTERM', () => void end())
  process.on('message', (request: ParentMessage | PhotoRequest) => {
    if (request.kind === 'read photo') void read(request)
    else if (request.kind === 'ask') void answer(request.id, request.question)
    else if (request.kind === 'withdraw photo')
      withdrawals.get(request.id)?.abort(new ServiceError('service_unavailable', 'The photo was withdrawn.'))
  })
}
