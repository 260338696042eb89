import type { Notification, ProgressToken } from '@modelcontextprotocol/server'
import type { CallStep } from '../contract/endpoint.ts'

/** Steps of a call that takes seconds, in order. */
const steps = ['queued', 'reading', 'looking up'] as const

/** A host that hears nothing for long takes a call for dead. */
const heartbeatMs = 2_000
/** Progress has to grow with each notification, also where nothing new is known. */
const heartbeatShare = 0.01

interface Asked {
  readonly _meta?: { readonly progressToken?: ProgressToken | undefined } | undefined
  readonly notify: (notification: Notification) => Promise<void>
}

/** Starts notifying an agent of the progress of its call; `null` if it sent no progress token. */
export const startProgress = ({ _meta, notify }: Asked) => {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return null
  let at = 0
  let beats = 0
  const notifyProgress = () => {
    const progress = Math.min(at + beats * heartbeatShare, at + 1 - heartbeatShare)
    const params = { progressToken, progress, total: steps.length, message: steps[at] ?? '' }
    // An agent that is gone needs no progress.
    notify({ method: 'notifications/progress', params }).catch(() => {})
  }
  const timer = setInterval(() => {
    beats++
    notifyProgress()
  }, heartbeatMs)
  timer.unref()
  notifyProgress()
  return {
    step: (step: CallStep) => {
      at = steps.indexOf(step)
      beats = 0
      notifyProgress()
    },
    end: () => clearInterval(timer),
  }
}
