import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errorCodes } from '../src/contract/errors.ts'
import { createMetrics } from '../src/http/metrics.ts'

const read = (file: string) => readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8')

const known = new Set(
  createMetrics({ running: () => 0 })
    .registry.getMetricsAsArray()
    .flatMap(({ name }) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]),
)

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
    for (const outcome of outcomes) assert.ok(['hit', 'joined', 'fetched', 'failed'].includes(outcome), outcome)
  })
}

test('every panel has a place, a query and a title, and every alert says what to do', () => {
  const { panels } = JSON.parse(read('grafana/dashboard.json')) as { panels: { title: string; targets: { expr: string }[] }[] }
  for (const { title, targets } of panels) assert.ok(title && targets.every(({ expr }) => expr.length > 10))
  const alerts = read('prometheus/alerts.yml').split('- alert:').slice(1)
  assert.ok(alerts.length >= 8)
  for (const alert of alerts)
    assert.match(
      alert,
      /expr: '.+'\n\s+for: \w+\n\s+labels:\n\s+severity: \w+\n\s+annotations:\n\s+summary: .+\n\s+description: .+/,
    )
})
