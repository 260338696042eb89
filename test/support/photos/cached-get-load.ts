/** A thread that requests one cached answer again and again, so that what the proof does beside it is not measured. */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { callOnce } from '../load.ts'

const { address, target, key, clients, pauseMs } = workerData as {
  address: string
  target: string
  key: string
  clients: number
  pauseMs: number
}
const times: number[] = []
let [isOver, failures] = [false, 0]
parentPort?.on('message', (order) => {
  if (order === 'begin') times.length = 0
  else isOver = true
})
const ask = async () => {
  while (!isOver) {
    const reply = await callOnce(address, target, key).catch(() => null)
    if (reply?.status === 200) times.push(reply.ms)
    else failures++
    await delay(pauseMs)
  }
}
await Promise.all(Array.from({ length: clients }, ask))
parentPort?.postMessage({ times, failures })
parentPort?.close()
