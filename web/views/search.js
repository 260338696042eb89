import { productList } from '../cards.js'
import { actions, button, choice, field, form, h, show, textInput } from '../dom.js'
import { errorNotice } from '../error-notice.js'
import { count, plural } from '../format.js'
import { requestPanel } from '../request.js'
import { call, hasKey, newestSignal, say } from '../session.js'

/** @import { Operations, SearchResult } from '/console/client/client.js' */

/** @typedef {Operations['searchProducts']['input']} SearchInput */

const pageSize = 24
const maxOffset = 10_000

export const searchView = () => {
  const text = textInput({ type: 'search', name: 'q', maxlength: 120, placeholder: 'Charizard, Blue-Eyes, OP01-001 …' })
  const line = choice([['', 'All lines']], '', { name: 'category' })
  const set = choice([['', 'All sets']], '', { name: 'set', disabled: true })
  const sort = choice(
    [
      ['relevance', 'Relevance'],
      ['name', 'Name'],
    ],
    'relevance',
    { name: 'sort' },
  )
  const results = h('div', { class: 'results', tabindex: '-1' })
  const filterNote = h('div', {})
  const bar = form(
    { class: 'bar', role: 'search' },
    () => run(),
    field('Search', text, 'wide'),
    field('Product line', line),
    field('Set', set),
    field('Order', sort),
    h('button', { type: 'submit' }, 'Search'),
  )
  const nextSignal = newestSignal()

  /**
   * @param {number} offset
   * @returns {SearchInput}
   */
  const inputOf = (offset) => ({
    q: text.value.trim() || undefined,
    category: line.value || undefined,
    set: set.value || undefined,
    sort: sort.value === 'name' ? 'name' : 'relevance',
    offset,
    limit: pageSize,
  })

  const run = async (offset = 0) => {
    const signal = nextSignal()
    const input = inputOf(offset)
    try {
      const data = await call('searchProducts', input, { signal })
      showPage(data, input)
    } catch (error) {
      if (!signal.aborted)
        show(
          results,
          errorNotice(error, () => run(offset)),
        )
    }
  }

  /**
   * @param {SearchResult} page
   * @param {SearchInput} input
   */
  const showPage = ({ source, products, total, offset }, input) => {
    const last = offset + products.length
    const summary = total === 0 ? 'Nothing fits.' : `${plural(total, 'product')}, ${count(offset + 1)} to ${count(last)} shown.`
    say(summary)
    /**
     * @param {string} label
     * @param {number} to
     * @param {boolean} isAvailable
     */
    const pageButton = (label, to, isAvailable) => button(label, () => goToPage(to), { disabled: !isAvailable })
    show(
      results,
      h('p', { class: 'note' }, summary, total === 0 && ' Try fewer words, or all lines and sets.'),
      productList(source, products),
      total > pageSize &&
        actions(
          pageButton('Previous', Math.max(0, offset - pageSize), offset > 0),
          pageButton('Next', offset + pageSize, last < total && last < maxOffset),
        ),
      requestPanel('searchProducts', input),
    )
  }

  /** @param {number} offset */
  const goToPage = async (offset) => {
    await run(offset)
    bar.scrollIntoView()
    results.focus({ preventScroll: true })
  }

  /** Lines and sets cost a request each, so lines are loaded once, when there is a key. */
  const loadLines = async () => {
    if (!hasKey() || line.options.length > 1) return
    try {
      const { categories } = await call('listCategories', {})
      show(filterNote)
      if (line.options.length === 1) line.append(...categories.map(({ slug, name }) => h('option', { value: slug }, name)))
    } catch (error) {
      show(filterNote, errorNotice(error, loadLines))
    }
  }

  const loadSets = async () => {
    const category = line.value
    show(set, h('option', { value: '' }, 'All sets'))
    set.disabled = category === ''
    if (category === '') return
    try {
      const { sets } = await call('listSets', { category })
      show(filterNote)
      if (line.value === category)
        set.append(...sets.map(({ slug, name, count: size }) => h('option', { value: slug }, `${name} (${count(size)})`)))
    } catch (error) {
      show(filterNote, errorNotice(error, loadSets))
    }
  }

  line.addEventListener('change', async () => {
    await loadSets()
    run()
  })
  for (const control of [set, sort]) control.addEventListener('change', () => run())

  /** @param {string} words */
  const suggestion = (words) => {
    const choose = () => {
      text.value = words
      run()
    }
    return button(words, choose, { class: 'chip' })
  }
  show(
    results,
    h(
      'div',
      { class: 'welcome' },
      h('p', {}, 'Find a card, see what it is worth, and take the request with you as code.'),
      h('p', { class: 'chips' }, 'Try ', ['charizard', 'black lotus', 'blue-eyes', 'elsa', 'booster box'].map(suggestion)),
    ),
  )
  return {
    title: 'Search',
    element: h('section', {}, h('h1', {}, 'Search'), bar, filterNote, results),
    open: () => {
      loadLines()
      text.focus({ preventScroll: true })
    },
    onkey: () => {
      if (!filterNote.hasChildNodes()) loadLines()
    },
  }
}
