import { repeat } from '/console/lit/directives/repeat.js'
import { html, nothing, render } from '/console/lit/lit-html.js'
import { count, money, plural } from '../format.js'
import { shortCondition } from '../stack/copies.js'
import { stack } from '../stack/open-stack.js'
import { stateOf, totalsOf } from '../stack/row-state.js'
import { nameOf } from './order.js'

/** @import { StackRow } from '../stack/rows.js' */

/** Rows beside another view; the others are on the stack's own. */
const maxRows = 60

const toSettle = '#/?show=open'

/** @param {StackRow} row @param {boolean} isNew */
const sideRow = (row, isNew) => {
  const { sku, stated, total, todo, state } = stateOf(row, stack.book)
  const copies = row.quantity === null || row.quantity === 1 ? null : `${row.quantity} ×`
  const facts = [copies, sku && shortCondition(stated?.condition ?? sku.condition ?? sku.variant)].filter(Boolean).join(' ')
  return html`<li class=${isNew ? 'is-new' : nothing}>
    <span class="side-name">${nameOf(row)}</span>
    <span class=${state === 'open' ? 'note side-todo' : 'note'}>${todo ?? facts}</span>
    <span class="side-price">${money(total)}</span>
  </li>`
}

/**
 * The stack beside other views, or below them where there is no room: its newest rows, what it is worth and what is left to settle.
 * @param {HTMLElement} element
 */
export const createSide = (element) => {
  /** @type {ReadonlySet<string> | null} */
  let known = null
  let isScheduled = false

  const draw = () => {
    isScheduled = false
    const { rows, name } = stack.current()
    const before = known
    known = new Set(rows.map(({ id }) => id))
    if (element.hidden) return
    const { sum, open, cards } = totalsOf(rows, stack.book)
    const total = money(sum)
    const settle = open === 0 ? nothing : html`<a class="filter" href=${toSettle}>${count(open)} to settle</a>`
    render(
      html`<div class="side-list">
          <p class="side-head"><a href="#/">${name || 'Stack'}</a> ${settle}</p>
          <p class="stack-total">${total}</p>
          <p class="stack-counts">${plural(cards, 'card')} in ${plural(rows.length, 'row')}</p>
          <ol>${repeat(
            rows.slice(0, maxRows),
            ({ id }) => id,
            (row) => sideRow(row, before !== null && !before.has(row.id)),
          )}</ol>
          ${rows.length > maxRows ? html`<p><a href="#/">All ${count(rows.length)} rows</a></p>` : nothing}
        </div>
        <div class="side-bar"><a class="side-sum" href="#/"><span>${plural(cards, 'card')}</span> <strong>${total}</strong></a>${settle}</div>`,
      element,
    )
  }

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(draw)
  }
  stack.events.addEventListener('change', schedule)

  return {
    /** @param {boolean} isShown */
    show: (isShown) => {
      element.hidden = !isShown
      draw()
    },
  }
}
