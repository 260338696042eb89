import { type CsvCell, writeCsv } from '../../packages/client/src/client.ts'
import { readCsv } from '../../packages/client/src/read-csv.ts'
import './console-modules.ts'

const { exportOf } = await import(new URL('../../web/till/exports.js', import.meta.url).href)

export const magic = {
  productId: 31_000,
  name: 'Lightning Bolt',
  category: 'Magic',
  setName: 'Magic 2010 (M10)',
  cardNumber: '146',
  rarity: 'C',
}
export const pokemon = {
  productId: 42_382,
  name: 'Charizard',
  category: 'Pokemon',
  setName: 'Base Set',
  cardNumber: '4/102',
  rarity: 'Holo Rare',
}
export const nearMint = { skuId: 7, condition: 'Near Mint', variant: 'Normal', language: 'English' }

/** A settled row of a stack, as the till takes it. */
export const row = (given: object = {}) => ({
  text: '2 bolts',
  quantity: 2,
  state: 'done',
  printing: magic,
  copy: nearMint,
  marketPrice: 1.5,
  pricedAt: '2026-11-23T09:30:00.000Z',
  ...given,
})

/** A table as it is read back from its file. */
const linesOf = (table: readonly (readonly CsvCell[])[]) => readCsv(writeCsv(table).replaceAll('\r\n', '\n'), ',')

/** The lines of a file as objects by head. */
export const written = (id: string, rows: readonly object[]): Record<string, string>[] => {
  const [heads, ...lines] = linesOf(exportOf(id, rows).rows).map(({ cells }) => cells)
  return lines.map((cells) => Object.fromEntries((heads ?? []).map((head, at) => [head, cells[at] ?? ''])))
}

/** What a line has below these heads. */
export const some = (line: Record<string, string> | undefined, ...heads: string[]) => heads.map((head) => line?.[head])
