/**
 * `npm run bench [NAME] [-- options]`: runs one benchmark; without a name, the one of HTTP. `npm run bench list` prints
 * all names. A benchmark that misses its bar ends with 1.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

interface Benchmark {
  readonly file: string
  readonly nodeOptions?: readonly string[]
  readonly about: string
}

const benchmarks: Readonly<Record<string, Benchmark>> = {
  http: {
    file: 'http/main.ts',
    about: 'ratios against bare Node and nginx, held against their history; start; memory',
  },
  identify: {
    file: 'identify.ts',
    nodeOptions: ['--expose-gc', '--max-old-space-size=6144'],
    about: 'identify over 500,000 products, pasted lines, hostile texts',
  },
  archive: {
    file: 'archive/main.ts',
    about: 'a made year of prices appended day by day, asked back, verified and its index built anew',
  },
  'search-http': {
    file: 'search-http.ts',
    about: 'a search over HTTP against the same one in process',
  },
  'fit-confidence': {
    file: 'fit-confidence.ts',
    about: 'fits the weights of a photo’s confidence on disguised labelled pictures; a quarter of an hour',
  },
}

const [first = 'http', ...rest] = process.argv.slice(2)
const [name, options] = first.startsWith('-') ? ['http', [first, ...rest]] : [first, rest]
const benchmark = benchmarks[name]
if (benchmark === undefined) {
  for (const [known, { about }] of Object.entries(benchmarks)) process.stdout.write(`${known.padEnd(15)} ${about}\n`)
  process.exit(name === 'list' ? 0 : 2)
}
const file = fileURLToPath(new URL(`../bench/${benchmark.file}`, import.meta.url))
const { status } = spawnSync(process.execPath, [...(benchmark.nodeOptions ?? []), file, ...options], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
