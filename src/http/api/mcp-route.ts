import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Accounts } from '../../accounts/accounts.ts'
import { createYielder } from '../../concurrency/yield-to-event-loop.ts'
import type { AnswerMcp, CallOperation } from '../../contract/calls.ts'
import { ServiceError } from '../../contract/errors.ts'
import { imageBodyLimitBytes } from '../../contract/identification.ts'
import type { Exchange, Route } from '../wire/exchange.ts'
import { type HeaderLines, headerPairs } from '../wire/header-lines.ts'
import { errorBody } from '../wire/reply-error.ts'
import { countHeader } from '../wire/request-head.ts'
import { takeTurn } from '../wire/take-turn.ts'
import { tokenOf } from './access.ts'
import type { BodyBudget } from './body-budget.ts'
import { createBodyCollector } from './collect-body.ts'
import type { DirectTerms } from './direct-calls.ts'
import { isJsonOfOtherCharset, parseMediaType } from './media-type.ts'
import { readMessage } from './read-message.ts'

export interface McpRouteDependencies {
  readonly accounts: Accounts
  readonly budget: BodyBudget
  readonly callsFor: (terms: DirectTerms) => CallOperation
  /** What answers messages; loaded by the first, whose sender is not debited for it. */
  readonly endpoint: () => Promise<AnswerMcp>
  /**
   * Origins whose pages may call, beside our own: the protocol asks that others are refused, since a page can reach
   * what listens on its visitor's machine.
   */
  readonly origins: readonly string[]
  readonly publicUrl: () => string
}

/** Room for a tool call around the largest picture. */
const bodyLimitBytes = imageBodyLimitBytes + 16 * 1024

/** Code of JSON-RPC for errors that a server defines. */
const serverError = -32_000

/** Headers that the protocol's own rules read. The key stays here. */
const protocolHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

const requestOf = (req: IncomingMessage, signal: AbortSignal): Request => {
  const headers = new Headers()
  for (const name of protocolHeaders) {
    const value = req.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Request('http://mcp.invalid/mcp', { method: 'POST', headers, signal })
}

const isAllowed = (origin: string | undefined, { origins, publicUrl }: McpRouteDependencies): boolean =>
  origin === undefined || origins.includes(origin) || origin === new URL(publicUrl()).origin

/** Waits until more of an answer is wanted, or nobody wants it. */
const drained = (res: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      res.off('drain', done)
      res.off('close', done)
      resolve()
    }
    res.once('drain', done)
    res.once('close', done)
  })

/** Writes a response piece by piece, no faster than it is taken. */
const pipeResponse = async (
  res: ServerResponse,
  { status, headers, body }: Response,
  own: HeaderLines,
): Promise<void> => {
  const theirs = [...headers].filter(([name]) => name !== 'cache-control').flat()
  res.writeHead(status, [...headerPairs(own), ...theirs, 'cache-control', 'no-store'])
  if (body !== null) {
    for await (const chunk of body) {
      if (res.destroyed) return
      if (!res.write(chunk)) await drained(res)
    }
  }
  res.end()
}

/** What a message that waited too long for its turn is told, as its protocol tells errors. */
const busyBody = (failure: ServiceError, requestId: string) => {
  const { code, message, retryAfterSeconds } = failure
  const data = { code, requestId, retryAfterSeconds }
  return { jsonrpc: '2.0', id: null, error: { code: serverError, message: `${code}: ${message}`, data } }
}

/**
 * Whether a message is probably one call of a tool that costs a request. One whose start looks otherwise waits, and so
 * does the next of an account whose last was not charged.
 */
const seemsCharged = (bytes: Buffer): boolean => {
  const start = bytes.toString('latin1', 0, 1_024)
  return !start.trimStart().startsWith('[') && start.includes('"tools/call"')
}

/**
 * `POST /mcp`: streamable HTTP of the Model Context Protocol without sessions, so that any process answers any message.
 * The message is free, and each call that it makes is charged.
 */
export const createMcpRoute = (dependencies: McpRouteDependencies): Route => {
  const { accounts, budget, callsFor, endpoint } = dependencies
  const yieldToEventLoop = createYielder()
  const tooLarge = () => new ServiceError('invalid_body', `The request body exceeds ${bodyLimitBytes} bytes.`)
  const collect = createBodyCollector(bodyLimitBytes, tooLarge, budget)

  const collectOf = (exchange: Exchange, ownerId: string) => {
    const { req, res, expectsContinue, bodyTimeoutMs: timeoutMs, bodyIdleTimeoutMs: idleTimeoutMs } = exchange
    const type = countHeader(req, 'content-type') === 1 ? parseMediaType(req.headers['content-type'] ?? '') : null
    if (type?.type !== 'application/json' || isJsonOfOtherCharset(type))
      throw new ServiceError('invalid_body', 'Send the body as Content-Type: application/json.')
    if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new ServiceError('invalid_body', 'Send the body without Content-Encoding.')
    const sendContinue = () => {
      if (expectsContinue) res.writeContinue()
    }
    return collect(req, { ownerId, timeoutMs, idleTimeoutMs, sendContinue })
  }

  return {
    operation: 'mcp',
    method: 'POST',
    path: '/mcp',
    serve: async (exchange) => {
      const { req, res, requestId, headers } = exchange
      if (!isAllowed(req.headers.origin, dependencies))
        throw new ServiceError(
          'origin_not_allowed',
          'Pages of this origin may not call; the operator names those that may in CORS_ORIGINS.',
        )
      const token = tokenOf(req)
      const { account } = await accounts.authenticate(token)
      const { bytes, release } = await collectOf(exchange, account.id)
      const gone = new AbortController()
      const onClose = () => gone.abort()
      res.once('close', onClose)
      try {
        const answer = await endpoint()
        exchange.errorBody = busyBody
        await takeTurn(exchange, account.id, seemsCharged(bytes))
        exchange.errorBody = errorBody
        const { message, large } = await readMessage(bytes, yieldToEventLoop)
        const call = callsFor({ exchange, requestId, token, large })
        await pipeResponse(res, await answer(requestOf(req, gone.signal), { message, call, requestId }), headers)
      } finally {
        res.off('close', onClose)
        release()
      }
    },
  }
}
