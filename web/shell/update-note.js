import { html, render } from '/console/lit/lit-html.js'

/**
 * Offers a new version, quietly: nothing is lost by staying.
 * @param {HTMLElement} place
 * @param {() => void} reload
 */
export const offerUpdate = (place, reload) =>
  render(html`<p>A new version is ready. <button type="button" class="quiet" @click=${reload}>Reload</button></p>`, place)
