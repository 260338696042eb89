import type { Accounts, Caller } from '../accounts/accounts.ts'
import type { CallContext, Endpoint, Endpoints, Handlers } from '../contract/endpoint.ts'
import { allowanceLines, tokenOf } from './access.ts'
import { createBodyBudget } from './body-budget.ts'
import { ExchangeContext } from './call-context.ts'
import { chargeCall } from './charged-call.ts'
import type { Exchange, Route } from './exchange.ts'
import { hasHeader, headerLine } from './header-lines.ts'
import { ignoredNames } from './ignored-names.ts'
import { type BodyReader, createBodyReader } from './read-body.ts'
import { createStringsReader, parseQuery, type RawValues } from './read-strings.ts'
import { renderOnce } from './render.ts'
import { respond } from './respond.ts'

/** @throws ServiceError when the request was refused while it was at work */
export const throwIfRefused = ({ turn }: Exchange) => {
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

const tellIgnored = (exchange: Exchange, names: string) => {
  if (names !== '') exchange.headers += headerLine('x-ignored-parameters', names)
}

/** A handler of any operation; the table holds its input and answer. */
export type AnyHandler = (input: unknown, caller: Caller | null, call: CallContext) => object | Promise<object>

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
        endpoint.file,
      )
    const tagged = method === 'GET' && cacheControl !== 'no-store'
    const cacheLine = headerLine('cache-control', cacheControl)
    const finalCacheLine = headerLine('cache-control', endpoint.finalCacheControl ?? cacheControl)

    const readQueryOf = (exchange: Exchange): unknown => {
      const { query: text } = exchange
      if (text === '') return readQuery ? readQuery({}) : {}
      const raw = readQuery ? parseQuery(text) : readableQuery(text)
      tellIgnored(exchange, ignoredNames(raw, query))
      return readQuery ? readQuery(raw) : {}
    }

    const settle = async (answer: Promise<object>, exchange: Exchange, call: ExchangeContext): Promise<object> => {
      try {
        const found = await answer
        throwIfRefused(exchange)
        return found
      } finally {
        call.end()
      }
    }

    /** What a handler has at once, as of a cache hit, is answered at once. */
    const run = (input: object, exchange: Exchange, caller: Caller | null): object | Promise<object> => {
      const call = new ExchangeContext(exchange, endpoint.ownWorkMs ?? 0)
      try {
        const answer = handle(input, caller, call)
        if (answer instanceof Promise) return settle(answer, exchange, call)
        call.end()
        return answer
      } catch (error) {
        call.end()
        throw error
      }
    }

    const runWithBody = async (
      input: object,
      exchange: Exchange,
      caller: Caller | null,
      readBody: BodyReader,
    ): Promise<object> => {
      const { value, ignored, release } = await readBody(exchange.req, {
        ownerId: caller?.account.id ?? '',
        timeoutMs: exchange.bodyTimeoutMs,
        idleTimeoutMs: exchange.bodyIdleTimeoutMs,
        sendContinue: () => {
          if (exchange.expectsContinue) exchange.res.writeContinue()
        },
      })
      try {
        tellIgnored(exchange, ignored)
        return await run({ ...input, body: value }, exchange, caller)
      } finally {
        release()
      }
    }

    const work = (exchange: Exchange, caller: Caller | null): object | Promise<object> => {
      const input = {
        params: readParams ? readParams(exchange.params) : {},
        query: readQueryOf(exchange),
        body: {},
      }
      throwIfRefused(exchange)
      return readBody ? runWithBody(input, exchange, caller, readBody) : run(input, exchange, caller)
    }

    const charged = (exchange: Exchange): Promise<object> => {
      const { req, turn } = exchange
      return chargeCall(accounts, tokenOf(req), {
        onAdmitted: (caller) => {
          exchange.caller = caller
        },
        onSettled: (caller) => {
          exchange.headers += allowanceLines(caller)
        },
        isRefunded: () => turn.refusal !== null || (req.destroyed && !req.complete),
        work: (caller) => work(exchange, caller),
      })
    }

    return {
      operation,
      method,
      path,
      serve: async (exchange) => {
        const answer = access === 'key' ? await charged(exchange) : await work(exchange, null)
        const isFinal = 'finalAnswer' in answer
        exchange.headers += isFinal ? finalCacheLine : cacheLine
        // There is no key in it, so pages of any host may read it; an origin that may call every route stands there already.
        if (access === 'public' && !hasHeader(exchange.headers, 'access-control-allow-origin'))
          exchange.headers += headerLine('access-control-allow-origin', '*')
        const responding = respond(exchange.turn, {
          status: 200,
          headers: exchange.headers,
          rendered: renderOnce(isFinal ? (answer.finalAnswer as object) : answer),
          tagged,
        })
        if (responding) await responding
      },
    }
  })
