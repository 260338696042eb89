import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

/** How a command ended. */
export interface Outcome {
  /** The exit status; 0 for a service that is ready; `null` when it did not end, or was not ready, in its time. */
  readonly status: number | null
  readonly output: string
}

interface ServedJob {
  readonly group: number
  readonly outFile: string
}

/** A shell that a page is typed into. */
export interface PageShell {
  /** Runs a command to its end. */
  readonly run: (text: string) => Promise<Outcome>
  /** Starts what goes on, and waits until it prints its address or `port` answers. */
  readonly serve: (name: string, text: string, port: number | null) => Promise<Outcome>
  /** Stops what serves, as Ctrl-C does. */
  readonly stop: () => Promise<void>
  /** What a service has printed so far. */
  readonly printedBy: (name: string) => string
  /** Ends all that the page started. @returns what had to be killed */
  readonly end: () => Promise<readonly string[]>
}

const commandTimeoutMs = 240_000
const readyTimeoutMs = 120_000
const endTimeoutMs = 15_000
const readyPattern = /https?:\/\/[\w.[\]-]+:\d+/

/** Whether something on this machine answers at a port. */
export const isListening = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** The processes of a session, as `pid command`; what the page started stays in it. */
const sessionProcesses = (session: number): readonly { readonly pid: number; readonly command: string }[] =>
  spawnSync('ps', ['-A', '-o', 'pid=,sid=,stat=,args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .flatMap((line) => {
      const [, pid, sid, state, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      return Number(sid) === session && !state?.startsWith('Z') ? [{ pid: Number(pid), command }] : []
    })

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

const isRunning = (group: number): boolean => {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

/** Opens a shell in a folder; `notes` is an empty folder for what it is told and what it prints. */
export const openPageShell = (folder: string, env: NodeJS.ProcessEnv, notes: string): PageShell => {
  const shell: ChildProcess = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  })
  const session = shell.pid as number
  const answers = createInterface({ input: shell.stdio[3] as Readable })
  const exited = once(shell, 'exit').then(() => null)
  const killAll = () => {
    for (const { pid } of sessionProcesses(session)) signal(pid, 'SIGKILL')
  }
  // Before what removes the folders that they use.
  process.prependOnceListener('exit', killAll)
  const jobs = new Map<string, ServedJob>()
  let count = 0
  const tell = (text: string) => shell.stdin?.write(`${text}\n`)
  // Each job is a process group of its own; a pipe fails with its first part.
  tell('set -m; set -o pipefail')

  const ask = async (text: string, timeoutMs: number): Promise<string | null> => {
    const answered = once(answers, 'line', { signal: AbortSignal.timeout(timeoutMs) }).then(([line]) => String(line))
    tell(text)
    return await Promise.race([answered.catch(() => null), exited])
  }

  const prepare = (text: string) => {
    count += 1
    const file = join(notes, `${count}.sh`)
    const outFile = join(notes, `${count}.txt`)
    writeFileSync(file, `${text}\n`)
    return { file, outFile, printed: () => (existsSync(outFile) ? readFileSync(outFile, 'utf8') : '') }
  }

  const stopGroup = async (group: number): Promise<void> => {
    signal(-group, 'SIGTERM')
    const untilMs = Date.now() + endTimeoutMs
    while (Date.now() < untilMs && isRunning(group)) await delay(50)
  }

  const stopAll = async (): Promise<void> => {
    for (const { group } of jobs.values()) await stopGroup(group)
  }

  return {
    run: async (text) => {
      const { file, outFile, printed } = prepare(text)
      const answer = await ask(`. '${file}' >'${outFile}' 2>&1 </dev/null; echo "$?" >&3`, commandTimeoutMs)
      return { status: answer === null ? null : Number(answer), output: printed() }
    },

    serve: async (name, text, port) => {
      const former = jobs.get(name)
      if (former !== undefined) await stopGroup(former.group)
      const { file, outFile, printed } = prepare(text)
      const group = Number(await ask(`( . '${file}' ) >'${outFile}' 2>&1 </dev/null & echo "$!" >&3`, commandTimeoutMs))
      jobs.set(name, { group, outFile })
      const untilMs = Date.now() + readyTimeoutMs
      while (Date.now() < untilMs) {
        if (port === null ? readyPattern.test(printed()) : await isListening(port))
          return { status: 0, output: printed() }
        if (!isRunning(group)) return { status: 1, output: `${printed()}It ended instead of serving.\n` }
        await delay(50)
      }
      return { status: null, output: printed() }
    },

    printedBy: (name) => {
      const job = jobs.get(name)
      return job === undefined ? '' : readFileSync(job.outFile, 'utf8')
    },

    stop: stopAll,

    end: async () => {
      await stopAll()
      shell.stdin?.end()
      const untilMs = Date.now() + endTimeoutMs
      let left = sessionProcesses(session)
      for (const { pid } of left) if (pid !== session) signal(pid, 'SIGTERM')
      while (left.length > 0 && Date.now() < untilMs) {
        await delay(50)
        left = sessionProcesses(session)
      }
      killAll()
      process.off('exit', killAll)
      return left.map(({ command }) => command)
    },
  }
}
