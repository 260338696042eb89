import {
  type CopyTerm,
  type CopyWords,
  copyOfTerms,
  copyTerms,
  maxCopyTermWords,
  readCopyTerms,
} from '../../packages/client/src/copy-words.ts'
import { graders, gradeWords } from '../cards/grades.ts'
import type { TextSpan } from '../catalog/ports.ts'
import type { Chunk } from './chunks.ts'

/** A part of a text that speaks of the copy, unless its words are part of the card's name. */
export interface CopyReading extends TextSpan {
  readonly term: CopyTerm
  /** The number beside `HP`, which speaks of the copy only where this number is the card's; else it is hit points. */
  readonly unlessHitPoints: TextSpan | null
}

/** Moxfield and Archidekt mark finishes so. */
const marks: ReadonlyMap<string, string> = new Map([
  ['*f*', 'foil'],
  ['*e*', 'etched'],
])
/** Hit points are tens. */
export const hitPoints = /^\d{1,2}0$/

/** Whether the chunks are all that stands in a cell or in brackets. */
const standsAlone = (chunks: readonly Chunk[], first: number, last: number): boolean => {
  const [begin, end] = [chunks[first] as Chunk, chunks[last] as Chunk]
  if (/^[([]/.test(begin.raw) && /[)\]],?$/.test(end.raw)) return true
  return first > 0 && chunks[first - 1]?.endsCell === true && (end.endsCell || last === chunks.length - 1)
}

/** A language by its code in capitals: beside a number, or at the end. */
const isLanguageCode = (chunks: readonly Chunk[], at: number, { field }: CopyTerm): boolean =>
  field === 'language' &&
  at > 0 &&
  /^[([]?[A-Z]{2,3}[)\]]?,?$/.test((chunks[at] as Chunk).raw) &&
  (at === chunks.length - 1 || [chunks[at - 1], chunks[at + 1]].some((beside) => /\d/.test(beside?.raw ?? '')))

/**
 * The hit points that `HP` at this place may belong to, as in `HP 120` and `120 HP`; `45 HP` is a number and a
 * condition.
 */
const hitPointsAt = (chunks: readonly Chunk[], at: number): Chunk | undefined =>
  chunks[at]?.words[0] !== 'hp'
    ? undefined
    : [chunks[at + 1], chunks[at - 1]].find(
        (beside) => beside !== undefined && !beside.endsCell && hitPoints.test(beside.words.join(' ')),
      )

const termAt = (chunks: readonly Chunk[], first: number): { term: CopyTerm; last: number } | null => {
  const marked = marks.get((chunks[first] as Chunk).raw.toLowerCase())
  if (marked !== undefined) return { term: copyTerms.get(marked) as CopyTerm, last: first }
  for (let last = Math.min(chunks.length, first + maxCopyTermWords) - 1; last >= first; last--) {
    const words = chunks.slice(first, last + 1).flatMap((chunk) => chunk.words)
    const term = words.length > maxCopyTermWords ? undefined : copyTerms.get(words.join(' '))
    if (term === undefined || chunks.slice(first, last).some((chunk) => chunk.endsCell)) continue
    if (term.onlyAlone && !standsAlone(chunks, first, last) && !(last === first && isLanguageCode(chunks, first, term)))
      continue
    return { term, last }
  }
  return null
}

/**
 * Several terms in one chunk, as `NM-LP` or `LP/German`; none where one of its words is no term, or is a name's as
 * well.
 */
const termsWithin = ({ raw, words }: Chunk): readonly CopyTerm[] => {
  const terms = words.length < 2 ? null : readCopyTerms(raw)
  return terms?.every(({ onlyAlone }) => !onlyAlone) ? terms : []
}

/** Every part of a text that may speak of the copy. */
export const readCopyReadings = (chunks: readonly Chunk[]): CopyReading[] => {
  const found: CopyReading[] = []
  for (let at = 0; at < chunks.length; at++) {
    const chunk = chunks[at] as Chunk
    const known = termAt(chunks, at)
    const terms = known === null ? termsWithin(chunk) : [known.term]
    const number = hitPointsAt(chunks, at)
    const unlessHitPoints = number === undefined ? null : { from: number.from, to: number.to }
    const { to } = chunks[known?.last ?? at] as Chunk
    for (const term of terms) found.push({ term, from: chunk.from, to, unlessHitPoints })
    at = known?.last ?? at
  }
  return found
}

const graderWords: ReadonlySet<string> = new Set(graders)
const wordsBesideGrade: ReadonlySet<string> = new Set(gradeWords)
const gradeNumber = /^[^\p{L}\p{N}]{0,2}(10|[1-9](?:[.,]\d{1,2})?)(?!\p{N})/u
const gluedGrade = new RegExp(`^(${graders.join('|')})[-:]?(10|[1-9](?:\\.5)?)$`, 'i')

const graderName = (word: string): string => (/^graded$/i.test(word) ? 'Graded' : word.toUpperCase())

/** A grade as `PSA 9`, which no condition of the market means, and its words; `null` where the text names none. */
export const readGrade = (chunks: readonly Chunk[]): (TextSpan & { readonly value: string }) | null => {
  for (const [at, { raw, words, from, to }] of chunks.entries()) {
    const glued = gluedGrade.exec(raw)
    if (glued !== null) return { value: `${graderName(glued[1] as string)} ${glued[2]}`, from, to }
    const grader = words[0] ?? ''
    if (words.length !== 1 || !graderWords.has(grader)) continue
    const behind = chunks.slice(at + 1, at + 5)
    const number = behind.find((chunk) => !chunk.words.every((word) => wordsBesideGrade.has(word)))
    const grade = number && gradeNumber.exec(number.raw)?.[1]
    if (!number || !grade || (grader === 'graded' && number.raw.includes('/'))) continue
    const rest = chunks.slice(chunks.indexOf(number) + 1)
    const end = rest.findIndex((chunk) => !chunk.words.every((word) => wordsBesideGrade.has(word)))
    return {
      value: `${graderName(grader)} ${grade}`,
      from,
      to: (end < 0 ? rest : rest.slice(0, end)).at(-1)?.to ?? number.to,
    }
  }
  return null
}

/**
 * What the terms say of the copy, but for those whose words the card's own name explains and for hit points. `number`
 * is the card's.
 */
export const copyOf = (
  terms: readonly CopyReading[],
  isOpen: (word: number) => boolean,
  number: TextSpan | null,
): CopyWords =>
  copyOfTerms(
    terms
      .filter(({ from, to, unlessHitPoints }) => {
        if (
          unlessHitPoints !== null &&
          (number === null || number.from > unlessHitPoints.from || number.to < unlessHitPoints.to)
        )
          return false
        for (let at = from; at < to; at++) if (!isOpen(at)) return false
        return true
      })
      .map(({ term }) => term),
  )
