import type { OperationCalls, Operations, PriceListOptions, ProductSnapshot } from '../../packages/client/src/client.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '../../src/contract/endpoint.ts'
import type { endpoints, OperationId } from '../../src/contract/endpoints.ts'
import type { ErrorCode } from '../../src/contract/errors.ts'
import type { LazyString } from '../../src/contract/fields.ts'

/** Does not compile where an operation of the client and the contract's differ: `Wrong` then names it. */
type Agreed<Wrong> = [Wrong] extends [never] ? true : Wrong

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** The client promises to change nothing that it is given or gives. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

/**
 * All parts of an endpoint's input in one object, as the client takes them; a text that the service may leave as its
 * bytes is a string there.
 */
type Whole<E extends Endpoint> = AsStrings<
  Required<EndpointInput<E>['params'] & EndpointInput<E>['query'] & EndpointInput<E>['body']>
>
type AsStrings<T> = { [K in keyof T]: LazyString extends T[K] ? string : T[K] }
/** What an input may leave out may also be given as `undefined`, within its lists too. */
type Offered<T> = T extends readonly (infer Item)[]
  ? readonly Offered<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Offered<T[K]> | (Record<never, never> extends Pick<T, K> ? undefined : never) }
    : T
type Given<T> = { readonly [K in keyof T]-?: NonNullable<T[K]> }

type WrongOutput = {
  [K in OperationId]: Same<Frozen<EndpointOutput<(typeof endpoints)[K]>>, Operations[K]['output']> extends true
    ? never
    : K
}[OperationId]
type WrongInput = {
  [K in OperationId]: Same<Offered<Whole<(typeof endpoints)[K]>>, Given<Operations[K]['input']>> extends true
    ? never
    : K
}[OperationId]

export const outputsAgree: Agreed<WrongOutput> = true
export const inputsAgree: Agreed<WrongInput> = true
export const operationsAgree: Same<OperationId, keyof Operations> = true
export const listOptions: PriceListOptions = { category: undefined, onProgress: undefined }
export const codesAgree: Same<ErrorCode, import('../../packages/client/src/client.ts').ErrorCode> = true

/** What callers rely on: an id is needed, options are not, and unknown is `null`. */
export const callerSees = async (client: OperationCalls): Promise<number | null> => {
  await client.listPlans()
  await client.searchProducts({ q: 'charizard', limit: 5 })
  // @ts-expect-error a product is asked for by its id
  await client.getPrices()
  // @ts-expect-error there is no such range
  await client.getHistory({ productId: 1, range: 'week' })
  const { data }: { data: ProductSnapshot } = await client.getProduct({ productId: 300004 })
  // @ts-expect-error a section that is unavailable is null
  data.marketPrices.length
  const { data: batch } = await client.lookUpPrices({ productIds: [300004] })
  for (const row of batch.results) {
    if (row.status === 'ok') row.prices.length
    else row.code satisfies ErrorCode
    // @ts-expect-error only a row that is ok has prices for certain
    row.prices.length
  }
  const { data: list } = await client.lookUpPrices({ cards: [{ q: 'Charizard 4/102', condition: 'LP' }] })
  for (const row of list.results) {
    if (row.status === 'needs_review') row.code satisfies 'unclear_printing' | 'unclear_copy'
    if (row.status === 'ok' && row.query !== null) row.price.marketPrice satisfies number | null
    // @ts-expect-error a card that is not certain has no price
    row.price.marketPrice
  }
  const rows: readonly { text: string; set?: string }[] = []
  await client.lookUpPrices({ cards: rows.map(({ text, set }) => ({ q: text, set })) })
  // @ts-expect-error a signal goes into a second object, also where there is no input
  await client.getUsage({ signal: new AbortController().signal })
  await client.getUsage({}, { signal: new AbortController().signal })
  // @ts-expect-error a card is its text
  await client.lookUpPrices({ cards: [{ set: 'base-set' }] })
  return data.marketPrices?.[0]?.marketPrice ?? null
}
