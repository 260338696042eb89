import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '../contract/errors.ts'
import { createKeptParts } from './kept-parts.ts'

const nowMs = Date.parse('2026-11-21T12:00:00Z')

test('a load that its first caller leaves is shared with the next, made once, and kept with its instant', async () => {
  const clock = { now: nowMs }
  const read = createKeptParts<string>({ now: () => clock.now })
  const { promise, resolve } = Promise.withResolvers<string>()
  let loads = 0
  const load = () => {
    loads++
    return promise
  }
  const looks = [read('a', load), read('a', load)]
  clock.now += 12_000
  resolve('figures')
  assert.deepEqual(await Promise.all(looks), Array(2).fill({ value: 'figures', atMs: nowMs + 12_000 }))
  clock.now += 500
  assert.deepEqual(await read('a', load), { value: 'figures', atMs: nowMs + 12_000 })
  assert.equal(loads, 1)
  await read('b', load)
  assert.equal(loads, 2, 'another question is another load')
})

test('a store that does not answer is unknown for a while, and a defect is told and tried again', async () => {
  const read = createKeptParts<number>({ now: () => nowMs })
  let loads = 0
  const fail = (error: Error) => async () => {
    loads++
    throw error
  }
  const away = fail(new ServiceError('access_store_unavailable', 'The store is unavailable.'))
  for (let look = 0; look < 3; look++) assert.deepEqual(await read('away', away), { value: null, atMs: nowMs })
  assert.equal(loads, 1)
  for (let look = 0; look < 2; look++) await assert.rejects(read('broken', fail(new Error('a defect'))), /a defect/)
  assert.equal(loads, 3)
})
