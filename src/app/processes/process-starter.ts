import type { ChildProcess } from 'node:child_process'
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { programUrl } from '../../concurrency/program-url.ts'
import { mapFileFlags } from '../../files/map-file.ts'
import type { ServiceSample } from '../../telemetry/service-metrics.ts'
import type { ParentMessage, PhotoReply, PhotoRequest, ReaderMessage, WorkerMessage } from '../../workers/messages.ts'
import type { ReaderProcess } from '../../workers/photo-relay.ts'
import { type Ask, createQuestions } from '../../workers/questions.ts'
import { type SupervisedProcess, WorkerStartError } from '../../workers/supervisor.ts'
import { gatherLines } from '../../workers/whole-lines.ts'
import { type Config, roleVariable, type WorkerRole } from '../configuration/config.ts'

/** Loaded first: else Node reads the first files of the program as TypeScript, which leaves 7 MiB behind. */
const compiledCode = new URL('../../../bin/compiled-code.js', import.meta.url).href

/**
 * V8 would begin anew with 1 MiB for new objects once a start's memory is given back, and collect it often until many
 * calls have made it grow. These 8 are taken only as they are used.
 */
const youngFlag = '--min-semi-space-size=8'

/** What comes from the processes that the parent starts. */
export interface ChildEvents {
  /** Whole lines of its log. */
  readonly onLines: (lines: string) => void
  /** Copies the catalogue's index for all workers. @returns its path, or `null` when that fails */
  readonly copyIndex: () => Promise<string | null>
  readonly onPhoto: (worker: WorkerProcess, request: PhotoRequest) => void
  /** What a worker has counted to its end. */
  readonly onLast: (worker: WorkerProcess, sample: ServiceSample) => void
  readonly onReaderEnded: (reader: ReaderProcess, reason: string) => void
}

/** A worker, as its parent sees it. */
export interface WorkerProcess extends SupervisedProcess {
  readonly send: (message: ParentMessage) => void
  readonly ask: Ask
}

const relayLines = ({ stdout }: ChildProcess, onLines: ChildEvents['onLines']): void => {
  const lines = gatherLines(onLines)
  stdout?.setEncoding('utf8').on('data', lines.take).once('end', lines.end)
}

/** Resolves when a process has ended and all that it wrote has been read. */
const untilEnded = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (status, signal) =>
      resolve(signal === null ? `it ended with status ${status}` : `${signal} ended it`),
    )
  })

/** What is sent to a process that has ended is lost. */
const senderTo =
  (worker: Worker) =>
  (message: ParentMessage | PhotoRequest): void => {
    if (worker.isConnected()) worker.send(message, undefined, () => {})
  }

/** Prepares the starting of processes: each runs this program with these settings, on the port found free here. */
export const createProcessStarter = (
  { host }: Pick<Config, 'host'>,
  port: number,
  { onLines, copyIndex, onPhoto, onLast, onReaderEnded }: ChildEvents,
) => {
  // The parent hands each connection to a worker that takes it, so that one which is about to end loses none.
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({
    exec: fileURLToPath(programUrl('../../cli/main', import.meta.url)),
    args: ['serve'],
    execArgv: [youngFlag, ...process.execArgv, '--import', compiledCode, ...mapFileFlags],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  /** The log of all goes through this process, which writes it as the operator wants it. */
  const start = (role: WorkerRole): Worker => {
    const worker = cluster.fork({ HOST: host, PORT: String(port), LOG_FORMAT: 'json', [roleVariable]: role })
    // One that the system does not start, told by `untilEnded`: without a listener here too, it would end this process.
    worker.on('error', () => {})
    relayLines(worker.process, onLines)
    return worker
  }

  const startWorker = (): WorkerProcess => {
    const worker = start('calls')
    const child = worker.process
    const send = senderTo(worker)
    const ended = untilEnded(child)
    const questions = createQuestions(send, ended)
    const serving = Promise.withResolvers<string>()
    void ended.then((reason) => serving.reject(new WorkerStartError(reason, child.signalCode !== null)))
    const self: WorkerProcess = {
      pid: child.pid ?? 0,
      serving: serving.promise,
      ended,
      send,
      ask: questions.ask,
      stop: () => send({ kind: 'stop' }),
      kill: () => void child.kill('SIGKILL'),
    }
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'serving') serving.resolve(message.address)
      else if (message.kind === 'answer') questions.onAnswer(message)
      else if (message.kind === 'last') onLast(self, message.sample)
      else if (message.kind === 'copy index') void copyIndex().then((path) => send({ kind: 'index copy', path }))
      else onPhoto(self, message)
    })
    return self
  }

  /** Starts the process that reads the photos of all workers. */
  const startReader = (onReply: (reply: PhotoReply) => void): ReaderProcess => {
    const worker = start('photos')
    const send = senderTo(worker)
    const ended = untilEnded(worker.process)
    const questions = createQuestions(send, ended)
    const self: ReaderProcess = {
      send,
      ask: questions.ask,
      ended: ended.then((reason) => onReaderEnded(self, reason)),
      stop: () => void worker.process.kill('SIGTERM'),
    }
    worker.on('message', (message: ReaderMessage) => {
      if (message.kind === 'answer') questions.onAnswer(message)
      else onReply(message)
    })
    return self
  }

  return { startWorker, startReader }
}
