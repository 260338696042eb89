import { printingSkuId } from '../../src/cards/printings.ts'
import { createRandom } from '../multiply.ts'
import { fieldCount, type RecordedDays } from './recordings.ts'

/** Series at the start of a made year, in order of product and printing. */
export interface MadeSeries {
  readonly productCount: number
  readonly count: number
  readonly productIds: Int32Array
  readonly skuIds: Float64Array
  readonly variantOf: (series: number) => string
  /** Amounts of the first and of the second day, the step between them being a recorded one; five cents a series. */
  readonly first: Int32Array
  readonly second: Int32Array
  /** Day on which a series appears for the first time; 0 for those of the start. */
  readonly bornOn: Uint16Array
  /** An order of the series as a source sends them: sets one after the other, not sorted by id. */
  readonly sentOrder: Int32Array
}

/** What `--products` means: products that have a price on a day, with 1.5 printings each. */
const printingsPerProduct = 1.5
/** Series seen for the first time a day, of those there are: the 494,403 series of 36 recorded days are this many more than a day has. */
const bornPerDay = 0.00047
/** Products that are drawn together, so that ids keep their neighbors. */
const chunkProducts = 256
/** A further copy of a product takes the prices of one so near to it, so that no run of rows repeats another. */
const nearbyRows = 64
const sentTogether = 120

/** First row of each recorded product, and the end. */
const productStarts = ({ productIds }: RecordedDays): number[] => {
  const starts: number[] = []
  for (let i = 0; i < productIds.length; i++) if (productIds[i] !== productIds[i - 1]) starts.push(i)
  return [...starts, productIds.length]
}

/** How often the products with one printing and those with more must be taken, for `products` with 1.5 printings each. */
const timesTaken = (starts: readonly number[], products: number): readonly [number, number] => {
  let [single, several, rows] = [0, 0, 0]
  for (let i = 0; i + 1 < starts.length; i++) {
    const printings = (starts[i + 1] as number) - (starts[i] as number)
    if (printings === 1) single++
    else {
      several++
      rows += printings
    }
  }
  const productsWithSeveral = (products * (printingsPerProduct - 1)) / (rows / several - 1)
  return [(products - productsWithSeveral) / single, productsWithSeveral / several]
}

/**
 * Makes the series of a catalogue out of the recorded days: `products` of them with 1.5 printings each, and those that will appear over the days; or, for `null`, the recorded ones as they are.
 */
export const makeSeries = (recorded: RecordedDays, products: number | null, dayCount: number, seed: number): MadeSeries => {
  const random = createRandom(seed)
  const starts = productStarts(recorded)
  const realProducts = starts.length - 1
  const wanted = Math.ceil((products ?? realProducts) * (1 + bornPerDay * dayCount))
  const isWhole = products === null
  const spread = Math.max(1, wanted / realProducts)
  const [singleTimes, severalTimes] = timesTaken(starts, Math.max(wanted, realProducts * Math.min(1, spread)))
  const rows: { readonly row: number; readonly productId: number; readonly isCopy: boolean }[] = []
  const chunks = Math.ceil(realProducts / chunkProducts)
  const chunkShare = Math.min(1, wanted / realProducts)
  let [made, lastId] = [0, 0]
  const take = (product: number, isCopy: boolean): void => {
    const [from, to] = [starts[product] as number, starts[product + 1] as number]
    lastId = Math.max(lastId + 1, Math.floor((recorded.productIds[from] as number) * spread))
    for (let row = from; row < to; row++) rows.push({ row, productId: lastId, isCopy })
    made++
  }
  for (let chunk = 0; chunk < chunks; chunk++) {
    if (random(10_000) >= chunkShare * 10_000) continue
    for (let product = chunk * chunkProducts; product < Math.min(realProducts, (chunk + 1) * chunkProducts); product++) {
      const printings = (starts[product + 1] as number) - (starts[product] as number)
      const times = isWhole ? 1 : printings === 1 ? singleTimes : severalTimes
      const copies = Math.floor(times) + (random(1_000) < (times % 1) * 1_000 ? 1 : 0)
      for (let copy = 0; copy < copies; copy++) take(product, copy > 0)
    }
  }
  // The newest products come over the days; where the recorded ones are all there is, they are added.
  const early = isWhole ? made : Math.round(made / (1 + bornPerDay * dayCount))
  const late = isWhole ? wanted - made : made - early
  for (let n = 0; isWhole && n < late; n++) take(random(realProducts), true)
  return settle(recorded, rows, { early, late, dayCount, random, made })
}

interface Plan {
  readonly early: number
  readonly late: number
  readonly dayCount: number
  readonly made: number
  readonly random: (below: number) => number
}

const settle = (
  recorded: RecordedDays,
  rows: readonly { readonly row: number; readonly productId: number; readonly isCopy: boolean }[],
  { early, late, dayCount, made, random }: Plan,
): MadeSeries => {
  const count = rows.length
  const productIds = Int32Array.from(rows, ({ productId }) => productId)
  const [first, second] = [new Int32Array(count * fieldCount), new Int32Array(count * fieldCount)]
  const bornOn = new Uint16Array(count)
  const skuIds = new Float64Array(count)
  const known = recorded.productIds.length
  let product = -1
  for (const [series, { row, isCopy, productId }] of rows.entries()) {
    if (productId !== productIds[series - 1]) product++
    const near = isCopy ? Math.min(known - 1, Math.max(0, row + random(2 * nearbyRows) - nearbyRows)) : row
    first.set(recorded.before.subarray(near * fieldCount, (near + 1) * fieldCount), series * fieldCount)
    second.set(recorded.after.subarray(near * fieldCount, (near + 1) * fieldCount), series * fieldCount)
    // Sets come out whole: some hundred products on one day.
    if (product >= early)
      bornOn[series] = 2 + Math.floor((dayCount * (Math.floor((product - early) / 100) * 100)) / Math.max(1, late))
    skuIds[series] = printingSkuId(productId, recorded.variants[row] as string)
  }
  const blocks = Array.from({ length: Math.ceil(count / sentTogether) }, (_, block) => block)
  for (let i = blocks.length - 1; i > 0; i--) {
    const j = random(i + 1)
    ;[blocks[i], blocks[j]] = [blocks[j] as number, blocks[i] as number]
  }
  const sentOrder = Int32Array.from(
    blocks.flatMap((block) =>
      Array.from({ length: Math.min(sentTogether, count - block * sentTogether) }, (_, i) => block * sentTogether + i),
    ),
  )
  return {
    productCount: made,
    count,
    productIds,
    skuIds,
    variantOf: (series) => recorded.variants[rows[series]?.row as number] as string,
    first,
    second,
    bornOn,
    sentOrder,
  }
}
