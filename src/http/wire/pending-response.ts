import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServiceError } from '../../contract/errors.ts'

/** A request and its answer's place in the order of its connection. */
export interface PendingResponse {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** The client waits for `100 Continue` before it sends its body. */
  readonly expectsContinue: boolean
  /**
   * Why the request is not answered as asked, found after its head was taken: its body cannot be framed, or its
   * connection is given up. Such a request is not charged.
   */
  refusal: ServiceError | null
  /** Called by such a refusal: one for each call at work for the request; `null` before the first. */
  onRefusal: Set<() => void> | null
  /** Pieces of its body that the parser has handed on, where it comes in chunks. */
  pieces: number
  /** We cut the connection, since the client did not take its answer. */
  isStalled: boolean
  /** Progress of an answer that was written past `res`, which does not know of it; `taken` by the kernel. */
  written: 'no' | 'begun' | 'taken'
}

/** Whether its answer has begun, so that no other can be given. */
export const hasBegun = ({ res, written }: PendingResponse): boolean => written !== 'no' || res.headersSent

/** Whether all of its answer is known, if not sent. */
export const isAnswered = ({ res, written }: PendingResponse): boolean => written !== 'no' || res.writableEnded

/** Whether its answer was handed to the kernel. */
export const isTaken = ({ res, written }: PendingResponse): boolean => written === 'taken' || res.writableFinished

/** A rest of a body that is taken behind an answer, for the sake of the next request on the connection. */
const maxRestBytes = 64 * 1024

/** Whether its client is still to send so much of a body that the connection has to end behind the answer. */
export const hasLongRest = ({ req: { complete, headers } }: PendingResponse): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxRestBytes)

/** Refuses a request that is waiting or at work. The reader of its body gets the refusal as an error of the stream. */
export const refuse = (pending: PendingResponse, refusal: ServiceError): void => {
  if (pending.refusal) return
  pending.refusal = refusal
  if (pending.req.listenerCount('error') > 0) pending.req.emit('error', refusal)
  for (const end of pending.onRefusal ?? []) end()
}
