import { asAnswerError, isFinal } from './problems.js'

/** @import { Progress } from './work-through.js' */

/**
 * @typedef {object} WorkOptions
 * @property {() => number} cost requests that what is open takes
 * @property {(onProgress: (progress: Progress) => void, mayGoOn: () => boolean) => Promise<boolean>} run looks up and prices what is open, and resolves to whether anything was priced
 * @property {() => unknown} readPhotos begins with those that wait
 * @property {() => unknown} changed after each change of what can be told of the work
 * @property {(isPriced: boolean) => unknown} announce for each finished step
 */

/** Work that costs more requests than this waits for a word. */
const maxUnaskedRequests = 10

/**
 * When a stack's rows are looked up and priced, and its photos read: one run at a time, held where it costs much, ended by a problem.
 * @param {WorkOptions} options
 */
export const createWork = ({ cost, run, readPhotos, changed, announce }) => {
  /** @type {Progress | null} */
  let progress = null
  /** @type {unknown} */
  let problem = null
  let isHeld = false
  let isRunning = false
  /** Whether what may end this run has passed since it began. */
  let hasPassed = false
  let approvedRequests = 0

  const fail = (/** @type {unknown} */ error) => {
    problem = error
    changed()
  }

  /** Holds what costs more than a person was asked for, also when it comes while other work runs. */
  const mayGoOn = () => {
    isHeld = cost() > Math.max(maxUnaskedRequests, approvedRequests)
    return !isHeld
  }

  const onProgress = (/** @type {Progress} */ now) => {
    progress = now
    changed()
  }

  /** Does what is open, unless it costs so much that a person has to say so first. */
  const start = async () => {
    readPhotos()
    if (isRunning) return
    isHeld = false
    if (isFinal(problem) || cost() === 0) {
      if (!problem) approvedRequests = 0
      changed()
      announce(false)
      return
    }
    isRunning = true
    hasPassed = false
    problem = null
    changed()
    let isPriced = false
    let isToRepeat = false
    try {
      isPriced = await run(onProgress, mayGoOn)
    } catch (error) {
      isToRepeat = hasPassed
      if (!isToRepeat) problem = asAnswerError(error)
    }
    isRunning = false
    progress = null
    if (!problem && !isToRepeat) approvedRequests = 0
    changed()
    if (!problem && !isToRepeat) announce(isPriced)
    // What is asked again, or came while the last step ended.
    if (!problem && !isHeld && cost() > 0) start()
  }

  const clear = () => {
    isHeld = false
    problem = null
  }

  return {
    start,
    fail,
    /** Forgets what ended the work and what it waits for. */
    clear,
    progress: () => progress,
    problem: () => problem,
    isRunning: () => isRunning,
    /** Requests that wait for a word, `null` when none do. */
    heldCost: () => (isHeld ? cost() : null),
    /** Does what was held back, as its cost was shown. */
    approve: () => {
      approvedRequests = cost()
      return start()
    },
    /** Does what `change` opens too, without another word where none is waited for. @param {() => unknown} change */
    startWith: (change) => {
      const isAgreed = mayGoOn()
      change()
      if (isAgreed) approvedRequests = cost()
      return start()
    },
    /** Goes on after a problem that has passed by itself, also one that is not known yet; what was held stays held. */
    retry: () => {
      hasPassed = true
      if (problem === null) return
      problem = null
      start()
    },
  }
}
