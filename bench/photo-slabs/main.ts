/**
 * `npm run eval:slabs`: graded cards in their holders. The labelled ones; slabs made of the labelled single pictures,
 * with labels after what companies publish (`--slabs 60`, `--seed 1` makes the same again, `--keep FOLDER` writes
 * them); and all labelled pictures without a slab, where no grade may be told (`--no-others` leaves them out). What is
 * wrong or missed is listed of the designs that the reader was tuned on; of the others with `--unseen`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PlacedCard } from '../../src/contract/identification.ts'
import { decode } from '../../src/photo/image/decode.ts'
import { openLexicon, packLexicon } from '../../src/photo/match/lexicon.ts'
import { loadModels } from '../../src/photo/model/models.ts'
import { readCard } from '../../src/photo/read-card.ts'
import { photoSets, readLabels, sharedFolder } from '../../test/support/photos/labelled.ts'
import { createRandom } from '../../test/support/photos/random.ts'
import { openEvalCatalog } from '../photo-eval/catalog.ts'
import { createLookup } from '../photo-eval/read.ts'
import { designs } from './labels.ts'
import { cutSome, makeSlab } from './make-slab.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    slabs: { type: 'string', default: '66' },
    keep: { type: 'string' },
    unseen: { type: 'boolean', default: false },
    others: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
/** As the pool runs them where a core is left for the second. */
const threads = 2
/** Cards that are put into the made holders. */
const maxCards = 24

interface Graded {
  readonly condition: string
  readonly variant: string | null
  readonly certificate: string | null
}

/** The graded cards of the labelled pictures, read by eye. */
const labelled: Readonly<Record<string, readonly Graded[]>> = {
  'pk-charizard-slab.png': [{ condition: 'PSA 7', variant: 'Shadowless', certificate: '41498448' }],
  'pk-slab-aerodactyl.jpg': [{ condition: 'CGC 8', variant: '1st Edition', certificate: null }],
  'pk-slab-gyarados-ja.jpg': [{ condition: 'PSA 9', variant: 'Holo', certificate: '86429728' }],
  'mg-counterspell-slab.jpg': [{ condition: 'BGS 7.5', variant: null, certificate: '0010538585' }],
  'multi-pk-slabs-2.jpg': [
    { condition: 'PSA 6', variant: '1st Edition', certificate: '24929556' },
    { condition: 'PSA 8', variant: 'Holo', certificate: '25398824' },
  ],
}

type Told = PlacedCard['ocr']['suggested']

/** Counts of what was told of a kind of slabs. */
const createTally = () => ({ slabs: 0, right: 0, wrong: 0, missed: 0, certificates: 0, variants: 0, wrongVariants: 0 })
const tallies = new Map<string, ReturnType<typeof createTally>>()

const judge = (kind: string, truth: Graded, told: Told | undefined, title: string, isListed: boolean): void => {
  const tally = tallies.get(kind) ?? createTally()
  tallies.set(kind, tally)
  const { condition = null, variant = null, certificate = null } = told ?? {}
  const outcome = condition === null ? 'missed' : condition === truth.condition ? 'right' : 'wrong'
  tally.slabs++
  tally[outcome]++
  if (certificate === truth.certificate) tally.certificates++
  if (variant === truth.variant) tally.variants++
  else if (variant !== null) tally.wrongVariants++
  const isRight = outcome === 'right' && certificate === truth.certificate && variant === truth.variant
  if (!isRight && isListed)
    print(`${outcome} ${title}: ${condition} · ${variant} · ${certificate}; is ${Object.values(truth).join(' · ')}`)
}

const evaluate = async (shared: string): Promise<void> => {
  const index = await openEvalCatalog()
  const parts = { models: await loadModels(threads), lexicon: openLexicon(packLexicon(index.entries())) }
  const lookUp = createLookup(index)
  const read = async (bytes: Buffer) => lookUp(await readCard(parts, await decode(bytes)))

  let [others, graded] = [0, 0]
  for (const set of photoSets)
    for (const { file } of readLabels(shared, set)) {
      const slabs = labelled[file]
      if (!slabs && !values.others) continue
      const { ocr, cards } = await read(readFileSync(`${shared}/${set}/${file}`))
      const told = cards.length > 0 ? cards.map((card) => card.ocr.suggested) : [ocr.suggested]
      if (slabs) {
        for (const [at, slab] of slabs.entries()) judge('labelled', slab, told[at], file, true)
        continue
      }
      others++
      const isGraded = told.some(({ condition, certificate }) => condition !== null || certificate !== null)
      if (isGraded || told.some(({ variant }) => variant !== null))
        print(
          [isGraded ? 'GRADED' : 'variant', file, ...told.map((one) => `${one.condition} · ${one.variant}`)].join(' '),
        )
      if (isGraded) graded++
    }

  const cards = await cutSome(parts, shared, Number(values.slabs) > 0 ? maxCards : 0)
  if (values.keep) mkdirSync(values.keep, { recursive: true })
  for (let at = 0; at < Number(values.slabs); at++) {
    const random = createRandom(Number(values.seed), at)
    const design = designs[at % designs.length]
    const card = cards[random.below(cards.length)]
    if (!design || !card) break
    const { bytes, truth } = await makeSlab(random, card, design)
    if (values.keep) writeFileSync(join(values.keep, `slab-${at}.jpg`), bytes)
    const { ocr } = await read(bytes)
    const { grade, variant, certificate } = truth
    judge(
      `${design.company}${design.isTuned ? '' : ', not tuned to'}`,
      { condition: `${design.company} ${grade}`, variant, certificate },
      ocr.suggested,
      `slab-${at} ${design.company} ${truth.name}`,
      design.isTuned || values.unseen,
    )
  }
  print(
    '\n| slabs | | grade right | wrong | missed | certificate | variant right | wrong |\n' +
      '|---|---|---|---|---|---|---|---|',
  )
  for (const [kind, { slabs, right, wrong, missed, certificates, variants, wrongVariants }] of tallies)
    print(`| ${[kind, slabs, right, wrong, missed, certificates, variants, wrongVariants].join(' | ')} |`)
  print(`\nA grade or certificate was told on ${graded} of ${others} pictures without a slab.`)
}

const shared = sharedFolder()
if (shared === null)
  print('eval:slabs needs the shared folder beside the repository (or SHARED_DIR); nothing was measured.')
else await evaluate(shared)
