/** A sync that had to stop, and what to do; what was fetched is kept, and so is what was served before. */
export class SyncError extends Error {
  override readonly name = 'SyncError'
  readonly exitStatus = 1
  /** Earliest instant at which trying again makes sense, where it is known. */
  readonly retryAt: Date | null
  /** True when the mirror has turned us away: it is not to be called before `retryAt`. */
  readonly isPause: boolean

  constructor(
    message: string,
    {
      retryAt = null,
      isPause = false,
      cause,
    }: { readonly retryAt?: Date | null; readonly isPause?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.retryAt = retryAt
    this.isPause = isPause
  }
}
