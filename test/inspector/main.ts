/**
 * `npm run test:inspector`: the official inspector lists the tools and calls each, over stdio and over HTTP, and finds
 * no fault with their schemas. It is large, so it is installed into a temporary folder; without the registry this is
 * skipped, and with `CI=true` it fails.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dataUrlOf, pngOfBytes } from '../support/pictures.ts'
import { startService } from '../support/service.ts'

const run = promisify(execFile)
const inspector = '@modelcontextprotocol/inspector@2.12.0'
const root = fileURLToPath(new URL('../..', import.meta.url))
const cli = join(root, 'src/cli/main.ts')
/** As many as run without waiting for each other. */
const atOnce = 2

/** Arguments of a call of each tool; the photo's differ by transport. */
const calls: Readonly<Record<string, readonly string[]>> = {
  card_capabilities: [],
  card_product_lines: [],
  card_sets: ['category=pokemon', 'name=base'],
  card_search: ['q=pikachu', 'limit=3'],
  card_identify: ['q=Charizard 4/102', 'set=base-set'],
  card_identify_photo: [],
  card_prices: ['productId=300004'],
  card_price_list: ['cards=[{"q":"Charizard 4/102 Base Set"},{"q":"Charizard"}]', 'productIds=[300004]'],
  card_history: ['productId=300004', 'range=month'],
  card_listings: ['productId=300004', 'condition=Near Mint'],
  card_snapshot: ['productId=300004'],
  card_usage: [],
}

/** A machine that does much else reads no photo in time; the call says so and is refunded. */
const attempts = 5

const whileBusy = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      const { stdout = '' } = error as { stdout?: string }
      if (count === attempts || !stdout.includes('service_busy')) throw error
    }
  }
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const install = async (folder: string): Promise<string | null> => {
  const args = [
    'install',
    '--silent',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefix',
    folder,
    inspector,
  ]
  try {
    await run('npm', args, { cwd: folder })
  } catch (error) {
    if (process.env.CI === 'true') throw error
    return null
  }
  return join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js')
}

const inspectAll = async (program: string, t: Parameters<typeof startService>[0]) => {
  const service = await startService(t, { env: { OCR_WORKERS: '1' } })
  const { address, key } = service
  const card = join(root, 'examples/card.png')
  const transports = {
    stdio: {
      target: [process.execPath, cli, 'mcp'],
      options: ['-e', `CARD_MARKET_URL=${address}`, '-e', `CARD_MARKET_KEY=${key}`, '-e', `CARD_MARKET_PHOTOS=${root}`],
      photo: `path=${card}`,
    },
    http: {
      target: [`${address}/mcp`],
      options: ['--transport', 'http', '--header', `Authorization: Bearer ${key}`],
      // Without text, and about as large as a command line takes.
      photo: `imageDataUrl=${dataUrlOf(pngOfBytes(80_000))}`,
    },
  }
  for (const [name, { target, options, photo }] of Object.entries(transports)) {
    const inspect = async (...method: string[]) => {
      const { stdout } = await run(process.execPath, [program, ...target, ...options, '--method', ...method], {
        maxBuffer: 2 ** 24,
      })
      return JSON.parse(stdout) as Record<string, unknown>
    }
    const { tools } = (await inspect('tools/list', '--strict')) as { tools: { name: string }[] }
    assert.deepEqual(
      tools.map((tool) => tool.name),
      Object.keys(calls),
    )
    say(`${name}: ${tools.length} tools, no fault with their schemas`)
    const waiting = Object.entries(calls)
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [tool, given] = next
        const pairs = (tool === 'card_identify_photo' ? [photo] : given).flatMap((pair) => ['--tool-arg', pair])
        const { isError, structuredContent } = await whileBusy(() =>
          inspect('tools/call', '--tool-name', tool, ...pairs),
        )
        assert.notEqual(isError, true, `${tool} over ${name}`)
        assert.equal(typeof structuredContent, 'object', `${tool} over ${name}`)
        say(`${name}: ${tool}`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
  const { month } = await service.service.accounts.usageOf(service.accountId)
  assert.equal(month.used, 2 * (Object.keys(calls).length - 1), 'one request a call, none for what is free')
}

const folder = mkdtempSync(join(tmpdir(), 'card-market-inspector-'))
const endings: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
try {
  const program = await install(folder)
  if (program === null) say('Skipped: the inspector cannot be installed here.')
  else await inspectAll(program, { after: (done) => void endings.push(done) })
} finally {
  for (const end of endings.reverse()) await end()
}
