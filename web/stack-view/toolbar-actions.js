import { plural, shortDay } from '../format.js'
import { changeQuery } from '../route.js'
import { say } from '../session.js'
import { compareWithWeekAgo, comparison } from '../stack/follow-prices.js'
import { stack } from '../stack/open-stack.js'
import { stateOf } from '../stack/row-state.js'
import { withCopy } from '../stack/rows.js'
import { siblingOf } from './copies.js'

/** @import { StackRow } from '../stack/rows.js' */
/** @import { ViewState } from './view-state.js' */

/**
 * A row in another condition; `null` where its printing has no such copy, or the row is not read yet.
 * @param {StackRow} row
 * @param {string} condition
 */
const inCondition = (row, condition) => {
  const { sku, skus } = stateOf(row, stack.book)
  if (sku && skus) {
    const sibling = siblingOf(skus, sku, { condition })
    return sibling && withCopy(row, sibling.skuId)
  }
  const { entry } = row.written
  return entry && { ...row, written: { ...row.written, entry: { ...entry, condition } } }
}

/**
 * What a person does with many rows at once: those selected, else all.
 * @param {object} view
 * @param {ViewState} view.state
 * @param {() => void} view.draw
 * @param {() => readonly StackRow[]} view.shown
 * @param {(...rowIds: (string | undefined)[]) => void} view.keepFocus
 */
export const createToolbarActions = ({ state: viewState, draw, shown, keepFocus }) => {
  const meant = () => {
    const selected = viewState.selected()
    return selected.size > 0 ? selected : new Set(stack.current().rows.map(({ id }) => id))
  }

  return {
    /** @param {Event} event */
    rename: ({ currentTarget }) => stack.rename(/** @type {HTMLInputElement} */ (currentTarget).value.trim()),

    /** @param {Event} event */
    sort: ({ currentTarget }) => {
      const { value } = /** @type {HTMLSelectElement} */ (currentTarget)
      changeQuery({ sort: value === 'newest' ? null : value })
      draw()
    },

    toggleSelecting: () => {
      viewState.isSelecting = !viewState.isSelecting
      if (!viewState.isSelecting) viewState.select([])
      draw()
    },

    /** @param {Event} event */
    selectAll: ({ currentTarget }) => {
      const { checked } = /** @type {HTMLInputElement} */ (currentTarget)
      viewState.select(checked ? shown().map(({ id }) => id) : [])
      draw()
    },

    /** @param {string} condition */
    conditionOfAll: (condition) => {
      const ids = meant()
      const changed = new Map(
        stack.current().rows.flatMap((row) => {
          const now = ids.has(row.id) ? inCondition(row, condition) : null
          return now ? [[row.id, now]] : []
        }),
      )
      stack.changeAll(`${condition} for ${plural(changed.size, 'row')}`, (row) => changed.get(row.id) ?? row)
      draw()
      const isNow = (/** @type {StackRow} */ row) => stateOf(row, stack.book).sku?.condition === condition
      const done = stack.current().rows.filter((row) => ids.has(row.id) && isNow(row)).length
      const left = ids.size - done
      const others = left === 1 ? '1 has no such copy or is still to settle' : `${left} have no such copy or are still to settle`
      say(`${plural(done, 'row')} ${done === 1 ? 'is' : 'are'} ${condition} now${left > 0 ? `; ${others}` : ''}.`)
    },

    removeAll: () => {
      const ids = meant()
      stack.remove(ids)
      viewState.select([])
      draw()
      keepFocus(shown()[0]?.id)
      say(`${plural(ids.size, 'row')} deleted.`)
    },

    compareWithWeekAgo: async () => {
      viewState.problem = null
      draw()
      keepFocus(shown()[0]?.id)
      try {
        await compareWithWeekAgo()
        const compared = comparison()
        say(compared ? `Compared with ${shortDay(compared.since)}.` : 'No prices of a week ago are known.')
      } catch (problem) {
        viewState.problem = problem
      }
      draw()
    },

    undo: () => {
      const step = stack.lastStep()
      if (step === null) return
      stack.undo()
      draw()
      keepFocus(shown()[0]?.id)
      say(`Undone: ${step.label}.`)
    },
  }
}

/** @typedef {ReturnType<typeof createToolbarActions>} ToolbarActions */
