/**
 * A process of its own that appends one more day to a database made by `npm run bench:archive -- --keep`, when it is told to: `--file F --products N --days D`. The day is the last but one
 * of the year once more, so that what changes from the last is a recorded step, backwards.
 */
import { parseArgs } from 'node:util'
import { openStore } from '../../src/stores/open-store.ts'
import { appendDay } from './append-year.ts'
import { makeCatalog, makeRecords } from './made-records.ts'
import { batchOf, builtAtMs, makeYear } from './year.ts'

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    products: { type: 'string' },
    days: { type: 'string' },
    records: { type: 'boolean', default: false },
  },
})
const dayCount = Number(values.days)
const { series, days } = await makeYear(Number(values.products), dayCount)
let last = null
for (const made of days()) {
  last = made
  if (made.day === dayCount - 2) break
}
if (last === null) throw new Error('A year has at least two days.')
const records = values.records ? [...makeRecords(await makeCatalog(series))] : undefined
const store = await openStore({ database: { kind: 'sqlite', file: values.file as string }, durability: 'process' }, Date.now)
const head = await store.archive.head('tcgcsv')
const day = 1 + Math.round(((head?.observedAtMs ?? 0) - builtAtMs(0)) / 86_400_000)
process.send?.('ready')
process.once('message', async () => {
  const { observations, ...batch } = batchOf(series, last)
  const times = await appendDay(store.archive, { ...batch, observations, observedAtMs: builtAtMs(day) }, records)
  process.send?.({ times, observations: observations.length, peakMiB: process.resourceUsage().maxRSS / 1024 })
  await store.close()
  process.exit()
})
