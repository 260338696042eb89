import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { ConsoleMessage, Page } from 'playwright-core'

/** By hand: what a scroll may take on a crowded machine, many times of what it takes on a quiet one. */
const defaultLimits = { maxStallMs: 5_000, maxScrollMs: 60_000 }

/** What was seen of a page that was scrolled. */
interface Scroll {
  readonly times: readonly number[]
  readonly y: number
  readonly height: number
  /** What the first height asks for. */
  readonly expectedFrames: number
  readonly tookMs: number
  /** Why it ended before its end; `null` when it did not. */
  readonly problem: string | null
}

/** Begins what the page says of its position now and then: once it hangs, it cannot be asked. */
const positionPrefix = 'scrolled to '

/** Waits for the end of a scroll while the page still says where it is. */
const whileHeard = async (page: Page, scrolling: Promise<Scroll>, maxSilenceMs: number): Promise<Scroll> => {
  let isHeard = false
  let position = 'no position'
  const hear = (message: ConsoleMessage) => {
    if (!message.text().startsWith(positionPrefix)) return
    isHeard = true
    position = message.text()
  }
  page.on('console', hear)
  try {
    for (;;) {
      isHeard = false
      const ended = await Promise.race([scrolling, delay(maxSilenceMs, null, { ref: false })])
      if (ended) return ended
      assert.ok(isHeard, `the page that is scrolled does not answer, for ${maxSilenceMs} ms; it told last: ${position}`)
    }
  } finally {
    page.off('console', hear)
    // Where the page is given up, it ends with an error that nobody waits for.
    scrolling.catch(() => {})
  }
}

/**
 * Times of the frames, in ms, in which the page is scrolled from its top to its end. A page that comes to no end fails,
 * with what was seen of it: one that draws no frame, one that moves back, and one that grows as it is scrolled, for
 * rows that become higher cost a few frames more and not half of all.
 */
export const frameTimes = async (
  page: Page,
  stepPixels: number,
  { maxStallMs, maxScrollMs }: typeof defaultLimits = defaultLimits,
): Promise<readonly number[]> => {
  const scrolling: Promise<Scroll> = page.evaluate(`(async () => {
    const frame = () => new Promise((done) => {
      const stalled = setTimeout(() => done(null), ${maxStallMs})
      requestAnimationFrame((now) => {
        clearTimeout(stalled)
        done(now)
      })
    })
    const heightNow = () => document.documentElement.scrollHeight
    const startMs = performance.now()
    let toldMs = startMs
    const tell = () => {
      if (performance.now() - toldMs < ${maxStallMs / 10}) return
      toldMs = performance.now()
      console.debug('${positionPrefix}' + scrollY + ' of ' + heightNow() + ' px, after ' + times.length + ' frames')
    }
    const times = []
    scrollTo(0, 0)
    let last = await frame()
    for (let at = 0; at < 30 && last !== null; at++) {
      last = await frame()
      tell()
    }
    const expectedFrames = Math.ceil((heightNow() - innerHeight) / ${stepPixels})
    const maxFrames = Math.ceil(expectedFrames * 1.5) + 10
    let problem = last === null ? 'no frame' : null
    let y = -1
    while (problem === null && scrollY > y) {
      y = scrollY
      scrollBy({ top: ${stepPixels}, behavior: 'instant' })
      const now = await frame()
      if (now !== null) times.push(now - last)
      tell()
      last = now
      if (now === null) problem = 'no frame'
      else if (times.length > maxFrames) problem = 'no end'
      else if (performance.now() - startMs > ${maxScrollMs}) problem = 'too slow'
    }
    if (problem === null && scrollY + innerHeight < heightNow() - 1) problem = 'stuck'
    return { times, y: scrollY, height: heightNow(), expectedFrames, tookMs: performance.now() - startMs, problem }
  })()`)
  const { times, y, height, expectedFrames, tookMs, problem } = await whileHeard(page, scrolling, 2 * maxStallMs)
  const frames = `${times.length} of about ${expectedFrames} frames`
  const seen = `at ${y} of ${height} px, after ${frames} and ${Math.round(tookMs)} ms`
  assert.equal(
    problem,
    null,
    `the scroll ended early, ${problem}: ${seen}; worst frame ${Math.round(Math.max(0, ...times))} ms`,
  )
  return times
}
