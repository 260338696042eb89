import { copiesOf } from './copies-of.ts'
import { CardMarketError } from './error.ts'
import { cellKey } from './list-words.ts'
import {
  type CardIdentification,
  limits,
  type Operations,
  type Price,
  type PriceLookup,
  type UnclearCopy,
} from './operations.ts'
import type { ListEntry, ListRow } from './read-list.ts'
import { agreed, isInSet, isOfStrangeSet, type Settled, settle } from './settle-row.ts'

type Answer<Id extends keyof Operations> = Promise<{ readonly data: Operations[Id]['output'] }>

/** The calls of a client that pricing a list needs. */
export interface ListPricer {
  readonly listCategories: () => Answer<'listCategories'>
  readonly lookUpPrices: (input: Operations['lookUpPrices']['input']) => Answer<'lookUpPrices'>
}

/** A row of a list with what is known of it. */
export interface PricedRow {
  readonly row: ListRow
  /** `unreadable` where the row names no card or no number of copies. */
  readonly status: PriceLookup['status'] | 'unreadable'
  readonly code: Settled['code'] | null
  /** The printing that was found. */
  readonly card: { readonly name: string; readonly setName: string | null; readonly cardNumber: string | null } | null
  /** What the service made of the row's words; `null` where it was asked for an id alone, or did not answer. */
  readonly identification: CardIdentification | null
  readonly productId: number | null
  /** What to ask a person where `code` is `unclear_copy`; `null` there where words of the row were not understood. */
  readonly unclear: UnclearCopy | null
  readonly price: Price | null
  readonly copies: number | null
  readonly fetchedAt: string | null
}

/** One entry of a request, the same for every row that asks for it. */
type Ask =
  | { readonly list: 'productIds' | 'skuIds'; readonly entry: number }
  | { readonly list: 'cards'; readonly entry: ListEntry }

const lists = ['productIds', 'skuIds', 'cards'] as const

/** The service answers cards that say the same once, whatever the order of their fields. */
const keyOf = ({ list, entry }: Ask): string => {
  if (list !== 'cards') return `${list} ${entry}`
  const { q, set, category, condition, variant, language } = entry
  return `${list} ${JSON.stringify([q, set, category, condition, variant, language])}`
}

/** @throws CardMarketError when there are not as many answers as entries: nobody could tell whose they are */
const checkCount = (results: readonly PriceLookup[], entries: number): void => {
  if (results.length === entries) return
  const message = `${results.length} answers came to ${entries} entries.`
  throw new CardMarketError({
    code: 'unexpected_answer',
    message,
    status: 200,
    requestId: null,
    retryAfterSeconds: null,
  })
}

const cardAsk = (entry: ListEntry | null): Ask | null =>
  entry === null || entry.q === '' ? null : { list: 'cards', entry }

/** A SKU says more than a product. */
const idAsk = ({ productId, skuId }: ListRow): Ask | null => {
  if (skuId !== null) return { list: 'skuIds', entry: skuId }
  return productId === null ? null : { list: 'productIds', entry: productId }
}

/** The service's answer to each entry: each is asked for once, a hundred in a request. */
const createAnswers = (
  client: Pick<ListPricer, 'lookUpPrices'>,
  onProgress: NonNullable<PriceListOptions['onProgress']>,
) => {
  const known = new Map<string, PriceLookup>()
  let failure: CardMarketError | null = null
  return {
    /** @throws CardMarketError when the very first request fails; a later failure ends the asking */
    ask: async (asks: readonly (Ask | null)[]): Promise<void> => {
      const different = new Map(asks.filter((one) => one !== null).map((one) => [keyOf(one), one]))
      const open = [...different].filter(([key]) => !known.has(key)).map(([, one]) => one)
      for (let at = 0; at < open.length && failure === null; at += limits.entriesPerRequest) {
        const batch = open.slice(at, at + limits.entriesPerRequest)
        // Results come in this order.
        const sorted = lists.flatMap((list) => batch.filter((one) => one.list === list))
        const entries = lists.map((list) => [list, batch.filter((one) => one.list === list).map(({ entry }) => entry)])
        try {
          const { data } = await client.lookUpPrices(Object.fromEntries(entries))
          checkCount(data.results, sorted.length)
          for (const [index, one] of sorted.entries()) known.set(keyOf(one), data.results[index] as PriceLookup)
        } catch (error) {
          if (!(error instanceof CardMarketError) || known.size === 0) throw error
          failure = error
        }
        onProgress(Math.min(open.length, at + limits.entriesPerRequest), open.length)
      }
    },
    to: (one: Ask | null | undefined): PriceLookup | undefined => (one == null ? undefined : known.get(keyOf(one))),
    failure: (): CardMarketError | null => failure,
  }
}

const pricedRow = (row: ListRow, found: Settled | undefined): PricedRow => {
  const copies = copiesOf(row, found?.identification?.parsed)
  const nothing = { card: null, identification: null, productId: null, unclear: null, price: null, fetchedAt: null }
  if (found === undefined) return { row, status: 'unreadable', code: null, copies, ...nothing }
  const { identification, productId, unclear, price, fetchedAt, status, code } = found
  const card = identification?.candidates.find((candidate) => candidate.productId === productId) ?? null
  const settled = { code, card, identification, productId, unclear, price, copies, fetchedAt }
  return { row, status: copies === null ? 'unreadable' : status, ...settled }
}

export interface PriceListOptions {
  /** Product line of every row that names none. */
  readonly category?: string | null | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/**
 * Prices the rows of a list. When a later request fails, every row with a question left open has its code, also where
 * another of its questions was answered.
 * @throws CardMarketError when the first one fails
 */
export const priceList = async (
  client: ListPricer,
  rows: readonly ListRow[],
  { category = null, onProgress = () => {} }: PriceListOptions = {},
): Promise<PricedRow[]> => {
  const answers = createAnswers(client, onProgress)
  const namesLine = ({ entry, game }: ListRow): boolean => entry?.category !== undefined || game !== null
  const categories = rows.some(namesLine) ? (await client.listCategories()).data.categories : []
  const slugs = new Map(categories.flatMap(({ slug, name }) => [slug, name].map((named) => [cellKey(named), slug])))
  /** Slug of the product line that a row names. */
  const lineOf = ({ entry, game }: ListRow): string | undefined => slugs.get(cellKey(entry?.category ?? game ?? ''))
  const isOfUnknownLine = (row: ListRow): boolean => namesLine(row) && lineOf(row) === undefined
  const entryOf = (row: ListRow): ListEntry | null => {
    if (row.entry === null || isOfUnknownLine(row)) return null
    const line = lineOf(row) ?? category
    return line === null ? row.entry : { ...row.entry, category: line }
  }

  const asked = rows.map((row) => ({ row, words: cardAsk(entryOf(row)), id: idAsk(row) }))
  await answers.ask(asked.flatMap(({ words, id }) => [words, id]))
  const named = asked.map((one) => {
    const [entry, found] = [entryOf(one.row), answers.to(one.words)]
    const { setName } = one.row
    const isCertain = setName === null || found === undefined || isInSet(found, setName)
    const { set, ...anywhere } = entry ?? { q: '' }
    const isStrange = set !== undefined && isOfStrangeSet(found, answers.to(one.id))
    return {
      ...one,
      name: isCertain || entry === null ? null : cardAsk({ ...entry, set: setName }),
      anywhere: isStrange ? cardAsk(anywhere) : null,
    }
  })
  await answers.ask(named.flatMap(({ name, anywhere }) => [name, anywhere]))

  /** Why a row is not settled, whatever its other answers say. */
  const failureOf = ({
    words,
    id,
    name,
    anywhere,
  }: Record<'words' | 'id' | 'name' | 'anywhere', Ask | null>): Settled['code'] | null => {
    if ([words, id, name, anywhere].some((one) => one !== null && answers.to(one) === undefined))
      return answers.failure()?.code ?? null
    const isOpen = (answer: PriceLookup | undefined): boolean => answer?.status === 'unavailable'
    const byWords = answers.to(words)
    // Words that were read speak for or against an id, though their price is not known.
    const open = [answers.to(name), answers.to(id), byWords?.identification === null ? byWords : undefined].find(isOpen)
    return open?.code ?? null
  }
  return named.map((one) => {
    const { row, words, id, name } = one
    const code = failureOf(one)
    if (code !== null) return { ...pricedRow(row, undefined), status: 'unavailable', code }
    const byWords = agreed(answers.to(words), answers.to(name))
    const found = settle(row, byWords, answers.to(id), answers.to(one.anywhere))
    if (found === undefined && isOfUnknownLine(row))
      return { ...pricedRow(row, undefined), status: 'needs_review', code: 'unknown_category' }
    return pricedRow(row, found)
  })
}
