import type { Screen } from './command.ts'
import { keepCompiledCode } from './compile-cache.ts'

// Before anything else is loaded, the configuration too.
keepCompiledCode(process.env, process.argv[2])
const { runCommandLine } = await import('./run.ts')

// The reader of a pipe may have seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`Standard output cannot be written (${error.code ?? error.message}).\n`)
  process.exit(1)
})

const screenOf = (stream: NodeJS.WriteStream): Screen | null =>
  stream.isTTY
    ? {
        // A terminal that does not know its size tells 0.
        get columns() {
          return stream.columns || 80
        },
        canRedraw: process.env.TERM !== 'dumb',
      }
    : null

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  draw: (text) => void process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
  screen: screenOf(process.stdout),
  errorScreen: screenOf(process.stderr),
})
