import { foldLetters } from '../../cards/fold.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import { noTitlePlace, pieceLimits, titlePlaces, titleWeights } from './weights.ts'

/** A piece of text that may be a name, and the lines it came from. */
export interface NamePiece {
  readonly text: string
  readonly lines: readonly PlacedLine[]
}

/** Whole lines, without a stage before or hit points after, and neighbours in a row or a stack joined. */
export const namePieces = (lines: readonly PlacedLine[]): NamePiece[] => {
  const pieces: NamePiece[] = []
  const seen = new Set<string>()
  const push = (text: string, parts: readonly PlacedLine[]) => {
    for (const variant of variantsOf(text)) {
      const key = foldLetters(variant)
      if (key.length < pieceLimits.minLetters || key.length > pieceLimits.maxLetters || seen.has(key)) continue
      seen.add(key)
      pieces.push({ text: variant, lines: parts })
    }
  }
  for (const line of lines) {
    if (line.confidence < pieceLimits.minConfidence) continue
    push(line.text, [line])
    for (const other of lines) {
      if (
        other !== line &&
        other.confidence >= pieceLimits.minConfidence &&
        (isInRow(line, other) || isStacked(line, other))
      )
        push(`${line.text} ${other.text}`, [line, other])
    }
  }
  return pieces
}

const isInRow = (line: PlacedLine, other: PlacedLine): boolean => {
  const height = Math.max(line.height, other.height)
  const { drift, overlap, gap } = pieceLimits.row
  return (
    Math.abs(line.middle[1] - other.middle[1]) < drift * height &&
    other.left > line.right - overlap &&
    other.left - line.right < gap
  )
}

const isStacked = (line: PlacedLine, other: PlacedLine): boolean => {
  const gap = other.middle[1] - line.middle[1]
  const height = (line.height + other.height) / 2
  return (
    gap > pieceLimits.stack.minGap * height &&
    gap < pieceLimits.stack.maxGap * height &&
    other.left < line.right &&
    other.right > line.left &&
    other.height < pieceLimits.stack.maxHeights * line.height
  )
}

const symbolsAtEnd = /(?:(?<![\s◎○●*+@()（）])[\s◎○●*+@()（）]+[0-9A-Z]{0,3}|(?<![0-9◎○●*+@()（）])[0-9◎○●*+@()（）]+)$/

/** A line without what games print beside a title: stage, hit points, symbols. */
export const bareTitle = (text: string): string => variantsOf(text).at(-1)?.trim() ?? ''

const variantsOf = (text: string): string[] => {
  const bareStart = text.replace(
    /^\s*(?:basic|stage\s*[12l]?|stage|trainer|supporter|item|evolves|level-?up|mega(?=[A-Z]))\s*/i,
    '',
  )
  const bareEnd = bareStart.replace(/(?<![\s.:])[\s.:]*(?:HP|HP\s*[0-9OS]{2,3}|[0-9OS]{2,3}\s*HP|[0-9]{2,3})\W*$/i, '')
  const symbols = bareEnd.replace(symbolsAtEnd, '')
  return [text, bareStart, bareEnd, symbols]
}

/**
 * How much place, size and clearness of lines speak for a title, 0 to 1; `maxHeight` is that of the tallest line,
 * `minPlace` what any place is worth.
 */
export const titleWeight = (parts: readonly PlacedLine[], maxHeight: number, minPlace = 0): number => {
  const y = Math.min(...parts.map((part) => part.middle[1]))
  const place = Math.max(minPlace, placeWeight(y))
  const height = Math.sqrt(Math.max(...parts.map((part) => part.height)) / maxHeight)
  const confidence = parts.reduce((sum, part) => sum + part.confidence, 0) / parts.length
  const { height: byHeight, confidence: byConfidence } = titleWeights
  return place * (1 - byHeight + byHeight * height) * (1 - byConfidence + byConfidence * confidence)
}

const placeWeight = (y: number): number =>
  titlePlaces.find(({ from, below }) => (from === 0 || y > from) && y < below)?.weight ?? noTitlePlace

// Titles begin with a capital; on top, where they mostly are, that may have gone unread.
const beginsSmall = ({ text, middle }: PlacedLine): boolean =>
  placeWeight(middle[1]) < titlePlaces[0].weight && /^\P{L}*\p{Ll}/u.test(text)

/** Whether lines stand where no game prints a title, or as none does: in its rules, most likely. */
export const isOutOfPlace = (lines: readonly PlacedLine[]): boolean =>
  lines.every((line) => placeWeight(line.middle[1]) === noTitlePlace) || lines.slice(0, 1).some(beginsSmall)
