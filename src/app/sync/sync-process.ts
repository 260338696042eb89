import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { programUrl } from '../../concurrency/program-url.ts'
import { isSyncMessage, type SyncEnd, type SyncProgressMessage } from './sync-messages.ts'

const program = fileURLToPath(programUrl('../../cli/main', import.meta.url))

/** How long a sync that is told to end may take to give its lease back. */
const endMs = 500

export interface SyncProcess {
  /** Never rejects. */
  readonly ended: Promise<SyncEnd>
  readonly stop: () => Promise<void>
}

export interface SyncProcessOptions {
  readonly onProgress: (message: SyncProgressMessage) => void
  /** A line of its standard error. */
  readonly onLine: (line: string) => void
}

/**
 * Starts `market sync` as a process of its own, so that neither the memory nor the event loop of this one feels it. It
 * has the environment of this process and ends with it: the channel between them closes however this process ends.
 */
export const startSyncProcess = (options: SyncProcessOptions): SyncProcess => {
  try {
    const child = spawn(process.execPath, [program, 'market', 'sync'], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    return follow(child, options)
  } catch (error) {
    // For want of memory; other reasons for which the system starts no process come as an event.
    options.onLine(String(error))
    return { ended: Promise.resolve(null), stop: async () => {} }
  }
}

const follow = (child: ChildProcess, { onProgress, onLine }: SyncProcessOptions): SyncProcess => {
  let last: SyncEnd = null
  child.on('message', (message: unknown) => {
    if (!isSyncMessage(message)) return
    if (message.kind === 'progress') onProgress(message)
    else last = message
  })
  if (child.stderr) createInterface({ input: child.stderr }).on('line', onLine)
  const ended = new Promise<SyncEnd>((resolve) => {
    child.once('error', (error) => {
      onLine(error.message)
      resolve(null)
    })
    // Not at its exit, when its last message may still be on the way.
    child.once('close', () => resolve(last))
  })
  return {
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), endMs)
      await ended
      clearTimeout(timer)
    },
  }
}
