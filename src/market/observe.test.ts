import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '../contract/errors.ts'
import { createMemoryCache } from './observation-cache.ts'
import { type FreshForMs, type ObservedMethods, type ObserveOptions, observe } from './observe.ts'

const freshForMs: FreshForMs = {
  categories: 1_000,
  sets: 1_000,
  search: 1_000,
  details: 1_000,
  prices: 500,
  history: 1_000,
  listings: 1_000,
  image: 1_000,
  notFound: 100,
}

interface Source {
  readonly details: (id: number, signal: AbortSignal) => Promise<string | null>
}

const methods: ObservedMethods<Source> = {
  details: { data: 'details', key: String, isAnswer: (value) => typeof value === 'string' || value === null },
}

const forever = { signal: new AbortController().signal }

const around = (
  load: Source['details'],
  { maxBytes = 1_000_000, ...options }: Partial<ObserveOptions<Source>> & { readonly maxBytes?: number } = {},
) => {
  const clock = { now: Date.parse('2026-11-21T09:30:00.000Z') }
  const now = () => clock.now
  const outcomes: string[] = []
  const observed = observe<Source>(
    { details: load },
    {
      methods,
      cache: createMemoryCache(maxBytes, now),
      freshForMs,
      now,
      namespace: () => 'test',
      onObservation: (_, outcome) => outcomes.push(outcome),
      ...options,
    },
  )
  return { observed, clock, outcomes }
}

describe('observe', () => {
  test('data that a source holds bears the instant at which the source got it, and is of one state', async () => {
    let held = { day: 1, recordedAtMs: Date.parse('2026-11-20T20:10:00.000Z') }
    let onAsk = () => {}
    const { observed, clock } = around(
      async () => {
        const { day } = held
        onAsk()
        return `day ${day}`
      },
      { namespace: () => `day ${held.day}`, recordedAtMs: () => held.recordedAtMs },
    )
    const first = { value: 'day 1', fetchedAt: '2026-11-20T20:10:00.000Z' }
    assert.deepEqual(await observed.details(7, forever), { ...first, cacheHit: false })
    clock.now += 900
    assert.deepEqual(await observed.details(7, forever), { ...first, cacheHit: true })
    onAsk = () => {
      held = { day: 2, recordedAtMs: Date.parse('2026-11-21T20:10:00.000Z') }
    }
    assert.deepEqual(await observed.details(8, forever), {
      value: 'day 2',
      fetchedAt: '2026-11-21T20:10:00.000Z',
      cacheHit: false,
    })
    assert.equal((await observed.details(7, forever)).value, 'day 2')
  })

  test('a hit is the same object every time, with the instant of its fetch, until its lifetime is over', async () => {
    let fetches = 0
    const { observed, clock, outcomes } = around(async (id) => `${id}:${++fetches}`)
    const miss = await observed.details(7, forever)
    assert.deepEqual(miss, { value: '7:1', fetchedAt: '2026-11-21T09:30:00.000Z', cacheHit: false })
    clock.now += 999
    const hit = observed.details(7, forever)
    assert.deepEqual(hit, { ...miss, cacheHit: true })
    assert.equal(observed.details(7, forever), hit)
    clock.now += 2
    assert.deepEqual(await observed.details(7, forever), {
      value: '7:2',
      fetchedAt: '2026-11-21T09:30:01.001Z',
      cacheHit: false,
    })
    assert.deepEqual(outcomes, ['fetched', 'hit', 'hit', 'fetched'])
  })

  test('1,000 callers of one cold thing share one fetch and get the very same observation', async () => {
    let fetches = 0
    const { observed } = around(async () => {
      fetches++
      await delay(20)
      return 'x'
    })
    const all = await Promise.all(Array.from({ length: 1_000 }, () => observed.details(1, forever)))
    assert.equal(fetches, 1)
    assert.equal(new Set(all).size, 1)
  })

  test('not found is remembered for its own, shorter time; a failure is shared but never remembered', async () => {
    let fetches = 0
    const { observed, clock } = around(async (id) => {
      fetches++
      if (id === 2) throw new ServiceError('upstream_unavailable', 'down')
      return null
    })
    await observed.details(1, forever)
    clock.now += 99
    assert.equal((await observed.details(1, forever)).cacheHit, true)
    clock.now += 2
    assert.equal((await observed.details(1, forever)).cacheHit, false)
    assert.equal(fetches, 2)
    const failures = await Promise.allSettled(
      Array.from({ length: 50 }, () => Promise.resolve(observed.details(2, forever))),
    )
    assert.ok(failures.every(({ status }) => status === 'rejected'))
    assert.equal(fetches, 3)
    await assert.rejects(Promise.resolve(observed.details(2, forever)))
    assert.equal(fetches, 4)
  })

  test('nothing is served that was fetched under another namespace, or while it changed', async () => {
    let version = 1
    const loads: (() => void)[] = []
    const { observed } = around(
      async () => {
        const fetched = `v${version}`
        if (loads.length > 0) await new Promise<void>((resolve) => loads.push(resolve))
        return fetched
      },
      { namespace: () => `test ${version}` },
    )
    const read = async () => {
      const { value, cacheHit } = await observed.details(7, forever)
      return [value, cacheHit]
    }
    assert.deepEqual(
      [await read(), await read()],
      [
        ['v1', false],
        ['v1', true],
      ],
    )
    version = 2
    loads.push(() => {})
    const reading = read()
    version = 3
    loads.pop()?.()
    assert.deepEqual(await reading, ['v2', false])
    loads.length = 0
    version = 2
    assert.deepEqual(await read(), ['v2', false])
    version = 1
    assert.deepEqual(await read(), ['v1', true])
  })

  test('the cache keeps to its size however many things are asked for', async () => {
    let fetches = 0
    const load = async () => {
      fetches++
      return 'x'.repeat(100)
    }
    const { observed } = around(load, { maxBytes: 50_000 })
    for (let id = 0; id < 500; id++) await observed.details(id, forever)
    assert.equal((await observed.details(499, forever)).cacheHit, true)
    assert.equal((await observed.details(0, forever)).cacheHit, false)
    assert.equal(fetches, 501)
  })
})
