/** What the process that syncs tells the one that started it. */
export type SyncMessage =
  | {
      readonly kind: 'progress'
      readonly step: string
      readonly done: number
      readonly total: number
      readonly name: string
    }
  /** A day or a catalogue was taken over. */
  | { readonly kind: 'synced'; readonly build: string; readonly text: string }
  /** Nothing was due; `nextAt` is when something may be, where it is known. */
  | { readonly kind: 'current'; readonly nextAt: string | null; readonly text: string }
  /** Another process is at it. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAt: string | null }

export type SyncProgressMessage = Extract<SyncMessage, { kind: 'progress' }>

/** How a sync ended; `null` when its process died without a word. */
export type SyncEnd = Exclude<SyncMessage, { kind: 'progress' }> | null

/** Whether a message of another process is one of these; only our own program is asked. */
export const isSyncMessage = (value: unknown): value is SyncMessage =>
  typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string'
