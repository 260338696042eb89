import { type Allowance, allowanceOf } from './allowance.ts'
import { readBaseUrl } from './base-url.ts'
import { checkNumbers } from './client-numbers.ts'
import { CardMarketError } from './error.ts'
import { assertTaken, ignoredOf } from './ignored.ts'
import {
  type Candidate,
  type Capabilities,
  type CardReading,
  limits,
  type Operations,
  operations,
  type Plan,
  type PriceLookup,
} from './operations.ts'
import { type Photo, photoDataUrl } from './photo.ts'
import { type ApiRequest, requestOf, targetOf } from './request.ts'
import { type Retry, type Sender, send } from './send.ts'

export type { Allowance, WindowAllowance } from './allowance.ts'
export { confidentMatch, ties } from './certain.ts'
export { copiesOf } from './copies-of.ts'
export { type CopyColumn, type CopyWords, readCopyWords } from './copy-words.ts'
export { decodeText } from './decode-text.ts'
export { CardMarketError, type ErrorAdvice, errorAdvice, type TransportCode } from './error.ts'
export * from './operations.ts'
export type { Photo } from './photo.ts'
export { type PickedCopy, pickCopy, type WantedCopy, wantedCopyOf } from './pick-copy.ts'
export { type ListPricer, type PricedRow, type PriceListOptions, priceList } from './price-list.ts'
export { type ListEntry, type ListRow, readList, readWholeList, type WholeList } from './read-list.ts'
export type { Retry } from './send.ts'
export { type CsvCell, writeCsv } from './write-csv.ts'

export type PlanId = Plan['id']
export type HistoryRange = NonNullable<Operations['getHistory']['input']['range']>
export type ListingSort = NonNullable<Operations['getListings']['input']['sort']>
export type SearchSort = NonNullable<Operations['searchProducts']['input']['sort']>
/** Why a candidate ranks where it does. */
export type MatchReason = Candidate['matchReasons'][number]
/** What to do with the reading of a photo. */
export type ReadingAdvice = CardReading['advice']
/** What became of a row of `lookUpPrices`. */
export type RowStatus = PriceLookup['status']

export interface ClientOptions {
  /**
   * Address of the service, such as `http://127.0.0.1:8787`; in a page also a path of its own origin, such as `/cards`.
   */
  readonly baseUrl: string
  /** API key; only `listPlans` works without. Keep it on a server you trust, never in a public page. */
  readonly key?: string | undefined
  /** Time limit of one attempt, in whole milliseconds from 1. Default 30 s. */
  readonly timeoutMs?: number | undefined
  /**
   * How often a call is repeated after 429 `rate_limited`, 502, 503, 504 or a failed connection. Default 2. It waits
   * for `Retry-After`, else half a second and each time twice as long, with jitter. Never repeated: `quota_exceeded`,
   * `not_offered_by_source`, `service_unavailable`, and a call that lasted for all of `timeoutMs`.
   */
  readonly retries?: number | undefined
  /**
   * A longer `Retry-After` is not waited for: the call fails instead. Default 60 s, the length of a minute's window.
   */
  readonly maxRetryAfterMs?: number | undefined
  /**
   * Whether what gives no time is repeated too: 502, 504, a failed connection. Default true; each answer of 502 costs
   * one request. `false` repeats 429 and 503 with `Retry-After` alone.
   */
  readonly retryFailures?: boolean | undefined
  /** Called before each wait for a retry, so that an app can log it. What it throws ends the call. */
  readonly onRetry?: ((retry: Retry) => void) | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
}

export interface CallOptions {
  /** Ends the call, and any waiting for a retry, with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

export interface Result<T> {
  readonly data: T
  /** For support and tracing; `null` where something between dropped the header. */
  readonly requestId: string | null
  /** Requests left in this UTC minute and month; `null` where the call named no account. */
  readonly remaining: { readonly minute: number | null; readonly month: number | null }
  /**
   * Limits, what is left of them and when they are full again, as this answer told it; `null` where the call named no
   * account.
   */
  readonly allowance: Allowance | null
  /**
   * What of the input the service does not know and left out, as `cards.0.condtion`: a misspelt field, or one of a
   * newer service. Empty where all was heard.
   */
  readonly ignored: readonly string[]
}

type Input<K extends keyof Operations> = Operations[K]['input']
type Output<K extends keyof Operations> = Operations[K]['output']
type Call<K extends keyof Operations> =
  Record<never, never> extends Input<K>
    ? (input?: Input<K>, options?: CallOptions) => Promise<Result<Output<K>>>
    : (input: Input<K>, options?: CallOptions) => Promise<Result<Output<K>>>

/** One method per operation of the contract, by its id. */
export type OperationCalls = { readonly [K in keyof Operations]: Call<K> }

/** Every operation, what the service can answer, and helpers for pages and photos. */
export interface Client extends OperationCalls {
  /** What the service can answer, how fresh it is and whose terms apply. Needs no key and costs nothing. */
  readonly capabilities: (options?: CallOptions) => Promise<Result<Capabilities>>
  /**
   * Every product that a search finds, page by page as it is read; each page costs one request, and paging ends at
   * 10,000.
   */
  readonly eachProduct: (
    input?: Omit<Input<'searchProducts'>, 'offset'>,
    options?: CallOptions,
  ) => AsyncGenerator<Output<'searchProducts'>['products'][number], void>
  /**
   * Every offer of a product, page by page as it is read; each page costs one request. Offers come and go, so one may
   * be missed or seen twice.
   */
  readonly eachOffer: (
    input: Omit<Input<'getListings'>, 'offset'>,
    options?: CallOptions,
  ) => AsyncGenerator<Output<'getListings'>['offers'][number], void>
  /** Reads a photo of a card, given as bytes or a Blob, and looks up what it says. */
  readonly identifyPhoto: (
    photo: Photo,
    input?: Omit<Input<'identifyImage'>, 'imageDataUrl'>,
    options?: CallOptions,
  ) => Promise<Result<Output<'identifyImage'>>>
}

/** A key that a header cannot carry was not copied whole, or something was copied with it. */
const assertSendable = (key: string | undefined) => {
  if (!key || /^[\x21-\x7e]+$/.test(key)) return
  const message = /^bearer\s/i.test(key)
    ? 'The API key is given without the word Bearer, which the client puts before it.'
    : 'The API key holds a character that no key has.'
  throw new CardMarketError({ code: 'invalid_api_key', message, status: 401, requestId: null, retryAfterSeconds: null })
}

/** A call without a key is sent all the same, since a server of the app's own may add it. */
const explained = (error: unknown): unknown =>
  error instanceof CardMarketError && error.code === 'missing_api_key'
    ? new CardMarketError({ ...error, message: 'No API key was sent: give it as key to createClient.' })
    : error

const countOf = (header: string | null): number | null => (header === null ? null : Number(header))

const initOf = ({ method, hasKey, body }: ApiRequest, key: string | undefined): RequestInit => {
  const headers = {
    accept: 'application/json',
    ...(hasKey && key ? { authorization: `Bearer ${key}` } : {}),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  }
  return { method, headers, ...(body === null ? {} : { body: JSON.stringify(body) }) }
}

/** Reads pages until the last one. */
async function* eachOf<T>(
  limit: number,
  page: (offset: number) => Promise<{ readonly items: readonly T[]; readonly total: number | null }>,
): AsyncGenerator<T, void> {
  for (let offset = 0; offset <= limits.maxOffset; offset += limit) {
    const { items, total } = await page(offset)
    yield* items
    if (items.length === 0 || (total === null ? items.length < limit : offset + limit >= total)) return
  }
}

/**
 * Creates a client. It needs `fetch`, `AbortSignal` and `URL`, which Node, Deno, Bun, edge runtimes and browsers have.
 */
export const createClient = (options: ClientOptions): Client => {
  const {
    timeoutMs = 30_000,
    retries = 2,
    maxRetryAfterMs = 60_000,
    retryFailures = true,
    onRetry = () => {},
  } = options
  const key = options.key?.trim()
  const baseUrl = readBaseUrl(options.baseUrl)
  checkNumbers({ timeoutMs, retries, maxRetryAfterMs })
  const sender: Sender = {
    fetch: options.fetch ?? ((...call) => fetch(...call)),
    ...{ timeoutMs, retries, maxRetryAfterMs, retryFailures, onRetry },
  }

  const call = async (operationId: keyof Operations, input: object = {}, { signal }: CallOptions = {}) => {
    assertSendable(key)
    assertTaken(operationId, input)
    const request = requestOf(operationId, input as Record<string, unknown>)
    const prepared = { operationId, url: baseUrl + targetOf(request), init: initOf(request, key), signal }
    const { body, headers } = await send(sender, prepared).catch((error) => {
      throw key ? error : explained(error)
    })
    const remaining = {
      minute: countOf(headers.get('x-ratelimit-remaining')),
      month: countOf(headers.get('x-monthly-remaining')),
    }
    const told = {
      requestId: headers.get('x-request-id'),
      allowance: allowanceOf(headers),
      ignored: ignoredOf(headers),
    }
    return { data: body, remaining, ...told }
  }
  const methods = Object.keys(operations).map((id) => [
    id,
    (input?: object, callOptions?: CallOptions) => call(id as keyof Operations, input, callOptions),
  ])
  // The table has one row per operation, and each row answers what the contract says of it.
  const calls = Object.fromEntries(methods) as OperationCalls

  return {
    ...calls,
    capabilities: async ({ signal } = {}) => {
      const init = { method: 'GET', headers: { accept: 'application/json' } }
      const { body, headers } = await send(sender, {
        operationId: 'capabilities',
        url: `${baseUrl}/capabilities`,
        init,
        signal,
      })
      // Its form is the contract's, as that of every operation.
      const data = body as Capabilities
      const remaining = { minute: null, month: null }
      return { data, requestId: headers.get('x-request-id'), remaining, allowance: null, ignored: [] }
    },
    eachProduct: ({ limit = 50, ...input } = {}, callOptions) =>
      eachOf(limit, async (offset) => {
        const { data } = await calls.searchProducts({ ...input, limit, offset }, callOptions)
        return { items: data.products, total: data.total }
      }),
    eachOffer: ({ limit = 100, ...input }, callOptions) =>
      eachOf(limit, async (offset) => {
        const { data } = await calls.getListings({ ...input, limit, offset }, callOptions)
        return { items: data.offers, total: data.total }
      }),
    identifyPhoto: async (photo, input = {}, callOptions) =>
      calls.identifyImage({ imageDataUrl: await photoDataUrl(photo), ...input }, callOptions),
  }
}
