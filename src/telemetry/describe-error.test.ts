import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '../contract/errors.ts'
import { describeError, describeOutage } from './describe-error.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED ::1:6379'), { code: 'ECONNREFUSED' })
const both = Object.assign(new AggregateError([refused, new Error('connect ETIMEDOUT')]), { code: 'ECONNREFUSED' })

test('an outage is one line with its causes and no stack', () => {
  const failure = new ServiceError('upstream_unavailable', 'The source cannot be reached.', { cause: refused })
  assert.deepEqual(describeError(failure), {
    type: 'ServiceError',
    message: 'The source cannot be reached: connect ECONNREFUSED ::1:6379',
    code: 'upstream_unavailable',
  })
  assert.deepEqual(describeError(both), {
    type: 'AggregateError',
    message: 'connect ECONNREFUSED ::1:6379, connect ETIMEDOUT',
    code: 'ECONNREFUSED',
  })
  const told = Object.assign(new Error('no port\n  left'), { exitStatus: 1 })
  assert.deepEqual(describeError(told), { type: 'Error', message: 'no port left' })
})

test('a defect keeps its stack, whatever code it bears', () => {
  const defects = [
    new Error('odd'),
    new TypeError('x is no function'),
    Object.assign(new RangeError('y'), { code: 'E' }),
  ]
  for (const defect of [...defects, new ServiceError('internal_error', 'Something went wrong.')])
    assert.match((describeError(defect) as { stack: string }).stack, /describe-error\.test\.ts/)
})

test('what is no error, or is described already, stays as it is', () => {
  const described = describeOutage('thrown as a text')
  assert.deepEqual(described, { type: 'string', message: 'thrown as a text' })
  assert.equal(describeError(described), described)
  assert.equal(describeError(null), null)
})
