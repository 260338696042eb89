import type { Capabilities } from '../contract/capabilities.ts'
import type { AnswerMcp } from '../http/mcp-route.ts'
import { version } from './version.ts'

/** Answers messages of the Model Context Protocol; what that takes is loaded with the first one, since a service without agents has no use for it. */
export const openMcpEndpoint = (capabilities: () => Promise<Capabilities>): AnswerMcp => {
  const load = async () => (await import('../mcp/endpoint.ts')).createMcpEndpoint({ version, capabilities })
  let endpoint: ReturnType<typeof load> | null = null
  return async (request, exchange) => {
    endpoint ??= load()
    return (await endpoint)(request, exchange)
  }
}
