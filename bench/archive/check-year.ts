/** `node bench/archive/check-year.ts`: whether the made year is like the recordings that it is made of. */
import { parseArgs } from 'node:util'
import { createCensus, printCensus } from './census.ts'
import { createDonors } from './donors.ts'
import { makeSeries } from './made-series.ts'
import { walkDays } from './made-year.ts'
import { fieldCount, hasRecordings, type RecordedSeries, readLongSeries, readManySeries, readRecordedDays } from './recordings.ts'
import { yearSeed } from './year.ts'

const { values } = parseArgs({
  options: { products: { type: 'string', default: '500000' }, days: { type: 'string', default: '365' } },
})

const censusOf = ({ count, dayCount, amounts }: RecordedSeries) => {
  const census = createCensus(count)
  const day = new Int32Array(count * fieldCount)
  for (let n = 0; n < dayCount; n++) {
    for (let i = 0; i < count; i++) {
      const at = (i * dayCount + n) * fieldCount
      day.set(amounts.subarray(at, at + fieldCount), i * fieldCount)
    }
    census.add(day)
  }
  return census
}

if (hasRecordings()) {
  const [days, many, long] = [await readRecordedDays(), await readManySeries(), await readLongSeries()]
  const twoDays = createCensus(days.productIds.length)
  for (const amounts of [days.before, days.after]) twoDays.add(amounts)
  const dayCount = Number(values.days)
  const series = makeSeries(days, Number(values.products), dayCount, yearSeed)
  const made = createCensus(series.count)
  const present = new Int32Array(series.count * fieldCount)
  for (const { amounts, isPresent } of walkDays(series, createDonors(many), dayCount, yearSeed)) {
    for (let i = 0; i < present.length; i++) present[i] = isPresent[Math.floor(i / fieldCount)] === 1 ? (amounts[i] as number) : 0
    made.add(present)
  }
  printCensus([
    ['all lines, two days', twoDays],
    ['67 sets, 36 days', censusOf(many)],
    ['one line, 305 days', censusOf(long)],
    [`the made ${dayCount} days`, made],
  ])
}
