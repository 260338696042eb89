import type { CallContext } from '../../contract/endpoint.ts'
import { ServiceError } from '../../contract/errors.ts'
import type { Exchange } from '../wire/exchange.ts'

/** The events that cancel work done for this exchange. */
type CallEnds = Pick<Exchange, 'res' | 'pending' | 'deadlineMs' | 'stopping'>

/** The context of a call. The signal is made when it is first read, since a cache hit does not use it. */
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
    const { res, pending, deadlineMs, stopping } = this.#exchange
    const onDeadline = () =>
      controller.abort(
        new ServiceError('upstream_timeout', `The market source did not answer within ${deadlineMs / 1000} s.`),
      )
    const onClose = () => controller.abort(new ServiceError('upstream_timeout', 'The client is gone.'))
    const onStop = () =>
      controller.abort(
        new ServiceError('shutting_down', 'This process is stopping; try again.', { retryAfterSeconds: 1 }),
      )
    const timer = setTimeout(onDeadline, deadlineMs + this.#ownWorkMs)
    res.once('close', onClose)
    stopping.addEventListener('abort', onStop, { once: true })
    const onRefusal = () => controller.abort(pending.refusal)
    pending.onRefusal ??= new Set()
    pending.onRefusal.add(onRefusal)
    this.#end = () => {
      clearTimeout(timer)
      res.off('close', onClose)
      pending.onRefusal?.delete(onRefusal)
      stopping.removeEventListener('abort', onStop)
    }
    // Neither event comes again for who listens after it.
    if (pending.refusal) onRefusal()
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
