/**
 * Loaded into the service that is proved, and into each of its threads, by `--import`: measures how long its event loop stands still, and does what the proof
 * orders from outside. The service's own code knows nothing of it.
 */
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

const collectGarbage = (): void => (globalThis as { gc?: () => void }).gc?.()
/** How often the event loop is looked at, in milliseconds. */
const everyMs = 1
const threads = new BroadcastChannel('prove-photos')
threads.unref()

/** How long the event loop stood still at the longest, and how much of such a time its thread worked at the most: the rest it waited for a processor. */
const longest = { stallMs: 0, workMs: 0 }

const watch = (): void => {
  let [lastMs, lastCpu] = [performance.now(), process.threadCpuUsage()]
  setInterval(() => {
    const [nowMs, cpu] = [performance.now(), process.threadCpuUsage()]
    longest.stallMs = Math.max(longest.stallMs, nowMs - lastMs - everyMs)
    longest.workMs = Math.max(longest.workMs, (cpu.user + cpu.system - lastCpu.user - lastCpu.system) / 1000)
    ;[lastMs, lastCpu] = [nowMs, cpu]
  }, everyMs)
}

if (isMainThread) {
  watch()
  process.on('message', (order) => {
    if (order === 'stall') {
      process.send?.({ ...longest })
      Object.assign(longest, { stallMs: 0, workMs: 0 })
      return
    }
    if (order === 'collect') collectGarbage()
    threads.postMessage(order)
    process.send?.({ ...longest })
  })
} else {
  threads.onmessage = ({ data }: { data?: unknown }) => {
    if (data === 'collect') collectGarbage()
    if (data === 'die') process.exit(3)
  }
}
