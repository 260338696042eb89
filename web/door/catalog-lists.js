import { dayMs } from '../days.js'
import { keepSetting, readSetting } from '../local-storage.js'
import { call, session } from '../session.js'

/** @import { CardSet, Category } from '/console/client/client.js' */

const storageKey = 'card-market-lists'

/** @typedef {{ readonly at: number, readonly categories: readonly Category[] | null, readonly sets: Readonly<Record<string, readonly CardSet[]>> }} Lists as the service told them, sets by the slug of their category */

/** @type {Lists} */
const empty = { at: 0, categories: null, sets: {} }

/** @returns {Lists} */
const readKept = () => {
  try {
    return JSON.parse(readSetting(storageKey) ?? 'null') ?? empty
  } catch {
    return empty
  }
}

let kept = readKept()
/** @type {Map<string, Promise<unknown>>} */
const running = new Map()

/** @param {Partial<Lists>} values */
const keep = (values) => {
  kept = { ...kept, ...values, at: kept.at || Date.now() }
  keepSetting(storageKey, JSON.stringify(kept))
}

const forget = () => {
  kept = empty
  keepSetting(storageKey, null)
}

// What another key sees may differ, and new sets come out.
session.addEventListener('key', forget)
const forgetOld = () => {
  if (kept.at !== 0 && Date.now() - kept.at > dayMs) forget()
}

/**
 * Asks once, however many want to know.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
const once = (name, ask) => {
  const before = /** @type {Promise<T> | undefined} */ (running.get(name))
  if (before) return before
  const asked = ask().finally(() => running.delete(name))
  running.set(name, asked)
  return asked
}

/** The categories of the service: one request a day. */
export const allCategories = async () => {
  forgetOld()
  if (kept.categories) return kept.categories
  return once('', async () => {
    const { categories } = await call('listCategories', {})
    keep({ categories })
    return categories
  })
}

/** @param {string} category an address may name any text */
const keptSets = (category) => (Object.hasOwn(kept.sets, category) ? kept.sets[category] : undefined)

/**
 * The sets of a category: one request a day.
 * @param {string} category its slug
 */
export const setsOf = async (category) => {
  forgetOld()
  const before = keptSets(category)
  if (before) return before
  return once(category, async () => {
    const { sets } = await call('listSets', { category })
    keep({ sets: { ...kept.sets, [category]: sets } })
    return sets
  })
}

/** Name of a category, as far as it is known without asking. @param {string} slug */
export const categoryName = (slug) => kept.categories?.find((one) => one.slug === slug)?.name ?? slug

/** Name of a set, as far as it is known without asking. @param {string} category @param {string} slug */
export const setName = (category, slug) => keptSets(category)?.find((set) => set.slug === slug)?.name ?? slug
