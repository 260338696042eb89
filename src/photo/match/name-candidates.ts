import { printSimilarity } from '../../cards/edit-distance.ts'
import { foldLetters } from '../../cards/fold.ts'
import type { CardLexicon, NameMatch } from '../reading.ts'
import { align, joinColumns } from '../text/alignment.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import { isLabel } from './labels.ts'
import { type NamePiece, namePieces, titleWeight } from './name-pieces.ts'
import { nameWeights } from './weights.ts'

/** A name of the catalogue that some lines may spell. */
export interface NameCandidate {
  readonly name: string
  /** As the lines spell it: the name itself, or in another language. */
  readonly spelling: string
  /** It is a word that many cards bear, so that only a number makes a title of it. */
  readonly isOfLabel: boolean
  readonly similarity: number
  readonly score: number
  readonly lines: readonly PlacedLine[]
  readonly numbers: readonly string[]
}

/**
 * The names most like the lines, by likeness, place and size; `others` are names that something else than their letters
 * speaks for.
 */
export const nameCandidates = (
  lines: readonly PlacedLine[],
  lexicon: CardLexicon,
  others: readonly string[] = [],
): NameCandidate[] => {
  const maxHeight = Math.max(...lines.map((line) => line.height), 1e-6)
  const byName = new Map<string, NameCandidate>()
  for (const piece of namePieces(lines)) {
    for (const match of nearest(piece, lexicon, others)) {
      if (match.similarity < nameWeights.minSimilarity) continue
      const spelling = match.translation ?? match.name
      const likeness = refined({ name: spelling, similarity: match.similarity }, piece)
      const score =
        likeness ** nameWeights.likenessPower *
        titleWeight(piece.lines, maxHeight, isLongAndLike(spelling, likeness) ? nameWeights.longName.place : 0) *
        lengthWeight(spelling)
      if (score > (byName.get(match.name)?.score ?? 0)) {
        const isOfLabel = isLabel(match.name) || isLabel(piece.text)
        byName.set(match.name, {
          name: match.name,
          spelling,
          isOfLabel,
          similarity: likeness,
          score,
          lines: piece.lines,
          numbers: [],
        })
      }
    }
  }
  return [...byName.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, nameWeights.maxCandidates)
    .map((candidate) => ({ ...candidate, numbers: lexicon.numbersOf(candidate.name) }))
}

const nearest = ({ text }: NamePiece, lexicon: CardLexicon, others: readonly string[]): readonly NameMatch[] => {
  const folded = foldLetters(text)
  return [
    ...lexicon.nearestNames(text, nameWeights.perPiece),
    ...others.map((name) => ({ name, similarity: printSimilarity(folded, foldLetters(name)) })),
  ]
}

// So many letters stand nowhere by chance: a place measured from a wrong frame says less than they do.
const isLongAndLike = (name: string, likeness: number): boolean =>
  likeness >= nameWeights.longName.likeness && foldLetters(name).length >= nameWeights.longName.letters

// What the recognizer nearly chose counts: of two names one letter off, that whose letter came second. It counts for as
// much of the text as the name covers: some name stands within every sentence.
const refined = ({ name, similarity }: NameMatch, { text, lines }: NamePiece): number => {
  if (similarity === 1) return 1
  const letters = foldLetters(name).length
  const covered = Math.min(1, letters / Math.max(1, foldLetters(text).length))
  return (
    similarity +
    (1 - similarity) * nameWeights.aligned * covered * Math.exp(-lossPerLetter(lines, name)) -
    nameWeights.misread
  )
}

/** The recognizer's own loss of a name in lines, a letter: 0 where it read just that. */
export const lossPerLetter = (lines: readonly PlacedLine[], name: string): number => {
  const columns = lines.length === 1 && lines[0] ? lines[0].columns : joinColumns(lines.map((line) => line.columns))
  return -align(columns, name.replace(/[/-]/g, '')) / Math.max(1, foldLetters(name).length)
}

const lengthWeight = (name: string): number =>
  Math.min(1, nameWeights.shortest + foldLetters(name).length / nameWeights.lettersForFull)
