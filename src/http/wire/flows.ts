/** Whom work is done for that nobody is charged for. */
export interface Principal {
  /** An account where it is known, else the network of the peer. */
  readonly id: string
  /** The connection that asks: behind a proxy all callers share one network. */
  readonly connection: object
}

/** Principals that are remembered; beyond it those that wait for nothing are forgotten. */
const maxFlows = 10_000

/** What waits in a flow. */
export interface Queued {
  readonly flow: Flow
  readonly connection: object
  /** Loop time that its connection had drawn within the flow when it came. */
  readonly drawnMs: number
}

/** One principal, with the loop time it has drawn, in virtual time: never behind those that are served now. */
export interface Flow {
  drawnMs: number
  /** Virtual time among its connections. */
  virtualMs: number
  readonly waiting: Queued[]
  /** Whether the last work that seemed to be charged was. */
  isPaying: boolean
}

const firstBy = <T extends { readonly drawnMs: number }>(items: Iterable<T>): T | undefined => {
  let first: T | undefined
  for (const item of items) if (first === undefined || item.drawnMs < first.drawnMs) first = item
  return first
}

/**
 * Orders what waits: of the principals the one that has drawn the least loop time is next, and of its connections the
 * one that has drawn the least (fair queueing by virtual time; Linux' CFS schedules processes so).
 */
export const createFlows = <T extends Queued>() => {
  const flows = new Map<string, Flow>()
  const active = new Set<Flow>()
  const drawnByConnection = new WeakMap<object, number>()
  let virtualMs = 0

  const flowOf = (id: string): Flow => {
    const known = flows.get(id)
    if (known) return known
    if (flows.size >= maxFlows) for (const [other, { waiting }] of flows) if (waiting.length === 0) flows.delete(other)
    const flow: Flow = { drawnMs: virtualMs, virtualMs: 0, waiting: [], isPaying: true }
    flows.set(id, flow)
    return flow
  }

  return {
    /** Where the next work of a principal stands: its flow, and what its connection has drawn in it. */
    placeOf: ({ id, connection }: Principal): Queued => {
      const flow = flowOf(id)
      return { flow, connection, drawnMs: Math.max(drawnByConnection.get(connection) ?? 0, flow.virtualMs) }
    },
    isEmpty: () => active.size === 0,
    add: (queued: T) => {
      const { flow } = queued
      if (flow.waiting.length === 0) flow.drawnMs = Math.max(flow.drawnMs, virtualMs)
      flow.waiting.push(queued)
      active.add(flow)
    },
    next: (): T | undefined => {
      const flow = firstBy(active)
      const first = flow && firstBy(flow.waiting)
      if (!flow || !first) return undefined
      flow.waiting.splice(flow.waiting.indexOf(first), 1)
      if (flow.waiting.length === 0) active.delete(flow)
      virtualMs = Math.max(virtualMs, flow.drawnMs)
      flow.virtualMs = Math.max(flow.virtualMs, first.drawnMs)
      // Only these were added.
      return first as T
    },
    isKnown: (connection: object) => drawnByConnection.has(connection),
    /** Debits a connection; its principal is debited by `flow.drawnMs`, as long as the work is not charged. */
    debitConnection: ({ connection, drawnMs }: Queued, costMs: number) => {
      drawnByConnection.set(connection, drawnMs + costMs)
    },
  }
}
