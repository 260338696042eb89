import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { slownessOfLoading, timeLoading } from '../support/machine-speed.ts'
import { ended, startServer } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

const maxMs = 500

test('a start with compiled code at hand is ready within 0.5 s, on a slower machine in as much more', async (t) => {
  const env = { DATA_DIR: join(tempFolder(t), 'data'), LOG_LEVEL: 'silent' }
  const starts: number[] = []
  const loads: number[] = []
  for (let start = 0; start < 6; start++) {
    loads.push(await timeLoading())
    const { child, readyAfterMs } = await startServer(env)
    starts.push(Math.round(readyAfterMs))
    child.kill('SIGTERM')
    assert.equal(await ended(child), 0)
  }
  t.diagnostic(`ready after ${starts.join(', ')} ms, Node with a library loaded after ${loads.join(', ')} ms`)
  assert.ok(Math.min(...starts) <= maxMs * slownessOfLoading(loads))
})
