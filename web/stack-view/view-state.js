/** @import { ProductSummary } from '/console/client/client.js' */
/** @import { RowState } from '../stack/row-state.js' */
/** @import { StackRow } from '../stack/rows.js' */
/** @import { PartialCopy } from './copies.js' */

/**
 * What the view knows of a row beside the row itself.
 * @typedef {object} RowView
 * @property {PartialCopy} partial
 * @property {readonly ProductSummary[] | null} hits of the search inside the row
 * @property {string} query of the search inside the row
 * @property {unknown} problem of that search
 */

/** @type {RowView} */
const untouched = { partial: {}, hits: null, query: '', problem: null }

/** Questions that are answered in the panel under a row; the others in the row itself. @param {RowState} state */
const needsPanel = ({ asks }) => asks === 'printing' || asks === 'text'

/** @param {RowState} state */
const isAnswered = (state) => state.state !== 'waiting' && !needsPanel(state)

/** Which row is open, which are selected, and what was begun in them: what lasts as long as the page. */
export const createViewState = () => {
  /** @type {Map<string, RowView>} */
  const views = new Map()
  /** @type {Set<string>} */
  const closed = new Set()
  /** @type {{ id: string, isAuto: boolean } | null} */
  let open = null
  /** @type {ReadonlySet<string>} */
  let selected = new Set()
  let stackId = ''

  const state = {
    isSelecting: false,
    isTillOpen: false,
    /** What a request for all rows ended with. @type {unknown} */
    problem: null,
    /** @param {string} id */
    of: (id) => views.get(id) ?? untouched,
    /** @param {string} id @param {Partial<RowView>} values */
    set: (id, values) => {
      views.set(id, { ...(views.get(id) ?? untouched), ...values })
    },
    /** @param {string} id */
    forget: (id) => views.delete(id),

    selected: () => selected,
    /** @param {Iterable<string>} ids */
    select: (ids) => {
      selected = new Set(ids)
    },

    openId: () => open?.id ?? null,
    /** @param {string} id @param {{ readonly isAuto: boolean }} options one that is opened by itself closes by itself too */
    openRow: (id, { isAuto } = { isAuto: false }) => {
      closed.delete(id)
      open = { id, isAuto }
    },
    /** @param {{ readonly isAnswered: boolean }} why an unanswered one is not opened again by itself */
    closeRow: ({ isAnswered }) => {
      if (open && !isAnswered) closed.add(open.id)
      open = null
    },
    /**
     * Leaves what is settled or gone, and opens the next row that a person has to say something of. What was begun in another stack ends.
     * @param {string} id of the stack
     * @param {readonly StackRow[]} rows as they are shown
     * @param {(row: StackRow) => RowState} stateOf
     */
    follow: (id, rows, stateOf) => {
      if (id !== stackId) reset()
      stackId = id
      if (selected.size > 0) selected = new Set(rows.flatMap((row) => (selected.has(row.id) ? [row.id] : [])))
      const row = rows.find(({ id }) => id === open?.id)
      if (open && (!row || (open.isAuto && isAnswered(stateOf(row))))) open = null
      if (open) return
      const next = rows.find((one) => needsPanel(stateOf(one)) && !closed.has(one.id))
      if (next) open = { id: next.id, isAuto: true }
    },
  }

  const reset = () => {
    views.clear()
    closed.clear()
    open = null
    selected = new Set()
    Object.assign(state, { isSelecting: false, problem: null })
  }
  return state
}

/** @typedef {ReturnType<typeof createViewState>} ViewState */
