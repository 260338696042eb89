import type { CollectorNumber } from '../cards/collector-number.ts'
import type { CardSet, Category } from '../contract/catalog.ts'

/** Highest price that a catalogue holds: its index has 32 bits for one. */
export const maxPriceCents = 0xffff_ffff

/** A product as a catalogue knows it: a printing or a sealed product. */
export interface CatalogProduct {
  readonly productId: number
  readonly name: string
  readonly categoryId: number | null
  readonly categoryName: string | null
  readonly categorySlug: string | null
  readonly setId: number | null
  readonly setName: string | null
  readonly setSlug: string | null
  /** Abbreviation of the set, as `SV03`. */
  readonly setCode: string | null
  /** Collector number as the catalogue writes it. */
  readonly number: string | null
  readonly rarity: string | null
  readonly sealed: boolean
  readonly imageUrl: string | null
  readonly url: string | null
  readonly marketPriceCents: number | null
  readonly lowestPriceCents: number | null
  readonly listingCount: number | null
}

/** What ranking and lists need of a product: all but its addresses. */
export interface Printing extends Omit<CatalogProduct, 'imageUrl' | 'url'> {
  /** Those of its names in other languages, or its passcodes, that the text resembles; missing where none does. */
  readonly otherNames?: readonly string[]
}

export interface SearchRequest {
  /** Text over name, set, number, rarity and product line; empty means all products. */
  readonly q: string
  /** Slug of a product line, or `null` for all. */
  readonly category: string | null
  /** Name, slug or abbreviation of a set, or `null` for all. */
  readonly set: string | null
  readonly offset: number
  readonly limit: number
  readonly sort: 'relevance' | 'name'
}

export interface SearchPage {
  readonly total: number
  readonly products: readonly CatalogProduct[]
}

/** A run of words: from `from` up to but not including `to`. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

export interface TextWord {
  /** Folded, as `foldedWords` gives it. */
  readonly text: string
  /** True for words that stand on cards or offers but name none: `NM`, `HP`, `illus.` and what belongs to them. */
  readonly isStopword: boolean
}

/** How specific a number is by itself: a whole code names one card, a bare number hardly any. */
export type NumberStrength = 'code' | 'fraction' | 'prefixed' | 'bare'

/** A part of a card text that may be its collector number. */
export interface NumberReading extends TextSpan {
  /** As it stands in the text. */
  readonly text: string
  readonly number: CollectorNumber
  readonly strength: NumberStrength
}

/** One way to split a text into a name and a number. */
export interface TextReading {
  readonly name: string | null
  readonly cardNumber: string | null
}

/** One line of card text and all it may mean; plain data, so that any source can be searched with it. */
export interface CardText {
  readonly line: string
  readonly words: readonly TextWord[]
  /** True when there is nothing but numbers and stopwords. */
  readonly nameless: boolean
  /** Likeliest first. */
  readonly numbers: readonly NumberReading[]
  /** Likeliest first, at least one. A remote search uses the first. */
  readonly readings: readonly TextReading[]
  /** Words in brackets. */
  readonly brackets: readonly TextSpan[]
  /** Words in brackets and in cells behind the first: where a set stands beside a name. */
  readonly setPlaces: readonly TextSpan[]
  /** Words that a hyphen joins, as `S-P`: a set's code, whose letters apart name none. */
  readonly hyphenated: readonly TextSpan[]
}

/** Which printings may be meant. */
export interface PrintingsRequest {
  readonly text: CardText
  /** Name, slug or abbreviation of a set; narrows the search when it is known. */
  readonly setHint: string | null
  /** Slug of the only product line to look in, or `null` for all. */
  readonly category: string | null
  /** Products to inspect at most. */
  readonly cap: number
}

/** A run of words in the text that names sets, and those of them in which printings were found. */
export interface SetMention extends TextSpan {
  readonly sets: readonly MentionedSet[]
  /** The number that the same words hold behind the set's code, as in `SVP044`; else `null`. */
  readonly number: CollectorNumber | null
}

export interface MentionedSet extends CardSet {
  readonly setId: number
}

/** Products that may be meant, unranked; the number has filtered before the cap. */
export interface Printings {
  /** The set that the hint names. */
  readonly matchedSet: CardSet | null
  /** True where the hint is the name, slug or code of `matchedSet`; false where it only resembles one. */
  readonly isHintExact: boolean
  /** True where all products are of the sets that the hint names: a code may be that of several. */
  readonly isWithinHint: boolean
  /**
   * Sets that the text names, likeliest first; one in which nothing fits has no sets. Empty where the source looks for
   * none.
   */
  readonly mentions: readonly SetMention[]
  /**
   * Catalogue hits before any cap: those whose number agrees, and the others shown beside them; else those whose name
   * is near.
   */
  readonly total: number
  readonly products: readonly Printing[]
}

/**
 * The port of a catalogue. Every method takes one input and a signal that aborts when nobody waits any more, answers
 * `null` when the source knows no such product line, and throws a `ServiceError` with an `upstream_…` code or
 * `service_unavailable` when it cannot answer.
 */
export interface CatalogSource {
  readonly categories: (input: null, signal: AbortSignal) => Promise<readonly Category[] | null>
  /**
   * Sets of a product line by its slug that have products, newest release first where the source knows it, else by
   * name.
   */
  readonly sets: (slug: string, signal: AbortSignal) => Promise<readonly CardSet[] | null>
  readonly search: (request: SearchRequest, signal: AbortSignal) => Promise<SearchPage | null>
  readonly printings: (request: PrintingsRequest, signal: AbortSignal) => Promise<Printings | null>
}
