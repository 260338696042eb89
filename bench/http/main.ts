/**
 * `npm run bench`: a cached, authenticated, durably metered price answer against those who do no more for it than they
 * must, as ratios, and against the ratios of former runs; then how long a start takes and how much memory it holds.
 * Linux only, loopback only; ends the processes it started.
 *
 * `-- --only http|start`, `--rounds 9`, `--seconds 2`, `--workers 2` a service of several processes too, `--against
 * FOLDER` the service of another checkout too, `--record` keeps the ratios. Ends with 1 when a ratio is more than 5 %
 * worse than before or a bar of the slowest answers or of the start is missed, with 3 when the rounds lie too far apart
 * to tell.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareAnswers } from './compare-answers.ts'
import { memory } from './contenders.ts'
import { findMachineShape } from './machine.ts'
import { stopAll } from './processes.ts'
import { measureStart } from './start.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '2' },
    workers: { type: 'string' },
    against: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
})
if (![undefined, 'http', 'start'].includes(values.only)) throw new Error('--only takes http or start')
const folder = mkdtempSync(join(tmpdir(), 'card-market-bench-'))
const run = {
  folder,
  checkout: fileURLToPath(new URL('../..', import.meta.url)),
  other: values.against === undefined ? null : resolve(values.against),
  shape: findMachineShape(),
}
const statuses: number[] = []
try {
  if (values.only !== 'start')
    statuses.push(
      await compareAnswers(run, {
        rounds: Number(values.rounds),
        seconds: Number(values.seconds),
        workers: values.workers === undefined ? null : Number(values.workers),
        record: values.record,
      }),
    )
  if (values.only !== 'http') statuses.push(await measureStart(run))
} finally {
  await stopAll()
  for (const used of [folder, join(memory, basename(folder))]) rmSync(used, { recursive: true, force: true })
}
process.exitCode = statuses.includes(1) ? 1 : Math.max(...statuses)
