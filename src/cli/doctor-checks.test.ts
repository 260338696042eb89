import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { readConfig } from '../app/config.ts'
import { checkClock, checkDatabase, checkModels, checkRedis, checkSource } from './doctor-checks.ts'

const now = Date.parse('2026-11-21T09:30:00Z')

test('a clock that was never set, one that is off and one that agrees are told apart', () => {
  assert.equal(checkClock(Date.parse('1970-01-01T00:10:00Z'), []).state, 'error')
  assert.equal(checkClock(now, []).state, 'ok')
  assert.match(checkClock(now, [{ of: 'the database', aheadMs: -2_000 }]).detail, /agrees with the database/)
  const off = checkClock(now, [
    { of: 'the database', aheadMs: 61_000 },
    { of: 'the source', aheadMs: -7_000 },
  ])
  assert.deepEqual([off.state, off.fix], ['warning', 'set the clock, best by NTP: timedatectl set-ntp true'])
  assert.match(off.detail, /61 s behind the database, 7 s ahead of the source$/)
})

test('the source is asked for the time by its answers, and a host that is away is named', async (t) => {
  const server = createServer((_, res) => res.writeHead(403, { date: new Date(Date.now() + 90_000).toUTCString() }).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const names = ['SEARCH', 'API', 'GATEWAY', 'HISTORY'].map((name) => `TCGPLAYER_${name}_URL`)
  const live = { MARKET_SOURCE: 'tcgplayer', ...Object.fromEntries(names.map((name) => [name, url])) }
  const { finding, clocks } = await checkSource(await readConfig(live))
  assert.equal(finding.state, 'ok')
  assert.match(checkClock(Date.now(), clocks).detail, /(?:89|90) s behind 127\.0\.0\.1/)
  const away = await checkSource(await readConfig({ ...live, TCGPLAYER_HISTORY_URL: 'http://127.0.0.1:9' }))
  assert.deepEqual([away.finding.state, away.clocks.length], ['error', 1])
  assert.match(away.finding.detail, /^127\.0\.0\.1:9: /)
})

test('the models are there and load, or photos are off', async () => {
  assert.equal((await checkModels(await readConfig({ OCR_WORKERS: '0' }))).detail, 'off')
  assert.match((await checkModels(await readConfig({ OCR_WORKERS: '2' }))).detail, /models as expected, 2 workers/)
})

test('a Redis that does not answer is named without its password, and is no error', async () => {
  const { state, detail } = await checkRedis('redis://:secret@127.0.0.1:9')
  assert.equal(state, 'warning')
  assert.match(detail, /^127\.0\.0\.1:9: .*ECONNREFUSED/)
})

test('a database that is out of reach is told with what its driver says', async () => {
  const { finding } = await checkDatabase(await readConfig({ DATABASE_URL: 'postgres://127.0.0.1:9/cards' }), () => {})
  assert.equal(finding.state, 'error')
  assert.match(finding.detail, /ECONNREFUSED/)
})
