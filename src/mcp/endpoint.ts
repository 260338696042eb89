import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Capabilities } from '../../packages/client/src/client.ts'
import type { AnswerMcp } from '../contract/calls.ts'
import { createInProcessClient } from './in-process-client.ts'
import { keepAnswers } from './kept-answers.ts'
import { createMcpServer } from './server.ts'
import type { ToolClient } from './tool-client.ts'
import { createTools } from './tools.ts'

export interface McpEndpointOptions {
  readonly version: string
  readonly capabilities: () => Promise<Capabilities>
}

/** Answers messages over HTTP, each by a server of its own: nothing is kept between two of them. */
export const createMcpEndpoint = ({ version, capabilities }: McpEndpointOptions): AnswerMcp => {
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
  return keepAnswers((request, exchange) => {
    clients.set(request, createInProcessClient(exchange, capabilities))
    return handler.fetch(request, { parsedBody: exchange.message })
  })
}
