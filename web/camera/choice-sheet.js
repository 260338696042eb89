import { html, nothing, render } from '/console/lit/lit-html.js'
import { copyName, money, placeOf } from '../format.js'
import { rowPhoto } from '../photo/row-photo.js'
import { candidatesOf } from '../stack/candidates.js'
import { priceText, shownPrice } from '../stack/shown-price.js'
import { productPicture } from '../ui/product-picture.js'
import { submittedField } from '../ui/submitted-field.js'
import { bestCopiesOf } from './scan.js'

/** @import { Candidate, Price } from '/console/client/client.js' */
/** @import { PriceBook } from '../stack/prices.js' */
/** @import { Scan } from './scan.js' */

/**
 * @typedef {object} SheetActions
 * @property {(scan: Scan, candidate: Candidate) => unknown} onPrinting
 * @property {(scan: Scan, copy: Price) => unknown} onCopy
 * @property {(scan: Scan, text: string) => unknown} onText
 */

/**
 * A sheet in which one tap settles what a photo left open.
 * @param {PriceBook} book
 * @param {SheetActions} actions
 */
export const createChoiceSheet = (book, { onPrinting, onCopy, onText }) => {
  const dialog = document.createElement('dialog')
  dialog.className = 'sheet'
  dialog.setAttribute('aria-labelledby', 'sheet-title')
  /** @type {Scan | null} */
  let scan = null

  /** @param {() => unknown} settle */
  const settling = (settle) => () => {
    dialog.close()
    settle()
  }

  /** @param {Scan} shown @param {Candidate} candidate */
  const candidateButton = (shown, candidate) =>
    html`<li><button type="button" class="sheet-choice quiet" @click=${settling(() => onPrinting(shown, candidate))}>
      ${productPicture(candidate.productId, { name: candidate.name })}
      <span class="what"><strong>${candidate.name}</strong> <span class="note">${placeOf(candidate)}</span></span>
      <span class="price">${priceText(shownPrice(candidate, book, shown.row))}</span>
    </button></li>`

  /** @param {Scan} shown */
  const printings = (shown) => {
    const { likely, others } = candidatesOf(shown.row)
    return html`<ul class="sheet-choices">${likely.map((one) => candidateButton(shown, one))}</ul>
      ${
        others.length === 0
          ? nothing
          : html`<details><summary>${others.length} that fit less</summary>
              <ul class="sheet-choices">${others.map((one) => candidateButton(shown, one))}</ul></details>`
      }`
  }

  /** @param {Scan} shown */
  const copies = (shown) =>
    html`<ul class="sheet-choices">${bestCopiesOf(shown.state.skus ?? []).map(
      (copy) =>
        html`<li><button type="button" class="sheet-choice quiet" @click=${settling(() => onCopy(shown, copy))}>
          <span class="what"><strong>${copyName(copy)}</strong></span><span class="price">${money(copy.marketPrice)}</span>
        </button></li>`,
    )}</ul>`

  /** @param {Scan} shown */
  const textForm = (shown) => {
    /** @param {SubmitEvent} event */
    const onsubmit = (event) => {
      const text = submittedField(event, 'text').value.trim()
      if (text !== '') settling(() => onText(shown, text))()
    }
    return html`<form class="sheet-text" @submit=${onsubmit}>
      <label for="sheet-text">${shown.choice ? 'None of these? Name and number' : 'Name and number'}</label>
      <span><input id="sheet-text" name="text" autocomplete="off" .value=${shown.row.written.text} ?autofocus=${!shown.choice}><button>Look up</button></span>
    </form>`
  }

  const draw = () => {
    if (!scan) return
    render(
      html`<div class="sheet-head">${rowPhoto(scan.row, 'small')}
          <h2 id="sheet-title">${scan.choice ? scan.state.todo : 'Type it'}</h2>
          <button type="button" class="quiet" @click=${() => dialog.close()}>Close</button></div>
        ${scan.choice === 'printing' ? printings(scan) : nothing}
        ${scan.choice === 'copy' ? copies(scan) : nothing}
        ${textForm(scan)}`,
      dialog,
    )
  }
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())

  return {
    dialog,
    /** @param {Scan} shown */
    open: (shown) => {
      scan = shown
      draw()
      dialog.showModal()
    },
    /** Shows what became known meanwhile. @param {readonly Scan[]} scans */
    follow: (scans) => {
      if (!dialog.open) return
      scan = scans.find(({ row }) => row.id === scan?.row.id) ?? scan
      draw()
    },
  }
}
