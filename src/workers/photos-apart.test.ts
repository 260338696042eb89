import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ServiceError } from '../contract/errors.ts'
import type { Photo, PhotoReading } from '../identification/ports.ts'
import type { PhotoReply, PhotoRequest } from './messages.ts'
import { createPhotoRelay, type ReaderProcess } from './photo-relay.ts'
import { createRemoteReader } from './remote-reader.ts'

const photo: Photo = { bytes: new Uint8Array([1]), type: 'image/png' }
const reading = { text: 'Pikachu' } as PhotoReading

/** Workers over a relay whose readers are played by the test. */
const setUp = () => {
  const readers: {
    requests: PhotoRequest[]
    reply: (reply: PhotoReply) => void
    end: () => void
    isStopped: boolean
  }[] = []
  const relay = createPhotoRelay((onReply): ReaderProcess => {
    const ended = Promise.withResolvers<void>()
    const reader = { requests: [] as PhotoRequest[], reply: onReply, end: ended.resolve, isStopped: false }
    readers.push(reader)
    return {
      ask: async () => null,
      send: (request) => reader.requests.push(request),
      ended: ended.promise,
      stop: () => {
        reader.isStopped = true
        ended.resolve()
      },
    }
  })
  const worker = () => {
    const self = {}
    const remote = createRemoteReader((request) => relay.ask(self, request, remote.onReply))
    return { ...remote, self }
  }
  return { readers, relay, worker }
}

const isUnavailable = (error: unknown) => error instanceof ServiceError && error.code === 'service_unavailable'
const never = new AbortController().signal
const lastId = (requests: readonly PhotoRequest[]): number => requests.at(-1)?.id ?? 0

test('photos of two workers go to one reader, and each gets its own back', async () => {
  const { readers, worker } = setUp()
  const [first, second] = [worker(), worker()]
  let started = 0
  const readings = [first.reader.read(photo, never, () => started++), second.reader.read(photo, never)]
  assert.equal(readers.length, 1)
  const [reader] = readers
  const [one, two] = (reader?.requests ?? []).map(({ id }) => id)
  reader?.reply({ kind: 'photo started', id: one as number })
  reader?.reply({ kind: 'photo read', id: two as number, reading: { ...reading, text: 'second' } })
  reader?.reply({ kind: 'photo read', id: one as number, reading })
  assert.deepEqual(
    (await Promise.all(readings)).map(({ text }) => text),
    ['Pikachu', 'second'],
  )
  assert.equal(started, 1)
})

test('a refusal of the reader is the refusal of the call, with when to come again', async () => {
  const { readers, worker } = setUp()
  const call = worker().reader.read(photo, never)
  const { requests, reply } = readers[0] as (typeof readers)[number]
  reply({
    kind: 'photo failed',
    id: lastId(requests),
    code: 'service_busy',
    message: 'Too many.',
    retryAfterSeconds: 3,
  })
  await assert.rejects(
    call,
    (error) => error instanceof ServiceError && error.code === 'service_busy' && error.retryAfterSeconds === 3,
  )
})

test('a photo that nobody waits for is withdrawn before it is read, and read to its end afterwards', async () => {
  const { readers, worker } = setUp()
  const { reader } = worker()
  const early = new AbortController()
  const waiting = reader.read(photo, early.signal)
  early.abort(new Error('gone'))
  await assert.rejects(waiting, /gone/)
  const [process] = readers
  assert.equal(process?.requests.at(-1)?.kind, 'withdraw photo')
  const late = new AbortController()
  const running = reader.read(photo, late.signal)
  const id = lastId(process?.requests ?? [])
  process?.reply({ kind: 'photo started', id })
  late.abort(new Error('gone'))
  process?.reply({ kind: 'photo read', id, reading })
  assert.equal((await running).text, 'Pikachu')
})

test('a reader that ends fails the photos that it had, and the next photo has another', async () => {
  const { readers, worker } = setUp()
  const { reader } = worker()
  const lost = reader.read(photo, never)
  const [first] = readers
  first?.reply({ kind: 'photo started', id: lastId(first.requests) })
  first?.end()
  await assert.rejects(lost, isUnavailable)
  void reader.read(photo, never)
  assert.equal(readers.length, 2)
})

test('a reader that ends before it has begun costs only itself: another one is asked, once', async () => {
  const { readers, worker } = setUp()
  const call = worker().reader.read(photo, never)
  readers[0]?.end()
  await nextTurn()
  const [, second] = readers
  assert.deepEqual(second?.requests, [{ kind: 'read photo', id: lastId(second?.requests ?? []), photo }])
  second?.reply({ kind: 'photo read', id: lastId(second.requests), reading })
  assert.equal((await call).text, 'Pikachu')

  const unlucky = worker().reader.read(photo, never)
  second?.end()
  await nextTurn()
  readers[2]?.end()
  await assert.rejects(unlucky, isUnavailable)
  assert.equal(readers.length, 3)
})

test('a photo whose reader cannot be started fails alone', async () => {
  const relay = createPhotoRelay(() => {
    throw new Error('spawn ENOMEM')
  })
  const remote = createRemoteReader((request) => relay.ask(relay, request, remote.onReply))
  await assert.rejects(remote.reader.read(photo, never), isUnavailable)
})

test('readers that are stopped are not replaced', async () => {
  const { readers, relay, worker } = setUp()
  const call = worker().reader.read(photo, never)
  await Promise.all([relay.stop(), assert.rejects(call, isUnavailable)])
  assert.equal(readers.length, 1)
})

test('the photos of a worker that has ended are withdrawn', async () => {
  const { readers, relay, worker } = setUp()
  const { reader, self } = worker()
  void reader.read(photo, never)
  relay.forget(self)
  assert.deepEqual(
    readers[0]?.requests.map(({ kind }) => kind),
    ['read photo', 'withdraw photo'],
  )
})

test('a renewed reader ends with the photos that it has', async () => {
  const { readers, relay, worker } = setUp()
  const { reader } = worker()
  const running = reader.read(photo, never)
  relay.renew()
  const next = reader.read(photo, never)
  const [old, other] = readers
  assert.equal(old?.isStopped, false)
  old?.reply({ kind: 'photo read', id: lastId(old.requests), reading })
  await running
  assert.equal(old?.isStopped, true)
  other?.reply({ kind: 'photo read', id: lastId(other.requests), reading })
  await next
  assert.equal(other?.isStopped, false)
})
