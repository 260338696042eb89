/** What one PostgreSQL meters, as a closed queueing network; docs/scaling.md has its formulas. Times are in seconds, rates per second. */
export interface ServiceTimes {
  /** Processor time of a batch, of each account in it, and the flush that its commit waits for. */
  readonly batch: number
  readonly account: number
  readonly flush: number
  /** Processors that the database can use. */
  readonly processors: number
  /** By how much the processor time grows with each doubling of the batches under way. */
  readonly contention: number
}

/** What processes ask of one database. */
export interface Demand {
  readonly processes: number
  /** Calls per second and process; infinite when each process has a full batch at all times. */
  readonly callsPerProcess: number
  /** Accounts among which these calls are spread evenly. */
  readonly accounts: number
  /** Connections that the database serves at once, as a pooler sets them; further batches wait for one. */
  readonly connections: number
}

export interface Prediction {
  readonly batchesPerSecond: number
  readonly accountsPerBatch: number
  /** Mean time of a batch, waiting for a connection included. */
  readonly batchSeconds: number
  /** What the metering adds to a call: what is left of the batch under way, and its own. */
  readonly p50Seconds: number
  readonly p99Seconds: number
  /** Share of the processors in use. */
  readonly utilization: number
}

/** Different accounts among so many calls that are spread evenly. */
const distinctAccounts = (calls: number, accounts: number): number =>
  Math.max(1, Math.min(accounts, accounts * (1 - (1 - 1 / accounts) ** calls)))

/** Processor time of one batch while so many are under way. */
export const processorTime = ({ batch, account, contention }: ServiceTimes, accounts: number, underWay: number): number =>
  (batch + account * accounts) * (1 + contention * Math.log2(underWay))

/**
 * Batches per second while `underWay` (at least 1) are: mean value analysis as Bard and Schweitzer approximate it, which has a closed form for one queue; several processors are one
 * that is faster and a delay (Seidmann). A commit waits for its flush, and for what is left of another where one is under way.
 */
export const batchRate = (times: ServiceTimes, accounts: number, underWay: number): number => {
  const others = (underWay - 1) / underWay
  const work = processorTime(times, accounts, underWay)
  const queued = work / times.processors
  // What is short beside its flush comes back while the next one runs, and misses all of it; else half of one is missed.
  const missed = 0.5 + (0.5 * times.flush) / (times.flush + work)
  let rate = 0
  for (let round = 0; round < 20; round++) {
    const busyFlush = Math.min(1, rate * times.flush * others)
    const apart = work - queued + times.flush * (1 + busyFlush * missed)
    const sum = underWay * queued * others + apart + queued
    rate = (2 * underWay) / (sum + Math.sqrt(sum ** 2 - 4 * queued * others * apart * underWay))
  }
  return rate
}

const atRest = (times: ServiceTimes, demand: Demand, underWay: number) => {
  const { callsPerProcess, connections } = demand
  let [batchSeconds, pauseSeconds, accounts] = [0, 0, callsPerProcess === Number.POSITIVE_INFINITY ? demand.accounts : 1]
  for (let round = 0; round < 60; round++) {
    const served = Math.max(1, Math.min(underWay, connections))
    batchSeconds = Math.max(1, underWay) / batchRate(times, accounts, served)
    if (callsPerProcess === Number.POSITIVE_INFINITY) break
    // After a batch the next begins at once, unless no call came meanwhile.
    pauseSeconds = Math.exp(-callsPerProcess * batchSeconds) / callsPerProcess
    accounts = (accounts + distinctAccounts(callsPerProcess * (batchSeconds + pauseSeconds), demand.accounts)) / 2
  }
  return { batchSeconds, pauseSeconds, accounts, processes: underWay * (1 + pauseSeconds / batchSeconds) }
}

/** `spread` is how much longer than the median one of a hundred batches takes. */
export const predict = (times: ServiceTimes, demand: Demand, spread = 1): Prediction => {
  let [low, high] = [0, demand.processes]
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2
    if (atRest(times, demand, middle).processes < demand.processes) low = middle
    else high = middle
  }
  const { batchSeconds, pauseSeconds, accounts } = atRest(times, demand, high)
  const batchesPerSecond = demand.processes / (batchSeconds + pauseSeconds)
  const busy = batchSeconds / (batchSeconds + pauseSeconds)
  const p50Seconds = batchSeconds * (1 + busy / 2)
  const work = processorTime(times, accounts, Math.max(1, Math.min(high, demand.connections)))
  return {
    ...{ batchesPerSecond, accountsPerBatch: accounts, batchSeconds, p50Seconds },
    p99Seconds: p50Seconds + batchSeconds * Math.hypot(spread - 1, 0.49 * busy),
    utilization: (batchesPerSecond * work) / times.processors,
  }
}

/** How long a batch holds the row of an account that all charge, until it has been committed, and by how much that grows with each doubling of those that wait. */
export interface HotTimes {
  readonly hold: number
  readonly contention: number
}

/** Batches per second where all charge one and the same account: as others, but one after the other from the lock on. */
export const hotRate = (times: ServiceTimes, { hold, contention }: HotTimes, underWay: number): number =>
  Math.min(batchRate(times, 1, underWay), 1 / (hold * (1 + contention * Math.log2(underWay))))

/**
 * How accounts lie on shards, each a PostgreSQL: `spread` has every process charge every shard, `cells` gives each shard processes of its own, to which a router sends the calls
 * of its accounts.
 */
export type Layout = 'spread' | 'cells'

/** What one of several shards is asked for. */
export const demandOfShard = (demand: Demand, layout: Layout, shards: number): Demand => {
  const accounts = Math.max(1, demand.accounts / shards)
  if (layout === 'cells') return { ...demand, accounts, processes: demand.processes / shards }
  return { ...demand, accounts, callsPerProcess: demand.callsPerProcess / shards }
}

/** The fewest shards with which a call waits no longer; `null` when `max` do not do. */
export const fewestShards = (
  times: ServiceTimes,
  demand: Demand,
  layout: Layout,
  { p99Seconds, spread, max }: { readonly p99Seconds: number; readonly spread: number; readonly max: number },
): number | null => {
  const isEnough = (shards: number) => predict(times, demandOfShard(demand, layout, shards), spread).p99Seconds <= p99Seconds
  if (!isEnough(max)) return null
  let [few, enough] = [0, max]
  while (enough - few > 1) {
    const middle = Math.ceil((few + enough) / 2)
    if (isEnough(middle)) enough = middle
    else few = middle
  }
  return enough
}

/** Changes parameters, some together, by a factor that shrinks as long as the error does not (pattern search). */
export const fit = <T extends Record<string, number>>(
  start: T,
  names: readonly (keyof T)[],
  errorOf: (times: T) => number,
): T => {
  let best = start
  let error = errorOf(best)
  for (let factor = 2; factor > 1.000_5; ) {
    const neighbors = names.reduce(
      (changed, name) =>
        changed.flatMap((one) => [1, factor, 1 / factor].map((by) => ({ ...one, [name]: (one[name] as number) * by }))),
      [best],
    )
    const errors = neighbors.map(errorOf)
    const least = Math.min(...errors)
    if (least < error) [best, error] = [neighbors[errors.indexOf(least)] as T, least]
    else factor = Math.sqrt(factor)
  }
  return best
}
