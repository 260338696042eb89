import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { openStore } from '../stores/open-store.ts'
import { type Command, type CommandContext, table } from './command.ts'

/** What was found of one thing. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'wrong'
  readonly found: string
  /** What to do about it, `null` when nothing. */
  readonly todo: string | null
}

const leastFreeBytes = 500 * 1_048_576
const reachMs = 3_000

/** Before this program was written; a clock that shows less was never set. */
const earliestMs = Date.parse('2026-01-01T00:00:00Z')

const ok = (name: string, found: string): Finding => ({ name, state: 'ok', found, todo: null })
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ')

const checkDatabase = async (config: Config): Promise<Finding> => {
  const { database } = config
  if (database.kind === 'sqlite' && !existsSync(database.file))
    return { name: 'database', state: 'warning', found: `none at ${database.file} yet`, todo: 'the first start makes it' }
  try {
    const store = await openStore(config, Date.now)
    try {
      const [first = ''] = await store.check()
      return first === 'ok'
        ? ok('database', `${database.kind}, sound`)
        : { name: 'database', state: 'wrong', found: first, todo: 'restore a backup; docs/operations.md says how' }
    } finally {
      await store.close()
    }
  } catch (error) {
    return { name: 'database', state: 'wrong', found: messageOf(error), todo: 'bring it within reach, or correct DATABASE_URL' }
  }
}

const checkCatalog = async ({ catalogSource, catalogFile }: Config): Promise<Finding> => {
  if (catalogSource !== 'local') return ok('catalogue', `${catalogSource}; no index needed`)
  const { catalogStatus } = await import('../catalog/index/status.ts')
  const status = await catalogStatus(catalogFile)
  if (status.state === 'missing')
    return { name: 'catalogue', state: 'wrong', found: `no index at ${catalogFile}`, todo: 'run catalog sync or catalog import' }
  if (status.state === 'damaged')
    return { name: 'catalogue', state: 'wrong', found: status.reason, todo: 'import it anew; the old index is replaced whole' }
  return ok('catalogue', `${status.products} products as of ${status.fetchedAt}`)
}

const checkClock = (nowMs: number): Finding =>
  nowMs > earliestMs
    ? ok('clock', `${new Date(nowMs).toISOString()}; allowances end on its UTC minutes and months`)
    : { name: 'clock', state: 'wrong', found: new Date(nowMs).toISOString(), todo: 'set the clock, best by NTP' }

const checkDisk = async ({ dataDir }: Config): Promise<Finding> => {
  let folder = dataDir
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const found = `${(free / 1_048_576).toFixed(0)} MB free for ${dataDir}`
  return free >= leastFreeBytes
    ? ok('disk', found)
    : { name: 'disk', state: 'warning', found, todo: 'make room; a full disk stops metering, and with it the service' }
}

const reaches = async (url: string): Promise<string | null> => {
  try {
    await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(reachMs) })
    return null
  } catch (error) {
    return messageOf(error instanceof Error && error.cause ? error.cause : error)
  }
}

const checkSource = async ({ marketSource, upstream }: Config): Promise<Finding> => {
  if (marketSource === 'sandbox') return ok('source', 'sandbox; nothing outside is asked')
  const failures = await Promise.all(
    [upstream.searchUrl, upstream.apiUrl].map(async (url) => ({ url, reason: await reaches(url) })),
  )
  const failed = failures.find(({ reason }) => reason !== null)
  return failed
    ? {
        name: 'source',
        state: 'wrong',
        found: `${new URL(failed.url).host}: ${failed.reason}`,
        todo: 'check the network, a proxy and the TCGPLAYER_… addresses',
      }
    : ok('source', `${marketSource} answers`)
}

const checkModels = ({ ocrWorkers }: Config): Finding =>
  ocrWorkers === 0
    ? { name: 'photos', state: 'warning', found: 'turned off', todo: 'OCR_WORKERS above 0 turns photo reading on' }
    : ok('photos', `${ocrWorkers} workers`)

const inspect = async ({ env }: CommandContext): Promise<readonly Finding[]> => {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((found) => ({ name: 'configuration', state: 'wrong', found, todo: 'correct this setting' }))
  }
  const others = await Promise.all([checkDatabase(config), checkCatalog(config), checkDisk(config), checkSource(config)])
  return [ok('configuration', 'can be read'), ...others, checkModels(config), checkClock(Date.now())]
}

/** Something that the service needs is wrong; the lines before say what and what to do. */
export class UnhealthyError extends Error {
  override readonly name = 'UnhealthyError'
}

/** The command that says what keeps a service from running well, and what to do. */
export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary: 'check configuration, database, catalogue, disk, source, photos and clock, and say what to do',
  options: {},
  operands: [0, 0],
  run: async (context) => {
    const findings = await inspect(context)
    const lines = table([
      ['check', 'state', 'found', 'what to do'],
      ...findings.map(({ name, state, found, todo }) => [name, state, found, todo]),
    ])
    const wrong = findings.filter(({ state }) => state === 'wrong')
    if (wrong.length === 0) return { json: { healthy: true, findings }, lines }
    if (context.options.json) context.output.out(JSON.stringify({ healthy: false, findings }))
    else for (const line of lines) context.output.out(line)
    throw new UnhealthyError(`${wrong.map(({ name }) => name).join(', ')}: see what to do above.`)
  },
}
