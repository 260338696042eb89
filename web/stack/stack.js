import { readList } from '/console/client/client.js'
import { plural } from '../format.js'
import { createHistory } from './history.js'
import { needsReading } from './look-up.js'
import { rebaseRows } from './merge-rows.js'
import { oneAtATime } from './one-at-a-time.js'
import { costOf } from './open-work.js'
import { createPhotoQueue } from './photo-queue.js'
import { photoSentence } from './photo-sentence.js'
import { createPriceBook } from './price-book.js'
import { asAnswerError, isFinal } from './problems.js'
import { changeOfRows, rowOfList, rowOfPhoto, rowOfPrinting } from './rows.js'
import { newStack } from './storage.js'
import { createWork } from './work.js'
import { workThrough } from './work-through.js'

/** @import { ListPricer, ProductSummary } from '/console/client/client.js' */
/** @import { ReadPhoto, ToThumbnail } from './photo-queue.js' */
/** @import { KnownPrices } from './prices.js' */
/** @import { Lock, StackRow } from './rows.js' */
/** @import { Stack, StackStorage } from './storage.js' */

/**
 * What a stack asks the service for, with the key and the patience of the session.
 * @typedef {ListPricer & { readonly readPhoto: ReadPhoto }} StackApi
 */

/**
 * @typedef {object} StackOptions
 * @property {StackApi} api
 * @property {StackStorage} storage
 * @property {boolean} isKept false where the browser keeps nothing
 * @property {(stackId: string) => unknown} onSaved
 * @property {ToThumbnail} toThumbnail
 * @property {(photo: Blob) => Promise<Blob>} toSent makes a photo small enough to be sent
 * @property {() => Date} now
 */

/**
 * The stack that is open: its rows, the work on them and the prices they share. It fires `change` after each change, and `said` with a sentence when a step is finished.
 * @param {StackOptions} options
 */
export const createStack = ({ api, storage, isKept, onSaved, toThumbnail, toSent, now }) => {
  const events = new EventTarget()
  const history = createHistory()
  const book = createPriceBook(storage)
  const emptyStack = (name = '') => newStack(name, now())
  let stack = emptyStack()
  /** Done when what the service answered last is kept. @type {Promise<unknown>} */
  let learned = Promise.resolve()
  /** Rows of photos that were read, until something is said of them. @type {Set<string>} */
  const unsaid = new Set()

  const changed = () => events.dispatchEvent(new Event('change'))

  /** What the browser has no room for lasts as long as the page. @param {string} rowId @param {Blob} picture */
  const savePicture = (rowId, picture) => storage.savePicture(rowId, picture).catch(work.fail)

  /** @param {Partial<Stack>} values */
  const set = (values) => {
    stack = { ...stack, ...values, changedAt: now().toISOString() }
    const { id } = stack
    const saved = storage.save(stack).then((isChangedElsewhere) => {
      onSaved(id)
      if (isChangedElsewhere) takeOver()
    }, work.fail)
    changed()
    return saved
  }

  const say = (/** @type {string} */ sentence) => events.dispatchEvent(new CustomEvent('said', { detail: sentence }))

  /**
   * A person's change, which can be undone.
   * @param {string} label
   * @param {readonly StackRow[]} rows
   */
  const edit = (label, rows) => {
    history.push(label, stack.rows)
    set({ rows })
    work.start()
  }

  /**
   * What the service answered to rows, which is no step of its own.
   * @param {(row: StackRow) => StackRow | readonly StackRow[]} change
   */
  const learn = (change) => {
    const changeAll = changeOfRows(change)
    history.changeAll(changeAll)
    const rows = changeAll(stack.rows)
    // None may be of a stack that was closed meanwhile.
    if (rows.some((row, at) => row !== stack.rows[at])) learned = set({ rows })
    return learned
  }

  const learnPrices = (/** @type {readonly KnownPrices[]} */ found) => {
    const { id } = stack
    learned = book.learn(found).then(() => onSaved(id))
    changed()
  }

  /** One sentence for a finished step: of a photo, that is when its price is there. @param {boolean} isPriced */
  const announce = (isPriced) => {
    const read = stack.rows.filter(({ id }) => unsaid.has(id))
    const sentence = photoSentence(read, book.prices)
    unsaid.clear()
    if (sentence) say(sentence)
    else if (isPriced) say('The prices are there.')
  }

  const work = createWork({
    cost: () => costOf(stack.rows, book.prices, book.toRefresh),
    run: (onProgress, mayGoOn) =>
      oneAtATime('card-market-stack', takeOver, async () => {
        const isPriced = await workThrough({ api, rows: () => stack.rows, book, learn, learnPrices, onProgress, mayGoOn })
        await learned
        return isPriced
      }),
    readPhotos: () => photos.start(),
    changed,
    announce,
  })

  const photos = createPhotoQueue({
    read: api.readPhoto,
    toThumbnail,
    loadPicture: storage.loadPicture,
    savePicture,
    current: () => stack,
    toSent,
    mayRead: () => !isFinal(work.problem()),
    takeOver: () => takeOver(),
    onRead: (rowId, becomes) => {
      const [first, ...others] = becomes
      if (!first) return
      // What a person changed meanwhile stays.
      const saved = learn((row) =>
        row.id === rowId && needsReading(row) ? [{ ...first, quantity: row.quantity }, ...others] : row,
      )
      for (const { id } of becomes) unsaid.add(id)
      work.start()
      return saved
    },
    onDone: changed,
    onProblem: (error) => work.fail(asAnswerError(error)),
  })

  /** @param {string} label @param {readonly StackRow[]} rows */
  const add = (label, rows) => edit(label, [...rows, ...stack.rows])

  /** @param {Stack} opened */
  const take = async (opened) => {
    stack = opened
    storage.adopt(opened)
    const ids = opened.rows.flatMap((row) =>
      [row.printing, ...(row.identification?.candidates ?? [])].flatMap((one) => (one ? [one.productId] : [])),
    )
    await book.load(ids)
    changed()
  }

  /** Takes over what another page did to the stack, also in what can be undone. */
  const takeOverKept = async () => {
    const before = stack
    const kept = await storage.load(before.id)
    // Another stack was opened, or what this page has could not be saved.
    if (before.id !== stack.id || (kept ? kept.changedAt < before.changedAt : !storage.wasSaved(before.id))) return
    if (!kept) {
      await show(emptyStack())
      say('This stack was deleted in another tab.')
    } else if (stack !== before) await takeOverKept()
    else {
      history.changeAll((rows) => rebaseRows(rows, stack.rows, kept.rows))
      await take(kept)
      work.start()
    }
  }

  const takeOver = async () => (isKept ? takeOverKept().catch(work.fail) : undefined)

  /** @param {Stack} opened */
  const show = async (opened) => {
    history.clear()
    work.clear()
    await take(opened)
    work.start()
  }

  return {
    events,
    /** Prices by product id. */
    book: book.prices,
    isKept,
    current: () => stack,
    progress: work.progress,
    /** What ended the work, such as a spent allowance or a lost connection; `null` when nothing did. */
    problem: work.problem,
    isWorking: () => work.isRunning() || photos.isRunning(),
    /** Requests that wait for a word, `null` when none do. */
    heldCost: work.heldCost,
    lastStep: history.last,

    /** @param {string} text @returns {readonly StackRow[]} the rows that were added */
    addList: (text) => {
      const rows = readList(text).map((written) => rowOfList(written, stack.lock))
      if (rows.length > 0) add(`${plural(rows.length, 'row')} added`, rows)
      return rows
    },
    /** @param {ProductSummary} printing */
    addPrinting: (printing) => add(`${printing.name} added`, [rowOfPrinting(printing)]),
    /**
     * A row whose words were looked up before it came onto the stack.
     * @param {StackRow} row
     */
    addRow: (row) => add(`${row.printing?.name ?? row.written.text} added`, [row]),
    /** Takes over prices that another view has asked for, so that nobody asks for them again. */
    keepPrices: learnPrices,
    /** Their rows are there at once. @param {readonly Blob[]} taken in the order in which they were taken */
    addPhotos: async (taken) => {
      const rows = taken.map(() => rowOfPhoto(stack.lock))
      const kept = photos.keep(rows, taken)
      add(rows.length === 1 ? 'Photo added' : `${rows.length} photos added`, rows.toReversed())
      await kept
      return rows
    },
    /**
     * @param {string} rowId
     * @param {string} label
     * @param {(row: StackRow) => StackRow} change
     */
    change: (rowId, label, change) =>
      edit(
        label,
        stack.rows.map((row) => (row.id === rowId ? change(row) : row)),
      ),
    /**
     * @param {string} label
     * @param {(row: StackRow) => StackRow} change
     */
    changeAll: (label, change) => edit(label, stack.rows.map(change)),
    /** @param {ReadonlySet<string>} rowIds */
    remove: (rowIds, label = rowIds.size === 1 ? 'Row deleted' : `${rowIds.size} rows deleted`) =>
      edit(
        label,
        stack.rows.filter(({ id }) => !rowIds.has(id)),
      ),
    undo: () => {
      const step = history.pop()
      if (step) set({ rows: step.rows })
      work.start()
    },
    /** @param {Lock} lock */
    setLock: (lock) => set({ lock }),
    /** @param {string} name */
    rename: (name) => set({ name }),
    /** Goes on with what was held back, as its cost was shown. */
    approve: work.approve,
    /** Goes on after a problem; rows and products that failed are asked again. What is held waits on for a word. */
    resume: () =>
      work.startWith(() => {
        work.clear()
        book.forgetFailures()
        learn((row) => (row.code === null ? row : { ...row, code: null }))
      }),
    /** Goes on after a problem that has passed by itself; what was held stays held. */
    retry: () => {
      photos.retry()
      work.retry()
    },
    /** Asks for the prices of all rows anew. */
    refreshPrices: () =>
      work.startWith(() => {
        for (const { printing } of stack.rows) if (printing) book.toRefresh.add(printing.productId)
      }),
    reload: takeOver,
    picture: storage.loadPicture,
    /** @param {string} id @returns {Promise<boolean>} whether there is such a stack; rejects where the browser cannot tell */
    open: async (id) => {
      const opened = await storage.load(id)
      if (opened) await show(opened)
      return Boolean(opened)
    },
    create: (name = '') => show(emptyStack(name)),
    /** @param {string} id */
    delete: async (id) => {
      // What is still answered to its rows would save it again.
      if (id === stack.id) await show(emptyStack())
      await storage.remove(id)
    },
  }
}

/** @typedef {ReturnType<typeof createStack>} OpenStack */
