/**
 * Status in reports of a client that closed its connection before the answer, or whose connection was cut since it did
 * not take it; nobody receives it.
 */
export const clientClosedRequest = 499

/** What is reported of every request once it has been answered. */
export interface RequestReport {
  readonly requestId: string
  readonly method: string
  /** Operation or page that answered, `null` when there was none. */
  readonly operation: string | null
  readonly accountId: string | null
  readonly keyId: string | null
  readonly status: number
  /**
   * Error code, `client_gone` for a client that went away before its answer, `client_stalled` for one that was cut off
   * since it took nothing of it, `null` for a success.
   */
  readonly code: string | null
  readonly ms: number
  /** The defect or outage behind a status of 500 and above; for logs only. */
  readonly error: unknown
}
