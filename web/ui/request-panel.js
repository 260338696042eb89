import { codeExamplesOf } from '/console/client/code-examples.js'
import { requestOf, targetOf } from '/console/client/request.js'
import { html, render } from '/console/lit/lit-html.js'

/** @import { Operations } from '/console/client/client.js' */

const pictureNote = 'data:image/jpeg;base64,…'
const maxShownTarget = 60

/**
 * @param {keyof Operations} operationId
 * @param {Readonly<Record<string, unknown>>} input
 */
const clientExample = (operationId, input) => {
  const fields = Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${JSON.stringify(value)}`,
  )
  return [
    "import { createClient } from 'card-market-data-client'",
    '',
    'const client = createClient({ baseUrl: process.env.BASE, key: process.env.KEY })',
    `const { data } = await client.${operationId}(${fields.length > 0 ? `{ ${fields.join(', ')} }` : ''})`,
    'console.log(data)',
  ].join('\n')
}

/** A request as curl, TypeScript and Python, folded until it is asked for. The key is never part of it. */
class RequestPanel extends HTMLElement {
  #operationId = /** @type {keyof Operations} */ ('listPlans')
  #input = {}
  #language = 'curl'
  #copied = 'Copy'

  /** @param {{ readonly operationId: keyof Operations, readonly input: object }} request */
  set request({ operationId, input }) {
    this.#operationId = operationId
    this.#input = input
    this.#copied = 'Copy'
    this.#draw()
  }

  /** @param {string} language */
  #choose(language) {
    this.#language = language
    this.#copied = 'Copy'
    this.#draw()
  }

  /** @param {string} text */
  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text)
      this.#copied = 'Copied'
    } catch {
      // Without HTTPS a browser gives no clipboard to a page.
      const code = this.querySelector('code[data-request]')
      if (code) getSelection()?.selectAllChildren(code)
      this.#copied = 'Selected; press Ctrl C'
    }
    this.#draw()
  }

  #draw() {
    const values = { ...this.#input, ...('imageDataUrl' in this.#input && { imageDataUrl: pictureNote }) }
    const request = requestOf(this.#operationId, values)
    const { curl, python } = codeExamplesOf(request)
    const texts = { curl, TypeScript: clientExample(this.#operationId, values), Python: python }
    const text = texts[/** @type {keyof typeof texts} */ (this.#language)]
    render(
      html`<details class="request">
        <summary>As code: <code>${request.method} ${decodeURI(targetOf(request)).slice(0, maxShownTarget)}</code></summary>
        <div class="tabs">
          ${Object.keys(texts).map((language) => html`<button type="button" class="tab" aria-pressed=${language === this.#language} @click=${() => this.#choose(language)}>${language}</button>`)}
          <button type="button" class="tab copy" @click=${() => this.#copy(text)}>${this.#copied}</button>
        </div>
        <pre tabindex="0" role="region" aria-label="The request as code"><code data-request>${text}</code></pre>
        <p class="note more"><a href=${`#/try/${this.#operationId}`}>Try it with other values</a></p>
      </details>`,
      this,
    )
  }
}
customElements.define('request-panel', RequestPanel)

/**
 * The request that a view made, as code.
 * @param {keyof Operations} operationId
 * @param {object} input
 */
export const requestPanel = (operationId, input) => html`<request-panel .request=${{ operationId, input }}></request-panel>`
