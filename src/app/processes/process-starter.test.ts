import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WorkerStartError } from '../../workers/supervisor.ts'
import { createProcessStarter } from './process-starter.ts'

test('a process that the system does not start ends by itself, with the reason, and not this one', async (t) => {
  const { execPath } = process
  t.after(() => {
    process.execPath = execPath
  })
  const ends: string[] = []
  const { startWorker, startReader } = createProcessStarter({ host: '127.0.0.1' }, 0, {
    onLines: () => {},
    copyIndex: async () => null,
    onPhoto: () => {},
    onLast: () => {},
    onReaderEnded: (_, reason) => ends.push(reason),
  })
  process.execPath = '/no/such/program'
  await assert.rejects(
    startWorker().serving,
    (error) => error instanceof WorkerStartError && !error.isKilled && /ENOENT/.test(error.message),
  )
  await startReader(() => {}).ended
  assert.match(ends.join(), /ENOENT/)
})
