import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServiceError } from '../contract/errors.ts'

/** A request and its place in the order of its connection. */
export interface Turn {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** The client waits for `100 Continue` before it sends its body. */
  readonly expectsContinue: boolean
  /** Why it is not to be answered as asked, found after its head was taken: its body cannot be framed, or its connection is given up. Then it is not charged. */
  refusal: ServiceError | null
  /** Called back by such a refusal: each of the calls that are at work for the request; `null` before the first. */
  onRefusal: Set<() => void> | null
  /** We cut the connection, since the client did not take its answer. */
  isStalled: boolean
  /** How far an answer has come that was written without `res`, which does not know of it: begun, or taken by the kernel. */
  written: 'no' | 'begun' | 'taken'
}

/** Whether its answer has begun, so that no other can be given. */
export const hasBegun = ({ res, written }: Turn): boolean => written !== 'no' || res.headersSent

/** Whether all of its answer is known, if not sent. */
export const isAnswered = ({ res, written }: Turn): boolean => written !== 'no' || res.writableEnded

/** Whether its answer was handed to the kernel. */
export const isTaken = ({ res, written }: Turn): boolean => written === 'taken' || res.writableFinished

/** Refuses a request that is waiting or at work. Who collects its body learns of it as of an error of the stream. */
export const refuse = (turn: Turn, refusal: ServiceError): void => {
  if (turn.refusal) return
  turn.refusal = refusal
  if (turn.req.listenerCount('error') > 0) turn.req.emit('error', refusal)
  for (const end of turn.onRefusal ?? []) end()
}
