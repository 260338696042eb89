import type { CatalogProduct } from '../../ports.ts'

export interface CategoryRecord {
  readonly id: number
  readonly name: string
  readonly slug?: string
}

export interface SetRecord {
  readonly id: number
  readonly categoryId: number
  readonly name: string
  readonly slug?: string | null
  readonly code?: string | null
  readonly publishedOn?: string | null
}

/** A further name of products: theirs in another language, or the passcode of a card. */
export interface OtherName {
  readonly name: string
  /** Code of the language, as `de`; another word for what is in none, as `passcode`. */
  readonly language: string
  readonly productIds: readonly number[]
}

/** All that an index is built of. Product lines and sets that only products name are added. */
export interface IndexInput {
  readonly sourceName: string
  /** ISO 8601 instant at which the data was fetched at its origin. */
  readonly fetchedAt: string
  /** In the order of the source; product ids are unique. */
  readonly products: readonly CatalogProduct[]
  readonly categories?: readonly CategoryRecord[]
  readonly sets?: readonly SetRecord[]
  readonly otherNames?: readonly OtherName[]
}
