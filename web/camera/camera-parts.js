import { CardMarketError } from '/console/client/client.js'
import { html, nothing } from '/console/lit/lit-html.js'
import { lockChip } from '../door/lock-picker.js'
import { errorNotice } from '../ui/error-notice.js'

/** @import { createLiveCamera } from './live-camera.js' */

/** Leaves the camera for the stack, so that Back does not open it again. @param {Event} event */
const leave = (event) => {
  event.preventDefault()
  location.replace('#/')
}

/**
 * What stays in sight above the picture: the way out, the sum, the pile that is locked, and the camera's own switches.
 * @param {{ readonly sum: string, readonly cards: string, readonly camera: ReturnType<typeof createLiveCamera> }} shown
 */
export const cameraTop = ({ sum, cards, camera }) =>
  html`<div class="camera-top">
    <a href="#/" class="button quiet" @click=${leave}>Done</a>
    <div class="camera-total">
      <p><strong>${sum}</strong> <span class="note">${cards} ${cards === '1' ? 'card' : 'cards'}</span></p>
      ${lockChip()}
    </div>
    <div class="camera-switches">
      ${camera.hasTorch() ? html`<button type="button" class="quiet" aria-pressed=${camera.isTorchOn()} @click=${camera.toggleTorch}>Light</button>` : nothing}
      ${camera.state() === 'on' && camera.hasOthers() ? html`<button type="button" class="quiet" aria-label="Switch camera" @click=${camera.switchCamera}>⟲</button>` : nothing}
    </div>
  </div>`

/**
 * What keeps all photos from being read. A lost connection is said in one line: photos wait for it.
 * @param {unknown} problem
 * @param {() => unknown} again
 */
export const cameraProblem = (problem, again) => {
  if (problem === null) return nothing
  if (!(problem instanceof CardMarketError) || problem.code !== 'connection_failed') return errorNotice(problem, again)
  return html`<p class="camera-offline"><span>No connection: photos wait for it.</span><button type="button" class="quiet" @click=${again}>Try now</button></p>`
}
