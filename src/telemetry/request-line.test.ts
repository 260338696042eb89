import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { pino } from 'pino'
import type { RequestReport } from '../http/wire/request-report.ts'
import { requestLine } from './request-line.ts'

const nowMs = Date.parse('2026-11-21T10:39:29.269Z')

/** The line as the logger writes it. */
const pinoLine = ({ error: _, ms, ...report }: RequestReport): string => {
  const written: string[] = []
  const time = () => `,"time":"${new Date(nowMs).toISOString()}"`
  const logger = pino({ base: null, timestamp: time }, { write: (line: string) => void written.push(line) })
  logger.info({ ...report, ms: Math.round(ms * 1000) / 1000 }, 'request')
  return written.join('')
}

const report: RequestReport = {
  requestId: '09944192-0000-4000-8000-000000001000',
  method: 'GET',
  operation: 'searchProducts',
  accountId: 'acc_CcsBD3E29Ye9',
  keyId: 'D97UIvkPHQjU',
  status: 200,
  code: null,
  ms: 17.0491,
  error: null,
}

describe('the line of a request', () => {
  test('has the documented form', () => {
    assert.equal(
      requestLine(report, nowMs),
      '{"level":30,"time":"2026-11-21T10:39:29.269Z","requestId":"09944192-0000-4000-8000-000000001000",' +
        '"method":"GET","operation":"searchProducts","accountId":"acc_CcsBD3E29Ye9","keyId":"D97UIvkPHQjU",' +
        '"status":200,"code":null,"ms":17.049,"msg":"request"}\n',
    )
  })

  test('is what the logger would write, whatever the texts hold', () => {
    const text = fc.string({ unit: 'binary' })
    const reports = fc.record({
      requestId: text,
      method: text,
      operation: fc.option(text),
      accountId: fc.option(text),
      keyId: fc.option(text),
      status: fc.integer({ min: 100, max: 599 }),
      code: fc.option(text),
      ms: fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.integer({ min: 0, max: 1e6 })),
      error: fc.constant(null),
    })
    fc.assert(fc.property(reports, (any) => assert.equal(requestLine(any, nowMs), pinoLine(any))))
  })

  test('has every number of milliseconds as the logger writes it', () => {
    for (let thousandths = 0; thousandths < 20_000; thousandths++) {
      const ms = thousandths / 1000
      assert.ok(requestLine({ ...report, ms }, nowMs).includes(`"ms":${JSON.stringify(ms)},`))
    }
  })
})
