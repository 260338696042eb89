import assert from 'node:assert/strict'
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { test } from 'node:test'
import { startSyncProcess } from './sync-process.ts'

test('a sync that the system does not start has ended without a word, and its parent goes on', async (t) => {
  const lines: string[] = []
  const start = () => startSyncProcess({ onProgress: () => {}, onLine: (line) => lines.push(line) })
  const spawn = t.mock.method(childProcess, 'spawn', () => {
    throw new Error('spawn ENOMEM')
  })
  syncBuiltinESMExports()
  const withoutMemory = start()
  spawn.mock.restore()
  syncBuiltinESMExports()
  assert.equal(await withoutMemory.ended, null)
  await withoutMemory.stop()

  const { execPath } = process
  process.execPath = '/no/such/program'
  const withoutProgram = start()
  process.execPath = execPath
  assert.equal(await withoutProgram.ended, null)
  assert.deepEqual(lines, ['Error: spawn ENOMEM', 'spawn /no/such/program ENOENT'])
})
