import { readList } from '/console/client/client.js'
import { html, nothing, render } from '/console/lit/lit-html.js'
import { count, money } from '../format.js'
import { keepSetting, readSetting } from '../local-storage.js'
import { photoInputs } from '../photo/photo-inputs.js'
import { jpegOf } from '../photo/pictures.js'
import { say } from '../session.js'
import { addPhotos, stack } from '../stack/open-stack.js'
import { totalsOf } from '../stack/row-state.js'
import { withCopy, withPrinting, withText } from '../stack/rows.js'
import { createAutoShutter } from './auto-shutter.js'
import { cameraProblem, cameraTop } from './camera-parts.js'
import { privacyNote, whyNoPicture } from './camera-words.js'
import { createChoiceSheet } from './choice-sheet.js'
import { partUnder } from './frame-part.js'
import { createLiveCamera } from './live-camera.js'
import { scansOf } from './scan.js'
import { scanStrip } from './strip.js'

/** @import { GrayPicture } from './stillness.js' */
/** @import { Scan } from './scan.js' */

const autoSetting = 'card-market-auto-shutter'

/** Longest side of a photo of one card: its text stays readable. */
const photoSidePx = 1_600

/** Controls that mean something else by the keys of the shutter. */
const controls = 'button, a, input, select, textarea, summary, label, dialog'

export const createCameraView = () => {
  const element = document.createElement('section')
  element.className = 'camera'
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true })
  video.setAttribute('aria-hidden', 'true')
  let isShown = false
  let isAuto = readSetting(autoSetting) === 'on'
  /** The row that a person opened; without one it is the newest that is read. @type {string | null} */
  let openedId = null
  /** Small pictures of what was taken by itself and is still being read. @type {Map<string, GrayPicture>} */
  const taken = new Map()
  let adding = Promise.resolve()

  const camera = createLiveCamera(video, (state) => {
    auto.set(isAuto && state === 'on')
    const why = whyNoPicture[state]
    if (why && isShown) say(why)
    draw()
  })

  /** @param {number} [around] */
  const framePart = (around) => {
    const frame = element.querySelector('.camera-frame')
    if (!frame || video.videoWidth === 0) return null
    const size = { width: video.videoWidth, height: video.videoHeight }
    return partUnder(size, video.getBoundingClientRect(), frame.getBoundingClientRect(), around)
  }

  const auto = createAutoShutter(
    video,
    () => framePart(0),
    (gray) => take(gray),
  )

  /** Adds photos in the order in which they come. @param {readonly Blob[]} photos @param {GrayPicture | null} gray */
  const add = (photos, gray = null) => {
    openedId = null
    const next = async () => {
      const rows = await addPhotos(photos)
      for (const { id } of rows) if (gray) taken.set(id, gray)
    }
    // A photo that could not be added keeps none after it away.
    adding = adding.then(next, next)
    return adding
  }

  /** @param {GrayPicture | null} gray of a photo that nobody pressed for */
  const take = async (gray = null) => {
    const part = framePart()
    if (camera.state() !== 'on' || !part) return
    performance.mark('shutter')
    const photo = jpegOf(video, part, Math.min(1, photoSidePx / Math.max(part.width, part.height)), 0.9)
    if (gray === null) auto.taken()
    element.querySelector('.camera-frame')?.animate?.([{ opacity: 0.2 }, { opacity: 1 }], 200)
    const jpeg = await photo
    if (jpeg) await add([jpeg], gray)
  }

  const focusShutter = () => {
    const target = element.querySelector('.camera-shutter:enabled, .photo-inputs input')
    if (target instanceof HTMLElement) target.focus()
  }

  /** @param {string} rowId what stays when its question is gone */
  const focusRow = (rowId) => {
    const name = element.querySelector(`[data-row="${rowId}"] .scan-name`)
    if (name instanceof HTMLElement) name.focus()
  }

  const sheet = createChoiceSheet(stack.book, {
    onPrinting: ({ row, name }, candidate) => {
      stack.change(row.id, `${name}: printing chosen`, (one) => withPrinting(one, candidate))
      focusRow(row.id)
    },
    onCopy: ({ row, name }, { skuId }) => {
      stack.change(row.id, `${name}: copy chosen`, (one) => withCopy(one, skuId))
      focusRow(row.id)
    },
    onText: ({ row, name }, text) => {
      const [written] = readList(text)
      if (written) stack.change(row.id, `${name}: typed`, (one) => withText(one, written, stack.current().lock))
      focusRow(row.id)
    },
  })

  /** @type {import('./strip.js').StripActions} */
  const actions = {
    onOpen: (rowId) => {
      openedId = rowId
      draw()
    },
    onAsk: sheet.open,
    onRetake: ({ row }) => {
      stack.remove(new Set([row.id]), 'Photo removed')
      auto.forget()
      focusShutter()
    },
    onRetry: () => stack.resume(),
    onCopy: ({ row, name }, { skuId }) => stack.change(row.id, `${name}: condition`, (one) => withCopy(one, skuId)),
    onQuantity: ({ row, name }, quantity) => stack.change(row.id, `${name}: copies`, (one) => ({ ...one, quantity })),
  }

  const toggleAuto = () => {
    isAuto = !isAuto
    keepSetting(autoSetting, isAuto ? 'on' : null)
    auto.set(isAuto && camera.state() === 'on')
    draw()
  }

  const liveStage = () => html`<div class="camera-stage">${video}
    <div class="camera-frame">${camera.state() === 'on' ? nothing : html`<span class="camera-hint">The camera opens…</span>`}</div>
  </div>`

  const liveControls = () => html`<div class="camera-controls">
    <button type="button" class="quiet camera-auto" aria-pressed=${isAuto} @click=${toggleAuto}>Auto<span class="hidden">: take the photo when the card lies still</span></button>
    <button type="button" class="camera-shutter" aria-label="Take a photo" aria-keyshortcuts="Space Enter" ?disabled=${camera.state() !== 'on'} @click=${() => take()}></button>
    ${photoInputs({ idPrefix: 'camera', onPhotos: add, isQuiet: true })}
  </div>`

  /** @param {string} why */
  const ownCamera = (why) => html`<div class="camera-stage without-picture">
    <p>${why}</p>${photoInputs({ idPrefix: 'camera', onPhotos: add })}
  </div>`

  /** Patterned tables are not taken twice. @param {readonly Scan[]} scans */
  const learn = (scans) => {
    for (const { row, isUnread } of scans) {
      const gray = taken.get(row.id)
      if (!gray || !row.photo?.isRead) continue
      if (isUnread) auto.learnEmpty(gray)
      taken.delete(row.id)
    }
  }

  const draw = () => {
    if (!isShown) return
    const { rows } = stack.current()
    const scans = scansOf(rows, stack.book, stack.problem())
    learn(scans)
    const openId = openedId ?? scans.find(({ state }) => state.sku !== null)?.row.id ?? null
    const { sum, cards } = totalsOf(rows, stack.book)
    const why = whyNoPicture[camera.state()]
    render(
      html`<h1 class="hidden">Camera</h1>
        ${cameraTop({ sum: money(sum), cards: count(cards), camera })}
        ${why ? ownCamera(why) : liveStage()}
        <div class="camera-results">
          ${cameraProblem(stack.problem(), stack.resume)}
          ${scans.length > 0 ? scanStrip(scans, openId, actions) : why ? nothing : html`<p class="camera-empty">Lay a card into the frame.</p>`}
          <p class="note camera-note">${privacyNote}</p>
        </div>
        ${why ? nothing : liveControls()}
        ${sheet.dialog}`,
      element,
    )
    sheet.follow(scans)
  }

  const onvisibility = () => {
    if (document.hidden) camera.stop()
    else camera.start()
  }

  /** @param {KeyboardEvent} event */
  const onkeydown = (event) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if ((event.key !== ' ' && event.key !== 'Enter') || hasModifier || event.repeat || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest(controls)) return
    event.preventDefault()
    take()
  }

  stack.events.addEventListener('change', draw)
  return {
    title: 'Camera',
    element,
    isWide: true,
    open: () => {
      if (isShown) return
      isShown = true
      openedId = null
      document.addEventListener('visibilitychange', onvisibility)
      document.addEventListener('keydown', onkeydown)
      draw()
      camera.start()
    },
    close: () => {
      isShown = false
      document.removeEventListener('visibilitychange', onvisibility)
      document.removeEventListener('keydown', onkeydown)
      sheet.dialog.close()
      camera.stop()
    },
  }
}
