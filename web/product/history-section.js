import { html, nothing, svg } from '/console/lit/lit-html.js'
import { count, day, money } from '../format.js'
import { comparableCopies } from '../stack/copies.js'
import { errorNotice } from '../ui/error-notice.js'
import { requestPanel } from '../ui/request-panel.js'
import { scrollRegion } from '../ui/scroll-region.js'
import { dashes, seriesColors } from './chart-colors.js'
import { chartColumns, maxSoldOf } from './chart-data.js'
import { chartScale } from './chart-scale.js'
import { ranges } from './page-query.js'
import { priceChart } from './price-chart.js'
import { sectionProblem } from './section-problem.js'
import { priceLabel } from './ticks.js'
import { centsText, copyText, salesText, spanText } from './words.js'

/** @import { HistoryResult, HistoryVariant } from '/console/client/client.js' */
/** @import { ChartColumns } from './chart-data.js' */
/** @import { ChartSeries } from './price-chart.js' */
/** @import { Shown } from './product-view.js' */

/** @param {HistoryVariant} series */
const hasSales = ({ buckets, totalQuantitySold }) =>
  totalQuantitySold !== null || buckets.some(({ quantitySold, lowSalePrice }) => quantitySold !== null || lowSalePrice !== null)

/** What tells a copy from those it is compared with. @param {{ readonly condition: string | null, readonly variant: string | null }} copy */
const compareWord = ({ condition, variant }) => condition ?? variant ?? ''

/**
 * The lines that can be drawn: the chosen copy and those it can be compared with, each with its color, whether drawn or not.
 * @param {Shown} shown
 * @param {HistoryResult} history
 * @returns {readonly (ChartSeries & { readonly isChosen: boolean, readonly isDrawn: boolean })[]}
 */
const seriesOf = ({ prices, copy, query }, { variants }) => {
  if (!copy) return []
  const all = comparableCopies(prices, copy).flatMap((one, index) => {
    const history = variants.find(({ skuId }) => skuId === one.skuId)
    const isChosen = one.skuId === copy.skuId
    const name = compareWord(one)
    if (!history) return []
    return [{ name, slot: index % seriesColors, history, isChosen, isDrawn: isChosen || query.compare.includes(name) }]
  })
  return all.toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen))
}

/** @param {{ readonly slot: number, readonly isChosen: boolean }} series */
const swatch = ({ slot, isChosen }) =>
  html`<svg class="swatch series-${slot}" width="28" height="8" aria-hidden="true">${svg`<line x1="0" y1="4" x2="28" y2="4" stroke-width=${isChosen ? 3 : 2} stroke-dasharray=${isChosen ? nothing : (dashes[slot]?.join(' ') ?? nothing)}></line>`}</svg>`

/** @param {Shown} shown @param {ReturnType<typeof seriesOf>} all */
const legend = ({ actions }, all) => html`<div class="legend" role="group" aria-label="Lines of the chart">
  ${all.map((series) =>
    series.isChosen
      ? html`<span class="legend-item chosen">${swatch(series)}${series.name || 'Market price'}</span>`
      : html`<button type="button" class="legend-item" aria-pressed=${series.isDrawn} @click=${() => actions.toggleCompare(series.name)}>${swatch(series)}${series.name}</button>`,
  )}
</div>`

/** @param {Shown} shown */
const rangeButtons = ({ query, actions }) => html`<div class="tabs" role="group" aria-label="Range">
  ${ranges.map(({ id, text, name }) => html`<button type="button" class="tab" aria-pressed=${id === query.range} title=${name} @click=${() => actions.chooseRange(id)}>${text}<span class="hidden">, ${name.toLowerCase()}</span></button>`)}
</div>`

/** What the picture shows beside lines: said once, below it. @param {ChartColumns} columns */
const chartNotes = (columns) => {
  const scale = chartScale(columns)
  const notes = [
    scale.low > 0 ? `The scale of prices begins at ${priceLabel(scale.low, scale.step)}, not at 0.` : null,
    columns.chosen.some((bucket) => bucket?.lowSalePrice != null) ? 'Upright strokes: lowest to highest sale.' : null,
    maxSoldOf(columns) > 0 ? 'Bars: copies sold, on a scale of their own.' : null,
  ].filter(Boolean)
  return notes.length > 0 ? html`<p class="note">${notes.join(' ')}</p>` : nothing
}

/** @param {readonly ChartSeries[]} drawn the chosen copy first @param {ChartColumns} columns */
const valuesTable = (drawn, columns) => {
  const withSales = drawn[0] !== undefined && hasSales(drawn[0].history)
  // A day of a gap has no values.
  const rows = columns.days.flatMap((from, index) =>
    columns.lines.some((line) => line[index] !== null) || columns.chosen[index] ? [{ from, index }] : [],
  )
  return html`<details class="values"><summary>The same values as a table</summary>
    ${scrollRegion(
      'Values of the chart',
      'history',
      html`<table>
        <caption class="hidden">Price history</caption>
        <thead><tr><th scope="col">Days</th>${drawn.map(({ name }) => html`<th scope="col" class="number">${name || 'Market price'}</th>`)}${withSales ? html`<th scope="col" class="number">Sales</th><th scope="col" class="number">Sold</th>` : nothing}</tr></thead>
        <tbody>${rows.toReversed().map(({ from, index }) => {
          const bucket = columns.chosen[index]
          return html`<tr><th scope="row">${spanText(bucket ?? { from, to: from })}</th>
            ${columns.lines.map((line) => html`<td class="number">${centsText(line[index] ?? null)}</td>`)}
            ${withSales ? html`<td class="number">${bucket ? salesText(bucket) : money(null)}</td><td class="number">${count(bucket?.quantitySold)}</td>` : nothing}
          </tr>`
        })}</tbody>
      </table>`,
    )}
  </details>`
}

/** @param {Shown} shown @param {HistoryResult} history */
const chartOf = (shown, history) => {
  const { copy, day: lastDay } = shown
  const all = seriesOf(shown, history)
  const drawn = all.filter(({ isDrawn }) => isDrawn)
  const [chosen] = drawn
  if (history.variants.length === 0) return html`<p class="empty">There is no history of this product yet.</p>`
  if (!copy || !chosen?.isChosen)
    return html`<p class="empty">No history of ${copy ? copyText(copy) : 'this product'} in this time.</p>${all.length > 0 ? legend(shown, all) : nothing}`
  const { totalQuantitySold, averageDailyQuantitySold } = chosen.history
  const isDaily = history.recordedSince !== null
  const columns = chartColumns(
    drawn.map((one) => one.history),
    lastDay,
    isDaily,
  )
  return html`
    ${priceChart({ series: drawn, lastDay, isDaily })}
    ${legend(shown, all)}
    ${chartNotes(columns)}
    ${totalQuantitySold === null ? nothing : html`<p class="note">${count(totalQuantitySold)} sold in this time${averageDailyQuantitySold === null ? nothing : `, ${averageDailyQuantitySold.toFixed(2)} a day`}.</p>`}
    ${history.recordedSince === null ? nothing : html`<p class="note">This service has kept prices since ${day(history.recordedSince)}; days without one are left out.</p>`}
    ${valuesTable(drawn, columns)}`
}

/**
 * How the price of the chosen copy went, beside others if asked for.
 * @param {Shown} shown
 */
export const historySection = (shown) => {
  const { page, snapshot, query, data, actions, productId } = shown
  const { marketHistory } = snapshot.sections
  const history = page.histories.get(query.range)
  const problem = data.problem('history', query.range)
  const content = () => {
    if (problem) return errorNotice(problem, actions.reloadHistory)
    if (history) return chartOf(shown, history)
    if (marketHistory.code !== 'ok' && !data.isLoading('history'))
      return sectionProblem('History is', marketHistory, actions.reloadHistory)
    return html`<div class="chart-place" aria-hidden="true"></div>`
  }
  return html`<section aria-labelledby="history-title" aria-busy=${data.isLoading('history')}>
    <div class="section-head"><h2 id="history-title" tabindex="-1">Price history</h2>${marketHistory.code === 'not_offered_by_source' ? nothing : rangeButtons(shown)}</div>
    ${content()}
    ${history && query.range !== snapshot.marketHistory?.range && !page.asOf ? requestPanel('getHistory', { productId, range: query.range }) : nothing}
  </section>`
}
