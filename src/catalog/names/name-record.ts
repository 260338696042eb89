/** A name of a card in another language, or its passcode. */
export interface NameInLanguage {
  /** Code of the language, as `de`; `passcode` for a passcode. */
  readonly language: string
  readonly name: string
}

/** What a file says of one card's other names, and by what its products are found. */
export interface NameRecord {
  /**
   * `card`: the names are those of every product of the line that has the card's name. `product`: they are those of the
   * products alone that agree with all the record says.
   */
  readonly extent: 'card' | 'product'
  /** Of a card the beginning of its product lines' names in folded letters, as `pokemon`; of products a whole one. */
  readonly line: string | null
  /** Ids of its products, where the file has any. */
  readonly productIds: readonly number[]
  /** Names of which a catalogue has one. */
  readonly knownAs: readonly string[]
  /** Whether these are the English names, by which most catalogues go. */
  readonly isEnglish: boolean
  readonly number: string | null
  readonly set: string | null
  readonly others: readonly NameInLanguage[]
}

/** The word that stands for a language with passcodes. */
export const passcodeLanguage = 'passcode'
