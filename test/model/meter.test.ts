import assert from 'node:assert/strict'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { UnitCounter } from '../../src/accounts/ports.ts'
import { openPostgresStore } from '../../src/stores/postgres-store.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { databaseForTests } from '../support/postgres.ts'
import { scaled } from '../support/scaled.ts'
import { awayFromTheMinutesEnd, fakeClock, memoryFolder } from '../support/temp.ts'
import { commands } from './commands.ts'
import { liveThrough, type StoreUnderModel } from './life.ts'

const { skip, schema } = await databaseForTests()

/** Printed, and set again by MODEL_SEED to repeat a run. */
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31)

/** SQLite files; a crash is an image of what lies on the disk, as `kill -9` leaves it, beside the dead. */
const sqliteUnderModel = (t: TestContext): StoreUnderModel => {
  // The process dies here, not the power, so nothing needs a disk.
  const folder = memoryFolder(t)
  const clock = fakeClock('2026-11-21T09:30:00.000Z')
  let image = 0
  const fileOf = (number: number) => join(folder, `${number}.db`)
  return {
    clock,
    usesClock: true,
    open: () => openSqliteStore({ file: fileOf(image), durability: 'process', now: clock.read, isChecked: false }),
    crash: () => {
      for (const part of ['', '-wal', '-epoch']) {
        if (existsSync(fileOf(image) + part)) copyFileSync(fileOf(image) + part, fileOf(image + 1) + part)
        // Those of the long form would fill the memory.
        rmSync(fileOf(image - 1) + part, { force: true })
      }
      image++
    },
  }
}

const holds = (under: StoreUnderModel, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(commands, (sequence) => liveThrough(under, sequence)),
    { seed, numRuns, endOnFailure: process.env.CI !== undefined },
  )

test('of SQLite, any sequence of calls, changes, clock steps and crashes counts as the reference does', async (t) => {
  t.diagnostic(`MODEL_SEED=${seed}`)
  await holds(sqliteUnderModel(t), scaled(40, 10_000))
})

test('the same of PostgreSQL, but for the clock, which is its own', { skip }, async (t) => {
  t.diagnostic(`MODEL_SEED=${seed}`)
  const clock = fakeClock('2026-11-21T09:30:00.000Z')
  const url = await schema()
  const under: StoreUnderModel = {
    clock,
    usesClock: false,
    open: () => openPostgresStore({ url, now: Date.now }),
    crash: () => {},
  }
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      await awayFromTheMinutesEnd()
      await liveThrough(under, sequence)
    }),
    { seed, numRuns: scaled(8, 300) },
  )
})

/** Defects of a kind that reviews overlook, each in one line. */
const sabotages: Readonly<Record<string, (counter: UnitCounter) => UnitCounter>> = {
  'grants one unit more than the minute holds': (counter) => ({
    ...counter,
    take: (charges) =>
      counter.take(charges.map((charge) => ({ ...charge, requestsPerMinute: charge.requestsPerMinute + 1 }))),
  }),
  'forgets a refund': (counter) => ({ ...counter, refund: async () => {} }),
  'answers before it has counted': (counter) => ({
    ...counter,
    take: async (charges) => {
      const results = await counter.take(charges.map((charge) => ({ ...charge, units: 0 })))
      void new Promise((resolve) => setTimeout(resolve, 5)).then(() => counter.take(charges)).catch(() => {})
      return results.map((result, at) => result && { ...result, granted: charges[at]?.units ?? 0 })
    },
  }),
  'charges a key that has ended': (counter) => ({
    ...counter,
    take: async (charges) => {
      for (let later = 0; ; later++) {
        const results = await counter.take(charges.map((charge) => ({ ...charge, epoch: charge.epoch + later })))
        if (later === 3 || results.every((result) => result !== null)) return results
      }
    },
  }),
}

for (const [defect, sabotage] of Object.entries(sabotages)) {
  test(`the model finds a meter that ${defect}`, async (t) => {
    const under = { ...sqliteUnderModel(t), sabotage }
    await assert.rejects(
      fc.assert(
        fc.asyncProperty(commands, (sequence) => liveThrough(under, sequence)),
        { numRuns: 500, endOnFailure: true },
      ),
    )
  })
}
