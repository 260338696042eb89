import type { PlacedLine } from '../text/placed-line.ts'
import { isLabel } from './labels.ts'
import { lossPerLetter, type NameCandidate } from './name-candidates.ts'
import { bareTitle, isOutOfPlace, titleWeight } from './name-pieces.ts'
import { agreementWeights, unknownTitle } from './weights.ts'

/** A title as it is printed, with no name of the catalogue behind it. */
export interface PrintedTitle {
  readonly text: string
  readonly score: number
  readonly line: PlacedLine
}

// Heroes of Flesh and Blood and most cards of One Piece have their title in the middle near the foot, and none on top.
const isAtFoot = ({ middle: [x, y] }: PlacedLine): boolean =>
  y > unknownTitle.foot.minY && y < unknownTitle.foot.maxY && Math.abs(x - 0.5) < unknownTitle.foot.offMiddle

/** A title begins with a capital: what looks like a small l there is a capital i. */
const smallAtStart = /^l(?=\p{Ll})/u

/**
 * Lines near the top that may be a title, best first, or else in the middle near the foot. With nothing to match
 * against, the tallest line of letters is the best guess at a name.
 */
export const printedTitles = (lines: readonly PlacedLine[]): PrintedTitle[] => {
  const maxHeight = Math.max(...lines.map((line) => line.height), 1e-6)
  const clear = lines.filter((line) => line.confidence > unknownTitle.minConfidence)
  const onTop = clear.filter((line) => line.middle[1] < unknownTitle.maxY)
  return (onTop.length > 0 ? onTop : clear.filter(isAtFoot))
    .map((line) => ({
      line,
      text: bareTitle(line.text).replace(smallAtStart, 'I'),
      score: titleWeight([line], maxHeight),
    }))
    .filter(({ text }) => /^[\p{L}][\p{L}\p{N} '’.,:!&-]{2,40}$/u.test(text) && !isLabel(text))
    .sort((a, b) => b.score - a.score)
}

/** Whether the title can be read from its capital on, so that a closer look would say the same. */
export const hasClearTitle = (lines: readonly PlacedLine[]): boolean =>
  printedTitles(lines).some(({ text, line }) => line.confidence > unknownTitle.clear && /^\p{Lu}/u.test(text))

/**
 * Whether the title is so clear that the nearest name cannot be its own: the catalogue lacks the true one. `Refute` is
 * no misread `Refuse` where the recognizer saw nothing of the other letter; a number that the name has would outweigh
 * it.
 */
export const isOtherTitle = ({ spelling, similarity, lines }: NameCandidate, agreement: number | null): boolean =>
  similarity < 1 &&
  (agreement ?? 0) < agreementWeights.min &&
  lines.every(({ confidence }) => confidence > unknownTitle.clear) &&
  !isOutOfPlace(lines) &&
  lossPerLetter(lines, spelling) > unknownTitle.maxLossPerLetter
