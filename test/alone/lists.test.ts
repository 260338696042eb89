import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createLineCatalog } from '../../bench/line-catalog.ts'
import { judgeAll } from '../../bench/prove-lists/judge.ts'
import { createServiceClient } from '../../bench/prove-lists/service.ts'
import { hasSharedCatalog, readSharedCatalog, sharedCatalog } from '../../bench/shared-catalog.ts'
import '../web/console-modules.ts'

const { magicSet } = await import(new URL('../../web/till/formats/magic-words.js', import.meta.url).href)

const skip = hasSharedCatalog() ? false : `there is no ${sharedCatalog}`

describe('over the real catalogue', { skip }, () => {
  let catalog: Awaited<ReturnType<typeof readSharedCatalog>>
  before(async () => {
    catalog = await readSharedCatalog()
  })

  test('no row of any program is priced as another copy than written', async (t) => {
    const { verdict, wrong } = await judgeAll(createServiceClient(catalog), createLineCatalog(catalog), 40)
    t.diagnostic(JSON.stringify(verdict))
    assert.deepEqual(wrong, [])
    assert.ok(verdict.review / verdict.rows <= 0.05, 'at most one row in twenty is left to a person')
  })

  test('a code is the card’s own, but for a few that its names do not tell apart', async () => {
    const groups: readonly Record<string, unknown>[] = JSON.parse(
      String(gunzipSync(readFileSync(join(sharedCatalog, 'groups.json.gz')))),
    )
    const ofMarket = groups.filter(({ categoryId, surrogateId }) => categoryId === 1 && !surrogateId)
    const marketCode = new Map(ofMarket.map(({ groupId, abbreviation }) => [groupId, abbreviation]))
    const figures = { same: 0, other: 0, none: 0 }
    for (const { categoryId, setId, setName, setCode, name, rarity, number, sealed } of catalog.products) {
      if (categoryId !== 1 || sealed || !number || !setCode || !marketCode.has(setId)) continue
      const { code } = magicSet({ printing: { name, rarity, setName, setCode: marketCode.get(setId) } })
      // This catalogue names sets as Scryfall does, but for one that cannot be the name of a file.
      figures[code === '' ? 'none' : code === setCode.replace('_', '') ? 'same' : 'other']++
    }
    assert.deepEqual(figures, { same: 46_775, other: 99, none: 11_095 })
  })
})
