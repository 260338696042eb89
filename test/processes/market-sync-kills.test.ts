import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readPrintings, readRecords } from '../../src/sources/tcgcsv/sync/archive-day.ts'
import { openStore } from '../../src/stores/open-store.ts'
import { listsOf, type MirrorSite, type SiteWorld, startMirrorSite } from '../support/mirror-site.ts'
import { databaseForTests, runSql } from '../support/postgres.ts'
import { ended, runCli, spawned } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
/** In all, over both databases and both kinds of mirror. */
const kills = process.env.PROVE === '1' ? 200 : 20

const productsOf = (set: number) => Array.from({ length: 20 }, (_, at) => 1_000 * (set + 1) + at)

/** Prices are those of the day and the product: a row of another day is seen at once. */
const centsOf = (productId: number, day: number): number => productId * 10 + day

/** As many have another name each day as may: a build of which all have is refused. */
const nameOf = (productId: number, day: number): string =>
  productId % 2 === 0 ? `Card ${productId} of day ${day}` : `Card ${productId}`

const worldOf = (sets: number, day: number): SiteWorld => ({
  3: {
    name: 'Pokemon',
    sets: Array.from({ length: sets }, (_, set) => ({
      groupId: set + 1,
      name: `Set ${set + 1}`,
      products: productsOf(set).map((productId) => ({
        productId,
        name: nameOf(productId, day),
        prices: { Normal: centsOf(productId, day) / 100 },
      })),
    })),
  },
})

const stampOf = (day: number): string => `2026-10-${String(day).padStart(2, '0')}T20:05:33+0000`

const showDay = (site: MirrorSite, sets: number, day: number): void => {
  site.stamp = stampOf(day)
  site.lists = listsOf(worldOf(sets, day))
}

interface Setting {
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
}

const settingOf = (t: TestContext, mirror: string, databaseUrl: string | null): Setting => {
  const folder = tempFolder(t)
  const env = {
    DATA_DIR: folder,
    MARKET_SOURCE: 'tcgcsv',
    TCGCSV_URL: mirror,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  }
  return { env, folder }
}

/** Starts a sync and kills it after a random time. @returns whether it ended before */
const killedSync = async (setting: Setting, maxMs: number): Promise<boolean> => {
  const child = spawned(process.execPath, [cli, 'market', 'sync'], setting.env)
  child.stdout?.resume()
  child.stderr?.resume()
  const hasEnded = await Promise.race([ended(child).then(() => true), delay(Math.random() * maxMs, false)])
  if (!hasEnded) {
    child.kill('SIGKILL')
    await ended(child)
    await endLease(setting)
  }
  return hasEnded
}

/** Fails unless every day that is visible is whole. @returns those days */
const visibleDays = async ({ folder, env }: Setting, sets: number): Promise<number[]> => {
  const database =
    env.DATABASE_URL === undefined
      ? ({ kind: 'sqlite', file: join(folder, 'accounts.db') } as const)
      : ({ kind: 'postgres', url: env.DATABASE_URL } as const)
  const store = await openStore({ database, durability: 'process' }, Date.now, { isChecked: false })
  try {
    const days: number[] = []
    for (const { observedAtMs } of await store.archive.headers('tcgcsv')) {
      const build = new Date(observedAtMs).toISOString()
      const day = Number(build.slice(8, 10))
      const printings = await readPrintings(store.archive, build)
      assert.equal(printings?.size, sets * 20, `day ${day} is half`)
      for (const [productId, [printing]] of printings ?? [])
        assert.equal(printing?.marketCents, centsOf(productId, day), `product ${productId} of day ${day}`)
      if (days.at(-1) !== day) days.push(day)
    }
    const newest = days.at(-1)
    if (newest !== undefined)
      for await (const [productId, { name }] of readRecords(store.archive))
        assert.equal(name, nameOf(productId, newest))
    return days
  } finally {
    await store.close()
  }
}

/** Ends the lease of a holder that is dead, as a minute would. */
const endLease = async ({ folder, env }: Setting): Promise<void> => {
  const statement = 'update market_sync set lease_until_ms = 0'
  if (env.DATABASE_URL !== undefined) await runSql(env.DATABASE_URL, statement).catch(ignoreMissing)
  else
    try {
      const file = new DatabaseSync(join(folder, 'accounts.db'), { timeout: 5_000 })
      file.exec(statement)
      file.close()
    } catch (error) {
      ignoreMissing(error)
    }
}

/** Lets the mirror be asked for its stamp again, as ten minutes would. */
const endAskPause = ({ folder }: Setting): void => {
  const file = new DatabaseSync(join(folder, 'accounts.db'))
  file.exec("update market_sync set record = json_set(record, '$.askedAt', null)")
  file.close()
}

/** A process that was killed early has made no table yet. */
const ignoreMissing = (error: unknown): void => {
  if (!/no such table|does not exist/.test(String(error))) throw error
}

const whole = async (setting: Setting): Promise<void> => {
  const { status, err } = await runCli(['market', 'sync'], setting.env)
  assert.equal(status, 0, err)
}

const database = await databaseForTests()
const engines = [
  ['sqlite', undefined, async () => null],
  ['postgres', database.skip, database.schema],
] as const

for (const [engine, skip, addressOf] of engines) {
  test(`kill -9 at random moments of a sync loses no day and shows no half one, ${engine}`, { skip }, async (t) => {
    const sets = 12
    const site = await startMirrorSite(worldOf(sets, 1), stampOf(1))
    t.after(site.close)
    const setting = settingOf(t, site.ownUrl, await addressOf())
    const accepted = new Set<number>()
    let day = 1
    for (let round = 0; round < kills / 4; round++) {
      showDay(site, sets, day)
      await killedSync(setting, 2_500)
      const days = await visibleDays(setting, sets)
      for (const one of accepted) assert.ok(days.includes(one), `day ${one} is lost`)
      if (round % 5 !== 4) continue
      await whole(setting)
      accepted.add(day)
      assert.deepEqual((await visibleDays(setting, sets)).at(-1), day)
      day = Math.min(30, day + 1)
    }
    showDay(site, sets, day)
    await whole(setting)
    assert.equal((await visibleDays(setting, sets)).at(-1), day)
  })
}

test('kill -9 in mid-pull breaks no rule of the mirror, as the mirror counts', async (t) => {
  const sets = 40
  const site = await startMirrorSite(worldOf(sets, 1), stampOf(1))
  t.after(site.close)
  const setting = settingOf(t, site.publicUrl, null)
  let killed = 0
  while (killed < kills / 2 && !(await killedSync(setting, 2_000))) killed++
  await whole(setting)
  // Where the last was killed between its question and its first list, nothing is asked for ten minutes.
  if ((await visibleDays(setting, sets)).length === 0) {
    endAskPause(setting)
    await whole(setting)
  }
  assert.deepEqual(await visibleDays(setting, sets), [1])
  const times = site.requests.map(({ atMs }) => atMs)
  const smallestGapMs = Math.min(...times.slice(1).map((atMs, at) => atMs - (times[at] as number)))
  const seen = Map.groupBy(site.paths(), (path) => path)
  const asked = seen.get('/last-updated.txt')?.length ?? 0
  seen.delete('/last-updated.txt')
  const twice = [...seen.values()].reduce((sum, { length }) => sum + length - 1, 0)
  t.diagnostic(JSON.stringify({ killed, requests: times.length, smallestGapMs, asked, twice }))
  assert.ok(smallestGapMs >= 100, `${smallestGapMs} ms`)
  // Asked at the beginning and at the end; a list comes again where the process died between its arrival and its file.
  assert.ok(asked <= 2 + killed && twice <= killed)
  const ledger = await runCli(['market', 'status', '--json'], setting.env)
  const { sync } = JSON.parse(ledger.out) as { sync: { reserved: { count: number }[] } }
  const counted = sync.reserved.reduce((sum, { count }) => sum + count, 0)
  assert.ok(counted >= times.length, `${counted} counted, ${times.length} made`)
})
