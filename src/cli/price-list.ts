import {
  CardMarketError,
  type Client,
  type ListEntry,
  type ListRow,
  type Operations,
  type Price,
  type PriceLookup,
  pickCopy,
} from '../../packages/client/src/client.ts'

type LookupInput = Operations['lookUpPrices']['input']
type CardQuery = NonNullable<LookupInput['cards']>[number]
type Code = PriceLookup['code'] | CardMarketError['code']

/** A row of a list with what is known of it. */
export interface PricedRow {
  readonly row: ListRow
  /** `unreadable` where the row names no card or no number of copies. */
  readonly status: PriceLookup['status'] | 'unreadable'
  readonly code: Code | null
  /** The printing that was found, certain or not. */
  readonly card: { readonly name: string; readonly setName: string | null; readonly cardNumber: string | null } | null
  readonly productId: number | null
  readonly price: Price | null
  readonly copies: number | null
  readonly fetchedAt: string | null
}

/** Entries that the service answers in one call. */
const maxEntries = 100

/** Candidates that the service names of one card, and points by which those that fit alike may differ: where all of them do, there may be more. */
const maxCandidates = 5
const maxScoreGap = 3

/** One entry of a request, the same for every row that asks for it. */
type Ask =
  | { readonly list: 'productIds' | 'skuIds'; readonly entry: number }
  | { readonly list: 'cards'; readonly entry: CardQuery }

const lists = ['productIds', 'skuIds', 'cards'] as const

const keyOf = ({ list, entry }: Ask): string => `${list} ${JSON.stringify(entry)}`

const cardAsk = (entry: ListEntry | null): Ask[] => (entry === null || entry.q === '' ? [] : [{ list: 'cards', entry }])

/** A SKU says more than a product. */
const idAsk = ({ productId, skuId }: ListRow): Ask[] => {
  if (skuId !== null) return [{ list: 'skuIds', entry: skuId }]
  return productId === null ? [] : [{ list: 'productIds', entry: productId }]
}

/** The copy of a row that the list names by an id; `null` where what the row says in words speaks against it. */
const copyById = ({ skuId, entry }: ListRow, prices: readonly Price[]): Price | null => {
  const [sku] = prices
  // Of a single SKU only what the row says is compared.
  const usual = skuId === null ? {} : { condition: sku?.condition, variant: sku?.variant, language: sku?.language }
  return pickCopy(prices, { ...usual, ...entry }).copy
}

/** Whether an id led to a copy: a source may answer a SKU that it does not have with nothing but nulls. */
const saysSomething = ({ status, prices }: PriceLookup): boolean =>
  status === 'ok' && prices?.some(({ condition, marketPrice }) => condition !== null || marketPrice !== null) === true

/** Whether an id's product may be what the words of the row mean. */
const mayBe = (productId: number | null, { identification }: PriceLookup): boolean => {
  if (identification === null || productId === null) return true
  const { candidates, ambiguous, matchScore } = identification
  if (candidates.some((candidate) => candidate.productId === productId)) return true
  const last = candidates[maxCandidates - 1]
  return ambiguous && last !== undefined && last.matchScore >= (matchScore ?? 0) - maxScoreGap
}

type Settled = Pick<PriceLookup, 'status' | 'identification' | 'productId' | 'price' | 'fetchedAt'> & { readonly code: Code }

const needsReview = (answer: Settled, code: 'unclear_printing' | 'unclear_copy'): Settled => ({
  ...answer,
  status: 'needs_review',
  code,
  price: null,
})

/** What is known of a row by its words and by its id: the id decides where the words leave several, and a person where they contradict each other. */
const settle = (row: ListRow, byWords: PriceLookup | undefined, byId: PriceLookup | undefined): Settled | undefined => {
  if (byId === undefined || (byWords !== undefined && !saysSomething(byId))) return byWords
  const answer = { ...byId, identification: byWords?.identification ?? null }
  if (byId.prices === null) return answer
  if (byWords !== undefined && !mayBe(byId.productId, byWords)) return needsReview(answer, 'unclear_printing')
  const price = copyById(row, byId.prices)
  return price === null ? needsReview(answer, 'unclear_copy') : { ...answer, price }
}

/** Copies as the row counts them, or as the service read them in its text. */
const copiesOf = (row: ListRow, found: Settled | undefined): number | null =>
  row.quantity === 1 ? (found?.identification?.parsed.quantity ?? 1) : row.quantity

const pricedRow = (row: ListRow, found: Settled | undefined): PricedRow => {
  const copies = copiesOf(row, found)
  const nothing = { card: null, productId: null, price: null, fetchedAt: null }
  if (found === undefined) return { row, status: 'unreadable', code: null, copies, ...nothing }
  const { identification, productId, price, fetchedAt, status, code } = found
  const card = identification?.candidates.find((candidate) => candidate.productId === productId) ?? null
  return { row, status: copies === null ? 'unreadable' : status, code, card, productId, price, copies, fetchedAt }
}

export interface PriceListOptions {
  /** Product line of every row that names none. */
  readonly category: string | null
  readonly onProgress: (done: number, total: number) => void
}

/** Prices the rows of a list, a hundred entries a request. When a later request fails, the rows that are left have its code. @throws CardMarketError when the first one fails */
export const priceList = async (
  client: Pick<Client, 'listCategories' | 'lookUpPrices'>,
  rows: readonly ListRow[],
  { category, onProgress }: PriceListOptions,
): Promise<PricedRow[]> => {
  const answers = new Map<string, PriceLookup>()
  let failure: CardMarketError | null = null

  const ask = async (asks: readonly Ask[]): Promise<void> => {
    const open = [...new Map(asks.map((one) => [keyOf(one), one])).values()].filter((one) => !answers.has(keyOf(one)))
    for (let at = 0; at < open.length && failure === null; at += maxEntries) {
      const batch = open.slice(at, at + maxEntries)
      const sorted = lists.flatMap((list) => batch.filter((one) => one.list === list))
      const input = Object.fromEntries(
        lists.map((list) => [list, sorted.filter((one) => one.list === list).map(({ entry }) => entry)] as const),
      )
      try {
        const { data } = await client.lookUpPrices(input)
        for (const [index, one] of sorted.entries()) answers.set(keyOf(one), data.results[index] as PriceLookup)
      } catch (error) {
        if (!(error instanceof CardMarketError) || answers.size === 0) throw error
        failure = error
      }
      onProgress(Math.min(open.length, at + maxEntries), open.length)
    }
  }

  /** A file's own names of product lines are asked for only where the service has them. */
  const known = rows.some(({ entry }) => entry?.category !== undefined)
    ? new Set((await client.listCategories()).data.categories.map(({ slug }) => slug))
    : new Set<string>()
  const entryOf = ({ entry }: ListRow): ListEntry | null => {
    if (entry === null) return null
    const { category: own, ...rest } = entry
    const line = own !== undefined && known.has(own) ? own : category
    return line === null ? rest : { ...rest, category: line }
  }
  const answerTo = ([one]: readonly Ask[]): PriceLookup | undefined => (one === undefined ? undefined : answers.get(keyOf(one)))
  const isUnclear = (found: PriceLookup | undefined): boolean =>
    found?.code === 'unclear_printing' || found?.status === 'not_found'

  const wanted = rows.map((row) => ({ row, words: cardAsk(entryOf(row)), id: idAsk(row) }))
  await ask(wanted.flatMap(({ words, id }) => [...words, ...id]))
  // Where a set's code says nothing to the service, its name may.
  const again = wanted.map(({ row, words }) => {
    const entry = entryOf(row)
    return entry !== null && row.setName !== null && isUnclear(answerTo(words)) ? cardAsk({ ...entry, set: row.setName }) : []
  })
  await ask(again.flat())
  return wanted.map(({ row, words, id }, at) => {
    const second = answerTo(again[at] ?? [])
    const byWords = second === undefined || isUnclear(second) ? answerTo(words) : second
    const found = settle(row, byWords, answerTo(id))
    if (found !== undefined || failure === null || words.length + id.length === 0) return pricedRow(row, found)
    return { ...pricedRow(row, undefined), status: 'unavailable', code: failure.code }
  })
}
