import { ref } from '/console/lit/directives/ref.js'
import { html, nothing } from '/console/lit/lit-html.js'
import { categoryName, setName } from './catalog-lists.js'

/** @import { CardSet, Category } from '/console/client/client.js' */

/**
 * A field for one of the games. The one that is chosen stands in it before the list is known.
 * @param {{ readonly id: string, readonly category: string, readonly categories: readonly Category[], readonly oncategory: (slug: string) => unknown }} options
 */
export const categoryField = ({ id, category, categories, oncategory }) => {
  const isListed = category === '' || categories.some(({ slug }) => slug === category)
  return html`<div class="field">
    <label for=${id}>Game</label>
    <select id=${id} @change=${(/** @type {Event} */ event) => oncategory(/** @type {HTMLSelectElement} */ (event.target).value)}>
      <option value="" .selected=${category === ''}>Any game</option>
      ${isListed ? nothing : html`<option value=${category} .selected=${true}>${categoryName(category)}</option>`}
      ${categories.map(({ name, slug }) => html`<option value=${slug} .selected=${slug === category}>${name}</option>`)}
    </select>
  </div>`
}

/** @typedef {{ readonly category: string, readonly set: string, readonly sets: readonly CardSet[] }} SetChoice what is chosen, and among what */

/** @param {HTMLInputElement} input @param {boolean} isFine */
const tellOfSet = (input, isFine) => {
  input.setAttribute('aria-invalid', String(!isFine))
  const problem = /** @type {HTMLElement} */ (input.parentElement?.querySelector('.problem'))
  problem.textContent = isFine ? '' : 'There is no set of this name here.'
}

/** @param {Pick<SetChoice, 'category' | 'set'>} choice */
const nameOfSet = ({ category, set }) => set && setName(category, set)

/**
 * What a field for sets means.
 * @param {HTMLInputElement} input
 * @param {SetChoice} choice
 * @returns {string | null} the slug, empty for any set; `null` for a name that is none, of which the field then tells
 */
export const readSetField = (input, choice) => {
  const wanted = input.value.trim().toLowerCase()
  // The list may not be there yet.
  const isSame = wanted === nameOfSet(choice).toLowerCase()
  const found = choice.sets.find(({ name, slug }) => name.toLowerCase() === wanted || slug === wanted)
  const slug = isSame ? choice.set : wanted === '' ? '' : (found?.slug ?? null)
  tellOfSet(input, slug !== null)
  return slug
}

/**
 * A field for one of many sets, which the browser filters as one types. It takes the names of the list only.
 * @param {SetChoice & { readonly id: string, readonly onset: (slug: string) => unknown }} options
 */
export const setField = ({ id, category, set, sets, onset }) => {
  /** What is being typed, or was and is none, stays until something else is chosen. @param {Element | undefined} input */
  const write = (input) => {
    if (!(input instanceof HTMLInputElement)) return
    const chosen = `${category}/${set}`
    const isOwn = input === document.activeElement || input.getAttribute('aria-invalid') === 'true'
    if (isOwn && input.dataset.chosen === chosen) return
    input.dataset.chosen = chosen
    input.value = nameOfSet({ category, set })
    tellOfSet(input, true)
  }
  /** @param {Event} event */
  const onchange = ({ currentTarget }) => {
    const input = /** @type {HTMLInputElement} */ (currentTarget)
    const slug = readSetField(input, { category, set, sets })
    if (slug === null) return
    input.dataset.chosen = `${category}/${slug}`
    onset(slug)
  }
  return html`<div class="field">
    <label for=${id}>Set</label>
    <input id=${id} list=${`${id}-list`} autocomplete="off" spellcheck="false" placeholder=${category === '' ? 'Choose a game first' : 'Any set'}
      ?disabled=${category === ''} aria-describedby=${`${id}-problem`} ${ref(write)} @change=${onchange}>
    <datalist id=${`${id}-list`}>${sets.map(({ name }) => html`<option value=${name}></option>`)}</datalist>
    <p id=${`${id}-problem`} class="problem" role="alert"></p>
  </div>`
}
