import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeBytes, describeCount, describeInstant, describeLength } from './words.ts'

test('what is unknown is a dash, and never 0', () => {
  assert.deepEqual([describeCount(null), describeInstant(null), describeBytes(null)], ['–', '–', '–'])
  assert.deepEqual([describeCount(0), describeCount(1234567)], ['0', '1,234,567'])
})

test('lengths of time are told in their two largest units', () => {
  const lengths = [0, 999, 5_000, 60_000, 11_520_000, 90_061_000, 86_400_000 * 400].map(describeLength)
  assert.deepEqual(lengths, ['0 s', '0 s', '5 s', '1 min', '3 h 12 min', '1 d 1 h', '400 d'])
})

test('sizes and instants are short', () => {
  assert.deepEqual([0, 1024 ** 2 * 3.25, 1024 ** 3 * 21, 1024 ** 5].map(describeBytes), [
    '0.0 KiB',
    '3.3 MiB',
    '21 GiB',
    '1024 TiB',
  ])
  assert.equal(describeInstant('2026-11-21T09:30:59.123Z'), '2026-11-21 09:30 UTC')
})
