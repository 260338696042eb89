import { Server } from '@modelcontextprotocol/server'
import { CardMarketError, type Client, errorAdvice } from '../../packages/client/src/client.ts'
import { createOffered, lackOf, lackOfPast } from './offered.ts'
import { PhotoError } from './read-photo.ts'
import { instructions, type Tool, tools } from './tools.ts'
import { unknownArguments } from './unknown-arguments.ts'

const byName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]))

const messageOf = (error: unknown): string => {
  if (error instanceof PhotoError) return error.message
  if (!(error instanceof CardMarketError)) throw error
  const { code, message, requestId, retryAfterSeconds } = error
  const wait = retryAfterSeconds === null ? '' : ` Retry after ${retryAfterSeconds} s.`
  return `${code}: ${message}${wait} ${errorAdvice[code]?.advice ?? ''}${requestId === null ? '' : ` (request ${requestId})`}`
}

const refusal = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] })

export const createMcpServer = ({ client, version }: { client: Client; version: string }): Server => {
  const offered = createOffered(client)
  const server = new Server({ name: 'card-market-data', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler('tools/list', async () => {
    const capabilities = await offered()
    return {
      tools: tools.map(({ name, title, description, inputSchema, kind }) => ({
        name,
        title,
        description: [lackOf(capabilities, kind), description].filter((part) => part !== null).join(' '),
        inputSchema,
        annotations: { title, readOnlyHint: true, idempotentHint: true, openWorldHint: true },
      })),
    }
  })
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
    const tool = byName.get(params.name)
    if (!tool) return refusal(`There is no tool ${params.name}.`)
    const input = params.arguments ?? {}
    const unknown = unknownArguments(tool.inputSchema, input)
    if (unknown.length > 0) return refusal(`${tool.name} takes no ${unknown.slice(0, 5).join(', ')}. Nothing was spent.`)
    const capabilities = await offered()
    const lack = lackOf(capabilities, tool.kind) ?? lackOfPast(capabilities, input)
    if (lack !== null) return refusal(`not_offered_by_source: ${lack} Nothing was spent.`)
    try {
      const { data, remaining } = await tool.run(client, input, signal)
      return { content: [{ type: 'text', text: JSON.stringify({ ...data, requestsLeft: remaining }) }] }
    } catch (error) {
      return refusal(messageOf(error))
    }
  })
  return server
}
