import { html, nothing } from '/console/lit/lit-html.js'
import { categoryField, setField } from './category-fields.js'

/** @import { CardSet, Category } from '/console/client/client.js' */
/** @import { Search } from './search-request.js' */

/** @typedef {'grid' | 'list'} Layout */

/** @param {Event} event */
const chosenOf = ({ target }) => /** @type {HTMLSelectElement} */ (target).value

/**
 * What narrows and orders the results. Categories and sets are asked for when somebody turns to the filters.
 * @param {object} options
 * @param {Search} options.search
 * @param {readonly Category[]} options.categories
 * @param {readonly CardSet[]} options.sets
 * @param {Layout} options.layout
 * @param {number} options.shownCount
 * @param {(change: Partial<Search>) => unknown} options.onchange
 * @param {(layout: Layout) => unknown} options.onlayout
 * @param {() => unknown} options.onneed
 */
export const searchFilters = ({ search, categories, sets, layout, shownCount, onchange, onlayout, onneed }) => {
  const { category, set, sort } = search
  return html`<div class="filters" @focusin=${onneed} @pointerenter=${onneed}>
    <div class="bar">
      ${categoryField({ id: 'search-category', category, categories, oncategory: (slug) => onchange({ category: slug, set: '' }) })}
      ${setField({ id: 'search-set', category, set, sets, onset: (slug) => onchange({ set: slug }) })}
      <div class="field"><label for="search-sort">Order</label>
        <select id="search-sort" @change=${(/** @type {Event} */ event) => onchange({ sort: /** @type {Search['sort']} */ (chosenOf(event)), offset: search.offset })}>
          <option value="relevance" .selected=${sort === 'relevance'}>Best match</option>
          ${search.by === 'words' ? html`<option value="name" .selected=${sort === 'name'}>Name</option>` : nothing}
          <option value="price" .selected=${sort === 'price'}>Price, of the ${shownCount || ''} shown here</option>
        </select>
      </div>
      <div class="tabs" role="group" aria-label="Layout">
        <button type="button" class="tab" aria-pressed=${layout === 'grid'} @click=${() => onlayout('grid')}>Pictures</button>
        <button type="button" class="tab" aria-pressed=${layout === 'list'} @click=${() => onlayout('list')}>List</button>
      </div>
    </div>
  </div>`
}
