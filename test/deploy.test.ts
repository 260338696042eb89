import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errorCodes } from '../src/contract/errors.ts'
import { bodyBudgetBytes } from '../src/http/api/body-budget.ts'
import { watchProcess } from '../src/telemetry/process-metrics.ts'
import { createMetrics } from '../src/telemetry/request-metrics.ts'
import { watchSync } from '../src/telemetry/sync-metrics.ts'
import { withoutPhotos, withPhotos } from './support/memory-profiles.ts'
import { ended, startServer } from './support/process.ts'
import { tempFolder } from './support/temp.ts'

const read = (file: string) => readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8')

const { registry } = createMetrics({ running: () => 0 })
watchSync({ registry, record: () => null, now: () => 0 })
watchProcess({ registry, isReady: async () => true, certFile: null })
/** Written by the backup unit for the node exporter. */
const [, backupMetric = ''] = /echo "(card_market_\w+) /.exec(read('systemd/card-market-backup.service')) ?? []
const known = new Set([
  backupMetric,
  ...registry.getMetricsAsArray().flatMap(({ name }) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]),
])

for (const file of ['grafana/dashboard.json', 'prometheus/alerts.yml']) {
  test(`${file} names only metrics that there are, with values that they can have`, () => {
    const text = read(file).replaceAll('\\"', '"')
    const names = [...text.matchAll(/\b(?:card_market|process|nodejs)_\w+/g)].map(([name]) => name)
    assert.ok(names.length > 8)
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    )
    const codes = [...text.matchAll(/code="(\w+)"/g)].map(([, code]) => code as string)
    assert.deepEqual(
      codes.filter((code) => code !== 'ok' && !errorCodes.some((one) => one === code)),
      [],
    )
    const outcomes = [...text.matchAll(/outcome=~?"([\w|]+)"/g)].flatMap(([, words]) => (words as string).split('|'))
    for (const outcome of outcomes)
      assert.ok(['hit', 'joined', 'shared', 'fetched', 'failed'].includes(outcome), outcome)
  })
}

const rules = fileURLToPath(new URL('../deploy/prometheus/alerts.test.yml', import.meta.url))
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

test('each alert fires on what it is for and on nothing else', {
  skip: hasPromtool ? false : 'there is no promtool',
}, () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', rules], { encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
})

test('every panel has a place, a query and a title, and every alert says what to do', () => {
  const { panels } = JSON.parse(read('grafana/dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  for (const { title, targets } of panels) assert.ok(title && targets.every(({ expr }) => expr.length > 10))
  const alerts = read('prometheus/alerts.yml').split('- alert:').slice(1)
  assert.ok(alerts.length >= 8)
  for (const alert of alerts)
    assert.match(
      alert,
      /expr: '.+'\n\s+for: \w+\n\s+labels:\n\s+severity: \w+\n\s+annotations:\n\s+summary: .+\n\s+description: .+/,
    )
})

test('the image holds every file that the service reads', async (t) => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const image =
    readFileSync(join(root, 'Dockerfile'), 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? ''
  const sent = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  const copied = [...image.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, sources]) => (sources as string).split(' '))
  const folder = tempFolder(t)
  for (const source of copied) {
    assert.ok(sent.includes(`!${source}`), `.dockerignore keeps ${source} from the builder`)
    cpSync(join(root, source), join(folder, source), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { child, address } = await startServer({ DATA_DIR: tempFolder(t) }, join(folder, 'src/cli/main.ts'))
  t.after(() => child.kill('SIGKILL'))
  for (const path of [
    '/',
    '/console/styles.css',
    '/console/client/client.js',
    '/docs',
    '/docs/style.css',
    '/openapi.json',
  ])
    assert.equal((await fetch(address + path)).status, 200, path)
  child.kill('SIGTERM')
  assert.equal(await ended(child), 0)
})

test('the deployed limits of memory, and the settings that keep to them, are those that prove:memory attacks', () => {
  const text = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  const [compose, kubernetes, image] = [text('compose.yaml'), read('kubernetes.yaml'), text('Dockerfile')]
  const { MALLOC_ARENA_MAX: arenas, ...settings } = withPhotos.env
  for (const [name, value] of Object.entries(settings)) {
    assert.match(compose, new RegExp(`^ {4}${name}: "?${value}"?$`, 'm'))
    assert.match(kubernetes, new RegExp(`\\{ name: ${name}, value: "?${value}"? \\}`))
  }
  assert.match(image, new RegExp(`^ENV MALLOC_ARENA_MAX=${arenas}$`, 'm'))
  assert.equal(withPhotos.limitMiB, 1024)
  assert.match(compose, /^ {2}mem_limit: 1g$/m)
  assert.match(kubernetes, /limits: \{ memory: 1Gi,/)
})

test('the table of memory in docs/memory.md adds up to less than each limit', () => {
  const page = readFileSync(new URL('../docs/memory.md', import.meta.url), 'utf8')
  const [table = ''] = /\| Part \|[\s\S]*?\| memory limit \|.*/.exec(page) ?? []
  const rows = [...table.matchAll(/^\| .+? \| (\d+|–)(?: MiB)? \| (\d+) MiB \|/gm)].map(([, without, withThem]) => [
    without === '–' ? 0 : Number(without),
    Number(withThem),
  ])
  const sumOf = (column: 0 | 1) => rows.slice(0, -1).reduce((sum, row) => sum + (row[column] ?? 0), 0)
  assert.equal(rows.length, 8)
  assert.deepEqual(rows.at(-1), [withoutPhotos.limitMiB, withPhotos.limitMiB])
  assert.ok(sumOf(0) <= withoutPhotos.limitMiB && sumOf(1) <= withPhotos.limitMiB, `${sumOf(0)} and ${sumOf(1)} MiB`)
  assert.ok(page.includes(`${bodyBudgetBytes / 1024 / 1024} MiB`))
})
