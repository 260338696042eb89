import { type Capabilities, CardMarketError } from '../../packages/client/src/client.ts'
import type { CallArguments, McpExchange } from '../contract/calls.ts'
import type { CallContext } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import { type ToolClient, toolOperations } from './tool-client.ts'

const publicFailure = (error: unknown, requestId: string | null): unknown => {
  if (!(error instanceof ServiceError)) return error
  const { code, message, status, retryAfterSeconds } = error
  return new CardMarketError({ code, message, status, requestId, retryAfterSeconds, cause: error })
}

/** A client of the service that it runs in: no address, no key of its own, no bytes. */
export const createInProcessClient = (
  { call, requestId }: Pick<McpExchange, 'call' | 'requestId'>,
  capabilities: () => Promise<Capabilities>,
): ToolClient => {
  const methods = toolOperations.map((operation) => [
    operation,
    (input: CallArguments, context: CallContext) =>
      call(operation, input, context).catch((error) => {
        throw publicFailure(error, requestId)
      }),
  ])
  const remaining = { minute: null, month: null }
  // Each method answers what the contract says of its operation, since the handlers are held to it.
  const calls = Object.fromEntries(methods) as Omit<ToolClient, 'capabilities'>
  return { ...calls, capabilities: async () => ({ data: await capabilities(), remaining }) }
}
