import { type Html, html } from '../reference/html.ts'
import { type OutcomeSums, type RequestSums, totalOf } from '../statistics/sum-requests.ts'
import { dayText, utcDay } from '../time/utc-day.ts'
import { describeCount } from './words.ts'

const outcomes = ['ok', 'refused', 'failed'] as const

/** A length in the units of a drawing, at least so long that it can be seen. */
const lengthOf = (part: number, whole: number, units: number): number =>
  part === 0 || whole === 0 ? 0 : Math.max(1, Math.round((part / whole) * units * 10) / 10)

/** A bar in the parts of its outcomes. The figures beside it say the same. */
export const bar = (sums: OutcomeSums, largest: number): Html => {
  let x = 0
  const parts = outcomes.map((outcome) => {
    const width = lengthOf(sums[outcome], largest, 196)
    const part = html`<rect class="${outcome}" x="${x}" y="0" width="${width}" height="4"/>`
    x += width
    return width > 0 && part
  })
  return html`<svg class="bar" viewBox="0 0 200 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">${
    parts
  }</svg>`
}

const height = 100
const step = 4

/** Requests of each day (at least one) as stacked columns; days that nothing is known of are left empty. */
export const daysChart = (byDay: RequestSums['byDay'], days: number): Html => {
  const largest = byDay.reduce((max, sums) => Math.max(max, totalOf(sums)), 0)
  const peak = byDay.find((sums) => totalOf(sums) === largest)
  const columns = byDay.map((sums, index) => {
    let y = height
    return outcomes.map((outcome) => {
      const part = lengthOf(sums[outcome], largest, height - 3)
      y -= part
      const x = (days - byDay.length + index) * step + step * 0.1
      return (
        part > 0 &&
        html`<rect class="${outcome}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${step * 0.8}" height="${part}"/>`
      )
    })
  })
  const last = byDay.at(-1)?.day as string
  const first = dayText(utcDay(Date.parse(last)) - days + 1)
  const words =
    peak === undefined || largest === 0
      ? 'No requests on these days'
      : `Requests by day, most on ${peak.day}: ${describeCount(largest)}`
  return html`
<figure class="days">
<figcaption>${words}</figcaption>
<svg role="img" aria-label="${words}" viewBox="0 0 ${days * step} ${height}" preserveAspectRatio="none">${columns}</svg>
<p class="axis"><span>${first}</span><span>${last}</span></p>
</figure>`
}
