import type { JSONObject } from '@modelcontextprotocol/server'
import type { TObject, TSchema } from 'typebox'
import type { Client, Operations, Result } from '../../packages/client/src/client.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import {
  compactHistory,
  compactIdentify,
  compactListings,
  compactPhoto,
  compactPrices,
  compactSearch,
  compactSnapshot,
} from './compact.ts'
import { compactBatch } from './compact-batch.ts'
import type { OfferedKind } from './offered.ts'
import { readPhoto } from './read-photo.ts'
import type { ArgumentSchema } from './unknown-arguments.ts'

export interface InputSchema {
  readonly [keyword: string]: unknown
  readonly type: 'object'
  readonly properties: JSONObject & Readonly<Record<string, ArgumentSchema>>
  readonly required: string[]
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: InputSchema
  /** What it cannot do without; `null` where it has always something to answer. */
  readonly kind: OfferedKind | null
  /** @returns what the agent reads, and what the call left of the allowances */
  readonly run: (client: Client, input: ToolInput, signal: AbortSignal) => Promise<Result<object>>
}

/** What an agent sent; the service checks it by the same schemas that the agent was shown. */
export type ToolInput = Readonly<Record<string, unknown>>

/** Sent once, when an agent connects; holds for all tools. */
export const instructions = [
  'Trading-card market data: which printing a card is, and what it is worth.',
  'null means unknown: the source has no observation. It never means 0, free or worthless; say "unknown" and do not estimate.',
  'Every call that reaches the service costs one request of a minute and a month allowance; requestsLeft in each answer tells what is left. Price a pasted list, or many products, with one batch call.',
  'A price belongs to one SKU: product, condition, variant and language. Ask which copy a person holds before quoting a price.',
  'Identify a card before you price its product; batch identifies the cards of a list by itself. When an answer has askAPerson, show what there is and let the person choose; never take the first by yourself.',
  'Address and key of the service are the settings CARD_MARKET_URL and CARD_MARKET_KEY of this server; only the person can change them.',
  'capabilities costs nothing: what the source offers, of when its data is, since when prices are kept, and the line that its owner asks to be shown. Past prices are asked for by asOf.',
  'Amounts are US dollars as observed at fetchedAt. Source "sandbox" is an invented market; say so.',
].join('\n')

const schemaOf = (operationId: keyof Operations): InputSchema => {
  const { params, query, body }: Endpoint = endpoints[operationId]
  const parts = [params, query, body].filter((part): part is TObject => part !== undefined)
  const properties: Record<string, TSchema> = Object.assign({}, ...parts.map((part) => part.properties))
  const isNeeded = (name: string) =>
    parts.some((part) => (part.required as string[] | undefined)?.includes(name)) && !('default' in (properties[name] ?? {}))
  return {
    type: 'object',
    properties: JSON.parse(JSON.stringify(properties)),
    required: Object.keys(properties).filter(isNeeded),
    additionalProperties: false,
  }
}

/** Makes a tool of one operation: its schema and words are the contract's, its answer is made compact. */
const toolOf = <K extends keyof Operations>(
  name: string,
  operationId: K,
  kind: OfferedKind | null,
  advice: string,
  compact: (data: Operations[K]['output']) => object,
  adjust: (input: ToolInput) => ToolInput | Promise<ToolInput> = (input) => input,
  schema: InputSchema = schemaOf(operationId),
): Tool => ({
  name,
  title: endpoints[operationId].summary,
  description: `${endpoints[operationId].description} ${advice} Costs one request.`,
  inputSchema: schema,
  kind,
  run: async (client, input, signal) => {
    // The service validates the input and answers what is wrong with it.
    const call = client[operationId] as (
      input: ToolInput,
      options: { signal: AbortSignal },
    ) => Promise<Result<Operations[K]['output']>>
    const { data, ...rest } = await call(await adjust(input), { signal })
    return { ...rest, data: { ...('source' in data ? { source: data.source } : {}), ...compact(data) } }
  },
})

const imageSchema = schemaOf('identifyImage')

const photoSchema: InputSchema = {
  ...imageSchema,
  properties: {
    path: { type: 'string', description: 'Path of a PNG, JPEG or WebP file of at most 6 MiB on the machine of this server.' },
    ...imageSchema.properties,
  },
  required: [],
}

const atMost = (limit: number) => (input: ToolInput) => ({ limit, ...input })

const capabilitiesTool: Tool = {
  name: 'capabilities',
  title: 'What this service can answer',
  description:
    'Which kinds of data the source offers, of when they are, since when prices are kept for asOf, the product lines, and the attribution to show with the data. Costs nothing.',
  inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  kind: null,
  run: (client, _, signal) => client.capabilities({ signal }),
}

/** The tools, in the order in which an agent needs them. */
export const tools: readonly Tool[] = [
  capabilitiesTool,
  toolOf(
    'search',
    'searchProducts',
    'search',
    'Use it to browse; to find out which card a text means, use identify.',
    compactSearch,
    atMost(10),
  ),
  toolOf(
    'identify',
    'identify',
    'identify',
    'Best candidate first with its reasons. When askAPerson is true none is sure, because several fit alike or the best fits badly: show them and ask.',
    compactIdentify,
    atMost(6),
  ),
  toolOf(
    'photo',
    'identifyImage',
    'photos',
    'Give either path or imageDataUrl. Follow advice: take the first candidate, show_printings to choose from, review (show what was read, correct the query and call identify), or retry with another photo. ' +
      'Several cards on one photo come back as cards, each with its own advice.',
    compactPhoto,
    readPhoto,
    photoSchema,
  ),
  toolOf(
    'prices',
    'getPrices',
    'prices',
    'A null price is unknown, not 0. Where condition and language are null, the price is that of a whole printing; lowestPrice is an asking price.',
    compactPrices,
  ),
  toolOf(
    'history',
    'getHistory',
    'history',
    'Shows the best-sold SKUs, thinned out to the trend; a null point is a bucket without an observation.',
    (data) => compactHistory(data),
  ),
  toolOf(
    'listings',
    'getListings',
    'listings',
    'Asking prices, not values; totalPrice includes shipping and is null when shipping is unknown. Custom offers may differ from the catalogue item.',
    compactListings,
    atMost(10),
  ),
  toolOf(
    'snapshot',
    'getProduct',
    null,
    'One call instead of prices, history and listings. A section named in unavailable failed for now, or is never offered by the source; null there does not mean there is none.',
    compactSnapshot,
    atMost(10),
  ),
  toolOf(
    'batch',
    'lookUpPrices',
    null,
    'Give a pasted list as cards, one entry a line with q as it is written: no line has to be identified before. A line with askAPerson has no price: ask which printing or copy it is, do not choose. ' +
      'copy is [condition, variant, language]. 100 lines or ids cost the same one request; a row with a code failed by itself.',
    compactBatch,
  ),
]
