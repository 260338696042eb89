import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sharedIndexFile } from '../../bench/photo-eval/catalog.ts'
import { hasSharedCatalog } from '../../bench/shared-catalog.ts'
import type { Price } from '../../packages/client/src/client.ts'
import { type RunningService, startService } from '../support/service.ts'
import { type LineSays, sixtyLines } from '../support/sixty-lines.ts'
import { otherSixtyLines } from '../support/sixty-other-lines.ts'
import { announcements, skip as noBrowser, pasteText, startForSuite } from './browser.ts'
import { ofRows } from './stack-page.ts'

const skip = noBrowser || (!hasSharedCatalog() && 'the real catalogue is not there')

/** Lists, and how many of their rows may ask at most. */
const lists: readonly (readonly [
  name: string,
  lines: readonly (readonly [line: string, says: LineSays])[],
  maxOpen: number,
])[] = [
  ['sixty lines', sixtyLines, 5],
  ['sixty other lines', otherSixtyLines, 14],
]

/** A row of the page's stack: where it stands and what it was priced as. */
interface ShownRow {
  readonly state: string
  readonly name: string
  readonly cardNumber: string
  readonly setName: string | null
  readonly sku: Price | null
}

/** The rows as the page's own modules know them. */
const rowsOf = (page: Page): Promise<readonly ShownRow[]> =>
  ofRows(
    page,
    `stack.current().rows.map((row) => {
      const { state, sku } = stateOf(row, stack.book)
      const { name = '', cardNumber = '', setName = null } = row.printing ?? {}
      return { state, sku, name, cardNumber, setName }
    })`,
  )

describe('sixty lines as people write them, on the real catalogue', { skip }, () => {
  const its = startForSuite()
  const endings: (() => unknown)[] = []
  let service: RunningService
  before(async () => {
    const env = { CATALOG_SOURCE: 'local', CATALOG_FILE: await sharedIndexFile() }
    service = await startService({ after: (done) => void endings.push(done) }, { now: Date.now, env })
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  for (const [name, lines, maxOpen] of lists)
    test(`${name}: no row is done with a card, set or copy but its own; others take two taps at most`, async (t) => {
      const { page, assertAccessible } = await its.open({ service })
      await announcements(page)
      const startedMs = performance.now()
      await pasteText(page, lines.map(([line]) => line).join('\n'))
      await page.locator('#said').getByText('The prices are there.').waitFor({ state: 'attached' })
      t.diagnostic(`priced after ${Math.round(performance.now() - startedMs)} ms`)
      assert.equal((await announcements(page)).length, 2)

      const rows = await rowsOf(page)
      assert.equal(rows.length, lines.length)
      for (const [at, { state, name, cardNumber, setName, sku }] of rows.entries()) {
        const [
          line,
          { set, condition = 'Near Mint', variant = /normal|holo|foil/i, language = 'English', asks = false },
        ] = lines[at] as (typeof lines)[number]
        assert.ok(state !== 'open' || asks, line)
        if (state !== 'done' && state !== 'unpriced') continue
        const card = name.replace(/ (- \d|\().*/, '').toLowerCase()
        assert.ok(line.toLowerCase().includes(card) || line.includes(cardNumber), `${line} is no ${name} ${cardNumber}`)
        assert.equal(sku?.condition, condition, line)
        assert.match(sku?.variant ?? '', variant, line)
        assert.equal(sku?.language, language, line)
        if (set !== undefined) assert.equal(setName, set, line)
      }
      const open = rows.filter(({ state }) => state === 'open').length
      t.diagnostic(`${open} rows to settle`)
      assert.ok(open <= maxOpen, `${open} rows to settle`)
      assert.ok(rows.every(({ state }) => state !== 'failed' && state !== 'waiting'))
      await assertAccessible()

      await page.getByText(`${open} to settle`).first().click()
      let taps = 0
      for (let left = open; left > 0; ) {
        const row = page.locator('.row.open').first()
        const choice = row.locator('button.candidate, .row-copy button:not([aria-pressed=true])').first()
        await choice.click()
        taps++
        assert.ok(taps <= 2 * open, `${taps} taps for ${open} rows`)
        left = (await rowsOf(page)).filter(({ state }) => state === 'open').length
      }
      t.diagnostic(`${taps} taps for ${open} rows`)
    })
})
