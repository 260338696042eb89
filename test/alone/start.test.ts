import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ended, spawned, startServer } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

/** How long Node alone takes to start and end on the machine of the promise; one of half that speed takes twice as long for all. */
const nodeAloneMs = 45

const timeNodeAlone = async (): Promise<number> => {
  const begin = performance.now()
  assert.equal(await ended(spawned(process.execPath, ['-e', '0'])), 0)
  return performance.now() - begin
}

test('a start with compiled code at hand is ready within 0.5 s where Node alone takes 45 ms', async (t) => {
  const env = { DATA_DIR: join(tempFolder(t), 'data'), LOG_LEVEL: 'silent' }
  const starts: number[] = []
  const alone: number[] = []
  for (let start = 0; start < 6; start++) {
    alone.push(Math.round(await timeNodeAlone()))
    const { child, readyAfterMs } = await startServer(env)
    starts.push(Math.round(readyAfterMs))
    child.kill('SIGTERM')
    assert.equal(await ended(child), 0)
  }
  t.diagnostic(`ready after ${starts.join(', ')} ms, Node alone after ${alone.join(', ')} ms`)
  assert.ok(Math.min(...starts) <= 500 * Math.max(1, Math.min(...alone) / nodeAloneMs))
})
