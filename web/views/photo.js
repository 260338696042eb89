import { candidateList } from '../cards.js'
import { actions, button, h, show } from '../dom.js'
import { errorNotice } from '../error-notice.js'
import { openCamera, shrinkPhoto } from '../picture.js'
import { requestPanel } from '../request.js'
import { callWithPhoto, newestSignal, say } from '../session.js'
import { lookup } from './lookup.js'

/** @import { CardReading, ImageIdentifyResult, PlacedCard } from '/console/client/client.js' */

/** @type {Record<CardReading['advice'], string>} */
const adviceText = {
  take: 'Surely read: the first printing is the card.',
  show_printings: 'The card is likely right. Compare its printings and choose.',
  review: 'Uncertain. Check what was read before you rely on it.',
  retry: 'Hardly read. Take another photo, nearer and in better light.',
}

/** @param {CardReading} reading */
const sureness = ({ advice, confidence, suggested }) =>
  h(
    'p',
    { class: 'note' },
    'Confidence ',
    h('meter', { min: 0, max: 100, low: 40, high: 70, optimum: 100, value: confidence, 'aria-label': 'Confidence' }),
    ` ${Math.round(confidence)} of 100. ${adviceText[advice]}`,
    suggested.language !== null && ` Language: ${suggested.language}.`,
  )

/**
 * The cards of a picture with several, in reading order.
 * @param {readonly PlacedCard[]} cards
 * @param {(card: PlacedCard) => void} open shows the candidates of one
 */
const cardsFound = (cards, open) =>
  h(
    'ol',
    { class: 'cards-found' },
    ...cards.map((card) =>
      h(
        'li',
        {},
        button([card.ocr.suggested.name, card.ocr.suggested.cardNumber].filter(Boolean).join(' ') || 'Not read', () =>
          open(card),
        ),
        sureness(card.ocr),
      ),
    ),
  )

/** Identifies from a photo: dropped, pasted, chosen or taken. The text that was read can be corrected and looked up again. */
export const photoView = () => {
  const choose = h('input', { type: 'file', accept: 'image/png,image/jpeg,image/webp', id: 'photo-file', class: 'hidden-file' })
  const preview = h('div', { class: 'preview' })
  const reading = h('div', { class: 'reading' })
  const results = h('div', { class: 'results' })
  const zone = h(
    'div',
    { class: 'drop' },
    h('p', {}, h('strong', {}, 'Drop a photo here'), ', paste one, or'),
    actions(
      choose,
      h('label', { for: 'photo-file', class: 'button' }, 'Choose a photo'),
      button('Use the camera', () => runCamera()),
    ),
    h(
      'p',
      { class: 'note' },
      'PNG, JPEG or WebP. It is read and forgotten: neither kept nor logged. One photo costs one request.',
    ),
  )
  const nextSignal = newestSignal()
  /** @type {string | null} */
  let previewUrl = null

  const words = { label: 'Suggested query, correct it where it was misread', action: 'Look up' }
  const { element: correction, text: query, set: hint } = lookup(results, nextSignal, words)

  /**
   * @param {readonly PlacedCard[]} cards
   * @param {string | undefined} setHint
   */
  const showCards = (cards, setHint) => {
    /** @param {PlacedCard} card */
    const open = ({ ocr, identification }) => {
      query.value = ocr.suggested.query ?? ''
      show(results, identification ? candidateList(identification) : h('p', { class: 'empty' }, 'No card can be read here.'))
      say('The candidates of this card are shown.')
    }
    show(reading, h('h2', {}, `${cards.length} cards were found`), cardsFound(cards, open), correction)
    say(`${cards.length} cards were found.`)
    show(results, requestPanel('identifyImage', { imageDataUrl: '', setHint }))
  }

  /**
   * @param {ImageIdentifyResult} result
   * @param {string | undefined} setHint
   */
  const showReading = ({ ocr, identification, cards }, setHint) => {
    if (cards.length > 0) {
      showCards(cards, setHint)
      return
    }
    query.value = ocr.suggested.query ?? ''
    const isReadable = ocr.suggested.query !== null
    show(
      reading,
      h('h2', {}, 'What was read'),
      !isReadable &&
        h(
          'p',
          { class: 'verdict unsure' },
          'No card can be read on this picture. Take it from nearer and in better light, or type the name.',
        ),
      ocr.text.trim() !== '' &&
        h('pre', { class: 'read', tabindex: '0', role: 'region', 'aria-label': 'Text that was read' }, ocr.text),
      isReadable && sureness(ocr),
      correction,
    )
    say(isReadable ? 'The photo was read.' : 'No card can be read.')
    show(results, identification && candidateList(identification), requestPanel('identifyImage', { imageDataUrl: '', setHint }))
  }

  /** @param {Blob} file */
  const identify = async (file) => {
    if (previewUrl) URL.revokeObjectURL(previewUrl)
    previewUrl = URL.createObjectURL(file)
    show(preview, h('img', { src: previewUrl, alt: 'The photo to identify' }))
    show(reading, h('p', { class: 'busy' }, 'Reading the photo…'))
    show(results)
    say('Reading the photo.')
    const signal = nextSignal()
    try {
      const photo = await shrinkPhoto(file)
      const setHint = hint.value.trim() || undefined
      const data = await callWithPhoto(photo, { setHint }, { signal })
      showReading(data, setHint)
    } catch (error) {
      if (signal.aborted) return
      show(
        reading,
        errorNotice(error, () => identify(file)),
        h('p', { class: 'note' }, 'Or type what is on the card:'),
        correction,
      )
    }
  }

  /** @param {FileList | null | undefined} files */
  const identifyFrom = (files) => {
    const file = [...(files ?? [])].find(({ type }) => type.startsWith('image/')) ?? files?.[0]
    if (file) identify(file)
    return file !== undefined
  }

  const runCamera = async () => {
    const video = h('video', { playsinline: true, muted: true, 'aria-label': 'What the camera sees' })
    const camera = await openCamera(video)
    if (!camera) {
      show(
        preview,
        h('p', { class: 'note', role: 'alert' }, 'There is no camera, or the browser may not use it. Choose a photo instead.'),
      )
      return
    }
    const close = () => {
      camera.close()
      show(preview)
    }
    const take = async () => {
      const picture = await camera.take()
      close()
      if (picture) identify(picture)
    }
    show(preview, video, actions(button('Take the picture', take, { class: null }), button('Close', close)))
  }

  choose.addEventListener('change', () => {
    identifyFrom(choose.files)
    choose.value = ''
  })
  zone.addEventListener('dragover', (event) => {
    event.preventDefault()
    zone.classList.add('over')
  })
  zone.addEventListener('dragleave', () => zone.classList.remove('over'))
  zone.addEventListener('drop', (event) => {
    event.preventDefault()
    zone.classList.remove('over')
    identifyFrom(event.dataTransfer?.files)
  })
  document.addEventListener('paste', (event) => {
    if (zone.isConnected && identifyFrom(event.clipboardData?.files)) event.preventDefault()
  })

  return {
    title: 'Photo',
    element: h(
      'section',
      {},
      h('h1', {}, 'Identify from a photo'),
      zone,
      h('div', { class: 'photo' }, preview, reading),
      results,
    ),
  }
}
