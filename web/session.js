import { CardMarketError, createClient } from '/console/client/client.js'
import { keepSetting, readSetting } from './local-storage.js'
import { byId } from './ui/by-id.js'

/** @import { KeptFor } from './local-storage.js' */
/** @import { Allowance, Client, CallOptions, Operations, Photo, Result } from '/console/client/client.js' */

const storageKey = 'card-market-key'
const slowAfterMs = 300

const allowanceStorageKey = 'card-market-allowance'

/** Where the key is kept: one of the tab's own goes before that of the device. @returns {KeptFor} */
const placeOfKey = () => (readSetting(storageKey, 'tab') === null ? 'device' : 'tab')

let key = readSetting(storageKey, placeOfKey()) ?? ''
let running = 0
/** Keys that the service said are none, or are none any more. @type {Set<string>} */
const refusedKeys = new Set()
const refusals = ['invalid_api_key', 'expired_api_key', 'revoked_api_key']
/** Ends what is asked for with a key when it is forgotten or replaced. */
let endOfKey = new AbortController()

/** Fires `key` when the key changes, and `allowance` after each answer that tells it. */
export const session = new EventTarget()

/** @returns {Allowance | null} what the last answer said, also before a reload */
const keptAllowance = () => {
  try {
    return JSON.parse(readSetting(allowanceStorageKey, placeOfKey()) ?? 'null')
  } catch {
    return null
  }
}

let newestAllowance = key ? keptAllowance() : null

/** Requests granted and left by the last answer to this key, `null` before the first. Nothing has to be asked for it, so it is there also when the month is spent. */
export const allowance = () => newestAllowance

/** @param {Allowance | null} now */
const setAllowance = (now) => {
  newestAllowance = now
  keepSetting(allowanceStorageKey, now && JSON.stringify(now), placeOfKey())
  notify('allowance')
}

/** @param {'key' | 'allowance'} name */
const notify = (name) => session.dispatchEvent(new Event(name))

export const hasKey = () => key !== ''

/** @param {string} now */
const changeKey = (now) => {
  const isAnother = now !== key
  key = now
  newestAllowance = null
  if (isAnother) {
    endOfKey.abort()
    endOfKey = new AbortController()
  }
  notify('key')
  notify('allowance')
}

/** The allowance of a key goes with it. @param {string | null} value @param {KeptFor} place */
const keepKey = (value, place) => {
  keepSetting(storageKey, value, place)
  keepSetting(allowanceStorageKey, null, place)
}

/**
 * Uses a key from now on. An empty one forgets the present one in every tab; another that the device keeps stays with the other tabs.
 * @param {string} given
 * @param {KeptFor} keptFor
 */
export const useKey = (given, keptFor) => {
  const next = given.trim()
  if (next && keptFor === 'device') {
    keepKey(null, 'tab')
    keepKey(next, 'device')
  } else {
    const kept = readSetting(storageKey)
    const isSame = kept === (next || key)
    if (isSame) keepKey(null, 'device')
    // Another key stays on the device; an empty one keeps it out of this tab.
    keepKey(next || (isSame || kept === null ? null : ''), 'tab')
  }
  changeKey(next)
}

// A key that another tab keeps or forgets is kept or forgotten here too.
window.addEventListener('storage', ({ key: changed, newValue, storageArea }) => {
  if (changed !== storageKey || storageArea === null || placeOfKey() === 'tab') return
  if (readSetting(storageKey) === newValue) changeKey(newValue ?? '')
})

const showProgress = () => {
  byId('progress', HTMLElement).hidden = running === 0
}

/**
 * Runs work, and shows progress once it takes longer than a moment.
 * @template T
 * @param {() => Promise<T>} work
 */
export const withProgress = async (work) => {
  running++
  const timer = setTimeout(showProgress, slowAfterMs)
  try {
    return await work()
  } finally {
    running--
    clearTimeout(timer)
    if (running === 0) showProgress()
  }
}

/** A key that the device keeps and the service refused would be back at the next start: it goes once another is taken. */
const dropRefused = () => {
  const kept = readSetting(storageKey)
  if (kept && kept !== key && refusedKeys.has(kept)) keepKey(null, 'device')
}

/**
 * Sends a request with the key of the session. A view waits at most five seconds for a retry, a list for the minute to end. A key that goes meanwhile is sent no more: the next one is, and without one the request fails.
 * @template T
 * @param {(client: Client, options: CallOptions) => Promise<Result<T>>} request
 * @param {CallOptions & { readonly isPatient?: boolean }} options
 * @returns {Promise<T>}
 */
const send = async (request, { signal, isPatient = false }) => {
  if (!key)
    throw new CardMarketError({ code: 'missing_api_key', message: '', status: 401, requestId: null, retryAfterSeconds: null })
  // What is left to a key that was replaced meanwhile is not that of the new one.
  const used = key
  const { signal: ended } = endOfKey
  const client = createClient({
    baseUrl: location.origin,
    key,
    maxRetryAfterMs: isPatient ? 60_000 : 5_000,
    retries: isPatient ? 5 : 1,
    // The view says what is missing, and has a button to try again.
    retryFailures: false,
  })
  try {
    const bounded = signal ? AbortSignal.any([signal, ended]) : ended
    const result = await withProgress(() => request(client, { signal: bounded }))
    if (key === used) {
      dropRefused()
      setAllowance(result.allowance ?? newestAllowance)
    }
    return result.data
  } catch (error) {
    if (ended.aborted && !signal?.aborted) return send(request, { signal, isPatient })
    if (error instanceof CardMarketError && refusals.includes(error.code)) refusedKeys.add(used)
    if (error instanceof CardMarketError && error.allowance && key === used) setAllowance(error.allowance)
    throw error
  }
}

/** Creates a source of signals. Each aborts the one before, so that a late answer never replaces a newer one. */
export const newestSignal = () => {
  /** @type {AbortController | null} */
  let current = null
  return () => {
    current?.abort()
    current = new AbortController()
    return current.signal
  }
}

/**
 * The client's method of an operation. The cast states for any operation what `Client` declares for each by name: TypeScript does not relate
 * the two while the operation is a type parameter.
 * @template {keyof Operations} Id
 * @param {Client} client
 * @param {Id} operationId
 */
const methodOf = (client, operationId) =>
  /** @type {(input: Operations[Id]['input'], options: CallOptions) => Promise<Result<Operations[Id]['output']>>} */ (
    client[operationId]
  )

/**
 * @template {keyof Operations} Id
 * @param {Id} operationId
 * @param {Operations[Id]['input']} input
 * @param {CallOptions & { readonly isPatient?: boolean }} options
 */
export const call = (operationId, input, options = {}) =>
  send((client, bounds) => methodOf(client, operationId)(input, bounds), options)

/**
 * @param {Photo} photo
 * @param {Parameters<Client['identifyPhoto']>[1]} input
 * @param {CallOptions & { readonly isPatient?: boolean }} options
 */
export const callWithPhoto = (photo, input, options = {}) =>
  send((client, bounds) => client.identifyPhoto(photo, input, bounds), options)

/**
 * Announces to screen readers what appears on the page: one sentence for a finished step.
 * @param {string} sentence
 */
export const say = (sentence) => {
  byId('said', HTMLElement).textContent = sentence
}
