import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createLineWriter } from './line-writer.ts'

/** A stream whose reader takes nothing until it is told to. */
const stalledStream = () => {
  let take = () => {}
  let text = ''
  let isReading = false
  const stream = new Writable({
    write: (chunk, _, done) => {
      take = () => {
        text += chunk
        done()
      }
      if (isReading) take()
    },
  })
  return {
    stream,
    text: () => text,
    read: () => {
      isReading = true
      take()
    },
  }
}

test('unread lines are kept up to a bound and dropped beyond it; the returning reader gets their number', async () => {
  const { stream, text, read } = stalledStream()
  const recovered: number[] = []
  const writer = createLineWriter(stream, {
    maxUnreadBytes: 100_000,
    onRecovered: (dropped) => recovered.push(dropped),
  })
  const line = `${'x'.repeat(99)}\n`
  for (let i = 0; i < 5_000; i++) writer.write(line)
  assert.ok(stream.writableLength <= 100_000, `${stream.writableLength} bytes are kept`)
  assert.ok(writer.dropped() >= 3_990)
  assert.deepEqual(recovered, [])

  read()
  await writer.flush(1_000)
  assert.deepEqual(recovered, [writer.dropped()])
  assert.equal(text().length, (5_000 - writer.dropped()) * line.length)
  writer.write('again\n')
  await writer.flush(1_000)
  assert.ok(text().endsWith('again\n'))
})

test('writing out waits no longer than it may for a reader that takes nothing', async () => {
  const writer = createLineWriter(stalledStream().stream, { onRecovered: () => assert.fail() })
  writer.write('line\n')
  const startedMs = performance.now()
  await writer.flush(50)
  assert.ok(performance.now() - startedMs >= 45)
})

test('a reader that has gone makes no error and keeps no memory', async () => {
  const { stream } = stalledStream()
  const writer = createLineWriter(stream, { onRecovered: () => assert.fail() })
  stream.emit('error', new Error('EPIPE'))
  for (let i = 0; i < 100; i++) writer.write('line\n')
  await writer.flush(1_000)
  assert.deepEqual([writer.dropped(), stream.writableLength], [100, 0])
})
