import { readConfig } from '../app/config.ts'
import type { Command } from './command.ts'

/** Commands of the service itself. They load what they need when they run, so that the other commands start fast. */
export const serviceCommands: readonly Command[] = [
  {
    name: 'serve',
    usage: '',
    summary: 'serve until SIGTERM or SIGINT',
    options: {},
    operands: [0, 0],
    run: async ({ env, output }) => {
      const { startService } = await import('../app/start.ts')
      const config = await readConfig(env)
      await startService(config, output, config.isRunByNpm)
      return null
    },
  },
  {
    name: 'openapi',
    usage: '',
    summary: 'print the OpenAPI 3.1 document',
    options: {},
    operands: [0, 0],
    run: async () => {
      const { openApiDocument } = await import('../openapi/openapi-document.ts')
      const document = openApiDocument()
      return { json: document, lines: JSON.stringify(document, null, 2).split('\n') }
    },
  },
]
