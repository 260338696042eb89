export interface HttpLimits {
  readonly headerBytes: number
  /** Node's own limit of header fields in one request. */
  readonly headerFields: number
  readonly targetBytes: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  /** The longest pause between two pieces of a body, which takes memory from other bodies meanwhile. */
  readonly bodyIdleTimeoutMs: number
  /** How long a request may wait for the source in all. */
  readonly deadlineMs: number
  /** How long a client may take nothing of its answer; it is cut within a tenth more. */
  readonly stallMs: number
  /** Requests that may wait behind others, over all connections. One read of a connection can hold 2,500. */
  readonly waitingRequests: number
  /** Calls under way or waiting to begin. A call that waits for a source or store takes memory, not the processor. */
  readonly callsInFlight: number
  /** How many bytes of answers may be unsent, over all connections, before further calls are refused. */
  readonly unsentBytes: number
  /** What requests that nobody is charged for may take of the loop's time while others pay, and save up. */
  readonly uncharged: LoopBudget
  /** The same for probes of health, so that neither keeps the other waiting. */
  readonly probes: LoopBudget
}

/** A token bucket of loop time; see `loop-budget.ts`. */
export interface LoopBudget {
  readonly share: number
  readonly burstMs: number
}

export const httpLimits: HttpLimits = {
  headerBytes: 16 * 1024,
  headerFields: 1_000,
  targetBytes: 8 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  bodyIdleTimeoutMs: 5_000,
  deadlineMs: 8_000,
  stallMs: 30_000,
  waitingRequests: 2_560,
  callsInFlight: 6_000,
  unsentBytes: 64 * 1024 * 1024,
  uncharged: { share: 0.1, burstMs: 50 },
  probes: { share: 0.02, burstMs: 20 },
}
