/**
 * Raised whenever the meaning of a section changes; a file of another version is refused and has to be imported anew.
 */
export const indexVersion = 4

export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Float32Array

export interface IndexCategory {
  readonly id: number
  readonly name: string
  readonly slug: string
}

/** A set in the index; `category` is a position in the list of product lines. */
export interface IndexSet {
  readonly id: number
  readonly category: number
  readonly name: string
  readonly slug: string
  readonly code: string | null
  readonly publishedOn: string | null
  /** Folded ways in which people write its name: whole, without its series, without brackets. */
  readonly spellings: readonly string[]
  readonly count: number
}

/** The header of an index: what its sections refer to. */
export interface IndexMeta {
  readonly sourceName: string
  /** When the products were fetched at their origin, in ISO 8601. */
  readonly fetchedAt: string
  readonly products: number
  readonly categories: readonly IndexCategory[]
  /** In the order of the source. */
  readonly sets: readonly IndexSet[]
  readonly rarities: readonly string[]
  /** Rows of products that bear the code of another set than the one they are sold in; absent where none does. */
  readonly otherCodes?: readonly { readonly code: string; readonly rows: readonly number[] }[]
}

/**
 * The sections of an index. A row is a product, rows are in the order of names; a base is the name printed on the card,
 * which many products share; a token is a word of the dictionary. `xStart` gives where the entries of each x begin,
 * with one more element for the end. Behind the bases of products' own names come those of their other names.
 */
export interface IndexSections {
  readonly rowProduct: Uint32Array
  readonly rowName: Uint32Array
  readonly rowSet: Uint16Array
  readonly rowNumber: Uint32Array
  readonly rowRarity: Uint16Array
  readonly rowFlags: Uint8Array
  /** Hundredths of a dollar, 0 for none; empty when no product has any. */
  readonly rowMarket: Uint32Array
  readonly rowLowest: Uint32Array
  /** Listings plus one, 0 for unknown; empty when no product has any. */
  readonly rowListings: Uint32Array
  /** Address templates, 0 for none. */
  readonly rowImage: Uint32Array
  readonly rowUrl: Uint32Array
  /** Rows in the order of product ids. */
  readonly productRows: Uint32Array
  readonly setRowStart: Uint32Array
  readonly setRows: Uint32Array
  readonly nameBytes: Uint8Array
  readonly nameStart: Uint32Array
  readonly nameBase: Uint32Array
  readonly nameQualifierStart: Uint32Array
  readonly nameQualifiers: Uint32Array
  readonly baseTokenStart: Uint32Array
  readonly baseTokens: Uint32Array
  readonly baseWeight: Float32Array
  /**
   * Words of the name that a card goes by, as 1 of `Ragavan, Nimble Pilferer`; 0 where that is all of it, and
   * `shortOfOthers` where other cards go by all of it.
   */
  readonly baseShortWords: Uint8Array
  /** Sets in which the name was printed, at most 255. */
  readonly baseSets: Uint8Array
  readonly baseRowStart: Uint32Array
  /** Rows of each base in the order of the digits of their numbers: the (name, number) key. */
  readonly baseRows: Uint32Array
  /** The other names as they are written: those of the last bases, in their order. */
  readonly otherNameBytes: Uint8Array
  readonly otherNameStart: Uint32Array
  /** The bases of each row's other names; both empty where no product has any. */
  readonly rowOtherStart: Uint32Array
  readonly rowOthers: Uint32Array
  readonly gluedStart: Uint32Array
  readonly gluedEntries: Uint32Array
  readonly tokenBytes: Uint8Array
  readonly tokenStart: Uint32Array
  readonly tokenWeight: Float32Array
  readonly tokenBaseStart: Uint32Array
  readonly tokenBases: Uint32Array
  readonly tokenNameStart: Uint32Array
  readonly tokenNames: Uint32Array
  /** Tokens that stand in names with an apostrophe before their `s`, in order, and those names. */
  readonly possessiveTokens: Uint32Array
  readonly possessiveStart: Uint32Array
  readonly possessiveBases: Uint32Array
  readonly deleteStart: Uint32Array
  readonly deleteEntries: Uint32Array
  readonly numberBytes: Uint8Array
  readonly numberStart: Uint32Array
  readonly numberDigits: Uint32Array
  readonly numberKeyStart: Uint32Array
  readonly numberKeyEntries: Uint32Array
  readonly numberRowStart: Uint32Array
  readonly numberRows: Uint32Array
  readonly linkBytes: Uint8Array
  readonly linkStart: Uint32Array
}

export const shortOfOthers = 0xff

/** Bits of `rowFlags`; those of `extraKinds` stand above. */
export const rowFlag = { sealed: 1 } as const

export interface IndexData {
  readonly meta: IndexMeta
  readonly sections: IndexSections
}
