import { html, nothing, render } from '/console/lit/lit-html.js'
import { capabilityUpdates } from '../capabilities.js'
import { count, instant, plural } from '../format.js'
import { keepSetting, readSetting } from '../local-storage.js'
import { addressOf, goTo, readRoute } from '../route.js'
import { call, newestSignal, say } from '../session.js'
import { fillPrices, stack } from '../stack/open-stack.js'
import { shownPrice, unpricedOf } from '../stack/shown-price.js'
import { errorNotice } from '../ui/error-notice.js'
import { requestPanel } from '../ui/request-panel.js'
import { allCategories, setName, setsOf } from './catalog-lists.js'
import { searchFilters } from './search-filters.js'
import { isEmptySearch, keyOf, queryOf, readSearch, requestOf } from './search-request.js'
import { candidateResults, pagesOf, resultList, rowOfLine } from './search-results.js'

/** @import { CardSet, Category, IdentifyResult, ProductSummary, SearchResult } from '/console/client/client.js' */
/** @import { Layout } from './search-filters.js' */
/** @import { Search, SearchRequest } from './search-request.js' */

/** @typedef {IdentifyResult | SearchResult} Answer */

const layoutKey = 'card-market-results'
const pricedKey = 'card-market-result-prices'

/** Answers that Back brings back without a request. */
const maxKept = 20

/** @param {Answer} answer @returns {readonly ProductSummary[]} */
const productsOf = (answer) => ('candidates' in answer ? answer.candidates : answer.products)

/** What the line says that was looked up, if more than which card it is. @param {Answer} answer @param {Search} search */
const rowOf = (answer, { q }) => ('candidates' in answer ? rowOfLine(answer, q) : null)

/** @param {SearchRequest} request @param {AbortSignal} signal @returns {Promise<Answer>} */
const send = (request, signal) =>
  request.operationId === 'identify'
    ? call('identify', request.input, { signal })
    : call('searchProducts', request.input, { signal })

/** @param {Answer} answer */
const sentenceOf = (answer) => {
  if ('candidates' in answer)
    return answer.candidates.length === 0 ? 'No printing fits.' : `${plural(answer.candidates.length, 'printing')}.`
  const { total, offset, products } = answer
  if (products.length === 0) return 'Nothing was found.'
  return total === products.length
    ? `${plural(total, 'product')}.`
    : `${plural(total, 'product')}, ${count(offset + 1)} to ${count(offset + products.length)} shown.`
}

/** @param {Search} search */
const headingOf = ({ q, category, set }) => {
  if (q !== '') return `Results for “${q}”`
  return set === '' ? 'Search' : setName(category, set)
}

/** Search and identification in one: what the address asks for, found again by Back, a reload and a shared link. */
export const createSearchView = () => {
  const element = document.createElement('section')
  const newSignal = newestSignal()
  const newPriceSignal = newestSignal()
  /** @type {Map<string, Answer>} */
  const answers = new Map()
  let search = readSearch(readRoute().query)
  /** @type {Answer | null} */
  let answer = null
  /** @type {unknown} */
  let problem = null
  let isAsking = false
  /** @type {readonly Category[]} */
  let categories = []
  /** @type {readonly CardSet[]} */
  let sets = []
  /** @type {Layout} */
  let layout = readSetting(layoutKey) === 'list' ? 'list' : 'grid'
  let isPriced = readSetting(pricedKey) !== 'off'

  /** @param {Partial<Search>} change */
  const goToSearch = (change) => goTo(addressOf('search', queryOf(search, change)))

  /** @param {number} offset */
  const turnTo = (offset) => {
    goToSearch({ offset })
    window.scrollTo(0, 0)
    element.querySelector('h1')?.focus({ preventScroll: true })
  }

  /** @param {Answer} found */
  const pricedAt = (found) => {
    const row = rowOf(found, search)
    const prices = productsOf(found).map((product) => shownPrice(product, stack.book, row))
    const times = prices.filter(({ isAsked }) => isAsked).map(({ seenAt }) => seenAt ?? found.fetchedAt)
    const isAnyOfProduct = prices.some(({ isOfProduct }) => isOfProduct)
    return times.length === 0
      ? nothing
      : html` Prices as of ${instant(times.reduce((a, b) => (a < b ? a : b)))}.${isAnyOfProduct ? ' Where it says “of the product”, a finish or a condition of it may cost more or less.' : ''}`
  }

  const wayOut = () => {
    if (search.by === 'card')
      return html`<p class="note">Looked up as one card. <a href=${addressOf('search', queryOf(search, { by: 'words' }))}>Search for its words instead</a></p>`
    return nothing
  }

  /** @param {Answer} found */
  const results = (found) => {
    if (productsOf(found).length === 0)
      return html`<div class="empty"><p>${'candidates' in found ? 'No printing fits this text.' : 'Nothing was found.'}</p><p class="note">Check the spelling, leave the number out, or choose another game or set.</p></div>`
    if ('candidates' in found) return candidateResults(found, { search, layout })
    return html`${resultList(found.products, { search, layout })}${pagesOf(found, turnTo)}`
  }

  const pricedChoice = () =>
    html`<label class="check note"><input type="checkbox" .checked=${isPriced} @change=${(/** @type {Event} */ event) => choosePriced(/** @type {HTMLInputElement} */ (event.target).checked)}>Ask for prices that the search does not tell: one request per page</label>`

  const draw = () => {
    const shownCount = answer ? productsOf(answer).length : 0
    const request = requestOf(search)
    render(
      html`<h1 tabindex="-1">${headingOf(search)}</h1>
        ${searchFilters({
          search,
          categories,
          sets,
          layout,
          shownCount,
          onchange: goToSearch,
          onlayout: chooseLayout,
          onneed: loadLists,
        })}
        ${problem ? errorNotice(problem, ask) : nothing}
        ${isEmptySearch(search) ? html`<div class="empty"><p>Type a name or a number into the field above, or choose a set to browse it.</p></div>` : nothing}
        ${isAsking ? html`<p class="busy">Asking…</p>` : nothing}
        ${answer ? html`<p class="found">${sentenceOf(answer)}${pricedAt(answer)}</p>${wayOut()}${results(answer)}` : nothing}
        ${pricedChoice()}
        ${isEmptySearch(search) ? nothing : requestPanel(request.operationId, request.input)}`,
      element,
    )
  }

  const drawIfShown = () => {
    if (element.isConnected) draw()
  }

  /** @param {Layout} chosen */
  const chooseLayout = (chosen) => {
    layout = chosen
    keepSetting(layoutKey, layout)
    draw()
  }

  /** @param {boolean} isWanted */
  const choosePriced = (isWanted) => {
    isPriced = isWanted
    keepSetting(pricedKey, isPriced ? null : 'off')
    draw()
    fill()
  }

  const loadLists = async () => {
    try {
      if (categories.length === 0) categories = await allCategories()
      const { category } = search
      const found = category === '' ? [] : await setsOf(category)
      // Another game was chosen meanwhile, and its own sets come or are there.
      if (category !== search.category) return
      sets = found
      drawIfShown()
    } catch {
      // The filters stay as they are; the results tell of what fails.
    }
  }

  const fill = async () => {
    const signal = newPriceSignal()
    if (!isPriced || answer === null) return
    const ids = unpricedOf(productsOf(answer), stack.book, rowOf(answer, search))
    if (ids.length === 0) return
    try {
      await fillPrices(ids, signal)
    } catch (error) {
      if (!signal.aborted) problem = error
    }
    drawIfShown()
  }

  const ask = async () => {
    const request = requestOf(search)
    const signal = newSignal()
    problem = null
    isAsking = false
    answer = answers.get(keyOf(request)) ?? null
    if (isEmptySearch(search)) return draw()
    if (answer === null) {
      isAsking = true
      draw()
      try {
        answer = await send(request, signal)
        answers.set(keyOf(request), answer)
        for (const key of [...answers.keys()].slice(0, -maxKept)) answers.delete(key)
        say(sentenceOf(answer))
      } catch (error) {
        if (signal.aborted) return
        problem = error
      }
      isAsking = false
    }
    draw()
    await fill()
  }

  /** The browser forgets where a view that is drawn anew was scrolled to. */
  const keepScroll = () => {
    if (element.isConnected) history.replaceState({ ...history.state, scrollY: window.scrollY }, '')
  }

  const open = async () => {
    search = readSearch(readRoute().query)
    window.addEventListener('scrollend', keepScroll)
    if (search.category !== '') loadLists()
    const { scrollY } = history.state ?? {}
    const asked = ask()
    if (typeof scrollY === 'number') window.scrollTo(0, scrollY)
    await asked
  }

  const onkey = () => {
    answers.clear()
    ask()
  }

  const close = () => {
    window.removeEventListener('scrollend', keepScroll)
    newSignal()
    newPriceSignal()
  }

  stack.events.addEventListener('change', drawIfShown)
  capabilityUpdates.addEventListener('change', drawIfShown)
  return {
    get title() {
      return headingOf(readSearch(readRoute().query))
    },
    element,
    open,
    onkey,
    close,
  }
}
