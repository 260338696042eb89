import {
  CardMarketError,
  createClient,
  errorAdvice,
  type PricedRow,
  priceList,
  writeCsv,
} from '../../packages/client/src/client.ts'
import { readClientConfig } from '../app/configuration/config.ts'
import { type Command, CommandError, optional, printResult } from './command.ts'
import { readListFile } from './list-file.ts'
import { cellsOfList, documentOfList, tableOfList } from './price-report.ts'
import { createProgress } from './progress.ts'

const explain = (error: CardMarketError): CommandError =>
  new CommandError([error.message, errorAdvice[error.code]?.advice].filter(Boolean).join(' '))

const failureOf = (rows: readonly PricedRow[]): CommandError | null => {
  const failed = rows.filter(({ status }) => status === 'unavailable')
  const code = failed[0]?.code
  if (code == null) return null
  const { meaning, advice } = errorAdvice[code as keyof typeof errorAdvice] ?? { meaning: code, advice: '' }
  return new CommandError(`${failed.length} of ${rows.length} rows could not be priced. ${meaning} ${advice}`.trim())
}

export const priceCommand: Command = {
  name: 'price',
  usage: 'FILE [--csv] [--category SLUG]',
  summary:
    "price a deck list or a program's export (- reads standard input); CARD_MARKET_URL and CARD_MARKET_KEY " +
    'say which service',
  operandHelp: { FILE: 'a deck list, or the export of a collection program; - is standard input' },
  examples: ['price deck.txt', 'price --csv collection.csv > priced.csv'],
  options: {
    csv: { type: 'boolean', help: 'print CSV with every field, one line a row of the list' },
    category: {
      type: 'string',
      value: 'SLUG',
      help: 'product line of rows that name none, such as magic (default: read from the list)',
    },
  },
  run: async (context) => {
    const { env, output, operands, options } = context
    const category = optional(context, 'category')
    const { url, key } = readClientConfig(env)
    const { rows: list, unknownHeads } = await readListFile(operands[0] as string, process.stdin)
    const progress = createProgress(context)
    const client = createClient({ baseUrl: url, key })
    const rows = await priceList(client, list, {
      category,
      onProgress: (done, total) => progress.show(done, total, `${done} of ${total} cards priced`),
    })
      .catch((error: unknown) => {
        throw error instanceof CardMarketError ? explain(error) : error
      })
      .finally(progress.end)
    if (options.csv && !options.json) output.out(writeCsv(cellsOfList(rows)).replace(/\n$/, ''))
    else printResult(context, { json: documentOfList(rows), lines: tableOfList(rows) })
    if (unknownHeads.length > 0) output.err(`Columns that were not understood: ${unknownHeads.join(', ')}.`)
    const failure = failureOf(rows)
    if (failure !== null) throw failure
    return null
  },
}
