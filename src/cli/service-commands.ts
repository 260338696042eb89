import { readConfig } from '../app/config.ts'
import type { Command } from './command.ts'

/** Commands of the service itself. They load what they need when they run, so that the other commands start fast. */
export const serviceCommands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'serve until SIGTERM or SIGINT',
    run: async ({ env, output }) => {
      const { startService } = await import('../app/start.ts')
      await startService(await readConfig(env), output)
      return null
    },
  },
  {
    name: 'openapi',
    summary: 'print the OpenAPI 3.1 document',
    run: async () => {
      const { openApiDocument } = await import('../openapi/openapi-document.ts')
      const document = openApiDocument()
      return { json: document, lines: JSON.stringify(document, null, 2).split('\n') }
    },
  },
]
