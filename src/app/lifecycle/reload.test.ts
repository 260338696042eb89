import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { reloadOnHangup } from './reload.ts'

test('any number of SIGHUPs asks for one reload more than is at work', async (t) => {
  t.after(() => process.removeAllListeners('SIGHUP'))
  const reloads: PromiseWithResolvers<void>[] = []
  reloadOnHangup({ isTerminal: false }, () => {
    const reload = Promise.withResolvers<void>()
    reloads.push(reload)
    return reload.promise
  })
  const counted: number[] = []
  const hangUp = (times: number) => {
    for (let i = 0; i < times; i++) process.emit('SIGHUP')
  }
  const endOne = async () => {
    reloads.at(-1)?.resolve()
    await nextTurn()
    counted.push(reloads.length)
  }
  hangUp(100)
  counted.push(reloads.length)
  await endOne()
  hangUp(100)
  await endOne()
  await endOne()
  hangUp(1)
  counted.push(reloads.length)
  assert.deepEqual(counted, [1, 2, 3, 3, 4])
})

test('on a terminal SIGHUP keeps its own meaning', () => {
  reloadOnHangup({ isTerminal: true }, async () => {})
  assert.equal(process.listenerCount('SIGHUP'), 0)
})
