/**
 * `npm run eval:pages`: pictures of several cards. The labelled pages as they are, and pages made of the labelled
 * single pictures, two to eighteen cards, in pockets, loose and over each other, with sleeves, tilt, shadow and glare:
 * `--pages 4` of each kind, 0 for none; `--seed 1` makes the same again, `--unseen` of the pictures that are kept
 * unseen, `--keep FOLDER` writes them, `--made` does nothing else. Which cards are dealt depends on the reader, so two
 * of its states are compared on kept pages: `--kept FOLDER` reads those and does nothing else. `-v` prints every card
 * that was told, of pages that are not kept unseen, and made ones with a wrong name; parts of file names choose
 * labelled pages.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CatalogIndex } from '../../src/catalog/index/catalog-index.ts'
import type { PlacedCard } from '../../src/contract/identification.ts'
import { decode } from '../../src/photo/image/decode.ts'
import type { ReaderParts } from '../../src/photo/look.ts'
import { openLexicon, packLexicon } from '../../src/photo/match/lexicon.ts'
import { loadModels } from '../../src/photo/model/models.ts'
import { readCard } from '../../src/photo/read-card.ts'
import {
  isUnseen,
  type Label,
  type PlacedLabel,
  photoSets,
  readLabels,
  sharedFolder,
} from '../../test/support/photos/labelled.ts'
import { createRandom } from '../../test/support/photos/random.ts'
import { quantile } from '../../test/support/quantile.ts'
import { openEvalCatalog } from '../photo-eval/catalog.ts'
import { createLookup } from '../photo-eval/read.ts'
import { cutCards } from './cut-cards.ts'
import { dealCards, type Layout, type MadePage, makePage } from './make-page.ts'
import { type PageScore, pairCards, scorePage, sumScores, wronglyNamed } from './score-page.ts'

const { values, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    pages: { type: 'string', default: '4' },
    unseen: { type: 'boolean', default: false },
    keep: { type: 'string' },
    kept: { type: 'string' },
    made: { type: 'boolean', default: false },
    verbose: { type: 'boolean', short: 'v', default: false },
  },
})
const layouts: Readonly<Record<string, Layout>> = {
  'two side by side': { columns: 2, rows: 1, lies: 'loose' },
  'page of 4': { columns: 2, rows: 2, lies: 'binder' },
  'page of 9': { columns: 3, rows: 3, lies: 'binder' },
  'page of 12': { columns: 4, rows: 3, lies: 'binder' },
  'spread of 18': { columns: 6, rows: 3, lies: 'binder', isSpread: true },
  'loose, turned': { columns: 3, rows: 2, lies: 'loose' },
  staircases: { columns: 2, rows: 6, lies: 'stairs' },
  'over each other': { columns: 3, rows: 2, lies: 'overlapping' },
}
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
/** As the pool runs them where a core is left for the second. */
const threads = 2

interface PageOutcome {
  readonly score: PageScore
  readonly cpuSeconds: number
  /** A line for every labelled card, and for every box that lies over none. */
  readonly details: readonly string[]
}

const createPageReader = (parts: ReaderParts, index: CatalogIndex) => {
  const lookUp = createLookup(index)
  const isListed = ({ name }: PlacedLabel): boolean =>
    name !== null && parts.lexicon?.nearestNames(name, 1)[0]?.similarity === 1
  return async (bytes: Buffer, labels: readonly PlacedLabel[]): Promise<PageOutcome> => {
    const before = process.cpuUsage()
    const reading = await readCard(parts, await decode(bytes))
    const { user, system } = process.cpuUsage(before)
    const { cards } = await lookUp(reading)
    return {
      score: scorePage(labels, cards, isListed),
      cpuSeconds: (user + system) / 1e6,
      details: detailsOf(labels, cards),
    }
  }
}

const detailsOf = (labels: readonly PlacedLabel[], cards: readonly PlacedCard[]): string[] => {
  const pairs = pairCards(labels, cards)
  const wrong = new Set(wronglyNamed(labels, cards))
  const told = (card: PlacedCard | undefined): string => {
    if (card === undefined) return 'not found'
    const { box, ocr } = card
    const { suggested, nameConfidence, confidence } = ocr
    return (
      `${wrong.has(card) ? 'WRONG ' : ''}${suggested.name} · ${suggested.cardNumber} ` +
      `at ${nameConfidence}/${confidence} [${[box.x, box.y, box.width, box.height]}]`
    )
  }
  const paired = new Set(pairs.values())
  return [
    ...labels.map((label) => `    ${label.name} · ${label.cardNumber} [${label.box}]: ${told(pairs.get(label))}`),
    ...cards.filter((card) => !paired.has(card)).map((card) => `    no card: ${told(card)}`),
  ]
}

const share = (right: number, count: number): string =>
  count === 0 ? '–' : `${right}/${count} (${((100 * right) / count).toFixed(1)} %)`

const printRow = (kind: string, outcomes: readonly PageOutcome[]): void => {
  const sum = sumScores(outcomes.map(({ score }) => score))
  const times = outcomes.map(({ cpuSeconds }) => cpuSeconds)
  print(
    `| ${kind} | ${outcomes.length} | ${share(sum.found, sum.cards)} | ${sum.strange} | ` +
      `${share(sum.namesRight, sum.names)} | ` +
      `${share(sum.numbersRight, sum.numbers)} | ${sum.namedWrong}/${sum.named} | ${sum.sureWrong}/${sum.sure} | ` +
      `${quantile(times, 0.5).toFixed(2)} / ${quantile(times, 1).toFixed(2)} |`,
  )
}

const keep = (name: string, { bytes, cards }: MadePage): void => {
  if (values.keep === undefined) return
  mkdirSync(values.keep, { recursive: true })
  writeFileSync(join(values.keep, `${name}.jpg`), bytes)
  writeFileSync(join(values.keep, `${name}.json`), JSON.stringify(cards))
}

const printHead = (): void => {
  print(
    '\n| pages | pictures | cards found | boxes of no card | names | numbers ' +
      '| names wrong at 60 or more | wrong at 80 or more | CPU seconds, p50 / most |',
  )
  print(`${'|---'.repeat(9)}|`)
}

type ReadPage = ReturnType<typeof createPageReader>

/** Pages that people keep cards in, as one row of the table. */
const isBinder = (file: string): boolean => /binder|spread/.test(file)

const evaluateLabelled = async (shared: string, readPage: ReadPage): Promise<void> => {
  const outcomes: { readonly label: Label; readonly outcome: PageOutcome }[] = []
  for (const set of photoSets)
    for (const label of readLabels(shared, set)) {
      if (label.cards === undefined || (only.length > 0 && !only.some((part) => label.file.includes(part)))) continue
      const outcome = await readPage(readFileSync(`${shared}/${set}/${label.file}`), label.cards)
      outcomes.push({ label, outcome })
    }
  printHead()
  for (const { label, outcome } of outcomes) printRow(label.file, [outcome])
  const rows: Readonly<Record<string, (label: Label) => boolean>> = {
    'labelled binders and spreads': ({ file }) => isBinder(file),
    'labelled others': ({ file }) => !isBinder(file),
    'labelled, kept unseen': isUnseen,
    'all labelled': () => true,
  }
  for (const [kind, belongs] of Object.entries(rows)) {
    const of = outcomes.filter(({ label }) => belongs(label)).map(({ outcome }) => outcome)
    if (of.length > 0) printRow(kind, of)
  }
  if (values.verbose)
    for (const { label, outcome } of outcomes)
      if (!isUnseen(label) || values.unseen) [`\n${label.file}`, ...outcome.details].forEach(print)
}

const evaluateMade = async (shared: string, parts: ReaderParts, readPage: ReadPage): Promise<void> => {
  const cards = await cutCards(parts, shared, values.unseen)
  print(`\n${cards.length} cards that are read right alone; seed ${values.seed}.`)
  printHead()
  let count = 0
  const made: PageOutcome[] = []
  for (const [kind, layout] of Object.entries(layouts)) {
    const outcomes: PageOutcome[] = []
    for (let i = 0; i < Number(values.pages); i++) {
      const random = createRandom(Number(values.seed), count++)
      const page = await makePage(random, layout, dealCards(random, cards, layout.columns * layout.rows))
      keep(`${kind.replaceAll(/\W+/g, '-')}-${i}`, page)
      const outcome = await readPage(page.bytes, page.cards)
      outcomes.push(outcome)
      if (values.verbose && outcome.score.namedWrong > 0) outcome.details.forEach(print)
    }
    printRow(kind, outcomes)
    made.push(...outcomes)
  }
  printRow('all made', made)
}

const evaluateKept = async (folder: string, readPage: ReadPage): Promise<void> => {
  const names = globSync('*.json', { cwd: folder }).map((file) => file.slice(0, -'.json'.length))
  printHead()
  const all: PageOutcome[] = []
  for (const [kind, pages] of Map.groupBy(names.sort(), (name) => name.replace(/-[0-9]+$/, ''))) {
    const outcomes: PageOutcome[] = []
    for (const name of pages) {
      const cards = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
      const outcome = await readPage(readFileSync(join(folder, `${name}.jpg`)), cards)
      outcomes.push(outcome)
      if (values.verbose && outcome.score.namedWrong > 0) outcome.details.forEach(print)
    }
    printRow(kind, outcomes)
    all.push(...outcomes)
  }
  printRow('all kept', all)
}

const evaluate = async (shared: string): Promise<void> => {
  const index = await openEvalCatalog()
  const parts = { models: await loadModels(threads), lexicon: openLexicon(packLexicon(index.entries())) }
  const readPage = createPageReader(parts, index)
  if (values.kept !== undefined) return evaluateKept(values.kept, readPage)
  if (!values.made) await evaluateLabelled(shared, readPage)
  if (Number(values.pages) > 0 && only.length === 0) await evaluateMade(shared, parts, readPage)
}

const shared = sharedFolder()
if (shared === null)
  print('eval:pages needs the shared folder beside the repository (or SHARED_DIR); nothing was measured.')
else await evaluate(shared)
