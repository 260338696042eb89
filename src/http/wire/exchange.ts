import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../../accounts/accounts.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ServiceError } from '../../contract/errors.ts'
import type { FairQueue, Turn } from './fair-queue.ts'
import type { HeaderLines } from './header-lines.ts'
import type { PendingResponse } from './pending-response.ts'

/** Texts by name; an array where a name came more than once. */
export type RawValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** One request on its way through the server. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly pending: PendingResponse
  readonly requestId: string
  /** The client waits for `100 Continue` before it sends its body. */
  readonly expectsContinue: boolean
  /** Headers of the answer, success or error; grows as more is known. */
  headers: HeaderLines
  /** Query string without its question mark. */
  query: string
  params: RawValues
  /** Set once the account is known, also when its unit was refused. */
  caller: Caller | null
  /** A unit was charged for the request, or for a call that was made for it. */
  isCharged: boolean
  /** Where it waits when nobody is charged for it. */
  readonly queue: FairQueue
  /** The turn that it got there. */
  turn: Turn | null
  /** Makes the body of an error, in the form that its client reads. */
  errorBody: (failure: ServiceError, requestId: string) => object
  readonly deadlineMs: number
  readonly bodyTimeoutMs: number
  readonly bodyIdleTimeoutMs: number
  /** Aborts when the process can wait for running calls no longer. */
  readonly stopping: AbortSignal
}

export interface Route {
  /** Operation id of the contract, or the name of a page. */
  readonly operation: string
  /**
   * Takes no key and costs its caller nothing, so it waits for a turn (`fair-queue.ts`); small or shared by its
   * readers, so it is answered however many answers are unsent.
   */
  readonly isPage?: boolean
  /** Asked by whoever watches the process, so it is answered however many calls wait, and in turns of its own. */
  readonly isProbe?: boolean
  readonly method: Endpoint['method']
  /** With `{name}` placeholders. */
  readonly path: string
  readonly serve: (exchange: Exchange) => Promise<void> | void
}
