import { printSimilarity } from '../../cards/edit-distance.ts'
import { foldLetters } from '../../cards/fold.ts'
import type { CardLexicon, NameMatch } from '../reading.ts'
import { align, joinColumns } from '../text/alignment.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import { bestNumber, type PlacedNumber, placedNumbers } from './choose-number.ts'
import { bareTitle, type NamePiece, namePieces, weightOf } from './name-pieces.ts'

/** What the lines amount to. `name` and `number` are the best there is, however poor; the confidence judges them. */
export interface Match {
  name: string | null
  /** The name is one of the lexicon. */
  known: boolean
  similarity: number
  score: number
  /** Score of the best other name, whose line is not the same. */
  rival: number
  number: PlacedNumber | null
  /** How well the number agrees with those the name has; null when it has none. */
  agreement: number | null
  /** The lines that the name was read from. */
  title: readonly PlacedLine[]
  /** A second title stands in the row of the first, as tall: cards lie side by side. */
  amongOthers: boolean
}

interface NameCandidate {
  name: string
  similarity: number
  score: number
  lines: readonly PlacedLine[]
  numbers: readonly string[]
}

// Below this the title is more likely one that the catalogue lacks.
const poorest = 0.34

/** Puts names and numbers together: the pair that similarity, place, size and the catalogue's numbers bear out best. */
export const matchCard = (lines: readonly PlacedLine[], lexicon: CardLexicon | null): Match => {
  const numbers = placedNumbers(lines)
  const candidates = lexicon ? nameCandidates(lines, lexicon) : []
  const joined = candidates
    .map((candidate) => ({ ...candidate, ...bestNumber(candidate.numbers, numbers, lines) }))
    .map((candidate) => ({
      ...candidate,
      score: candidate.score * (1 + 1.2 * (candidate.agreement ?? 0) ** 2 * (candidate.number?.certainty ?? 0)),
    }))
    .sort((a, b) => b.score - a.score)
  const best = joined[0]
  if (!best || best.score < poorest) return withoutLexicon(lines, numbers)
  const rival = joined.find((other) => !other.lines.some((line) => best.lines.includes(line)))
  const twin = joined.find(
    (other) => other !== best && other.name !== best.name && other.lines.some((line) => best.lines.includes(line)),
  )
  const unsure = twin && twin.score > best.score * 0.97 ? twin.score * 0.5 : 0
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

/** A name that proves another card is read this well and, where it is another one, has so many letters; less may be a word of the same card. */
const provesCard = { similarity: 0.9, letters: 5 } as const

// Beside the title in its row and as tall, as another card's title is.
const isBeside = (title: PlacedLine, line: PlacedLine): boolean => {
  const [low, high] = [Math.min(title.height, line.height), Math.max(title.height, line.height)]
  const isInRow = Math.abs(title.middle[1] - line.middle[1]) < high
  return isInRow && low > 0.7 * high && (line.left > title.right || line.right < title.left)
}

// Another name, or the same one once more.
const isAmongOthers = (best: NameCandidate, all: readonly NameCandidate[], lines: readonly PlacedLine[]): boolean => {
  const title = best.lines[0]
  if (!title) return false
  const beside = lines.filter((line) => !best.lines.includes(line) && isBeside(title, line))
  const name = foldLetters(best.name)
  return (
    beside.some((line) => printSimilarity(foldLetters(bareTitle(line.text)), name) >= provesCard.similarity) ||
    all.some(
      (other) =>
        other.name !== best.name &&
        other.similarity >= provesCard.similarity &&
        foldLetters(other.name).length >= provesCard.letters &&
        other.lines.every((line) => beside.includes(line)),
    )
  )
}

const nameCandidates = (lines: readonly PlacedLine[], lexicon: CardLexicon): NameCandidate[] => {
  const tallest = Math.max(...lines.map((line) => line.height), 1e-6)
  const byName = new Map<string, NameCandidate>()
  for (const piece of namePieces(lines)) {
    for (const match of lexicon.nearestNames(piece.text, 6)) {
      if (match.similarity < 0.5) continue
      const likeness = refined(match, piece)
      const score =
        likeness ** 3 *
        piece.weight(tallest) *
        weightOfLength(match.name) *
        (labels.has(match.name.toLowerCase()) || labels.has(foldLetters(piece.text)) ? 0.4 : 1)
      if (score > (byName.get(match.name)?.score ?? 0)) {
        byName.set(match.name, { name: match.name, similarity: likeness, score, lines: piece.lines, numbers: [] })
      }
    }
  }
  return [...byName.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, 16)
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
  return similarity + (1 - similarity) * 0.7 * covered * Math.exp(align(columns, name.replace(/[/-]/g, '')) / letters) - 0.02
}

// Three letters found somewhere prove little; a dozen prove much.
const weightOfLength = (name: string): number => Math.min(1, 0.55 + foldLetters(name).length / 18)

// With nothing to match against, the tallest line of letters near the top is the best guess at a name.
const withoutLexicon = (lines: readonly PlacedLine[], numbers: readonly PlacedNumber[]): Match => {
  const tallest = Math.max(...lines.map((line) => line.height), 1e-6)
  const titles = lines
    .map((line) => ({ line, text: bareTitle(line.text) }))
    .filter(
      ({ line, text }) => line.confidence > 0.75 && line.middle[1] < 0.2 && /^[\p{L}][\p{L}\p{N} '’.,:!&-]{2,40}$/u.test(text),
    )
    .map(({ line, text }) => ({ line, text, score: weightOf([line], tallest) }))
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
