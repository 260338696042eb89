/** What the sandbox needs to know of a product to invent its market: a catalogue entry of any origin. */
export interface SandboxProduct {
  readonly productId: number
  readonly name: string
  readonly line: { readonly id: number | null; readonly name: string | null; readonly slug: string | null }
  readonly set: {
    readonly id: number | null
    readonly name: string | null
    readonly slug: string | null
    readonly code: string | null
    /** Day of release as `YYYY-MM-DD`, or `null` where the catalogue does not say. */
    readonly publishedOn: string | null
  }
  readonly number: string | null
  readonly rarity: string | null
  readonly sealed: boolean
  /** The finishes it exists in; the first is the one that `anchorPriceCents` speaks of. Empty means not known. */
  readonly variants: readonly string[]
  /** The languages it exists in, the main one first. Empty means not known. */
  readonly languages: readonly string[]
  /** Near-mint price of the first variant, at least 1, around which the market walks; `null` where none is known. */
  readonly anchorPriceCents: number | null
  readonly attributes: Readonly<Record<string, unknown>>
}

/** Finds a product of the catalogue in use; `null` when it has none with this id. */
export type FindProduct = (productId: number) => SandboxProduct | null
