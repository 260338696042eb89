import type { Capabilities, Client, Result } from '../../packages/client/src/client.ts'
import type { CallStep } from '../contract/endpoint.ts'

/** What a call answered, and what it left of the allowances; `remaining` of what costs nothing is nulls. */
export type ToolAnswer<T> = Pick<Result<T>, 'remaining'> & { readonly data: T }

/** How a tool calls the service. */
export interface ToolOptions {
  readonly signal: AbortSignal
  /** Told what the call is at, by a service in the same process. */
  readonly onStep?: (step: CallStep) => void
}

type ToolMethod<Call> = Call extends (input: infer Input, options?: never) => infer Answer
  ? (
      input: NonNullable<Input>,
      options: ToolOptions,
    ) => Answer extends Promise<Result<infer Data>> ? Promise<ToolAnswer<Data>> : never
  : never

/** The service as tools call it: over HTTP, or in its own process. */
export interface ToolClient {
  readonly capabilities: (options: ToolOptions) => Promise<ToolAnswer<Capabilities>>
  readonly getUsage: ToolMethod<Client['getUsage']>
  readonly listCategories: ToolMethod<Client['listCategories']>
  readonly listSets: ToolMethod<Client['listSets']>
  readonly searchProducts: ToolMethod<Client['searchProducts']>
  readonly identify: ToolMethod<Client['identify']>
  readonly identifyImage: ToolMethod<Client['identifyImage']>
  readonly getProduct: ToolMethod<Client['getProduct']>
  readonly getPrices: ToolMethod<Client['getPrices']>
  readonly getHistory: ToolMethod<Client['getHistory']>
  readonly getListings: ToolMethod<Client['getListings']>
  readonly lookUpPrices: ToolMethod<Client['lookUpPrices']>
}
