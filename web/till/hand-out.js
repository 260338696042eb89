import { html, render } from '/console/lit/lit-html.js'
import { say } from '../session.js'
import { receipt } from './receipt.js'
import { shareText } from './receipt-facts.js'

/** @import { ReceiptFacts } from './receipt-facts.js' */

/** Addresses longer than this are cut off by some mail programs. */
const maxMailAddressLength = 1_900

/**
 * Prints a receipt and nothing else: it is on the page while the browser prints, and `print.css` hides the rest.
 * @param {ReceiptFacts} facts
 */
export const printReceipt = (facts) => {
  for (const old of document.querySelectorAll('body > .receipt')) old.remove()
  const paper = document.createElement('main')
  paper.className = 'receipt'
  render(receipt(facts), paper)
  document.body.append(paper)
  addEventListener('afterprint', () => paper.remove(), { once: true })
  print()
}

/**
 * Tells in words, on the page and spoken, what was done.
 * @param {HTMLElement} place
 * @param {string} sentence
 */
const tell = (place, sentence) => {
  render(html`<p>${sentence}</p>`, place)
  say(sentence)
}

/**
 * Shows a text to be copied by hand.
 * @param {HTMLElement} place
 * @param {string} title
 * @param {string} text
 * @param {HTMLElement} from takes the focus when it is closed
 */
const showText = (place, title, text, from) => {
  // Half of a pair of surrogates, as a title cut short may end in, is no text for an address.
  const [subject, body] = [title, text].map((part) => encodeURIComponent(part.toWellFormed()))
  const mail = `mailto:?subject=${subject}&body=${body}`
  const close = () => {
    render(html``, place)
    from.focus()
  }
  render(
    html`
      <label for="till-text">Receipt as text</label>
      <textarea id="till-text" rows="10" readonly .value=${text}></textarea>
      <p class="actions">
        ${mail.length > maxMailAddressLength ? '' : html`<a class="button quiet" href=${mail}>Mail</a>`}
        <button type="button" class="quiet" @click=${close}>Close</button>
      </p>
    `,
    place,
  )
  const area = place.querySelector('textarea')
  area?.focus()
  area?.select()
  // Its beginning is what tells what it is.
  area?.scrollTo(0, 0)
}

/**
 * Hands the receipt to the device's own sheet, else to the clipboard, else shows it: over plain HTTP a browser has neither.
 * @param {ReceiptFacts} facts
 * @param {HTMLElement} place
 * @param {HTMLElement} from
 */
export const shareReceipt = async (facts, place, from) => {
  const text = shareText(facts)
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title: facts.title, text })
    if (typeof navigator.clipboard?.writeText === 'function') {
      await navigator.clipboard.writeText(text)
      return tell(place, 'The receipt is copied.')
    }
  } catch (error) {
    // A person closed the sheet. Any other refusal leaves the text to be copied by hand.
    if (error instanceof DOMException && error.name === 'AbortError') return
  }
  showText(place, facts.title, text, from)
}

/**
 * @param {string} text
 * @param {string} name of the file
 * @param {HTMLElement} place
 * @param {string} note what is in it
 */
export const saveFile = (text, name, place, note) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  tell(place, `Saved ${name}: ${note}`)
}
