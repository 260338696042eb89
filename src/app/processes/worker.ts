import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import { createLog } from '../../telemetry/log.ts'
import type { Answers, ParentMessage, Question, WorkerMessage } from '../../workers/messages.ts'
import { createRemoteReader } from '../../workers/remote-reader.ts'
import { compose, type Service } from '../composition/compose.ts'
import { openPhotoReader } from '../composition/photo-reader.ts'
import type { Config } from '../configuration/config.ts'
import { shareOf } from '../configuration/worker-share.ts'
import { finish } from '../lifecycle/finish.ts'
import { listen } from '../lifecycle/listen.ts'
import { createIndexReader } from './index-reader.ts'
import { releaseStartMemory } from './start-memory.ts'

/** Resolves once the message is handed over, or the parent is gone. */
const send = (message: WorkerMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
    else resolve()
  })

const answerTo = async (
  { metrics, statistics, catalogue }: Service,
  question: Question,
): Promise<Answers[Question]> => {
  if (question === 'catalogue') return catalogue()
  if (question === 'counts')
    return statistics.write().then(
      () => true,
      () => false,
    )
  const sample = await metrics.sample()
  return question === 'sample' ? sample : { ...sample, metrics: await (await metrics.collect()).getMetricsAsJSON() }
}

/**
 * Serves calls as one of several processes; the parent has the port, the metrics address and the daily pull, and reads
 * what is logged here.
 */
export const startWorker = async (whole: Config): Promise<void> => {
  const config = shareOf(whole)
  const log = createLog(config.logLevel)
  const remote = createRemoteReader((request) => void send(request))
  const index = createIndexReader(() => void send({ kind: 'copy index' }))
  let address = ''
  const opening = compose(config, {
    log,
    now: Date.now,
    steadyNow: () => performance.now(),
    publicUrl: () => config.publicUrl ?? address,
    readIndex: index.read,
    openPhotoReader: (settings, logger) =>
      settings.ocrWorkers === 0
        ? openPhotoReader(settings, logger)
        : Promise.resolve({ reader: remote.reader, useEntries: async () => {}, useIndexFile: () => {} }),
  })
  let isStopping = false
  const stop = async (reason: string) => {
    if (isStopping) return
    isStopping = true
    const service = await opening
    const alongside = async () => send({ kind: 'last', sample: await service.metrics.sample() })
    await finish(service, { reason, graceMs: config.shutdownGraceMs, log, alongside })
  }
  const onMessage = async (message: ParentMessage): Promise<void> => {
    if (message.kind === 'stop') return stop('the parent asks')
    if (message.kind === 'index copy') return index.onPath(message.path)
    if (message.kind !== 'ask') return remote.onReply(message)
    await send({ kind: 'answer', id: message.id, answer: await answerTo(await opening, message.question) })
  }
  // While it opens: the catalogue comes by such a message.
  process.on(
    'message',
    (message: ParentMessage) =>
      void onMessage(message).catch((err) => log.logger.error({ err }, 'message of the parent')),
  )
  // Else Node would end it at once when the parent is gone, with calls under way.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  process.once('disconnect', () => void stop('the parent has ended'))
  process.on('SIGTERM', () => void stop('SIGTERM'))
  // A terminal's Ctrl-C or end reaches every process of it, and the parent tells.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  const service = await opening
  service.metrics.start()
  flushCompileCache()
  await releaseStartMemory()
  try {
    const { host, port, tls } = config
    address = await listen(service.api.server, { host, port, protocol: tls ? 'https' : 'http' })
    await send({ kind: 'serving', address })
    // The port came over the channel; from here on it is the port that holds the process.
    process.channel?.unref()
  } catch (error) {
    await service.close()
    throw error
  }
}
