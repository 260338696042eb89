import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createSupervisor, type SupervisedProcess, WorkerStartError } from './supervisor.ts'

interface FakeProcess extends SupervisedProcess {
  readonly serve: () => void
  readonly fail: () => void
  /** Ends by a signal before it serves. */
  readonly beKilled: () => void
  readonly end: (reason?: string) => void
  readonly orders: string[]
}

const fakeProcess = (pid: number): FakeProcess => {
  const serving = Promise.withResolvers<string>()
  const ended = Promise.withResolvers<string>()
  const orders: string[] = []
  return {
    pid,
    serving: serving.promise,
    ended: ended.promise,
    orders,
    serve: () => serving.resolve('http://127.0.0.1:1'),
    fail: () => serving.reject(new WorkerStartError('no port', false)),
    beKilled: () => serving.reject(new WorkerStartError('SIGKILL ended it', true)),
    end: (reason = 'it ended') => ended.resolve(reason),
    stop: () => {
      orders.push('stop')
      ended.resolve('stopped')
    },
    kill: () => {
      orders.push('kill')
      ended.resolve('killed')
    },
  }
}

const supervised = ({ count = 2, serves = (_: number): boolean => true } = {}) => {
  const started: FakeProcess[] = []
  const lost: string[] = []
  const failures: unknown[] = []
  const pauses: number[] = []
  const supervisor = createSupervisor({
    count,
    start: () => {
      const process = fakeProcess(started.length + 1)
      started.push(process)
      if (serves(process.pid)) process.serve()
      return process
    },
    stopMs: 20,
    pause: async (ms) => void pauses.push(ms),
    onLost: (pid, reason) => lost.push(`${pid} ${reason}`),
    onFailedStart: (error) => failures.push(error),
  })
  const pids = () => supervisor.serving().map(({ pid }) => pid)
  return { supervisor, started, lost, failures, pauses, pids }
}

const settled = async () => {
  for (let i = 0; i < 20; i++) await nextTurn()
}

const until = async (isSo: () => boolean) => {
  const endsAtMs = performance.now() + 5_000
  while (!isSo()) {
    assert.ok(performance.now() < endsAtMs, 'it did not come to be so within 5 s')
    await nextTurn()
  }
}

test('the first process serves before any other is started, and its address is that of all', async () => {
  const { supervisor, started, pids } = supervised({ count: 3, serves: (pid) => pid > 1 })
  const starting = supervisor.start()
  await settled()
  assert.equal(started.length, 1)
  started[0]?.serve()
  assert.equal(await starting, 'http://127.0.0.1:1')
  assert.deepEqual(pids(), [1, 2, 3])
})

test('a first process that does not come to serve ends the start, and nothing stays behind', async () => {
  const { supervisor, started } = supervised({ serves: () => false })
  const starting = assert.rejects(supervisor.start(), /no port/)
  started[0]?.fail()
  await starting
  assert.equal(started.length, 1)
})

test('a process that ends before it serves, beside one that does, costs only itself', async () => {
  const { supervisor, started, failures, lost, pids } = supervised({ count: 3, serves: (pid) => pid === 1 || pid > 4 })
  const starting = supervisor.start()
  await settled()
  started[1]?.beKilled()
  started[2]?.fail()
  assert.equal(await starting, 'http://127.0.0.1:1')
  await settled()
  started[3]?.fail()
  await settled()
  assert.deepEqual([pids(), failures.length, lost], [[1, 5, 6], 3, []])
  await supervisor.stop()
})

test('a first process that is killed before it serves is tried again five times in all', async () => {
  const { supervisor, started, failures, pauses, pids } = supervised({ serves: (pid) => pid > 5 })
  const starting = assert.rejects(supervisor.start(), /SIGKILL ended it/)
  for (let kills = 1; kills <= 5; kills++) {
    await settled()
    started[kills - 1]?.beKilled()
    await settled()
  }
  await starting
  assert.deepEqual([started.length, failures.length, pids()], [5, 4, []])
  assert.deepEqual(pauses, [250, 500, 750, 1_000])
})

test('a first process that comes to serve after some were killed starts all others', async () => {
  const { supervisor, started, pids } = supervised({ serves: (pid) => pid > 2 })
  const starting = supervisor.start()
  for (const killed of [0, 1]) {
    await settled()
    started[killed]?.beKilled()
    await settled()
  }
  await starting
  assert.deepEqual(pids(), [3, 4])
})

test('a stop as they start ends all, and nothing is started or told of any more', async () => {
  for (const [alreadyServing, last] of [
    [0, 'beKilled'],
    [1, 'beKilled'],
    [0, 'serve'],
    [1, 'serve'],
  ] as const) {
    const { supervisor, started, failures, pids } = supervised({ serves: (pid) => pid <= alreadyServing })
    const starting = assert.rejects(supervisor.start())
    await settled()
    const stopping = supervisor.stop()
    started.at(-1)?.[last]()
    await Promise.all([stopping, starting])
    await settled()
    assert.deepEqual([pids(), failures.length, started.length], [[], 0, alreadyServing + 1])
  }
})

test('a process that ends unasked is told of and replaced', async () => {
  const { supervisor, started, lost, pids } = supervised()
  await supervisor.start()
  started[0]?.end('SIGKILL ended it')
  await until(() => pids().includes(3))
  assert.deepEqual([lost, pids(), supervisor.replaced()], [['1 SIGKILL ended it'], [2, 3], 1])
})

test('a replacement that does not come to serve is told of and tried again', async () => {
  const { supervisor, started, failures, pids } = supervised({ serves: (pid) => pid !== 3 })
  await supervisor.start()
  started[0]?.end()
  await until(() => started.length === 3)
  started[2]?.fail()
  await until(() => pids().length === 2)
  assert.deepEqual([pids(), failures.length, supervisor.replaced()], [[2, 4], 1, 1])
})

test('a reload ends each process only when its successor serves', async () => {
  const { supervisor, started, lost, pids } = supervised({ serves: (pid) => pid < 3 })
  await supervisor.start()
  const reloading = supervisor.reload()
  await settled()
  assert.deepEqual([pids(), started[0]?.orders], [[1, 2], []])
  started[2]?.serve()
  await settled()
  assert.deepEqual([pids(), started[0]?.orders, started[1]?.orders], [[2, 3], ['stop'], []])
  started[3]?.serve()
  await reloading
  assert.deepEqual([pids(), lost, supervisor.replaced()], [[3, 4], [], 0])
})

test('a reload whose successor does not come to serve leaves the others as they are', async () => {
  const { supervisor, started, pids } = supervised({ serves: (pid) => pid < 3 })
  await supervisor.start()
  const reloading = assert.rejects(supervisor.reload(), /no port/)
  await settled()
  started[2]?.fail()
  await reloading
  assert.deepEqual(pids(), [1, 2])
})

test('a reload whose successor is killed before it serves tries another', async () => {
  const { supervisor, started, failures, pids } = supervised({ serves: (pid) => pid !== 3 })
  await supervisor.start()
  const reloading = supervisor.reload()
  await settled()
  started[2]?.beKilled()
  await settled()
  await reloading
  assert.deepEqual([pids(), failures.length], [[4, 5], 1])
})

test('a stop ends a reload too, which is no failure', async () => {
  const { supervisor, started, pids } = supervised({ serves: (pid) => pid < 3 })
  await supervisor.start()
  const reloading = supervisor.reload()
  await settled()
  const stopping = supervisor.stop()
  started[2]?.fail()
  await Promise.all([stopping, reloading])
  assert.deepEqual([pids(), started.length], [[], 3])
})

test('a process that ends by itself during its reload is not replaced twice', async () => {
  const { supervisor, started, pids } = supervised({ count: 1, serves: (pid) => pid !== 2 })
  await supervisor.start()
  const reloading = supervisor.reload()
  await settled()
  started[0]?.end()
  await until(() => started.length === 3)
  started[1]?.serve()
  await reloading
  assert.deepEqual(pids(), [3])
})

test('a process that does not end when it is told to is killed', async () => {
  const started: FakeProcess[] = []
  const supervisor = createSupervisor({
    count: 1,
    start: () => {
      const deaf = { ...fakeProcess(1), stop: () => {} }
      deaf.serve()
      started.push(deaf)
      return deaf
    },
    stopMs: 5,
    pause: async () => {},
    onLost: () => {},
    onFailedStart: () => {},
  })
  await supervisor.start()
  await supervisor.stop()
  assert.deepEqual(started[0]?.orders, ['kill'])
})
