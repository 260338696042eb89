import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { png } from '../../../test/support/pictures.ts'
import type { Clock } from './clock.ts'
import { noReader } from './no-reader.ts'
import { type CardReaderOptions, type CardReaderPool, createCardReader } from './pool.ts'

const programOf = (script: string): URL => new URL(`data:text/javascript,${encodeURIComponent(script)}`)

/** A worker that obeys the first byte after the picture's end: it answers, waits, dies, hangs or fails. */
const obedience = `
    import { parentPort, workerData } from 'node:worker_threads'
    const native = (ms) => {
      const inside = new Int32Array(workerData.gate)
      const seen = new Int32Array(workerData.lexicon)
      Atomics.add(inside, 0, 1)
      Atomics.store(seen, 0, 1)
      const endsMs = performance.now() + ms
      while (performance.now() < endsMs);
      Atomics.store(seen, 0, 2)
      Atomics.sub(inside, 0, 1)
    }
    const reading = (text) => ({ text, confidence: 0, lines: [], card: { name: null, number: null } })
    parentPort.on('message', (message) => {
      if (message.kind !== 'read') return
      const order = String.fromCharCode(message.photo.bytes.at(-1))
      if (order === 'd') process.exit(3)
      if (order === 'c') throw new Error('a crash')
      if (order === 'h') for (;;);
      if (order === 'n') native(500)
      const fail = (code, text) => parentPort.postMessage({ kind: 'failed', id: message.id, code, message: text })
      if (order === 't') return fail('service_busy', 'no time')
      if (order === 'f') return fail('invalid_image', 'damaged')
      const answer = () => parentPort.postMessage({ kind: 'read', id: message.id, reading: reading(order) })
      if (order === 's') setTimeout(answer, 150)
      else answer()
    })
    parentPort.postMessage({ kind: 'ready' })
`
const obedient = programOf(obedience)
/** One that starts when its lexicon says so. */
const late = programOf(`${obedience.replace("parentPort.postMessage({ kind: 'ready' })", '')}
  Atomics.wait(new Int32Array(workerData.lexicon), 0, 0)
  parentPort.postMessage({ kind: 'ready' })
`)

// The last byte is the order.
const picture = (order: string) => ({
  bytes: new Uint8Array(Buffer.concat([png(64, 64), Buffer.from(order)])),
  type: 'image/png' as const,
})

/** Time that passes only when told. */
const createManualClock = () => {
  let nowMs = 0
  const timers = new Set<{ readonly atMs: number; readonly call: () => void }>()
  const setTimer = (call: () => void, delayMs: number) => {
    const timer = { atMs: nowMs + delayMs, call }
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  const sleep = (delayMs: number) => new Promise<void>((resolve) => void setTimer(resolve, delayMs))
  const clock: Clock = { nowMs: () => nowMs, setTimer, sleep }
  return {
    clock,
    advance: (ms: number) => {
      nowMs += ms
      for (const timer of timers) {
        if (timer.atMs > nowMs) continue
        timers.delete(timer)
        timer.call()
      }
    },
    /** Milliseconds until each timer that runs. */
    pendingMs: () => [...timers].map(({ atMs }) => atMs - nowMs),
  }
}

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** What a worker that was told to call native code notes in its lexicon. */
const callIn = (lexicon: SharedArrayBuffer) => [null, 'begun', 'ended'][Atomics.load(new Int32Array(lexicon), 0)]

const pools: CardReaderPool[] = []
const pool = (options: Partial<CardReaderOptions> = {}) => {
  const made = createCardReader({ workers: 1, program: obedient, ...options })
  pools.push(made)
  return made
}
after(() => Promise.all(pools.map((made) => made.close())))

describe('a pool of readers', () => {
  test('starts with the first photo, or at boot with start: boot', async () => {
    const lazy = pool()
    assert.equal(lazy.ready, false)
    assert.equal((await lazy.read(picture('a'))).text, 'a')
    assert.equal(lazy.ready, true)
    const early = pool({ start: 'boot' })
    await until(() => early.ready)
  })
  test('keeps the caller’s bytes whole', async () => {
    const photo = picture('a')
    await pool().read(photo)
    assert.ok(photo.bytes.length > 0)
  })
  test('passes on the code of a picture that cannot be read', async () => {
    await assert.rejects(pool().read(picture('f')), { code: 'invalid_image' })
  })
  test('photos wait for a lexicon that is on its way', async () => {
    const one = pool({ lexicon: 'later' })
    let isRead = false
    const reading = one.read(picture('a')).then(() => {
      isRead = true
    })
    await new Promise((resolve) => setTimeout(resolve, 150))
    assert.equal(isRead, false)
    one.useLexicon(null)
    await reading
  })
  test('refuses with a time to come back when the queue is full', async () => {
    const one = pool({ queueLimit: 2 })
    await one.read(picture('a'))
    const waiting = Array.from({ length: 3 }, () => one.read(picture('s')))
    await assert.rejects(
      one.read(picture('a')),
      (error: { code: string; retryAfterSeconds: number }) =>
        error.code === 'service_busy' && error.retryAfterSeconds >= 1,
    )
    assert.deepEqual(
      (await Promise.all(waiting)).map(({ text }) => text),
      ['s', 's', 's'],
    )
    assert.equal((await one.read(picture('b'))).text, 'b')
  })
  for (const [order, death] of [
    ['d', 'that ends'],
    ['c', 'that crashes'],
  ] as const) {
    test(`replaces a worker ${death}, and only its own photo is lost`, async () => {
      const reasons: string[] = []
      const one = pool({ onReplaced: (reason) => reasons.push(reason) })
      const fatal = one.read(picture(order))
      const next = one.read(picture('b'))
      await assert.rejects(fatal, { code: 'service_unavailable' })
      assert.equal((await next).text, 'b')
      assert.equal(reasons.length, 1)
    })
  }
  test('stops a worker that hangs at the deadline and replaces it', async () => {
    const { clock, advance } = createManualClock()
    const one = pool({ clock, deadlineMs: 10_000 })
    await one.read(picture('a'))
    const reading = one.read(picture('h'))
    // Its time is the machine's as much as the picture's: never an answer that depends on load, and never charged.
    const hung = assert.rejects(reading, { code: 'service_busy', retryAfterSeconds: 1 })
    advance(9_999)
    assert.equal(await Promise.race([reading, new Promise((resolve) => setImmediate(resolve, 'reading'))]), 'reading')
    advance(1)
    await hung
    assert.equal((await one.read(picture('b'))).text, 'b')
  })
  test('a worker that is slow to start is refused for, goes on, and reads the next photo', async () => {
    const { clock, advance } = createManualClock()
    const reasons: string[] = []
    const starting = new Int32Array(new SharedArrayBuffer(4))
    const onReplaced = (reason: string) => reasons.push(reason)
    const one = pool({ clock, deadlineMs: 10_000, lexicon: starting.buffer, program: late, onReplaced })
    for (let photos = 0; photos < 2; photos++) {
      const refused = assert.rejects(one.read(picture('a')), { code: 'service_busy' })
      advance(10_000)
      await refused
    }
    const next = one.read(picture('b'))
    Atomics.store(starting, 0, 1)
    Atomics.notify(starting, 0)
    assert.equal((await next).text, 'b')
    assert.deepEqual(reasons, [])
  })
  test('a worker that has not started after half a minute is replaced', async () => {
    const { clock, advance } = createManualClock()
    const reasons: string[] = []
    const lexicon = new SharedArrayBuffer(4)
    const one = pool({
      clock,
      deadlineMs: 10_000,
      lexicon,
      program: late,
      onReplaced: (reason) => reasons.push(reason),
    })
    for (let photos = 0; photos < 3; photos++) {
      const refused = assert.rejects(one.read(picture('a')), { code: 'service_busy' })
      advance(10_000)
      await refused
    }
    assert.deepEqual(reasons, ['it did not answer in time'])
  })
  test('a picture for which a worker had no time is refused as busy, with a moment to come back', async () => {
    await assert.rejects(pool().read(picture('t')), { code: 'service_busy', message: 'no time', retryAfterSeconds: 1 })
  })
  test('a worker that ends again and again before it was ready is started after growing pauses', async () => {
    const { clock, advance, pendingMs } = createManualClock()
    const reasons: string[] = []
    const broken = new URL('data:text/javascript,process.exit(3)')
    pool({ clock, program: broken, start: 'boot', onReplaced: (reason) => reasons.push(reason) })
    const pauses: number[] = []
    for (let ends = 1; ends <= 8; ends++) {
      await until(() => reasons.length === ends && pendingMs().length === 1)
      pauses.push(pendingMs()[0] ?? 0)
      advance(pauses.at(-1) ?? 0)
    }
    assert.deepEqual(pauses, [250, 500, 750, 1000, 1250, 1500, 1500, 1500])
  })
  test('a worker that overruns its time in native code is left until it comes out, and replaced soon', async () => {
    const { clock, advance } = createManualClock()
    const lexicon = new SharedArrayBuffer(4)
    const one = pool({ clock, deadlineMs: 10_000, lexicon })
    const overrun = assert.rejects(one.read(picture('n')), { code: 'service_busy' })
    await until(() => callIn(lexicon) === 'begun')
    advance(10_000)
    await overrun
    assert.equal(one.ready, false)
    advance(1_000)
    await until(() => one.ready)
    assert.equal((await one.read(picture('b'))).text, 'b')
    await until(() => callIn(lexicon) === 'ended')
    // It ends when it is seen out of the native code.
    advance(10)
  })
  test('closing waits for a worker in native code, too', async () => {
    const lexicon = new SharedArrayBuffer(4)
    const one = pool({ lexicon })
    const lost = assert.rejects(one.read(picture('n')), { code: 'service_unavailable' })
    await until(() => callIn(lexicon) === 'begun')
    await Promise.all([one.close(), lost])
    assert.equal(callIn(lexicon), 'ended')
  })
  test('a photo that waits for four tenths of the deadline is refused as busy; the worker goes on', async () => {
    const { clock, advance } = createManualClock()
    const reasons: string[] = []
    const one = pool({ clock, deadlineMs: 10_000, onReplaced: (reason) => reasons.push(reason) })
    await one.read(picture('a'))
    const [first, second] = [one.read(picture('s')), one.read(picture('a'))]
    const refused = assert.rejects(second, { code: 'service_busy' })
    advance(4_000)
    await refused
    assert.equal((await first).text, 's')
    assert.deepEqual(reasons, [])
  })
  test('a caller may give up while waiting', async () => {
    const one = pool()
    const slow = one.read(picture('s'))
    const leaving = new AbortController()
    const left = one.read(picture('a'), leaving.signal)
    leaving.abort(new Error('gone'))
    await assert.rejects(left, /gone/)
    assert.equal((await slow).text, 's')
  })
  test('after closing nothing is read, and what waited is refused', async () => {
    const one = pool()
    const waiting = [one.read(picture('s')), one.read(picture('s'))]
    const refused = Promise.all(waiting.map((read) => assert.rejects(read, { code: 'service_unavailable' })))
    await new Promise((resolve) => setImmediate(resolve))
    await one.close()
    await refused
    await assert.rejects(one.read(picture('a')), { code: 'service_unavailable' })
  })
})

test('a reader that is turned off says so', async () => {
  await assert.rejects(noReader.read(picture('a'), new AbortController().signal), { code: 'service_unavailable' })
})
