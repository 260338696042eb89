import type { TObject, TSchema } from 'typebox'
import type { CallContext } from './endpoint.ts'
import type { OperationId } from './endpoints.ts'

/** Arguments of an operation by name: path, query and body together, as the typed client takes them. */
export type CallArguments = Readonly<Record<string, unknown>>

/** What an operation answered within the process, and what it left of the allowances. */
export interface CallAnswer {
  readonly data: object
  readonly remaining: { readonly minute: number; readonly month: number }
}

/**
 * Calls an operation of this very process: charged, answered, refunded and reported as one that came over HTTP. The
 * arguments must fit the contract, since they reach the handler as they are. @throws ServiceError
 */
export type CallOperation = (operation: OperationId, input: CallArguments, call: CallContext) => Promise<CallAnswer>

/** Takes the fields of a schema out of arguments that were checked, with its defaults for those left out. */
export const fieldsTaker = (schema: TObject | undefined): ((input: CallArguments) => CallArguments) => {
  const fields = Object.entries<TSchema & { readonly default?: unknown }>(schema?.properties ?? {})
  return (input) =>
    Object.fromEntries(
      fields
        .map(([name, field]) => [name, input[name] ?? field.default] as const)
        .filter(([, value]) => value !== undefined),
    )
}

/** A message of the Model Context Protocol that came over HTTP, and what it may call. */
export interface McpExchange {
  readonly message: unknown
  readonly call: CallOperation
  readonly requestId: string
}

export type AnswerMcp = (request: Request, exchange: McpExchange) => Promise<Response>
