import { runCommandLine } from './cli/run.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  isTerminal: process.stdout.isTTY === true,
})
