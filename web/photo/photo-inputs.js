import { html } from '/console/lit/lit-html.js'

/** Formats of telephones that not every browser counts among images. */
const accepted = 'image/*,.heic,.heif'

/**
 * The telephone's own camera, and photos that are there already: both work without HTTPS.
 * @param {{ readonly idPrefix: string, readonly onPhotos: (photos: readonly File[]) => unknown, readonly isQuiet?: boolean }} options
 */
export const photoInputs = ({ idPrefix, onPhotos, isQuiet = false }) => {
  /** @param {Event} event */
  const onchange = ({ currentTarget }) => {
    const input = /** @type {HTMLInputElement} */ (currentTarget)
    const photos = [...(input.files ?? [])]
    // The same photo may be chosen again.
    input.value = ''
    if (photos.length > 0) onPhotos(photos)
  }
  return html`<span class="photo-inputs">
    <span><input type="file" id=${`${idPrefix}-take`} class="hidden-file" accept="image/*" capture="environment" @change=${onchange}>
    <label for=${`${idPrefix}-take`} class="button ${isQuiet ? 'quiet' : ''}">Phone’s camera</label></span>
    <span><input type="file" id=${`${idPrefix}-choose`} class="hidden-file" accept=${accepted} multiple @change=${onchange}>
    <label for=${`${idPrefix}-choose`} class="button quiet">Choose photos</label></span>
  </span>`
}
