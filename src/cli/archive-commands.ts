import { chosenSources, sourceOption, withArchive, withSourceLease } from './archive-store.ts'
import { type Command, type CommandContext, CommandError, printResult } from './command.ts'
import { yesOption } from './confirm.ts'
import { createProgress } from './progress.ts'

const damagesShown = 20

const verify = async (context: CommandContext): Promise<null> => {
  const { verifyArchive } = await import('../archive/verify-archive.ts')
  const { misdatedSegments } = await import('../archive/recorded-at.ts')
  const progress = createProgress(context)
  const sources = await withArchive(context, async ({ archive, now }) => {
    const reports = []
    for (const source of await chosenSources(context, archive)) {
      const report = await verifyArchive(archive, source, {
        onProgress: (done, total) => progress.show(done, total, source),
      })
      const misdated = misdatedSegments(await archive.headers(source), now())
      reports.push({ source, isSound: report.damageCount === 0, ...report, misdated })
    }
    return reports
  }).finally(progress.end)
  const misdated = sources.filter((source) => source.misdated.length > 0)
  const damaged = sources.filter(({ isSound }) => !isSound)
  const isLogDamaged = damaged.some(({ isIndexChecked }) => !isIndexChecked)
  printResult(context, {
    json: { sources },
    lines: [
      ...(sources.length === 0 ? ['Nothing is kept yet.'] : []),
      ...sources.flatMap(({ source, isSound, segments, observations, series, damages, damageCount }) => [
        `${source}: ${segments} segments, ${observations} observations, ${series} series: ` +
          (isSound ? 'sound' : `${damageCount} damages`),
        ...damages.slice(0, damagesShown).map(({ what }) => `  ${what}`),
        ...(damageCount > damagesShown ? [`  and ${damageCount - damagesShown} more`] : []),
      ]),
      ...misdated.flatMap((source) => source.misdated.slice(0, damagesShown).map(({ what }) => `  ${what}`)),
      ...(isLogDamaged
        ? ['Restore the database from a backup that archive verify finds sound; see docs/archive.md.']
        : []),
      ...(damaged.length > 0 && !isLogDamaged
        ? ['The log is sound, and the index follows from it: archive rebuild writes it anew.']
        : []),
    ],
  })
  if (damaged.length > 0)
    throw new CommandError(`What is kept of ${damaged.map(({ source }) => source).join(', ')} is damaged.`)
  if (misdated.length > 0)
    throw new CommandError(
      `Prices of ${misdated.map(({ source }) => source).join(', ')} were recorded under a clock that was wrong.`,
    )
  return null
}

const rebuild = async (context: CommandContext) => {
  const { rebuildIndex } = await import('../archive/rebuild-index.ts')
  const progress = createProgress(context)
  return withArchive(context, async (store) => {
    const sources = await chosenSources(context, store.archive)
    for (const source of sources)
      await withSourceLease(store, source, () =>
        rebuildIndex(store.archive, source, { onProgress: (done, total) => progress.show(done, total, source) }),
      )
    return {
      json: { sources },
      lines: [sources.length === 0 ? 'Nothing is kept yet.' : `Wrote the index of ${sources.join(', ')} anew.`],
    }
  }).finally(progress.end)
}

export const archiveCommands: readonly Command[] = [
  {
    name: 'archive status',
    usage: '[--source NAME]',
    summary: 'show which days of prices are kept, what is missing, and how much room they take',
    options: sourceOption('show this source alone (default: all)'),
    examples: ['archive status', 'archive status --source tcgcsv'],
    run: async (context) => (await import('./archive-status.ts')).showArchiveStatus(context),
  },
  {
    name: 'archive verify',
    usage: '[--source NAME]',
    summary: 'read every kept price, check the chain of hashes and the index, and report damage',
    options: sourceOption('check this source alone (default: all)'),
    examples: ['archive verify'],
    run: verify,
  },
  {
    name: 'archive rebuild',
    usage: '[--source NAME]',
    summary: 'write the index of the kept prices anew from their log',
    options: sourceOption('rebuild this source alone (default: all)'),
    examples: ['archive rebuild'],
    run: rebuild,
  },
  {
    name: 'archive export',
    usage: '--from DAY --to DAY [--source NAME] [--format csv|parquet] FILE',
    summary: 'write kept prices to a file, one row for each observation; FILE - is standard output',
    options: {
      from: { type: 'string', value: 'DAY', help: 'first UTC day, such as 2026-10-01 (required)' },
      to: { type: 'string', value: 'DAY', help: 'last UTC day (required)' },
      ...sourceOption('export this source alone (default: all)'),
      format: { type: 'string', value: 'FORMAT', help: 'csv or parquet (default: by the name of FILE)' },
    },
    operandHelp: { FILE: 'the file to write; - is standard output' },
    examples: [
      'archive export --from 2026-10-01 --to 2026-10-31 october.parquet',
      'archive export --from 2026-10-01 --to 2026-10-01 - | head',
    ],
    run: async (context) => (await import('./archive-export.ts')).exportArchive(context),
  },
  {
    name: 'archive import',
    usage: 'PATH... [--source tcgcsv] [--dry-run] [--correct]',
    summary: 'bring in price files of past days as people have kept them, laid out by day',
    options: {
      ...sourceOption('the source that the files are of (default: tcgcsv, the only one)'),
      'dry-run': { type: 'boolean', help: 'store nothing, and say what would be' },
      correct: { type: 'boolean', help: 'store days that contradict what is there as corrections' },
    },
    operandHelp: { PATH: 'a folder that holds a folder for each day, such as 2026-10-31' },
    examples: ['archive import --dry-run kept-days', 'archive import kept-days'],
    run: async (context) => (await import('./archive-import.ts')).importArchive(context),
  },
  {
    name: 'archive withdraw',
    usage: 'BUILD [--source NAME] [--yes]',
    summary: 'take back one build that was recorded by mistake, with all that followed from it',
    options: { ...sourceOption('the source of the build (default: the only one that is kept)'), ...yesOption },
    operandHelp: { BUILD: 'its time, such as 2026-10-31T20:05:33Z, or its UTC day' },
    examples: ['archive withdraw 2026-10-31 --yes'],
    run: async (context) => (await import('./archive-withdraw.ts')).withdrawFromArchive(context),
  },
  {
    name: 'archive purge',
    usage: '--source NAME --yes',
    summary: 'remove everything that is kept of a source, without a trace in the database',
    options: {
      ...sourceOption('the source to remove (required)'),
      yes: { type: 'boolean', help: 'really do it; without it nothing is removed' },
    },
    examples: ['archive purge --source tcgcsv --yes'],
    run: async (context) => (await import('./archive-purge.ts')).purgeArchive(context),
  },
]
