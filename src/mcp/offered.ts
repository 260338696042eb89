import type { Capabilities } from '../../packages/client/src/client.ts'
import { createTimedMemo } from '../concurrency/timed-memo.ts'
import type { ToolClient } from './tool-client.ts'

/** A kind of data that may not be offered. */
export type OfferedKind = keyof Capabilities['data']

/** How long an answer is taken for true. */
const keptMs = 60_000
/** An agent that asks for the tools is not kept waiting by a service that is away. */
const timeoutMs = 3_000

/** What the service offers; `null` while unknown, as with an older service: then a call has to find out. */
export type Offered = () => Promise<Capabilities | null>

export const createOffered = (client: Pick<ToolClient, 'capabilities'>): Offered => {
  const memo = createTimedMemo<Capabilities | null>({ freshForMs: () => keptMs })
  const ask = (): Promise<Capabilities | null> =>
    client.capabilities({ signal: AbortSignal.timeout(timeoutMs) }).then(
      ({ data }) => data,
      () => null,
    )
  return () => memo.recent('', ask)
}

const words: Readonly<Record<OfferedKind, string>> = {
  details: 'details of products',
  prices: 'prices',
  history: 'price history',
  listings: 'offers of sellers',
  image: 'pictures',
  search: 'a search',
  identify: 'identification of texts',
  photos: 'reading of photos',
  asOf: 'prices of the past',
}

/** Says that a kind of data cannot be had, or `null` where it can as far as is known. */
export const lackOf = (capabilities: Capabilities | null, kind: OfferedKind | null): string | null => {
  if (capabilities === null || kind === null || capabilities.data[kind]?.offered !== false) return null
  return `This service, with the source ${capabilities.source}, does not offer ${words[kind]}.`
}

/** Says of a tool that takes a past that there is none, before an agent asks for it. */
export const lackOfPastIn = (capabilities: Capabilities | null, taken: unknown): string | null => {
  const lack = Object.hasOwn(Object(taken), 'asOf') ? lackOf(capabilities, 'asOf') : null
  return lack === null ? null : lack.replace(/\.$/, ': leave out asOf and knownAt.')
}

/** What must be told of a past that an agent asks for; `null` where it asks for none, or it can be answered. */
export const lackOfPast = (
  capabilities: Capabilities | null,
  input: Readonly<Record<string, unknown>>,
): string | null => (input.asOf === undefined && input.knownAt === undefined ? null : lackOf(capabilities, 'asOf'))
