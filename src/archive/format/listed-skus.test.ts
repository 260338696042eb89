import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArchiveDamagedError } from '../damage.ts'
import { pageDamages } from '../verify-index.ts'
import { openMonthPage } from './append-section.ts'
import { mayList } from './listed-skus.ts'
import { contentFormats, pack } from './packing.ts'
import { unpackPage } from './read-page.ts'

const endMs = Date.parse('2026-01-31T20:00:00Z')

/** A page of product 130 with the SKUs 9 and 12, as its month left it. */
const closedPage = () => {
  const builder = openMonthPage(null, 1, '2026-01')
  const header = { sequence: 1, observedAtMs: endMs, recordedAtMs: endMs, isComplete: true }
  const changes = { productIds: [130, 130], skuIds: [9, 12], masks: [5, 5], markets: [1, 2], lowests: [], ages: [] }
  builder.append(header, null, changes)
  return { builder, raw: builder.raw(), content: builder.pack(header) }
}

test('a closed page says without being unpacked which SKUs it may list', () => {
  const { raw, content } = closedPage()
  assert.deepEqual(unpackPage(content), Buffer.from(raw))
  assert.ok(mayList(content, 130, [9]))
  assert.ok(mayList(content, 130, [10, 12]))
  assert.ok(!mayList(content, 130, [10, 11]))
  assert.ok(!mayList(content, 131, [9]))
})

test('a listing with a flipped bit is refused, and none is believed to be missing from an open page', () => {
  const { raw, content } = closedPage()
  content[11] = (content[11] as number) ^ 1
  assert.throws(() => mayList(content, 130, [9]), ArchiveDamagedError)
  assert.ok(mayList(pack(contentFormats.monthPage, raw), 130, [10]))
})

test('a page that was closed before there were listings is read as ever', () => {
  const { raw } = closedPage()
  const unlisted = pack(contentFormats.unlistedMonthPage, raw)
  assert.ok(mayList(unlisted, 130, [10]))
  assert.deepEqual(unpackPage(unlisted), Buffer.from(raw))
})

test('a listing that is not the one of its page is told as damage', async () => {
  const { builder, raw } = closedPage()
  const content = pack(contentFormats.closedMonthPage, raw, new Uint8Array(128))
  const stored = async function* () {
    yield { month: '2026-01', page: 1, content }
  }
  const damages: string[] = []
  for await (const damage of pageDamages(stored(), '2026-01', new Map([[1, builder]]), false)) damages.push(damage)
  assert.deepEqual(damages, ['Page 1 of 2026-01 is not what the log says.'])
})
