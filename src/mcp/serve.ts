import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createClient } from '../../packages/client/src/client.ts'
import { createMcpServer } from './server.ts'

/** Serves one agent on stdin and stdout until it closes them. */
export const serveMcp = async ({ url, key, version }: { url: string; key: string; version: string }): Promise<void> => {
  // An agent waits badly: what asks for more than a few seconds is told to it instead.
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
