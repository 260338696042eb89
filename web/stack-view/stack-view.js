import { guard } from '/console/lit/directives/guard.js'
import { repeat } from '/console/lit/directives/repeat.js'
import { html, nothing, render } from '/console/lit/lit-html.js'
import { capabilityUpdates } from '../capabilities.js'
import { goTo as goToAddress, readRoute } from '../route.js'
import { session } from '../session.js'
import { addShortcut, isTyping } from '../shell/shortcuts.js'
import { candidatesOf } from '../stack/candidates.js'
import { comparisonUpdates, followPrices } from '../stack/follow-prices.js'
import { marketSource } from '../stack/market-source.js'
import { stack } from '../stack/open-stack.js'
import { stateOf, totalsOf } from '../stack/row-state.js'
import { keepTillTerms, loadTillTerms } from '../till/terms.js'
import { connectionNotice } from '../ui/error-notice.js'
import { factsOf } from './facts-of.js'
import { focusQuestion, keepFocus } from './focus.js'
import { createNearRows } from './near-rows.js'
import { orderNamed, rowsOnFrom, shownRows } from './order.js'
import { createRowActions } from './row-actions.js'
import { rowView } from './row-view.js'
import { toolbar } from './toolbar.js'
import { createToolbarActions } from './toolbar-actions.js'
import { createViewState } from './view-state.js'

/** @import { StackRow } from '../stack/rows.js' */
/** @import { TillTerms } from '../till/terms.js' */

/** Rows that are drawn at once, and in each frame after. */
const rowsPerFrame = 250

const emptyNote = html`<div class="empty">
  <p>No cards yet.</p>
  <p class="note">Type a name or number, paste a list, drop photos or a file, or use the camera.</p>
</div>`

const settledNote = html`<div class="empty"><p>Nothing is left to settle.</p></div>`

export const createStackView = () => {
  const element = document.createElement('section')
  element.className = 'stack'
  const list = document.createElement('ol')
  list.className = 'rows'
  const viewState = createViewState()
  let terms = loadTillTerms()
  let isShown = false
  let isScheduled = false
  let drawn = rowsPerFrame
  let pictures = 0
  /** What is drawn at the till, once it is loaded: the first view needs none of it. @type {typeof import('../till/till-view.js').tillPanel | null} */
  let tillPanel = null
  let isTillMissing = false

  /** @param {TillTerms} chosen */
  const setTerms = (chosen) => {
    terms = chosen
    keepTillTerms(chosen)
    draw()
  }

  /** @param {StackRow} row */
  const stateNow = (row) => stateOf(row, stack.book)

  const choices = () => {
    const { query } = readRoute()
    return { onlyOpen: query.get('show') === 'open', sortBy: orderNamed(query.get('sort')) }
  }

  const shown = () => shownRows(stack.current().rows, stateNow, choices())

  /** What is known of the prices that an open row shows. @param {StackRow} row */
  const pricesIn = (row) => {
    const { likely, others } = candidatesOf(row)
    return [...likely, ...others, ...(viewState.of(row.id).hits ?? [])].map(({ productId }) => stack.book.get(productId))
  }

  /** @param {StackRow} row @param {number} index */
  const draftOf = (row, index) => {
    const view = viewState.of(row.id)
    const isOpen = viewState.openId() === row.id
    const isSelected = viewState.selected().has(row.id)
    const isNear = isOpen || nearRows.has(row.id, index) || row.id === focusedRow()
    const facts = [row, stateNow(row), view, isOpen, isSelected, isNear, pictures, ...(isOpen ? pricesIn(row) : [])]
    return html`<li data-row=${row.id} class=${isNear ? nothing : 'is-far'}>${guard(facts, () =>
      rowView({ row, state: stateNow(row), view, isOpen, isSelected, isNear, book: stack.book, actions: rowActions }),
    )}</li>`
  }

  const loadTill = async () => {
    isTillMissing = false
    const loaded = await import('../till/till-view.js').catch(() => null)
    if (loaded) tillPanel = loaded.tillPanel
    else isTillMissing = true
    draw()
  }

  /** @param {readonly StackRow[]} rows */
  const till = (rows) => {
    /** @param {Event} event */
    const ontoggle = ({ currentTarget }) => {
      viewState.isTillOpen = /** @type {HTMLDetailsElement} */ (currentTarget).open
      if (viewState.isTillOpen && !tillPanel) loadTill()
      else draw()
    }
    const facts = () => ({
      rows: rows.map((row) => factsOf(row, stack.book)),
      terms,
      onTerms: setTerms,
      source: marketSource(),
      name: stack.current().name,
    })
    return html`<details class="stack-till" @toggle=${ontoggle}>
      <summary>At the till: offer, receipt, files</summary>
      ${viewState.isTillOpen && tillPanel ? tillPanel(facts()) : nothing}
      ${viewState.isTillOpen && isTillMissing ? connectionNotice(loadTill) : nothing}
    </details>`
  }

  const draw = () => {
    if (!isShown) return
    const current = stack.current()
    const rows = shown()
    viewState.follow(current.id, rows, stateNow)
    const { onlyOpen, sortBy } = choices()
    list.classList.toggle('is-selecting', viewState.isSelecting)
    render(
      html`${toolbar({
        current,
        totals: totalsOf(current.rows, stack.book),
        shown: rows.length,
        selected: viewState.selected(),
        isSelecting: viewState.isSelecting,
        hasConditions: marketSource()?.pricedBy !== 'printing',
        onlyOpen,
        sortBy,
        problem: viewState.problem,
        actions: toolbarActions,
      })}
      ${current.rows.length === 0 ? nothing : till(current.rows)}
      ${current.rows.length === 0 ? emptyNote : rows.length === 0 ? settledNote : nothing}
      ${list}`,
      element,
    )
    render(
      repeat(rows.slice(0, drawn), ({ id }) => id, draftOf),
      list,
    )
    nearRows.follow(list)
    if (drawn >= rows.length) return
    drawn += rowsPerFrame
    schedule()
  }

  const focusedRow = () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? undefined

  /** Draws what has changed by itself: an answer may take away the control that has the focus. */
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(() => {
      isScheduled = false
      const had = element.contains(document.activeElement)
      const rowId = focusedRow()
      draw()
      if (had && isShown) keep(rowId, shown()[0]?.id)
    })
  }

  /** @param {(string | undefined)[]} rowIds */
  const keep = (...rowIds) => keepFocus(element, list, rowIds)

  /** @param {StackRow} row @param {1 | -1} direction */
  const openFrom = (row, direction = 1) => rowsOnFrom(shown(), row, direction).find((one) => stateNow(one).state === 'open')

  /** @param {StackRow} row */
  const goTo = (row) => {
    const { asks } = stateNow(row)
    drawn = Math.max(drawn, shown().indexOf(row) + 1)
    if (asks === 'printing' || asks === 'text') viewState.openRow(row.id, { isAuto: true })
    nearRows.add(row.id)
    draw()
    focusQuestion(list, row.id, asks)
  }

  const nearRows = createNearRows(draw, schedule)
  const rowActions = createRowActions({ state: viewState, draw, nextOpen: (row) => openFrom(row), goTo, keepFocus: keep })
  const toolbarActions = createToolbarActions({ state: viewState, draw, shown, keepFocus: keep })

  /** @param {1 | -1} direction */
  const step = (direction) => {
    if (!isShown) {
      goToAddress('#/?show=open')
      return
    }
    const focused = focusedRow()
    const rows = shown()
    const from = rows.find(({ id }) => id === focused)
    const next = from ? openFrom(from, direction) : rows.find((row) => stateNow(row).state === 'open')
    if (next) goTo(next)
  }

  addShortcut('n', 'next row to settle', () => step(1))
  addShortcut('p', 'previous row to settle', () => step(-1))
  document.addEventListener('keydown', (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
    if (!isUndo || !isShown || isTyping(event.target)) return
    event.preventDefault()
    toolbarActions.undo()
  })
  stack.events.addEventListener('change', schedule)
  comparisonUpdates.addEventListener('change', schedule)
  followPrices()
  session.addEventListener('allowance', schedule)
  capabilityUpdates.addEventListener('change', () => {
    pictures++
    schedule()
  })

  return {
    title: 'Stack',
    element,
    isWide: true,
    open: () => {
      isShown = true
      draw()
    },
    close: () => {
      isShown = false
    },
  }
}
