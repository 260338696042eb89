import type { LineCard, LineCatalog } from '../line-catalog.ts'
import { createRandom, type Random } from '../multiply.ts'
import { createCardPicker } from './card-picker.ts'
import { damageName, damageNumber, damageSetName } from './damage.ts'
import { copiesOf, type MarketCopy, noSku } from './market.ts'
import type { Program } from './programs.ts'

/** What a row of a file means: the copy, and every product that fits what is left of the row. */
export interface WrittenRow {
  readonly line: number
  readonly text: string
  readonly copy: MarketCopy
  readonly fitting: ReadonlySet<number>
}

export interface ExportFile {
  readonly text: string
  readonly rows: readonly WrittenRow[]
}

/** Conditions as collections have them: most cards are near mint. */
const conditionShares: readonly (readonly [condition: string, share: number])[] = [
  ['Near Mint', 60],
  ['Lightly Played', 20],
  ['Moderately Played', 10],
  ['Heavily Played', 5],
  ['Damaged', 5],
]

const pickCondition = (random: Random): string => {
  let left = random(100)
  return conditionShares.find(([, share]) => {
    left -= share
    return left < 0
  })?.[0] as string
}

const shuffled = <T>(list: readonly T[], random: Random): T[] =>
  list
    .map((item): [number, T] => [random(1_000_000), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)

/** A cell as a table has it. */
export const quoted = (cell: string, separator: string, quotesAll: boolean): string =>
  quotesAll || cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell

/** Names of the sets that the row of a card names. */
const setsOf = ({ product, set }: LineCard, program: Program, catalog: LineCatalog): ReadonlySet<string> => {
  const alike = program.hasCodesAlone ? catalog.cards.filter((other) => other.product.setCode === product.setCode) : []
  return new Set([set.name, ...alike.map((other) => other.set.name)])
}

/** Makes one row in fifty of a condition, and one in a hundred of a kind, that the market has no price for. */
const markOdd = (cells: Map<string, string>, program: Program, random: Random): boolean => {
  const { uncertainCondition, mark } = program
  const odd = random(100)
  if (odd < 2 && uncertainCondition !== undefined) cells.set('Condition', uncertainCondition)
  else if (odd === 2 && mark !== undefined) cells.set(...mark)
  else return false
  return true
}

/** Makes the file that a program would export of some cards, damaged as files are that people have worked on. */
export const makeExport = (program: Program, catalog: LineCatalog, rowCount: number, seed: number): ExportFile => {
  const random = createRandom(seed)
  // The first numbers of neighboring seeds are alike.
  for (let skipped = 0; skipped < 20; skipped++) random(2)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const pickCard = createCardPicker(program, catalog)
  const languages = Object.keys(program.languages)
  const hasLanguage = program.columns.includes('Language')
  const hasCondition = program.columns.some((column) => /^(?:card )?condition$/i.test(column))
  const columns = random(2) === 0 ? program.columns : shuffled(program.columns, random)
  const separator = program.firstLine === undefined ? pick([',', ',', ',', ';', '\t']) : ','
  const quotesAll = program.quotesAll === true || random(10) === 0
  const lineEnd = pick(['\r\n', '\n'])
  const heads = random(5) === 0 ? columns.map((head) => head.toUpperCase()) : columns
  const before = [program.firstLine, heads.map((head) => quoted(head, separator, false)).join(separator)].filter(
    (line) => line !== undefined,
  )

  const writeRow = (line: number): WrittenRow => {
    const card = pickCard(random)
    const language = random(100) < 70 ? 'English' : pick(languages)
    const picked = pickCondition(random)
    const condition = hasCondition ? picked : 'Near Mint'
    const copy = pick(
      copiesOf(card.product).filter(
        (one) => one.language === language && one.condition === condition && (program.fitsCopy?.(one) ?? true),
      ),
    )
    const cells = new Map<string, string>(columns.map((column) => [column, '']))
    const written = program.write({ card, copy, quantity: 1 + random(4), skuId: copy.skuId })
    for (const [column, cell] of Object.entries(written)) cells.set(column, String(cell))
    if (hasLanguage) cells.set('Language', program.languages[language] as string)
    const facts = writeDamage(card, cells)
    const saysNothing = () => random(100) < 3
    if (language === 'English' && hasLanguage && saysNothing()) cells.set('Language', '')
    if (condition === 'Near Mint' && copy.variant === 'Normal' && saysNothing()) cells.set('Condition', '')
    const isOdd = markOdd(cells, program, random)
    const text = columns.map((column) => quoted(cells.get(column) as string, separator, quotesAll)).join(separator)
    return { line, text, copy: isOdd ? { ...copy, skuId: noSku } : copy, fitting: new Set(facts) }
  }

  /** Damages a row. @returns the products that fit what it still says */
  const writeDamage = (card: LineCard, cells: Map<string, string>): readonly number[] => {
    const change = (column: string, how: (cell: string, random: Random) => string) =>
      cells.set(column, how(cells.get(column) as string, random))
    const lost = random(100)
    // Without its number, the set is all that tells a card from its reprints.
    const [hasNoSet, hasNoNumber] = [lost < 4 && program.numberColumn !== null, lost >= 4 && lost < 8]
    change(program.nameColumn, damageName)
    for (const column of program.setColumns) {
      if (hasNoSet) cells.set(column, '')
      else if (/name|edition$|^set$/i.test(column) && random(100) < 15) change(column, damageSetName)
      else if (random(100) < 5) change(column, (cell) => ` ${cell} `)
    }
    const { numberColumn } = program
    if (hasNoNumber && numberColumn !== null) cells.set(numberColumn, '')
    else if (random(100) < 15 && numberColumn !== null) change(numberColumn, damageNumber)
    const sets = setsOf(card, program, catalog)
    return catalog.accepted(card, {
      name: card.printed,
      ...(hasNoNumber || (numberColumn === null && program.facts !== undefined)
        ? {}
        : { number: card.product.number as string }),
      ...(hasNoSet ? {} : { inSet: ({ name }) => sets.has(name) }),
    })
  }

  const rows: WrittenRow[] = []
  for (let line = before.length + 1; rows.length < rowCount; line++) {
    const last = rows.at(-1)
    rows.push(last !== undefined && random(100) < 2 ? { ...last, line } : writeRow(line))
  }
  const mark = random(3) === 0 ? '\ufeff' : ''
  return { text: mark + [...before, ...rows.map(({ text }) => text), ''].join(lineEnd), rows }
}
