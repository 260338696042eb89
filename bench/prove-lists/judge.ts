import type { Client } from '../../packages/client/src/client.ts'
import { type PricedRow, priceList } from '../../packages/client/src/price-list.ts'
import { readList } from '../../packages/client/src/read-list.ts'
import type { LineCatalog } from '../line-catalog.ts'
import { deckLists, makeDeckList } from './deck-lists.ts'
import { type ExportFile, makeExport, type WrittenRow } from './make-export.ts'
import { noSku, productOfSku } from './market.ts'
import { type Program, programs } from './programs.ts'

/** How the rows of files fared. */
export interface Verdict {
  rows: number
  /** Priced as the copy that was written, or left to a person where the market has no price for it. */
  right: number
  /** Left to a person. */
  review: number
  /** Priced as another printing than written. */
  otherPrinting: number
  /** Priced as another condition, finish or language than written. */
  otherCopy: number
  /** Priced as one of several printings that what is left of the row fits. */
  guessed: number
  /** Rows that the file has and the reader does not, or the other way round. */
  lost: number
}

export interface Finding {
  readonly kind: Exclude<keyof Verdict, 'rows' | 'right'>
  readonly written: WrittenRow
  readonly priced: PricedRow | null
}

/** Prices a file as the command line does, and compares each price with what was written. */
export const judgeExport = async (
  client: Pick<Client, 'listCategories' | 'lookUpPrices'>,
  { text, rows: written }: ExportFile,
): Promise<Finding[]> => {
  const rows = await priceList(client, readList(text), { category: null, onProgress: () => {} })
  const byLine = new Map(rows.map((row) => [row.row.line, row]))
  const findings = written.flatMap((one): Finding[] => {
    const priced = byLine.get(one.line) ?? null
    const kind = kindOf(one, priced)
    return kind === null ? [] : [{ kind, written: one, priced }]
  })
  const lines = new Set(written.map(({ line }) => line))
  const more = rows.filter((row) => !lines.has(row.row.line))
  return [...findings, ...more.map((priced): Finding => ({ kind: 'lost', written: written[0] as WrittenRow, priced }))]
}

const kindOf = ({ copy, fitting }: WrittenRow, priced: PricedRow | null): Finding['kind'] | null => {
  if (priced === null) return 'lost'
  const { price } = priced
  if (price?.marketPrice == null) return copy.skuId === noSku ? null : 'review'
  // The price alone tells what was priced.
  const skuId = Math.round(price.marketPrice * 100)
  if (skuId === copy.skuId) return null
  const productId = productOfSku(skuId)
  if (productId !== copy.productId && !fitting.has(productId)) return 'otherPrinting'
  const isSame =
    price.condition === copy.condition && price.variant === copy.variant && price.language === copy.language
  return isSame && productId !== copy.productId ? 'guessed' : 'otherCopy'
}

/** Adds the findings of a file to what is known of others. */
export const addFindings = (verdict: Verdict, rowCount: number, findings: readonly Finding[]): void => {
  verdict.rows += rowCount
  verdict.right += rowCount - findings.length
  for (const { kind } of findings) verdict[kind]++
}

export const emptyVerdict = (): Verdict => ({
  rows: 0,
  right: 0,
  review: 0,
  otherPrinting: 0,
  otherCopy: 0,
  guessed: 0,
  lost: 0,
})

/** What makes the files of each program, exports and deck lists. */
export const listMakers = (
  catalog: LineCatalog,
  rowCount: number,
  files: readonly Program[] = programs,
): readonly { readonly name: string; readonly make: (seed: number) => ExportFile }[] => [
  ...files.map((program) => ({
    name: program.name,
    make: (seed: number) => makeExport(program, catalog, rowCount, seed),
  })),
  ...deckLists.map((list) => ({
    name: list.name,
    make: (seed: number) => makeDeckList(list, catalog, rowCount, seed),
  })),
]

/** Judges a file of each program; `wrong` are the rows priced as another copy than written, or lost. */
export const judgeAll = async (
  client: Parameters<typeof judgeExport>[0],
  catalog: LineCatalog,
  rowCount: number,
): Promise<{ readonly verdict: Verdict; readonly wrong: readonly Finding[] }> => {
  const verdict = emptyVerdict()
  const wrong: Finding[] = []
  for (const { make } of listMakers(catalog, rowCount)) {
    const findings = await judgeExport(client, make(1))
    addFindings(verdict, rowCount, findings)
    wrong.push(...findings.filter(({ kind }) => kind !== 'review' && kind !== 'guessed'))
  }
  return { verdict, wrong }
}
