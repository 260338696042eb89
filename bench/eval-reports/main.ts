/**
 * Prices lists after the shapes that people bring, and judges every row by its right answer: `npm run eval:reports`,
 * `-- --rows` for each row, `-- --only collectr`, `-- --drawn 3 --seed 100` for more lists of the shared shapes, and
 * other cards in the further ones. Exits with 1 when a row is wrong or more than 10 % of a group are asked needlessly.
 */
import { parseArgs } from 'node:util'
import { percent, printTable } from '../figures.ts'
import { createServiceClient } from '../prove-lists/service.ts'
import { hasSharedCatalog, readSharedCatalog } from '../shared-catalog.ts'
import { sharedShapes } from './drawn/index.ts'
import { type JudgedRow, judgeFile, type Outcome } from './judge.ts'
import type { ReportFile, RightCopy } from './report-file.ts'
import { createShapeCatalog } from './shapes/draw.ts'
import { furtherShapes } from './shapes/index.ts'
import type { Shape } from './shapes/shape.ts'
import { readSharedReports } from './shared-reports.ts'

const maxNeedlessPercent = 10

const { values } = parseArgs({
  options: {
    /** What cards are drawn by. */
    seed: { type: 'string', default: '1' },
    /** Lists drawn of each shared shape, each by a seed more. */
    drawn: { type: 'string', default: '0' },
    /** Begin of the names of the files to look at. */
    only: { type: 'string', default: '' },
    rows: { type: 'boolean', default: false },
  },
})

const outcomes: readonly Outcome[] = ['right', 'asked', 'needless', 'wrong']

const counts = (rows: readonly JudgedRow[]): number[] =>
  outcomes.map((outcome) => rows.filter((row) => row.outcome === outcome).length)

const copyOf = ({ productId, copies, finish, condition, language }: RightCopy): string =>
  [`${copies} × ${productId}`, finish, condition, language].filter((word) => word !== undefined).join(', ')

const rightOf = ({ right }: JudgedRow): string => {
  if (right === null) return 'no row'
  const parts = right.parts.map(copyOf).join(' and ')
  const person = right.why === undefined ? 'a person' : `a person: ${right.why}`
  return [parts, right.mayBeAsked ? person : ''].filter((words) => words !== '').join(' or ')
}

const gotOf = ({ priced }: JudgedRow): string =>
  priced
    .map(({ price, copies, card, code, productId }) =>
      price?.marketPrice == null
        ? (code ?? 'no price')
        : `${copies} × ${productId}, ${price.variant}, ${price.condition}, ${price.language} (${card?.name ?? ''})`,
    )
    .join(' and ') || 'nothing'

const printRows = ({ name, text }: ReportFile, rows: readonly JudgedRow[]): void => {
  const lines = text.split(/\r?\n/)
  printTable(
    [name, 'outcome', 'priced', 'right answer', 'row'],
    rows.map((row) =>
      [row.line, row.outcome, gotOf(row), rightOf(row), lines[row.line - 1] ?? ''].map((cell) =>
        String(cell).replaceAll('|', '\\|'),
      ),
    ),
  )
}

const judgeGroup = async (
  client: Parameters<typeof judgeFile>[0],
  group: string,
  files: readonly ReportFile[],
): Promise<void> => {
  const chosen = files.filter(({ name }) => name.startsWith(values.only))
  const table: (string | number)[][] = []
  const all: JudgedRow[] = []
  for (const file of chosen) {
    const judged = await judgeFile(client, file)
    if (values.rows) printRows(file, judged)
    table.push([file.name, judged.length, ...counts(judged)])
    all.push(...judged)
  }
  if (all.length === 0) return
  const [, , needless = 0, wrong = 0] = counts(all)
  table.push(['sum', all.length, ...counts(all)])
  printTable([group, 'rows', 'right', 'left to a person', 'asked needlessly', 'WRONG'], table)
  process.stdout.write(`Asked needlessly: ${percent(needless, all.length)} %\n`)
  if (wrong > 0 || (100 * needless) / all.length > maxNeedlessPercent) process.exitCode = 1
}

if (hasSharedCatalog()) {
  const input = await readSharedCatalog()
  const client = createServiceClient(input)
  const catalog = createShapeCatalog(input)
  const seed = Number(values.seed)
  const drawn = Array.from({ length: Number(values.drawn) }, (_, at) => seed + at)
  const makeOf = (shapes: readonly Shape[], by: number): ReportFile[] => shapes.map(({ make }) => make(catalog, by))
  await judgeGroup(client, 'shared lists', await readSharedReports())
  await judgeGroup(client, 'further shapes', makeOf(furtherShapes, seed))
  for (const by of drawn) await judgeGroup(client, `drawn by ${by}`, makeOf(sharedShapes, by))
}
