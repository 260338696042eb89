import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Accounts, Caller } from '../accounts/accounts.ts'
import { refusalOf } from '../accounts/metering.ts'
import type { CallContext, Endpoint, Endpoints, Handlers } from '../contract/endpoint.ts'
import { type ErrorCode, ServiceError } from '../contract/errors.ts'
import { allowanceHeaders, tokenOf } from './access.ts'
import { createBodyReader } from './read-body.ts'
import { createStringsReader, parseQuery, type RawValues } from './read-strings.ts'
import { renderOnce, respond } from './respond.ts'

/** One request on its way through the server. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** The client waits for `100 Continue` before it sends its body. */
  readonly expectsContinue: boolean
  /** Headers of the answer, success or error; grows as more is known. */
  readonly headers: string[]
  /** Query string without its question mark. */
  query: string
  params: RawValues
  /** Set once the account is known, also when its unit was refused. */
  caller: Caller | null
  readonly deadlineMs: number
  readonly bodyTimeoutMs: number
  /** Aborts when the process can wait for running calls no longer. */
  readonly stopping: AbortSignal
}

/** A route of the API. */
export interface Route {
  readonly operation: string
  readonly method: Endpoint['method']
  readonly path: string
  readonly serve: (exchange: Exchange) => Promise<void>
}

/** The call as its handler sees it. The signal is made when it is first read, since a cache hit has no use for it. */
class ExchangeCall implements CallContext {
  readonly #exchange: Exchange
  readonly #ownWorkMs: number
  #signal: AbortSignal | null = null
  #end = () => {}

  constructor(exchange: Exchange, ownWorkMs: number) {
    this.#exchange = exchange
    this.#ownWorkMs = ownWorkMs
  }

  get signal(): AbortSignal {
    if (this.#signal) return this.#signal
    const controller = new AbortController()
    const { res, deadlineMs, stopping } = this.#exchange
    const late = () =>
      controller.abort(new ServiceError('upstream_timeout', `The market source did not answer within ${deadlineMs / 1000} s.`))
    const gone = () => controller.abort(new ServiceError('upstream_timeout', 'The client is gone.'))
    const stop = () =>
      controller.abort(new ServiceError('shutting_down', 'This process is stopping; ask again.', { retryAfterSeconds: 1 }))
    const timer = setTimeout(late, deadlineMs + this.#ownWorkMs)
    res.once('close', gone)
    stopping.addEventListener('abort', stop, { once: true })
    this.#end = () => {
      clearTimeout(timer)
      res.off('close', gone)
      stopping.removeEventListener('abort', stop)
    }
    // An event that is past is not told again.
    if (stopping.aborted) stop()
    else if (res.destroyed) gone()
    this.#signal = controller.signal
    return controller.signal
  }

  end() {
    this.#end()
  }
}

/** Codes of calls that were turned away before any work, so that their unit is given back. */
const shed: ReadonlySet<ErrorCode> = new Set(['service_busy', 'shutting_down'])

const admit = async (accounts: Accounts, exchange: Exchange): Promise<Caller> => {
  const caller = await accounts.admit(tokenOf(exchange.req))
  exchange.caller = caller
  const refusal = refusalOf(caller.grant, caller.account)
  // A give-back changes what remains, so the headers of a granted call are written when its outcome is known.
  if (refusal) {
    exchange.headers.push(...allowanceHeaders(caller))
    throw refusal
  }
  return caller
}

type AnyHandler = (input: unknown, caller: Caller | null, call: CallContext) => object | Promise<object>

/** Makes the routes of the table: access, then input, then the handler, then the answer. */
export const createApiRoutes = <T extends Endpoints>(
  endpoints: T,
  handlers: Handlers<T, Caller>,
  accounts: Accounts,
): readonly Route[] =>
  Object.entries<Endpoint>(endpoints).map(([operation, endpoint]) => {
    const { method, path, access, cacheControl, params, query, body, bodyLimitBytes = 0, paramsError } = endpoint
    const handle = handlers[operation as keyof T] as unknown as AnyHandler
    const readParams = params && createStringsReader(params, paramsError)
    const readQuery = query && createStringsReader(query)
    const readBody =
      body &&
      createBodyReader(body, bodyLimitBytes, endpoint.errors.includes('image_too_large') ? 'image_too_large' : 'invalid_body')
    const tagged = method === 'GET' && cacheControl !== 'no-store'

    const work = async (exchange: Exchange, caller: Caller | null): Promise<object> => {
      const input = {
        params: readParams ? readParams(exchange.params) : {},
        query: readQuery ? readQuery(parseQuery(exchange.query)) : {},
        body: {} as unknown,
      }
      let release = () => {}
      if (readBody) {
        const read = await readBody(exchange.req, exchange.bodyTimeoutMs, () => {
          if (exchange.expectsContinue) exchange.res.writeContinue()
        })
        input.body = read.value
        release = read.release
      }
      const call = new ExchangeCall(exchange, endpoint.ownWorkMs ?? 0)
      try {
        return await handle(input, caller, call)
      } finally {
        call.end()
        release()
      }
    }

    const charged = async (exchange: Exchange): Promise<object> => {
      const caller = await admit(accounts, exchange)
      try {
        const answer = await work(exchange, caller)
        exchange.headers.push(...allowanceHeaders(caller))
        return answer
      } catch (error) {
        const isShed = error instanceof ServiceError && shed.has(error.code)
        exchange.headers.push(...allowanceHeaders(isShed ? await accounts.refund(caller) : caller))
        throw error
      }
    }

    return {
      operation,
      method,
      path,
      serve: async (exchange) => {
        const answer = access === 'key' ? await charged(exchange) : await work(exchange, null)
        const { req, res, headers } = exchange
        headers.push('cache-control', cacheControl)
        await respond(req, res, { status: 200, headers, rendered: renderOnce(answer), tagged })
      },
    }
  })
