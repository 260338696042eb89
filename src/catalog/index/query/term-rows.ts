import type { IndexData } from '../format/layout.ts'
import type { QueryTerm } from './query-terms.ts'
import { createSparseAccumulator } from './sparse-accumulator.ts'

/** The rows in which terms stand, counted and collected; `candidates` holds 1 for each row that was collected. */
export interface TermRows extends IndexData {
  readonly candidates: ReturnType<typeof createSparseAccumulator<Uint8Array>>
  readonly rowsPerName: number
  readonly rarityRows: Uint32Array
}

export const createTermRows = ({ meta, sections }: IndexData): TermRows => {
  const { rowName, rowRarity, nameBase } = sections
  const rarityRows = new Uint32Array(meta.rarities.length)
  for (const rarity of rowRarity) rarityRows[rarity] = (rarityRows[rarity] as number) + 1
  return {
    meta,
    sections,
    candidates: createSparseAccumulator(new Uint8Array(rowName.length)),
    rowsPerName: rowName.length / Math.max(1, nameBase.length),
    rarityRows,
  }
}

/** `rows` and those that these ids have, each of which counts `rowsOfEach`. */
const addCounts = (rows: number, start: Uint32Array, ids: readonly number[], rowsOfEach = 1): number => {
  let sum = rows
  for (const id of ids) sum += ((start[id + 1] as number) - (start[id] as number)) * rowsOfEach
  return sum
}

/** About how many rows a term stands in. */
export const countRows = ({ sections, rowsPerName, rarityRows }: TermRows, term: QueryTerm): number => {
  const { tokenBaseStart, tokenNameStart, baseRowStart, setRowStart, numberRowStart } = sections
  let rows = 0
  for (const tokens of [term.exactTokens, term.closeTokens, term.farTokens]) {
    rows = addCounts(rows, tokenBaseStart, tokens, rowsPerName)
    rows = addCounts(rows, tokenNameStart, tokens, rowsPerName)
  }
  for (const bases of [term.wholeBases, term.phraseBases]) rows = addCounts(rows, baseRowStart, bases)
  for (const sets of [term.fullSets, term.wholeSets, term.sets, term.lineSets])
    rows = addCounts(rows, setRowStart, sets)
  for (const numbers of [term.numbers, term.nearNumbers]) rows = addCounts(rows, numberRowStart, numbers)
  for (const rarity of term.rarities) rows += rarityRows[rarity] as number
  return rows
}

const addRows = ({ touched, values }: TermRows['candidates'], rows: Uint32Array, start: Uint32Array, id: number) => {
  const end = start[id + 1] as number
  for (let at = start[id] as number; at < end; at++) {
    const row = rows[at] as number
    if (values[row] === 1) continue
    touched.push(row)
    values[row] = 1
  }
}

/** Adds the rows whose name has one of these words, in what is printed on the card or in the qualifiers. */
const addRowsOfTokens = ({ sections, candidates }: TermRows, tokens: readonly number[]): void => {
  const { baseRows, baseRowStart, tokenBases, tokenBaseStart, tokenNames, tokenNameStart, nameBase } = sections
  for (const token of tokens) {
    const basesEnd = tokenBaseStart[token + 1] as number
    const namesEnd = tokenNameStart[token + 1] as number
    for (let at = tokenBaseStart[token] as number; at < basesEnd; at++)
      addRows(candidates, baseRows, baseRowStart, tokenBases[at] as number)
    for (let at = tokenNameStart[token] as number; at < namesEnd; at++)
      addRows(candidates, baseRows, baseRowStart, nameBase[tokenNames[at] as number] as number)
  }
}

/** The candidates in the order of names: sorted where they are few, else read off the marks. */
const candidatesByName = ({ candidates: { touched, values } }: TermRows): Uint32Array => {
  const ordered = new Uint32Array(touched)
  if (touched.length * 20 < values.length) return ordered.sort()
  let count = 0
  for (let row = 0; row < values.length; row++) if (values[row] === 1) ordered[count++] = row
  return ordered
}

/** The rows whose name, set or number has one of the terms, within some sets, in the order of names. */
export const collectRows = (
  termRows: TermRows,
  terms: Iterable<QueryTerm>,
  within: ReadonlySet<number> | null,
): Uint32Array => {
  const { sections, candidates } = termRows
  const { rowSet, nameBase, baseRows, baseRowStart, setRows, setRowStart, numberRows, numberRowStart } = sections
  candidates.reset()
  for (const term of terms) {
    for (const tokens of [term.exactTokens, term.closeTokens, term.farTokens]) addRowsOfTokens(termRows, tokens)
    for (const name of term.fullNames) addRows(candidates, baseRows, baseRowStart, nameBase[name] as number)
    for (const bases of [term.wholeBases, term.phraseBases])
      for (const base of bases) addRows(candidates, baseRows, baseRowStart, base)
    for (const sets of [term.fullSets, term.wholeSets, term.sets])
      for (const set of sets) addRows(candidates, setRows, setRowStart, set)
    for (const numbers of [term.numbers, term.nearNumbers])
      for (const number of numbers) addRows(candidates, numberRows, numberRowStart, number)
  }
  const rows = candidatesByName(termRows)
  return within === null ? rows : rows.filter((row) => within.has(rowSet[row] as number))
}
