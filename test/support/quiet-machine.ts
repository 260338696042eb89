import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const sampleMs = 500
/** What a browser with an idle page and the operating system use may be left out. */
const minIdleShare = 0.8

const processorTimes = () => {
  const times = cpus().map((processor) => processor.times)
  const idle = times.reduce((sum, { idle }) => sum + idle, 0)
  return { idle, all: times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0) }
}

/**
 * Share of the processors' time that nothing used for half a second, 0 to 1. The load average would still count what
 * ended a minute ago.
 */
const idleShare = async (): Promise<number> => {
  const before = processorTimes()
  await delay(sampleMs)
  const after = processorTimes()
  return (after.idle - before.idle) / (after.all - before.all)
}

/** Whether the processors are free for what is to be timed; waits up to `waitMs` until they are. */
export const isMachineQuiet = async (waitMs = 10_000): Promise<boolean> => {
  const endMs = performance.now() + waitMs
  do {
    if ((await idleShare()) >= minIdleShare) return true
  } while (performance.now() < endMs)
  return false
}
