import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CardMarketError } from '../../packages/client/src/client.ts'
import { waitMsAfter } from '../../packages/client/src/retry.ts'
import { errorCodes, errorTable } from '../../src/contract/errors.ts'

test('the page for agent authors names the errors after which the client repeats a call, and no other', () => {
  const page = readFileSync(new URL('../../docs/for-agent-authors.md', import.meta.url), 'utf8')
  const sentence = /Repeat a call, .*/.exec(page)?.[0] ?? ''
  const named = [...sentence.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, code]) => code)
  const terms = { retries: 2, maxRetryAfterMs: 60_000, retryFailures: true }
  const isRepeated = (code: keyof typeof errorTable) => {
    const { status } = errorTable[code]
    const told = { code, status, message: '', requestId: null }
    return [null, 1].some(
      (retryAfterSeconds) => waitMsAfter(new CardMarketError({ ...told, retryAfterSeconds }), 1, terms) !== null,
    )
  }
  assert.deepEqual(
    named.sort(),
    errorCodes.filter(isRepeated).sort(),
    'The sentence "Repeat a call" of docs/for-agent-authors.md and packages/client/src/retry.ts name other codes.',
  )
})
