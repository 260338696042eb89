/** @import { StackRow } from './rows.js' */

/**
 * The order of a stack that two pages have changed: rows that only the other one added come first, and what it removed stays removed.
 * @param {object} versions
 * @param {ReadonlyMap<string, unknown>} versions.before what this page saved or loaded last
 * @param {ReadonlyMap<string, unknown>} versions.mine as this page has it now
 * @param {readonly string[]} versions.theirs as the database has it
 */
export const mergeRowIds = ({ before, mine, theirs }) => {
  const stored = new Set(theirs)
  const added = theirs.filter((id) => !before.has(id) && !mine.has(id))
  const kept = [...mine.keys()].filter((id) => stored.has(id) || !before.has(id))
  return { rowIds: [...added, ...kept], isChanged: added.length > 0 || kept.length < mine.size }
}

/**
 * Brings what another page did into rows that can still be brought back, so that undoing a step of this page undoes none of that one's.
 * @param {readonly StackRow[]} rows
 * @param {readonly StackRow[]} mine the stack as this page had it
 * @param {readonly StackRow[]} merged the stack with what the other page did
 */
export const rebaseRows = (rows, mine, merged) => {
  const known = new Map(mine.map((row) => [row.id, row]))
  const left = new Map(merged.map((row) => [row.id, row]))
  const added = merged.filter(({ id }) => !known.has(id))
  const addedIds = new Set(added.map(({ id }) => id))
  const kept = rows.filter(({ id }) => !addedIds.has(id) && (left.has(id) || !known.has(id)))
  // A row that no step of this page has changed since is as the other page left it.
  return [...added, ...kept.map((row) => (known.get(row.id) === row ? (left.get(row.id) ?? row) : row))]
}
