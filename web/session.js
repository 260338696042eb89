import { CardMarketError, createClient } from '/console/client/client.js'
import { byId } from './dom.js'

/** @import { Client, CallOptions, Operations, Photo, Result } from '/console/client/client.js' */

const storageKey = 'card-market-key'
const slowAfterMs = 300

let key = sessionStorage.getItem(storageKey) ?? ''
let running = 0

/** Fires `key` when the key changes, and `remaining` after each answer. */
export const session = new EventTarget()

/**
 * Requests left by the last answer, `null` before the first.
 * @type {Result<unknown>['remaining'] | null}
 */
export let remaining = null

/** @param {'key' | 'remaining'} name */
const notify = (name) => session.dispatchEvent(new Event(name))

export const hasKey = () => key !== ''

/**
 * Uses a key from now on: in memory, and for this tab when it is kept. An empty one forgets it.
 * @param {string} given
 * @param {boolean} isKept
 */
export const useKey = (given, isKept) => {
  key = given.trim()
  remaining = null
  if (key && isKept) sessionStorage.setItem(storageKey, key)
  else sessionStorage.removeItem(storageKey)
  notify('key')
}

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

/**
 * Sends a request with the key of the session. A view waits at most five seconds for a retry, a batch for the minute to end.
 * @template T
 * @param {(client: Client) => Promise<Result<T>>} request
 */
const send = async (request, isPatient = false) => {
  if (!key)
    throw new CardMarketError({ code: 'missing_api_key', message: '', status: 401, requestId: null, retryAfterSeconds: null })
  const client = createClient({
    baseUrl: location.origin,
    key,
    maxRetryAfterMs: isPatient ? 60_000 : 5_000,
    retries: isPatient ? 5 : 1,
  })
  const result = await withProgress(() => request(client))
  remaining = result.remaining
  notify('remaining')
  return result.data
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
export const call = (operationId, input, { signal, isPatient } = {}) =>
  send((client) => methodOf(client, operationId)(input, { signal }), isPatient)

/**
 * @param {Photo} photo
 * @param {{ readonly setHint?: string | undefined }} input
 * @param {CallOptions} options
 */
export const callWithPhoto = (photo, input, { signal } = {}) => send((client) => client.identifyPhoto(photo, input, { signal }))

/**
 * Announces to screen readers what appears on the page.
 * @param {string} sentence
 */
export const say = (sentence) => {
  byId('said', HTMLElement).textContent = sentence
}
