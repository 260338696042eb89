export interface HttpLimits {
  readonly headerBytes: number
  readonly targetBytes: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  /** The longest pause between two pieces of a body, which takes memory from other bodies meanwhile. */
  readonly bodyIdleTimeoutMs: number
  /** How long a request may wait for the source in all. */
  readonly deadlineMs: number
}

export const httpLimits: HttpLimits = {
  headerBytes: 16 * 1024,
  targetBytes: 8 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  bodyIdleTimeoutMs: 5_000,
  deadlineMs: 8_000,
}
