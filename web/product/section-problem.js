import { html, nothing } from '/console/lit/lit-html.js'
import { explain } from '../error-messages.js'

/** @import { SectionStatus } from '/console/client/client.js' */

/**
 * Why a section is not there: one sentence where the source never has it, else what to do.
 * @param {string} section its name with a verb, such as `Prices are`
 * @param {SectionStatus} status
 * @param {() => unknown} again
 */
export const sectionProblem = (section, { code, upstreamStatus }, again) => {
  if (code === 'not_offered_by_source') return html`<p class="note">${section} not part of this source's data.</p>`
  const { meaning, advice } = explain(code)
  return html`<div class="error-notice">
    <p><strong>${section} unavailable.</strong> ${meaning} ${advice}</p>
    <p class="actions"><button type="button" class="quiet" @click=${again}>Try again</button></p>
    <details class="note"><summary>For support</summary><code>${code}</code>${upstreamStatus === null ? nothing : `, the source answered ${upstreamStatus}`}</details>
  </div>`
}
