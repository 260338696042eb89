/** One fact of a card as the files have it; `value` may hold markup and line breaks. */
export interface ExtendedDatum {
  readonly name: string
  readonly displayName: string | null
  readonly value: string
}

/**
 * What the daily files say of a product besides its prices, as the archive keeps it beside them. Its product line and set stand in each, so that any machine can build the catalogue
 * from the database alone; they pack well, and change as rarely as the product does.
 */
export interface ProductRecord {
  readonly category: {
    readonly categoryId: number
    readonly name: string
    readonly displayName: string | null
  }
  readonly group: {
    readonly groupId: number
    readonly name: string
    readonly abbreviation: string | null
    readonly isSupplemental: boolean
    /** As the file has it, without a zone; `null` where it is the moment of the call, as the mirror says of sets without a date. */
    readonly publishedOn: string | null
  }
  readonly name: string
  readonly cleanName: string | null
  readonly imageUrl: string | null
  readonly url: string | null
  readonly imageCount: number | null
  readonly presaleInfo: {
    readonly isPresale: boolean
    readonly releasedOn: string | null
    readonly note: string | null
  } | null
  readonly extendedData: readonly ExtendedDatum[]
  /** As the file has it, without a zone. */
  readonly modifiedOn: string | null
}
