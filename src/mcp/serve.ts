import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createClient } from '../../packages/client/src/client.ts'
import { createMcpServer } from './server.ts'

/** Serves one agent on stdin and stdout until it closes them. */
export const serveMcp = async ({ url, key, version }: { url: string; key: string; version: string }): Promise<void> => {
  // An agent is better off with the error than with a long silence.
  const client = createClient({ baseUrl: url, key, maxRetryAfterMs: 5_000 })
  const server = createMcpServer({ client, version })
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
    process.stdin.once('end', resolve)
  })
  await server.connect(new StdioServerTransport())
  await closed
  await server.close()
}
