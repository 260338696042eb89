import { CardMarketError } from '/console/client/client.js'
import { explain } from '../error-messages.js'
import { plural } from '../format.js'
import { keepSetting, readSetting } from '../local-storage.js'
import { allowance, call, hasKey, newestSignal, say, session } from '../session.js'
import { fillPrices, stack } from '../stack/open-stack.js'
import { unpricedOf } from '../stack/shown-price.js'
import { createSuggestionMemory } from './suggestion-memory.js'
import { hasSeveralLines, isCardLine, questionOf } from './typed.js'

/** @import { ProductSummary, WindowAllowance } from '/console/client/client.js' */

const storageKey = 'card-market-suggestions'
const pauseMs = 350
const minLetters = 3
const limit = 8

/** Requests that are left for what a person asks for outright. */
const minRequestsLeft = 5

/** @param {WindowAllowance} window */
const isNearlySpent = ({ remaining, resetsAt }) => remaining < minRequestsLeft && Date.parse(resetsAt) > Date.now()

/** Why nothing is asked now; `null` when nothing speaks against it. */
const refusal = () => {
  if (!hasKey()) return 'Suggestions need an API key. What is added waits for one.'
  if (!navigator.onLine) return 'There is no connection. What is added waits for it.'
  const left = allowance()
  if (left && isNearlySpent(left.month)) return 'Few requests are left this month, so nothing is suggested.'
  if (left && isNearlySpent(left.minute)) return 'Few requests are left this minute, so nothing is suggested.'
  return null
}

/** @param {unknown} error */
const noteOf = (error) =>
  error instanceof CardMarketError ? `${explain(error.code, error.message).meaning} Nothing is suggested.` : ''

/**
 * Suggests products for what is being typed: one request a pause, none for what an earlier answer tells.
 * @param {() => unknown} onchange
 */
export const createSuggester = (onchange) => {
  const memory = createSuggestionMemory()
  const newSignal = newestSignal()
  let isOn = readSetting(storageKey) !== 'off'
  let text = ''
  let note = ''
  /** @type {readonly ProductSummary[]} */
  let products = []
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer

  const ask = async () => {
    const signal = newSignal()
    const { lock } = stack.current()
    const input = { q: questionOf(text), category: lock.category || undefined, set: lock.set || undefined, limit }
    const asked = text
    try {
      if (isCardLine(text)) {
        const { candidates } = await call('identify', input, { signal })
        memory.keep(asked, lock, { products: candidates, isComplete: false })
      } else {
        const found = await call('searchProducts', input, { signal })
        memory.keep(asked, lock, { products: found.products, isComplete: found.total <= found.products.length })
      }
      note = ''
    } catch (error) {
      if (signal.aborted) return
      note = noteOf(error)
      onchange()
      return
    }
    if (signal.aborted || asked !== text) return
    products = memory.find(text, lock) ?? []
    say(plural(products.length, 'suggestion'))
    onchange()
    timer = setTimeout(() => askPrices(signal), pauseMs)
  }

  /** @param {AbortSignal} signal */
  const askPrices = async (signal) => {
    const ids = unpricedOf(products, stack.book)
    if (ids.length === 0 || refusal() !== null) return
    // A price that cannot be had stays open; the row on the stack will say why.
    await fillPrices(ids, signal).catch(() => {})
    onchange()
  }

  const update = (given = text) => {
    clearTimeout(timer)
    newSignal()
    text = given
    note = ''
    const isQuestion = questionOf(text).length >= minLetters && !hasSeveralLines(text)
    const known = isQuestion && isOn ? memory.find(text, stack.current().lock) : null
    products = known ?? []
    if (!isQuestion || !isOn) return
    note = known === null ? (refusal() ?? '') : ''
    if (known === null && note === '') timer = setTimeout(ask, pauseMs)
    else if (known !== null) {
      const signal = newSignal()
      timer = setTimeout(() => askPrices(signal), pauseMs * 2)
    }
  }

  session.addEventListener('key', memory.clear)

  return {
    /** Takes what is typed now; without a text everything else may have changed. */
    update,
    products: () => products,
    /** Why nothing is suggested, in words. */
    note: () => note,
    isOn: () => isOn,
    /** @param {boolean} isWanted */
    turn: (isWanted) => {
      isOn = isWanted
      keepSetting(storageKey, isOn ? null : 'off')
      update()
      onchange()
    },
  }
}
