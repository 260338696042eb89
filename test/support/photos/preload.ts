/**
 * Loaded by `--import` into the service that is proved, and into each of its threads: measures stalls of the event
 * loop, and obeys the orders of the proof. The code of the service knows nothing of it.
 */
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

const collectGarbage = (): void => (globalThis as { gc?: () => void }).gc?.()
const sampleMs = 1
const threads = new BroadcastChannel('prove-photos')
threads.unref()

/**
 * The longest pause between two iterations of the event loop, and the most CPU time of its thread in such a pause: the
 * rest it waited for a processor.
 */
const max = { stallMs: 0, workMs: 0 }

const monitor = (): void => {
  let [lastMs, lastCpu] = [performance.now(), process.threadCpuUsage()]
  setInterval(() => {
    const [nowMs, cpu] = [performance.now(), process.threadCpuUsage()]
    max.stallMs = Math.max(max.stallMs, nowMs - lastMs - sampleMs)
    max.workMs = Math.max(max.workMs, (cpu.user + cpu.system - lastCpu.user - lastCpu.system) / 1000)
    ;[lastMs, lastCpu] = [nowMs, cpu]
  }, sampleMs)
}

if (isMainThread) {
  monitor()
  process.on('message', (order) => {
    if (order === 'stall') {
      process.send?.({ ...max })
      Object.assign(max, { stallMs: 0, workMs: 0 })
      return
    }
    if (order === 'collect') collectGarbage()
    threads.postMessage(order)
    process.send?.({ ...max })
  })
} else {
  threads.onmessage = ({ data }: { data?: unknown }) => {
    if (data === 'collect') collectGarbage()
    if (data === 'die') process.exit(3)
  }
}
