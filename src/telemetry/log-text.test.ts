import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logText } from './log-text.ts'

const plain = (record: object) =>
  logText(JSON.stringify({ level: 30, time: '2026-11-21T10:39:29.269Z', ...record }), { hasColors: false })

const request = {
  requestId: '09944192',
  method: 'GET',
  operation: 'searchProducts',
  accountId: 'acc_CcsBD3E29Ye9',
  keyId: 'D97UIvkPHQjU',
  status: 200,
  code: null,
  ms: 17.049,
  msg: 'request',
}

test('a request is one line with time, status, method, operation, milliseconds, account and code', () => {
  assert.equal(plain(request), '10:39:29Z  200  GET   searchProducts  17.0 ms  acc_CcsBD3E29Ye9\n')
  assert.equal(
    plain({ ...request, method: '', operation: null, accountId: null, status: 404, code: 'route_not_found' }),
    '10:39:29Z  404  -     -  17.0 ms  route_not_found\n',
  )
})

test('a failed request has its cause below, and a defect its stack', () => {
  const err = { type: 'Error', message: 'the source failed: ECONNREFUSED' }
  const outage = plain({ ...request, level: 50, status: 502, code: 'upstream_unavailable', err, msg: 'request failed' })
  assert.deepEqual(outage.trimEnd().split('\n').slice(1), ['    the source failed: ECONNREFUSED'])
  const stack = 'Error: the source failed\n    at x (y.ts:1:2)'
  const record = { ...request, level: 50, status: 500, code: 'internal_error', err: { ...err, stack } }
  const defect = plain({ ...record, msg: 'request failed' })
  assert.deepEqual(defect.trimEnd().split('\n').slice(1), ['    Error: the source failed', '    at x (y.ts:1:2)'])
})

test('any other line is its message and its fields', () => {
  assert.equal(plain({ reason: 'SIGINT', msg: 'stopping' }), '10:39:29Z  stopping  reason=SIGINT\n')
  assert.equal(plain({ isClean: true, msg: 'stopped' }), '10:39:29Z  stopped  isClean=true\n')
})

test('colors mark warnings and errors alone, and what a terminal would obey is escaped', () => {
  const colored = (level: number) =>
    logText(JSON.stringify({ level, time: '2026-11-21T10:39:29.269Z', msg: 'x' }), { hasColors: true })
  assert.ok(!colored(30).includes('\x1b'))
  assert.ok(colored(40).startsWith('\x1b[33m') && colored(50).startsWith('\x1b[31m'))
  assert.equal(plain({ msg: 'a\x1b[2Jb\u009b2J' }), '10:39:29Z  a\\u001b[2Jb\\u009b2J\n')
})
