import { statSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { exportSegments } from '../archive/export/export-segments.ts'
import type { ByteSink, ExportedSegment } from '../archive/export/exported-rows.ts'
import { writeCsvExport } from '../archive/export/write-csv-export.ts'
import type { SegmentHeader } from '../archive/ports.ts'
import { standingSegments } from '../archive/withdrawals.ts'
import { writePiecesAtomically } from '../files/write-file-atomically.ts'
import { dayMs } from '../time/units.ts'
import { utcDayText } from '../time/utc-day.ts'
import { chosenSources, withArchive } from './archive-store.ts'
import {
  type CommandContext,
  CommandError,
  type CommandResult,
  dayOption,
  optional,
  required,
  UsageError,
} from './command.ts'
import { createProgress } from './progress.ts'

const requiredDayMs = (context: CommandContext, name: string): number =>
  Date.parse(dayOption(context, name) ?? required(context, name))

interface ExportRequest {
  readonly fromMs: number
  readonly toMs: number
  readonly format: 'csv' | 'parquet'
  /** `null` for standard output. */
  readonly file: string | null
}

/** A name without an ending, such as that of a device, takes CSV. */
const formatOf = (file: string): string => {
  const ending = extname(file).toLowerCase()
  if (ending === '' || ending === '.csv') return 'csv'
  if (ending === '.parquet') return 'parquet'
  throw new UsageError(`${file} ends neither in .csv nor in .parquet; name it so, or say which with --format`)
}

const readRequest = (context: CommandContext): ExportRequest => {
  const fromMs = requiredDayMs(context, 'from')
  const toMs = requiredDayMs(context, 'to') + dayMs - 1
  if (toMs < fromMs) throw new UsageError('--from must not lie after --to')
  const operand = context.operands[0] as string
  const format = optional(context, 'format') ?? formatOf(operand)
  if (format !== 'csv' && format !== 'parquet')
    throw new UsageError(`--format must be csv or parquet; it is "${format}"`)
  const file = operand === '-' ? null : resolve(operand)
  if (file === null && format === 'parquet')
    throw new UsageError('Parquet goes to a file, since its table of contents stands at its end')
  if (file === null && context.options.json)
    throw new UsageError('--json and the rows cannot both go to standard output')
  if (file !== null && statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${file} is a folder`)
  return { fromMs, toMs, format, file }
}

const toStandardOutput: ByteSink = (bytes) =>
  new Promise((done, fail) => {
    process.stdout.write(bytes, (error) => (error ? fail(error) : done()))
  })

/** What the file system said, in the words of an operator. */
const explainWrite = (place: string) => (error: unknown) => {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    throw new CommandError(`${place}: the disk is full; nothing was kept of the export`)
  if (code === 'ENOENT') throw new CommandError(`${place}: there is no such folder`)
  if (code !== undefined && /^E[A-Z]+$/.test(code)) throw new CommandError(`${place}: cannot be written (${code})`)
  throw error
}

export const exportArchive = async (context: CommandContext): Promise<CommandResult | null> => {
  const { fromMs, toMs, format, file } = readRequest(context)
  const progress = createProgress(context)
  return withArchive(context, async ({ archive }) => {
    const headers: SegmentHeader[] = []
    for (const source of await chosenSources(context, archive))
      headers.push(...standingSegments(await archive.headers(source, { fromMs, toMs })))
    if (headers.length === 0)
      throw new CommandError('Nothing was observed in these days; archive status shows what is kept.')
    const total = headers.reduce((sum, { observationCount }) => sum + observationCount, 0)
    const segments = async function* (): AsyncGenerator<ExportedSegment> {
      let done = 0
      for await (const segment of exportSegments(archive, headers)) {
        progress.show(done, total, utcDayText(segment.header.observedAtMs))
        yield segment
        done += segment.header.observationCount
      }
    }
    const write = async (sink: ByteSink): Promise<number> => {
      if (format === 'csv') return writeCsvExport(segments(), sink)
      const { writeParquetExport } = await import('../archive/export/write-parquet-export.ts')
      const { version } = await import('../app/configuration/version.ts')
      return writeParquetExport(segments(), sink, `card-market-data version ${version}`)
    }
    const rows = await (file === null ? write(toStandardOutput) : writePiecesAtomically(file, write))
      .catch(explainWrite(file ?? 'standard output'))
      .finally(progress.end)
    if (file === null) return null
    return {
      json: { file, format, rows, segments: headers.length, bytes: statSync(file).size },
      lines: [`Wrote ${rows} observations of ${headers.length} segments to ${file}.`],
    }
  })
}
