import { foldLetters } from '../../cards/fold.ts'
import type { PlacedLine } from '../text/placed-line.ts'

/** A piece of text that may be a name, the lines it came from, and how much its place and size speak for a title. */
export interface NamePiece {
  text: string
  lines: readonly PlacedLine[]
  weight(tallest: number): number
}

/** Whole lines, without a stage before or hit points after, and neighbours in a row or a stack joined. */
export const namePieces = (lines: readonly PlacedLine[]): NamePiece[] => {
  const pieces: NamePiece[] = []
  const seen = new Set<string>()
  const push = (text: string, parts: readonly PlacedLine[]) => {
    for (const variant of variantsOf(text)) {
      const key = foldLetters(variant)
      if (key.length < 3 || key.length > 44 || seen.has(key)) continue
      seen.add(key)
      pieces.push({ text: variant, lines: parts, weight: (tallest) => weightOf(parts, tallest) })
    }
  }
  for (const line of lines) {
    if (line.confidence < 0.4) continue
    push(line.text, [line])
    for (const other of lines) {
      if (other !== line && other.confidence >= 0.4 && (follows(line, other) || stands(line, other)))
        push(`${line.text} ${other.text}`, [line, other])
    }
  }
  return pieces
}

const follows = (line: PlacedLine, other: PlacedLine): boolean => {
  const height = Math.max(line.height, other.height)
  return (
    Math.abs(line.middle[1] - other.middle[1]) < 0.7 * height && other.left > line.right - 0.03 && other.left - line.right < 0.12
  )
}

const stands = (line: PlacedLine, other: PlacedLine): boolean => {
  const gap = other.middle[1] - line.middle[1]
  const height = (line.height + other.height) / 2
  return (
    gap > 0.3 * height &&
    gap < 1.9 * height &&
    other.left < line.right &&
    other.right > line.left &&
    other.height < 3 * line.height
  )
}

/** A line without what games print beside a title: stage, hit points, symbols. */
export const bareTitle = (text: string): string => variantsOf(text).at(-1)?.trim() ?? ''

const variantsOf = (text: string): string[] => {
  const bareStart = text.replace(
    /^\s*(?:basic|stage\s*[12l]?|stage|trainer|supporter|item|evolves|level-?up|mega(?=[A-Z]))\s*/i,
    '',
  )
  const bareEnd = bareStart.replace(/[\s.:]*(?:HP|HP\s*[0-9OS]{2,3}|[0-9OS]{2,3}\s*HP|[0-9]{2,3})\W*$/i, '')
  const symbols = bareEnd.replace(/(?:[\s◎○●*+@()（）]+[0-9A-Z]{0,3}|[0-9◎○●*+@()（）]+)$/, '')
  return [text, bareStart, bareEnd, symbols]
}

/** How much place, size and clearness of lines speak for a title, 0 to 1; `tallest` is the height of the tallest line. */
export const weightOf = (parts: readonly PlacedLine[], tallest: number): number => {
  const y = Math.min(...parts.map((part) => part.middle[1]))
  const place = placeWeight(y)
  const height = Math.sqrt(Math.max(...parts.map((part) => part.height)) / tallest)
  const confidence = parts.reduce((sum, part) => sum + part.confidence, 0) / parts.length
  return place * (0.45 + 0.55 * height) * (0.4 + 0.6 * confidence)
}

const onTop = 1
const noTitle = 0.45

// Most games put the title on top, Lorcana and Riftbound under the picture, One Piece near the lower edge.
const placeWeight = (y: number): number => (y < 0.2 ? onTop : y > 0.5 && y < 0.66 ? 0.62 : y > 0.8 && y < 0.94 ? 0.68 : noTitle)

// Titles begin with a capital; on top, where they mostly are, that may have gone unread.
const beginsSmall = ({ text, middle }: PlacedLine): boolean => placeWeight(middle[1]) < onTop && /^\P{L}*\p{Ll}/u.test(text)

/** Whether lines stand where no game prints a title, or as none does: in its rules, most likely. */
export const isOutOfPlace = (lines: readonly PlacedLine[]): boolean =>
  lines.every((line) => placeWeight(line.middle[1]) === noTitle) || lines.slice(0, 1).some(beginsSmall)
