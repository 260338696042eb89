import { readConfig } from '../config.ts'
import { openApiDocument } from '../contract/openapi.ts'
import { startService } from '../start.ts'
import type { Command } from './command.ts'

/** Commands of the service itself. */
export const serviceCommands: readonly Command[] = [
  {
    name: 'serve',
    usage: '',
    summary: 'serve until SIGTERM or SIGINT',
    options: {},
    operands: [0, 0],
    run: async ({ env, output }) => {
      await startService(readConfig(env), output)
      return null
    },
  },
  {
    name: 'openapi',
    usage: '',
    summary: 'print the OpenAPI 3.1 document',
    options: {},
    operands: [0, 0],
    run: async () => ({ json: openApiDocument(), lines: JSON.stringify(openApiDocument(), null, 2).split('\n') }),
  },
]
