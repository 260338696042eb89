/**
 * `npm run bench:archive:sync -- --products N`: memory and time of `market sync` against a mirror of the made year on this machine: the first pull, and the next day's. `--limit M` runs it in a
 * control group of M MiB, where one can be made, `--heap M` with a heap of M MiB as deployments have it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { spawned } from '../../test/support/process.ts'
import { createControlGroup } from '../prove-memory/control-group.ts'
import { memoryMiB } from './process-memory.ts'

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '50000' },
    folder: { type: 'string' },
    limit: { type: 'string' },
    heap: { type: 'string' },
  },
})
const sampleMs = 50
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'bench-sync-'))
const write = (line: string) => process.stdout.write(`${line}\n`)
const scriptOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const mirror = spawned(process.execPath, ['--max-old-space-size=4096', scriptOf('made-mirror.ts'), '--products', values.products])
mirror.stderr?.pipe(process.stderr)
const said = await new Promise<string>((resolve) => mirror.stdout?.once('data', (chunk) => resolve(String(chunk))))
const [address = ''] = said.split(' ')
write(`mirror: ${said.trim()}`)

const sync = async (name: string): Promise<void> => {
  const group = values.limit === undefined ? null : createControlGroup(Number(values.limit))
  const env = {
    DATA_DIR: folder,
    MARKET_SOURCE: 'tcgcsv',
    TCGCSV_URL: address,
    TCGCSV_CATEGORIES: 'all',
    OCR_WORKERS: '0',
    MALLOC_ARENA_MAX: '2',
    ...(values.heap === undefined ? {} : { NODE_OPTIONS: `--max-old-space-size=${values.heap}` }),
  }
  const beganMs = performance.now()
  const child = spawned(process.execPath, [scriptOf('../../src/cli/main.ts'), 'market', 'sync'], env, {
    tracer: group?.command ?? [],
  })
  let [said, peakMiB] = ['', 0]
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-600)
    })
  while (child.exitCode === null && child.signalCode === null) {
    peakMiB = Math.max(peakMiB, memoryMiB(child.pid as number, 'VmHWM') ?? 0)
    await delay(sampleMs)
  }
  const how = child.signalCode ?? `exit ${child.exitCode}`
  write(
    `${name}: ${how} after ${((performance.now() - beganMs) / 1000).toFixed(1)} s, at most ${peakMiB.toFixed(0)} MiB, ended for want of memory: ${group?.kills() ?? 'unknown'}`,
  )
  write(
    said
      .split(/[\r\n]/)
      .filter(Boolean)
      .slice(-2)
      .join('\n'),
  )
  group?.remove()
}

await sync('the first pull')
await fetch(address, { method: 'POST' })
await sync('the next day')
mirror.kill()
if (values.folder === undefined) rmSync(folder, { recursive: true })
process.exit()
