import type { Environment } from '../../src/app/configuration/config.ts'
import { startEmulator } from '../../test/emulator/emulator.ts'
import { readPhotos } from '../../test/support/photos/labelled.ts'
import { bodyOf } from '../../test/support/photos/mutate.ts'
import { ownDatabase } from '../../test/support/postgres.ts'
import { catalogFiles, readSharedCatalog } from '../shared-catalog.ts'

/** One request; a body makes it a POST. */
export interface SoakRequest {
  readonly target: string
  readonly body?: Buffer
}

/** One soak: settings of the service, what is done before it starts, and what is sent how often. */
export interface Soak {
  readonly env: Environment
  /** Arguments of a command that is run before the service starts. */
  readonly prepare?: readonly string[]
  readonly streams: readonly { readonly perSecond: number; readonly request: (index: number) => SoakRequest }[]
}

interface Ends {
  readonly after: (end: () => unknown) => void
}

const get = (target: string): SoakRequest => ({ target })

/** Cards of the bundled catalogue. */
const bundled = [300001, 300002, 300004, 300005, 300006, 300007, 300009, 300010] as const

const sections = ['', '/details', '/prices', '/history', '/listings', '/image'] as const

const sectionOf = (productId: number, index: number): SoakRequest =>
  get(`/v1/products/${productId}${sections[index % sections.length]}`)

const cachedStream = {
  perSecond: 60,
  request: (index: number) => sectionOf(bundled[index % bundled.length] ?? 300004, index),
}

const photoStream = () => {
  const bodies = readPhotos().map(({ picture }) => bodyOf(picture))
  if (bodies.length === 0) throw new Error('The labelled photos are not beside the project.')
  return {
    perSecond: 0.3,
    request: (index: number): SoakRequest => ({
      target: '/v1/identify-image',
      body: bodies[index % bodies.length] as Buffer,
    }),
  }
}

/**
 * Requests of which hardly one is ever asked twice: every product of the catalogue in turn, by section, search and
 * identification.
 */
const coldStream = async () => {
  const { products } = await readSharedCatalog()
  // A step that shares no divisor with the length visits every product, and neighbours lie far apart.
  const productAt = (index: number) => products[(index * 7_919) % products.length]
  const texts = ['/v1/search?q=', '/v1/identify?q='] as const
  const request = (index: number): SoakRequest => {
    const product = productAt(index)
    const round = index % (sections.length + texts.length)
    if (round < sections.length) return sectionOf(product?.productId ?? 1, round)
    return get(`${texts[round - sections.length]}${encodeURIComponent(product?.name.slice(0, 100) ?? '')}`)
  }
  return { perSecond: 60, request }
}

/** A small cache is full before the measurement begins, so that what grows afterwards is not the cache. */
const small = { CACHE_MAX_MB: '16', LOG_LEVEL: 'info' }

/** The soaks by name. */
export const soaks = {
  cached: async () => ({ env: { ...small, OCR_WORKERS: '0' }, streams: [cachedStream] }),
  cold: async () => ({
    env: { ...small, OCR_WORKERS: '0', CATALOG_SOURCE: 'local' },
    prepare: ['catalog', 'import', ...catalogFiles],
    streams: [await coldStream()],
  }),
  photos: async () => ({
    env: { ...small, OCR_WORKERS: '1', MALLOC_ARENA_MAX: '2' },
    streams: [cachedStream, photoStream()],
  }),
  live: async ({ after }: Ends) => {
    const emulator = await startEmulator()
    after(emulator.close)
    // What it has seen is of no use here and would fill this process.
    const forgetting = setInterval(() => emulator.calls.splice(0), 1_000)
    after(() => clearInterval(forgetting))
    const lifetimes = ['DETAILS', 'PRICES', 'HISTORY', 'LISTINGS', 'IMAGE', 'SEARCH', 'SETS', 'CATEGORIES']
    const short = Object.fromEntries(lifetimes.map((kind) => [`CACHE_TTL_${kind}_SECONDS`, '1']))
    return {
      env: { ...small, ...emulator.env, ...short, OCR_WORKERS: '0', UPSTREAM_CALLS_PER_SECOND: '0' },
      streams: [{ ...cachedStream, perSecond: 30 }],
    }
  },
  stores: async ({ after }: Ends) => {
    const database = ownDatabase(process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres')
    await database.create()
    after(database.drop)
    return {
      env: {
        ...small,
        OCR_WORKERS: '0',
        DATABASE_URL: database.url,
        REDIS_URL: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
        PUBLIC_URL: `http://soak-${process.pid}.test`,
        CACHE_TTL_LISTINGS_SECONDS: '1',
        CACHE_TTL_PRICES_SECONDS: '1',
      },
      streams: [cachedStream],
    }
  },
} satisfies Record<string, (ends: Ends) => Promise<Soak>>
