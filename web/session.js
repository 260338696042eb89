import { CardMarketError, createClient } from './client/client.js'

const storageKey = 'card-market-key'
const slowAfterMs = 300

let key = sessionStorage.getItem(storageKey) ?? ''
let running = 0

/** Told whenever the key or what remains changes. */
export const session = new EventTarget()

/** What the last answer said is left, `null` before the first. */
export let remaining = null

const tell = (name) => session.dispatchEvent(new Event(name))

/** Whether there is a key. */
export const hasKey = () => key !== ''

/** Uses a key from now on: in memory, and for this tab when asked. An empty one forgets it. */
export const useKey = (given, isKept) => {
  key = given.trim()
  remaining = null
  if (key && isKept) sessionStorage.setItem(storageKey, key)
  else sessionStorage.removeItem(storageKey)
  tell('key')
}

const showProgress = () => {
  document.getElementById('progress').hidden = running === 0
}

/** Runs work and shows that it goes on when it takes longer than a moment. */
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

/** Asks the service through its client. A view waits five seconds for the service at most, a batch as long as its minute lasts. */
const ask = async (question, isPatient) => {
  if (!key)
    throw new CardMarketError({ code: 'missing_api_key', message: '', status: 401, requestId: null, retryAfterSeconds: null })
  const client = createClient({
    baseUrl: location.origin,
    key,
    maxRetryAfterMs: isPatient ? 60_000 : 5_000,
    retries: isPatient ? 5 : 1,
  })
  const result = await withProgress(() => question(client))
  remaining = result.remaining
  tell('remaining')
  return result.data
}

/** Makes signals of which only the newest lives: asking anew ends what was asked before, so that no late answer takes the place of a newer one. */
export const newestSignal = () => {
  let current = null
  return () => {
    current?.abort()
    current = new AbortController()
    return current.signal
  }
}

/** Calls an operation of the API. */
export const call = (operation, input, { signal, isPatient = false } = {}) =>
  ask((client) => client[operation](input, { signal }), isPatient)

/** Sends a photo to be read and looked up. */
export const callWithPhoto = (photo, input, { signal } = {}) =>
  ask((client) => client.identifyPhoto(photo, input, { signal }), false)

/** Reads something out to those who do not see it appear. */
export const say = (sentence) => {
  document.getElementById('said').textContent = sentence
}
