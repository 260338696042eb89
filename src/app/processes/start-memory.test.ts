import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releaseStartMemory } from './start-memory.ts'

test('memory that nothing refers to any more is given back at once', async () => {
  let made: object[] | null = Array.from({ length: 500_000 }, (_, at) => ({ at }))
  const before = process.memoryUsage().heapTotal
  assert.equal(made.length, 500_000)
  made = null
  await releaseStartMemory()
  assert.ok(process.memoryUsage().heapTotal < before - 10 * 2 ** 20)
})
