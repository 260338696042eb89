import type { Capabilities, Client, Result } from '../../packages/client/src/client.ts'
import type { CallContext } from '../contract/endpoint.ts'

/** What a call answered, and what it left of the allowances; `remaining` of what costs nothing is nulls. */
export type ToolAnswer<T> = Pick<Result<T>, 'remaining'> & { readonly data: T }

type ToolMethod<Call> = Call extends (input: infer Input, options?: never) => infer Answer
  ? (
      input: NonNullable<Input>,
      call: CallContext,
    ) => Answer extends Promise<Result<infer Data>> ? Promise<ToolAnswer<Data>> : never
  : never

/** The operations that tools call. */
export const toolOperations = [
  'getUsage',
  'listCategories',
  'listSets',
  'searchProducts',
  'identify',
  'identifyImage',
  'getProduct',
  'getPrices',
  'getHistory',
  'getListings',
  'lookUpPrices',
] as const

/** The service as tools call it: over HTTP, or in its own process. */
export type ToolClient = {
  readonly [Operation in (typeof toolOperations)[number]]: ToolMethod<Client[Operation]>
} & { readonly capabilities: (call: Pick<CallContext, 'signal'>) => Promise<ToolAnswer<Capabilities>> }
