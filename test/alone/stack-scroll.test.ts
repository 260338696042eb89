import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { skip, startForSuite } from '../browser/browser.ts'
import { openLongStack, rowCount, topOf } from '../browser/long-stack.ts'
import { frameTimes } from '../browser/scroll-frames.ts'
import { findSlowness } from '../support/machine-speed.ts'
import { isMachineQuiet } from '../support/quiet-machine.ts'

/** On a slower machine as much more. */
const maxFrameMs = 50
/**
 * Another run of the measured ones begins only until then, so that also late ones end long before the runner gives up.
 */
const maxRunsMs = 120_000
/** A brisk scroll; where the time is not asserted, one that is soon over. */
const stepPixels = { measured: 120, busy: 1_200 }

/**
 * The worst of the frames, each by the best of the runs: a virtual machine now and then gets no processor for 100 ms,
 * but a part of the page whose own work is slow is slow in each run.
 */
const worstOfBest = (runs: readonly (readonly number[])[]): number =>
  Math.round(
    Math.max(
      ...(runs[0] ?? []).map((_, at) => Math.min(...runs.map((times) => times[at] ?? Number.POSITIVE_INFINITY))),
    ),
  )

/**
 * Headless Chromium 156 ends one scroll of about thirty by drawing nothing more, while the page itself goes on. Another
 * page is drawn.
 */
const maxLostRuns = 2
const isLost = (error: unknown): boolean => /, no frame:/.test(String(error))

describe('a stack of a thousand rows', { skip }, () => {
  const its = startForSuite()

  for (const [width, height] of [
    [1280, 900],
    [360, 740],
  ] as const)
    test(`${width} px wide is scrolled through with no frame above ${maxFrameMs} ms on a quiet machine`, async (t) => {
      let { page } = await openLongStack(its, { width, height })
      const wasQuiet = await isMachineQuiet()
      const maxMs = maxFrameMs * (await findSlowness())
      const startMs = performance.now()
      const runs: (readonly number[])[] = []
      const [maxRuns, step] = wasQuiet ? [6, stepPixels.measured] : [1, stepPixels.busy]
      const isAgain = () => runs.length < maxRuns && performance.now() - startMs < maxRunsMs
      let lostRuns = 0
      while (runs.length === 0 || (isAgain() && worstOfBest(runs) > maxMs))
        try {
          runs.push(await frameTimes(page, step))
        } catch (error) {
          if (!isLost(error) || ++lostRuns > maxLostRuns) throw error
          t.diagnostic(`measured in another page: ${/no frame:.*/.exec(String(error))?.[0]}`)
          page = (await openLongStack(its, { width, height })).page
        }
      const tookMs = Math.round(performance.now() - startMs)
      const worst = runs.map((times) => Math.round(Math.max(...times)))
      const slow = runs.map((times) => times.filter((ms) => ms > maxMs).length / times.length)
      t.diagnostic(`worst frame ${worst.join(', ')} ms of at most ${Math.round(maxMs)} here, in ${tookMs} ms`)
      t.diagnostic(`slower than that: ${slow.map((share) => `${(100 * share).toFixed(2)} %`).join(', ')} of the frames`)
      assert.ok((await topOf(page, rowCount - 1)) < height, 'the last row was reached')
      if (!wasQuiet || !(await isMachineQuiet())) {
        t.diagnostic('not asserted: other work runs on this machine')
        return
      }
      assert.ok(worstOfBest(runs) <= maxMs, 'a part of the page is slow each time')
    })
})
