import { type Config, readConfig } from '../app/configuration/config.ts'
import { readSourceStatus, type SourceStatus } from '../archive/archive-status.ts'
import { staleBuildMs } from '../market/sync-status.ts'
import { hourMs } from '../time/units.ts'
import { chosenSources, withArchive } from './archive-store.ts'
import { type CommandContext, type CommandResult, mebibytes } from './command.ts'

const gapsShown = 5

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** What the operator might do about a source; empty when there is nothing. */
const advice = (
  { source, lastObservedAt, gaps }: SourceStatus,
  { marketSource, marketSync }: Config,
  nowMs: number,
): string[] => {
  if (source !== 'tcgcsv') return []
  const ageMs = nowMs - Date.parse(lastObservedAt)
  const howToSync =
    marketSource === 'tcgcsv' && marketSync ? 'serve syncs by itself; market status says why not' : 'run market sync'
  return [
    ...(ageMs > staleBuildMs ? [`the newest day is ${Math.floor(ageMs / hourMs)} hours old: ${howToSync}`] : []),
    ...(gaps.length > 0 ? ['archive import brings in days that are missing, where their files were kept'] : []),
  ]
}

const gapText = ({ from, to }: SourceStatus['gaps'][number]): string => (from === to ? from : `${from} to ${to}`)

const linesOf = (status: SourceStatus, advices: readonly string[]): readonly string[] => {
  const { source, days, segments, firstObservedAt, lastObservedAt, firstRecordedAt, lastRecordedAt, gaps, bytes } =
    status
  const more = gaps.length - gapsShown
  return [
    `${source}: ${counted(days, 'day')} in ${counted(segments, 'segment')}`,
    `  observed ${firstObservedAt} to ${lastObservedAt}`,
    `  recorded ${firstRecordedAt} to ${lastRecordedAt}`,
    ...(status.withdrawals === 0 ? [] : [`  ${counted(status.withdrawals, 'withdrawal')}`]),
    `  ${status.observations} observations of ${status.series} series`,
    `  log ${mebibytes(bytes.log)}, index ${mebibytes(bytes.index)}, records of products ${mebibytes(bytes.products)}`,
    gaps.length === 0
      ? '  no day is missing between the first and the last'
      : `  days missing: ${gaps.slice(0, gapsShown).map(gapText).join(', ')}` +
        (more > 0 ? ` and ${more} more gaps` : ''),
    ...advices.map((line) => `  ${line}`),
  ]
}

export const showArchiveStatus = async (context: CommandContext): Promise<CommandResult> => {
  const config = await readConfig(context.env)
  return withArchive(context, async ({ archive, now }) => {
    const sources = []
    const lines: string[] = []
    for (const source of await chosenSources(context, archive)) {
      const status = await readSourceStatus(archive, source)
      if (status === null) continue
      const advices = advice(status, config, now())
      sources.push({ ...status, advice: advices })
      lines.push(...linesOf(status, advices))
    }
    if (sources.length === 0)
      lines.push(
        'Nothing is kept yet. With MARKET_SOURCE=tcgcsv each day is kept as it comes; archive import brings ' +
          'in files of past days.',
      )
    return { json: { sources }, lines }
  })
}
