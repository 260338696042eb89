import { printSimilarity } from '../../cards/edit-distance.ts'
import { foldLetters } from '../../cards/fold.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import type { NameCandidate } from './name-candidates.ts'
import { bareTitle } from './name-pieces.ts'
import { otherCard } from './weights.ts'

// Beside the title in its row and as tall, as another card's title is.
const isBeside = (title: PlacedLine, line: PlacedLine): boolean => {
  const [low, high] = [Math.min(title.height, line.height), Math.max(title.height, line.height)]
  const isInRow = Math.abs(title.middle[1] - line.middle[1]) < high
  return isInRow && low > otherCard.sameHeight * high && (line.left > title.right || line.right < title.left)
}

/** Whether a second title stands beside that of the best name: another name, or the same one once more. */
export const isAmongOthers = (
  best: NameCandidate,
  all: readonly NameCandidate[],
  lines: readonly PlacedLine[],
): boolean => {
  const title = best.lines[0]
  if (!title) return false
  const beside = lines.filter((line) => !best.lines.includes(line) && isBeside(title, line))
  const name = foldLetters(best.name)
  return (
    beside.some((line) => printSimilarity(foldLetters(bareTitle(line.text)), name) >= otherCard.similarity) ||
    all.some(
      (other) =>
        other.name !== best.name &&
        other.similarity >= otherCard.similarity &&
        foldLetters(other.name).length >= otherCard.letters &&
        other.lines.every((line) => beside.includes(line)),
    )
  )
}
