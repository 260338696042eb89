import { html } from '/console/lit/lit-html.js'
import { stack } from '../stack/open-stack.js'

/** @import { StackRow } from '../stack/rows.js' */

/** The photo of a row as the browser keeps it, fetched once it comes into sight. What it shows is said beside it, so that it has no text of its own. */
class RowPhoto extends HTMLElement {
  #rowId = ''
  #isRead = false
  #isSeen = false
  /** @type {string | null} */
  #address = null
  #observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    this.#observer.disconnect()
    this.#isSeen = true
    this.#load()
  })

  /** @param {StackRow} row */
  set row({ id, photo }) {
    // The picture is another one once the photo was read: that of the card alone.
    const isRead = photo?.isRead === true
    if (id === this.#rowId && isRead === this.#isRead) return
    this.#rowId = id
    this.#isRead = isRead
    if (this.#isSeen) this.#load()
  }

  connectedCallback() {
    this.#observer.observe(this)
  }

  disconnectedCallback() {
    this.#observer.disconnect()
    this.#isSeen = false
    this.#release()
  }

  async #load() {
    const [rowId, isRead] = [this.#rowId, this.#isRead]
    const picture = await stack.picture(rowId).catch(() => null)
    if (!this.#isSeen || rowId !== this.#rowId || isRead !== this.#isRead) return
    this.#release()
    if (!picture) return
    this.#address = URL.createObjectURL(picture)
    const image = new Image()
    image.alt = ''
    // What the browser cannot draw, such as HEIC, leaves the place empty.
    image.addEventListener('error', () => image.remove())
    image.src = this.#address
    this.replaceChildren(image)
  }

  #release() {
    this.replaceChildren()
    if (this.#address) URL.revokeObjectURL(this.#address)
    this.#address = null
  }
}
customElements.define('row-photo', RowPhoto)

/**
 * @param {StackRow} row
 * @param {'small' | 'large'} size
 */
export const rowPhoto = (row, size = 'small') =>
  html`<row-photo class=${`row-photo ${size}`} aria-hidden="true" .row=${row}></row-photo>`
