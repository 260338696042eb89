import { createFlows, type Principal, type Queued } from './flows.ts'
import type { LoopBudget } from './limits.ts'
import { createTokenBucket } from './loop-budget.ts'

/** A turn on the event loop. */
export interface Turn {
  /** Whether it came so late that only a refusal should be made of it. */
  readonly isLate: boolean
  /** Call it once you know whether the work was charged; charged work draws on no budget. */
  readonly settle: (isCharged: boolean) => void
}

/** What is known of work before its turn. */
export interface Work {
  /** It will probably be charged, and need not wait unless the last that seemed so was not. */
  readonly seemsCharged?: boolean | undefined
  /** Loop time that it takes beside its turn, asked for once that is over. */
  readonly unmeasuredMs?: () => number
}

/**
 * Lets uncharged work begin: one piece in an iteration of the event loop, in fair shares of a budget of loop time, so
 * that it hardly delays what is charged, whoever sends it and however much of it.
 */
export interface FairQueue {
  /**
   * Waits for a turn. What is then done before the next task of the loop is measured and debited to the principal.
   */
  readonly turn: (principal: Principal, work?: Work) => Promise<Turn>
  /** Notes a charged call: from now on the budget is tight. */
  readonly noteCharged: () => void
  /** How many turns are waited for. */
  readonly waiting: () => number
}

export interface FairQueueOptions extends LoopBudget {
  /** A steady clock in milliseconds. */
  readonly now: () => number
  /** Calls back after so many milliseconds. */
  readonly after?: (ms: number, done: () => void) => void
}

/** A turn that was waited for longer is late. A client would give up soon anyway. */
const maxWaitMs = 5_000
/** Turns that may be waited for; each holds a request in memory. */
const maxWaiting = 4_000
/** Loop time that is not measured, in milliseconds: to read a request and write its answer, to accept a connection. */
const unmeasured = { request: 0.05, connection: 0.1 } as const

interface Waiting extends Queued {
  readonly sinceMs: number
  readonly begin: (isLate: boolean) => void
  /** Known once it was measured. */
  costMs: number | null
  isCharged: boolean
  readonly unmeasuredMs: () => number
}

/** Keeps no process alive that has nothing else to do. */
const setTimer = (ms: number, done: () => void) => void setTimeout(done, ms).unref()

export const createFairQueue = ({ now, after = setTimer, ...budget }: FairQueueOptions): FairQueue => {
  const bucket = createTokenBucket(budget, now)
  const flows = createFlows<Waiting>()
  /** Turns that need not wait for the budget. */
  const urgent: Waiting[] = []
  let waiting = 0
  let isScheduled = false
  let isDelayed = false
  let current: Waiting | undefined
  let startedMs = 0

  const draw = ({ flow }: Waiting, ms: number) => {
    bucket.draw(ms)
    flow.drawnMs += ms
  }

  const begin = () => {
    current = urgent.shift() ?? (bucket.untilFilled() > 0 ? undefined : flows.next())
    startedMs = now()
    if (!current) return
    waiting--
    current.begin(startedMs - current.sinceMs > maxWaitMs)
  }

  const debit = (turn: Waiting, tookMs: number) => {
    const costMs =
      tookMs + turn.unmeasuredMs() + unmeasured.request + (flows.isKnown(turn.connection) ? 0 : unmeasured.connection)
    turn.costMs = costMs
    flows.debitConnection(turn, costMs)
    if (!turn.isCharged) draw(turn, costMs)
  }

  const schedule = () => {
    if (isScheduled) return
    const delayMs = urgent.length > 0 ? 0 : flows.isEmpty() ? null : bucket.untilFilled()
    if (delayMs === 0) {
      isScheduled = true
      // Both run in one phase of the loop, and between them all that follows from the turn without waiting.
      setImmediate(begin)
      setImmediate(() => {
        isScheduled = false
        if (current) debit(current, now() - startedMs)
        current = undefined
        schedule()
      })
    } else if (delayMs !== null && !isDelayed) {
      isDelayed = true
      after(delayMs, () => {
        isDelayed = false
        schedule()
      })
    }
  }

  const enqueue = (turn: Waiting, isUrgent: boolean) => {
    waiting++
    if (isUrgent) urgent.push(turn)
    else flows.add(turn)
    schedule()
  }

  return {
    turn: (principal, { seemsCharged = false, unmeasuredMs = () => 0 } = {}) =>
      new Promise((resolve) => {
        const place = flows.placeOf(principal)
        const { flow } = place
        const settle = (isCharged: boolean) => {
          if (seemsCharged) flow.isPaying = isCharged
          turn.isCharged = isCharged
          if (isCharged && turn.costMs !== null) draw(turn, -turn.costMs)
        }
        const begin = (isLate: boolean) => resolve({ isLate, settle })
        const turn: Waiting = { ...place, sinceMs: now(), begin, costMs: null, isCharged: false, unmeasuredMs }
        if (waiting >= maxWaiting) begin(true)
        else enqueue(turn, seemsCharged && flow.isPaying)
      }),
    noteCharged: bucket.noteCharged,
    waiting: () => waiting,
  }
}
