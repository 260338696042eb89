/**
 * `npm run eval:pages`: pictures of several cards. Pages made of the labelled pictures, three by three, two by two and
 * loose, with sleeves, tilt and glare (`--seed 1` makes the same again, `--pages 4` of each kind, `--unseen` of the
 * pictures that are kept unseen, `--keep FOLDER` writes them), and the labelled pages as they are.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CatalogIndex } from '../../src/catalog/index/catalog-index.ts'
import { decode } from '../../src/photo/image/decode.ts'
import type { ReaderParts } from '../../src/photo/look.ts'
import { openLexicon, packLexicon } from '../../src/photo/match/lexicon.ts'
import { loadModels } from '../../src/photo/model/models.ts'
import { readCard } from '../../src/photo/read-card.ts'
import { type PlacedLabel, readLabels, sharedFolder } from '../../test/support/photos/labelled.ts'
import { createRandom } from '../../test/support/photos/random.ts'
import { quantile } from '../../test/support/quantile.ts'
import { openEvalCatalog } from '../photo-eval/catalog.ts'
import { createLookup } from '../photo-eval/read.ts'
import { cutCards } from './cut-cards.ts'
import { dealCards, type Layout, makePage } from './make-page.ts'
import { type PageScore, scorePage, sumScores } from './score-page.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    pages: { type: 'string', default: '4' },
    unseen: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
})
const layouts: Readonly<Record<string, Layout>> = {
  '3 × 3': { columns: 3, rows: 3, isLoose: false },
  '2 × 2': { columns: 2, rows: 2, isLoose: false },
  loose: { columns: 3, rows: 2, isLoose: true },
}
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
/** As the pool runs them where a core is left for the second. */
const threads = 2

interface PageOutcome {
  readonly score: PageScore
  readonly cpuSeconds: number
}

const createPageReader = (parts: ReaderParts, index: CatalogIndex) => {
  const lookUp = createLookup(index)
  return async (bytes: Buffer, labels: readonly PlacedLabel[]): Promise<PageOutcome> => {
    const before = process.cpuUsage()
    const reading = await readCard(parts, await decode(bytes))
    const { user, system } = process.cpuUsage(before)
    return { score: scorePage(labels, (await lookUp(reading)).cards), cpuSeconds: (user + system) / 1e6 }
  }
}

const share = (right: number, count: number): string =>
  count === 0 ? '–' : `${right}/${count} (${((100 * right) / count).toFixed(1)} %)`

const printRow = (kind: string, outcomes: readonly PageOutcome[]): void => {
  const sum = sumScores(outcomes.map(({ score }) => score))
  const times = outcomes.map(({ cpuSeconds }) => cpuSeconds)
  print(
    `| ${kind} | ${outcomes.length} | ${share(sum.found, sum.cards)} | ${sum.strange} | ` +
      `${share(sum.namesRight, sum.names)} | ` +
      `${share(sum.numbersRight, sum.numbers)} | ${sum.sureWrong}/${sum.sure} | ` +
      `${quantile(times, 0.5).toFixed(2)} / ${quantile(times, 1).toFixed(2)} |`,
  )
}

const keep = (name: string, bytes: Buffer): void => {
  if (values.keep === undefined) return
  mkdirSync(values.keep, { recursive: true })
  writeFileSync(join(values.keep, `${name}.jpg`), bytes)
}

const evaluate = async (shared: string): Promise<void> => {
  const index = await openEvalCatalog()
  const parts = { models: await loadModels(threads), lexicon: openLexicon(packLexicon(index.entries())) }
  const readPage = createPageReader(parts, index)
  const cards = await cutCards(parts, shared, values.unseen)
  print(`${cards.length} cards that are read right alone; seed ${values.seed}.`)
  print(
    '\n| pages | pictures | cards found | boxes of no card | names | numbers ' +
      '| wrong at 80 or more | CPU seconds, p50 / most |',
  )
  print(`${'|---'.repeat(8)}|`)
  let count = 0
  const made: PageOutcome[] = []
  for (const [kind, layout] of Object.entries(layouts)) {
    const outcomes: PageOutcome[] = []
    for (let i = 0; i < Number(values.pages); i++) {
      const random = createRandom(Number(values.seed), count++)
      const page = await makePage(random, layout, dealCards(random, cards, layout.columns * layout.rows))
      keep(`${kind.replaceAll(' × ', 'x')}-${i}`, page.bytes)
      outcomes.push(await readPage(page.bytes, page.cards))
    }
    printRow(kind, outcomes)
    made.push(...outcomes)
  }
  printRow('all made', made)
  const real: PageOutcome[] = []
  for (const { file, cards: placed } of readLabels(shared, 'photos-more'))
    if (placed !== undefined) real.push(await readPage(readFileSync(`${shared}/photos-more/${file}`), placed))
  printRow('labelled pages', real)
}

const shared = sharedFolder()
if (shared === null)
  print('eval:pages needs the shared folder beside the repository (or SHARED_DIR); nothing was measured.')
else await evaluate(shared)
