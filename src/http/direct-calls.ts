import type { Accounts, Caller } from '../accounts/accounts.ts'
import type { CallContext, CallStep, Endpoint, Endpoints, Handlers } from '../contract/endpoint.ts'
import { isLazyString, type LazyString } from '../contract/fields.ts'
import { type AnyHandler, throwIfRefused } from './api-routes.ts'
import { ExchangeContext } from './call-context.ts'
import { chargeCall } from './charged-call.ts'
import { createBodyCheck } from './check-body.ts'
import type { Exchange } from './exchange.ts'
import { checkedPartOf } from './read-body.ts'
import { createStringsReader, type RawValues } from './read-strings.ts'
import { publicError } from './reply-error.ts'
import { clientClosedRequest, type RequestReport } from './request-report.ts'

/** Arguments of an operation by name: path, query and body together, as the typed client takes them. */
export type DirectInput = Readonly<Record<string, unknown>>

/** What an operation answered to a call of this process, and what it left of the allowances. */
export interface DirectAnswer {
  readonly data: object
  readonly requestId: string
  readonly remaining: { readonly minute: number; readonly month: number }
}

/** The request that calls are made for. */
export interface DirectTerms {
  readonly exchange: Exchange
  readonly requestId: string
  readonly token: string | null
  /** A large string that was taken out of the request, and what stands in its place. */
  readonly large: { readonly placeholder: string; readonly value: LazyString } | null
}

export interface DirectOptions {
  readonly signal: AbortSignal
  readonly onStep?: (step: CallStep) => void
}

/** Calls an operation within this process: charged, validated, answered, refunded and reported as one that came over HTTP. @throws ServiceError */
export type CallDirectly = (operation: string, input: DirectInput, options: DirectOptions) => Promise<DirectAnswer>

interface DirectOperation {
  readonly endpoint: Endpoint
  readonly handle: AnyHandler
  readonly readInput: (input: DirectInput) => { params: unknown; query: unknown; body: object }
}

const textsOf = (names: readonly string[], input: DirectInput): RawValues =>
  Object.fromEntries(names.filter((name) => input[name] !== undefined).map((name) => [name, String(input[name])]))

const readerOf = ({ params, query, body, paramsError }: Endpoint): DirectOperation['readInput'] => {
  const names = (schema: typeof params) => Object.keys(schema?.properties ?? {})
  const readParams = params && createStringsReader(params, paramsError)
  const readQuery = query && createStringsReader(query)
  const checkBody = body && createBodyCheck(checkedPartOf(body))
  const fields = names(body)
  return (input) => ({
    params: readParams ? readParams(textsOf(names(params), input)) : {},
    query: readQuery ? readQuery(textsOf(names(query), input)) : {},
    body: checkBody
      ? checkBody(Object.fromEntries(fields.filter((name) => input[name] !== undefined).map((name) => [name, input[name]])))
      : {},
  })
}

/** Makes calls to the operations of the table without a request of their own. */
export const createDirectCalls = <T extends Endpoints>(
  endpoints: T,
  handlers: Handlers<T, Caller>,
  accounts: Accounts,
  report: (report: RequestReport) => void,
): ((terms: DirectTerms) => CallDirectly) => {
  const operations = new Map<string, DirectOperation>(
    Object.entries<Endpoint>(endpoints).map(([operation, endpoint]) => [
      operation,
      { endpoint, handle: handlers[operation as keyof T] as unknown as AnyHandler, readInput: readerOf(endpoint) },
    ]),
  )

  /** The large string in the place of what stands for it, in the field that takes one. */
  const withLarge = (body: object, { body: schema }: Endpoint, large: DirectTerms['large']): object => {
    const isItsPlace = ([name, value]: [string, unknown]) =>
      value === large?.placeholder && schema?.properties[name] !== undefined && isLazyString(schema.properties[name])
    const place = large && Object.entries(body).find(isItsPlace)
    return place ? { ...body, [place[0]]: large.value } : body
  }

  return ({ exchange, requestId, token, large }) =>
    async (operation, input, { signal, onStep }) => {
      const { endpoint, handle, readInput } = operations.get(operation) as DirectOperation
      const startedMs = performance.now()
      let called: Caller | null = null
      let settled: Caller | null = null
      const work = async (caller: Caller): Promise<object> => {
        const read = readInput(input)
        throwIfRefused(exchange)
        const context = new ExchangeContext(exchange, endpoint.ownWorkMs ?? 0)
        const call: CallContext = {
          get signal() {
            return AbortSignal.any([context.signal, signal])
          },
          ...(onStep === undefined ? {} : { onStep }),
        }
        try {
          const answer = await handle({ ...read, body: withLarge(read.body, endpoint, large) }, caller, call)
          throwIfRefused(exchange)
          return 'finalAnswer' in answer ? (answer.finalAnswer as object) : answer
        } finally {
          context.end()
        }
      }
      const tell = (status: number, code: string | null, error: unknown) => {
        report({
          requestId,
          method: 'MCP',
          operation,
          accountId: called?.account.id ?? null,
          keyId: called?.auth.key.keyId ?? null,
          status,
          code,
          ms: performance.now() - startedMs,
          error,
        })
      }
      try {
        const data = await chargeCall(accounts, token, {
          onAdmitted: (caller) => {
            called = caller
          },
          onSettled: (caller) => {
            settled = caller
          },
          isRefunded: () => exchange.turn.refusal !== null,
          work,
        })
        tell(200, null, null)
        const { minuteRemaining: minute, monthRemaining: month } = (settled as unknown as Caller).grant
        return { data, requestId, remaining: { minute, month } }
      } catch (error) {
        const failure = publicError(error)
        const { res, turn } = exchange
        if (turn.refusal === null && (signal.aborted || res.destroyed)) tell(clientClosedRequest, 'client_gone', null)
        else tell(failure.status, failure.code, failure.status >= 500 ? (failure.cause ?? failure) : null)
        throw failure
      }
    }
}
