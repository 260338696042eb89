import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { CardMarketError, type Client } from '../../packages/client/src/client.ts'
import { PhotoError } from './read-photo.ts'
import { instructions, type Tool, tools } from './tools.ts'

const byName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]))

const adviceBy: Readonly<Record<string, string>> = {
  rate_limited: 'Wait until the minute is over, then go on.',
  quota_exceeded: 'The month is used up: do not try again, tell the person.',
  product_not_found: 'Search or identify to find the right productId.',
  connection_failed: 'Tell the person that the service does not answer; CARD_MARKET_URL says where it is looked for.',
}

const adviceOf = ({ code, status }: CardMarketError): string => {
  if (status === 401) return 'Tell the person to set CARD_MARKET_KEY to a valid key.'
  if (status === 502) return 'The market source is down for now, so prices are unknown: say so, and try again later.'
  return adviceBy[code] ?? ''
}

const told = (error: unknown): string => {
  if (error instanceof PhotoError) return error.message
  if (!(error instanceof CardMarketError)) throw error
  const { code, message, requestId, retryAfterSeconds } = error
  const wait = retryAfterSeconds === null ? '' : ` Retry after ${retryAfterSeconds} s.`
  return `${code}: ${message}${wait} ${adviceOf(error)}${requestId === null ? '' : ` (request ${requestId})`}`
}

/** Creates the MCP server over a client of the service. */
export const createMcpServer = ({ client, version }: { client: Client; version: string }): Server => {
  const server = new Server({ name: 'card-market-data', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, title, description, inputSchema }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations: { title, readOnlyHint: true, idempotentHint: true, openWorldHint: true },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = byName.get(params.name)
    if (!tool) return { isError: true, content: [{ type: 'text', text: `There is no tool ${params.name}.` }] }
    try {
      const { data, remaining } = await tool.run(client, params.arguments ?? {}, signal)
      return { content: [{ type: 'text', text: JSON.stringify({ ...data, requestsLeft: remaining }) }] }
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: told(error) }] }
    }
  })
  return server
}
