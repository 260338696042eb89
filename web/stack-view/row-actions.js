import { copiesText, money, plural } from '../format.js'
import { call, newestSignal, say } from '../session.js'
import { fillPrices, stack } from '../stack/open-stack.js'
import { stateOf, totalsOf } from '../stack/row-state.js'
import { withCopy, withPrinting } from '../stack/rows.js'
import { submittedField } from '../ui/submitted-field.js'
import { copyWith, siblingOf } from './copies.js'
import { walkGrid } from './focus.js'
import { nameOf } from './order.js'
import { withLine } from './row-text.js'

/** @import { Price, ProductSummary } from '/console/client/client.js' */
/** @import { StackRow } from '../stack/rows.js' */
/** @import { ViewState } from './view-state.js' */

/** Printings that a search inside a row shows. */
const maxHits = 8

const maxQuantity = 999_999

/** What a row came to by a step, in words; `null` while the service is still asked, since its answer is announced. @param {StackRow} row */
const outcomeOf = (row) => {
  const { state, sku, stated, total, todo } = stateOf(row, stack.book)
  if (state === 'waiting') return null
  const copy = stated?.condition ?? sku?.condition ?? sku?.variant
  return `${nameOf(row)}: ${state === 'done' ? [copy, money(total)].filter(Boolean).join(', ') : todo?.replace(/\.$/, '')}.`
}

/**
 * What a person does with one row. Each step is announced in one sentence, and the focus stays where it was or goes on to the next row.
 * @param {object} view
 * @param {ViewState} view.state
 * @param {() => void} view.draw
 * @param {(row: StackRow) => StackRow | undefined} view.nextOpen the row to settle after this one
 * @param {(row: StackRow) => void} view.goTo
 * @param {(...rowIds: (string | undefined)[]) => void} view.keepFocus
 */
export const createRowActions = ({ state: viewState, draw, nextOpen, goTo, keepFocus }) => {
  /** @param {string} rowId */
  const rowNow = (rowId) => stack.current().rows.find(({ id }) => id === rowId)

  /** @param {string} rowId */
  const tell = (rowId) => {
    const row = rowNow(rowId)
    const outcome = row && outcomeOf(row)
    const { open } = totalsOf(stack.current().rows, stack.book)
    if (outcome) say(open > 0 ? `${outcome} ${open} to settle.` : outcome)
  }

  /**
   * @param {StackRow} row
   * @param {string} label
   * @param {(row: StackRow) => StackRow} change
   * @param {Event} [event] what settled it: after a key the next row to settle is gone to
   */
  const change = (row, label, change, event) => {
    const wasOpen = stateOf(row, stack.book).state === 'open'
    const next = nextOpen(row)
    stack.change(row.id, `${nameOf(row)}: ${label}`, change)
    draw()
    tell(row.id)
    const changed = rowNow(row.id)
    const isOpen = changed !== undefined && stateOf(changed, stack.book).state === 'open'
    const isByKey = event instanceof MouseEvent && event.detail === 0
    if (wasOpen && isByKey && isOpen && changed) goTo(changed)
    else if (wasOpen && isByKey && next) goTo(next)
    else keepFocus(row.id, next?.id)
  }

  /** @param {StackRow} row @param {number} skuId @param {string} label @param {Event} [event] */
  const takeCopy = (row, skuId, label, event) => {
    viewState.set(row.id, { partial: {} })
    change(row, label, (one) => withCopy(one, skuId), event)
  }

  /** Of the search inside each row. @type {Map<string, ReturnType<typeof newestSignal>>} */
  const newSignals = new Map()

  /** @param {StackRow} row @param {string} q */
  const search = async (row, q) => {
    const newSignal = newSignals.get(row.id) ?? newestSignal()
    newSignals.set(row.id, newSignal)
    const signal = newSignal()
    try {
      const { category } = stack.current().lock
      const { products } = await call('searchProducts', { q, limit: maxHits, ...(category && { category }) }, { signal })
      if (signal.aborted) return
      viewState.set(row.id, { hits: products, problem: null, query: q })
      say(`${plural(products.length, 'printing')} found.`)
    } catch (problem) {
      if (signal.aborted) return
      viewState.set(row.id, { hits: null, problem, query: q })
    }
    draw()
  }

  /** @param {StackRow} row @param {number} quantity */
  const setQuantity = (row, quantity) => change(row, copiesText(quantity), (one) => ({ ...one, quantity }))

  return {
    walkCandidates: walkGrid,

    /** @param {StackRow} row */
    toggle: (row) => {
      if (viewState.openId() === row.id) viewState.closeRow({ isAnswered: false })
      else viewState.openRow(row.id)
      draw()
    },

    /** @param {StackRow} row */
    close: (row) => {
      viewState.closeRow({ isAnswered: false })
      draw()
      keepFocus(row.id)
    },

    /** @param {StackRow} row @param {boolean} isSelected */
    select: (row, isSelected) => {
      const selected = new Set(viewState.selected())
      if (isSelected) selected.add(row.id)
      else selected.delete(row.id)
      viewState.select(selected)
      draw()
    },

    /** @param {StackRow} row @param {ProductSummary} printing @param {Event} event */
    choosePrinting: (row, printing, event) => {
      viewState.closeRow({ isAnswered: true })
      viewState.forget(row.id)
      change(row, printing.name, (one) => withPrinting(one, printing), event)
    },

    /** @param {StackRow} row @param {Price} copy @param {Event} event */
    chooseCopy: (row, { skuId, condition, variant }, event) => takeCopy(row, skuId, condition ?? variant ?? 'copy', event),

    /**
     * @param {StackRow} row
     * @param {'variant' | 'language'} field
     * @param {string | null} value
     * @param {Event} event
     */
    chooseField: (row, field, value, event) => {
      const { skus, sku } = stateOf(row, stack.book)
      if (!skus) return
      const before = sku ? { variant: sku.variant, language: sku.language } : viewState.of(row.id).partial
      const both = { ...before, [field]: value }
      const isSold = skus.some(
        ({ variant, language }) =>
          (both.variant === undefined || variant === both.variant) && (both.language === undefined || language === both.language),
      )
      const partial = isSold ? both : { [field]: value }
      const copy = (sku && siblingOf(skus, sku, { [field]: value })) ?? copyWith(row, skus, partial)
      if (copy) {
        takeCopy(row, copy.skuId, value ?? field, event)
        return
      }
      viewState.set(row.id, { partial })
      if (sku) change(row, value ?? field, (one) => ({ ...one, skuId: null, isCopyKnown: true }), event)
      draw()
      keepFocus(row.id)
    },

    setQuantity,

    /** @param {StackRow} row @param {HTMLInputElement} input */
    typeQuantity: (row, input) => {
      const quantity = /^\d{1,6}$/.test(input.value.trim()) ? Number(input.value) : 0
      if (quantity >= 1 && quantity <= maxQuantity) {
        input.value = String(quantity)
        setQuantity(row, quantity)
      } else {
        input.value = row.quantity === null ? '' : String(row.quantity)
        say('Copies are a whole number from 1.')
      }
    },

    /** @param {StackRow} row @param {Event} event */
    search: (row, event) => search(row, submittedField(event, 'q').value.trim()),
    /** @param {StackRow} row */
    tryAgain: (row) => {
      const { query } = viewState.of(row.id)
      viewState.set(row.id, { problem: null })
      draw()
      keepFocus(row.id)
      return query && search(row, query)
    },

    /** @param {StackRow} row @param {Event} event */
    changeText: (row, event) => {
      const text = submittedField(event, 'text').value.trim()
      const { lock } = stack.current()
      if (withLine(row, text, lock) === null) return
      viewState.forget(row.id)
      viewState.openRow(row.id, { isAuto: true })
      change(row, 'text corrected', (one) => withLine(one, text, lock) ?? one)
    },

    /** @param {StackRow} row @param {readonly number[]} ids */
    priceProducts: async (row, ids) => {
      try {
        await fillPrices(ids)
        say('The prices are there.')
      } catch (problem) {
        viewState.set(row.id, { problem })
      }
      draw()
    },

    /** @param {StackRow} row */
    remove: (row) => {
      const { rows } = stack.current()
      const at = rows.findIndex(({ id }) => id === row.id)
      stack.remove(new Set([row.id]), `${nameOf(row)} deleted`)
      draw()
      keepFocus(rows[at + 1]?.id, rows[at - 1]?.id)
      say(`${nameOf(row)} was deleted.`)
    },
  }
}

/** @typedef {ReturnType<typeof createRowActions>} RowActions */
