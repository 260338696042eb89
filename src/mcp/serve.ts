import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createClient } from '../../packages/client/src/client.ts'
import { openPhotoFolder } from './photo-folder.ts'
import { createMcpServer } from './server.ts'
import { createTools } from './tools.ts'

export interface StdioTerms {
  /** Address of the service, and the key to it. */
  readonly url: string
  readonly key: string
  readonly version: string
  /** Folder whose pictures may be named; the one this process runs in where none is set. */
  readonly photos: string | undefined
}

/** Serves one agent on stdin and stdout until it closes them, in whichever revision of the protocol it begins with. */
export const serveMcp = async ({ url, key, version, photos }: StdioTerms): Promise<void> => {
  // An agent is better off with the error than with a long silence.
  const client = createClient({ baseUrl: url, key, maxRetryAfterMs: 5_000, retryFailures: false })
  const tools = createTools(await openPhotoFolder(photos, process.cwd()))
  const ended = once(process.stdin, 'end')
  const serving = serveStdio(() => createMcpServer({ client, tools, version }))
  await ended
  await serving.close()
}
