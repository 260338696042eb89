import type { Accounts, Caller } from '../../accounts/accounts.ts'
import { type CallArguments, type CallOperation, fieldsTaker } from '../../contract/calls.ts'
import type { CallContext, Endpoint, Handlers } from '../../contract/endpoint.ts'
import { endpoints, type OperationId } from '../../contract/endpoints.ts'
import type { ServiceError } from '../../contract/errors.ts'
import { isLazyString, type LazyString } from '../../contract/fields.ts'
import type { Exchange } from '../wire/exchange.ts'
import { publicError } from '../wire/reply-error.ts'
import { clientClosedRequest, type RequestReport } from '../wire/request-report.ts'
import { type AnyHandler, throwIfRefused } from './api-routes.ts'
import { ExchangeContext } from './call-context.ts'
import { chargeCall } from './charged-call.ts'

/** The request that calls are made for. */
export interface DirectTerms {
  readonly exchange: Exchange
  readonly requestId: string
  readonly token: string | null
  /** A large string that was taken out of the request, and what stands in its place. */
  readonly large: { readonly placeholder: string; readonly value: LazyString } | null
}

export interface DirectDependencies {
  readonly handlers: Handlers<typeof endpoints, Caller>
  readonly accounts: Accounts
  readonly report: (report: RequestReport) => void
}

interface DirectOperation {
  readonly handle: AnyHandler
  readonly ownWorkMs: number
  /** What the handler gets; the large string in the place of what stands for it. */
  readonly inputOf: (input: CallArguments, large: DirectTerms['large']) => object
}

type Take = ReturnType<typeof fieldsTaker>

const createOperation = ({ params, query, body, ownWorkMs = 0 }: Endpoint, handle: AnyHandler): DirectOperation => {
  const [takeParams, takeQuery, takeBody] = [params, query, body].map(fieldsTaker) as [Take, Take, Take]
  const lazyFields = Object.keys(body?.properties ?? {}).filter((name) => isLazyString(body?.properties[name] ?? {}))
  const inputOf: DirectOperation['inputOf'] = (input, large) => {
    const lazy = large && lazyFields.find((name) => input[name] === large.placeholder)
    const taken = takeBody(input)
    return {
      params: takeParams(input),
      query: takeQuery(input),
      body: lazy ? { ...taken, [lazy]: large.value } : taken,
    }
  }
  return { handle, ownWorkMs, inputOf }
}
const mapOperations = (handlers: DirectDependencies['handlers']): ReadonlyMap<OperationId, DirectOperation> =>
  new Map(
    Object.entries<Endpoint>(endpoints).map(([id, endpoint]) => {
      const operationId = id as OperationId
      return [operationId, createOperation(endpoint, handlers[operationId] as unknown as AnyHandler)]
    }),
  )

/** Calls the handler; the call ends with the request that it is made for, or when its maker gives it up. */
const callHandler = async (
  { handle, ownWorkMs }: DirectOperation,
  input: object,
  caller: Caller,
  exchange: Exchange,
  { signal, onStep }: CallContext,
): Promise<object> => {
  throwIfRefused(exchange)
  const context = new ExchangeContext(exchange, ownWorkMs)
  const call: CallContext = {
    get signal() {
      return AbortSignal.any([context.signal, signal])
    },
    ...(onStep === undefined ? {} : { onStep }),
  }
  try {
    const answer = await handle(input, caller, call)
    throwIfRefused(exchange)
    return 'finalAnswer' in answer ? (answer.finalAnswer as object) : answer
  } finally {
    context.end()
  }
}

/** What is reported of a call that failed: nobody waits for the answer, or why there is none. */
const outcomeOf = ({ pending, res }: Exchange, signal: AbortSignal, failure: ServiceError) =>
  pending.refusal === null && (signal.aborted || res.destroyed)
    ? { status: clientClosedRequest, code: 'client_gone', error: null }
    : {
        status: failure.status,
        code: failure.code,
        error: failure.status >= 500 ? (failure.cause ?? failure) : null,
      }

/** Makes calls to the operations of the table without a request of their own. */
export const createDirectCalls = ({
  handlers,
  accounts,
  report,
}: DirectDependencies): ((terms: DirectTerms) => CallOperation) => {
  const operations = mapOperations(handlers)
  return ({ exchange, requestId, token, large }) =>
    async (operationId, input, options) => {
      const operation = operations.get(operationId) as DirectOperation
      const startedMs = performance.now()
      let called: Caller | null = null
      const note = (caller: Caller) => {
        called = caller
      }
      const notify = (outcome: Pick<RequestReport, 'status' | 'code' | 'error'>) =>
        report({
          requestId,
          method: 'MCP',
          operation: operationId,
          accountId: called?.account.id ?? null,
          keyId: called?.auth.key.keyId ?? null,
          ms: performance.now() - startedMs,
          ...outcome,
        })
      try {
        const data = await chargeCall(accounts, token, {
          onAdmitted: note,
          onSettled: (caller, isCharged) => {
            note(caller)
            exchange.isCharged ||= isCharged
          },
          isRefunded: () => exchange.pending.refusal !== null,
          work: (caller) => callHandler(operation, operation.inputOf(input, large), caller, exchange, options),
        })
        notify({ status: 200, code: null, error: null })
        const { minuteRemaining: minute, monthRemaining: month } = (called as unknown as Caller).grant
        return { data, remaining: { minute, month } }
      } catch (error) {
        const failure = publicError(error)
        notify(outcomeOf(exchange, options.signal, failure))
        throw failure
      }
    }
}
