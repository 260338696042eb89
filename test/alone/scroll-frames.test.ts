import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skip, startForSuite } from '../browser/browser.ts'
import { frameTimes } from '../browser/scroll-frames.ts'

const limits = { maxStallMs: 600, maxScrollMs: 3_000 }

describe('a measured scroll', { skip }, () => {
  const its = startForSuite()

  const withPage = async (script: string, look: (page: Page) => Promise<unknown>) => {
    const { page } = await its.open({ width: 600, key: null })
    await page.evaluate(`document.body.style.height = '6000px'; ${script}`)
    await look(page)
  }

  test('tells the time of each frame until the end', () =>
    withPage('', async (page) => {
      const times = await frameTimes(page, 100, limits)
      assert.ok(times.length >= 50 && times.length < 60, `${times.length} frames`)
      assert.ok(times.every((ms) => ms > 0))
    }))

  for (const [what, script, message] of [
    [
      'grows as it is scrolled',
      "addEventListener('scroll', () => { document.body.style.height = scrollY + 6000 + 'px' })",
      /no end: at \d+ of \d+ px, after \d+ of about \d+ frames/,
    ],
    [
      'draws no frame',
      'globalThis.requestAnimationFrame = () => 0',
      /no frame: at 0 of \d+ px, after 0 of about \d+ frames/,
    ],
    [
      'stops drawing frames midway',
      "addEventListener('scroll', () => { if (scrollY > 2000) globalThis.requestAnimationFrame = () => 0 })",
      /no frame: at 2\d00 of \d+ px, after 2\d of about \d+ frames/,
    ],
    [
      'goes back as it is scrolled',
      "addEventListener('scroll', () => { if (scrollY > 2000) scrollTo({ top: 1000, behavior: 'instant' }) })",
      /stuck: at 1000 of \d+ px/,
    ],
    [
      'draws each frame late',
      "addEventListener('scroll', () => { const end = performance.now() + 200; while (performance.now() < end); })",
      /too slow: at \d+ of \d+ px, .* worst frame \d{3,} ms/,
    ],
    [
      'answers no more',
      `addEventListener('scroll', () => {
        const end = performance.now() + 8000
        while (scrollY > 4000 && performance.now() < end);
      })`,
      /does not answer, for 1200 ms; it told last: scrolled to \d+ of \d+ px, after \d+ frames/,
    ],
  ] as const)
    test(`fails within seconds where a page ${what}`, () =>
      withPage(script, async (page) => {
        const startMs = performance.now()
        await assert.rejects(frameTimes(page, 100, limits), { name: 'AssertionError', message })
        assert.ok(performance.now() - startMs < 6_000)
      }))
})
