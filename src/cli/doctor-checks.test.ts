import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { startOther } from '../../test/support/other-server.ts'
import { tempFolder } from '../../test/support/temp.ts'
import { readConfig } from '../app/configuration/config.ts'
import { openSqliteStore } from '../stores/sqlite-store.ts'
import { checkClock, checkDatabase, checkDisk, checkModels, checkRedis, checkSource } from './doctor-checks.ts'

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
  const url = await startOther(t, (_, res) =>
    res.writeHead(403, { date: new Date(Date.now() + 90_000).toUTCString() }).end(),
  )
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

const refused = async (dataDir: string) => {
  const { finding } = await checkDatabase(await readConfig({ DATA_DIR: dataDir }), () => {})
  assert.equal(finding.state, 'error', finding.detail)
  return finding
}

test('a disk without room for a charge is an error of the database and of the disk', async (t) => {
  const umount = () => spawnSync('umount', ['-l', folder])
  t.after(() => umount())
  const folder = tempFolder(t)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status !== 0)
    return t.skip('a small file system cannot be mounted here')
  const file = join(folder, 'accounts.db')
  await (await openSqliteStore({ file, durability: 'process', now: Date.now })).close()
  const filler = join(folder, 'filler')
  // Opening takes a page of the log's index, a charge more than is left then.
  for (const leftBytes of [36_864, 8_192, 0]) {
    rmSync(filler, { force: true })
    const handle = openSync(filler, 'w')
    const freeBytes = () => Number(spawnSync('df', ['--output=avail', '-B1', folder]).stdout.toString().split('\n')[1])
    try {
      while (freeBytes() > leftBytes) writeSync(handle, Buffer.alloc(Math.min(65_536, freeBytes() - leftBytes)))
    } finally {
      closeSync(handle)
    }
    const { detail, fix } = await refused(folder)
    assert.match(`${detail}; ${fix}`, /free some space/, `${leftBytes} bytes`)
    if (leftBytes === 36_864) assert.match(detail, /no call can be charged.*full/)
  }
  const disk = await checkDisk(await readConfig({ DATA_DIR: folder }))
  assert.deepEqual([disk.state, /less than the log/.test(disk.detail)], ['error', true])
})

test('a database that another process keeps locked is an error that says so', async (t) => {
  const dataDir = tempFolder(t)
  const file = join(dataDir, 'accounts.db')
  await (await openSqliteStore({ file, durability: 'process', now: Date.now })).close()
  const other = new DatabaseSync(file)
  t.after(() => other.close())
  other.exec('begin immediate')
  const { detail, fix } = await refused(dataDir)
  assert.match(`${detail}; ${fix}`, /locked.*which process holds the lock/)
})

test('wrong names in the address of a database are told from one that is away', async () => {
  const { finding } = await checkDatabase(
    await readConfig({ DATABASE_URL: 'postgres://nobody.invalid:9/cards' }),
    () => {},
  )
  assert.deepEqual([finding.state, finding.fix], ['error', 'correct DATABASE_URL'], finding.detail)
})
