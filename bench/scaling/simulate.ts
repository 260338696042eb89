import type { Demand, ServiceTimes } from './model.ts'

/** Numbers from 0 to 1 that a seed determines (Mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Events in the order of their time: a binary heap. */
const createAgenda = () => {
  const events: { readonly at: number; readonly run: () => void }[] = []
  const isBefore = (a: number, b: number) =>
    (events[a]?.at ?? Number.POSITIVE_INFINITY) < (events[b]?.at ?? Number.POSITIVE_INFINITY)
  const swap = (a: number, b: number) => {
    const [one, other] = [events[a], events[b]]
    if (one && other) [events[a], events[b]] = [other, one]
  }
  return {
    add: (at: number, run: () => void) => {
      let place = events.push({ at, run }) - 1
      for (let above = (place - 1) >> 1; place > 0 && isBefore(place, above); above = (place - 1) >> 1) {
        swap(place, above)
        place = above
      }
    },
    next: () => {
      swap(0, events.length - 1)
      const event = events.pop()
      for (let place = 0; ; ) {
        const [left, right] = [2 * place + 1, 2 * place + 2]
        const first = isBefore(right, left) ? right : left
        if (!isBefore(first, place)) return event
        swap(first, place)
        place = first
      }
    },
  }
}

/** Gives `places` to whoever comes first. */
const createQueue = (places: number) => {
  const waiting: (() => void)[] = []
  let [free, head] = [places, 0]
  return {
    acquire: (run: () => void) => {
      if (free === 0) waiting.push(run)
      else {
        free--
        run()
      }
    },
    release: () => {
      const next = waiting[head]
      if (next === undefined) free++
      else {
        head++
        next()
      }
    },
  }
}

export interface Simulated {
  readonly batchesPerSecond: number
  readonly accountsPerBatch: number
  readonly batchSeconds: number
  readonly p50Seconds: number
  readonly p99Seconds: number
}

/**
 * Plays the same database event by event: processes gather calls while their batch is under way, batches queue for a connection and for processors, in the order of their coming, and
 * commits for the next flush. `shape` are measured times of batches over their mean, of which each batch draws one. It shares no formula with the model but the processor time of a
 * batch.
 */
export const simulate = (
  times: ServiceTimes,
  demand: Demand,
  {
    seed,
    shape,
    seconds,
    processorTime,
  }: {
    readonly seed: number
    readonly shape: readonly number[]
    readonly seconds: number
    readonly processorTime: (times: ServiceTimes, accounts: number, underWay: number) => number
  },
): Simulated => {
  const random = createRandom(seed)
  const agenda = createAgenda()
  const connections = createQueue(demand.connections)
  const processors = createQueue(Math.ceil(times.processors))
  const isFull = demand.callsPerProcess === Number.POSITIVE_INFINITY
  // Batches grow for some rounds, until they cost as much as the calls that come meanwhile.
  const warmUntil = seconds / 2
  let [now, batches, charged, spent, underWay, working] = [0, 0, 0, 0, 0, 0]
  const addedSeconds: number[] = []

  let [committing, isFlushing]: [(() => void)[], boolean] = [[], false]
  const flush = () => {
    const flushed = committing
    committing = []
    isFlushing = flushed.length > 0
    if (!isFlushing) return
    agenda.add(now + times.flush, () => {
      for (const done of flushed) done()
      flush()
    })
  }

  const pause = () => -Math.log(1 - random()) / demand.callsPerProcess

  const startProcess = () => {
    let nextCall = isFull ? 0 : pause()
    const gather = () => {
      const calls: number[] = []
      const accounts = new Set<number>()
      for (; nextCall <= now && !isFull; nextCall += pause()) {
        calls.push(nextCall)
        accounts.add(Math.floor(random() * demand.accounts))
      }
      return { calls, accounts: isFull ? demand.accounts : accounts.size }
    }
    const begin = () => {
      const { calls, accounts } = gather()
      const begunAt = now
      const end = () => {
        underWay--
        connections.release()
        if (now > warmUntil) {
          batches++
          charged += accounts
          spent += now - begunAt
          for (const call of calls) addedSeconds.push(now - call)
        }
        if (nextCall <= now) begin()
        else agenda.add(nextCall, begin)
      }
      const work = () => {
        const drawn = shape[Math.floor(random() * shape.length)] ?? 1
        working++
        // Where others use a part of the last processor, all are slower when all are needed.
        const slower = Math.max(1, working / times.processors)
        const time = processorTime(times, accounts, underWay) * drawn * slower
        agenda.add(now + time, () => {
          working--
          processors.release()
          committing.push(end)
          if (!isFlushing) flush()
        })
      }
      connections.acquire(() => {
        underWay++
        processors.acquire(work)
      })
    }
    agenda.add(nextCall, begin)
  }

  for (let process = 0; process < demand.processes; process++) startProcess()
  for (let event = agenda.next(); event !== undefined && event.at < seconds; event = agenda.next()) {
    now = event.at
    event.run()
  }
  addedSeconds.sort((a, b) => a - b)
  return {
    batchesPerSecond: batches / (seconds - warmUntil),
    accountsPerBatch: charged / batches,
    batchSeconds: spent / batches,
    p50Seconds: addedSeconds[Math.floor(addedSeconds.length / 2)] ?? 0,
    p99Seconds: addedSeconds[Math.floor(addedSeconds.length * 0.99)] ?? 0,
  }
}
