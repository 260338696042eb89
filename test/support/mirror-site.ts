import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the mirror saw it. */
export interface SeenRequest {
  readonly path: string
  /** By a clock that never goes back. */
  readonly atMs: number
  readonly agent: string
}

export interface SiteProduct {
  readonly productId: number
  readonly name: string
  /** Printings and their market price in dollars. */
  readonly prices: Readonly<Record<string, number | null>>
  readonly number?: string
  readonly rarity?: string
}

export interface SiteSet {
  readonly groupId: number
  readonly name: string
  readonly products: readonly SiteProduct[]
}

/** Product lines by id. */
export type SiteWorld = Readonly<Record<number, { readonly name: string; readonly sets: readonly SiteSet[] }>>

export type Row = Readonly<Record<string, unknown>>

/** The rows of every list of a mirror by its address. */
export type Lists = ReadonlyMap<string, readonly Row[]>

/** The bodies of lists, as the mirror writes them. */
export const bodiesOf = (lists: Lists): Map<string, string> =>
  new Map(
    [...lists].map(([address, results]) => {
      const total = address.endsWith('/prices') ? {} : { totalItems: results.length }
      return [address, JSON.stringify({ ...total, success: true, errors: [], results })]
    }),
  )

const modifiedOn = '2026-01-01T00:00:00'

export const lineRow = (categoryId: number, name: string): Row => ({ categoryId, name, displayName: `${name} TCG` })

export const groupRow = (categoryId: number, groupId: number, name: string): Row => ({
  ...{ groupId, name, abbreviation: `S${groupId}`, isSupplemental: false, categoryId },
  ...{ publishedOn: '2024-11-08T00:00:00', modifiedOn },
})

export const productRow = (
  categoryId: number,
  groupId: number,
  { productId, name, number, rarity }: Omit<SiteProduct, 'prices'>,
): Row => ({
  ...{ productId, name, cleanName: name, categoryId, groupId, modifiedOn, imageCount: 1 },
  imageUrl: `https://tcgplayer-cdn.tcgplayer.com/product/${productId}_200w.jpg`,
  url: `https://www.tcgplayer.com/product/${productId}`,
  presaleInfo: { isPresale: false, releasedOn: null, note: null },
  extendedData: [
    { name: 'Number', displayName: 'Card Number', value: number },
    { name: 'Rarity', displayName: 'Rarity', value: rarity },
  ].filter(({ value }) => value !== undefined),
})

const priceRows = ({ productId, prices }: SiteProduct) =>
  Object.entries(prices).map(([subTypeName, marketPrice]) => ({
    productId,
    lowPrice: marketPrice === null ? 1 : Math.round(marketPrice * 90) / 100,
    midPrice: marketPrice === null ? 2 : marketPrice + 1,
    highPrice: Math.max(999.99, 2 * (marketPrice ?? 0)),
    marketPrice,
    directLowPrice: null,
    subTypeName,
  }))

/** Every list of a world by its address. */
export const listsOf = (world: SiteWorld): Map<string, string> => {
  const lines = Object.entries(world).map(([id, line]) => ({ categoryId: Number(id), ...line }))
  const lists = new Map<string, readonly Row[]>()
  lists.set(
    '/tcgplayer/categories',
    lines.map(({ categoryId, name }) => lineRow(categoryId, name)),
  )
  for (const { categoryId, sets } of lines) {
    const groups = sets.map(({ groupId, name }) => groupRow(categoryId, groupId, name))
    lists.set(`/tcgplayer/${categoryId}/groups`, groups)
    for (const { groupId, products } of sets.filter((set) => set.products.length > 0)) {
      const path = `/tcgplayer/${categoryId}/${groupId}`
      const rows = products.map((product) => productRow(categoryId, groupId, product))
      lists.set(`${path}/products`, rows)
      lists.set(`${path}/prices`, products.flatMap(priceRows))
    }
  }
  return bodiesOf(lists)
}

/** A mirror on this machine. */
export interface MirrorSite {
  /** A literal address: the operator's own mirror, which no etiquette binds. */
  readonly ownUrl: string
  /** A name, which is taken for a public host. */
  readonly publicUrl: string
  readonly requests: SeenRequest[]
  /** Bodies by address; what is missing is 404. */
  lists: Map<string, string>
  /** What `last-updated.txt` says. */
  stamp: string
  /** The mirror's own clock. */
  now: () => number
  /** Answers in the place of the site when it returns true. */
  answer: (path: string, response: ServerResponse, request: IncomingMessage) => boolean
  readonly paths: () => string[]
  readonly close: () => Promise<void>
}

/** Starts a mirror that shows this world. */
export const startMirrorSite = async (world: SiteWorld, stamp = '2026-11-20T20:05:33+0000'): Promise<MirrorSite> => {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    site.requests.push({ path, atMs: performance.now(), agent: request.headers['user-agent'] ?? '' })
    response.setHeader('date', new Date(site.now()).toUTCString())
    if (site.answer(path, response, request)) return
    const body = path === '/last-updated.txt' ? `${site.stamp}\n` : site.lists.get(path)
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  // Both families: a name may stand for either.
  server.listen(0, '::')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const requests: SeenRequest[] = []
  const site: MirrorSite = {
    ownUrl: `http://127.0.0.1:${port}`,
    publicUrl: `http://localhost:${port}`,
    requests,
    lists: listsOf(world),
    stamp,
    now: Date.now,
    answer: () => false,
    paths: () => requests.map(({ path }) => path),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return site
}

/**
 * A small world: two sets and an empty one of one line, one set of another, and a line that the owner says to leave
 * out.
 */
export const smallWorld = (factor = 1): SiteWorld => {
  const cards = (from: number, to: number): SiteProduct[] =>
    Array.from({ length: to - from }, (_, at) => ({
      productId: from + at,
      name: `Card ${from + at}`,
      number: `${at + 1}/102`,
      prices: {
        Holofoil: ((from + at) * factor) / 100,
        ...(at % 2 === 0 ? { 'Reverse Holofoil': ((from + at) * factor) / 50 } : {}),
      },
    }))
  return {
    3: {
      name: 'Pokemon',
      sets: [
        { groupId: 10, name: 'Base Set', products: cards(1000, 1020) },
        { groupId: 11, name: 'Empty', products: [] },
        { groupId: 12, name: 'Jungle', products: cards(1100, 1110) },
      ],
    },
    2: { name: 'YuGiOh', sets: [{ groupId: 20, name: 'Bonanza', products: cards(2000, 2015) }] },
    21: { name: 'My Little Pony', sets: [{ groupId: 30, name: 'Ponies', products: cards(3000, 3002) }] },
  }
}
