type Row = Readonly<Record<string, unknown>>

/** What a fault of the mirror is made of. */
export interface MirrorCase {
  /** The body that would have been right. */
  readonly text: string
  /** The body of the same kind of a set of another product line. */
  readonly otherText: string
  /** The body of the same address as the build before had it. */
  readonly earlierText: string
}

type Lie = (given: MirrorCase) => string

const priceFields = ['lowPrice', 'midPrice', 'highPrice', 'marketPrice', 'directLowPrice']

/** Changes the rows and keeps the envelope, with a total that agrees. */
const rows =
  (change: (list: readonly Row[]) => readonly Row[]): Lie =>
  ({ text }) => {
    const envelope = JSON.parse(text) as { totalItems?: number; results: readonly Row[] }
    const results = change(envelope.results)
    return JSON.stringify({
      ...envelope,
      ...(envelope.totalItems !== undefined && { totalItems: results.length }),
      results,
    })
  }

const eachRow = (change: (row: Row, index: number) => Row): Lie => rows((list) => list.map(change))

const eachAmount = (change: (amount: unknown) => unknown): Lie =>
  eachRow((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, priceFields.includes(name) ? change(value) : value]),
    ),
  )

/** Writes known amounts as a literal that `JSON.stringify` has no way to write. */
const amountsLike =
  (literal: (amount: string) => string): Lie =>
  ({ text }) =>
    text.replace(
      /"((?:low|mid|high|market|directLow)Price)":\s?([\d.]+)/g,
      (_, name: string, amount: string) => `"${name}":${literal(amount)}`,
    )

const stampMovedBy =
  (ms: number): Lie =>
  ({ text }) => {
    const atMs = Date.parse(text.trim().replace('+0000', 'Z'))
    return `${new Date(atMs + ms).toISOString().slice(0, 19)}+0000\n`
  }

const noAmounts = Object.fromEntries(priceFields.map((name) => [name, null]))
const hasPrices = (row: Row) => 'subTypeName' in row

/** Bodies that a mirror may send with status 200 and that are not what was asked for, in the true form or near it. */
export const mirrorFaults = {
  /** A failure that is reported with status 200. */
  failure: () => '{"success":false,"errors":["Something went wrong."],"results":[]}',
  noRows: rows(() => []),
  oneRow: rows((list) => list.slice(0, 1)),
  halfTheRows: rows((list) => list.filter((_, index) => index % 2 === 0)),
  halfThePrices: eachRow((row, index) => (index % 2 === 0 && hasPrices(row) ? { ...row, ...noAmounts } : row)),
  noPrices: eachAmount(() => null),
  otherCategory: ({ otherText }) => otherText,
  otherDay: ({ earlierText }) => earlierText,
  textPrices: eachAmount((amount) => (amount === null ? null : String(amount))),
  zeroPrices: eachAmount(() => 0),
  negativePrices: eachAmount((amount) => (typeof amount === 'number' ? -amount : amount)),
  hugePrices: eachAmount(() => 1e15),
  endlessPrices: amountsLike(() => '1e400'),
  exponents: amountsLike((amount) => `${amount}e0`),
  thirdDecimals: amountsLike((amount) => `${amount}${amount.includes('.') ? '' : '.00'}04`),
  repeatedRows: rows((list) => [...list, ...list]),
  contradictingRows: rows((list) => [...list, ...list.map((row) => ({ ...row, marketPrice: 7777, lowPrice: 7777 }))]),
  missingFields: eachRow(({ productId, subTypeName, name }) =>
    subTypeName === undefined ? { productId, name } : { productId, subTypeName },
  ),
  noWords: eachRow(({ subTypeName: _word, ...row }) => row),
  textIds: eachRow((row) => ({ ...row, productId: String(row.productId) })),
  floatIds: ({ text }) => text.replace(/"(productId|groupId|categoryId)":\s?(\d+)/g, '"$1":$2.0'),
  unknownFields: eachRow((row) => ({ ...row, foilPrice: 1, sellers: { count: 3 } })),
  /** Rows of products that no list names. */
  orphans: eachRow((row) => ({ ...row, productId: Number(row.productId) + 50_000_000 })),
  noneOfIt: rows((list) => list.map(() => null as unknown as Row)),
  garbageStamp: () => 'soon\n',
  emptyStamp: () => '\n',
  earlierStamp: stampMovedBy(-48 * 3_600_000),
  laterStamp: stampMovedBy(365 * 24 * 3_600_000),
} as const satisfies Record<string, Lie>

export type MirrorFault = keyof typeof mirrorFaults
export const mirrorFaultNames = Object.keys(mirrorFaults) as readonly MirrorFault[]
export const isMirrorFault = (name: string): name is MirrorFault => Object.hasOwn(mirrorFaults, name)
