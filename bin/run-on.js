import { spawn } from 'node:child_process'

/** How often it is looked whether npm, which started this process, has ended. */
const orphanCheckMs = 250

/**
 * Runs a program on another Node and ends as it ends: same streams, same signals, same exit status. The channel between
 * the two tells the program when this process was killed.
 * @param {string} node
 * @param {readonly string[]} args
 * @returns {Promise<void>}
 */
export const runOn = (node, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    const hasTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => void child.kill(signal)
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, pass)
    // Ctrl-C reaches both processes, and a service that hears it twice does not wait for its requests.
    process.on('SIGINT', (signal) => hasTerminal || pass(signal))
    // npm does not pass on the signal that ends it; the program itself sees no more than that this process lives.
    const parent = process.ppid
    const timer = setInterval(() => process.ppid === parent || pass('SIGTERM'), orphanCheckMs)
    if (process.env.npm_lifecycle_event === undefined) clearInterval(timer)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearInterval(timer)
      for (const name of /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT'])) process.removeAllListeners(name)
      if (signal) process.kill(process.pid, signal)
      else process.exitCode = code ?? 1
      resolve()
    })
  })
