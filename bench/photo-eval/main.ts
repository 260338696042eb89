/**
 * `npm run eval:photos`: how well photos are read, scored as a user would: the catalogue as it is, and a missing name
 * is a wrong one. Parts of file names choose pictures; `--set photos-second` one set; `--disguise
 * slight` spoils every picture a little first. `-v` prints every line that was read. Pictures that are kept unseen
 * count in the tables and are listed only with `--unseen`. `--unused` lists the lines that say name or number of a card
 * clearly, where the answer does not.
 */
import { parseArgs } from 'node:util'
import { packLexicon } from '../../src/photo/match/lexicon.ts'
import { loadModels } from '../../src/photo/model/models.ts'
import { isUnseen, type PhotoSet, readLabels, sharedFolder } from '../../test/support/photos/labelled.ts'
import { openEvalCatalog } from './catalog.ts'
import { disguises } from './disguises.ts'
import { createEvalReader, type Outcome } from './read.ts'
import { calibrationTables, costTable, groupTable, missLines, scoreTable, setsOf } from './tables.ts'
import { unusedLines } from './unused.ts'

const { values, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string' },
    disguise: { type: 'string', default: 'none' },
    unseen: { type: 'boolean', default: false },
    unused: { type: 'boolean', default: false },
    verbose: { type: 'boolean', short: 'v', default: false },
  },
})
const print = (lines: readonly string[]): void => {
  for (const line of lines)
    process.stdout.write(`${line}
`)
}
/** As the pool runs them where a core is left for the second. */
const threads = 2

const evaluate = async (shared: string): Promise<void> => {
  const disguise = disguises[values.disguise]
  if (disguise === undefined) throw new Error(`--disguise is one of ${Object.keys(disguises).join(', ')}.`)
  const index = await openEvalCatalog()
  const names = packLexicon(index.entries())
  const models = await loadModels(threads)
  const readAsIs = createEvalReader(models, index, names)

  const evaluateSet = async (set: PhotoSet): Promise<Outcome[]> => {
    const labels = readLabels(shared, set).filter(
      ({ file }) => only.length === 0 || only.some((part) => file.includes(part)),
    )
    const outcomes: Outcome[] = []
    for (const label of labels) outcomes.push(await readAsIs(shared, set, label, disguise))
    print([
      ...scoreTable(set, outcomes),
      ...groupTable(outcomes),
      ...calibrationTables(outcomes),
      ...costTable(outcomes),
    ])
    const shown = outcomes.filter(({ label }) => values.unseen || !isUnseen(label))
    print(['\nMisses:', ...missLines(shown, values.verbose)])
    if (values.unused) print(['\nRead, and not used:', ...unusedLines(shown, index)])
    return outcomes
  }

  const all: Outcome[] = []
  for (const set of setsOf(values.set)) all.push(...(await evaluateSet(set)))
  const unseen = all.filter(({ label }) => isUnseen(label))
  print([...scoreTable('kept unseen', unseen), ...groupTable(unseen)])
  print([...scoreTable('all', all), ...groupTable(all), ...calibrationTables(all), ...costTable(all)])
}

const shared = sharedFolder()
if (shared === null)
  print(['eval:photos needs the shared folder beside the repository (or SHARED_DIR); nothing was measured.'])
else await evaluate(shared)
