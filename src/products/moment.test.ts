import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readMoment, refuseInBody, refuseParameter } from '../contract/moment.ts'
import { isSettled } from './past-sections.ts'

const asOfOf = (asOf: string) => readMoment({ asOf }, refuseParameter)?.asOfMs
const isRefused = (code: string, words: RegExp) => (error: { code?: string; message?: string }) =>
  error.code === code && words.test(error.message ?? '')

describe('the past that is asked for', () => {
  test('is the present when nothing is said', () => {
    assert.equal(readMoment({}, refuseParameter), null)
  })

  test('a date means its end in UTC, to the last millisecond', () => {
    assert.equal(asOfOf('2026-11-21'), Date.parse('2026-11-21T23:59:59.999Z'))
    assert.equal(asOfOf('2024-02-29'), Date.parse('2024-02-29T23:59:59.999Z'))
  })

  test('an instant is read in its zone, and what is finer than a millisecond is left off', () => {
    for (const [text, utc] of [
      ['2026-11-21T20:05:33Z', '2026-11-21T20:05:33.000Z'],
      ['2026-11-21T20:05Z', '2026-11-21T20:05:00.000Z'],
      ['2026-11-21T20:05:33.5Z', '2026-11-21T20:05:33.500Z'],
      ['2026-11-21T20:05:33.123999999Z', '2026-11-21T20:05:33.123Z'],
      ['2026-11-21T23:30:00-05:30', '2026-11-22T05:00:00.000Z'],
      ['2026-11-21T00:30:00+14:00', '2026-11-20T10:30:00.000Z'],
      ['2026-11-21T20:05:33-00:00', '2026-11-21T20:05:33.000Z'],
    ] as const)
      assert.equal(asOfOf(text), Date.parse(utc), text)
  })

  test('what no calendar or clock has, has no zone, or lies beyond all records is refused with what is allowed', () => {
    for (const asOf of [
      ...['', ' ', 'today', '2026-02-29', '2026-13-01', '2026-00-10', '2026-11-31', '2026-11-21 ', '2026-1-2'],
      ...['20261121', '2026-11', '1969-12-31', '2200-01-01', '12026-11-21', '-2026-11-21', '2026-11-21T20:05:33'],
      ...['2026-11-21T20Z', '2026-11-21T24:00:00Z', '2026-11-21T23:60:00Z', '2026-11-21T23:59:60Z'],
      ...['2026-11-21T23:59:00.Z', '2026-11-21T20:05:33+15:00', '2026-11-21T20:05:33+02:60'],
      ...['2026-11-21T20:05:33+0200', '2026-11-21T20:05:33 02:00', '2026-11-21t20:05:33z', '1763755533'],
      '２０２６-11-21',
    ])
      assert.throws(
        () => asOfOf(asOf),
        isRefused('invalid_parameter', /^asOf must be a UTC date, such as 2026-11-21, or an instant/),
        asOf,
      )
  })

  test('what this service knew is asked for beside a day, as an instant and nothing else', () => {
    const asOf = '2026-11-21'
    assert.equal(
      readMoment({ asOf, knownAt: '2026-11-22T08:00:00Z' }, refuseParameter)?.knownAtMs,
      Date.parse('2026-11-22T08:00:00Z'),
    )
    assert.equal(readMoment({ asOf }, refuseParameter)?.knownAtMs, null)
    assert.throws(
      () => readMoment({ asOf, knownAt: '2026-11-22' }, refuseParameter),
      isRefused('invalid_parameter', /^knownAt must be an instant/),
    )
    assert.throws(
      () => readMoment({ knownAt: '2026-11-22T08:00:00Z' }, refuseParameter),
      isRefused('invalid_parameter', /^knownAt must come with asOf/),
    )
    assert.throws(
      () => readMoment({ asOf: 'x' }, refuseInBody),
      isRefused('invalid_body', /^The request body, at asOf, must be a UTC date/),
    )
  })

  test('every instant that JavaScript writes is read as it was, and no text makes it fail otherwise', () => {
    const instant = fc.integer({ min: 0, max: Date.UTC(2199, 11, 31) })
    fc.assert(fc.property(instant, (ms) => asOfOf(new Date(ms).toISOString()) === ms))
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (asOf) => {
        try {
          assert.ok(Number.isSafeInteger(asOfOf(asOf)))
        } catch (error) {
          assert.equal((error as { code?: string }).code, 'invalid_parameter')
        }
      }),
    )
  })

  test('is settled when its end is past and what was known of it is ten minutes old', () => {
    const now = Date.parse('2026-11-22T12:00:00Z')
    const settled = (asOf: string, knownAt?: string) => {
      const moment = readMoment({ asOf, knownAt }, refuseParameter)
      return moment !== null && isSettled(moment, now)
    }
    assert.equal(settled('2026-11-21', '2026-11-22T11:50:00Z'), true)
    assert.equal(settled('2026-11-21', '2026-11-22T11:50:00.001Z'), false)
    assert.equal(settled('2026-11-22', '2026-11-22T11:00:00Z'), false)
    assert.equal(settled('2026-11-22T11:59:59Z', '2026-11-20T00:00:00Z'), true)
    assert.equal(settled('2026-11-21'), false)
  })
})
