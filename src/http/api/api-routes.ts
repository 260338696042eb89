import type { Accounts, Caller } from '../../accounts/accounts.ts'
import type { CallContext, Endpoint, Endpoints, Handlers } from '../../contract/endpoint.ts'
import type { Exchange, RawValues, Route } from '../wire/exchange.ts'
import { hasHeader, headerLine } from '../wire/header-lines.ts'
import { renderOnce } from '../wire/render.ts'
import { respond } from '../wire/respond.ts'
import { allowanceLines, tokenOf } from './access.ts'
import { createBodyBudget } from './body-budget.ts'
import { ExchangeContext } from './call-context.ts'
import { chargeCall } from './charged-call.ts'
import { ignoredNames } from './ignored-names.ts'
import { type BodyReader, createBodyReader } from './read-body.ts'
import { createStringsReader, parseQuery } from './read-strings.ts'

/** A handler of any operation; the table holds its input and answer. */
export type AnyHandler = (input: unknown, caller: Caller | null, call: CallContext) => object | Promise<object>

/** What the answering of one endpoint's calls needs, prepared once. */
interface ApiRoute {
  readonly endpoint: Endpoint
  readonly accounts: Accounts
  readonly handle: AnyHandler
  readonly readParams: ReturnType<typeof createStringsReader> | undefined
  readonly readQuery: ReturnType<typeof createStringsReader> | undefined
  readonly readBody: BodyReader | undefined
  /** Whether an answer has a tag by which it can be asked for again. */
  readonly tagged: boolean
  readonly cacheLine: string
  readonly finalCacheLine: string
}

/** @throws ServiceError when the request was refused while it was at work */
export const throwIfRefused = ({ pending }: Exchange) => {
  if (pending.refusal) throw pending.refusal
}

/** The query of an endpoint that takes none, which no mistake in it can break. */
const readableQuery = (text: string): RawValues => {
  try {
    return parseQuery(text)
  } catch {
    return {}
  }
}

const noteIgnored = (exchange: Exchange, names: string) => {
  if (names !== '') exchange.headers += headerLine('x-ignored-parameters', names)
}

const queryOf = ({ readQuery, endpoint }: ApiRoute, exchange: Exchange): unknown => {
  const { query: text } = exchange
  if (text === '') return readQuery ? readQuery({}) : {}
  const raw = readQuery ? parseQuery(text) : readableQuery(text)
  noteIgnored(exchange, ignoredNames(raw, endpoint.query))
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

/** Calls the handler. What it has at once, as of a cache hit, is answered at once. */
const callHandler = (
  { handle, endpoint }: ApiRoute,
  input: object,
  exchange: Exchange,
  caller: Caller | null,
): object | Promise<object> => {
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

const callWithBody = async (
  route: ApiRoute,
  readBody: BodyReader,
  input: object,
  exchange: Exchange,
  caller: Caller | null,
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
    noteIgnored(exchange, ignored)
    return await callHandler(route, { ...input, body: value }, exchange, caller)
  } finally {
    release()
  }
}

/** Reads the input and calls the handler with it. */
const readAndCall = (route: ApiRoute, exchange: Exchange, caller: Caller | null): object | Promise<object> => {
  const { readParams, readBody } = route
  const input = {
    params: readParams ? readParams(exchange.params) : {},
    query: queryOf(route, exchange),
    body: {},
  }
  throwIfRefused(exchange)
  return readBody ? callWithBody(route, readBody, input, exchange, caller) : callHandler(route, input, exchange, caller)
}

const chargeAndCall = (route: ApiRoute, exchange: Exchange): Promise<object> => {
  const { req, pending } = exchange
  return chargeCall(route.accounts, tokenOf(req), {
    onAdmitted: (caller) => {
      exchange.caller = caller
    },
    onSettled: (caller, isCharged) => {
      exchange.isCharged = isCharged
      exchange.headers += allowanceLines(caller)
    },
    isRefunded: () => pending.refusal !== null || (req.destroyed && !req.complete),
    work: (caller) => readAndCall(route, exchange, caller),
  })
}

/**
 * Serves a call of an endpoint. The steps, in their order:
 * 1. authenticate: the bearer token's account, by `accounts.admit` in `charged-call.ts`;
 * 2. charge: one unit of its minute and month, in the same step; where none is left, 429;
 * 3. read: path and query, then the body, each checked against the table (`read-strings.ts`, `read-body.ts`);
 * 4. call: the handler of the operation (`handlers.ts`), and through it the feature;
 * 5. refund, where the call was turned away before any work; only then the headers say what remains;
 * 6. render: the answer as JSON, tagged, compressed and written (`wire/respond.ts`).
 * Steps 1, 2 and 5 are left out where access is public. An error of any step is answered by `wire/answer-request.ts`.
 */
const serve = async (route: ApiRoute, exchange: Exchange): Promise<void> => {
  const { access } = route.endpoint
  const answer = access === 'key' ? await chargeAndCall(route, exchange) : await readAndCall(route, exchange, null)
  const isFinal = 'finalAnswer' in answer
  exchange.headers += isFinal ? route.finalCacheLine : route.cacheLine
  // Without a key in it, pages of any host may read it; an origin that may call every route stands there already.
  if (access === 'public' && !hasHeader(exchange.headers, 'access-control-allow-origin'))
    exchange.headers += headerLine('access-control-allow-origin', '*')
  const responding = respond(exchange.pending, {
    status: 200,
    headers: exchange.headers,
    rendered: renderOnce(isFinal ? (answer.finalAnswer as object) : answer),
    tagged: route.tagged,
  })
  if (responding) await responding
}

/** A browser's own cache must not give what one key was answered to another key. */
const cacheLines = (cacheControl: string) =>
  headerLine('cache-control', cacheControl) +
  (cacheControl.startsWith('private') ? headerLine('vary', 'authorization') : '')

export const createApiRoutes = <T extends Endpoints>(
  endpoints: T,
  handlers: Handlers<T, Caller>,
  accounts: Accounts,
  budget = createBodyBudget(),
): readonly Route[] =>
  Object.entries<Endpoint>(endpoints).map(([operation, endpoint]) => {
    const { method, path, access, cacheControl, params, query, body, bodyLimitBytes = 0 } = endpoint
    const tooLargeCode = endpoint.errors.includes('image_too_large') ? 'image_too_large' : 'invalid_body'
    const route: ApiRoute = {
      endpoint,
      accounts,
      handle: handlers[operation as keyof T] as unknown as AnyHandler,
      readParams: params && createStringsReader(params, endpoint.paramsError),
      readQuery: query && createStringsReader(query),
      readBody: body && createBodyReader(body, bodyLimitBytes, tooLargeCode, budget, endpoint.file),
      tagged: method === 'GET' && cacheControl !== 'no-store',
      cacheLine: cacheLines(cacheControl),
      finalCacheLine: cacheLines(endpoint.finalCacheControl ?? cacheControl),
    }
    return { operation, method, path, isPage: access === 'public', serve: (exchange) => serve(route, exchange) }
  })
