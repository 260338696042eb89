import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { hasControls } from '../../cards/control-characters.ts'
import type { DataKind, FreshForMs } from '../../market/observe.ts'
import type { ConfiguredSource, SettingsReader } from '../../sources/source-module.ts'
import type { DatabaseAddress } from '../../stores/open-store.ts'
import type { Durability } from '../../stores/sqlite-database.ts'
import { readCorsOrigins } from './cors-origins.ts'
import { dataFolderOf } from './data-folder.ts'
import { type MarketSourceName, marketSources } from './market-sources.ts'
import { readPictureHosts } from './picture-hosts.ts'

/** Everything that the operator decides. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Address under which clients reach the service; `null` when it follows from host and port. */
  readonly publicUrl: string | null
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null
  readonly metricsHost: string
  /** 0 turns the metrics listener off. */
  readonly metricsPort: number
  /** Processes behind the one port. */
  readonly workers: number
  readonly dataDir: string
  readonly database: DatabaseAddress
  readonly durability: Durability
  readonly redisUrl: string | null
  readonly marketSource: MarketSourceName
  /** `local` for the imported index, else the name of the market source. */
  readonly catalogSource: string
  /** The name that answers of the catalogue carry. */
  readonly catalogName: string
  readonly source: ConfiguredSource
  readonly catalogFile: string
  readonly tcgcsvUrl: string
  /** The host that pictures of the catalogue are fetched from. */
  readonly pictureUrl: string
  /** Hosts whose pictures browsers may show in the console. */
  readonly consolePictureHosts: readonly string[]
  /** Origins whose pages may call routes that take a key. */
  readonly corsOrigins: readonly string[]
  /** Product lines that the daily files are kept of: slugs or ids as digits; `null` is all. */
  readonly tcgcsvCategories: readonly string[] | null
  /** Whether `serve` fetches the daily files by itself. */
  readonly marketSync: boolean
  /** Whether every observed price of the market source is kept. */
  readonly priceArchive: boolean
  /** What the operator says about passing data on. */
  readonly dataRightsNote: string | null
  /** How any host of any source is called. */
  readonly upstream: {
    readonly timeoutMs: number
    readonly concurrency: number
    /** Calls started a second per host in the long run; 0 is no pace. */
    readonly perSecond: number
    readonly userAgent: string
  }
  /** 0 turns photo identification off. */
  readonly ocrWorkers: number
  /** When the photo readers load their models: with the service, or with the first photo. */
  readonly ocrStart: 'boot' | 'lazy'
  readonly cacheMaxBytes: number
  readonly freshForMs: FreshForMs
  readonly shutdownGraceMs: number
  readonly logLevel: string
  /** `auto` is text on a terminal and JSON elsewhere. */
  readonly logFormat: 'auto' | 'text' | 'json'
  /** Whether a terminal may be shown colors. */
  readonly hasColors: boolean
  /** Who changes accounts and keys by command line, for the audit trail; `null` is the machine's user. */
  readonly auditActor: string | null
  readonly isRunByNpm: boolean
  /** What a process that the service has started for itself is to do; `null` in one that an operator has started. */
  readonly role: WorkerRole | null
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Lists every problem of the configuration, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly exitStatus = 2
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Environment name and lifetime in seconds of each kind of data. */
const lifetimes = {
  categories: ['CACHE_TTL_CATEGORIES_SECONDS', 86_400],
  sets: ['CACHE_TTL_SETS_SECONDS', 86_400],
  search: ['CACHE_TTL_SEARCH_SECONDS', 600],
  details: ['CACHE_TTL_DETAILS_SECONDS', 900],
  prices: ['CACHE_TTL_PRICES_SECONDS', 900],
  history: ['CACHE_TTL_HISTORY_SECONDS', 21_600],
  listings: ['CACHE_TTL_LISTINGS_SECONDS', 120],
  image: ['CACHE_TTL_IMAGE_SECONDS', 21_600],
  notFound: ['CACHE_TTL_NOT_FOUND_SECONDS', 300],
} as const satisfies Record<DataKind, readonly [string, number]>

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Reads settings one by one and collects what is wrong with them. */
const createReader = (env: Environment): SettingsReader & { readonly problems: string[] } => {
  const problems: string[] = []
  /** An empty variable counts as not set, as shells and compose files produce them. */
  const text = (name: string): string | null => env[name]?.trim() || null
  const word = <T extends string>(name: string, words: readonly T[], defaultValue: T): T => {
    const value = text(name)
    if (value === null) return defaultValue
    const known = words.find((one) => one === value)
    if (known === undefined) problems.push(`${name} must be one of ${words.join(', ')}; it is "${value}".`)
    return known ?? defaultValue
  }
  const integer = (name: string, defaultValue: number, min: number, max: number): number => {
    const value = text(name)
    if (value === null) return defaultValue
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    problems.push(`${name} must be an integer from ${min} to ${max}; it is "${value}".`)
    return defaultValue
  }
  const address: SettingsReader['address'] = (name, protocols = ['http', 'https']) => {
    const value = text(name)
    if (value === null) return null
    const protocol = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : null
    if (protocol && protocols.includes(protocol)) return value.replace(/(?<!\/)\/+$/, '')
    // The value may hold a password, so it is not repeated.
    problems.push(`${name} must be an address that starts with ${protocols.map((one) => `${one}://`).join(' or ')}.`)
    return null
  }
  return { problems, text, word, integer, address }
}

const databaseOf = (url: string | null, dataDir: string, problems: string[]): DatabaseAddress => {
  const fallback = { kind: 'sqlite', file: join(dataDir, 'accounts.db') } as const
  if (url === null) return fallback
  if (/^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)) return { kind: 'postgres', url }
  const file = /^sqlite:(?:\/\/(?=\/))?(.*)$/.exec(url)?.[1]
  if (file === '') return fallback
  if (file !== undefined && !file.startsWith('//') && !file.startsWith(':'))
    return { kind: 'sqlite', file: resolve(file) }
  problems.push('DATABASE_URL must be sqlite:FILE (a path, absolute or not) or postgres://….')
  return fallback
}

/** More than any machine has cores for; guards against typing errors. */
const maxWorkers = 256

const readWorkers = (value: string | null, problems: string[]): number => {
  if (value === null) return 1
  if (value === 'auto') return availableParallelism()
  const count = /^\d{1,3}$/.test(value) ? Number(value) : 0
  if (count >= 1 && count <= maxWorkers) return count
  problems.push(`WORKERS must be auto or an integer from 1 to ${maxWorkers}; it is "${value}".`)
  return 1
}

/** Set by the parent of a worker, and by nobody else. */
export const roleVariable = 'CARD_MARKET_WORKER'

const workerRoles = ['calls', 'photos'] as const
export type WorkerRole = (typeof workerRoles)[number]

const maxCategories = 200

/** Reads a list of product lines; `null` for all of them. */
const readCategories = (value: string | null, problems: string[]): readonly string[] | null => {
  const words = [
    ...new Set(
      (value ?? 'pokemon')
        .toLowerCase()
        .split(',')
        .map((word) => word.trim()),
    ),
  ].filter(Boolean)
  if (words.length === 1 && words[0] === 'all') return null
  const isList = words.length > 0 && words.length <= maxCategories && !words.includes('all')
  if (isList && words.every((word) => /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u.test(word))) return words
  problems.push(
    'TCGCSV_CATEGORIES must be all, or slugs or ids of product lines with commas between, such as pokemon,62.',
  )
  return ['pokemon']
}

const maxNoteLength = 1_000

const readNote = (name: string, value: string | null, problems: string[]): string | null => {
  if (value === null || value.length <= maxNoteLength) return value
  problems.push(`${name} must have at most ${maxNoteLength} characters.`)
  return null
}

const maxActorLength = 200

const readActor = (name: string, value: string | null, problems: string[]): string | null => {
  if (value === null || (value.length <= maxActorLength && !hasControls(value))) return value
  problems.push(
    `${name} must have at most ${maxActorLength} characters, none of them a control or direction character.`,
  )
  return null
}

const deepFreeze = <T extends object>(value: T): T => {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}

const readTlsFiles = (env: Environment, { text, problems }: ReturnType<typeof createReader>): Config['tls'] => {
  const certFile = text('TLS_CERT_FILE')
  const keyFile = text('TLS_KEY_FILE')
  if ((certFile === null) !== (keyFile === null))
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE go together; only one is set.')
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    problems.push(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 would trust any upstream certificate; unset it (NODE_EXTRA_CA_CERTS adds ' +
        'an authority).',
    )
  }
  return certFile !== null && keyFile !== null ? { certFile, keyFile } : null
}

/**
 * Reads the environment into a configuration that is frozen to its leaves; nothing else reads the environment.
 * @throws ConfigError that lists every problem
 */
export const readConfig = async (env: Environment): Promise<Config> => {
  const reader = createReader(env)
  const { problems, text, word, integer, address } = reader
  const dataDir = dataFolderOf(env)
  const marketSource = word('MARKET_SOURCE', Object.keys(marketSources) as MarketSourceName[], 'sandbox')
  const sourceModule = await marketSources[marketSource]()
  const catalogSource = text('CATALOG_SOURCE') ?? sourceModule.catalogs[0]
  if (!sourceModule.catalogs.includes(catalogSource)) {
    const words = sourceModule.catalogs.join(', ')
    problems.push(
      `CATALOG_SOURCE must be one of ${words} with MARKET_SOURCE=${marketSource}; it is "${catalogSource}".`,
    )
  }
  const archive = sourceModule.priceArchive
  const priceArchive = word('PRICE_ARCHIVE', ['on', 'off'], archive === 'on' ? 'on' : 'off') === 'on'
  if (priceArchive && archive === 'never') {
    problems.push(`PRICE_ARCHIVE must be off with MARKET_SOURCE=${marketSource}, whose prices are invented.`)
  }
  const tls = readTlsFiles(env, reader)
  const lifetime = ([name, seconds]: readonly [string, number]) => integer(name, seconds, 0, 31_536_000) * 1000
  const config: Config = {
    host: text('HOST') ?? '127.0.0.1',
    port: integer('PORT', 8787, 0, 65_535),
    publicUrl: address('PUBLIC_URL'),
    tls,
    metricsHost: text('METRICS_HOST') ?? '127.0.0.1',
    metricsPort: integer('METRICS_PORT', 9464, 0, 65_535),
    workers: readWorkers(text('WORKERS'), problems),
    dataDir,
    database: databaseOf(text('DATABASE_URL'), dataDir, problems),
    durability: word('DATABASE_DURABILITY', ['process', 'power'], 'process'),
    redisUrl: address('REDIS_URL', ['redis', 'rediss']),
    marketSource,
    catalogSource,
    catalogName: sourceModule.buildsCatalog ? marketSource : catalogSource,
    source: sourceModule.configure(reader),
    catalogFile: resolve(text('CATALOG_FILE') ?? join(dataDir, 'catalog.index')),
    tcgcsvUrl: address('TCGCSV_URL') ?? 'https://tcgcsv.com',
    pictureUrl: address('TCGPLAYER_IMAGE_URL') ?? 'https://tcgplayer-cdn.tcgplayer.com',
    consolePictureHosts: readPictureHosts(text('CONSOLE_PICTURE_HOSTS'), problems),
    corsOrigins: readCorsOrigins(text('CORS_ORIGINS'), problems),
    tcgcsvCategories: readCategories(text('TCGCSV_CATEGORIES'), problems),
    marketSync: word('MARKET_SYNC', ['on', 'off'], 'on') === 'on',
    priceArchive,
    dataRightsNote: readNote('DATA_RIGHTS_NOTE', text('DATA_RIGHTS_NOTE'), problems),
    upstream: {
      timeoutMs: integer('UPSTREAM_TIMEOUT_MS', 5_000, 1, 60_000),
      concurrency: integer('UPSTREAM_CONCURRENCY', 8, 1, 1_000),
      perSecond: integer('UPSTREAM_CALLS_PER_SECOND', 20, 0, 10_000),
      userAgent: text('UPSTREAM_USER_AGENT') ?? 'Mozilla/5.0 (compatible; card-market-data/1.0)',
    },
    ocrWorkers: integer('OCR_WORKERS', Math.max(1, availableParallelism() - 1), 0, 64),
    ocrStart: word('OCR_START', ['boot', 'lazy'], 'lazy'),
    cacheMaxBytes: integer('CACHE_MAX_MB', 256, 1, 1_048_576) * 1_048_576,
    freshForMs: Object.fromEntries(
      Object.entries(lifetimes).map(([kind, setting]) => [kind, lifetime(setting)]),
    ) as Record<DataKind, number>,
    shutdownGraceMs: integer('SHUTDOWN_GRACE_MS', 10_000, 0, 600_000),
    logLevel: word('LOG_LEVEL', logLevels, 'info'),
    logFormat: word('LOG_FORMAT', ['auto', 'text', 'json'], 'auto'),
    hasColors: text('NO_COLOR') === null,
    auditActor: readActor('AUDIT_ACTOR', text('AUDIT_ACTOR'), problems),
    isRunByNpm: env.npm_lifecycle_event !== undefined,
    role: workerRoles.find((role) => role === env[roleVariable]) ?? null,
  }
  if (config.port === config.metricsPort && config.port !== 0 && config.host === config.metricsHost) {
    problems.push(`PORT and METRICS_PORT must differ; both are ${config.port}.`)
  }
  // A source reads some of these settings too.
  if (problems.length > 0) throw new ConfigError([...new Set(problems)])
  return deepFreeze(config)
}

/** Where a client of the service finds it, and with which key. */
export interface ClientConfig {
  readonly url: string
  readonly key: string
}

/** Reads what a caller of the service needs. @throws ConfigError that lists every problem */
export const readClientConfig = (env: Environment): ClientConfig => {
  const { problems, text, address } = createReader(env)
  const url = address('CARD_MARKET_URL') ?? 'http://127.0.0.1:8787'
  const key = text('CARD_MARKET_KEY')
  if (key === null) problems.push('CARD_MARKET_KEY must hold an API key; `keys issue` makes one.')
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze({ url, key: key as string })
}
