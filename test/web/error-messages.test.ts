import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inheritedNames } from '../support/hostile-texts.ts'
import './console-modules.ts'

const { explain } = await import(new URL('../../web/error-messages.js', import.meta.url).href)

test('a code that is not known, and be it the name of something every object has, shows the message', () => {
  for (const code of inheritedNames) assert.equal(explain(code, 'What happened.').meaning, 'What happened.', code)
})

test('an explanation that refers to the service’s own message has it', () => {
  const message = 'The catalogue has no data yet: 12 of 240 sets are there.'
  const told = explain('service_unavailable', message)
  assert.equal(told.meaning, message)
  assert.doesNotMatch(told.advice, /message/)
  assert.match(explain('invalid_parameter', '“q” is too long.').meaning, /“q” is too long\.$/)
  assert.doesNotMatch(explain('upstream_unavailable', message).meaning, /12 of 240/)
  assert.match(explain('service_unavailable').meaning, /has no data yet/)
})
