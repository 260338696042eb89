import { readClientConfig } from '../app/configuration/config.ts'
import { type Command, UsageError } from './command.ts'
import { priceCommand } from './price-command.ts'

export const clientCommands: readonly Command[] = [
  priceCommand,
  {
    name: 'mcp',
    summary: 'serve agents the API as tools, over stdio; CARD_MARKET_URL and CARD_MARKET_KEY say which service',
    isWithoutJson: true,
    examples: ['mcp'],
    run: async ({ env, options }) => {
      if (options.json)
        throw new UsageError('mcp speaks to agents on standard output; --json would change nothing there')
      const { url, key } = readClientConfig(env)
      const { serveMcp } = await import('../mcp/serve.ts')
      const { version } = await import('../app/configuration/version.ts')
      await serveMcp({ url, key, version, photos: env.CARD_MARKET_PHOTOS })
      return null
    },
  },
]
