import type { CallContext } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Exchange } from './exchange.ts'

/** What of an exchange ends the calls that are made for it. */
type CallEnds = Pick<Exchange, 'res' | 'turn' | 'deadlineMs' | 'stopping'>

/** The context of a call that is being answered. The signal is made when it is first read, since a cache hit has no use for it. */
export class ExchangeContext implements CallContext {
  readonly #exchange: CallEnds
  readonly #ownWorkMs: number
  #signal: AbortSignal | null = null
  #end: (() => void) | null = null

  constructor(exchange: CallEnds, ownWorkMs: number) {
    this.#exchange = exchange
    this.#ownWorkMs = ownWorkMs
  }

  get signal(): AbortSignal {
    if (this.#signal) return this.#signal
    const controller = new AbortController()
    const { res, turn, deadlineMs, stopping } = this.#exchange
    const onDeadline = () =>
      controller.abort(new ServiceError('upstream_timeout', `The market source did not answer within ${deadlineMs / 1000} s.`))
    const onClose = () => controller.abort(new ServiceError('upstream_timeout', 'The client is gone.'))
    const onStop = () =>
      controller.abort(new ServiceError('shutting_down', 'This process is stopping; try again.', { retryAfterSeconds: 1 }))
    const timer = setTimeout(onDeadline, deadlineMs + this.#ownWorkMs)
    res.once('close', onClose)
    stopping.addEventListener('abort', onStop, { once: true })
    const onRefusal = () => controller.abort(turn.refusal)
    turn.onRefusal ??= new Set()
    turn.onRefusal.add(onRefusal)
    this.#end = () => {
      clearTimeout(timer)
      res.off('close', onClose)
      turn.onRefusal?.delete(onRefusal)
      stopping.removeEventListener('abort', onStop)
    }
    // Neither event comes again for who listens after it.
    if (turn.refusal) onRefusal()
    else if (stopping.aborted) onStop()
    else if (res.destroyed) onClose()
    this.#signal = controller.signal
    return controller.signal
  }

  /** Ends the timer and the listeners; to be called once the call is answered. */
  end() {
    this.#end?.()
  }
}
