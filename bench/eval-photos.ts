import { readFileSync } from 'node:fs'
import { decode } from '../src/photo/image/decode.ts'
import { openLexicon } from '../src/photo/match/lexicon.ts'
import { loadModels } from '../src/photo/model/models.ts'
import { readCard } from '../src/photo/read-card.ts'
import type { FullReading } from '../src/photo/reading.ts'
import { type Label, readLabels, sharedFolder } from '../test/support/photos/labelled.ts'
import { acceptedNames, nameFits, numberFits, readLexicon } from './photo-set.ts'

interface Outcome {
  label: Label
  reading: FullReading
  cpuSeconds: number
  wallSeconds: number
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const shared = sharedFolder()
if (shared === null) {
  print('eval:photos needs the shared folder beside the repository (or SHARED_DIR); nothing was measured.')
  process.exit(0)
}
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
/** As the pool runs them where a core is left for the second. */
const threads = 2
const verbose = process.argv.includes('-v')
const labels = readLabels(shared)
const lexicon = openLexicon(readLexicon(shared, labels))
const models = await loadModels(threads)

const cpu = (): number => (process.cpuUsage().user + process.cpuUsage().system) / 1e6
const outcomes: Outcome[] = []
for (const label of labels.filter(({ file }) => only.length === 0 || only.some((part) => file.includes(part)))) {
  const bytes = readFileSync(`${shared}/photos/${label.file}`)
  const [cpuBefore, wallBefore] = [cpu(), performance.now()]
  const reading = await readCard({ models, lexicon }, await decode(bytes))
  outcomes.push({ label, reading, cpuSeconds: cpu() - cpuBefore, wallSeconds: (performance.now() - wallBefore) / 1000 })
}

const nameScored = ({ label }: Outcome): boolean => label.lang === 'en' && !label.numberOnly && acceptedNames(label).length > 0
const nameRight = ({ label, reading }: Outcome): boolean => nameFits(label, reading.card.name)
const numberScored = ({ label }: Outcome): boolean => label.numberLegible && label.cardNumber !== null
const numberRight = ({ label, reading }: Outcome): boolean => numberFits(label, reading.card.number?.text ?? null)
const bothScored = (o: Outcome): boolean => nameScored(o) && numberScored(o)
const bothRight = (o: Outcome): boolean => nameRight(o) && numberRight(o)
const hopeless = ({ label }: Outcome): boolean => label.name === null && !label.numberOnly
/** Wrong: a name that is not the card's, or a number that is not, where the truth is known. */
const wrong = (o: Outcome): boolean =>
  (o.reading.card.name !== null && (hopeless(o) || (nameScored(o) && !nameRight(o)))) ||
  (o.reading.card.number !== null && numberScored(o) && !numberRight(o))

const share = (scored: (o: Outcome) => boolean, right: (o: Outcome) => boolean, of = outcomes): string => {
  const pool = of.filter(scored)
  const hits = pool.filter(right).length
  return pool.length === 0 ? '–' : `${hits}/${pool.length} (${Math.round((1000 * hits) / pool.length) / 10} %)`
}
const quantile = (values: number[], q: number): string => {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0).toFixed(2)
}
const table = (title: string, groups: Record<string, Outcome[]>): void => {
  print(`\n| ${title} | pictures | name first | number | name and number |\n|---|---|---|---|---|`)
  for (const [group, of] of Object.entries(groups)) {
    print(
      `| ${group} | ${of.length} | ${share(nameScored, nameRight, of)} | ${share(numberScored, numberRight, of)} | ${share(bothScored, bothRight, of)} |`,
    )
  }
}

table('kind', {
  all: outcomes,
  ...Object.groupBy(outcomes, ({ label }) => (label.numberOnly ? 'number strip' : label.nasty ? 'hard' : label.kind)),
  'photos, hard ones too': outcomes.filter(({ label }) => label.kind === 'photo'),
} as Record<string, Outcome[]>)
table('game', Object.groupBy(outcomes, ({ label }) => label.game ?? 'none') as Record<string, Outcome[]>)
const sure = outcomes.filter(({ reading }) => reading.confidence >= 80)
print(`\n| confidence | |\n|---|---|`)
print(`| wrong at 80 or more | ${sure.filter(wrong).length}/${sure.length} |`)
print(`| no card or illegible, below 40 | ${share(hopeless, ({ reading }) => reading.confidence < 40)} |`)
print(
  `| right with both, at 80 or more | ${share(
    (o) => !wrong(o) && !hopeless(o),
    ({ reading }) => reading.confidence >= 80,
  )} |`,
)
print(`\n| cost | p50 | p95 |\n|---|---|---|`)
for (const [name, of] of [
  ['CPU seconds', outcomes.map((o) => o.cpuSeconds)],
  ['wall seconds', outcomes.map((o) => o.wallSeconds)],
] as const) {
  print(`| ${name} | ${quantile(of, 0.5)} | ${quantile(of, 0.95)} |`)
}
print(`| resident memory, MB | ${Math.round(process.memoryUsage().rss / 1e6)} | |`)

print('\nMisses:')
for (const o of outcomes) {
  const flags = [
    nameScored(o) && !nameRight(o) && 'NAME',
    numberScored(o) && !numberRight(o) && 'NUMBER',
    hopeless(o) && o.reading.confidence >= 40 && 'SURE',
  ].filter(Boolean)
  if (flags.length === 0 && !verbose) continue
  const { name, number } = o.reading.card
  print(
    `${flags.join('+').padEnd(12)} ${o.label.file}: read ${name} · ${number?.text ?? null} at ${o.reading.confidence}; is ${o.label.name} · ${o.label.cardNumber} (${o.cpuSeconds.toFixed(2)} s)`,
  )
  if (verbose)
    print(
      o.reading.lines
        .map(
          (line) =>
            `    ${line.box[0]?.map((v) => v.toFixed(2)).join(',')} h${line.height.toFixed(3)} ${line.confidence.toFixed(2)} ${line.text}`,
        )
        .join('\n'),
    )
}
