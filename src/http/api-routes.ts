import type { Accounts, Caller } from '../accounts/accounts.ts'
import { refusalOf } from '../accounts/metering.ts'
import type { CallContext, Endpoint, Endpoints, Handlers } from '../contract/endpoint.ts'
import { type ErrorCode, ServiceError } from '../contract/errors.ts'
import { allowanceHeaders, tokenOf } from './access.ts'
import { createBodyBudget } from './body-budget.ts'
import { ExchangeContext } from './call-context.ts'
import type { Exchange, Route } from './exchange.ts'
import { createBodyReader } from './read-body.ts'
import { createStringsReader, ignoredNames, parseQuery, type RawValues } from './read-strings.ts'
import { renderOnce } from './render.ts'
import { respond } from './respond.ts'

/** Codes of calls that were turned away before any work, so that their unit is refunded. */
const shedCodes: ReadonlySet<ErrorCode> = new Set(['service_busy', 'shutting_down'])

const admit = async (accounts: Accounts, exchange: Exchange): Promise<Caller> => {
  const caller = await accounts.admit(tokenOf(exchange.req))
  exchange.caller = caller
  const refusal = refusalOf(caller.grant, caller.account)
  // A refund changes what remains, so the headers of a granted call are written when its outcome is known.
  if (refusal) {
    exchange.headers.push(...allowanceHeaders(caller))
    throw refusal
  }
  return caller
}

const throwIfRefused = ({ turn }: Exchange) => {
  if (turn.refusal) throw turn.refusal
}

/** The query of an endpoint that takes none, which no mistake in it can break. */
const readableQuery = (text: string): RawValues => {
  try {
    return parseQuery(text)
  } catch {
    return {}
  }
}

type AnyHandler = (input: unknown, caller: Caller | null, call: CallContext) => object | Promise<object>

/** Makes the routes of the table: access, then input, then the handler, then the answer. */
export const createApiRoutes = <T extends Endpoints>(
  endpoints: T,
  handlers: Handlers<T, Caller>,
  accounts: Accounts,
  budget = createBodyBudget(),
): readonly Route[] =>
  Object.entries<Endpoint>(endpoints).map(([operation, endpoint]) => {
    const { method, path, access, cacheControl, params, query, body, bodyLimitBytes = 0, paramsError } = endpoint
    const handle = handlers[operation as keyof T] as unknown as AnyHandler
    const readParams = params && createStringsReader(params, paramsError)
    const readQuery = query && createStringsReader(query)
    const readBody =
      body &&
      createBodyReader(
        body,
        bodyLimitBytes,
        endpoint.errors.includes('image_too_large') ? 'image_too_large' : 'invalid_body',
        budget,
      )
    const tagged = method === 'GET' && cacheControl !== 'no-store'

    const readQueryOf = ({ query: text, headers }: Exchange): unknown => {
      if (text === '') return readQuery ? readQuery({}) : {}
      const raw = readQuery ? parseQuery(text) : readableQuery(text)
      const ignored = ignoredNames(raw, query)
      if (ignored !== '') headers.push('x-ignored-parameters', ignored)
      return readQuery ? readQuery(raw) : {}
    }

    const work = async (exchange: Exchange, caller: Caller | null): Promise<object> => {
      const input = {
        params: readParams ? readParams(exchange.params) : {},
        query: readQueryOf(exchange),
        body: {} as unknown,
      }
      let release = () => {}
      throwIfRefused(exchange)
      if (readBody) {
        const read = await readBody(exchange.req, {
          ownerId: caller?.account.id ?? '',
          timeoutMs: exchange.bodyTimeoutMs,
          idleTimeoutMs: exchange.bodyIdleTimeoutMs,
          sendContinue: () => {
            if (exchange.expectsContinue) exchange.res.writeContinue()
          },
        })
        input.body = read.value
        release = read.release
      }
      const call = new ExchangeContext(exchange, endpoint.ownWorkMs ?? 0)
      try {
        const answer = await handle(input, caller, call)
        throwIfRefused(exchange)
        return answer
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
        const { turn, req } = exchange
        const isShed = error instanceof ServiceError && shedCodes.has(error.code)
        const isCutOff = req.destroyed && !req.complete
        const isRefunded = isShed || isCutOff || turn.refusal !== null
        // A store that fails now must not hide why the call was refused; then the unit stays charged, and the headers say so.
        const settled = isRefunded ? await accounts.refund(caller).catch(() => caller) : caller
        exchange.headers.push(...allowanceHeaders(settled))
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
        const isFinal = 'finalAnswer' in answer
        headers.push('cache-control', (isFinal ? endpoint.finalCacheControl : null) ?? cacheControl)
        // There is no key in it, so pages of any host may read it.
        if (access === 'public') headers.push('access-control-allow-origin', '*')
        await respond(req, res, {
          status: 200,
          headers,
          rendered: renderOnce(isFinal ? (answer.finalAnswer as object) : answer),
          tagged,
        })
      },
    }
  })
