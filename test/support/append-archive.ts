/**
 * A process that appends day after day to a price archive and prints each sequence once it is committed:
 * `append-archive.ts postgres|sqlite ADDRESS DAYS PAGES SERIES [SEGMENT BYTES]`.
 */
import { openStore } from '../../src/stores/open-store.ts'
import { appendDay } from './archive-days.ts'

const [kind, address = '', ...numbers] = process.argv.slice(2)
const [days = 1, pages = 10, series = 10, bytes] = numbers.map(Number)
const database = kind === 'postgres' ? ({ kind, url: address } as const) : ({ kind: 'sqlite', file: address } as const)
const store = await openStore({ database, durability: 'process' }, Date.now, { isChecked: false })
process.stdout.write('opened\n')
for (let day = 0; day < days; day++)
  process.stdout.write(`${(await appendDay(store.archive, { pages, series }, bytes)).sequence}\n`)
await store.close()
