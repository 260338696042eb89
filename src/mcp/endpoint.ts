import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Capabilities } from '../../packages/client/src/client.ts'
import { type CallOperation, createInProcessClient } from './in-process-client.ts'
import { createMcpServer } from './server.ts'
import type { ToolClient } from './tool-client.ts'
import { createTools } from './tools.ts'

export interface McpEndpointOptions {
  readonly version: string
  readonly capabilities: () => Promise<Capabilities>
}

/** One message that came over HTTP, and what it may call. */
export interface McpExchange {
  readonly message: unknown
  readonly call: CallOperation
  readonly requestId: string
}

/** Answers messages over HTTP, each by a server of its own: nothing is kept between two of them. */
export const createMcpEndpoint = ({ version, capabilities }: McpEndpointOptions) => {
  const tools = createTools(null)
  const clients = new WeakMap<Request, ToolClient>()
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const client = requestInfo && clients.get(requestInfo)
      if (!client) throw new Error('A message without a client.')
      return createMcpServer({ client, tools, version })
    },
    // Nothing ever changes here that an agent could wait for.
    { maxSubscriptions: 0 },
  )
  return (request: Request, { message, call, requestId }: McpExchange): Promise<Response> => {
    clients.set(request, createInProcessClient(call, capabilities, requestId))
    return handler.fetch(request, { parsedBody: message })
  }
}
