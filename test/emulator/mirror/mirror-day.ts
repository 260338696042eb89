/** A product line as the mirror lists it. */
export interface MirrorCategory {
  readonly categoryId: number
  readonly name: string
  readonly displayName: string
}

export interface MirrorGroup {
  readonly groupId: number
  readonly categoryId: number
  readonly name: string
  readonly abbreviation: string
  /** `null` for an undated one: the mirror then gives the moment of the call. */
  readonly publishedOn: string | null
}

/** A product as the mirror lists it, without what follows from its id. */
export interface MirrorProduct {
  readonly productId: number
  readonly groupId: number
  readonly categoryId: number
  readonly name: string
  readonly cleanName: string
  readonly imageCount: number
  readonly presaleInfo: {
    readonly isPresale: boolean
    readonly releasedOn: string | null
    readonly note: string | null
  }
  readonly extendedData: readonly { readonly name: string; readonly displayName: string; readonly value: string }[]
}

/** One row of prices, in dollars as the mirror writes them. */
export interface MirrorPrice {
  readonly productId: number
  readonly lowPrice: number | null
  readonly midPrice: number | null
  readonly highPrice: number | null
  readonly marketPrice: number | null
  readonly directLowPrice: number | null
  readonly subTypeName: string
}

/** What the mirror holds between two builds. */
export interface MirrorDay {
  /** When it was built, in milliseconds since the epoch. */
  readonly builtAtMs: number
  readonly categories: readonly MirrorCategory[]
  /** By product line. */
  readonly groups: ReadonlyMap<number, readonly MirrorGroup[]>
  /** By set; one that is missing is answered 404, one without products by an empty list. */
  readonly products: ReadonlyMap<number, readonly MirrorProduct[]>
  /** By set; rows, or the body as it was recorded. */
  readonly prices: ReadonlyMap<number, readonly MirrorPrice[] | string>
}

/** The instant as `last-updated.txt` writes it: the offset has no colon. */
export const stampOf = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}+0000`

export const isListed = (day: MirrorDay, categoryId: number, groupId: number): boolean =>
  day.groups.get(categoryId)?.some((group) => group.groupId === groupId) ?? false

/** Price rows of a set, also where they were recorded as text. */
export const priceRowsOf = (day: MirrorDay, groupId: number): readonly MirrorPrice[] => {
  const prices = day.prices.get(groupId) ?? []
  return typeof prices === 'string' ? (JSON.parse(prices) as { results: MirrorPrice[] }).results : prices
}
