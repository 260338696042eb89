import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { callOnce } from '../support/load.ts'
import { ended, runCli, startServer } from '../support/process.ts'
import { skipTracing } from '../support/strace.ts'
import { tempFolder } from '../support/temp.ts'

const checkpoints = 4

test('no call waits for the disk: the log is flushed by a thread, and never by the one that answers', {
  skip: skipTracing(),
}, async (t) => {
  const folder = tempFolder(t)
  const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', WORKERS: '1' }
  // Few enough a minute that no unit is committed ahead: each call writes a page of the log.
  const allowances = ['--requests-per-minute', '16000', '--monthly-requests', '1000000']
  const create = ['accounts', 'create', '--name', 'a', '--plan', 'scale', ...allowances, '--json']
  const { account } = JSON.parse((await runCli(create, env)).out)
  const { key } = JSON.parse((await runCli(['keys', 'issue', '--account', account.id, '--json'], env)).out)
  const trace = join(folder, 'trace')
  const tracer = ['strace', '-D', '-f', '-q', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-o', trace]
  const { address, child } = await startServer(env, undefined, { tracer })
  t.after(() => void child.kill('SIGKILL'))
  const flushesSince = (byte: number) =>
    [
      ...readFileSync(trace, 'utf8')
        .slice(byte)
        .matchAll(/^(\d+) +f(?:data)?sync\(/gm),
    ].map(([, thread]) => thread)
  await callOnce(address, '/v1/categories', key)
  const startEnds = readFileSync(trace, 'utf8').length
  // A checkpoint flushes the log, then the file. Each that finds nobody writing could copy all of the log, which the
  // next commit would begin anew with a flush of its own.
  while (flushesSince(startEnds).length < 2 * checkpoints)
    for (let calls = 0; calls < 100; calls++) assert.equal((await callOnce(address, '/v1/categories', key)).status, 200)
  const threads = new Set(flushesSince(startEnds))
  child.kill('SIGTERM')
  assert.equal(await ended(child), 0)
  assert.deepEqual([threads.size, threads.has(String(child.pid))], [1, false])
})
