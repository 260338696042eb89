import { CardMarketError } from '/console/client/client.js'
import { needsReading, rowsOfReading } from './look-up.js'
import { oneAtATime } from './one-at-a-time.js'

/** @import { ImageIdentifyResult, PlacedCard } from '/console/client/client.js' */
/** @import { Lock, StackRow } from './rows.js' */
/** @import { StackStorage } from './storage.js' */

/** @typedef {(photo: Blob, lock: Lock) => Promise<ImageIdentifyResult>} ReadPhoto */
/** @typedef {(picture: Blob, box: PlacedCard['box'] | null) => Promise<Blob | null>} ToThumbnail */

/**
 * @typedef {object} PhotoQueueOptions
 * @property {ReadPhoto} read
 * @property {ToThumbnail} toThumbnail
 * @property {(photo: Blob) => Promise<Blob>} toSent makes a photo small enough to be sent
 * @property {StackStorage['loadPicture']} loadPicture
 * @property {StackStorage['savePicture']} savePicture
 * @property {() => { readonly rows: readonly StackRow[] }} current
 * @property {() => boolean} mayRead whether asking is of use
 * @property {() => Promise<unknown>} takeOver brings in what other pages have saved
 * @property {(rowId: string, becomes: readonly StackRow[]) => unknown} onRead what the row of a photo becomes; done when that is saved
 * @property {() => unknown} onDone after each photo, read or not
 * @property {(error: unknown) => unknown} onProblem for a failure that concerns every photo
 */

/** Photos on their way at once: the next is sent while the last is read. */
const maxAtOnce = 2

/** A failure that concerns one photo. @param {unknown} error */
const isOfThisPhoto = (error) => error instanceof CardMarketError && [400, 413, 415, 422].includes(error.status ?? 0)

/** Other pages leave a photo alone while one makes it ready or reads it. @param {string} rowId */
const lockOf = (rowId) => `card-market-photo-${rowId}`

/**
 * Reads the photos of rows, the oldest first, two at a time.
 * @param {PhotoQueueOptions} options
 */
export const createPhotoQueue = (options) => {
  const { read, toThumbnail, toSent, loadPicture, savePicture, current, mayRead, takeOver, onRead, onDone, onProblem } = options
  /** @type {Set<string>} */
  const running = new Set()
  /** Rows on their way when what may fail them passed. @type {Set<string>} */
  const toRepeat = new Set()
  /** Rows whose picture is not kept yet. @type {Set<string>} */
  const arriving = new Set()

  /** @param {StackRow} row */
  const readRow = async (row) => {
    const picture = await loadPicture(row.id)
    if (picture === null || row.photo === null) return [{ ...row, code: 'invalid_image' }]
    try {
      const parts = rowsOfReading(row, await read(picture, row.photo.lock))
      // Of a stack that was closed meanwhile the photo is read again when it is opened.
      const isShown = current().rows.some(({ id }) => id === row.id)
      // The photo itself lies under the id of its first card: it is replaced last, so that it can be read again until then.
      for (const { row: part, box } of isShown ? parts.toReversed() : []) {
        const thumbnail = await toThumbnail(picture, box)
        if (thumbnail) await savePicture(part.id, thumbnail)
      }
      return parts.map((part) => part.row)
    } catch (error) {
      if (!isOfThisPhoto(error)) throw error
      return [{ ...row, code: /** @type {CardMarketError} */ (error).code }]
    }
  }

  /** @param {string} rowId */
  const readOnce = async (rowId) => {
    // Another page may have read it.
    const row = current().rows.find(({ id }) => id === rowId)
    if (row && needsReading(row)) await onRead(rowId, await readRow(row))
  }

  const start = () => {
    while (running.size < maxAtOnce && mayRead()) {
      // New rows are put before the others.
      const next = current().rows.findLast((row) => needsReading(row) && !arriving.has(row.id) && !running.has(row.id))
      if (!next) return
      const { id } = next
      running.add(id)
      oneAtATime(lockOf(id), takeOver, () => readOnce(id)).then(
        () => {
          running.delete(id)
          toRepeat.delete(id)
          start()
          onDone()
        },
        (error) => {
          running.delete(id)
          if (toRepeat.delete(id)) {
            start()
            onDone()
          } else onProblem(error)
        },
      )
    }
  }

  return {
    start,
    /** What is on its way and fails is read again, as what fails it may have passed already. */
    retry: () => {
      for (const id of running) toRepeat.add(id)
    },
    isRunning: () => running.size > 0,
    /**
     * One photo after another is made ready and kept, so that many large ones need no more memory than one. Their rows wait from now on.
     * @param {readonly StackRow[]} rows
     * @param {readonly Blob[]} taken the photo of each row
     */
    keep: async (rows, taken) => {
      /** @type {Promise<unknown>} */
      let before = Promise.resolve()
      const keepOne = async (/** @type {StackRow} */ { id }, /** @type {number} */ at) => {
        const photo = /** @type {Blob} */ (taken[at])
        arriving.add(id)
        await oneAtATime(
          lockOf(id),
          async () => {},
          () => {
            before = before.then(() => toSent(photo)).then((ready) => savePicture(id, ready), onProblem)
            return before
          },
        )
        arriving.delete(id)
        start()
      }
      await Promise.all(rows.map(keepOne))
    },
  }
}
