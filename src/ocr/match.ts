import { align, type Columns, joinColumns } from './alignment.ts'
import { agreement, type NumberReading, numbersIn } from './card-fields.ts'
import { fold } from './fold.ts'
import type { CardLexicon, NameMatch, TextLine } from './reading.ts'

/** A line of text with the measures that matching weighs. */
export interface PlacedLine extends TextLine {
  /** Middle of the line in fractions of the card, or of the picture where no card was found. */
  middle: readonly [x: number, y: number]
  left: number
  right: number
  columns: Columns
}

/** A collector number with the chance that its digits are right, and the line it came from. */
export interface PlacedNumber extends NumberReading {
  certainty: number
}

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
    .map((candidate) => ({ ...candidate, ...bestNumber(candidate, numbers, lines) }))
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
  }
}

/** All numbers of the lines, surest first; the lower edge is where most games print theirs. */
export const placedNumbers = (lines: readonly PlacedLine[]): PlacedNumber[] =>
  lines
    .flatMap((line) =>
      numbersIn(line.text).map((number): PlacedNumber => {
        const low = line.middle[1] > 0.82 || number.kind === 'code'
        return { ...number, certainty: number.fit * line.confidence * (low ? 1 : 0.6) }
      }),
    )
    .sort((a, b) => b.certainty - a.certainty)

interface ChosenNumber {
  number: PlacedNumber | null
  agreement: number | null
}

// A number that the name really has, read as it stands or borne out by the columns of some line; else the surest one read.
const bestNumber = ({ numbers }: NameCandidate, read: readonly PlacedNumber[], lines: readonly PlacedLine[]): ChosenNumber => {
  const plain = read.find((number) => number.kind !== 'guess') ?? null
  if (numbers.length === 0) return { number: plain, agreement: null }
  let best: ChosenNumber | null = null
  for (const number of read) {
    const agrees = Math.max(...numbers.map((own) => agreement(number.text, own)))
    if (agrees >= 0.5 && agrees * number.certainty > (best?.agreement ?? 0) * (best?.number?.certainty ?? 0))
      best = { number, agreement: agrees }
  }
  return best ?? alignedNumber(numbers, lines, plain) ?? { number: plain, agreement: 0 }
}

/** Fewer characters than these stand in too many places by chance. */
const shortestAligned = 4

const alignedNumber = (
  numbers: readonly string[],
  lines: readonly PlacedLine[],
  plain: PlacedNumber | null,
): ChosenNumber | null => {
  const wanted = numbers.filter((own) => own.length >= shortestAligned && /[/-]|[A-Z]{2}/.test(own))
  if (wanted.length === 0) return null
  const found = lines
    .filter((line) => /[0-9OIl|].*[0-9OIl|]/.test(line.text) && line.middle[1] > 0.55)
    .flatMap((line) => wanted.map((text) => ({ text, line, loss: -align(line.columns, text) })))
    .map((entry) => ({ ...entry, worth: entry.text.length - entry.loss }))
    .sort((a, b) => b.worth - a.worth)
  const first = found[0]
  const second = found.find(({ text }) => text !== first?.text)
  // A clean reading yields only to a number that is nearly the same.
  const allowed = plain && plain.certainty > 0.75 ? 2.5 : 1.25 * (first?.text.length ?? 0)
  if (!first || first.loss > allowed) return null
  // Of two that are as good as each other the first is a guess, and counts as one.
  const ahead = second ? first.worth - second.worth : 9
  const certainty = Math.exp(-first.loss / first.text.length) * (1 - 0.6 * Math.exp(-ahead))
  // What was read, however strange, comes before a poorer guess.
  if (plain && certainty < 0.5 * plain.certainty) return null
  return { number: { text: first.text, kind: 'fraction', fit: certainty, certainty }, agreement: 0.9 }
}

const nameCandidates = (lines: readonly PlacedLine[], lexicon: CardLexicon): NameCandidate[] => {
  const tallest = Math.max(...lines.map((line) => line.height), 1e-6)
  const byName = new Map<string, NameCandidate>()
  for (const piece of namePieces(lines)) {
    for (const match of lexicon.nearestNames(piece.text, 6)) {
      if (match.similarity < 0.5) continue
      const likeness = refined(match, piece.lines)
      const score =
        likeness ** 3 *
        piece.weight(tallest) *
        weightOfLength(match.name) *
        (labels.has(match.name.toLowerCase()) || labels.has(fold(piece.text)) ? 0.4 : 1)
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

/** Words printed on slabs and frames that are some card's name as well. */
const labels = new Set(
  'surface corners centering edges mint nearmint gemmint beckett instant sorcery creature enchantment artifact land trainer basic ability item supporter stage energy weakness resistance retreat character event leader effect trigger counter action'.split(
    ' ',
  ),
)

// What the recogniser nearly chose counts: of two names one letter off, that whose letter came second.
const refined = ({ name, similarity }: NameMatch, lines: readonly PlacedLine[]): number => {
  if (similarity === 1) return 1
  const columns = lines.length === 1 && lines[0] ? lines[0].columns : joinColumns(lines.map((line) => line.columns))
  const folded = fold(name)
  return similarity + (1 - similarity) * 0.7 * Math.exp(align(columns, folded) / folded.length) - 0.02
}

// Three letters found somewhere prove little; a dozen prove much.
const weightOfLength = (name: string): number => Math.min(1, 0.55 + fold(name).length / 18)

interface NamePiece {
  text: string
  lines: readonly PlacedLine[]
  weight(tallest: number): number
}

// Whole lines, without a stage before or hit points after, and neighbours in a row or a stack joined.
const namePieces = (lines: readonly PlacedLine[]): NamePiece[] => {
  const pieces: NamePiece[] = []
  const seen = new Set<string>()
  const push = (text: string, parts: readonly PlacedLine[]) => {
    for (const variant of variantsOf(text)) {
      const key = fold(variant)
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

const variantsOf = (text: string): string[] => {
  const bareStart = text.replace(
    /^\s*(?:basic|stage\s*[12l]?|stage|trainer|supporter|item|evolves|level-?up|mega(?=[A-Z]))\s*/i,
    '',
  )
  const bareEnd = bareStart.replace(/[\s.:]*(?:HP|HP\s*[0-9OS]{2,3}|[0-9OS]{2,3}\s*HP|[0-9]{2,3})\W*$/i, '')
  const symbols = bareEnd.replace(/(?:[\s◎○●*+@()（）]+[0-9A-Z]{0,3}|[0-9◎○●*+@()（）]+)$/, '')
  return [text, bareStart, bareEnd, symbols]
}

const weightOf = (parts: readonly PlacedLine[], tallest: number): number => {
  const y = Math.min(...parts.map((part) => part.middle[1]))
  // Most games put the title on top, Lorcana and Riftbound under the picture, One Piece near the lower edge.
  const place = y < 0.2 ? 1 : y > 0.5 && y < 0.66 ? 0.62 : y > 0.8 && y < 0.94 ? 0.68 : 0.45
  const height = Math.sqrt(Math.max(...parts.map((part) => part.height)) / tallest)
  const confidence = parts.reduce((sum, part) => sum + part.confidence, 0) / parts.length
  return place * (0.45 + 0.55 * height) * (0.4 + 0.6 * confidence)
}

// With nothing to match against, the tallest line of letters near the top is the best guess at a name.
const withoutLexicon = (lines: readonly PlacedLine[], numbers: readonly PlacedNumber[]): Match => {
  const tallest = Math.max(...lines.map((line) => line.height), 1e-6)
  const titles = lines
    .map((line) => ({ line, text: variantsOf(line.text).at(-1)?.trim() ?? '' }))
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
  }
}
