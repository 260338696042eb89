import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ended, spawned, startServer } from '../support/process.ts'
import { freePort } from '../support/servers.ts'
import { tempFolder } from '../support/temp.ts'

const deployed = fileURLToPath(new URL('../../deploy', import.meta.url))
const hasPrometheus = spawnSync('prometheus', ['--version']).error === undefined

/** Series that this service has not: of daily files, of a control group with a limit, of TLS, of other exporters. */
const ofOthers = /card_market_(?:sync|memory_limit|tls|backup)_|haproxy_/

test('a real Prometheus evaluates every rule, and every panel has data', {
  skip: hasPrometheus ? false : 'there is no prometheus',
}, async (t) => {
  const metricsPort = await freePort()
  const env = { DATA_DIR: tempFolder(t), METRICS_PORT: String(metricsPort) }
  const service = await startServer(env)
  t.after(() => service.kill())
  const folder = tempFolder(t)
  const config = readFileSync(join(deployed, 'prometheus/prometheus.yml'), 'utf8')
    .replaceAll(/: 15s/g, ': 1s')
    .replace('alerts.yml', join(deployed, 'prometheus/alerts.yml'))
    .replace('"api-1:9464", "api-2:9464"', `"127.0.0.1:${metricsPort}"`)
    .replace('"proxy:8405"', '')
  writeFileSync(join(folder, 'prometheus.yml'), config)
  const port = await freePort()
  const prometheus = spawned('prometheus', [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ])
  for (const stream of [prometheus.stdout, prometheus.stderr]) stream?.resume()
  t.after(async () => {
    prometheus.kill('SIGKILL')
    await ended(prometheus)
  })
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
    const answer = (await response.json()) as { status: string; error?: string; data: Record<string, never> }
    assert.equal(answer.status, 'success', answer.error ?? '')
    return answer.data as Record<string, unknown>
  }
  const headers = { authorization: `Bearer ${service.key}` }
  const work = async () => {
    // Answers, a refusal, what is not there, and the reserved products whose source fails.
    const paths = [
      '/v1/products/990005/prices',
      '/v1/usage',
      '/v1/identify?q=Charizard',
      '/v1/products/0/prices',
      '/nothing',
      '/v1/products/990001/prices',
    ]
    for (const path of paths) await (await fetch(service.address + path, { headers })).arrayBuffer()
  }
  const deadlineMs = performance.now() + 60_000
  /** Works until something is found, or the time is over. */
  const worksUntil = async <T>(look: () => Promise<T>, isFound: (found: T) => boolean): Promise<T> => {
    for (;;) {
      await work()
      const found = await look()
      if (isFound(found) || performance.now() > deadlineMs) return found
      await delay(100)
    }
  }
  // It may take a busy machine a while to listen, and to evaluate each rule once.
  await worksUntil(
    () => ask('rules').catch(() => null),
    (answer) => answer !== null,
  )
  const readRules = async () => {
    const { groups } = (await ask('rules')) as {
      groups: { rules: { name: string; health: string; lastError?: string }[] }[]
    }
    return groups.flatMap((group) => group.rules)
  }
  const rules = await worksUntil(readRules, (all) => all.every(({ health }) => health !== 'unknown'))
  assert.ok(rules.length >= 20)
  assert.deepEqual(
    rules.filter(({ health }) => health !== 'ok'),
    [],
  )

  const { panels } = JSON.parse(readFileSync(join(deployed, 'grafana/dashboard.json'), 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  for (const { title, targets } of panels)
    for (const { expr } of targets) {
      const query = expr.replaceAll('$__rate_interval', '10s').replaceAll('$instance', '.*')
      const resultOf = async () =>
        ((await ask(`query?query=${encodeURIComponent(query)}`)) as { result: unknown[] }).result
      const isOfOthers = ofOthers.test(expr) || expr.includes('service_busy')
      // A rate is there from the second scrape on.
      const result = await worksUntil(resultOf, ({ length }) => length > 0 || isOfOthers)
      assert.ok(result.length > 0 || isOfOthers, `${title} has no data: ${query}`)
    }
  const { result } = (await ask('query?query=card_market_ready')) as { result: { value: [number, string] }[] }
  assert.deepEqual(
    result.map(({ value }) => value[1]),
    ['1'],
  )
})
