import { foldedWords, foldText } from '../cards/fold.ts'
import { languageOfLetters } from '../cards/languages.ts'
import { readProductName } from '../cards/product-name.ts'
import type { NumberReading, TextReading } from '../catalog/ports.ts'
import type { ParsedQuery } from '../contract/identification.ts'
import { type CardLine, toName } from './card-text.ts'
import type { Chunk } from './chunks.ts'
import { copyOf } from './copy-reading.ts'
import type { RankedPrinting } from './scored-printing.ts'
import { connectors, copyStopwords } from './stopwords.ts'
import { counts } from './weights.ts'

/** The language that the region letters of a code tell; `null` for English, which a code without them means as well. */
const otherLanguageOf = (region: string | null): string | null => {
  const language = region === null ? null : languageOfLetters(region)
  return language === 'English' ? null : language
}

/** Reasons that speak of a number in the text which the printing does not bear. */
const openNumberReasons: ReadonlySet<string> = new Set(['number_conflict', 'number_missing'])

/**
 * The reading that the best printing bears out: by its number, and among those by its name; else the likeliest. A
 * number that no printing bears was still read.
 */
const readingOf = ({ text: { readings } }: CardLine, best: RankedPrinting | undefined): TextReading | undefined => {
  if (best === undefined) return readings[0]
  if (best.matchReasons.some((reason) => openNumberReasons.has(reason)))
    return readings.find(({ cardNumber }) => cardNumber !== null) ?? readings[0]
  const numbered = readings.filter(({ cardNumber }) => cardNumber === (best.number?.text ?? null))
  if (best.isNameless) return { name: null, cardNumber: best.number?.text ?? readings[0]?.cardNumber ?? null }
  const { base } = readProductName(best.product.name)
  return numbered.find(({ name }) => name !== null && foldText(name) === base) ?? numbered[0] ?? readings[0]
}

/** A year of release, as titles of auctions begin. */
const year = /^(?:19[89]|20[0-4])\d$/

const isOpenWith =
  (explained: Float32Array | undefined) =>
  (word: number): boolean =>
    (explained?.[word] ?? 0) === 0

/** A flag names a language, or nothing that is known here. */
const flag = /\p{RI}{2}/u

/** What stands between two spaces and was not understood. */
const unreadOf = (
  { chunks, copyTerms, gradeSpan, setSpan }: CardLine,
  best: RankedPrinting | undefined,
  number: NumberReading | undefined,
): string[] => {
  const isOpen = isOpenWith(best?.explained)
  const spans = [...copyTerms, gradeSpan, setSpan, number].filter((span) => span != null)
  const isRead = ({ from, to }: Chunk): boolean => spans.some((span) => from < span.to && to > span.from)
  const isUnread = (chunk: Chunk, at: number): boolean => {
    const { words, from, to, isStopword, raw } = chunk
    if (flag.test(raw)) return true
    if (words.length === 0 || isRead(chunk)) return false
    if (isStopword && !words.some((word) => copyStopwords.has(word))) return false
    if (at === 0 && (year.test(raw) || /^\d{1,3}$/.test(raw))) return false
    if (words.every((word) => connectors.has(word))) return false
    for (let word = from; word < to; word++) if (!isOpen(word)) return false
    return true
  }
  return chunks.filter(isUnread).flatMap((chunk) => toName([chunk]) ?? [])
}

/** Whether the number that was taken for a count is the first word of the printing's name, as in `99 Puppies`. */
const isBeginningOfName = ({ quantity, chunks }: CardLine, best: RankedPrinting | undefined): boolean =>
  best !== undefined &&
  quantity !== null &&
  chunks[0]?.raw !== String(quantity) &&
  readProductName(best.product.name).base.startsWith(`${quantity} `)

/** Words of the qualifiers that were all typed: `Cosmos Holo` behind a name is the printing, and no finish. */
const qualifierWordsOf = (best: RankedPrinting | undefined): ReadonlySet<string> =>
  best?.matchReasons.includes('qualifier_exact')
    ? new Set(foldedWords(readProductName(best.product.name).qualifier))
    : new Set()

/** What was read out of a line, in the light of the printing that fits best. */
export const parsedOf = (line: CardLine, best: RankedPrinting | undefined, setHint: string | null): ParsedQuery => {
  const { text, chunks, leadingNumber, copyTerms, grade } = line
  const reading = readingOf(line, best)
  const isCount = leadingNumber !== null && leadingNumber <= counts.maxInDeck
  const read = reading?.cardNumber ?? null
  const cardNumber = isCount && read === String(leadingNumber) ? null : read
  const inName = chunks.filter(({ from, to }) => best?.inName.subarray(from, to).some((share) => share > 0))
  const isLeadingFree = best === undefined || ((best.explained[0] ?? 0) === 0 && best.number?.from !== 0)
  const number = text.numbers.find((candidate) => candidate.text === cardNumber)
  const isOpenInName = isOpenWith(best?.inName)
  const inQualifier = qualifierWordsOf(best)
  const isOpen = (word: number): boolean =>
    isOpenInName(word) &&
    !inQualifier.has(text.words[word]?.text ?? '') &&
    best?.inSet.some(({ from, to }) => word >= from && word < to) !== true
  const copy = copyOf(copyTerms, isOpen, best?.number ?? null)
  return {
    name: inName.length > 0 ? toName(inName) : (reading?.name ?? null),
    cardNumber,
    setHint,
    quantity: isBeginningOfName(line, best)
      ? null
      : (line.quantity ?? (isCount || (isLeadingFree && cardNumber !== String(leadingNumber)) ? leadingNumber : null)),
    condition: grade ?? copy.condition,
    variant: copy.variant,
    language: copy.language ?? otherLanguageOf(best?.number?.number.region ?? null),
    unread: unreadOf(line, best, number),
  }
}
