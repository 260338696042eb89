import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createClient } from '../../packages/client/src/client.ts'
import { createMcpServer } from './server.ts'

/** Serves one agent on stdin and stdout until it closes them, in whichever revision of the protocol it begins with. */
export const serveMcp = async ({ url, key, version }: { url: string; key: string; version: string }): Promise<void> => {
  // An agent is better off with the error than with a long silence.
  const client = createClient({ baseUrl: url, key, maxRetryAfterMs: 5_000 })
  const ended = once(process.stdin, 'end')
  const serving = serveStdio(() => createMcpServer({ client, version }))
  await ended
  await serving.close()
}
