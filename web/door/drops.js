import { html, nothing, render } from '/console/lit/lit-html.js'

/** @param {EventTarget | null} target */
const takesText = (target) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio], [type=file]), textarea'))

/** @param {DragEvent} event */
const bringsFiles = ({ dataTransfer }) => dataTransfer?.types.includes('Files') ?? false

/** @param {DragEvent} event */
const bringsText = ({ dataTransfer, target }) => !takesText(target) && (dataTransfer?.types.includes('text/plain') ?? false)

/**
 * Takes what is pasted or dropped anywhere on the page: files in any case, text where nothing else takes it.
 * @param {{ readonly addFiles: (files: readonly File[]) => unknown, readonly addText: (text: string) => unknown }} options
 */
export const followDrops = ({ addFiles, addText }) => {
  const holder = document.body.appendChild(document.createElement('div'))
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer

  /** @param {boolean} isShown */
  const draw = (isShown) =>
    render(
      isShown
        ? html`<div class="drop-zone" aria-hidden="true"><p>Drop a list or photos: they go onto the stack</p></div>`
        : nothing,
      holder,
    )

  document.addEventListener('dragover', (event) => {
    if (!bringsFiles(event) && !bringsText(event)) return
    event.preventDefault()
    draw(true)
    // A drag that leaves the window or is given up says so to nobody; one that goes on comes by again at once.
    clearTimeout(timer)
    timer = setTimeout(() => draw(false), 300)
  })
  document.addEventListener('drop', (event) => {
    if (!bringsFiles(event) && !bringsText(event)) return
    event.preventDefault()
    draw(false)
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length > 0) addFiles(files)
    else addText(event.dataTransfer?.getData('text/plain') ?? '')
  })
  document.addEventListener('paste', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    const files = [...(event.clipboardData?.files ?? [])]
    const text = event.clipboardData?.getData('text/plain') ?? ''
    // Spreadsheets put a picture beside the text that they copy.
    if (text === '' ? files.length === 0 : takesText(event.target)) return
    event.preventDefault()
    if (text === '') addFiles(files)
    else addText(text)
  })
}
