import type { World } from './world.ts'

/** Behaviours that nobody recorded, or that differ from day to day; each is a switch. */
export interface Switches {
  /** How the source says that it knows no such product. */
  readonly unknownProduct: keyof typeof unknownAnswers
  /** A SKU without observation is left out, or a row of nulls. */
  readonly unobservedSku: 'leftOut' | 'nulls'
  /** How the source says that there is no history. */
  readonly noHistory: keyof typeof noHistoryAnswers
  /** Whether details list the SKUs. */
  readonly skus: boolean
  /** Whether details count the pictures. */
  readonly imageCount: boolean
  /** Whether mp-search-api writes integers as floats. */
  readonly integersAsFloats: boolean
  /** Whether answers are compressed for those who take it. */
  readonly gzip: boolean
}

export const likeliest: Switches = {
  unknownProduct: 'notFound',
  unobservedSku: 'leftOut',
  noHistory: 'null',
  skus: true,
  imageCount: true,
  integersAsFloats: true,
  gzip: true,
}

export interface Question {
  readonly url: URL
  readonly body: Readonly<Record<string, unknown>>
  readonly world: World
  readonly switches: Switches
}

/** An answer before it is written out; neither `value` nor `text` is an empty body. */
export interface Answer {
  readonly status: number
  /** Written as JSON. */
  readonly value?: unknown
  /** Written as it is. */
  readonly text?: string
  /** Media type of `text`; JSON when left out. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface WireRoute {
  readonly host: HostName
  readonly name: string
  readonly method: 'GET' | 'POST' | 'HEAD'
  readonly path: RegExp
  /** `id` is the number in the path. */
  readonly answer: (question: Question, id: number) => Answer | Promise<Answer>
}

/** The hosts that are emulated, each on a port of its own. */
export const hostNames = ['search', 'api', 'gateway', 'history', 'images', 'tcgcsv'] as const
export type HostName = (typeof hostNames)[number]

const ok = (value: unknown): Answer => ({ status: 200, value })
const problem = (title: string): Answer => ({
  status: 400,
  value: { type: 'https://tools.ietf.org/html/rfc7231#section-6.5.1', title, status: 400, traceId: '00-emulator' },
})
const envelope = (results: unknown): Answer => ok({ errors: [], results })

const largestPage = 50
const sortFields: ReadonlySet<string> = new Set([
  'product-sorting-name',
  'market-price',
  'lowest-price',
  'release-date',
  'set-name',
  'image-count',
])

/** How the source may say that it knows no such product. */
export const unknownAnswers = {
  notFound: { status: 404 },
  badRequest: problem('Not found'),
  noContent: { status: 204 },
  emptyBody: { status: 200 },
  emptyObject: ok({}),
  nullProduct: ok({ productId: null, productName: null, skus: [] }),
  zeroCounts: ok({ listings: 0, sellers: 0, skus: [] }),
  message: ok({ message: 'Product not found' }),
  problem: ok({ type: 'about:blank', title: 'Not Found', status: 404, traceId: '00-emulator' }),
  null: ok(null),
} satisfies Record<string, Answer>

const noHistoryAnswers = {
  null: ok({ count: 0, result: null }),
  emptyList: ok({ count: 0, result: [] }),
  notFound: { status: 404 },
  noContent: { status: 204 },
} satisfies Record<string, Answer>

/** A plain card in a color of its own, in the place of the source's JPEG. */
const drawThumbnail = (id: number): Answer => ({
  status: 200,
  type: 'image/svg+xml',
  text: `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="280">\
<rect width="200" height="280" rx="10" fill="hsl(${id % 360} 50% 50%)"/></svg>`,
})

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

export const wireRoutes: readonly WireRoute[] = [
  {
    host: 'search',
    name: 'details',
    method: 'GET',
    path: /^\/v[12]\/product\/(\d+)\/details$/,
    answer: ({ world, switches }, id) => {
      const details = world.details(id)
      if (details === null) return unknownAnswers[switches.unknownProduct]
      const { imageCount, skus, ...rest } = details
      return ok({ ...rest, ...(switches.imageCount && { imageCount }), skus: switches.skus ? skus : [] })
    },
  },
  {
    host: 'search',
    name: 'listings',
    method: 'POST',
    path: /^\/v1\/product\/(\d+)\/listings$/,
    answer: ({ world, body }, id) => {
      const { from = 0, size = 10 } = body
      if (Number(size) > largestPage) return problem('size must be at most 50')
      const field = fieldsOf(body.sort).field
      const page = { from: Number(from), size: Number(size), sort: field ? String(field) : null }
      return envelope([world.listings(id, { ...page, term: fieldsOf(fieldsOf(body.filters).term) })])
    },
  },
  {
    host: 'search',
    name: 'productLines',
    method: 'GET',
    path: /^\/v1\/search\/productLines$/,
    answer: async ({ world }) => ok(await world.lines()),
  },
  {
    host: 'search',
    name: 'search',
    method: 'POST',
    path: /^\/v1\/search\/request$/,
    answer: async ({ world, body, url }) => {
      const { from = 0, size = 24, algorithm, sort, aggregations } = body
      if (Number(size) > largestPage) return problem('size must be at most 50')
      if (algorithm === '') return problem('algorithm must not be empty')
      const { field } = fieldsOf(sort)
      if (field !== undefined && !sortFields.has(String(field))) return { status: 500 }
      const term = fieldsOf(fieldsOf(body.filters).term)
      const page = await world.search({
        q: url.searchParams.get('q') ?? '',
        line: textsOf(term.productLineName)[0] ?? null,
        sets: textsOf(term.setName),
        from: Number(from),
        size: Number(size),
        sort: field === 'product-sorting-name' ? 'name' : 'relevance',
        countSets: textsOf(aggregations).includes('setName'),
      })
      return envelope([page])
    },
  },
  {
    host: 'gateway',
    name: 'prices',
    method: 'POST',
    path: /^\/v1\/pricepoints\/marketprice\/skus\/search$/,
    answer: ({ world, body, switches }) => {
      const skuIds = Array.isArray(body.skuIds) ? body.skuIds.map(Number) : []
      if (skuIds.length === 0 || skuIds.length > 250) return problem('skuIds')
      const rows = world.prices(skuIds)
      const known = new Set(rows.map(({ skuId }) => skuId))
      const nulls = { marketPrice: null, lowestPrice: null, highestPrice: null, priceCount: null, calculatedAt: null }
      const unobserved = skuIds.filter((skuId) => !known.has(skuId)).map((skuId) => ({ skuId, ...nulls }))
      // The order is nobody's promise.
      return ok([...rows.reverse(), ...(switches.unobservedSku === 'nulls' ? unobserved : [])])
    },
  },
  {
    host: 'history',
    name: 'history',
    method: 'GET',
    path: /^\/price\/history\/(\d+)\/detailed$/,
    answer: ({ world, url, switches }, id) => {
      const history = world.history(id, url.searchParams.get('range') ?? '')
      if (history === null) return problem('range')
      return history.count === 0 ? noHistoryAnswers[switches.noHistory] : ok(history)
    },
  },
  {
    host: 'api',
    name: 'setNames',
    method: 'GET',
    path: /^\/v2\/Catalog\/SetNames$/,
    answer: async ({ world, url }) => envelope(await world.setNames(Number(url.searchParams.get('categoryId')))),
  },
  {
    host: 'images',
    name: 'image',
    method: 'HEAD',
    path: /^\/product\/(\d+)_in_1000x1000\.jpg$/,
    // Missing and forbidden cannot be told apart.
    answer: ({ world }, id) => ({ status: world.details(id)?.imageCount ? 200 : 403 }),
  },
  {
    host: 'images',
    name: 'thumbnail',
    method: 'GET',
    path: /^\/product\/(\d+)_200w\.jpg$/,
    answer: ({ world }, id) => (world.details(id)?.imageCount ? drawThumbnail(id) : { status: 403 }),
  },
]
