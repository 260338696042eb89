import { foldedWords, foldText } from '../cards/fold.ts'

/** What stands between two spaces, with the span of its words. */
export interface Chunk {
  readonly raw: string
  readonly words: readonly string[]
  readonly from: number
  readonly to: number
  /** True at the end of a cell of separated text. */
  readonly endsCell: boolean
  isStopword: boolean
}

/** `Charizard,4/102`: a comma or semicolon between two cells. */
const separator = /[,;](?=\S)/g
/** The comma of `100,000` parts nothing where it is the only one. */
const thousands = /^[^,;]*(?<![\p{L}\p{N}])\d{1,3},\d{3}(?!\d)[^,;]*$/u

/** Parts a text at spaces and at the separators of cells; one within quotes is a part of its cell. */
export const chunksOf = (text: string): Chunk[] => {
  const chunks: Chunk[] = []
  let at = 0
  let isQuoted = false
  const cells = thousands.test(text) ? text : text.replaceAll(separator, '$& ')
  for (const raw of cells.split(/\s+/)) {
    if (raw === '') continue
    const words = foldedWords(foldText(raw))
    if ((raw.match(/"/g)?.length ?? 0) % 2 === 1) isQuoted = !isQuoted
    const endsCell = !isQuoted && /[,;]$/.test(raw)
    chunks.push({ raw, words, from: at, to: at + words.length, endsCell, isStopword: false })
    at += words.length
  }
  return chunks
}
