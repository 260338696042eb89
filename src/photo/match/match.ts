import { printSimilarity } from '../../cards/edit-distance.ts'
import { foldLetters } from '../../cards/fold.ts'
import type { CardLexicon, NameMatch } from '../reading.ts'
import { align, joinColumns } from '../text/alignment.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import { bestNumber, type PlacedNumber, placedNumbers } from './choose-number.ts'
import { bareTitle, type NamePiece, namePieces, titleWeight } from './name-pieces.ts'
import { nameWeights, otherCard, unknownTitle } from './weights.ts'

/** What the lines amount to. `name` and `number` are the best there is, however poor; the confidence judges them. */
export interface Match {
  readonly name: string | null
  /** The name is one of the lexicon. */
  readonly known: boolean
  readonly similarity: number
  readonly score: number
  /** Score of the best other name, whose line is not the same. */
  readonly rival: number
  readonly number: PlacedNumber | null
  /** How well the number agrees with those the name has; null when it has none. */
  readonly agreement: number | null
  /** The lines that the name was read from. */
  readonly title: readonly PlacedLine[]
  /** A second title stands in the row of the first, as tall: cards lie side by side. */
  readonly amongOthers: boolean
}

interface NameCandidate {
  readonly name: string
  readonly similarity: number
  readonly score: number
  readonly lines: readonly PlacedLine[]
  readonly numbers: readonly string[]
}

/** Puts names and numbers together: the pair that similarity, place, size and the catalogue's numbers bear out best. */
export const matchCard = (lines: readonly PlacedLine[], lexicon: CardLexicon | null): Match => {
  const numbers = placedNumbers(lines)
  const candidates = lexicon ? nameCandidates(lines, lexicon) : []
  const joined = candidates
    .map((candidate) => {
      const chosen = bestNumber(candidate.numbers, numbers, lines)
      const evidence = (chosen.agreement ?? 0) ** 2 * (chosen.number?.certainty ?? 0)
      return { ...candidate, ...chosen, score: candidate.score * (1 + nameWeights.number * evidence) }
    })
    .sort((a, b) => b.score - a.score)
  const best = joined[0]
  if (!best || best.score < nameWeights.minScore) return withoutLexicon(lines, numbers)
  const rival = joined.find((other) => !other.lines.some((line) => best.lines.includes(line)))
  const twin = joined.find(
    (other) => other !== best && other.name !== best.name && other.lines.some((line) => best.lines.includes(line)),
  )
  const unsure = twin && twin.score > best.score * nameWeights.twin ? twin.score * nameWeights.twinShare : 0
  return {
    name: best.name,
    known: true,
    similarity: best.similarity,
    score: best.score,
    rival: Math.max(rival?.score ?? 0, unsure),
    number: best.number,
    agreement: best.agreement,
    title: best.lines,
    amongOthers: isAmongOthers(best, joined, lines),
  }
}

// Beside the title in its row and as tall, as another card's title is.
const isBeside = (title: PlacedLine, line: PlacedLine): boolean => {
  const [low, high] = [Math.min(title.height, line.height), Math.max(title.height, line.height)]
  const isInRow = Math.abs(title.middle[1] - line.middle[1]) < high
  return isInRow && low > otherCard.sameHeight * high && (line.left > title.right || line.right < title.left)
}

// Another name, or the same one once more.
const isAmongOthers = (best: NameCandidate, all: readonly NameCandidate[], lines: readonly PlacedLine[]): boolean => {
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

const nameCandidates = (lines: readonly PlacedLine[], lexicon: CardLexicon): NameCandidate[] => {
  const maxHeight = Math.max(...lines.map((line) => line.height), 1e-6)
  const byName = new Map<string, NameCandidate>()
  for (const piece of namePieces(lines)) {
    for (const match of lexicon.nearestNames(piece.text, nameWeights.perPiece)) {
      if (match.similarity < nameWeights.minSimilarity) continue
      const likeness = refined(match, piece)
      const score =
        likeness ** nameWeights.likenessPower *
        titleWeight(piece.lines, maxHeight) *
        lengthWeight(match.name) *
        (labels.has(match.name.toLowerCase()) || labels.has(foldLetters(piece.text)) ? nameWeights.label : 1)
      if (score > (byName.get(match.name)?.score ?? 0)) {
        byName.set(match.name, { name: match.name, similarity: likeness, score, lines: piece.lines, numbers: [] })
      }
    }
  }
  return [...byName.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, nameWeights.maxCandidates)
    .map((candidate) => ({ ...candidate, numbers: lexicon.numbersOf(candidate.name) }))
}

/** Words printed on slabs, frames and every card that are some card's name as well, or nearly. */
const labels = new Set(
  'surface corners centering edges mint nearmint gemmint beckett instant sorcery creature enchantment artifact land trainer basic ability item supporter stage energy weakness resistance retreat character event leader effect trigger counter action pokemon poke nintendo creatures gamefreak wizards'.split(
    ' ',
  ),
)

// What the recognizer nearly chose counts: of two names one letter off, that whose letter came second. It counts for as much of the text as the name covers:
// some name stands within every sentence.
const refined = ({ name, similarity }: NameMatch, { text, lines }: NamePiece): number => {
  if (similarity === 1) return 1
  const columns = lines.length === 1 && lines[0] ? lines[0].columns : joinColumns(lines.map((line) => line.columns))
  const letters = foldLetters(name).length
  const covered = Math.min(1, letters / Math.max(1, foldLetters(text).length))
  return (
    similarity +
    (1 - similarity) * nameWeights.aligned * covered * Math.exp(align(columns, name.replace(/[/-]/g, '')) / letters) -
    nameWeights.misread
  )
}

const lengthWeight = (name: string): number =>
  Math.min(1, nameWeights.shortest + foldLetters(name).length / nameWeights.lettersForFull)

// With nothing to match against, the tallest line of letters near the top is the best guess at a name.
const withoutLexicon = (lines: readonly PlacedLine[], numbers: readonly PlacedNumber[]): Match => {
  const maxHeight = Math.max(...lines.map((line) => line.height), 1e-6)
  const titles = lines
    .filter((line) => line.confidence > unknownTitle.minConfidence && line.middle[1] < unknownTitle.maxY)
    .map((line) => ({ line, text: bareTitle(line.text), score: titleWeight([line], maxHeight) }))
    .filter(({ text }) => /^[\p{L}][\p{L}\p{N} '’.,:!&-]{2,40}$/u.test(text))
    .sort((a, b) => b.score - a.score)
  const number = numbers.find((n) => n.kind !== 'guess') ?? null
  const [first, second] = titles
  return {
    name: first?.text ?? null,
    known: false,
    similarity: 0,
    score: first?.score ?? 0,
    rival: second?.score ?? 0,
    number,
    agreement: null,
    title: first ? [first.line] : [],
    amongOthers: false,
  }
}
