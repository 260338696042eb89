import { readCopyTerms } from '../../packages/client/src/copy-words.ts'
import { readCollectorNumber } from '../cards/collector-number.ts'
import { foldedWords, foldText } from '../cards/fold.ts'
import { isNameless } from '../catalog/nameless.ts'
import type { CardText, NumberReading, TextReading, TextSpan, TextWord } from '../catalog/ports.ts'
import { type Chunk, chunksOf } from './chunks.ts'
import { type CopyReading, hitPoints, readCopyReadings, readGrade } from './copy-reading.ts'
import { readNumbers } from './number-readings.ts'
import type { ReadCard } from './ports.ts'
import { takeQuantity } from './quantity.ts'
import { alterations, attributes, connectors, credits, measures, stopwords } from './stopwords.ts'

/** One line about a card: the card text, and what it says of the copies. */
export interface CardLine {
  readonly text: CardText
  readonly chunks: readonly Chunk[]
  /** Copies counted beyond doubt, or `null`. */
  readonly quantity: number | null
  /** A bare number before the name, which counts copies or is the collector number; `null` where there is none. */
  readonly leadingNumber: number | null
  readonly copyTerms: readonly CopyReading[]
  /** Grade as `PSA 9`, or `null`, and its words. */
  readonly grade: string | null
  readonly gradeSpan: TextSpan | null
  /** The abbreviation of the set that a reader found apart from the number, or `null`. */
  readonly setSpan: TextSpan | null
  /**
   * True where nothing but its set can make a printing certain: a title that the catalogue lacks, and a bare number
   * without a name.
   */
  readonly isGuess: boolean
}

/** Control, format and surrogate characters, which name no card and could disturb a log or a terminal. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}]+/gu
/** Underscores stand for spaces where files and links name a card. */
const underscores = /(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu
/** Magic prints set and language so: `FDN·DE`. */
const middleDots = /[·•‧・](?=[A-Z]{2}\b)/g
const dashes = /[‐‑‒–—―−]/g
const spacedSlash = /(?<=[\p{L}\p{N}])\s*\/\s+(?=[\p{L}\p{N}]*\d)|(?<=\d[a-z]?)\s+\/\s*(?=[\p{L}\p{N}]*\d)/gu
/** `4\102` and `4 of 102`. */
const otherSlash = /(?<=\d)(?:\\| of )(?=\d{2,3}(?!\d))/g
/** `TG 12/TG 30`: the letters of a series stand apart from its numbers. */
const spacedSeries = /\b([a-z]{1,4}) (\d{1,3}\/)\1 (?=\d)/gi
/** `op 01 001`: a One Piece code with all its parts apart. */
const spacedCode = /\b(op|st|eb|prb) (\d\d)[ -](\d{3})\b/gi
/** Letters that a hyphen joins to the code of a set, as `S-P` and `SV-P`. */
const hyphenated = /^[([]?[a-z]{1,4}-[a-z]{1,3}[)\]]?[,;]?$/i
/** `TG12/30`: such series print their letters before the total too. */
const bareTotal = /\b(tg|gg|sv|rc)(\d{1,3}\/)(?=\d{2,3}\b)/gi
const typeLine = /^\[[^\]]*\/[^\]]*\]?$/
const measured = /^(?:\d*0hp|hp\d+|x\d|\d+x|[©(]+c?\)?\d{4}|(?:atk|def)\/?\d*)$/i

/** How many words of a person's name follow a credit at most. */
const creditWords = 2

/** `120 HP`, but not `110 HP 120`. */
const isHitPointsAt = (chunks: readonly Chunk[], at: number): boolean =>
  chunks[at + 1]?.words[0] === 'hp' &&
  hitPoints.test(chunks[at]?.words[0] ?? '') &&
  !hitPoints.test(chunks[at + 2]?.words[0] ?? '')

/**
 * Marks what stands on a card or an offer beside the name: measures, grades, credits, type lines and the stopwords
 * themselves.
 */
const markStopwords = (chunks: readonly Chunk[]): void => {
  let credited = 0
  for (const [index, chunk] of chunks.entries()) {
    const first = chunk.words[0] ?? ''
    const before = chunks[index - 1]?.words.at(-1) ?? ''
    const bare = /^\d+$/.test(first)
    if (credited > 0 && !/\d/.test(first) && !alterations.has(first) && !/^[([]/.test(chunk.raw)) {
      credited--
      chunk.isStopword = true
      continue
    }
    credited = credits.has(first) ? creditWords : credited > 0 && bare ? 0 : credited
    chunk.isStopword =
      measured.test(chunk.raw) ||
      typeLine.test(chunk.raw) ||
      (bare && (measures.has(before) || isHitPointsAt(chunks, index))) ||
      (before === 'from' && chunks[index - 2]?.words[0] === 'evolves') ||
      attributes.has(chunk.raw) ||
      (chunk.words.length > 0 && chunk.words.every((word) => stopwords.has(word)))
  }
}

/** Marks words that only connect stopwords: those between two of them. */
const markConnectors = (chunks: readonly Chunk[]): void => {
  let end = 1
  for (let at = 1; at < chunks.length; at++) {
    end = Math.max(end, at)
    while (end < chunks.length && connectors.has(chunks[end]?.words[0] ?? '') && chunks[end]?.words.length === 1) end++
    if (end === at || chunks[at - 1]?.isStopword !== true || chunks[end]?.isStopword !== true) continue
    for (const chunk of chunks.slice(at, end)) chunk.isStopword = true
    at = end
  }
}

/** Marks the words that speak of the copy. As part of a name they still count, as all stopwords do. */
const markCopyWords = (chunks: readonly Chunk[], spans: readonly TextSpan[]): void => {
  for (const { from, to } of spans)
    for (const chunk of chunks)
      if (chunk.words.length > 0 && chunk.from >= from && chunk.to <= to) chunk.isStopword = true
}

/** Words in brackets. */
const bracketsOf = (chunks: readonly Chunk[]): TextSpan[] => {
  const spans: TextSpan[] = []
  let open: number | null = null
  for (const { raw, from, to } of chunks) {
    if (/^[([]/.test(raw)) open = from
    if (open === null || !/[)\]][,;]?$/.test(raw)) continue
    if (to > open) spans.push({ from: open, to })
    open = null
  }
  return spans
}

/** Cells behind the first. */
const cellsOf = (chunks: readonly Chunk[]): TextSpan[] => {
  const ends = chunks.flatMap(({ to, endsCell }) => (endsCell ? [to] : []))
  const end = chunks.at(-1)?.to ?? 0
  return ends.flatMap((from, at) => {
    const to = ends[at + 1] ?? end
    return to > from ? [{ from, to }] : []
  })
}

/** Digits without a leading zero, which may count copies. */
const bareNumber = ({ raw }: Chunk): number | null => (/^[1-9]\d{0,2}$/.test(raw) ? Number(raw) : null)

const edges = /^[\s\-–,;:#|/"]+|(?<![\s\-–,;:#|/"])[\s\-–,;:#|/"]+$/g

/** The name that chunks make, without what parts it from its neighbors; `null` where nothing is left. */
export const toName = (chunks: readonly Chunk[]): string | null => {
  const name = chunks
    .map((chunk) => chunk.raw)
    .join(' ')
    .replace(edges, '')
  return name === '' ? null : name
}

/** The names that are left without the number: without stopwords, unless nothing else is left, and as they stand. */
const namesWithout = (chunks: readonly Chunk[], number: NumberReading | null): (string | null)[] => {
  const rest = chunks.filter(
    (chunk) => number === null || chunk.to <= number.from || chunk.from >= number.to || chunk.words.length === 0,
  )
  const significant = rest.filter((chunk) => !chunk.isStopword)
  const whole = toName(rest)
  const name = significant.some((chunk) => chunk.words.length > 0) ? toName(significant) : whole
  return name === whole ? [name] : [name, whole]
}

/** The first cell of separated text, which holds the name; `null` where there are no cells. */
const nameCellOf = (chunks: readonly Chunk[], number: NumberReading | null): string | null => {
  const end = chunks.findIndex((chunk) => chunk.endsCell)
  const cell = end < 0 ? [] : chunks.slice(0, end + 1)
  return cell.some(({ from, to }) => number !== null && from < number.to && to > number.from) ? null : toName(cell)
}

/**
 * Reads one line of card text, typed, exported or read from a photo, into its words, the parts that may be a collector
 * number, the ways to part it into name and number, and what it says of the copies. It never throws; what a word means
 * is settled by the ranking, which knows the catalogue.
 */
export const parseCardText = (given: string): CardLine => {
  const line = given
    .replace(/\s+/g, (blank) => (blank.includes('\t') ? ', ' : blank))
    .replace(unprintable, ' ')
    .normalize('NFKC')
    .replace(middleDots, ' ')
    .replace(dashes, '-')
    .replace(underscores, ' ')
    .replace(otherSlash, '/')
    .replace(spacedSlash, '/')
    .replace(spacedSeries, '$1$2$1')
    .replace(spacedCode, '$1$2-$3')
    .replace(bareTotal, '$1$2$1')
    .replace(/\s+/g, ' ')
    .trim()
  const counted = takeQuantity(line)
  const parsed = parseParts(line, counted.rest)
  if (counted.quantity !== null) return { ...parsed, quantity: counted.quantity, leadingNumber: null }
  // Beside another number the one before the name counts the copies. `7 SS1` is a number and a set's code as well.
  const { leadingNumber, chunks, text } = parsed
  const mayBeCode = ({ strength }: NumberReading): boolean =>
    text.nameless && strength !== 'code' && strength !== 'fraction'
  const isCount =
    leadingNumber !== null &&
    text.numbers.some((one) => one.from > 0 && text.words[one.from]?.isStopword === false && !mayBeCode(one))
  if (!isCount) return parsed
  const rest = counted.rest.slice((chunks[0] as Chunk).raw.length).trim()
  return { ...parseParts(line, rest), quantity: leadingNumber, leadingNumber: null }
}

/** Reads a line but for the copies that it counts beyond doubt. */
const parseParts = (line: string, rest: string): CardLine => {
  const chunks = chunksOf(rest)
  const copyTerms = readCopyReadings(chunks)
  markStopwords(chunks)
  const grade = readGrade(chunks)
  markCopyWords(chunks, grade === null ? copyTerms : [...copyTerms, grade])
  markConnectors(chunks)
  const brackets = bracketsOf(chunks)
  const numbers = readNumbers(chunks).filter(({ from, to }) => grade === null || to <= grade.from || from >= grade.to)
  const words: TextWord[] = chunks.flatMap((chunk) =>
    chunk.words.map((word) => ({ text: word, isStopword: chunk.isStopword })),
  )
  const readings: TextReading[] = [...numbers.slice(0, 3), null].flatMap((number) => {
    const cell = nameCellOf(chunks, number)
    const names = new Set([...(cell === null ? [] : [cell]), ...namesWithout(chunks, number)])
    return [...names].map((name) => ({ name, cardNumber: number?.text ?? null }))
  })
  return {
    text: {
      line,
      words,
      nameless: isNameless(words, numbers),
      numbers,
      readings,
      brackets,
      setPlaces: [...brackets, ...cellsOf(chunks)],
      hyphenated: chunks.filter(({ raw }) => hyphenated.test(raw)).map(({ from, to }) => ({ from, to })),
    },
    chunks,
    quantity: null,
    leadingNumber: chunks.length > 1 ? bareNumber(chunks[0] as Chunk) : null,
    copyTerms,
    grade: grade?.value ?? null,
    gradeSpan: grade,
    setSpan: null,
    isGuess: false,
  }
}

const wordsOf = (text: string, isStopword: boolean): TextWord[] =>
  foldedWords(foldText(text)).map((word) => ({ text: word, isStopword }))

/** `No.130`: the number of a Pokémon, which is none of the card. */
const pokedexNumber = /^no\b/i

/**
 * What of a reading is looked up: a title that the catalogue lacks is left out beside a number, and beside a name the
 * number of a Pokémon.
 */
const lookedUp = ({ name: title, isListed, number, setCode, slab }: ReadCard) => {
  const name = isListed || number === null ? title : null
  if (number === null || (name !== null && pokedexNumber.test(number.text)))
    return { name, number: null, set: (slab && name && setCode) ?? null }
  return { name, number, set: setCode ?? null }
}

/**
 * A card that is already parted into name, set and number, as a card line; no rule for typed text has a say in it. The
 * set's abbreviation is a stopword: a set of that code is looked into, and one that the catalogue lacks says nothing
 * against a printing. What is said of the copy stands behind, as people write it.
 */
export const toCardLine = (card: ReadCard): CardLine => {
  const { name, number, set } = lookedUp(card)
  const nameWords = wordsOf(name ?? '', false)
  const setSpan = set === null ? null : { from: nameWords.length, to: nameWords.length + wordsOf(set, true).length }
  const nameAndSet = [...nameWords, ...wordsOf(set ?? '', true)]
  const ofCard = [...nameAndSet, ...wordsOf(number?.text ?? '', false)]
  const variant = ofCard.length === 0 || set?.includes(card.variant ?? '') ? '' : (card.variant ?? '')
  // The word for a grade that was not read is one that is understood of no copy, so that none is priced.
  const grade = ofCard.length > 0 && card.slab ? (card.slab.grade ?? 'graded') : ''
  const withVariant = [...ofCard, ...wordsOf(variant, readCopyTerms(variant) !== null)]
  const words = [...withVariant, ...wordsOf(grade, true)]
  const collectorNumber = number && readCollectorNumber(number.text)
  const numbers: NumberReading[] =
    number && collectorNumber
      ? [{ ...number, number: collectorNumber, from: nameAndSet.length, to: ofCard.length }]
      : []
  const text: CardText = {
    line: [name, set, number?.text, variant, grade].filter(Boolean).join(' '),
    words,
    nameless: name === null,
    numbers,
    readings: [{ name, cardNumber: number?.text ?? null }],
    brackets: [],
    setPlaces: [],
    hyphenated: [],
  }
  const chunks = chunksOf(text.line)
  for (const chunk of chunks) chunk.isStopword = words.slice(chunk.from, chunk.to).some(({ isStopword }) => isStopword)
  const isGuess = name === null ? number?.strength === 'bare' : !card.isListed
  return {
    text,
    chunks,
    quantity: null,
    leadingNumber: null,
    copyTerms: readCopyReadings(chunks).filter(({ from, to }) => from >= ofCard.length && to <= withVariant.length),
    grade: card.slab?.grade ?? null,
    gradeSpan: card.slab?.grade ? { from: withVariant.length, to: words.length } : null,
    setSpan,
    isGuess,
  }
}
