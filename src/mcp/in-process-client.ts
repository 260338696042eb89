import { type Capabilities, CardMarketError, type Operations } from '../../packages/client/src/client.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ToolClient, ToolOptions } from './tool-client.ts'

/** What an operation answered within the process. */
interface OperationAnswer {
  readonly data: object
  readonly requestId: string
  readonly remaining: { readonly minute: number; readonly month: number }
}

/** Calls an operation of this very process, charged as any other call. @throws ServiceError */
export type CallOperation = (
  operation: keyof Operations,
  input: Readonly<Record<string, unknown>>,
  options: ToolOptions,
) => Promise<OperationAnswer>

const publicFailure = (error: unknown, requestId: string | null): unknown => {
  if (!(error instanceof ServiceError)) return error
  const { code, message, status, retryAfterSeconds } = error
  return new CardMarketError({ code, message, status, requestId, retryAfterSeconds, cause: error })
}

const operationIds = [
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
] as const satisfies readonly (keyof Operations & keyof ToolClient)[]

/** A client of the service that it runs in: no address, no key of its own, no bytes. */
export const createInProcessClient = (
  call: CallOperation,
  capabilities: () => Promise<Capabilities>,
  requestId: string | null,
): ToolClient => {
  const methods = operationIds.map((operation) => [
    operation,
    async (input: Readonly<Record<string, unknown>>, options: ToolOptions) => {
      try {
        return await call(operation, input, options)
      } catch (error) {
        throw publicFailure(error, requestId)
      }
    },
  ])
  const remaining = { minute: null, month: null }
  // Each method answers what the contract says of its operation, since the handlers are held to it.
  const calls = Object.fromEntries(methods) as Omit<ToolClient, 'capabilities'>
  return { ...calls, capabilities: async () => ({ data: await capabilities(), remaining }) }
}
