import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { ServiceError } from '../../contract/errors.ts'
import { type PendingResponse, refuse } from '../wire/pending-response.ts'
import { ExchangeContext } from './call-context.ts'

test('a refusal ends every call that is made for its request, and none that has ended', (t) => {
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  const pending: PendingResponse = {
    req,
    res,
    expectsContinue: false,
    refusal: null,
    onRefusal: null,
    pieces: 0,
    isStalled: false,
    written: 'no',
  }
  const exchange = { res, pending, deadlineMs: 60_000, stopping: new AbortController().signal }
  const startCall = () => {
    const context = new ExchangeContext(exchange, 0)
    t.after(() => context.end())
    return { context, signal: context.signal }
  }
  const [first, ended, second] = [startCall(), startCall(), startCall()]
  ended.context.end()
  const refusal = new ServiceError('service_busy', 'Too many.')
  refuse(pending, refusal)
  const reasons = [first, ended, second, startCall()].map(({ signal }) => signal.reason)
  assert.deepEqual(reasons, [refusal, undefined, refusal, refusal])
})
