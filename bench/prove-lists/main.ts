/**
 * Prices the exports of every program, 200 rows each with typical damage, made of the real catalogue: `npm run
 * prove:lists`, `-- --seeds 1,2,3`, `-- --rows 40`, `-- --only Moxfield`. Exits with 1 when a row is priced as another
 * printing, condition, finish or language than written, or more than 5 % of a program's rows are left to a person.
 */
import { parseArgs } from 'node:util'
import { percent, printTable } from '../figures.ts'
import { createLineCatalog } from '../line-catalog.ts'
import { hasSharedCatalog, readSharedCatalog } from '../shared-catalog.ts'
import { addFindings, emptyVerdict, type Finding, judgeExport, listMakers } from './judge.ts'
import { morePrograms } from './more-programs.ts'
import { programs } from './programs.ts'
import { createServiceClient } from './service.ts'

const maxReviewPercent = 5

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    rows: { type: 'string', default: '200' },
    /** The one program to look at. */
    only: { type: 'string' },
    /** Findings printed of each kind and program. */
    show: { type: 'string', default: '5' },
  },
})

const lineOf = ({ kind, written, priced }: Finding): string => {
  const found = priced?.card
  return [
    kind,
    written.text,
    JSON.stringify(priced?.row.entry),
    `${priced?.status} ${priced?.code}`,
    found ? `${found.name} | ${found.setName} | ${found.cardNumber}` : '',
    JSON.stringify(written.copy),
  ].join('\n    ')
}

if (hasSharedCatalog()) {
  const input = await readSharedCatalog()
  const client = createServiceClient(input)
  const catalog = createLineCatalog(input)
  const seeds = values.seeds.split(',').map(Number)
  const rowCount = Number(values.rows)
  const table: (string | number)[][] = []
  const makers = listMakers(catalog, rowCount, [...programs, ...morePrograms])
  for (const { name, make } of makers.filter((maker) => values.only === undefined || maker.name === values.only)) {
    const verdict = emptyVerdict()
    const findings: Finding[] = []
    for (const seed of seeds) {
      const found = await judgeExport(client, make(seed))
      addFindings(verdict, rowCount, found)
      findings.push(...found)
    }
    const { rows, right, review, otherPrinting, otherCopy, guessed, lost } = verdict
    table.push([name, rows, right, percent(review, rows), otherPrinting, otherCopy, guessed, lost])
    if (otherPrinting + otherCopy + lost > 0 || (100 * review) / rows > maxReviewPercent) process.exitCode = 1
    for (const same of Object.values(Object.groupBy(findings, ({ kind }) => kind)))
      for (const finding of same.slice(0, Number(values.show))) process.stdout.write(`${name}: ${lineOf(finding)}\n`)
  }
  printTable(['program', 'rows', 'right', 'review %', 'other printing', 'other copy', 'guessed', 'lost'], table)
}
