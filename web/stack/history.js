/** @import { StackRow } from './rows.js' */

/** Steps that can be undone. */
const maxSteps = 30

/**
 * The rows before each of a person's last changes. What the service answered meanwhile counts there too, so that undoing costs no request.
 */
export const createHistory = () => {
  /** @type {{ id: number, label: string, rows: readonly StackRow[] }[]} */
  let steps = []
  let made = 0
  return {
    /**
     * @param {string} label what was done, as `2 rows deleted`
     * @param {readonly StackRow[]} rows before it
     */
    push: (label, rows) => {
      steps = [...steps.slice(1 - maxSteps), { id: ++made, label, rows }]
    },
    pop: () => steps.pop() ?? null,
    /** What would be undone; `null` when nothing can be. */
    last: () => steps.at(-1) ?? null,
    /** @param {(rows: readonly StackRow[]) => readonly StackRow[]} change */
    changeAll: (change) => {
      steps = steps.map((step) => ({ ...step, rows: change(step.rows) }))
    },
    clear: () => {
      steps = []
    },
  }
}
