import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createSingleFlight, originOf } from './single-flight.ts'

/** A load that the test ends, and the signals that it was started with. */
const createLoad = () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const signals: AbortSignal[] = []
  const load = (signal: AbortSignal): Promise<string> => {
    signals.push(signal)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    return promise
  }
  return { load, resolve, reject, signals }
}

describe('single flight', () => {
  test('callers of one key share one load and its result; other keys and later calls load anew', async () => {
    const flights = createSingleFlight<string>()
    const { load, resolve, signals } = createLoad()
    const callers = [flights.run('a', load), flights.run('a', load), flights.run('b', load)]
    assert.equal(signals.length, 2)
    assert.notEqual(flights.inFlight('a'), null)
    resolve('x')
    assert.deepEqual(await Promise.all(callers), ['x', 'x', 'x'])
    assert.equal(flights.inFlight('a'), null)
    await flights.run('a', load)
    assert.equal(signals.length, 3)
  })

  test('all callers get the failure of a shared load, and none of it is kept', async () => {
    const flights = createSingleFlight<string>()
    const { load, reject } = createLoad()
    const callers = [flights.run('a', load), flights.run('a', load, new AbortController().signal)]
    reject(new Error('down'))
    for (const { status, reason } of (await Promise.allSettled(callers)) as PromiseRejectedResult[]) {
      assert.equal(status, 'rejected')
      assert.match(String(reason), /down/)
    }
    assert.equal(await flights.run('a', async () => 'up'), 'up')
  })

  test('a caller that leaves gets the reason of its own signal at once and breaks none', async () => {
    const flights = createSingleFlight<string>()
    const { load, resolve, signals } = createLoad()
    const [leaving, staying] = [new AbortController(), new AbortController()]
    const left = flights.run('a', load, leaving.signal)
    const stayed = flights.run('a', load, staying.signal)
    leaving.abort(new Error('gone'))
    await assert.rejects(left, /gone/)
    assert.equal(signals[0]?.aborted, false)
    resolve('x')
    assert.equal(await stayed, 'x')
  })

  test('the last caller to leave aborts the load, and the next one starts anew even while it still ends', async () => {
    const flights = createSingleFlight<string>()
    const callers = [new AbortController(), new AbortController()]
    const signals: AbortSignal[] = []
    const stubborn = async (signal: AbortSignal) => {
      signals.push(signal)
      await delay(20)
      return `load ${signals.length}`
    }
    const left = callers.map(({ signal }) => flights.run('a', stubborn, signal))
    for (const [at, caller] of callers.entries()) caller.abort(new Error(`gone ${at}`))
    await Promise.all(left.map((call, at) => assert.rejects(call, new RegExp(`gone ${at}`))))
    assert.match(String(signals[0]?.reason), /gone 1/)
    assert.equal(flights.inFlight('a'), null)
    assert.equal(await flights.run('a', stubborn), 'load 2')
  })

  test('a caller without a signal keeps the load going for good', async () => {
    const flights = createSingleFlight<string>()
    const { load, resolve, signals } = createLoad()
    const leaving = new AbortController()
    const [stayed, left] = [flights.run('a', load), flights.run('a', load, leaving.signal)]
    leaving.abort(new Error('gone'))
    await assert.rejects(left, /gone/)
    assert.equal(signals[0]?.aborted, false)
    resolve('x')
    assert.equal(await stayed, 'x')
  })

  test('a caller whose signal is aborted already starts nothing', async () => {
    const flights = createSingleFlight<string>()
    const { load, signals } = createLoad()
    await assert.rejects(flights.run('a', load, AbortSignal.abort(new Error('gone'))), /gone/)
    assert.equal(signals.length, 0)
  })

  test('what is loaded for a caller is known by the signal of the caller, also from a load within a load', async () => {
    const [outer, inner] = [createSingleFlight<AbortSignal>(), createSingleFlight<AbortSignal>()]
    const caller = new AbortController().signal
    const load = (shared: AbortSignal) => inner.run('b', async (signal) => signal, shared)
    const signal = await outer.run('a', load, caller)
    assert.notEqual(signal, caller)
    assert.equal(originOf(signal), caller)
    assert.equal(originOf(caller), caller)
    const other = new AbortController().signal
    assert.equal(originOf(await outer.run('a', load, other)), other)
  })
})
