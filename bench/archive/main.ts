/**
 * `npm run bench:archive`: how large a year of days becomes in each database, what a day costs to append, and how fast the past is answered. `--products N --days D --store sqlite`
 * choose the size; without them, a small one in minutes. `--mirror` takes the recorded days of all product lines as they are. `--keep FOLDER` leaves the SQLite file there, with the records of all
 * products; `--again` then asks it without appending.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStore } from '../../src/stores/open-store.ts'
import { ownDatabase, testPostgres } from '../../test/support/postgres.ts'
import { printTable } from '../measure.ts'
import { measureYear } from './measure-year.ts'
import { hasRecordings } from './recordings.ts'
import { makeYear } from './year.ts'

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '50000' },
    days: { type: 'string', default: '60' },
    store: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    mirror: { type: 'boolean', default: false },
    keep: { type: 'string' },
    again: { type: 'boolean', default: false },
  },
})

const dayCount = Number(values.days)
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'bench-archive-'))
mkdirSync(folder, { recursive: true })

/** Opens an empty store of a kind. */
const openEmpty = async (kind: string) => {
  if (kind === 'sqlite') {
    const file = join(folder, 'accounts.db')
    const database = { kind: 'sqlite', file } as const
    return { open: () => openStore({ database, durability: 'process' }, Date.now), files: { file }, drop: async () => {} }
  }
  const { url, skip } = await testPostgres()
  if (skip !== undefined) throw new Error(skip)
  const own = ownDatabase(url)
  await own.create()
  const database = { kind: 'postgres', url: own.url } as const
  return { open: () => openStore({ database, durability: 'process' }, Date.now), files: { url: own.url }, drop: own.drop }
}

if (hasRecordings()) {
  const year = await makeYear(values.mirror ? null : Number(values.products), dayCount)
  const { productCount, count } = year.series
  process.stdout.write(
    `${process.version}; ${productCount} products and ${count} series, those that appear later among them; ${dayCount} days, made of recorded steps\n`,
  )
  const summary: (string | number)[][] = []
  for (const kind of values.store) {
    const { open, files, drop } = await openEmpty(kind)
    summary.push([
      kind,
      ...(await measureYear({
        kind,
        open,
        files,
        year,
        dayCount,
        hasRecords: values.keep !== undefined,
        isFilled: values.again,
      })),
    ])
    await drop()
  }
  printTable(
    [
      'store',
      'observations',
      'MB in all',
      'log',
      'index',
      'B/observation',
      'append p50',
      'p99',
      'worst',
      'movers',
      'rebuild',
      'verify',
    ],
    summary,
  )
}
if (values.keep === undefined) rmSync(folder, { recursive: true })
process.exit()
