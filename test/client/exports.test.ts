import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLineCatalog } from '../../bench/line-catalog.ts'
import { deckLists } from '../../bench/prove-lists/deck-lists.ts'
import { judgeAll } from '../../bench/prove-lists/judge.ts'
import { programs } from '../../bench/prove-lists/programs.ts'
import { createServiceClient } from '../../bench/prove-lists/service.ts'
import { priceList } from '../../packages/client/src/price-list.ts'
import { readList } from '../../packages/client/src/read-list.ts'
import { smallCatalog } from '../support/small-catalog.ts'

const client = createServiceClient(smallCatalog)

/** What is found of each line: copies, set, number and copy, or why there is no price. */
const priced = async (text: string): Promise<string[]> => {
  const rows = await priceList(client, readList(text), { category: null, onProgress: () => {} })
  return rows.map(({ copies, card, price, code }) =>
    [copies, card?.setName, card?.cardNumber, price?.condition ?? code, price?.variant, price?.language]
      .filter((part) => part !== undefined)
      .join(' '),
  )
}

test('no row of any program is priced as another copy than written', async (t) => {
  const { verdict, wrong } = await judgeAll(client, createLineCatalog(smallCatalog), 10)
  t.diagnostic(JSON.stringify(verdict))
  assert.deepEqual(wrong, [])
  assert.equal(verdict.rows, (programs.length + deckLists.length) * 10)
  assert.ok(verdict.review / verdict.rows <= 0.05, 'at most one row in twenty is left to a person')
})

test('condition, finish and language count wherever a line says them, with commas or without', async () => {
  const crownZenith = '1 Crown Zenith 102/159'
  const commander = '1 Commander 2021 263'
  const expected = {
    'Rayquaza VMAX 102/159 LP': `${crownZenith} Lightly Played Normal English`,
    'Rayquaza VMAX 102/159, LP': `${crownZenith} Lightly Played Normal English`,
    'Rayquaza VMAX 102/159 Damaged': `${crownZenith} Damaged Normal English`,
    'Rayquaza VMAX 102/159 japanese': `${crownZenith} Near Mint Normal Japanese`,
    'Sol Ring (C21) 263 *F*': `${commander} Near Mint Foil English`,
    'Sol Ring (C21) 263 foil': `${commander} Near Mint Foil English`,
    'Sol Ring (C21) 263 *E*': `${commander} unclear_copy`,
    'Sol Ring (C21) 263 signed': `${commander} unclear_copy`,
  }
  assert.deepEqual(await priced(Object.keys(expected).join('\n')), Object.values(expected))
})

test("a set's code is a set in any notation, and a number between commas or tabs is a number", async () => {
  const bolt = '4 Magic 2010 (M10) 146 Near Mint Normal English'
  const lines = [
    '4 Lightning Bolt [M10]',
    '4 Lightning Bolt (M10)',
    '4 Lightning Bolt M10',
    '4 Lightning Bolt (M10) 146',
  ]
  assert.deepEqual(
    await priced(lines.join('\n')),
    lines.map(() => bolt),
  )
  assert.deepEqual(await priced('Snorunt, 227/217, NM\nSnorunt\t227/217\tNM\nWartortle, 016/078, LP'), [
    '1 Ascended Heroes 227/217 Near Mint Normal English',
    '1 Ascended Heroes 227/217 Near Mint Normal English',
    '1 Pokemon GO 016/078 Lightly Played Normal English',
  ])
})

test("ManaBox's words for condition, finish and language are understood", async () => {
  const head =
    'Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,Purchase price,' +
    'Misprint,Altered,Condition,Language,Purchase price currency'
  const row = (foil: string, condition: string, language: string) =>
    `Lightning Bolt,M10,Magic 2010,146,${foil},common,2,1,x,0.5,false,false,${condition},${language},EUR`
  const rows = [
    row('normal', 'near_mint', 'en'),
    row('foil', 'lightly_played', 'de'),
    row('normal', 'light_played', 'en'),
  ]
  assert.deepEqual(await priced([head, ...rows].join('\n')), [
    '2 Magic 2010 (M10) 146 Near Mint Normal English',
    '2 Magic 2010 (M10) 146 Lightly Played Foil German',
    '2 Magic 2010 (M10) 146 unclear_copy',
  ])
})
