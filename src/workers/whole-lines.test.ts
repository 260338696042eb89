import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatherLines } from './whole-lines.ts'

test('pieces of a stream become whole lines, the last one also without its end', () => {
  const seen: string[] = []
  const lines = gatherLines((text) => seen.push(text))
  for (const piece of ['a', 'b\ncd\ne', 'f', '\n', 'g']) lines.take(piece)
  lines.end()
  lines.end()
  assert.deepEqual(seen, ['ab\ncd\n', 'ef\n', 'g\n'])
})
