import { hash } from 'node:crypto'

/**
 * Numbers of the words that the daily files use for a printing of a product. A number is published and never given to
 * another word; lower ones come first, and the lowest that a product has is its main printing.
 */
const printingNumbers: ReadonlyMap<string, number> = new Map(
  Object.entries({
    Normal: 1,
    Unlimited: 2,
    'Unlimited Edition Normal': 3,
    Limited: 4,
    Holofoil: 5,
    'Unlimited Holofoil': 6,
    Holo: 7,
    Foil: 8,
    'Unlimited Edition Foil': 9,
    'Rainbow Foil': 10,
    'Unlimited Edition Rainbow Foil': 11,
    'Cold Foil': 12,
    'Reverse Holofoil': 13,
    'Reverse Holo': 14,
    'Parallel Foil': 15,
    Holohex: 16,
    '1st Edition': 17,
    '1st Edition Normal': 18,
    '1st Edition Holofoil': 19,
    '1st Edition Foil': 20,
    '1st Edition Rainbow Foil': 21,
    '1st Edition Cold Foil': 22,
    '1st Wave Foil': 23,
    'Card and Die': 24,
    'Card Only': 25,
    'Die Only': 26,
    Plastic: 27,
    Metal: 28,
  }),
)

/** Numbers from here on are given by hash to words that the table lacks. */
const firstHashed = 501
const hashedNumbers = 499

/** The number of a printing within its product, 1 to 999: the same on every machine, for unknown words too. */
export const printingNumber = (word: string): number =>
  printingNumbers.get(word) ??
  firstHashed + (Number.parseInt(hash('sha256', word, 'hex').slice(0, 12), 16) % hashedNumbers)

/** Ids of printings begin here; lower ones are SKUs of the source. */
const firstPrintingId = 1_000_000_000_000

/** Whether the id is of a printing whose word the table lacks, so that its number may be another word's too. */
export const isHashedPrinting = (skuId: number): boolean => skuId > firstPrintingId && skuId % 1000 >= firstHashed

/** The id under which this service knows a printing, in the place of a SKU id. */
export const printingSkuId = (productId: number, word: string): number =>
  firstPrintingId + productId * 1000 + printingNumber(word)

/** The product that the id of a printing belongs to; `null` for an id of another kind. */
export const productOfPrinting = (skuId: number): number | null => {
  const productId = Math.floor((skuId - firstPrintingId) / 1000)
  return skuId > firstPrintingId && productId > 0 ? productId : null
}

/** Prices of one printing of a product, in integer cents. */
export interface PrintingPrice {
  readonly variant: string
  readonly marketCents: number | null
  readonly lowestCents: number | null
}

/**
 * The prices of a product that has several printings: the market price of the main one that has any, and the lowest of
 * all.
 */
export const mainPrices = (printings: Iterable<PrintingPrice>): Omit<PrintingPrice, 'variant'> => {
  let main = Number.POSITIVE_INFINITY
  let marketCents: number | null = null
  let lowestCents: number | null = null
  for (const { variant, marketCents: market, lowestCents: lowest } of printings) {
    const number = printingNumber(variant)
    if (market !== null && number < main) {
      main = number
      marketCents = market
    }
    if (lowest !== null && (lowestCents === null || lowest < lowestCents)) lowestCents = lowest
  }
  return { marketCents, lowestCents }
}
