import { readConfig } from '../app/configuration/config.ts'
import { type Command, optional } from './command.ts'
import { program } from './program.ts'

/** Commands of the service itself. They load what they need when they run, so that the other commands start fast. */
export const serviceCommands: readonly Command[] = [
  {
    name: 'serve',
    usage: '[--host HOST] [--port PORT]',
    summary: 'serve until SIGTERM or SIGINT; with --json its greeting and its log are JSON on a terminal too',
    options: {
      host: { type: 'string', value: 'HOST', help: 'address to listen on (default: HOST, or 127.0.0.1)' },
      port: { type: 'string', value: 'PORT', help: 'port to listen on, 0 for a free one (default: PORT, or 8787)' },
    },
    examples: ['serve', 'serve --port 8080'],
    run: async (context) => {
      const { startService } = await import('../app/start.ts')
      const [host, port] = [optional(context, 'host'), optional(context, 'port')]
      const env = {
        ...context.env,
        ...(host === null ? {} : { HOST: host }),
        ...(port === null ? {} : { PORT: port }),
        ...(context.options.json ? { LOG_FORMAT: 'json' } : {}),
      }
      const isTerminal = context.output.isTerminal && !context.options.json
      await startService(await readConfig(env), { out: context.output.out, isTerminal, program })
      return null
    },
  },
  {
    name: 'openapi',
    summary: 'print the OpenAPI 3.1 document of the API',
    examples: ['openapi', 'openapi --json > openapi.json'],
    run: async () => {
      const { openApiDocument } = await import('../openapi/openapi-document.ts')
      const document = openApiDocument()
      return { json: document, lines: JSON.stringify(document, null, 2).split('\n') }
    },
  },
]
