import type { Notification, ProgressToken } from '@modelcontextprotocol/server'
import type { CallStep } from '../contract/endpoint.ts'

/** What is told of a call that takes seconds, in order. */
const steps = ['queued', 'reading', 'looking up'] as const

/** A host that hears nothing for long takes a call for dead. */
const heartbeatMs = 2_000
/** Progress has to grow with each notification, also where nothing new is known. */
const heartbeatShare = 0.01

interface Asked {
  readonly _meta?: { readonly progressToken?: ProgressToken | undefined } | undefined
  readonly notify: (notification: Notification) => Promise<void>
}

export interface ToolProgress {
  readonly step: (step: CallStep) => void
  readonly end: () => void
}

/** Tells an agent how far its call is, where it asked for that; `null` where it did not. */
export const startProgress = ({ _meta, notify }: Asked): ToolProgress | null => {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return null
  let at = 0
  let beats = 0
  const tell = () => {
    const progress = Math.min(at + beats * heartbeatShare, at + 1 - heartbeatShare)
    const params = { progressToken, progress, total: steps.length, message: steps[at] ?? '' }
    // An agent that is gone needs no progress.
    notify({ method: 'notifications/progress', params }).catch(() => {})
  }
  const timer = setInterval(() => {
    beats++
    tell()
  }, heartbeatMs)
  timer.unref()
  tell()
  return {
    step: (step) => {
      at = steps.indexOf(step)
      beats = 0
      tell()
    },
    end: () => clearInterval(timer),
  }
}
