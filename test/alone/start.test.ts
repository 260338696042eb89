import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ended, startServer } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

test('a start with compiled code at hand is ready within 0.5 s', async (t) => {
  const env = { DATA_DIR: join(tempFolder(t), 'data'), LOG_LEVEL: 'silent' }
  const times: number[] = []
  for (let start = 0; start < 6; start++) {
    const { child, readyAfterMs } = await startServer(env)
    times.push(Math.round(readyAfterMs))
    child.kill('SIGTERM')
    assert.equal(await ended(child), 0)
  }
  t.diagnostic(`ready after ${times.join(', ')} ms`)
  assert.ok(Math.min(...times) <= 500)
})
