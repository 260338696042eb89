import { capabilities, capabilityUpdates } from '../capabilities.js'
import { dayMs } from '../days.js'
import { keepSetting, readSetting } from '../local-storage.js'
import { shrinkPhoto, thumbnailOf } from '../photo/pictures.js'
import { call, callWithPhoto, say, session } from '../session.js'
import { openDatabase } from './database.js'
import { isOtherMarket, kindSuffix } from './market-kind.js'
import { createMemoryStorage } from './memory-storage.js'
import { lookUpProducts } from './prices.js'
import { createStack } from './stack.js'
import { createStackStorage } from './storage.js'

/** @import { StackApi } from './stack.js' */

const storageKey = `card-market-stack${kindSuffix}`
const isPatient = true

/** A day after its row went, nothing brings a picture back: the steps that can be undone last as long as a page. */
const lostAfterMs = dayMs

/** @type {ReturnType<StackApi['listCategories']> | null} */
let categories = null

/** The categories, asked for once: a list that names games is looked up a hundred rows at a time. */
const listCategories = () => {
  categories ??= call('listCategories', {}, { isPatient }).then((data) => ({ data }))
  categories.catch(() => {
    categories = null
  })
  return categories
}

/** @type {StackApi} */
const api = {
  listCategories,
  lookUpPrices: async (input) => ({ data: await call('lookUpPrices', input, { isPatient }) }),
  readPhoto: (photo, { category, set }) =>
    callWithPhoto(photo, { category: category || undefined, setHint: set || undefined }, { isPatient }),
}

/** `null` where the browser keeps nothing. */
export const database = await openDatabase(`card-market${kindSuffix}`)
const channel = 'BroadcastChannel' in window ? new BroadcastChannel(storageKey) : null

const storage = database ? createStackStorage(database) : createMemoryStorage()

/** A reload of a tab opens its own stack, a new tab the one that was changed last. @param {string} id */
const keepOpenId = (id) => {
  keepSetting(storageKey, id, 'tab')
  keepSetting(storageKey, id)
}

/** The stack that is open in this page. */
export const stack = createStack({
  api,
  storage,
  isKept: database !== null,
  onSaved: (stackId) => {
    if (stackId === stack.current().id) keepOpenId(stackId)
    channel?.postMessage(stackId)
  },
  toThumbnail: thumbnailOf,
  toSent: shrinkPhoto,
  now: () => new Date(),
})

/**
 * Asks for prices that a view shows, a hundred products a request; the stack keeps them too.
 * @param {readonly number[]} productIds
 * @param {AbortSignal} [signal]
 */
export const fillPrices = (productIds, signal) =>
  lookUpProducts(productIds, (input) => call('lookUpPrices', input, { signal }), stack.keepPrices)

/** @param {readonly Blob[]} photos in the order in which they were taken */
export const addPhotos = (photos) => stack.addPhotos(photos)

/**
 * Opens another stack, which a reload opens too.
 * @param {string} id
 * @returns {Promise<boolean>} whether there is one: another tab may have deleted it
 */
export const openStack = async (id) => {
  const isFound = await stack.open(id)
  if (isFound) keepOpenId(id)
  return isFound
}

export const createKeptStack = async () => {
  await stack.create()
  // Kept although it is empty, so that a reload does not bring back the one before.
  stack.rename('')
}

/**
 * Deletes a stack, also for the other pages that show it.
 * @param {string} id
 */
export const deleteStack = async (id) => {
  await stack.delete(id)
  channel?.postMessage(id)
}

const lastIds = database ? [readSetting(storageKey, 'tab'), readSetting(storageKey)] : []
// One that cannot be read leaves the page usable; the first change says what is the matter.
for (const id of lastIds) if (id && (await stack.open(id).catch(() => false))) break
storage.removeLostPictures(new Date(Date.now() - lostAfterMs).toISOString()).catch(() => {})

channel?.addEventListener('message', ({ data }) => {
  if (data === stack.current().id) stack.reload()
})
stack.events.addEventListener('said', (event) => say(/** @type {CustomEvent<string>} */ (event).detail))
// What waited for a key or a connection goes on by itself.
session.addEventListener('key', () => stack.retry())
window.addEventListener('online', () => stack.retry())
// Invented prices never stand beside real ones: each kind of market has stacks of its own.
capabilityUpdates.addEventListener('answer', () => {
  const told = capabilities()
  if (told && isOtherMarket(told.source)) location.reload()
})
