import { html } from '/console/lit/lit-html.js'

/** A region that scrolls sideways when it must, and is a tab stop only then. */
class ScrollRegion extends HTMLElement {
  #observer = new ResizeObserver(() => this.#follow())

  connectedCallback() {
    this.#observer.observe(this)
    for (const child of this.children) this.#observer.observe(child)
  }

  disconnectedCallback() {
    this.#observer.disconnect()
  }

  #follow() {
    const scrolls = this.scrollWidth > this.clientWidth
    if (scrolls) this.tabIndex = 0
    else this.removeAttribute('tabindex')
  }
}
customElements.define('scroll-region', ScrollRegion)

/**
 * @param {string} name
 * @param {string} className
 * @param {unknown} content
 */
export const scrollRegion = (name, className, content) =>
  html`<scroll-region class=${`scroll ${className}`} role="region" aria-label=${name}>${content}</scroll-region>`
