import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { type Capabilities, CardMarketError, errorAdvice } from '../../packages/client/src/client.ts'
import type { CallArguments } from '../contract/calls.ts'
import type { CallStep } from '../contract/endpoint.ts'
import { createOffered, lackOf, lackOfPast, lackOfPastIn } from './offered.ts'
import { PhotoError } from './photo-folder.ts'
import { startProgress } from './progress.ts'
import { inToolWords } from './shown-schema.ts'
import type { Tool } from './tool.ts'
import type { ToolClient } from './tool-client.ts'
import { instructions } from './tools.ts'

/** Key of what programs read of a failed call, beside the text for the model. */
const errorKey = 'card-market/error'

const sentence = (parts: readonly (string | null | undefined)[]) => parts.filter((part) => part).join(' ')

const refusal = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })

const unspent = (code: string, text: string): CallToolResult => ({
  ...refusal(`${code}: ${text} Nothing was spent.`),
  _meta: { [errorKey]: { code, requestId: null, retryAfterSeconds: null } },
})

const failureOf = (error: unknown): CallToolResult => {
  if (error instanceof PhotoError) return unspent('unusable_photo', error.message)
  if (!(error instanceof CardMarketError)) throw error
  const { code, message, requestId, retryAfterSeconds } = error
  const text = sentence([
    `${code}: ${message}`,
    retryAfterSeconds === null ? null : `Retry after ${retryAfterSeconds} s.`,
    errorAdvice[code]?.advice,
    requestId === null ? null : `(request ${requestId})`,
  ])
  return { ...refusal(inToolWords(text)), _meta: { [errorKey]: { code, requestId, retryAfterSeconds } } }
}

/** Slugs that the arguments name, each with its place. */
const slugsIn = ({ category, cards }: CallArguments): readonly (readonly [place: string, slug: unknown])[] => [
  ['category', category],
  ...(Array.isArray(cards)
    ? cards.map((card: CallArguments, at) => [`cards.${at}.category`, card.category] as const)
    : []),
]

/** A slug that is certainly none, with those that there are. */
const unknownLine = (capabilities: Capabilities | null, input: CallArguments): string | null => {
  const lines = capabilities?.productLines
  if (!lines) return null
  const isUnknown = (slug: unknown) => typeof slug === 'string' && slug.trim() !== '' && !lines.includes(slug.trim())
  const unknown = slugsIn(input).find(([, slug]) => isUnknown(slug))
  if (unknown === undefined) return null
  const [place, slug] = unknown
  return (
    `${place}: no product line has the slug ${JSON.stringify(slug)}. There are: ${lines.join(', ')}; ` +
    `card_product_lines has their names.`
  )
}

/** What speaks against asking the service, with its code; `null` when nothing does. */
const objectionTo = (
  tool: Tool,
  input: CallArguments,
  capabilities: Capabilities | null,
): readonly [code: string, text: string] | null => {
  const lack = lackOf(capabilities, tool.kind) ?? lackOfPast(capabilities, input)
  if (lack !== null) return ['not_offered_by_source', lack]
  const line = unknownLine(capabilities, input)
  return line === null ? null : ['unknown_category', line]
}

export interface McpServerOptions {
  readonly client: ToolClient
  readonly tools: readonly Tool[]
  readonly version: string
}

/** Creates the server of one agent, or of one of its requests. */
export const createMcpServer = ({ client, tools, version }: McpServerOptions): Server => {
  const offered = createOffered(client)
  const server = new Server({ name: 'card-market-data', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler('tools/list', async () => {
    const capabilities = await offered()
    return {
      tools: tools.map(({ name, title, description, inputSchema, outputSchema, kind }) => ({
        name,
        title,
        description: sentence([
          lackOf(capabilities, kind),
          description,
          lackOfPastIn(capabilities, inputSchema.properties),
        ]),
        inputSchema,
        outputSchema,
        annotations: { title, readOnlyHint: true, idempotentHint: true, openWorldHint: true },
      })),
    }
  })
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) {
      const names = tools.map(({ name }) => name).join(', ')
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}; there are ${names}.`)
    }
    const input = params.arguments ?? {}
    const problem = tool.check(input)
    if (problem !== null) return unspent('invalid_arguments', `${problem}.`)
    const objection = objectionTo(tool, input, await offered())
    if (objection !== null) return unspent(...objection)
    const progress = tool.kind === 'photos' ? startProgress(mcpReq) : null
    const onStep = (step: CallStep) => progress?.step(step)
    try {
      const { data, remaining } = await tool.run({ client, signal: mcpReq.signal, onStep }, input)
      const structuredContent = { ...data, ...(remaining.month === null ? {} : { requestsLeft: remaining }) }
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
    } catch (error) {
      return failureOf(error)
    } finally {
      progress?.end()
    }
  })
  return server
}
