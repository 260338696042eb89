import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readList, writeCsv } from '../../packages/client/src/client.ts'
import { readCsv } from '../../packages/client/src/read-csv.ts'
import './console-modules.ts'

const web = (file: string) => import(new URL(`../../web/till/${file}`, import.meta.url).href)
const { exportOf } = await web('exports.js')

const row = (printing: object) => ({
  text: 'a bolt',
  quantity: 1,
  state: 'done',
  printing: { productId: 1, name: 'Lightning Bolt', category: 'Magic', cardNumber: '146', rarity: 'C', ...printing },
  copy: { skuId: 7, condition: 'Near Mint', variant: 'Normal', language: 'English' },
  marketPrice: 1.5,
  pricedAt: '2026-11-23T09:30:00.000Z',
})

/** The code of a set in the files for Magic programs, and what the client reads out of each. */
const codesOf = (printing: object) => {
  const files = ['manabox', 'moxfield'].map((id) =>
    writeCsv(exportOf(id, [row({ setName: 'The Set', ...printing })]).rows),
  )
  const cellOf = (file: string, head: string) => {
    const [heads, line] = readCsv(file.replaceAll('\r\n', '\n'), ',').map(({ cells }) => cells)
    return line?.[heads?.indexOf(head) ?? -1]
  }
  return {
    manabox: cellOf(files[0] ?? '', 'Set code'),
    moxfield: cellOf(files[1] ?? '', 'Edition'),
    back: files.map((file) => readList(file)[0]?.entry?.set?.toUpperCase()),
  }
}

test('a set is given by its code, whatever it is called, and read back by it', () => {
  assert.deepEqual(codesOf({ setCode: 'M21', setName: 'Core Set 2021' }), {
    manabox: 'M21',
    moxfield: 'm21',
    back: ['M21', 'M21'],
  })
})

test('a row that was put on a stack before codes were known has the code that its set’s name ends in, or none', () => {
  assert.deepEqual(codesOf({ setName: 'Magic 2010 (M10)' }), { manabox: 'M10', moxfield: 'm10', back: ['M10', 'M10'] })
  assert.deepEqual(codesOf({ setName: 'Alpha Edition' }).manabox, '')
  assert.deepEqual(codesOf({ setName: 'Alpha Edition', setCode: null }).moxfield, 'Alpha Edition')
})

test('a set with another code at Scryfall is given by that, and read back as the market’s', () => {
  const renamed = [
    ...['AC2 E01', 'APAC PALP', 'CHAMPS PCMP', 'CTD CST', 'EURO PELP', 'EVG DD1', 'GPP PGPX', 'GR1 GK1', 'GRV PD3'],
    ...['GUR PGRU', 'IED CEI', 'MPS2 MP2', 'NMS NEM', 'PDS H09', 'TDP PTKDF', 'VNG PVAN'],
  ]
  for (const [market = '', scryfall = ''] of renamed.map((pair) => pair.split(' ')))
    assert.deepEqual(codesOf({ setCode: market }), {
      manabox: scryfall,
      moxfield: scryfall.toLowerCase(),
      back: [market, market],
    })
  const retro = { setCode: 'MH1', name: 'Giver of Runes (Retro Frame)' }
  assert.deepEqual(codesOf(retro), { manabox: 'H1R', moxfield: 'h1r', back: ['MH1', 'MH1'] })
  assert.equal(codesOf({ setCode: 'MH1', name: 'Giver of Runes' }).manabox, 'MH1')
})

test('a code that is several sets at Scryfall, or has not three characters, is left out and the set named', () => {
  for (const setCode of [
    ...['DD3', 'PRE', 'FNM', 'UMA:BT', 'AFR&', '30A-P', 'FRF_UGIN', 'PPM20', 'ASZNR', 'LIST', 'M1', '___'],
  ])
    assert.deepEqual(codesOf({ setCode }), { manabox: '', moxfield: 'The Set', back: ['THE SET', 'THE SET'] }, setCode)
})

test('a token is in no set of cards at Scryfall, so it has no code', () => {
  for (const token of [{ name: 'Wurm Token' }, { rarity: 'T' }, { rarity: 'Token' }])
    assert.equal(codesOf({ setCode: 'SOM', ...token }).manabox, '', JSON.stringify(token))
})
