import { createTimedMemo } from '../concurrency/timed-memo.ts'
import type { AnswerMcp, McpExchange } from '../contract/calls.ts'

/** Methods whose answer follows from the message, its headers and what the service offers. */
const keptMethods: ReadonlySet<string> = new Set(['initialize', 'ping', 'server/discover', 'tools/list'])

/** As long as the capabilities are kept that descriptions of tools follow from. */
const keptMs = 1_000
const maxEntries = 64
/** Of a message with its headers. Agents send some hundred characters. */
const maxKeyLength = 4_096

/** Stands for the id in a kept answer; no text of ours holds it. */
const placeholder = '\u0001id\u0001'

interface Kept {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The text around the id of the message. */
  readonly parts: readonly string[]
}

interface KeptMessage {
  readonly method: string
  readonly id: string | number
}

/** Whether a message is one whose answer is kept. */
const isKept = (message: unknown): message is KeptMessage => {
  const { method, id } = Object(message) as Partial<KeptMessage>
  return typeof method === 'string' && keptMethods.has(method) && ['string', 'number'].includes(typeof id)
}

/**
 * Makes the answers to messages that every agent sends once for all who send them alike, instead of once for each: a
 * list of tools is built, checked and written in a millisecond.
 */
export const keepAnswers = (answer: AnswerMcp): AnswerMcp => {
  const memo = createTimedMemo<Kept>({ freshForMs: () => keptMs, maxEntries })
  const make = async (
    { url, method, headers }: Request,
    exchange: McpExchange,
    message: KeptMessage,
  ): Promise<Kept> => {
    // Without the signal of the one that asked: others wait for the same answer.
    const request = new Request(url, { method, headers })
    const response = await answer(request, { ...exchange, message: { ...message, id: placeholder } })
    const text = await response.text()
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      parts: text.split(JSON.stringify(placeholder)),
    }
  }
  return async (request, exchange) => {
    const { message } = exchange
    if (!isKept(message)) return answer(request, exchange)
    const key = JSON.stringify([[...request.headers], { ...message, id: null }])
    if (key.length > maxKeyLength) return answer(request, exchange)
    const { status, headers, parts } = await memo.recent(key, () => make(request, exchange, message))
    return new Response(parts.join(JSON.stringify(message.id)), { status, headers })
  }
}
